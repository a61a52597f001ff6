// SPDX-License-Identifier: MIT
// Part of Grille: the one table of command line options.

/// An option of the command line.
///
/// The help, the manual page and the completions of the shells are made from this table, or tested
/// against it.
nonisolated package enum Option: String, CaseIterable, Sendable {
  case dump
  case print
  case json
  case head
  case status
  case archive = "har"
  case showSecrets = "show-secrets"
  case columns = "cols"
  case margin
  case hardWrap = "hard-wrap"
  case ascii
  case links
  case number
  case type
  case base
  case inputCharset = "input-charset"
  case outputCharset = "output-charset"
  case batch
  case null
  case wait
  case retry
  case maximumRedirects = "max-redirs"
  case maximumSize = "max-size"
  case noCache = "no-cache"
  case trust
  case insecure
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
    case .dump: "FORMAT"
    case .print: "PARTS"
    case .links: "WHERE"
    case .trust: "HOW"
    case .columns, .margin, .maximumRedirects, .retry: "N"
    case .type: "TYPE"
    case .base: "URL"
    case .inputCharset, .outputCharset: "CHARSET"
    case .archive, .batch: "FILE"
    case .maximumSize: "BYTES"
    case .wait, .timeout: "SECONDS"
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
    default: nil
    }
  }

  /// Whether the value may be left out; if it is given, it follows after `=`.
  package var isValueOptional: Bool { self == .dump || self == .links }

  /// The words of which the value is one; empty where it is anything else.
  package var choices: [String] {
    switch self {
    case .dump: DumpFormat.allCases.map(\.rawValue)
    case .links: LinkPlacement.allCases.map(\.rawValue)
    case .trust: TrustChoice.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Whether the value is the name of a file.
  package var takesFile: Bool { placeholder == "FILE" }

  /// Whether the page is printed even if standard output is a terminal.
  package var impliesDump: Bool {
    switch self {
    case .dump, .print, .json, .head, .status, .archive, .showSecrets, .batch, .null, .wait, .retry,
      .margin, .outputCharset:
      true
    default: false
    }
  }

  /// Another spelling, as other programs have it.
  package struct Alias: Sendable {
    /// The name.
    package let name: String
    /// The value that it stands for; nil if a value is given as usual.
    package let value: String?

    fileprivate init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  /// Other long names with the same meaning.
  package var aliases: [Alias] {
    switch self {
    case .dump:
      [
        Alias("source", "source"), Alias("dump_source", "source"), Alias("dump_head", "headers"),
        Alias("listonly", "links"),
      ]
    case .links: [Alias("nolist", "none")]
    case .columns: [Alias("width")]
    case .maximumSize: [Alias("max-filesize")]
    case .maximumRedirects: [Alias("max-redirect")]
    case .userAgent: [Alias("useragent")]
    default: []
    }
  }

  /// The name after a single dash, if there is one.
  package var letter: Character? {
    switch self {
    case .dump: "d"
    case .columns: "w"
    case .null: "0"
    case .type: "T"
    case .inputCharset: "I"
    case .outputCharset: "O"
    case .help: "h"
    default: nil
    }
  }

  /// The option as the help spells it, such as `-w, --cols N`.
  package var synopsis: String {
    let text = letter.map { "-\($0), --\(rawValue)" } ?? "    --\(rawValue)"
    guard let placeholder else { return text }
    return text + (isValueOptional ? "[=\(placeholder)]" : " \(placeholder)")
  }

  /// Finds the option of a long name, with the value that an alias stands for.
  package static func named(_ name: Substring) -> (option: Option, value: String?)? {
    if let option = Option(rawValue: String(name)) { return (option, nil) }
    for option in allCases {
      if let alias = option.aliases.first(where: { $0.name == name }) {
        return (option, alias.value)
      }
    }
    return nil
  }

  /// The long name nearest to a mistyped one, if any is near enough to be meant.
  package static func nearest(to name: Substring) -> String? {
    let names = allCases.flatMap { [$0.rawValue] + $0.aliases.map(\.name) }
    return NearestName.find(name, among: names)
  }
}
