// SPDX-License-Identifier: MIT
// Part of Grille: byte classes and case rules of ASCII, for protocol text.

/// Classes of ASCII bytes as the standards name them; none depends on the locale.
package enum ASCII {
  /// 0–9.
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A–Z, a–z.
  @inlinable package static func isAlpha(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Letters and digits.
  @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isAlpha(byte) || isDigit(byte)
  }

  /// A–Z.
  @inlinable package static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  // infra.spec.whatwg.org/#ascii-whitespace
  /// Tab, line feed, form feed, carriage return, space.
  @inlinable package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  /// Tab, line feed, carriage return, space: the white space that HTTP trims from values.
  @inlinable package static func isHTTPWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The byte with A–Z turned into a–z.
  @inlinable package static func lowercase(_ byte: UInt8) -> UInt8 {
    isUpper(byte) ? byte | 0x20 : byte
  }

  /// The byte with a–z turned into A–Z.
  @inlinable package static func uppercase(_ byte: UInt8) -> UInt8 {
    byte &- 0x61 < 26 ? byte & 0xDF : byte
  }

  /// The value of a hexadecimal digit, or nil for another byte.
  @inlinable package static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// The upper-case digit of a value from 0 to 15.
  @inlinable package static func upperHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 &+ value : 0x37 &+ value
  }

  // RFC 9110 §5.6.2
  /// Whether the byte may stand in a token (method names, header names, media types).
  @inlinable package static func isToken(_ byte: UInt8) -> Bool {
    if isAlphanumeric(byte) { return true }
    switch byte {
    case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E:
      return true
    default: return false
    }
  }

  /// Whether the text is one or more token bytes and nothing else.
  package static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isToken)
  }

  /// Whether two texts are equal when A–Z counts as a–z; other characters must be identical.
  package static func equalsIgnoringCase(
    _ left: some StringProtocol, _ right: some StringProtocol
  ) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    return left.count == right.count
      && zip(left, right).allSatisfy { lowercase($0) == lowercase($1) }
  }

  /// The text with A–Z turned into a–z and nothing else changed.
  package static func lowercased(_ text: some StringProtocol) -> String {
    if !text.utf8.contains(where: isUpper) { return String(text) }
    return String(decoding: text.utf8.map(lowercase), as: UTF8.self)
  }

  /// The text without the white space of HTTP at its ends.
  package static func trimmingHTTPWhitespace(_ text: String) -> String {
    let bytes = text.utf8.drop(while: isHTTPWhitespace)
    guard let last = bytes.lastIndex(where: { !isHTTPWhitespace($0) }) else { return "" }
    return String(decoding: bytes[...last], as: UTF8.self)
  }
}
