// SPDX-License-Identifier: MIT
// Part of Grille: the tag that the tokenizer is making.

/// A start or end tag; one is used over and over.
struct TagToken: ~Copyable {
  struct Attribute {
    var name: NameID
    var namespace = Namespace.none
    var start: Int
    var count: Int
  }

  var name = NameID.empty
  var isEnd = false
  var isSelfClosing = false
  var attributes: [Attribute] = []
  /// The values of all attributes, one behind the other.
  var values = ByteBuffer(capacity: 1024)

  mutating func reset(isEnd: Bool) {
    self.isEnd = isEnd
    name = .empty
    isSelfClosing = false
    while attributes.popLast() != nil {}
    values.removeAll()
    values.shrink()
  }

  /// The value of an attribute, or nil.
  borrowing func value(_ name: NameID) -> UnsafeBufferPointer<UInt8>? {
    for attribute in attributes where attribute.name == name {
      return unsafe UnsafeBufferPointer(
        rebasing: values.bytes[attribute.start..<attribute.start + attribute.count])
    }
    return nil
  }

  /// Whether an attribute has a value, letters of ASCII compared without case.
  borrowing func has(_ name: NameID, _ keyword: StaticString) -> Bool {
    guard let value = unsafe value(name), value.count == keyword.utf8CodeUnitCount else {
      return false
    }
    for index in 0..<value.count {
      guard unsafe value[index].asciiLowercased == keyword.utf8Start[index] else { return false }
    }
    return true
  }
}

/// A document type declaration.
struct DoctypeToken: ~Copyable {
  var name = ByteBuffer()
  var publicIdentifier = ByteBuffer()
  var systemIdentifier = ByteBuffer()
  var hasName = false
  var hasPublicIdentifier = false
  var hasSystemIdentifier = false
  var forcesQuirks = false

  mutating func reset() {
    name.removeAll()
    publicIdentifier.removeAll()
    systemIdentifier.removeAll()
    hasName = false
    hasPublicIdentifier = false
    hasSystemIdentifier = false
    forcesQuirks = false
  }
}
