// SPDX-License-Identifier: MIT
// Part of Grille: the ISO-2022-JP decoder.

// encoding.spec.whatwg.org/#iso-2022-jp-decoder
/// Decodes ISO-2022-JP: escape sequences switch between character sets.
struct ISO2022JPDecoder: StreamingDecoder {
  private enum CharacterSet { case ascii, roman, katakana, jis0208 }
  /// What has been read of an escape sequence: nothing, ESC, or ESC and one byte.
  private enum Escape: Hashable { case none, started, intermediate(UInt8) }

  private var current = CharacterSet.ascii
  private var escape = Escape.none
  /// The first byte of a character of JIS X 0208.
  private var lead: UInt8 = 0
  /// Whether the last thing read was an escape sequence: two in a row could hide text.
  private var hasJustSwitched = false

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    output.append(addingCapacity: 3 * (2 * bytes.count + 3)) { output in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        switch escape {
        case .none:
          index += 1
          guard let scalar = read(byte) else { continue }
          output.append(scalar: scalar)
        case .started:
          if byte == 0x24 || byte == 0x28 {
            escape = .intermediate(byte)
            index += 1
          } else {
            abandonEscape()
            output.appendReplacement()
          }
        case .intermediate(let intermediate):
          if let next = Self.characterSet(intermediate, byte) {
            if hasJustSwitched { output.appendReplacement() }
            current = next
            escape = .none
            hasJustSwitched = true
            index += 1
          } else {
            abandonEscape()
            output.appendReplacement()
            if let scalar = read(intermediate) { output.append(scalar: scalar) }
          }
        }
      }
    }
  }

  private mutating func abandonEscape() {
    escape = .none
    hasJustSwitched = false
  }

  private static func characterSet(_ intermediate: UInt8, _ final: UInt8) -> CharacterSet? {
    switch (intermediate, final) {
    case (0x28, 0x42): .ascii
    case (0x28, 0x4A): .roman
    case (0x28, 0x49): .katakana
    case (0x24, 0x40), (0x24, 0x42): .jis0208
    default: nil
    }
  }

  /// The character that ends with this byte, U+FFFD for a wrong byte, nil for a first byte.
  private mutating func read(_ byte: UInt8) -> UInt32? {
    if byte == 0x1B {
      escape = .started
      defer { lead = 0 }
      return lead == 0 ? nil : 0xFFFD
    }
    if lead != 0 {
      let row = Int(lead) - 0x21
      lead = 0
      guard byte >= 0x21, byte <= 0x7E else { return 0xFFFD }
      return DoubleByteTable.jis0208.scalar(row * 94 + Int(byte) - 0x21) ?? 0xFFFD
    }
    hasJustSwitched = false
    switch current {
    case .ascii, .roman:
      if byte >= 0x80 || byte == 0x0E || byte == 0x0F { return 0xFFFD }
      if current == .roman, byte == 0x5C { return 0xA5 }
      if current == .roman, byte == 0x7E { return 0x203E }
      return UInt32(byte)
    case .katakana:
      return byte >= 0x21 && byte <= 0x5F ? 0xFF61 - 0x21 + UInt32(byte) : 0xFFFD
    case .jis0208:
      guard byte >= 0x21, byte <= 0x7E else { return 0xFFFD }
      lead = byte
      return nil
    }
  }

  mutating func finish(into output: inout [UInt8]) {
    output.append(addingCapacity: 12) { output in
      if escape != .none { output.appendReplacement() }
      if case .intermediate(let byte) = escape, let scalar = read(byte) {
        output.append(scalar: scalar)
      }
      if lead != 0 { output.appendReplacement() }
    }
    self = ISO2022JPDecoder()
  }
}
