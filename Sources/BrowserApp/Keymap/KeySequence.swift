// SPDX-License-Identifier: MIT
// Part of Grille: keys pressed one after the other, as key maps spell them.
package import TerminalUI

/// Keys pressed one after the other, such as `gg` or `C-l`.
nonisolated package struct KeySequence: Hashable, Sendable {
  /// The keys in order; never empty.
  package let keys: [KeyEvent]

  /// Reads the spelling of a key map: names and characters follow each other without blanks.
  /// - Returns: nil if the spelling is empty or holds what is no key.
  package init?(notation: String) {
    // A whole word may spell its key in any case; within a sequence only the usual spelling is a name.
    if let key = KeyEvent(name: notation) {
      keys = [key]
      return
    }
    var rest = notation[...]
    var keys: [KeyEvent] = []
    while !rest.isEmpty {
      guard let (key, end) = Self.key(at: rest) else { return nil }
      keys.append(key)
      rest = rest[end...]
    }
    guard !keys.isEmpty else { return nil }
    self.keys = keys
  }

  /// The spelling of a key map.
  package var notation: String { Self.notation(of: keys) }

  /// The spelling of some keys.
  static func notation(of keys: some Sequence<KeyEvent>) -> String {
    keys.map(\.name).joined()
  }

  /// The longest name, else the character, that a text begins with.
  private static func key(at text: Substring) -> (KeyEvent, String.Index)? {
    var length = min(text.count, longestName)
    while length > 0 {
      let name = String(text.prefix(length))
      if let key = KeyEvent(name: name), length == 1 || key.name == name {
        return (key, text.index(text.startIndex, offsetBy: length))
      }
      length -= 1
    }
    return nil
  }

  private static let longestName = "C-M-S-Backspace".count
}
