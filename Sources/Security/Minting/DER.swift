// SPDX-License-Identifier: MIT
// Part of Grille: writes ASN.1 values in DER.

import WebInfra

/// Builders for DER encodings (X.690); each returns a complete tag-length-value.
package enum DER {
  /// A value of any tag.
  package static func value(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var encoding = [tag]
    if content.count < 0x80 {
      encoding.append(UInt8(content.count))
    } else {
      var digits: [UInt8] = []
      var rest = content.count
      while rest > 0 {
        digits.insert(UInt8(rest & 0xFF), at: 0)
        rest >>= 8
      }
      encoding.append(0x80 | UInt8(digits.count))
      encoding += digits
    }
    return encoding + content
  }

  /// SEQUENCE of encoded elements.
  package static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
    value(tag: 0x30, elements.flatMap { $0 })
  }

  /// SET of encoded elements.
  package static func set(_ elements: [[UInt8]]) -> [UInt8] {
    value(tag: 0x31, elements.flatMap { $0 })
  }

  /// INTEGER from its big-endian magnitude.
  package static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    var digits = Array(magnitude.drop { $0 == 0 })
    if digits.isEmpty || digits[0] >= 0x80 { digits.insert(0, at: 0) }
    return value(tag: 0x02, digits)
  }

  /// INTEGER from a small number.
  package static func integer(_ number: Int) -> [UInt8] {
    integer((0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  /// BOOLEAN.
  package static func boolean(_ truth: Bool) -> [UInt8] {
    value(tag: 0x01, [truth ? 0xFF : 0])
  }

  /// NULL.
  package static let null: [UInt8] = [0x05, 0x00]

  /// OCTET STRING.
  package static func octetString(_ bytes: [UInt8]) -> [UInt8] {
    value(tag: 0x04, bytes)
  }

  /// BIT STRING; `unusedBits` counts the bits to ignore in the last byte.
  package static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
    value(tag: 0x03, [unusedBits] + bytes)
  }

  /// UTF8String.
  package static func utf8String(_ text: String) -> [UInt8] {
    value(tag: 0x0C, Array(text.utf8))
  }

  /// OBJECT IDENTIFIER from its notation in dots.
  ///
  /// - Precondition: At least two numbers.
  package static func objectIdentifier(_ dotted: String) -> [UInt8] {
    let numbers = dotted.split(separator: ".").compactMap { Int($0) }
    precondition(numbers.count >= 2, "an object identifier has at least two numbers")
    var content: [UInt8] = []
    for number in [numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2) {
      var digits = [UInt8(number & 0x7F)]
      var rest = number >> 7
      while rest > 0 {
        digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
        rest >>= 7
      }
      content += digits
    }
    return value(tag: 0x06, content)
  }

  /// UTCTime up to 2049, GeneralizedTime beyond and before 1950 (RFC 5280 §4.1.2.5).
  package static func time(_ moment: Int64) -> [UInt8] {
    let parts = CivilDate(unixSeconds: moment)
    let tail =
      [parts.month, parts.day, parts.hour, parts.minute, parts.second]
      .map { UnixTime.padded($0) }.joined() + "Z"
    if (1950..<2050).contains(parts.year) {
      return value(tag: 0x17, Array((UnixTime.padded(parts.year % 100) + tail).utf8))
    }
    return value(tag: 0x18, Array((UnixTime.padded(parts.year, to: 4) + tail).utf8))
  }

  /// A value under an explicit context tag.
  package static func explicit(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    value(tag: 0xA0 | number, content)
  }
}
