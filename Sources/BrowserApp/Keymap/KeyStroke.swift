// SPDX-License-Identifier: MIT
// Part of Grille: one key with its modifiers, and how key maps spell it.

/// One press of a key, as key maps name it.
nonisolated package struct KeyStroke: Hashable, Sendable {
  /// A key that has a name instead of a character.
  package enum Name: String, CaseIterable, Sendable {
    case tab = "TAB"
    case enter = "RET"
    case space = "SPC"
    case escape = "ESC"
    case backspace = "Backspace"
    case delete = "Del"
    case insert = "Ins"
    case home = "Home"
    case end = "End"
    case pageUp = "PgUp"
    case pageDown = "PgDn"
    case left = "Left"
    case right = "Right"
    case up = "Up"
    case down = "Down"
    // Longer names first where one begins like another.
    case f10 = "F10"
    case f11 = "F11"
    case f12 = "F12"
    case f1 = "F1"
    case f2 = "F2"
    case f3 = "F3"
    case f4 = "F4"
    case f5 = "F5"
    case f6 = "F6"
    case f7 = "F7"
    case f8 = "F8"
    case f9 = "F9"
  }

  /// What was pressed.
  package enum Key: Hashable, Sendable {
    /// A key that makes a character; with shift already applied to it.
    case character(Character)
    /// A key with a name.
    case named(Name)
  }

  /// The keys held down meanwhile.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Control, spelled `C-`.
    package static let control = Modifiers(rawValue: 1)
    /// Alt, or a preceding escape, spelled `M-`.
    package static let alternate = Modifiers(rawValue: 2)
    /// Shift with a named key, spelled `S-`.
    package static let shift = Modifiers(rawValue: 4)
  }

  /// What was pressed.
  package let key: Key
  /// The keys held down meanwhile.
  package let modifiers: Modifiers

  /// Describes a press.
  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The digit the key is, if it is one without modifiers.
  package var digit: Int? {
    guard modifiers.isEmpty, case .character(let character) = key, character.isASCII else {
      return nil
    }
    return character.wholeNumberValue
  }

  /// The press as key maps spell it.
  package var notation: String {
    var text = ""
    if modifiers.contains(.control) { text += "C-" }
    if modifiers.contains(.alternate) { text += "M-" }
    if modifiers.contains(.shift) { text += "S-" }
    switch key {
    case .character(let character): text.append(character)
    case .named(let name): text += name.rawValue
    }
    return text
  }
}

/// Keys pressed one after the other, such as `gg` or `C-l`.
nonisolated package struct KeySequence: Hashable, Sendable {
  /// The presses in order; never empty.
  package let strokes: [KeyStroke]

  /// Reads the spelling of a key map: presses follow each other without blanks.
  /// - Returns: nil if the spelling is empty or ends within a press.
  package init?(notation: String) {
    var rest = notation[...]
    var strokes: [KeyStroke] = []
    while !rest.isEmpty {
      var modifiers: KeyStroke.Modifiers = []
      while let modifier = Self.modifier(at: rest) {
        modifiers.insert(modifier)
        rest = rest.dropFirst(2)
      }
      if let name = KeyStroke.Name.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
        strokes.append(KeyStroke(.named(name), modifiers))
        rest = rest.dropFirst(name.rawValue.count)
      } else if let character = rest.popFirst() {
        strokes.append(KeyStroke(.character(character), modifiers))
      } else {
        return nil
      }
    }
    guard !strokes.isEmpty else { return nil }
    self.strokes = strokes
  }

  /// The spelling of a key map.
  package var notation: String { strokes.map(\.notation).joined() }

  private static func modifier(at rest: Substring) -> KeyStroke.Modifiers? {
    guard rest.count > 2, rest.dropFirst().first == "-" else { return nil }
    return switch rest.first {
    case "C": .control
    case "M": .alternate
    case "S": .shift
    default: nil
    }
  }
}
