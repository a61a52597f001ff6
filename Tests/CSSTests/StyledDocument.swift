// SPDX-License-Identifier: MIT
// Part of Grille: styles a whole document and answers by id, for the tests of this target.
import DOM

@testable import CSS

/// A document whose elements are all styled, in tree order, as layout does it.
struct StyledDocument {
  let document: Document
  var resolver: StyleResolver
  private(set) var styles: [NodeID: StyleID] = [:]
  private(set) var before: [NodeID: [ContentItem]] = [:]

  init(
    _ html: String, css: String = "", columns: Int = 80, rows: Int = 25,
    usesAuthorStyles: Bool = true, targetID: String? = nil, toggled: [String] = []
  ) {
    document = HTMLParser.parse(html)
    var environment = MediaEnvironment(columns: columns, rows: rows)
    environment.usesAuthorStyles = usesAuthorStyles
    environment.targetID = targetID
    let sheets = css.isEmpty ? [] : [StyleSheet.parse(css, origin: .author)]
    resolver = StyleResolver(document: document, sheets: sheets, environment: environment)
    resolver.toggledDetails = Set(toggled.map { document.element(withID: $0) })
    walk()
  }

  private mutating func walk() {
    var node = document.documentElement
    var path: [(node: NodeID, style: StyleID)] = []
    while !node.isNone {
      let parent = document.parent(of: node)
      while let last = path.last, last.node != parent {
        resolver.leave(last.node)
        path.removeLast()
      }
      if document.isElement(node) {
        let style = resolver.enter(node, parent: path.last?.style ?? .initial)
        styles[node] = style
        if let pseudo = resolver.pseudo(.before, of: node, style: style) {
          before[node] = pseudo.content
        }
        path.append((node, style))
      }
      node = document.next(after: node)
    }
  }

  /// The style of the element with an id.
  subscript(id: String) -> ComputedStyle {
    resolver.table[styleID(id)]
  }

  /// The number of the style of the element with an id.
  func styleID(_ id: String) -> StyleID { styles[document.element(withID: id), default: .initial] }

  /// The style of the first element of a name.
  func first(_ name: NameID) -> ComputedStyle {
    var node = document.next(after: .document)
    while document.name(of: node) != name { node = document.next(after: node) }
    return resolver.table[styles[node, default: .initial]]
  }

  /// What the element's ::before shows.
  func before(_ id: String) -> [ContentItem]? { before[document.element(withID: id)] }
}
