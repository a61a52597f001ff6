// SPDX-License-Identifier: MIT
// Part of Grille: a key press.

/// One key with its modifiers, in the form that key maps use.
///
/// Terminals send the same byte for C-i and TAB, C-m and RET, C-[ and Esc, and often C-h and Backspace;
/// they are one key here.
package nonisolated struct KeyEvent: Hashable, Sendable {
  /// What was pressed.
  package enum Key: Hashable, Sendable {
    /// A character as it was typed: capitals are characters of their own.
    case character(Unicode.Scalar)
    case enter, tab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key by its number.
    case function(Int)
  }

  /// What was held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Only with keys that are no characters.
    package static let shift = Modifiers(rawValue: 1)
    /// Alt, or Esc before the key.
    package static let meta = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  /// The key.
  package var key: Key
  /// The modifiers.
  package var modifiers: Modifiers

  /// Makes an event; keys that terminals cannot tell apart become the same.
  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
    guard case .character(let scalar) = key else { return }
    self.modifiers.remove(.shift)
    guard modifiers.contains(.control) else { return }
    switch scalar {
    case "i", "I": replace(with: .tab)
    case "m", "M", "j", "J": replace(with: .enter)
    case "[": replace(with: .escape)
    case "h", "H": replace(with: .backspace)
    case "@": self.key = .character(" ")
    case "A"..."Z":
      if let lower = Unicode.Scalar(scalar.value + 0x20) { self.key = .character(lower) }
    default: break
    }
  }

  /// Makes the event of a character key.
  package init(_ scalar: Unicode.Scalar, _ modifiers: Modifiers = []) {
    self.init(.character(scalar), modifiers)
  }

  /// The character that this key types into a text, if it types one.
  package var typedCharacter: Unicode.Scalar? {
    guard case .character(let scalar) = key, modifiers.isEmpty else { return nil }
    return scalar
  }

  private mutating func replace(with key: Key) {
    self.key = key
    modifiers.remove(.control)
  }
}
