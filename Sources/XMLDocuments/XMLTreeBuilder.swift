// SPDX-License-Identifier: MIT
// Part of Grille: makes a document of what the XML reader reports.

internal import DOM

/// Builds the tree of an XML text.
struct XMLTreeBuilder: ~Copyable {
  private var builder = DocumentBuilder(isHTML: false)
  private var open: [NodeID] = [.document]
  private let limits: DocumentLimits

  init(limits: DocumentLimits) { self.limits = limits }

  consuming func finish() -> Document { builder.snapshot() }

  /// Adds the node that a reader is at; false if a limit ends reading.
  mutating func add(_ reader: borrowing XMLReader) -> Bool {
    guard builder.nodeCount < limits.nodes else {
      builder.reach(.nodes)
      return false
    }
    switch reader.kind {
    case .element: addElement(reader)
    case .endOfElement: if open.count > 1 { open.removeLast() }
    case .text: reader.withValue { addText($0) }
    case .entityReference: addReference(reader)
    case .comment:
      let node = reader.withValue { builder.makeComment($0) }
      builder.append(node, to: parent)
    case .processingInstruction, .other: break
    }
    return true
  }

  private var parent: NodeID { open.last ?? .document }

  private mutating func addElement(_ reader: borrowing XMLReader) {
    let isEmpty = reader.isEmptyElement
    let namespace = reader.withNamespace { Self.namespace($0) }
    let name = reader.withLocalName { builder.intern($0) }
    let node = builder.makeElement(name, namespace)
    builder.append(node, to: parent)
    var count = 0
    var isMore = reader.moveToFirstAttribute()
    while isMore, count < limits.attributesPerElement {
      let space = reader.withNamespace { Self.attributeNamespace($0) }
      let name = reader.withLocalName { builder.intern($0) }
      builder.addAttribute(name, space, value: Self.attributeValue(reader).span, to: node)
      count += 1
      isMore = reader.moveToNextAttribute()
    }
    if isMore { builder.reach(.attributes) }
    if namespace == .html {
      switch name {
      case .title, .base, .meta, .link: builder.noteMetadata(node)
      default: break
      }
    }
    if !isEmpty { open.append(node) }
  }

  private mutating func addText(_ text: Span<UInt8>) {
    guard parent != .document, text.count > 0 else { return }
    let last = builder.lastChild(of: parent)
    if !last.isNone, builder.kind(of: last) == .text {
      builder.appendText(text, to: last)
    } else {
      let node = builder.makeText(text)
      builder.append(node, to: parent)
    }
  }

  private mutating func addReference(_ reader: borrowing XMLReader) {
    let text = reader.withLocalName { Self.text(ofReference: $0) }
    addText(text.span)
  }

  private static func attributeValue(_ reader: borrowing XMLReader) -> [UInt8] {
    var value: [UInt8] = []
    reader.forEachPart { part, isReference in
      if isReference {
        value += text(ofReference: part)
      } else {
        for index in 0..<part.count { value.append(part[index]) }
      }
    }
    return value
  }

  /// A reference that XML does not define: HTML's names are known, others stay as they are written.
  private static func text(ofReference name: Span<UInt8>) -> [UInt8] {
    if let known = HTMLParser.namedReference(name) { return known }
    var text = [UInt8(ascii: "&")]
    for index in 0..<name.count { text.append(name[index]) }
    text.append(UInt8(ascii: ";"))
    return text
  }

  private static func namespace(_ name: Span<UInt8>) -> Namespace {
    if name.count == 0 { return .none }
    if spells(name, "http://www.w3.org/1999/xhtml") { return .html }
    if spells(name, "http://www.w3.org/2000/svg") { return .svg }
    if spells(name, "http://www.w3.org/1998/Math/MathML") { return .mathML }
    return .other
  }

  private static func attributeNamespace(_ name: Span<UInt8>) -> Namespace {
    if name.count == 0 { return .none }
    if spells(name, "http://www.w3.org/1999/xlink") { return .xlink }
    if spells(name, "http://www.w3.org/XML/1998/namespace") { return .xml }
    if spells(name, "http://www.w3.org/2000/xmlns/") { return .xmlns }
    return .other
  }

  private static func spells(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      for index in 0..<bytes.count where unsafe bytes[index] != expected[index] { return false }
      return true
    }
  }
}
