// SPDX-License-Identifier: MIT
// Part of Grille: reading text without making strings.

extension Document {
  /// The bytes of a text, comment or processing instruction; empty for other nodes.
  @inlinable package func textRange(of node: NodeID) -> TextRange {
    let record = nodes[node.index]
    switch record.kind {
    case .text, .comment, .processingInstruction:
      return TextRange(offset: record.start, length: record.length)
    default: return .empty
    }
  }

  /// Calls a function with the UTF-8 bytes of a range; costs no copy.
  @inlinable package func withText<Result, Failure: Error>(
    _ range: TextRange, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(Span(_unsafeElements: pool.bytes(range)))
  }

  /// Calls a function with the UTF-8 bytes of a text or comment; costs no copy.
  @inlinable package func withText<Result, Failure: Error>(
    of node: NodeID, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withText(textRange(of: node), body)
  }

  /// Adds the bytes of a range to a buffer.
  @inlinable package func appendText(_ range: TextRange, into bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: pool.bytes(range))
  }

  /// Adds the bytes of a text or comment to a buffer.
  @inlinable package func appendText(of node: NodeID, into bytes: inout [UInt8]) {
    appendText(textRange(of: node), into: &bytes)
  }

  /// A range as a string; for the edges of the program.
  package func string(_ range: TextRange) -> String {
    unsafe String(decoding: pool.bytes(range), as: UTF8.self)
  }

  /// Whether a text consists of white space only (or of nothing).
  @inlinable package func isWhitespace(_ range: TextRange) -> Bool {
    let bytes = unsafe pool.bytes(range)
    var index = 0
    while index < bytes.count {
      if unsafe !bytes[index].isASCIIWhitespace { return false }
      index += 1
    }
    return true
  }

  /// Whether a text is a keyword, letters of ASCII compared without case.
  package func text(_ range: TextRange, is keyword: StaticString) -> Bool {
    let bytes = unsafe pool.bytes(range)
    guard bytes.count == keyword.utf8CodeUnitCount else { return false }
    return keyword.withUTF8Buffer { expected in
      for index in 0..<bytes.count {
        guard unsafe bytes[index].asciiLowercased == expected[index].asciiLowercased else {
          return false
        }
      }
      return true
    }
  }

  /// Whether two texts have the same bytes.
  package func text(_ left: TextRange, equals right: TextRange) -> Bool {
    if left == right { return true }
    guard left.length == right.length else { return false }
    return unsafe pool.bytes(left).hasSameBytes(as: pool.bytes(right))
  }

  /// Adds the text of a node and of everything below it to a buffer, in tree order.
  package func appendDescendantText(of node: NodeID, into bytes: inout [UInt8]) {
    var current = node
    while !current.isNone {
      if kind(of: current) == .text { appendText(of: current, into: &bytes) }
      current = next(after: current, within: node)
    }
  }

  /// The text of a node and of everything below it; for titles, labels and the like.
  package func descendantText(of node: NodeID) -> String {
    var bytes: [UInt8] = []
    appendDescendantText(of: node, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether this is tab, line feed, form feed, carriage return or space.
  @inlinable package var isASCIIWhitespace: Bool {
    self <= 0x20 && (0x1_0000_3600 as UInt64) &>> UInt64(self) & 1 != 0
  }

  /// The byte with A–Z turned to a–z.
  @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
