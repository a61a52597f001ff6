// SPDX-License-Identifier: MIT
// Part of Grille: reading attributes.

/// One attribute of an element; its value is read through the document.
package struct Attribute: Sendable, BitwiseCopyable {
  /// The local name.
  package let name: NameID
  /// The namespace, `.none` almost always.
  package let namespace: Namespace
  /// The value.
  package let value: TextRange

  @inlinable init(_ record: AttributeRecord) {
    name = NameID(rawValue: Int32(bitPattern: record.identity & 0xFF_FFFF))
    namespace = Namespace(rawValue: UInt8(truncatingIfNeeded: record.identity &>> 24)) ?? .none
    value = record.value
  }
}

extension Document {
  /// The numbers of an element's attributes, in source order; empty for other nodes.
  @inlinable package func attributes(of node: NodeID) -> Range<Int> {
    let record = nodes[node.index]
    guard record.kind == .element else { return 0..<0 }
    return Int(record.start)..<Int(record.start) + Int(record.length)
  }

  /// The attribute with a number of `attributes(of:)`.
  @inlinable package func attribute(at number: Int) -> Attribute {
    Attribute(attributeRecords[number])
  }

  /// The value of an attribute without a namespace, or nil if the element has none of that name.
  @inlinable package func attribute(_ name: NameID, of node: NodeID) -> TextRange? {
    let wanted = UInt32(bitPattern: name.rawValue)
    for number in attributes(of: node) {
      let record = attributeRecords[number]
      if record.identity == wanted { return record.value }
    }
    return nil
  }

  /// The value of an attribute in a namespace, or nil.
  @inlinable package func attribute(
    _ name: NameID, in namespace: Namespace, of node: NodeID
  ) -> TextRange? {
    let wanted = UInt32(bitPattern: name.rawValue) | UInt32(namespace.rawValue) &<< 24
    for number in attributes(of: node) where attributeRecords[number].identity == wanted {
      return attributeRecords[number].value
    }
    return nil
  }

  /// Whether an element has an attribute (without a namespace).
  @inlinable package func hasAttribute(_ name: NameID, of node: NodeID) -> Bool {
    attribute(name, of: node) != nil
  }

  /// The value of an attribute as text, or nil.
  package func attributeValue(_ name: NameID, of node: NodeID) -> String? {
    attribute(name, of: node).map(string)
  }

  /// Calls a function with the bytes of an attribute's value; nil if there is no such attribute.
  @inlinable package func withAttribute<Result, Failure: Error>(
    _ name: NameID, of node: NodeID, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let value = attribute(name, of: node) else { return nil }
    return try withText(value, body)
  }

  /// Whether an attribute has a value, letters of ASCII compared without case.
  package func attribute(_ name: NameID, of node: NodeID, is keyword: StaticString) -> Bool {
    guard let value = attribute(name, of: node) else { return false }
    return text(value, is: keyword)
  }

  /// The value of an attribute as a non-negative integer by the standard's rules, or nil.
  // html.spec.whatwg.org/#rules-for-parsing-non-negative-integers
  package func integer(_ name: NameID, of node: NodeID) -> Int? {
    guard let value = attribute(name, of: node) else { return nil }
    guard let number = signedInteger(value), number >= 0 else { return nil }
    return number
  }

  /// A text as an integer by the standard's rules, or nil. Numbers past 2^31 − 1 are that number.
  // html.spec.whatwg.org/#rules-for-parsing-integers
  package func signedInteger(_ text: TextRange) -> Int? {
    withText(text) { bytes in
      var index = 0
      while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
      guard index < bytes.count else { return nil }
      let isNegative = bytes[index] == UInt8(ascii: "-")
      if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
      let first = index
      var number = 0
      while index < bytes.count, bytes[index] &- 48 < 10 {
        number = min(number * 10 + Int(bytes[index] - 48), 0x7FFF_FFFF)
        index += 1
      }
      guard index > first else { return nil }
      return isNegative ? -number : number
    }
  }
}
