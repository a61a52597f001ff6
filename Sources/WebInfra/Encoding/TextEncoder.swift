// SPDX-License-Identifier: MIT
// Part of Grille: turns text into the bytes of an encoding, for forms and queries.

/// Encodes text, character by character.
package struct TextEncoder: Sendable {
  /// The encoding of the output.
  package let encoding: TextEncoding
  private let singleBytes: [UInt32: UInt8]
  private var iso2022JP = ISO2022JPEncoder()

  /// Makes an encoder for the output encoding of a document in that encoding.
  ///
  /// UTF-16 and the replacement encoding are not written; UTF-8 takes their place.
  package init(_ encoding: TextEncoding) {
    self.encoding = encoding.outputEncoding
    var singleBytes: [UInt32: UInt8] = [:]
    if let table = SingleByteTables.table(of: encoding) {
      for (index, scalar) in table.enumerated() where scalar != 0 {
        singleBytes[UInt32(scalar)] = UInt8(0x80 + index)
      }
    }
    self.singleBytes = singleBytes
  }

  /// Appends the bytes of a character; false, and nothing appended, if the encoding lacks it.
  package mutating func append(_ scalar: Unicode.Scalar, into output: inout [UInt8]) -> Bool {
    let value = scalar.value
    if encoding == .utf8 {
      output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      return true
    }
    if encoding == .iso2022JP { return iso2022JP.append(value, into: &output) }
    if value < 0x80 {
      output.append(UInt8(value))
      return true
    }
    switch encoding {
    case .shiftJIS: return Self.appendShiftJIS(value, into: &output)
    case .eucJP: return Self.appendEUCJP(value, into: &output)
    case .eucKR:
      guard let pointer = ScalarIndex.eucKR.pointer(value) else { return false }
      output += [UInt8(pointer / 190 + 0x81), UInt8(pointer % 190 + 0x41)]
      return true
    case .big5:
      guard let pointer = ScalarIndex.big5.pointer(value) else { return false }
      let trail = pointer % 157
      output += [UInt8(pointer / 157 + 0x81), UInt8(trail + (trail < 0x3F ? 0x40 : 0x62))]
      return true
    case .gbk, .gb18030:
      return Self.appendGB18030(value, isGBK: encoding == .gbk, into: &output)
    case .userDefined:
      guard (0xF780...0xF7FF).contains(value) else { return false }
      output.append(UInt8(value - 0xF780 + 0x80))
      return true
    default:
      guard let byte = singleBytes[value] else { return false }
      output.append(byte)
      return true
    }
  }

  /// Appends what brings the stream back into its first state; to be called at the end.
  package mutating func finish(into output: inout [UInt8]) { iso2022JP.finish(into: &output) }

  /// The bytes of a text as a form sends them.
  ///
  /// A character that the encoding lacks becomes a numeric reference such as `&#8364;`.
  package static func encode(_ text: String, as encoding: TextEncoding) -> [UInt8] {
    var encoder = TextEncoder(encoding)
    if encoder.encoding == .utf8 { return Array(text.utf8) }
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars where !encoder.append(scalar, into: &output) {
      for digit in encoder.reference(scalar).unicodeScalars {
        _ = encoder.append(digit, into: &output)
      }
    }
    encoder.finish(into: &output)
    return output
  }

  /// The reference that stands for a character which is lacking.
  func reference(_ scalar: Unicode.Scalar) -> String {
    // ISO-2022-JP reports the characters that would switch its state as U+FFFD.
    let isUnsafe = encoding == .iso2022JP && [0x0E, 0x0F, 0x1B].contains(scalar.value)
    return "&#\(isUnsafe ? 0xFFFD : scalar.value);"
  }

  // MARK: Two bytes

  // encoding.spec.whatwg.org/#shift_jis-encoder
  private static func appendShiftJIS(_ scalar: UInt32, into output: inout [UInt8]) -> Bool {
    switch scalar {
    case 0x80: output.append(0x80)
    case 0xA5: output.append(0x5C)
    case 0x203E: output.append(0x7E)
    case 0xFF61...0xFF9F: output.append(UInt8(scalar - 0xFF61 + 0xA1))
    default:
      guard let pointer = ScalarIndex.shiftJIS.pointer(scalar == 0x2212 ? 0xFF0D : scalar) else {
        return false
      }
      let (lead, trail) = (pointer / 188, pointer % 188)
      output.append(UInt8(lead + (lead < 0x1F ? 0x81 : 0xC1)))
      output.append(UInt8(trail + (trail < 0x3F ? 0x40 : 0x41)))
    }
    return true
  }

  // encoding.spec.whatwg.org/#euc-jp-encoder
  private static func appendEUCJP(_ scalar: UInt32, into output: inout [UInt8]) -> Bool {
    switch scalar {
    case 0xA5: output.append(0x5C)
    case 0x203E: output.append(0x7E)
    case 0xFF61...0xFF9F: output += [0x8E, UInt8(scalar - 0xFF61 + 0xA1)]
    default:
      guard let pointer = ScalarIndex.jis0208.pointer(scalar == 0x2212 ? 0xFF0D : scalar),
        pointer < 94 * 94
      else { return false }
      output += [UInt8(pointer / 94 + 0xA1), UInt8(pointer % 94 + 0xA1)]
    }
    return true
  }

  // encoding.spec.whatwg.org/#gb18030-encoder
  private static func appendGB18030(
    _ scalar: UInt32, isGBK: Bool, into output: inout [UInt8]
  ) -> Bool {
    if scalar == 0xE5E5 { return false }
    if isGBK, scalar == 0x20AC {
      output.append(0x80)
      return true
    }
    if let pointer = ScalarIndex.gb18030.pointer(scalar) {
      let trail = pointer % 190
      output.append(UInt8(pointer / 190 + 0x81))
      output.append(UInt8(trail + (trail < 0x3F ? 0x40 : 0x41)))
      return true
    }
    if isGBK { return false }
    let pointer = GB18030Ranges.pointer(scalar)
    output.append(UInt8(pointer / 12_600 + 0x81))
    output.append(UInt8(pointer / 1260 % 10 + 0x30))
    output.append(UInt8(pointer / 10 % 126 + 0x81))
    output.append(UInt8(pointer % 10 + 0x30))
    return true
  }
}

