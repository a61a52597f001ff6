// SPDX-License-Identifier: MIT
// Part of Grille: small operations on ASCII text held as bytes.

extension Span where Element == UInt8 {
  /// Whether the bytes are exactly those of the literal.
  @inlinable func equals(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    return literal.withUTF8Buffer { bytes in
      for index in 0..<count where unsafe bytes[index] != self[index] { return false }
      return true
    }
  }

  /// Whether the bytes are those of the lower-case literal without regard to ASCII case.
  @inlinable func equalsIgnoringCase(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    return literal.withUTF8Buffer { bytes in
      for index in 0..<count where unsafe bytes[index] != self[index].lowercasedASCII {
        return false
      }
      return true
    }
  }
}

extension UInt8 {
  /// The byte with A–Z mapped to a–z.
  @inlinable var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// Whether CSS and HTML call the byte white space.
  @inlinable var isSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  /// Whether the byte is 0–9.
  @inlinable var isDigit: Bool { self &- 0x30 < 10 }

  /// The value of a hexadecimal digit, or nil.
  @inlinable var hexDigitValue: UInt32? {
    if self &- 0x30 < 10 { return UInt32(self &- 0x30) }
    let lower = self | 0x20
    return lower &- 0x61 < 6 ? UInt32(lower &- 0x61 &+ 10) : nil
  }
}
