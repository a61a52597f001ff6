// SPDX-License-Identifier: MIT
// Part of Grille: names of keys as key maps and help write them.

nonisolated extension KeyEvent: CustomStringConvertible {
  /// The name, such as `j`, `C-x`, `M-Left`, `S-TAB` or `F1`; `init(name:)` reads it.
  package var name: String {
    var result = ""
    if modifiers.contains(.control) { result += "C-" }
    if modifiers.contains(.meta) { result += "M-" }
    if modifiers.contains(.shift) { result += "S-" }
    switch key {
    case .character(" "): result += "SPC"
    case .character(let scalar): result.unicodeScalars.append(scalar)
    case .function(let number): result += "F\(number)"
    default: result += Self.names.first { $0.key == key }?.name ?? "?"
    }
    return result
  }

  /// The name.
  package var description: String { name }

  /// Reads one key: modifiers `C-`, `M-` (or `A-`), `S-` in any order, then a character or a name in
  /// any case.
  package init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while rest.unicodeScalars.count > 2, rest.dropFirst().first == "-" {
      switch rest.first {
      case "C": modifiers.insert(.control)
      case "M", "A": modifiers.insert(.meta)
      case "S": modifiers.insert(.shift)
      default: return nil
      }
      rest = rest.dropFirst(2)
    }
    if rest.unicodeScalars.count == 1, let scalar = rest.unicodeScalars.first {
      guard scalar.value > 0x20, scalar.value != 0x7F else { return nil }
      self.init(.character(scalar), modifiers)
      return
    }
    let folded = rest.lowercased()
    if let named = (Self.names + Self.otherNames).first(where: { $0.name.lowercased() == folded }) {
      self.init(named.key, modifiers)
    } else if folded.first == "f", let number = Int(folded.dropFirst()), 1...63 ~= number {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }

  /// Reads a key sequence such as `gg`, `C-x C-e` or `g?`: words between blanks are names of keys, or
  /// else runs of characters that are pressed one after the other.
  /// - Returns: nil for an empty text or an unknown name.
  package static func sequence(_ text: String) -> [KeyEvent]? {
    var keys: [KeyEvent] = []
    for word in text.split(separator: " ") {
      if let key = KeyEvent(name: String(word)) {
        keys.append(key)
      } else if word.allSatisfy({ $0.unicodeScalars.count == 1 && !$0.isWhitespace }),
        !word.dropFirst().hasPrefix("-")
      {
        keys += word.unicodeScalars.map { KeyEvent($0) }
      } else {
        return nil
      }
    }
    return keys.isEmpty ? nil : keys
  }

  private static let names: [(key: Key, name: String)] = [
    (.character(" "), "SPC"), (.enter, "RET"), (.tab, "TAB"), (.escape, "Esc"),
    (.backspace, "Backspace"), (.delete, "Delete"), (.insert, "Insert"), (.up, "Up"),
    (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"), (.end, "End"),
    (.pageUp, "PgUp"), (.pageDown, "PgDn"),
  ]

  private static let otherNames: [(key: Key, name: String)] = [
    (.character(" "), "Space"), (.enter, "Enter"), (.enter, "Return"), (.escape, "Escape"),
    (.backspace, "BS"), (.delete, "Del"), (.insert, "Ins"), (.pageUp, "PageUp"),
    (.pageDown, "PageDown"),
  ]
}
