// SPDX-License-Identifier: MIT
// Part of Grille: what was asked for on the command line.
package import Networking

/// The command line, read and checked.
nonisolated package struct Arguments: Equatable, Sendable {
  /// What the program is to do.
  package enum Mode: Sendable {
    /// Open the target on the screen, or print it if standard output is no terminal.
    case browse
    /// Print the target's text on standard output.
    case dump
    /// Print the version and end.
    case version
    /// Print the help and end.
    case help
  }

  /// What the program is to do.
  package var mode = Mode.browse
  /// The address, the file or `-`, as it was written.
  package var target: String?
  /// What to open of the practice site, if the program is to carry one within itself.
  package var practiceTarget: Target?
  /// The width of a printed page in columns; 0 does not break lines, nil chooses the terminal's.
  package var columns: Int?
  /// Whether a printed page ends with the list of its link addresses.
  package var listsLinks = false
  /// Files of certificates to trust beside the system's, in the order given.
  package var certificateAuthorityFiles: [String] = []
  /// Public keys demanded of hosts.
  package var pins: [PinRule] = []
  /// The file with the client certificate to show the target's server.
  package var certificateFile: String?
  /// The file with its private key, if that is another one.
  package var keyFile: String?
  /// Where the pass phrase of these files comes from.
  package var passPhraseSource: SecretSource?
  /// The user name for the target's server.
  package var user: String?
  /// Where the password comes from.
  package var passwordSource: SecretSource?
  /// Addresses to use instead of a look-up.
  package var resolutions: [Resolution] = []
  /// Hosts to connect to instead of the address's own.
  package var connectionTargets: [ConnectionTarget] = []
  /// The proxy to go through: `nil` follows the configuration.
  package var proxy: ProxyChoice?
  /// Hosts that are reached without the proxy; nil follows the configuration.
  package var proxyBypass: String?
  /// Whether the target's server may be shown the user's Kerberos ticket.
  package var showsTicket = false
  /// A file of log-ins in the netrc form.
  package var netrcFile: String?
  /// The User-Agent header, if it is not to be the usual one.
  package var userAgent: String?
  /// How long a silent server is waited for, in seconds; nil is the configuration's.
  package var timeout: Double?
  /// Whether the pages' own style sheets are applied.
  package var usesAuthorStyles = true
  /// Whether a status of 400 and above gives an exit code of its own.
  package var checksStatus = true
  /// Whether the version names the libraries too.
  package var isVerbose = false

  /// Makes the arguments of a program started without any.
  package init() {}

  /// Reads the words after the program's name.
  /// - Throws: `UsageError` for the first word that cannot be understood.
  package init(parsing words: some Sequence<String>) throws(UsageError) {
    var rest = Array(words)[...]
    var areOptionsOver = false
    while let word = rest.popFirst() {
      if areOptionsOver || word == "-" || !word.hasPrefix("-") {
        try setTarget(word, mayBeCommand: !areOptionsOver)
      } else if word == "--" {
        areOptionsOver = true
      } else {
        try readOption(word, &rest)
      }
    }
    try checkCompanions()
  }

  /// Some options only say more about another one.
  private func checkCompanions() throws(UsageError) {
    func check(_ option: Option, _ isGiven: Bool, needs needed: Option) throws(UsageError) {
      guard isGiven else { return }
      throw UsageError(
        .usageNeedsOption,
        ["option": "--\(option.rawValue)", "needed": Self.spelling(of: needed)])
    }
    if certificateFile == nil {
      try check(.key, keyFile != nil, needs: .certificate)
      let option = Self.option(
        for: passPhraseSource, .passPhraseDescriptor, .passPhraseFile)
      try check(option, passPhraseSource != nil, needs: .certificate)
    }
    if user == nil {
      let option = Self.option(for: passwordSource, .passwordDescriptor, .passwordFile)
      try check(option, passwordSource != nil, needs: .user)
    }
  }

  private static func spelling(of option: Option) -> String {
    "--\(option.rawValue) \(option.placeholder ?? "")"
  }

  private static func option(
    for source: SecretSource?, _ descriptor: Option, _ file: Option
  ) -> Option {
    if case .file = source { file } else { descriptor }
  }

  private mutating func setTarget(_ word: String, mayBeCommand: Bool) throws(UsageError) {
    let index = try PracticeSession.target(named: nil)
    if practiceTarget == index {
      practiceTarget = try PracticeSession.target(named: word)
      target = word
      return
    }
    if let target {
      throw UsageError(
        .usageTooManyTargets,
        [
          "first": UserInfo.removed(from: target), "second": UserInfo.removed(from: word),
        ])
    }
    if mayBeCommand, word == PracticeSession.command {
      practiceTarget = index
      return
    }
    if word.isEmpty { throw UsageError(.usageEmptyTarget) }
    target = word
  }

  // Long names are accepted after one dash too, which is how older text browsers spell them.
  private mutating func readOption(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let body = word.drop { $0 == "-" }
    let equals = body.firstIndex(of: "=")
    let name = body[..<(equals ?? body.endIndex)]
    var value = equals.map { String(body[body.index(after: $0)...]) }
    var found = Option(name: name)
    if found == nil, !word.hasPrefix("--"), let letter = body.first,
      let short = Option.allCases.first(where: { $0.letter == letter })
    {
      let attached = body.dropFirst()
      if attached.isEmpty {
        found = short
      } else if short.placeholder != nil {
        found = short
        value = String(attached.first == "=" ? attached.dropFirst() : attached)
      }
    }
    guard let option = found else {
      throw UsageError(
        .usageUnknownOption, ["option": String(word.prefix { $0 != "=" })],
        suggestion: Option.nearest(to: name).map { "--\($0)" })
    }
    if let placeholder = option.placeholder {
      guard let given = value ?? rest.popFirst(), !given.isEmpty else {
        throw UsageError(
          .usageMissingValue, ["option": "--\(option.rawValue)", "placeholder": placeholder])
      }
      try apply(option, given)
    } else if value != nil {
      throw UsageError(.usageUnexpectedValue, ["option": "--\(option.rawValue)"])
    } else {
      apply(option)
    }
  }

  private mutating func apply(_ option: Option) {
    switch option {
    case .dump: if mode == .browse { mode = .dump }
    case .links: listsLinks = true
    case .negotiate: showsTicket = true
    case .noAuthorStyles: usesAuthorStyles = false
    case .noCheckStatus: checksStatus = false
    case .version: if mode != .help { mode = .version }
    case .verbose: isVerbose = true
    case .help: mode = .help
    case .columns, .certificateAuthority, .pin, .certificate, .key, .passPhraseDescriptor,
      .passPhraseFile, .user, .passwordDescriptor, .passwordFile, .resolve, .connectTo, .proxy,
      .noProxy, .netrc, .userAgent, .timeout:
      break
    }
  }

  private mutating func apply(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .columns:
      guard let number = Int(value), Self.columnRange.contains(number) else {
        throw UsageError(
          .usageBadNumber,
          [
            "option": "--cols", "value": value, "low": "\(Self.columnRange.lowerBound)",
            "high": "\(Self.columnRange.upperBound)",
          ])
      }
      columns = number
    case .timeout:
      guard let seconds = Double(value), seconds > 0, seconds <= 86_400 else {
        throw UsageError(
          .usageBadNumber,
          ["option": "--timeout", "value": value, "low": "0.001", "high": "86400"])
      }
      timeout = seconds
    case .certificateAuthority: certificateAuthorityFiles.append(value)
    case .pin:
      guard let rule = PinRule(value) else { throw malformed(option, value) }
      pins.append(rule)
    case .certificate: certificateFile = value
    case .key: keyFile = value
    case .passPhraseDescriptor, .passPhraseFile:
      passPhraseSource = try source(
        option, value, instead: passPhraseSource, .passPhraseDescriptor, .passPhraseFile)
    case .passwordDescriptor, .passwordFile:
      passwordSource = try source(
        option, value, instead: passwordSource, .passwordDescriptor, .passwordFile)
    case .user:
      // Whoever lists the processes reads the command line; the message must not repeat it either.
      guard !value.contains(":") else { throw UsageError(.usagePasswordOnCommandLine) }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw UsageError(.usageControlCharacter, ["option": "--auth"])
      }
      user = value
    case .resolve:
      guard let resolution = Resolution(value) else { throw malformed(option, value) }
      resolutions.append(resolution)
    case .connectTo:
      guard let target = ConnectionTarget(value) else { throw malformed(option, value) }
      connectionTargets.append(target)
    case .proxy:
      do throws(ProxyConfiguration.Problem) {
        proxy = try ProxyChoice(value)
      } catch {
        guard error == .holdsCredentials else {
          throw malformed(option, UserInfo.removed(from: value))
        }
        throw UsageError(.usageProxyCredentials, ["option": "--proxy"])
      }
    case .noProxy: proxyBypass = value
    case .netrc: netrcFile = value
    case .userAgent:
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw UsageError(.usageControlCharacter, ["option": "--user-agent"])
      }
      userAgent = value
    case .dump, .links, .negotiate, .noAuthorStyles, .noCheckStatus, .version, .verbose, .help:
      break
    }
  }

  /// Where a secret comes from, for which there is one place only.
  private func source(
    _ option: Option, _ value: String, instead other: SecretSource?, _ descriptor: Option,
    _ file: Option
  ) throws(UsageError) -> SecretSource {
    guard other == nil else {
      throw UsageError(
        .usageTwoSources,
        ["first": "--\(descriptor.rawValue)", "second": "--\(file.rawValue)"])
    }
    if option == file { return .file(value) }
    // The value may be the secret itself, mistaken for what is wanted: it is not repeated.
    guard let source = SecretSource(descriptor: value) else {
      throw UsageError(.usageBadDescriptor, ["option": "--\(option.rawValue)"])
    }
    return source
  }

  private func malformed(_ option: Option, _ value: String) -> UsageError {
    UsageError(
      .usageMalformedValue,
      [
        "option": "--\(option.rawValue)", "placeholder": option.placeholder ?? "", "value": value,
      ])
  }

  private static let columnRange = 0...10_000
}
