// SPDX-License-Identifier: MIT
// Part of Grille: decodes single scalars out of UTF-8 bytes.

/// Reads scalars from bytes that may be malformed.
package enum UTF8Decoding {
  /// One scalar and the number of bytes it took.
  @frozen
  package struct Scalar {
    /// The scalar; U+FFFD where the bytes are malformed.
    package let value: UInt32
    /// Bytes consumed, 1 to 4; 1 for each malformed byte sequence's first byte.
    package let length: Int
    /// Whether the bytes were well formed.
    package let isValid: Bool

    @inlinable
    package init(value: UInt32, length: Int, isValid: Bool = true) {
      self.value = value
      self.length = length
      self.isValid = isValid
    }
  }

  /// Decodes the scalar that starts at `index`.
  /// - Precondition: `index` is within the bytes.
  @inlinable
  package static func scalar(in utf8: Span<UInt8>, at index: Int) -> Scalar {
    let first = utf8[index]
    if first < 0x80 { return Scalar(value: UInt32(first), length: 1) }
    return multibyteScalar(in: utf8, at: index)
  }

  // Unicode standard, table 3-7.
  @usableFromInline
  static func multibyteScalar(in utf8: Span<UInt8>, at index: Int) -> Scalar {
    let malformed = Scalar(value: 0xFFFD, length: 1, isValid: false)
    let first = utf8[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, index + length <= utf8.count else { return malformed }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = utf8[index + offset]
      guard byte & 0xC0 == 0x80 else { return malformed }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    if length == 3 {
      guard value >= 0x800, value & 0xFFFF_F800 != 0xD800 else { return malformed }
    } else if length == 4 {
      guard value >= 0x10000, value < 0x110000 else { return malformed }
    }
    return Scalar(value: value, length: length)
  }

  /// The index where the scalar before `index` starts; `index` itself when it is 0.
  package static func previousStart(in utf8: Span<UInt8>, before index: Int) -> Int {
    var start = index
    repeat { start -= 1 } while start > 0 && utf8[start] & 0xC0 == 0x80 && index - start < 4
    return max(start, 0)
  }

  /// Appends the UTF-8 form of a scalar.
  package static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case ..<0x80:
      bytes.append(UInt8(scalar))
    case ..<0x800:
      bytes.append(UInt8(0xC0 | scalar >> 6))
      bytes.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x10000:
      bytes.append(UInt8(0xE0 | scalar >> 12))
      bytes.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(0x80 | scalar & 0x3F))
    default:
      bytes.append(UInt8(0xF0 | scalar >> 18 & 0x07))
      bytes.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      bytes.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}
