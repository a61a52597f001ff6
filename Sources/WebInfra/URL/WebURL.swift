// SPDX-License-Identifier: MIT
// Part of Grille: a parsed web address and its parts.

/// A URL as the URL standard parses and serialises it.
///
/// The serialisation is kept as one ASCII string; parts are ranges of it. Two URLs are equal when
/// their serialisations are.
public struct WebURL: Sendable {
  /// The serialised URL: pure ASCII, no control characters.
  public let href: String
  let components: URLComponents

  init(href: String, components: URLComponents) {
    self.href = href
    self.components = components
  }

  /// Parses an address, relative to another one if given.
  ///
  /// Spaces at the ends, tabs and line breaks anywhere are dropped; other characters that have no
  /// place in a URL are percent-encoded. Nil if the standard calls the input a failure.
  public init?(_ input: String, base: WebURL? = nil) {
    guard let url = URLParser.parse(input.utf8.span, base: base) else { return nil }
    self = url
  }

  /// Parses an address given as bytes, which are read as UTF-8; broken sequences become U+FFFD.
  package init?(utf8 bytes: Span<UInt8>, base: WebURL? = nil) {
    guard let url = URLParser.parseRepairing(bytes, base: base) else { return nil }
    self = url
  }

  /// Parses an address that stands in a document of that encoding, which its query is written in.
  package init?(_ input: String, base: WebURL?, documentEncoding: TextEncoding) {
    let encoding = documentEncoding.outputEncoding
    let url = URLParser.parse(
      input.utf8.span, base: base, queryEncoding: encoding == .utf8 ? nil : encoding)
    guard let url else { return nil }
    self = url
  }

  // MARK: Parts

  /// The scheme without the colon, in lower case.
  public var scheme: String { text(0, components.schemeEnd) }

  /// The user name, percent-encoded; empty if there is none.
  public var username: String {
    components.hasAuthority ? text(components.schemeEnd + 3, components.usernameEnd) : ""
  }

  /// The password, percent-encoded; empty if there is none.
  public var password: String {
    components.passwordEnd > components.usernameEnd
      ? text(components.usernameEnd + 1, components.passwordEnd) : ""
  }

  /// The host as it is serialised (IPv6 addresses in brackets); empty if there is none.
  public var hostname: String { text(components.hostStart, components.hostEnd) }

  /// The host, or nil if the URL has none (`data:` and the like).
  public var host: URLHost? {
    URLHost(serialized: hostname, kind: components.hostKind)
  }

  /// The port if one is given that is not the scheme's default.
  public var port: UInt16? { components.port }

  /// The port a connection is made to: the given one, else the scheme's default.
  public var effectivePort: UInt16? { components.port ?? components.schemeKind.defaultPort }

  /// The path, percent-encoded: `/` and segments, or any text for opaque paths (`data:`).
  public var pathname: String { text(components.pathStart, components.pathEnd) }

  /// The query with its question mark; empty if the query is absent or empty.
  public var search: String {
    components.queryEnd > components.pathEnd + 1
      ? text(components.pathEnd, components.queryEnd) : ""
  }

  /// The query without the question mark, or nil if there is no question mark.
  public var query: String? {
    components.queryEnd > components.pathEnd
      ? text(components.pathEnd + 1, components.queryEnd) : nil
  }

  /// The fragment without `#`, percent-encoded, or nil if there is no `#`.
  public var fragment: String? {
    let count = UInt32(href.utf8.count)
    return count > components.queryEnd ? text(components.queryEnd + 1, count) : nil
  }

  /// Path and query as an HTTP request line carries them.
  public var requestTarget: String { text(components.pathStart, components.queryEnd) }

  /// Whether the scheme is one the standard has special rules for: http(s), ws(s), ftp, file.
  public var isSpecial: Bool { components.schemeKind != .other }

  /// Whether the scheme is `http` or `https`.
  public var isHTTP: Bool { components.schemeKind == .http || components.schemeKind == .https }

  /// Whether the scheme is `https`.
  public var isHTTPS: Bool { components.schemeKind == .https }

  /// Whether the scheme is `file`.
  public var isFile: Bool { components.schemeKind == .file }

  /// Whether the path is an uninterpreted text, as in `mailto:` and `data:`.
  public var hasOpaquePath: Bool { components.hasOpaquePath }

  /// Whether a user name or a password is given.
  public var hasCredentials: Bool {
    components.hasAuthority && components.hostStart > components.schemeEnd + 3
  }

  // url.spec.whatwg.org/#origin
  /// The origin: scheme, host and port for network schemes, else a fresh opaque one.
  public var origin: Origin {
    switch components.schemeKind {
    case .http, .https, .ws, .wss, .ftp:
      return Origin(scheme: scheme, host: hostname, port: components.port)
    case .file: return .makeOpaque()
    case .other:
      if scheme == "blob", let inner = WebURL(pathname), inner.isHTTP { return inner.origin }
      return .makeOpaque()
    }
  }

  /// The bytes of `href` between two offsets, as text.
  func text(_ start: UInt32, _ end: UInt32) -> String {
    let utf8 = href.utf8
    let first = utf8.index(utf8.startIndex, offsetBy: Int(start))
    return String(href[first..<utf8.index(first, offsetBy: Int(end - start))])
  }
}

extension WebURL: Hashable {
  /// Whether the serialisations are equal.
  public static func == (left: WebURL, right: WebURL) -> Bool { left.href == right.href }

  /// Hashes the serialisation.
  public func hash(into hasher: inout Hasher) { hasher.combine(href) }
}

extension WebURL: CustomStringConvertible {
  /// The serialised URL without user name and password, so that no log shows them.
  public var description: String { hasCredentials ? withoutCredentials.href : href }
}
