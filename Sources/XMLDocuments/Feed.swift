// SPDX-License-Identifier: MIT
// Part of Grille: what RSS, Atom and OPML documents hold.

package import DOM

/// A list of entries: an RSS or Atom feed, or the outline of an OPML file.
package struct Feed: Sendable, Equatable {
  /// One entry.
  package struct Entry: Sendable, Equatable {
    /// The title, or an empty string.
    package var title = ""
    /// The address of what the entry is about, as written, or an empty string.
    package var href = ""
    /// The date as "2026-11-30 12:00", as written if it cannot be read, or an empty string.
    package var date = ""
    /// The author, or an empty string.
    package var author = ""
    /// The summary or the content.
    package var summary = ""
    /// Whether the summary is HTML.
    package var isHTML = false
    /// An enclosed file's address, as written, or an empty string.
    package var enclosure = ""
    /// The level in an outline, 0 at the top.
    package var level = 0
  }

  /// The title, or an empty string.
  package private(set) var title = ""
  /// The address of the site, as written, or an empty string.
  package private(set) var href = ""
  /// The description, or an empty string.
  package private(set) var description = ""
  /// The language tag, or an empty string.
  package private(set) var language = ""
  /// The entries in the order of the document.
  package private(set) var entries: [Entry] = []

  /// Entries beyond this count are left out.
  static var entryLimit: Int { 20_000 }

  /// Reads a feed; nil if the document's root is not that of one.
  package init?(_ document: Document) {
    let root = document.documentElement
    guard !root.isNone else { return nil }
    switch document.string(document.name(of: root)) {
    case "rss", "RDF", "feed": readFeed(document, root)
    case "opml": readOutline(document, root)
    default: return nil
    }
  }

  // MARK: RSS and Atom

  private mutating func readFeed(_ document: Document, _ root: NodeID) {
    language = document.attribute(.lang, in: .xml, of: root).map(document.string) ?? ""
    // RSS keeps entries inside the channel, RDF beside it, Atom below the root.
    var parents = [root]
    while let parent = parents.popLast() {
      var child = document.firstElementChild(of: parent)
      while !child.isNone, entries.count < Self.entryLimit {
        switch document.string(document.name(of: child)) {
        case "channel" where parent == root: parents.append(child)
        case "item", "entry": entries.append(Self.entry(document, child))
        case "title": if title.isEmpty { title = Self.text(document, child) }
        case "link": if href.isEmpty { href = Self.link(document, child) }
        case "description", "subtitle":
          if description.isEmpty { description = Self.text(document, child) }
        case "language": if language.isEmpty { language = Self.text(document, child) }
        default: break
        }
        child = document.nextElementSibling(of: child)
      }
    }
  }

  private static func entry(_ document: Document, _ node: NodeID) -> Entry {
    var entry = Entry()
    var content = ""
    var contentIsHTML = false
    var identifier = ""
    var child = document.firstElementChild(of: node)
    while !child.isNone {
      switch document.string(document.name(of: child)) {
      case "title": if entry.title.isEmpty { entry.title = text(document, child) }
      case "link": if entry.href.isEmpty { entry.href = link(document, child) }
      case "guid":
        let mark = document.nameID(of: "isPermaLink") ?? .absent
        if !document.attribute(mark, of: child, is: "false") {
          identifier = text(document, child)
        }
      case "pubDate", "published", "date": entry.date = FeedDate.readable(text(document, child))
      case "updated":
        if entry.date.isEmpty { entry.date = FeedDate.readable(text(document, child)) }
      case "author", "creator":
        if entry.author.isEmpty {
          let name = document.nameID(of: "name").map { firstChild($0, of: child, document) }
          entry.author = text(document, name.flatMap { $0.isNone ? nil : $0 } ?? child)
        }
      case "description":
        entry.summary = document.descendantText(of: child)
        entry.isHTML = true
      case "summary":
        entry.summary = document.descendantText(of: child)
        entry.isHTML = document.attribute(.type, of: child, is: "html")
      case "content":
        content = document.descendantText(of: child)
        contentIsHTML = document.attribute(.type, of: child, is: "html")
      case "encoded":
        content = document.descendantText(of: child)
        contentIsHTML = true
      case "enclosure":
        if let url = document.nameID(of: "url") {
          entry.enclosure = document.attributeValue(url, of: child) ?? ""
        }
      default: break
      }
      child = document.nextElementSibling(of: child)
    }
    if isBlank(entry.summary) {
      entry.summary = content
      entry.isHTML = contentIsHTML
    }
    if entry.href.isEmpty { entry.href = identifier }
    return entry
  }

  private static func firstChild(_ name: NameID, of node: NodeID, _ document: Document) -> NodeID {
    var child = document.firstElementChild(of: node)
    while !child.isNone, document.name(of: child) != name {
      child = document.nextElementSibling(of: child)
    }
    return child
  }

  /// The address of a `link`: its text in RSS, an attribute in Atom, where other relations are left
  /// out.
  private static func link(_ document: Document, _ node: NodeID) -> String {
    guard let href = document.attributeValue(.href, of: node) else {
      return text(document, node)
    }
    if document.hasAttribute(.rel, of: node), !document.attribute(.rel, of: node, is: "alternate") {
      return ""
    }
    return href
  }

  /// The text of an element with its white space collapsed.
  private static func text(_ document: Document, _ node: NodeID) -> String {
    collapsed(document.descendantText(of: node))
  }

  static func collapsed(_ text: String) -> String {
    let words = text.utf8.split(whereSeparator: \.isASCIIWhitespace)
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(\.isASCIIWhitespace) }

  // MARK: OPML

  private mutating func readOutline(_ document: Document, _ root: NodeID) {
    var node = document.next(after: root, within: root)
    var level = 0
    var parents: [NodeID] = []
    while !node.isNone, entries.count < Self.entryLimit {
      if document.isElement(node) {
        switch document.string(document.name(of: node)) {
        case "title": if title.isEmpty { title = Self.text(document, node) }
        case "outline":
          while let last = parents.last, !document.isInclusiveDescendant(node, of: last) {
            parents.removeLast()
          }
          level = parents.count
          parents.append(node)
          entries.append(Self.outline(document, node, level))
        default: break
        }
      }
      node = document.next(after: node, within: root)
    }
  }

  private static func outline(_ document: Document, _ node: NodeID, _ level: Int) -> Entry {
    func value(_ name: String) -> String {
      document.nameID(of: name).flatMap { document.attributeValue($0, of: node) } ?? ""
    }
    var entry = Entry()
    entry.title = collapsed(value("text").isEmpty ? value("title") : value("text"))
    entry.href = [value("xmlUrl"), value("htmlUrl"), value("url")].first { !$0.isEmpty } ?? ""
    entry.summary = value("description")
    entry.level = level
    return entry
  }
}
