// SPDX-License-Identifier: MIT
// Part of Grille: URLs made from other URLs, and from file paths.

extension WebURL {
  /// The URL without user name and password.
  public var withoutCredentials: WebURL {
    guard hasCredentials else { return self }
    let start = components.schemeEnd + 3
    let removed = components.hostStart - start
    var parts = components
    parts.usernameEnd = start
    parts.passwordEnd = start
    parts.hostStart = start
    parts.hostEnd -= removed
    parts.pathStart -= removed
    parts.pathEnd -= removed
    parts.queryEnd -= removed
    return WebURL(
      href: text(0, start) + text(components.hostStart, UInt32(href.utf8.count)),
      components: parts)
  }

  /// The URL without its fragment and the `#`.
  public var withoutFragment: WebURL {
    guard components.queryEnd < UInt32(href.utf8.count) else { return self }
    return WebURL(href: text(0, components.queryEnd), components: components)
  }

  /// The URL with another query, or with none if nil is given; the fragment stays.
  ///
  /// What a query cannot hold is percent-encoded; a leading question mark is not expected.
  public func replacingQuery(_ query: String?) -> WebURL {
    var parts = components
    var bytes = Array(text(0, components.pathEnd).utf8)
    if let query {
      bytes.append(0x3F)
      PercentEncoding.encode(
        query.utf8.span, isSpecial ? .specialQueryInAPI : .queryInAPI, into: &bytes)
    }
    parts.queryEnd = UInt32(bytes.count)
    bytes.append(contentsOf: text(components.queryEnd, UInt32(href.utf8.count)).utf8)
    return WebURL(href: String(decoding: bytes, as: UTF8.self), components: parts)
  }

  /// The URL with another fragment, or with none if nil is given.
  public func replacingFragment(_ fragment: String?) -> WebURL {
    guard let fragment else { return withoutFragment }
    return WebURL(
      href: text(0, components.queryEnd) + "#" + PercentEncoding.encode(fragment, .fragment),
      components: components)
  }

  /// Whether both URLs are the same but for their fragments.
  public func equalsIgnoringFragment(_ other: WebURL) -> Bool {
    components.queryEnd == other.components.queryEnd
      && href.utf8.prefix(Int(components.queryEnd)).elementsEqual(
        other.href.utf8.prefix(Int(components.queryEnd)))
  }

  // MARK: Files

  /// The bytes of the path that a `file:` URL on this machine names, or nil for any other URL.
  ///
  /// Paths are bytes on this system, in no particular encoding. Nil too if the path holds a NUL.
  public var filePath: [UInt8]? {
    guard isFile, components.hostKind == .empty else { return nil }
    let path = PercentEncoding.decode(pathname)
    return path.contains(0) ? nil : path
  }

  /// The `file:` URL of an absolute path given as bytes, or nil if the path is relative.
  public static func file(path: [UInt8]) -> WebURL? {
    guard path.first == 0x2F, !path.contains(0) else { return nil }
    var bytes = Array("file://".utf8)
    PercentEncoding.encode(path.span, .filePath, into: &bytes)
    return WebURL(String(decoding: bytes, as: UTF8.self))
  }

  /// The `file:` URL of an absolute path, or nil if the path is relative.
  public static func file(path: String) -> WebURL? { file(path: Array(path.utf8)) }
}

extension PercentEncodeSet {
  /// A path's set with the characters that would end the path or change its meaning.
  static let filePath = path.adding("%\\#?:|")
  /// A query's set when the query comes alone: `#` does not end it and white space is kept.
  static let queryInAPI = query.adding("#")
  static let specialQueryInAPI = specialQuery.adding("#")
}
