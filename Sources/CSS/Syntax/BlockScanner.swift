// SPDX-License-Identifier: MIT
// Part of Grille: finds the ends of preludes, declarations and blocks without making tokens.

/// Moves over CSS text by bytes, aware of strings, comments, escapes, addresses and brackets.
struct BlockScanner {
  private let bytes: [UInt8]
  private let end: Int
  /// The byte the scan stopped at.
  private(set) var position: Int
  /// The closing bytes of the brackets that are open.
  private var open: [UInt8] = []

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    self.position = start
    self.end = end
  }

  /// Moves to the `{` that ends a prelude; false if something else ends it first.
  ///
  /// That is the end of the text, a `}`, or (if asked for) a `;`. At the top level a stray `}` is
  /// part of the prelude, which is then invalid.
  mutating func findPreludeEnd(stopsAtSemicolon: Bool, stopsAtBrace: Bool = true) -> Bool {
    while position < end {
      let byte = bytes[position]
      if open.isEmpty {
        if byte == 0x7B { return true }
        if byte == 0x7D, stopsAtBrace { return false }
        if byte == 0x3B, stopsAtSemicolon { return false }
      }
      step(byte)
    }
    return false
  }

  /// Moves to the `;` or `}` that ends a declaration.
  mutating func findDeclarationEnd() {
    while position < end {
      let byte = bytes[position]
      if open.isEmpty, byte == 0x3B || byte == 0x7D { return }
      step(byte)
    }
  }

  /// Moves to the `}` that ends the block around; true if a `{` or an at-rule was on the way.
  mutating func findBlockEnd() -> Bool {
    var isNested = false
    while position < end {
      let byte = bytes[position]
      if open.isEmpty, byte == 0x7D { return isNested }
      if byte == 0x7B || byte == 0x40 { isNested = true }
      step(byte)
    }
    return isNested
  }

  /// Moves over one byte, string, comment, escape or unquoted address.
  @inline(__always)
  private mutating func step(_ byte: UInt8) {
    position += 1
    // Nothing below is a letter, digit, space, colon or hyphen.
    switch byte {
    case 0x22, 0x27: skipString(byte)
    case 0x2F:
      if position < end, bytes[position] == 0x2A { skipComment() }
    case 0x5C: position = min(position + 1, end)
    case 0x28:
      if isAddress() { skipAddress() } else { open.append(0x29) }
    case 0x5B: open.append(0x5D)
    case 0x7B: open.append(0x7D)
    case 0x29, 0x5D, 0x7D:
      if open.last == byte { open.removeLast() }
    default: break
    }
  }

  private mutating func skipString(_ quote: UInt8) {
    while position < end {
      let byte = bytes[position]
      // A newline ends a bad string.
      if byte == 0x0A || byte == 0x0D || byte == 0x0C { return }
      position += 1
      if byte == quote { return }
      if byte == 0x5C { position = min(position + 1, end) }
    }
  }

  private mutating func skipComment() {
    position += 1
    while position < end {
      if bytes[position] == 0x2A, position + 1 < end, bytes[position + 1] == 0x2F {
        position += 2
        return
      }
      position += 1
    }
  }

  /// Whether the `(` just passed belongs to `url(` with an unquoted address.
  private func isAddress() -> Bool {
    guard position >= 4, bytes[position - 2] | 0x20 == 0x6C, bytes[position - 3] | 0x20 == 0x72,
      bytes[position - 4] | 0x20 == 0x75
    else { return false }
    if position >= 5 {
      let before = bytes[position - 5]
      let isName =
        (before | 0x20) &- 0x61 < 26 || before.isDigit || before == 0x2D || before == 0x5F
        || before >= 0x80
      if isName { return false }
    }
    var ahead = position
    while ahead < end, bytes[ahead].isSpace { ahead += 1 }
    return ahead < end && bytes[ahead] != 0x22 && bytes[ahead] != 0x27
  }

  private mutating func skipAddress() {
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == 0x29 { return }
      if byte == 0x5C { position = min(position + 1, end) }
    }
  }
}
