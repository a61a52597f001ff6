// SPDX-License-Identifier: MIT
// Part of Grille: which characters may reach a terminal and what stands for the others.

import UnicodeText

extension DisplayString {
  /// Appends the sanitised form of bytes that should be UTF-8; clean text costs one scan and one copy.
  package static func sanitize(
    _ bytes: Span<UInt8>, into result: inout [UInt8], as context: Context
  ) {
    var index = firstSuspect(bytes, from: 0)
    append(bytes, 0..<index, to: &result)
    // Whether an emoji stands before, so that a joiner or selector belongs to its picture.
    var followsPictograph = endsInPictograph(bytes, index)
    while index < bytes.count {
      let scalar = UTF8Decoding.scalar(in: bytes, at: index)
      let next = index + scalar.length
      switch Treatment(scalar.value, in: context, followsPictograph: followsPictograph) {
      case .keep where scalar.isValid:
        append(bytes, index..<next, to: &result)
      case .keep:
        UTF8Decoding.append(0xFFFD, to: &result)
      case .replace(let substitute):
        UTF8Decoding.append(substitute, to: &result)
      case .spell:
        result.append(contentsOf: "\\u{".utf8)
        result.append(contentsOf: String(scalar.value, radix: 16, uppercase: true).utf8)
        result.append(UInt8(ascii: "}"))
      case .drop:
        break
      }
      followsPictograph =
        Pictographs.contains(scalar.value)
        || followsPictograph && Pictographs.isModifier(scalar.value)
      index = next
      // Back to the fast scan as soon as the text is plain again.
      if index < bytes.count, !followsPictograph || bytes[index] &- 0x20 < 0x5F {
        let end = firstSuspect(bytes, from: index)
        append(bytes, index..<end, to: &result)
        if end > index { followsPictograph = endsInPictograph(bytes, end) }
        index = end
      }
    }
  }

  /// Whether the bytes are what `sanitize` would make of them.
  package static func isSanitized(_ bytes: Span<UInt8>, as context: Context) -> Bool {
    var index = firstSuspect(bytes, from: 0)
    if index == bytes.count { return true }
    var followsPictograph = endsInPictograph(bytes, index)
    while index < bytes.count {
      let scalar = UTF8Decoding.scalar(in: bytes, at: index)
      guard scalar.isValid,
        Treatment(scalar.value, in: context, followsPictograph: followsPictograph) == .keep
      else { return false }
      followsPictograph =
        Pictographs.contains(scalar.value)
        || followsPictograph && Pictographs.isModifier(scalar.value)
      index += scalar.length
    }
    return true
  }

  /// The index of the first byte that is neither printable ASCII nor part of a character that is known
  /// at a glance to be harmless.
  @inline(__always)
  private static func firstSuspect(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte &- 0x20 < 0x5F {
        index += 1
      } else if byte &- 0xC3 < 10 {
        // Latin letters with marks, U+00C0 to U+033F.
        guard index + 1 < bytes.count, bytes[index + 1] & 0xC0 == 0x80 else { return index }
        index += 2
      } else if byte &- 0xE2 < 8 {
        guard index + 2 < bytes.count, bytes[index + 1] & 0xC0 == 0x80,
          bytes[index + 2] & 0xC0 == 0x80
        else { return index }
        switch byte {
        // Dashes, quotation marks, ellipsis: U+2010 to U+2027.
        case 0xE2:
          guard bytes[index + 1] == 0x80, 0x90...0xA7 ~= bytes[index + 2] else { return index }
        // Kana and signs: U+3000 to U+313F.
        case 0xE3: guard bytes[index + 1] <= 0x84 else { return index }
        // Ideographs: U+4000 to U+9FFF.
        default: break
        }
        index += 3
      } else {
        return index
      }
    }
    return index
  }

  /// Whether the ASCII character before `index` can begin a keycap.
  @inline(__always)
  private static func endsInPictograph(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    index > 0 && bytes[index - 1] < 0x80 && Pictographs.contains(UInt32(bytes[index - 1]))
  }

  @inline(__always)
  private static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to result: inout [UInt8]) {
    // One copy instead of a loop over bytes.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe result.append(contentsOf: $0) }
  }
}

/// What becomes of one scalar.
private enum Treatment: Equatable {
  case keep
  case replace(UInt32)
  case spell
  case drop

  init(_ scalar: UInt32, in context: DisplayString.Context, followsPictograph: Bool) {
    switch scalar {
    case 0..<0x20:
      // The control pictures block shows C0 in order.
      self = .replace(0x2400 + scalar)
    case 0x7F:
      self = .replace(0x2421)
    case 0x80..<0xA0:
      self = context == .chrome ? .spell : .replace(0xFFFD)
    case 0x2028, 0x2029:
      self = context == .chrome ? .spell : .replace(0x2424)
    case 0xFE0E, 0xFE0F:
      // Variation selectors without an emoji have nothing to select for us.
      self = followsPictograph || context == .page ? .keep : .spell
    case 0x200C, 0x200D:
      // Emoji sequences and Indic and Arabic spelling need the joiners; a name in the chrome does not.
      self = followsPictograph && scalar == 0x200D || context == .page ? .keep : .spell
    default:
      if scalar >= 0xFDD0, scalar & 0xFFFE == 0xFFFE || scalar < 0xFDF0 {
        self = .replace(0xFFFD)
      } else if Self.isInvisible(scalar) {
        self = context == .chrome ? .spell : .drop
      } else {
        self = .keep
      }
    }
  }

  /// Bidirectional controls and characters that show nothing.
  private static func isInvisible(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F: true
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: true
    case 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
    case 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}

/// Emoji as far as joiners and selectors are concerned.
private enum Pictographs {
  static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x23, 0x2A, 0x30...0x39, 0xA9, 0xAE: true
    case 0x203C...0x3299, 0x1F000...0x1FAFF: true
    default: false
    }
  }

  static func isModifier(_ scalar: UInt32) -> Bool {
    scalar == 0xFE0F || scalar == 0x200D || scalar == 0x20E3 || 0x1F3FB...0x1F3FF ~= scalar
  }
}
