// SPDX-License-Identifier: MIT
// Part of Grille: what was asked for on the command line.
import Networking
package import WebInfra

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
  /// The addresses, files or `-`, as they were written.
  package var targets: [String] = []
  /// What to open of the practice site, if the program is to carry one within itself.
  package var practiceTarget: Target?
  /// A file of more targets, one a line; `-` is standard input.
  package var batchFile: String?
  /// What is printed of a page; nil chooses by the other options.
  package var format: DumpFormat?
  /// The parts of the exchange that are printed; nil prints the document alone.
  package var printParts: PrintParts?
  /// Whether only the head of the answer is asked for.
  package var asksForHead = false
  /// Whether a line about the outcome follows each document on standard error.
  package var showsStatus = false
  /// The file that an archive of all requests goes to.
  package var archiveFile: String?
  /// Whether cookies and log-ins are printed as they were sent.
  package var showsSecrets = false
  /// Whether a NUL ends each document.
  package var endsWithNUL = false
  /// The width of a printed page in columns; 0 does not break lines, nil chooses the terminal's.
  package var columns: Int?
  /// Columns left free at both sides of a printed page.
  package var margin = 0
  /// Whether words longer than a line are broken.
  package var breaksLongWords = false
  /// Whether lines and markers are drawn in 7-bit characters.
  package var usesASCII = false
  /// The type of standard input; nil judges by its first bytes.
  package var inputType: MIMEType?
  /// What relative addresses of standard input and files are resolved against.
  package var base: WebURL?
  /// The encoding in which pages are read, whatever they say; nil believes them.
  package var inputEncoding: TextEncoding?
  /// The encoding in which text is printed.
  package var outputEncoding = TextEncoding.utf8
  /// Where the addresses of links are printed.
  package var linkPlacement = LinkPlacement.none
  /// Whether links have numbers.
  package var numbersLinks = false
  /// Seconds between one target and the next.
  package var pause = 0.0
  /// How often a load that failed for a passing reason is tried again.
  package var retries = 0
  /// The most redirects that are followed; nil is the usual number.
  package var maximumRedirects: Int?
  /// The most bytes of a page that are read; nil is the usual bound.
  package var maximumSize: Int64?
  /// Whether stored answers are passed by.
  package var bypassesCaches = false
  /// Who decides about servers that cannot be verified; nil is the usual way.
  package var trust: TrustChoice?
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
        try addTarget(word, mayBeCommand: !areOptionsOver)
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

  /// The option that is meant for a single target; nil if none was given.
  package var optionForOneTarget: Option? {
    user != nil
      ? .user : certificateFile != nil ? .certificate : showsTicket ? .negotiate : nil
  }

  private static func spelling(of option: Option) -> String {
    "--\(option.rawValue) \(option.placeholder ?? "")"
  }

  private static func option(
    for source: SecretSource?, _ descriptor: Option, _ file: Option
  ) -> Option {
    if case .file = source { file } else { descriptor }
  }

  private mutating func addTarget(_ word: String, mayBeCommand: Bool) throws(UsageError) {
    let index = try PracticeSession.target(named: nil)
    if let practiceTarget {
      guard practiceTarget == index else { throw Self.tooMany(targets[0], word) }
      self.practiceTarget = try PracticeSession.target(named: word)
      targets = [word]
      return
    }
    if mayBeCommand, word == PracticeSession.command {
      if let first = targets.first { throw Self.tooMany(first, word) }
      practiceTarget = index
      return
    }
    if word.isEmpty { throw UsageError(.usageEmptyTarget) }
    targets.append(word)
  }

  /// The one target of the screen; nil for none.
  ///
  /// - Throws: `UsageError` for what is meant for printing, and for a second target.
  package func targetOfScreen() throws(UsageError) -> String? {
    if let trust, trust != .ask {
      throw UsageError(.usageOnlyWhenPrinting, ["option": "--trust=\(trust.rawValue)"])
    }
    if targets.count > 1 { throw Self.tooMany(targets[0], targets[1]) }
    return targets.first
  }

  private static func tooMany(_ first: String, _ second: String) -> UsageError {
    UsageError(
      .usageTooManyTargets,
      ["first": UserInfo.removed(from: first), "second": UserInfo.removed(from: second)])
  }

  // Long names are accepted after one dash too, which is how older text browsers spell them.
  private mutating func readOption(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let body = word.drop { $0 == "-" }
    let equals = body.firstIndex(of: "=")
    let name = body[..<(equals ?? body.endIndex)]
    var value = equals.map { String(body[body.index(after: $0)...]) }
    var found = Option.named(name)
    if found == nil, !word.hasPrefix("--"), let letter = body.first,
      let short = Option.allCases.first(where: { $0.letter == letter })
    {
      let attached = body.dropFirst()
      if attached.isEmpty {
        found = (short, nil)
      } else if short.placeholder != nil, !short.isValueOptional || attached.first == "=" {
        found = (short, nil)
        value = String(attached.first == "=" ? attached.dropFirst() : attached)
      }
    }
    guard let (option, meant) = found else {
      throw UsageError(
        .usageUnknownOption, ["option": String(word.prefix { $0 != "=" })],
        suggestion: Option.nearest(to: name).map { "--\($0)" })
    }
    if option.impliesDump, mode == .browse { mode = .dump }
    if let meant, value == nil { return try apply(option, meant) }
    guard let placeholder = option.placeholder, meant == nil else {
      guard value == nil else {
        throw UsageError(.usageUnexpectedValue, ["option": "--\(name)"])
      }
      return apply(option)
    }
    if value == nil, option.isValueOptional { return apply(option) }
    guard let given = value ?? rest.popFirst(), !given.isEmpty else {
      throw UsageError(
        .usageMissingValue, ["option": "--\(option.rawValue)", "placeholder": placeholder])
    }
    try apply(option, given)
  }
}
