// SPDX-License-Identifier: MIT
// Part of Grille: what a document says about itself.

/// Title, base address, relations and other facts that a document states about itself.
///
/// Addresses are as they stand in the document: resolve them against the base address.
package struct DocumentMetadata: Sendable, Equatable {
  /// An address that a `link` element gives.
  package struct Link: Sendable, Equatable {
    /// The address as written.
    package var href: String
    /// The media type, or an empty string.
    package var type: String
    /// The title, or an empty string.
    package var title: String

    /// Makes a link.
    package init(href: String, type: String, title: String) {
      self.href = href
      self.type = type
      self.title = title
    }
  }

  /// A declarative refresh.
  package struct Refresh: Sendable, Equatable {
    /// Seconds to wait.
    package var delay: Int
    /// The address as written, or nil to load the same document again.
    package var href: String?

    /// Makes a refresh.
    package init(delay: Int, href: String?) {
      self.delay = delay
      self.href = href
    }
  }

  /// The title with its white space collapsed, or nil if there is no title element.
  package private(set) var title: String?
  /// The address of the first `base` element that has one.
  package private(set) var baseHref: String?
  /// The first refresh.
  package private(set) var refresh: Refresh?
  /// The label of the first encoding declaration.
  package private(set) var charset: String?
  /// The address that the document prefers for itself.
  package private(set) var canonicalHref: String?
  /// The next document of a series.
  package private(set) var nextHref: String?
  /// The previous document of a series.
  package private(set) var previousHref: String?
  /// RSS, Atom and JSON feeds.
  package private(set) var feeds: [Link] = []
  /// The language tag of the root element, or nil.
  package private(set) var language: String?
  /// The description for lists of search results, or nil.
  package private(set) var description: String?
  /// The referrer policy's name, or nil.
  package private(set) var referrerPolicy: String?

  /// Collects the facts of a document.
  package init(_ document: Document) {
    let root = document.documentElement
    if !root.isNone {
      let tag =
        document.attribute(.lang, in: .xml, of: root) ?? document.attribute(.lang, of: root)
      language = tag.map(document.string)
      if document.namespace(of: root) == .svg {
        let child = document.firstElementChild(of: root)
        if !child.isNone, document.name(of: child) == .title { takeTitle(child, document) }
      }
    }
    for node in document.metadataElements {
      switch document.name(of: node) {
      case .title: if title == nil { takeTitle(node, document) }
      case .base: if baseHref == nil { baseHref = document.attributeValue(.href, of: node) }
      case .meta: takeMeta(node, document)
      case .link: takeLink(node, document)
      default: break
      }
    }
  }

  private mutating func takeTitle(_ node: NodeID, _ document: Document) {
    var bytes: [UInt8] = []
    document.appendDescendantText(of: node, into: &bytes)
    var collapsed: [UInt8] = []
    for byte in bytes {
      if !byte.isASCIIWhitespace {
        collapsed.append(byte)
      } else if let last = collapsed.last, last != 0x20 {
        collapsed.append(0x20)
      }
    }
    if collapsed.last == 0x20 { collapsed.removeLast() }
    title = String(decoding: collapsed, as: UTF8.self)
  }

  private mutating func takeMeta(_ node: NodeID, _ document: Document) {
    if charset == nil, let label = document.attributeValue(.charset, of: node) { charset = label }
    guard let content = document.attributeValue(.content, of: node) else { return }
    if let header = document.attribute(.httpEquiv, of: node) {
      if document.text(header, is: "refresh") {
        if refresh == nil { refresh = Self.refresh(content) }
      } else if document.text(header, is: "content-type") {
        if charset == nil, let label = Self.charset(inContentType: Array(content.utf8)) {
          charset = String(decoding: label, as: UTF8.self)
        }
      } else if document.text(header, is: "content-language") {
        if language == nil, !content.contains(",") { language = content }
      }
    } else if document.attribute(.name, of: node, is: "description") {
      if description == nil { description = content }
    } else if document.attribute(.name, of: node, is: "referrer") {
      referrerPolicy = content
    }
  }

  private mutating func takeLink(_ node: NodeID, _ document: Document) {
    guard let relations = document.attributeValue(.rel, of: node),
      let href = document.attributeValue(.href, of: node), !href.isEmpty
    else { return }
    let type = document.attributeValue(.type, of: node) ?? ""
    for relation in relations.utf8.split(whereSeparator: \.isASCIIWhitespace) {
      switch String(decoding: relation.map(\.asciiLowercased), as: UTF8.self) {
      case "canonical": canonicalHref = canonicalHref ?? href
      case "next": nextHref = nextHref ?? href
      case "prev", "previous": previousHref = previousHref ?? href
      case "alternate", "feed":
        let kinds = [
          "application/rss+xml", "application/atom+xml", "application/feed+json",
        ]
        let kind = String(decoding: type.utf8.map(\.asciiLowercased), as: UTF8.self)
        if kinds.contains(kind), feeds.count < 64 {
          let title = document.attributeValue(.title, of: node) ?? ""
          feeds.append(Link(href: href, type: kind, title: title))
        }
      default: break
      }
    }
  }

  // MARK: Values

  // html.spec.whatwg.org/#shared-declarative-refresh-steps
  /// Reads the value of a refresh, of a `meta` element or of the header; nil if it has no number.
  package static func refresh(_ content: String) -> Refresh? {
    let bytes = Array(content.utf8)
    var index = 0
    func skipWhitespace() {
      while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
    }
    skipWhitespace()
    let first = index
    var delay = 0
    while index < bytes.count, bytes[index].isASCIIDigit {
      delay = min(delay * 10 + Int(bytes[index] - 0x30), 1_000_000_000)
      index += 1
    }
    if index == first, index >= bytes.count || bytes[index] != UInt8(ascii: ".") { return nil }
    while index < bytes.count, bytes[index].isASCIIDigit || bytes[index] == UInt8(ascii: ".") {
      index += 1
    }
    var result = Refresh(delay: delay, href: nil)
    guard index < bytes.count else { return result }
    guard
      [UInt8(ascii: ";"), UInt8(ascii: ",")].contains(bytes[index])
        || bytes[index].isASCIIWhitespace
    else { return nil }
    skipWhitespace()
    if index < bytes.count, [UInt8(ascii: ";"), UInt8(ascii: ",")].contains(bytes[index]) {
      index += 1
    }
    skipWhitespace()
    guard index < bytes.count else { return result }
    var address = bytes[index...]
    let word = address.prefix(3).map(\.asciiLowercased)
    if word == Array("url".utf8) {
      var rest = address.dropFirst(3).drop(while: \.isASCIIWhitespace)
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop(while: \.isASCIIWhitespace)
        address = rest
      }
    }
    if let quote = address.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      address = address.dropFirst()
      address = address.prefix { $0 != quote }
    }
    result.href = String(decoding: address, as: UTF8.self)
    return result
  }

  // html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element
  /// The encoding label in the value of a content type, or nil.
  package static func charset(inContentType content: [UInt8]) -> [UInt8]? {
    let word = Array("charset".utf8)
    var start = 0
    while start + word.count <= content.count {
      guard content[start..<start + word.count].map(\.asciiLowercased) == word else {
        start += 1
        continue
      }
      var rest = content[(start + word.count)...].drop(while: \.isASCIIWhitespace)
      start += word.count
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: \.isASCIIWhitespace)
      guard let first = rest.first else { return nil }
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: first) else { return nil }
        return Array(rest[..<end])
      }
      return Array(rest.prefix { !$0.isASCIIWhitespace && $0 != UInt8(ascii: ";") })
    }
    return nil
  }
}
