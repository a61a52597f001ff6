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
    let first = UInt32(utf8[index])
    let room = utf8.count - index
    // Written out for each length: this is read for every character that is not ASCII.
    switch first {
    case 0xC2...0xDF:
      guard room >= 2, utf8[index + 1] & 0xC0 == 0x80 else { return malformed }
      let second = UInt32(utf8[index + 1] & 0x3F)
      return Scalar(value: (first & 0x1F) << 6 | second, length: 2)
    case 0xE0...0xEF:
      guard room >= 3, utf8[index + 1] & 0xC0 == 0x80, utf8[index + 2] & 0xC0 == 0x80
      else { return malformed }
      let (second, third) = (UInt32(utf8[index + 1] & 0x3F), UInt32(utf8[index + 2] & 0x3F))
      let value = (first & 0x0F) << 12 | second << 6 | third
      guard value >= 0x800, value & 0xFFFF_F800 != 0xD800 else { return malformed }
      return Scalar(value: value, length: 3)
    case 0xF0...0xF4:
      guard room >= 4, utf8[index + 1] & 0xC0 == 0x80, utf8[index + 2] & 0xC0 == 0x80,
        utf8[index + 3] & 0xC0 == 0x80
      else { return malformed }
      let (second, third) = (UInt32(utf8[index + 1] & 0x3F), UInt32(utf8[index + 2] & 0x3F))
      let value = (first & 0x07) << 18 | second << 12 | third << 6 | UInt32(utf8[index + 3] & 0x3F)
      guard value >= 0x10000, value < 0x110000 else { return malformed }
      return Scalar(value: value, length: 4)
    default:
      return malformed
    }
  }

  /// Whether the bytes at an index are a kana or an ideograph out of the ranges in which every
  /// character is three bytes, wide, a cluster base and breakable: U+3041 to U+3096, U+309B to U+30FA
  /// and U+4E00 to U+9FFF.
  @inline(__always)
  static func isPlainIdeograph(_ utf8: Span<UInt8>, _ index: Int) -> Bool {
    let first = utf8[index]
    guard first &- 0xE3 < 7, index + 3 <= utf8.count else { return false }
    let (second, third) = (utf8[index + 1], utf8[index + 2])
    guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return false }
    switch first {
    case 0xE3:
      switch second {
      case 0x81: return third >= 0x81
      case 0x82: return third < 0x97 || third > 0x9A
      case 0x83: return third < 0xBB
      default: return false
      }
    case 0xE4: return second >= 0xB8
    default: return true
    }
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
