// SPDX-License-Identifier: MIT
// Part of Grille: writes a tree as HTML.

/// Writes a document as the HTML that a parser would make the same tree of.
package struct HTMLWriter {
  private let document: Document
  private var buffer: [UInt8] = []

  /// Bytes gathered before they are given to the sink.
  private static let chunk = 65536

  /// Makes a writer of a document.
  package init(_ document: Document) { self.document = document }

  // html.spec.whatwg.org/#html-fragment-serialisation-algorithm
  /// Writes the whole document.
  ///
  /// Not by recursion, because pages may be nested deeper than the stack.
  /// - Parameter sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  package mutating func write(to sink: (Span<UInt8>) -> Bool) -> Bool {
    // Contents of templates hang beside the tree, so what is still to be closed is kept here.
    var open: [(node: NodeID, next: NodeID)] = []
    var node = document.firstChild(of: .document)
    while true {
      while node.isNone {
        guard let (closed, next) = open.popLast() else {
          return flush(to: sink)
        }
        appendEnd(of: closed)
        node = next
      }
      if buffer.count >= Self.chunk, !flush(to: sink) { return false }
      let next = document.nextSibling(of: node)
      guard document.isElement(node) else {
        appendLeaf(node)
        node = next
        continue
      }
      appendStart(of: node)
      if isVoid(node) {
        node = next
      } else {
        open.append((node, next))
        let contents = document.templateContents(of: node)
        node = document.firstChild(of: contents.isNone ? node : contents)
      }
    }
  }

  /// The whole document as a string; for tests.
  package static func string(_ document: Document) -> String {
    var bytes: [UInt8] = []
    var writer = HTMLWriter(document)
    writer.write { chunk in
      for index in chunk.indices { bytes.append(chunk[index]) }
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Nodes

  private mutating func appendLeaf(_ node: NodeID) {
    switch document.kind(of: node) {
    case .text:
      let isRaw = isRawText(document.parent(of: node))
      append(document.textRange(of: node), escaping: isRaw ? .nothing : .text)
    case .comment:
      append("<!--")
      append(document.textRange(of: node), escaping: .nothing)
      append("-->")
    case .processingInstruction:
      append("<?")
      append(document.textRange(of: node), escaping: .nothing)
      append(">")
    case .doctype:
      append("<!DOCTYPE \(document.documentType(of: node).name)>")
    case .element, .document, .fragment: break
    }
  }

  private mutating func appendStart(of node: NodeID) {
    append("<")
    append(document.string(document.name(of: node)))
    for number in document.attributes(of: node) {
      let attribute = document.attribute(at: number)
      append(" ")
      append(Self.prefix(attribute.namespace))
      append(document.string(attribute.name))
      append("=\"")
      append(attribute.value, escaping: .attribute)
      append("\"")
    }
    append(">")
  }

  private mutating func appendEnd(of node: NodeID) {
    append("</")
    append(document.string(document.name(of: node)))
    append(">")
  }

  private static func prefix(_ namespace: Namespace) -> String {
    switch namespace {
    case .xlink: "xlink:"
    case .xml: "xml:"
    case .none, .html, .svg, .mathML, .xmlns, .other: ""
    }
  }

  // html.spec.whatwg.org/#void-elements, with those that are obsolete and serialised alike.
  private func isVoid(_ node: NodeID) -> Bool {
    guard document.namespace(of: node) == .html else { return false }
    switch document.name(of: node) {
    case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen,
      .link, .meta, .param, .source, .track, .wbr:
      return true
    default: return false
    }
  }

  private func isRawText(_ node: NodeID) -> Bool {
    guard !node.isNone, document.namespace(of: node) == .html else { return false }
    switch document.name(of: node) {
    case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: return true
    default: return false
    }
  }

  // MARK: Text

  private enum Escaping {
    case nothing
    case text
    case attribute
  }

  private mutating func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

  // html.spec.whatwg.org/#escapingString
  private mutating func append(_ range: TextRange, escaping: Escaping) {
    guard escaping != .nothing else { return document.appendText(range, into: &buffer) }
    var bytes: [UInt8] = []
    document.appendText(range, into: &bytes)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\"") where escaping == .attribute: append("&quot;")
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0:
        append("&nbsp;")
        index += 1
      case let byte: buffer.append(byte)
      }
      index += 1
    }
  }

  private mutating func flush(to sink: (Span<UInt8>) -> Bool) -> Bool {
    let isTaken = sink(buffer.span)
    buffer.removeAll(keepingCapacity: true)
    return isTaken
  }
}