// encoding.spec.whatwg.org/#iso-2022-jp-encoder
/// The encoder of ISO-2022-JP, which remembers the character set in use.
struct ISO2022JPEncoder: Sendable {
  private enum CharacterSet { case ascii, roman, jis0208 }
  private var current = CharacterSet.ascii

  mutating func append(_ scalar: UInt32, into output: inout [UInt8]) -> Bool {
    if current != .jis0208, scalar == 0x0E || scalar == 0x0F || scalar == 0x1B { return false }
    if scalar == 0xA5 || scalar == 0x203E {
      use(.roman, into: &output)
      output.append(scalar == 0xA5 ? 0x5C : 0x7E)
      return true
    }
    if scalar < 0x80 {
      if current == .roman, scalar != 0x5C, scalar != 0x7E {
        output.append(UInt8(scalar))
        return true
      }
      use(.ascii, into: &output)
      if scalar == 0x0E || scalar == 0x0F || scalar == 0x1B { return false }
      output.append(UInt8(scalar))
      return true
    }
    var wide = scalar == 0x2212 ? 0xFF0D : scalar
    if (0xFF61...0xFF9F).contains(wide) {
      wide = UInt32(ISO2022JPKatakana.fullWidth[Int(wide - 0xFF61)])
    }
    guard let pointer = ScalarIndex.jis0208.pointer(wide), pointer < 94 * 94 else {
      // A reference is about to be written, which needs ASCII.
      if current == .jis0208 { use(.ascii, into: &output) }
      return false
    }
    use(.jis0208, into: &output)
    output += [UInt8(pointer / 94 + 0x21), UInt8(pointer % 94 + 0x21)]
    return true
  }

  mutating func finish(into output: inout [UInt8]) { use(.ascii, into: &output) }

  private mutating func use(_ next: CharacterSet, into output: inout [UInt8]) {
    guard next != current else { return }
    current = next
    switch next {
    case .ascii: output += [0x1B, 0x28, 0x42]
    case .roman: output += [0x1B, 0x28, 0x4A]
    case .jis0208: output += [0x1B, 0x24, 0x42]
    }
  }
}
