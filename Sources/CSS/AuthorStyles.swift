// SPDX-License-Identifier: MIT
// Part of Grille: finds the style sheets a document asks for.
package import DOM

/// The style sheets of a document in tree order.
package enum AuthorStyles {
  /// One place a sheet comes from.
  package enum Source: Sendable {
    /// A `style` element, already parsed.
    case inline(StyleSheet, NodeID)
    /// A `link` element whose sheet has to be loaded.
    case external(address: String, media: String, NodeID)
  }

  // html.spec.whatwg.org/#the-style-element
  // html.spec.whatwg.org/#link-type-stylesheet
  /// Every sheet the document asks for; alternate sheets are left out.
  package static func sources(in document: Document) -> [Source] {
    var result: [Source] = []
    var node = document.next(after: .document)
    while !node.isNone {
      if document.isElement(node) {
        let name = document.name(of: node)
        if name == .style {
          if let sheet = sheet(of: node, in: document) { result.append(.inline(sheet, node)) }
        } else if name == .link, document.namespace(of: node) == .html,
          let address = stylesheetAddress(node, in: document)
        {
          result.append(
            .external(
              address: address, media: document.attributeValue(.media, of: node) ?? "", node))
        }
      }
      node = document.next(after: node)
    }
    return result
  }

  /// The sheets of the document's `style` elements.
  package static func styleElements(in document: Document) -> [StyleSheet] {
    var result: [StyleSheet] = []
    var node = document.next(after: .document)
    while !node.isNone {
      if document.isElement(node), document.name(of: node) == .style,
        let sheet = sheet(of: node, in: document)
      {
        result.append(sheet)
      }
      node = document.next(after: node)
    }
    return result
  }

  private static func sheet(of element: NodeID, in document: Document) -> StyleSheet? {
    let namespace = document.namespace(of: element)
    guard namespace == .html || namespace == .svg else { return nil }
    if let type = document.attribute(.type, of: element), !type.isEmpty,
      !document.text(type, is: "text/css")
    {
      return nil
    }
    var bytes: [UInt8] = []
    var child = document.firstChild(of: element)
    while !child.isNone {
      if document.kind(of: child) == .text { document.appendText(of: child, into: &bytes) }
      child = document.nextSibling(of: child)
    }
    guard !bytes.isEmpty else { return nil }
    var sheet = StyleSheet.parse(bytes, origin: .author)
    sheet.media = document.attributeValue(.media, of: element) ?? ""
    return sheet
  }

  private static func stylesheetAddress(_ link: NodeID, in document: Document) -> String? {
    guard let rel = document.attributeValue(.rel, of: link),
      let address = document.attributeValue(.href, of: link), !address.isEmpty,
      !document.hasAttribute(.disabled, of: link)
    else { return nil }
    let words = rel.utf8.split(whereSeparator: \.isSpace).map { word in
      word.map(\.lowercasedASCII)
    }
    guard words.contains(Array("stylesheet".utf8)), !words.contains(Array("alternate".utf8)) else {
      return nil
    }
    if let type = document.attribute(.type, of: link), !type.isEmpty,
      !document.text(type, is: "text/css")
    {
      return nil
    }
    return address
  }
}
