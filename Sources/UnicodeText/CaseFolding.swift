// SPDX-License-Identifier: MIT
// Part of Grille: text compared without regard to case.

/// Folds case for searching: letters that differ only in case become the same bytes.
///
/// One letter may become several: "ß" and "SS" are both "ss". Marks and the composition of letters
/// are left as they are.
package enum CaseFolding {
  /// The folded form of a text, in UTF-8.
  package static func fold(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in text.unicodeScalars {
      if hasCase(scalar.value) {
        result.append(contentsOf: folded(scalar).utf8)
      } else {
        UTF8Decoding.append(scalar.value, to: &result)
      }
    }
    return result
  }

  /// Where a folded pattern ends that stands at an index of a text.
  ///
  /// The text is folded on the way, and a match never ends within one of its letters; nil if the
  /// pattern does not stand there.
  ///
  /// - Precondition: `pattern` comes from `fold` and is not empty.
  package static func end(
    of pattern: Span<UInt8>, in utf8: Span<UInt8>, at start: Int
  ) -> Int? {
    var position = 0
    var index = start
    while position < pattern.count {
      guard index < utf8.count else { return nil }
      let byte = utf8[index]
      if byte < 0x80 {
        guard lowercased(byte) == pattern[position] else { return nil }
        position += 1
        index += 1
        continue
      }
      let scalar = UTF8Decoding.scalar(in: utf8, at: index)
      guard let known = Unicode.Scalar(scalar.value), scalar.isValid, hasCase(scalar.value) else {
        guard position + scalar.length <= pattern.count else { return nil }
        for offset in 0..<scalar.length where utf8[index + offset] != pattern[position + offset] {
          return nil
        }
        position += scalar.length
        index += scalar.length
        continue
      }
      for byte in folded(known).utf8 {
        guard position < pattern.count, byte == pattern[position] else { return nil }
        position += 1
      }
      index += scalar.length
    }
    return index
  }

  // www.unicode.org/versions/Unicode15.0.0/ch03.pdf, §3.13, toCasefold
  /// The full case folding of a letter, made of the mappings at hand.
  ///
  /// Small after capital after small is the same for every letter but the dotless i, which folds to
  /// itself. Cherokee becomes small where the standard's table has capitals, which makes no
  /// difference when both sides do.
  private static func folded(_ scalar: Unicode.Scalar) -> String {
    if scalar.value == 0x131 { return String(scalar) }
    return scalar.properties.lowercaseMapping.unicodeScalars.reduce(into: "") { result, small in
      for capital in small.properties.uppercaseMapping.unicodeScalars {
        result += capital.properties.lowercaseMapping
      }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// False for the scripts and signs that are known to have no case, which spares a look-up.
  private static func hasCase(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0590..<0x10A0, 0x1100..<0x13A0, 0x1400..<0x1C80, 0x2E80..<0xA640, 0xABC0..<0xFB00,
      0x1F000...:
      false
    default: true
    }
  }
}
