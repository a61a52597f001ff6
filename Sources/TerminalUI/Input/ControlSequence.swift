// SPDX-License-Identifier: MIT
// Part of Grille: keys and mouse reports that come as control sequences.

import CellGrid

/// A sequence after Esc [ (ECMA-48 §5.4) or, without parameters.
nonisolated struct ControlSequence: Hashable {
  /// The byte that ends it.
  let final: UInt8
  /// A first parameter byte out of `<=>?`, or the second bracket of a Linux console key.
  let prefix: UInt8?
  /// The numbers between semicolons; missing ones are 0, and what follows a colon is left out.
  let numbers: [Int]
  /// Whether the sequence came after Esc O.
  let isSingleShift: Bool

  init(singleShift final: UInt8) {
    self.final = final
    prefix = nil
    numbers = []
    isSingleShift = true
  }

  init(_ parameters: [UInt8], final: UInt8) {
    self.final = final
    isSingleShift = false
    var rest = parameters[...]
    if let first = rest.first, 0x3C...0x3F ~= first || first == 0x5B {
      prefix = first
      rest = rest.dropFirst()
    } else {
      prefix = nil
    }
    numbers = rest.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
      part.prefix { 0x30...0x39 ~= $0 }.reduce(0) { min($0 * 10 + Int($1 - 0x30), 0x10FFFF) }
    }
  }

  /// The key, if the sequence is one.
  var key: KeyEvent? {
    if prefix == 0x5B {
      // Linux console: F1 to F5.
      return 0x41...0x45 ~= final ? KeyEvent(.function(Int(final) - 0x40)) : nil
    }
    guard prefix == nil else { return nil }
    switch final {
    case UInt8(ascii: "~"):
      if numbers.first == 27, numbers.count > 2 {
        return Self.key(codePoint: numbers[2], Self.modifiers(numbers[1]))
      }
      guard let key = Self.editingKeys[numbers.first ?? 0] else { return nil }
      return KeyEvent(key, modifiers)
    case UInt8(ascii: "u"):
      return Self.key(codePoint: numbers.first ?? 0, modifiers)
    case UInt8(ascii: "Z"):
      return KeyEvent(.tab, modifiers.union(.shift))
    case UInt8(ascii: "M") where isSingleShift:
      // Enter of the number pad.
      return KeyEvent(.enter)
    case UInt8(ascii: "j")...UInt8(ascii: "y") where isSingleShift:
      // Signs and digits of the number pad.
      return Unicode.Scalar(UInt32(final) - 0x40).map { KeyEvent($0) }
    default:
      guard let key = Self.letterKeys[final] else { return nil }
      return KeyEvent(key, modifiers)
    }
  }

  private var modifiers: KeyEvent.Modifiers {
    numbers.count > 1 ? Self.modifiers(numbers[1]) : []
  }

  /// The modifiers that a parameter encodes as one more than their bits.
  private static func modifiers(_ parameter: Int) -> KeyEvent.Modifiers {
    let bits = max(0, parameter - 1)
    var result: KeyEvent.Modifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    // 8 and 32: the Super and Meta keys of keyboards that have them.
    if bits & (2 | 8 | 32) != 0 { result.insert(.meta) }
    if bits & 4 != 0 { result.insert(.control) }
    return result
  }

  private static func key(codePoint: Int, _ modifiers: KeyEvent.Modifiers) -> KeyEvent? {
    switch codePoint {
    case 9: return KeyEvent(.tab, modifiers)
    case 13: return KeyEvent(.enter, modifiers)
    case 27: return KeyEvent(.escape, modifiers)
    case 8, 127: return KeyEvent(.backspace, modifiers)
    case ..<0x20, 0x80..<0xA0, 0xE000..<0xF900: return nil
    default:
      guard let scalar = Unicode.Scalar(UInt32(codePoint)) else { return nil }
      let upper = scalar.properties.uppercaseMapping.unicodeScalars
      let isCapital = modifiers.contains(.shift) && upper.count == 1
      return KeyEvent(isCapital ? upper.first ?? scalar : scalar, modifiers)
    }
  }

  private static let letterKeys: [UInt8: KeyEvent.Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let editingKeys: [Int: KeyEvent.Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]
}

nonisolated extension MouseEvent {
  /// Reads a report in SGR form: Esc [ < button ; column ; row, then M or m.
  init?(_ sequence: ControlSequence) {
    guard sequence.prefix == UInt8(ascii: "<"), sequence.numbers.count == 3 else { return nil }
    let isRelease = sequence.final == UInt8(ascii: "m")
    guard isRelease || sequence.final == UInt8(ascii: "M") else { return nil }
    self.init(
      code: sequence.numbers[0], column: sequence.numbers[1], row: sequence.numbers[2],
      isRelease: isRelease)
  }

  /// Reads the three values of a report in the old form, each plus 32.
  init?(oldReport values: [UInt32]) {
    guard values.count == 3, values.allSatisfy({ 32..<0x110000 ~= $0 }) else { return nil }
    self.init(
      code: Int(values[0]) - 32, column: Int(values[1]) - 32, row: Int(values[2]) - 32,
      isRelease: values[0] & 3 == 3 && values[0] < 96)
  }

  private init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    let button = code & 3
    let action: Action
    switch code & ~0b11111 {
    case 0 where isRelease: action = .release(button == 3 ? 1 : button + 1)
    case 0 where button < 3: action = .press(button + 1)
    case 64 where button == 0 && !isRelease: action = .wheelUp
    case 64 where button == 1 && !isRelease: action = .wheelDown
    default: return nil
    }
    var modifiers: KeyEvent.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.meta) }
    if code & 16 != 0 { modifiers.insert(.control) }
    self.init(action, at: CellPoint(column: max(0, column - 1), row: max(0, row - 1)), modifiers)
  }
}
