// SPDX-License-Identifier: MIT
// Part of Grille: the one table of command line options.

/// An option of the command line.
nonisolated package enum Option: String, CaseIterable, Sendable {
  case dump
  case columns = "cols"
  case links
  case certificateAuthority = "cacert"
  case pin
  case certificate = "cert"
  case key
  case passPhraseDescriptor = "cert-pass-fd"
  case passPhraseFile = "cert-pass-file"
  case user = "auth"
  case passwordDescriptor = "auth-pass-fd"
  case passwordFile = "auth-pass-file"
  case resolve
  case connectTo = "connect-to"
  case proxy
  case noProxy = "no-proxy"
  case negotiate
  case netrc
  case userAgent = "user-agent"
  case timeout
  case noAuthorStyles = "no-author-css"
  case noCheckStatus = "no-check-status"
  case version
  case verbose
  case help

  /// What stands for the option's value in the help; nil for an option without a value.
  package var placeholder: String? {
    switch self {
    case .columns: "N"
    case .certificateAuthority, .certificate, .key, .passPhraseFile, .passwordFile: "FILE"
    case .passPhraseDescriptor, .passwordDescriptor: "N"
    case .user: "USER"
    case .pin: "[HOST=]sha256/BASE64"
    case .resolve: "HOST:PORT:ADDRESS"
    case .connectTo: "HOST:PORT:ADDRESS:PORT"
    case .proxy: "SCHEME://HOST:PORT"
    case .noProxy: "HOST,…"
    case .netrc: "FILE"
    case .userAgent: "TEXT"
    case .timeout: "SECONDS"
    default: nil
    }
  }

  /// Other long names with the same meaning.
  package var aliases: [String] {
    self == .columns ? ["width"] : []
  }

  /// The name after a single dash, if there is one.
  package var letter: Character? {
    switch self {
    case .dump: "d"
    case .columns: "w"
    case .help: "h"
    default: nil
    }
  }

  /// What the option does, in one sentence.
  package var summary: StringKey {
    switch self {
    case .dump: .optionDump
    case .columns: .optionColumns
    case .links: .optionLinks
    case .certificateAuthority: .optionCertificateAuthority
    case .pin: .optionPin
    case .certificate: .optionCertificate
    case .key: .optionKey
    case .passPhraseDescriptor: .optionPassPhraseDescriptor
    case .passPhraseFile: .optionPassPhraseFile
    case .user: .optionUser
    case .passwordDescriptor: .optionPasswordDescriptor
    case .passwordFile: .optionPasswordFile
    case .resolve: .optionResolve
    case .connectTo: .optionConnectTo
    case .proxy: .optionProxy
    case .noProxy: .optionNoProxy
    case .negotiate: .optionNegotiate
    case .netrc: .optionNetrc
    case .userAgent: .optionUserAgent
    case .timeout: .optionTimeout
    case .noAuthorStyles: .optionNoAuthorStyles
    case .noCheckStatus: .optionNoCheckStatus
    case .version: .optionVersion
    case .verbose: .optionVerbose
    case .help: .optionHelp
    }
  }

  /// The option as the help spells it, such as `-w, --cols N`.
  package var synopsis: String {
    var text = letter.map { "-\($0), --\(rawValue)" } ?? "    --\(rawValue)"
    if let placeholder { text += " \(placeholder)" }
    return text
  }

  /// Finds the option of that long name, an alias included.
  package init?(name: Substring) {
    guard
      let option = Option.allCases.first(where: {
        $0.rawValue == name || $0.aliases.contains { $0 == name }
      })
    else { return nil }
    self = option
  }

  /// The long name nearest to a mistyped one, if any is near enough to be meant.
  package static func nearest(to name: Substring) -> String? {
    let names = allCases.flatMap { [$0.rawValue] + $0.aliases }
    return NearestName.find(name, among: names)
  }
}
