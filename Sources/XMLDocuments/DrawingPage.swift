// SPDX-License-Identifier: MIT
// Part of Grille: what can be read of an SVG drawing.

internal import DOM

/// Shows the title, the descriptions, the texts and the links of a drawing.
enum DrawingPage {
  static func make(_ document: Document, notice: String?) -> Document {
    let root = document.documentElement
    var page = PageBuilder(
      language: document.attribute(.lang, in: .xml, of: root).map(document.string) ?? "")
    if let notice { page.paragraph(notice) }
    var hasTitle = false
    var node = document.next(after: root, within: root)
    while !node.isNone {
      guard document.isElement(node), document.namespace(of: node) == .svg else {
        node = document.next(after: node, within: root)
        continue
      }
      switch document.name(of: node) {
      case .title, .desc, .text:
        let text = Feed.collapsed(document.descendantText(of: node))
        if !text.isEmpty {
          if document.name(of: node) == .title, !hasTitle {
            hasTitle = true
            page.title(text)
            page.element(.h1, text)
          } else {
            add(text, node, document, &page)
          }
        }
        node = document.nextSkippingChildren(of: node, within: root)
      case .defs, .symbol, .script, .style:
        node = document.nextSkippingChildren(of: node, within: root)
      default: node = document.next(after: node, within: root)
      }
    }
    return page.finish()
  }

  private static func add(
    _ text: String, _ node: NodeID, _ document: Document, _ page: inout PageBuilder
  ) {
    var anchor = document.parent(of: node)
    while !anchor.isNone, document.name(of: anchor) != .a { anchor = document.parent(of: anchor) }
    let href =
      anchor.isNone
      ? nil
      : document.attribute(.href, of: anchor) ?? document.attribute(.href, in: .xlink, of: anchor)
    page.begin(.p)
    if let href {
      page.begin(.a, .href, document.string(href))
      page.text(text)
      page.end()
    } else {
      page.text(text)
    }
    page.end()
  }
}
