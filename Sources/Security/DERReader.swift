// SPDX-License-Identifier: MIT
// Part of Grille: reads ASN.1 values in DER, as far as a certificate viewer needs them.

/// A value of an encoding: its tag and the bytes in it.
struct DERValue: Hashable, Sendable {
  /// The identifier octet; tags above 30 are not read.
  var tag: UInt8
  /// The content.
  var content: ArraySlice<UInt8>

  /// The values in a constructed one; empty if it is damaged.
  var elements: [DERValue] { DERReader.values(in: content) ?? [] }

  /// An object identifier in dots; nil if the value is none.
  // X.690 §8.19
  var objectIdentifier: String? {
    guard tag == 0x06, let last = content.last, last < 0x80 else { return nil }
    var numbers: [UInt64] = []
    var number: UInt64 = 0
    for byte in content {
      guard number < 1 << 56 else { return nil }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 {
        numbers.append(number)
        number = 0
      }
    }
    let first = min(numbers[0] / 40, 2)
    numbers.replaceSubrange(0...0, with: [first, numbers[0] - first * 40])
    return numbers.map { String($0) }.joined(separator: ".")
  }

  /// The content as text: UTF-8 as it is, anything else "#" and hexadecimal digits.
  var text: String { OpenSSLText.text(ofBytes: Array(content)) }
}

/// Splits encodings into values.
enum DERReader {
  // X.690 §8.1
  /// The values one after the other; nil if a length is damaged or goes beyond the end.
  static func values(in bytes: ArraySlice<UInt8>) -> [DERValue]? {
    var result: [DERValue] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let tag = bytes[index]
      guard tag & 0x1F != 0x1F, index + 1 < bytes.endIndex else { return nil }
      var length = Int(bytes[index + 1])
      index += 2
      if length >= 0x80 {
        let digits = length & 0x7F
        guard (1...4).contains(digits), bytes.endIndex - index >= digits else { return nil }
        length = bytes[index..<index + digits].reduce(0) { $0 << 8 | Int($1) }
        index += digits
      }
      guard bytes.endIndex - index >= length else { return nil }
      result.append(DERValue(tag: tag, content: bytes[index..<index + length]))
      index += length
    }
    return result
  }

  /// The single value of an encoding; nil if it is damaged or others follow.
  static func value(of bytes: [UInt8]) -> DERValue? {
    guard let values = values(in: bytes[...]), values.count == 1 else { return nil }
    return values[0]
  }
}
