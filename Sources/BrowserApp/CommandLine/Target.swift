// SPDX-License-Identifier: MIT
// Part of Grille: what a typed word means: a file, an address or standard input.
import WebInfra

/// What the user asked to open.
nonisolated package enum Target: Equatable, Sendable {
  /// A file or folder, by its path.
  case file(path: String)
  /// An address that has a scheme; not yet parsed.
  case address(String)
  /// Standard input.
  case standardInput

  /// The host of a network address; nil for anything else.
  package var host: String? {
    guard case .address(let text) = self, let url = WebURL(text), url.isHTTP else { return nil }
    return url.hostname
  }

  /// The address, if it is one of the network.
  var networkURL: WebURL? {
    guard case .address(let text) = self, let url = WebURL(text), url.isHTTP else { return nil }
    return url
  }

  /// Why a text is no target.
  package enum Failure: Error, Equatable, Sendable {
    /// It reads like a file name, and there is no such file.
    case noSuchFile(String)
    /// It is neither a file nor an address.
    case notAnAddress(String)
  }

  /// Decides what a text means; an existing file comes before any other reading.
  /// - Parameters:
  ///   - text: what was typed, or given on the command line.
  ///   - home: the folder `~/` stands for.
  ///   - fileExists: whether there is a file or folder of that path.
  /// - Returns: what to open.
  /// - Throws: `Failure` if nothing can be meant by the text.
  package static func resolve(
    _ text: String, home: String?, fileExists: (String) -> Bool
  ) throws(Failure) -> Target {
    if text == "-" { return .standardInput }
    if !text.isEmpty, fileExists(text) { return .file(path: text) }
    let trimmed = String(text.drop(while: \.isWhitespace).trimmingEnd())
    if trimmed.hasPrefix("~/"), let home {
      let path = home + trimmed.dropFirst()
      guard fileExists(path) else { throw .noSuchFile(trimmed) }
      return .file(path: path)
    }
    if trimmed != text, !trimmed.isEmpty, fileExists(trimmed) { return .file(path: trimmed) }
    for prefix in ["/", "./", "../"] where trimmed.hasPrefix(prefix) && !trimmed.hasPrefix("//") {
      throw .noSuchFile(trimmed)
    }
    guard let address = AddressCompletion.complete(trimmed) else {
      if AddressCompletion.looksLikeFileName(trimmed) { throw .noSuchFile(trimmed) }
      throw .notAnAddress(trimmed)
    }
    return .address(address)
  }
}

/// Gives an address typed without a scheme the one that was most probably meant.
nonisolated package enum AddressCompletion {
  /// The address with a scheme, or nil if the text is no address at all.
  ///
  /// A public host name gets `https`; a loopback name and an IP address get `http`, since
  /// certificates for them are rare.
  package static func complete(_ text: String) -> String? {
    guard let first = text.unicodeScalars.first, !text.contains(where: \.isNewline) else {
      return nil
    }
    if let host = hostBehindPassword(of: text) {
      return (isLoopback(host) || isIPAddress(host) ? "http://" : "https://") + text
    }
    if let colon = schemeEnd(of: text) {
      let rest = text[text.index(after: colon)...]
      guard startsWithPort(rest) else { return text }
    } else if text.hasPrefix("//") {
      return "https:" + text
    }
    guard first == "[" || first.properties.isAlphabetic || ("0"..."9").contains(first) else {
      return nil
    }
    let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains(where: \.isWhitespace) || authority.contains("@") { return nil }
    let host = hostName(of: authority)
    let hasPort = host.endIndex != authority.endIndex
    if isLoopback(host) || isIPAddress(host) { return "http://" + text }
    if looksLikeFileName(text), !hasPort { return nil }
    guard host.contains(".") || hasPort || authority.endIndex != text.endIndex else { return nil }
    return "https://" + text
  }

  /// Whether the text ends like the name of a document, so that no host is meant by it.
  package static func looksLikeFileName(_ text: String) -> Bool {
    let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
    if path.contains("/"), path.prefix(while: { $0 != "/" }).contains(".") { return false }
    return [".html", ".htm", ".xhtml", ".txt", ".md", ".xml", ".css", ".json", ".svg", ".pdf"]
      .contains { path.hasSuffix($0) }
  }

  /// The host of `name:password@host`, of which the name is not a scheme; nil for other texts.
  private static func hostBehindPassword(of text: String) -> Substring? {
    let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":"), colon != authority.startIndex,
      !authority.contains(where: \.isWhitespace),
      !schemesWithAtSign.contains(authority[..<colon].lowercased())
    else { return nil }
    let host = hostName(of: authority[authority.index(after: at)...])
    return host.isEmpty ? nil : host
  }

  /// Schemes that no `//` follows and behind which an `@` is usual.
  private static let schemesWithAtSign: Set<String> = [
    "about", "acct", "blob", "cid", "data", "file", "im", "javascript", "mailto", "mid", "news",
    "pres", "sip", "sips", "sms", "tel", "urn", "view-source", "xmpp",
  ]

  // url.spec.whatwg.org/#scheme-state
  private static func schemeEnd(of text: String) -> String.Index? {
    for (offset, index) in text.indices.enumerated() {
      switch text[index] {
      case "a"..."z", "A"..."Z": continue
      case "0"..."9", "+", "-", ".": if offset == 0 { return nil }
      case ":": return offset == 0 ? nil : index
      default: return nil
      }
    }
    return nil
  }

  private static func startsWithPort(_ rest: Substring) -> Bool {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count <= 5 else { return false }
    guard digits.endIndex < rest.endIndex else { return true }
    return ["/", "?", "#"].contains(rest[digits.endIndex])
  }

  private static func hostName(of authority: Substring) -> Substring {
    if authority.hasPrefix("["), let close = authority.firstIndex(of: "]") {
      return authority[...close]
    }
    return authority.prefix { $0 != ":" }
  }

  private static func isLoopback(_ host: Substring) -> Bool {
    let name = host.lowercased()
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  private static func isIPAddress(_ host: Substring) -> Bool {
    if host.hasPrefix("[") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension Substring {
  nonisolated fileprivate func trimmingEnd() -> Substring {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
    return self[..<end]
  }
}
