// SPDX-License-Identifier: MIT
// Part of Grille: owns a reader of libxml2.

internal import CLibXML2

/// The node that a reader is at.
enum XMLNodeKind {
  case element, endOfElement, text, entityReference, comment, processingInstruction, other
}

/// A reader of libxml2 over the tree of a text.
@safe struct XMLReader: ~Copyable {
  private let reader: OpaquePointer

  /// Parses a text and opens a reader; nil if libxml2 is not there or has no memory.
  init?(parsing start: UnsafePointer<CChar>, _ count: Int32, recovering: Bool) {
    guard let reader = unsafe shim_xml_open(start, count, recovering ? 1 : 0) else {
      return nil
    }
    unsafe self.reader = reader
  }

  deinit { unsafe shim_xml_close(reader) }

  /// Goes to the next node; false at the end and after an error.
  func read() -> Bool { unsafe shim_xmlTextReaderRead(reader) == 1 }

  var kind: XMLNodeKind {
    switch unsafe shim_xmlTextReaderNodeType(reader) {
    case 1: .element
    case 3, 4, 13, 14: .text
    case 5: .entityReference
    case 7: .processingInstruction
    case 8: .comment
    case 15: .endOfElement
    default: .other
    }
  }

  var isEmptyElement: Bool { unsafe shim_xmlTextReaderIsEmptyElement(reader) == 1 }

  /// Calls a function with the local name of the current node or attribute.
  func withLocalName<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe Self.with(shim_xmlTextReaderConstLocalName(reader), body)
  }

  /// Calls a function with the value of the current node.
  func withValue<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe Self.with(shim_xmlTextReaderConstValue(reader), body)
  }

  /// Calls a function with the namespace of the current node or attribute.
  func withNamespace<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe Self.with(shim_xmlTextReaderConstNamespaceUri(reader), body)
  }

  /// Calls a function with each part of the current attribute's value: a text, or a reference's name.
  func forEachPart(_ body: (Span<UInt8>, _ isReference: Bool) -> Void) {
    var isReference: Int32 = 0
    while let part = unsafe shim_xml_attribute_part(reader, &isReference) {
      unsafe Self.with(part) { body($0, isReference != 0) }
    }
  }

  /// Goes to the first attribute; false if there is none.
  func moveToFirstAttribute() -> Bool {
    unsafe shim_xmlTextReaderMoveToFirstAttribute(reader) == 1
  }

  /// Goes to the next attribute; false if there is none.
  func moveToNextAttribute() -> Bool {
    unsafe shim_xmlTextReaderMoveToNextAttribute(reader) == 1
  }

  /// The first fatal error, or nil.
  var error: XMLSyntaxError? {
    guard let message = unsafe shim_xml_error_message(reader) else { return nil }
    return XMLSyntaxError(
      line: Int(unsafe shim_xml_error_line(reader)),
      column: Int(unsafe shim_xml_error_column(reader)),
      message: unsafe String(cString: message))
  }

  private static func with<Result>(
    _ string: UnsafePointer<CChar>?, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard let string = unsafe string else { return body(Span()) }
    var count = 0
    while unsafe string[count] != 0 { count += 1 }
    return unsafe string.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      body(unsafe Span(_unsafeStart: start, count: count))
    }
  }
}
