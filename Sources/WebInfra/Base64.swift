// SPDX-License-Identifier: MIT
// Part of Grille: base64, for header fields and data: addresses.

/// Base64, as header fields and data: addresses use it.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  // RFC 4648 §4
  /// The bytes in base64 with padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      result.append(alphabet[Int(group >> 18)])
      result.append(alphabet[Int(group >> 12 & 63)])
      result.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      result.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }

  // infra.spec.whatwg.org/#forgiving-base64-decode
  /// The bytes, or nil if it is no base64.
  ///
  /// White space is skipped, and padding may be missing.
  package static func decodeForgivingly(_ text: [UInt8]) -> [UInt8]? {
    var digits = text.filter { !ASCII.isWhitespace($0) }
    if digits.count % 4 == 0 {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(digits.count / 4 * 3 + 2)
    var buffer: UInt32 = 0
    var bits = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return result
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x41...0x5A: digit - 0x41
    case 0x61...0x7A: digit - 0x61 + 26
    case 0x30...0x39: digit - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
