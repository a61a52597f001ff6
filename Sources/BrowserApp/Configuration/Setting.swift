// SPDX-License-Identifier: MIT
// Part of Grille: the one table of settings; the manual page is checked against it.
import Networking
import Security

/// A choice the user has; its raw value is the name used by `set`.
nonisolated package enum Setting: String, CaseIterable, Sendable {
  case startPage = "start-page"
  case language
  case userAgent = "user-agent"
  case timeout
  case authorStyles = "author-css"
  case refresh = "follow-refresh"
  case scrollMargin = "scroll-margin"
  case wheelRows = "wheel-rows"
  case keyHintDelay = "key-hint-delay"
  case searchWraps = "search-wraps"
  case pageWidth = "page-width"
  case downloadFolder = "download-folder"
  case proxy
  case noProxy = "no-proxy"
  case ticketHosts = "ticket-hosts"
  case trustAllowsRevoked = "trust.allow-revoked"
  case trustRevocation = "trust.revocation"
  case trustAnchorFiles = "trust.ca-file"
  case trustRevocationListFiles = "trust.crl-file"
  case trustBlockFiles = "trust.block-file"
  case trustUsesCertificateVariable = "trust.use-ssl-cert-file"

  /// What values a setting takes, and where the configuration keeps them.
  package enum Kind: Sendable {
    /// `on` or `off`.
    case boolean(any WritableKeyPath<Configuration, Bool> & Sendable)
    /// A whole number within a range.
    case integer(any WritableKeyPath<Configuration, Int> & Sendable, ClosedRange<Int>)
    /// One of a few words.
    case choice(any WritableKeyPath<Configuration, String> & Sendable, [String])
    /// Paths of files, joined by colons: absolute, or below `~/`.
    case files(any WritableKeyPath<Configuration, [String]> & Sendable)
    /// The address of a proxy, or `none`.
    case proxy(any WritableKeyPath<Configuration, String> & Sendable)
    /// Any text without control characters.
    case text(any WritableKeyPath<Configuration, String> & Sendable)
  }

  /// What values the setting takes, and where the configuration keeps them.
  package var kind: Kind {
    switch self {
    case .startPage: .text(\.startPage)
    case .language: .choice(\.language, ["auto"] + Language.allCases.map(\.rawValue))
    case .userAgent: .text(\.userAgent)
    case .timeout: .integer(\.timeout, 1...86_400)
    case .authorStyles: .boolean(\.usesAuthorStyles)
    case .refresh: .boolean(\.followsRefresh)
    case .scrollMargin: .integer(\.scrollMargin, 0...100)
    case .wheelRows: .integer(\.wheelRows, 1...100)
    case .keyHintDelay: .integer(\.keyHintDelay, 0...10_000)
    case .searchWraps: .boolean(\.searchWraps)
    case .pageWidth: .integer(\.pageWidth, 0...10_000)
    case .downloadFolder: .text(\.downloadFolder)
    case .proxy: .proxy(\.proxy)
    case .noProxy: .text(\.proxyBypass)
    case .ticketHosts: .text(\.ticketHosts)
    case .trustAllowsRevoked: .boolean(\.trustAllowsRevoked)
    case .trustRevocation:
      .choice(\.trustRevocation, RevocationPolicy.Mode.allCases.map(\.rawValue))
    case .trustAnchorFiles: .files(\.trustAnchorFiles)
    case .trustRevocationListFiles: .files(\.trustRevocationListFiles)
    case .trustBlockFiles: .files(\.trustBlockFiles)
    case .trustUsesCertificateVariable: .boolean(\.trustUsesCertificateVariable)
    }
  }

  /// What the setting does, in one sentence.
  package var summary: StringKey {
    switch self {
    case .startPage: .settingStartPage
    case .language: .settingLanguage
    case .userAgent: .settingUserAgent
    case .timeout: .settingTimeout
    case .authorStyles: .settingAuthorStyles
    case .refresh: .settingRefresh
    case .scrollMargin: .settingScrollMargin
    case .wheelRows: .settingWheelRows
    case .keyHintDelay: .settingKeyHintDelay
    case .searchWraps: .settingSearchWraps
    case .pageWidth: .settingPageWidth
    case .downloadFolder: .settingDownloadFolder
    case .proxy: .settingProxy
    case .noProxy: .settingNoProxy
    case .ticketHosts: .settingTicketHosts
    case .trustAllowsRevoked: .settingTrustAllowsRevoked
    case .trustRevocation: .settingTrustRevocation
    case .trustAnchorFiles: .settingTrustAnchorFiles
    case .trustRevocationListFiles: .settingTrustRevocationListFiles
    case .trustBlockFiles: .settingTrustBlockFiles
    case .trustUsesCertificateVariable: .settingTrustUsesCertificateVariable
    }
  }

  /// Whether `site HOST set` takes it.
  package var isForSites: Bool {
    switch self {
    case .authorStyles, .refresh, .pageWidth: true
    default: false
    }
  }

  /// Whether a change counts only from the next start on: the network is set up once.
  package var countsFromStart: Bool {
    switch self {
    case .proxy, .noProxy, .ticketHosts, .trustRevocation, .trustAnchorFiles,
      .trustRevocationListFiles, .trustBlockFiles, .trustUsesCertificateVariable:
      true
    default: false
    }
  }

  /// The values the setting takes, as the help spells them.
  package var values: String {
    switch kind {
    case .boolean: "on, off"
    case .integer(_, let range): "\(range.lowerBound)–\(range.upperBound)"
    case .choice(_, let words): words.joined(separator: ", ")
    case .files: "FILE[:FILE…]"
    case .proxy: "none, SCHEME://HOST:PORT"
    case .text: "TEXT"
    }
  }

  /// The setting's value in a configuration, as `set` would take it.
  package func value(in configuration: Configuration) -> String {
    switch kind {
    case .boolean(let path): configuration[keyPath: path] ? "on" : "off"
    case .integer(let path, _): String(configuration[keyPath: path])
    case .choice(let path, _), .text(let path), .proxy(let path): configuration[keyPath: path]
    case .files(let path): configuration[keyPath: path].joined(separator: ":")
    }
  }

  /// Gives the setting a value; false, and nothing changed, if it does not take that value.
  package func apply(_ value: String, to configuration: inout Configuration) -> Bool {
    switch kind {
    case .boolean(let path):
      switch value {
      case "on", "true", "yes": configuration[keyPath: path] = true
      case "off", "false", "no": configuration[keyPath: path] = false
      default: return false
      }
    case .integer(let path, let range):
      guard let number = Int(value), range.contains(number) else { return false }
      configuration[keyPath: path] = number
    case .choice(let path, let words):
      guard words.contains(value) else { return false }
      configuration[keyPath: path] = value
    case .files(let path):
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
      let files = value.split(separator: ":").map(String.init)
      guard files.allSatisfy({ $0.hasPrefix("/") || $0.hasPrefix("~/") }) else { return false }
      configuration[keyPath: path] = files
    case .proxy(let path):
      guard (try? ProxyChoice(value)) != nil else { return false }
      configuration[keyPath: path] = value
    case .text(let path):
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
      configuration[keyPath: path] = value
    }
    return true
  }

  /// Finds the setting of that name.
  /// - Throws: `CommandError` with the nearest name.
  package static func named(_ name: String) throws(CommandError) -> Setting {
    guard let setting = Setting(rawValue: name) else {
      throw CommandError(
        .settingUnknown, ["name": name],
        suggestion: NearestName.find(name, among: allCases.map(\.rawValue)))
    }
    return setting
  }
}
