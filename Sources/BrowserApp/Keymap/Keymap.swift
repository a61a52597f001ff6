// SPDX-License-Identifier: MIT
// Part of Grille: which keys stand for which commands.
import WebInfra

/// The meaning of key sequences.
nonisolated package struct Keymap: Equatable, Sendable {
  /// What a beginning of a sequence leads to.
  package enum Match: Equatable, Sendable {
    /// The sequence stands for this command line.
    case command(String)
    /// More keys are needed.
    case prefix
    /// Nothing begins like this.
    case none
  }

  // In the order in which they were bound, so that the help names the usual keys first. Looked
  // through for each key press; there are about a hundred.
  private var bindings: [(keys: KeySequence, line: String)] = []

  /// Makes an empty map.
  package init() {}

  /// The map that ships with the program.
  package static func bundled(_ name: String = "default") -> Keymap {
    guard let source = ResourceLocator.bundled("Keymaps/\(name).conf") else { return Keymap() }
    var file = ConfigurationFile()
    file.read(source.description, file: name)
    return file.keymap
  }

  /// Lets keys stand for a command line; what they, their beginnings or their continuations stood
  /// for is forgotten.
  package mutating func bind(_ keys: KeySequence, to line: String) {
    bindings.removeAll {
      $0.keys.strokes.starts(with: keys.strokes) || keys.strokes.starts(with: $0.keys.strokes)
    }
    bindings.append((keys, line))
  }

  /// Takes the meaning of keys away, and that of all sequences that begin with them.
  package mutating func unbind(_ keys: KeySequence) {
    bindings.removeAll { $0.keys.strokes.starts(with: keys.strokes) }
  }

  /// What the keys pressed so far lead to.
  package func match(_ strokes: [KeyStroke]) -> Match {
    var isPrefix = false
    for (keys, line) in bindings where keys.strokes.starts(with: strokes) {
      if keys.strokes.count == strokes.count { return .command(line) }
      isPrefix = true
    }
    return isPrefix ? .prefix : .none
  }

  /// The continuations of a prefix with their command lines, in the order they were bound.
  package func continuations(of strokes: [KeyStroke]) -> [(keys: String, line: String)] {
    bindings.compactMap { keys, line in
      guard keys.strokes.count > strokes.count, keys.strokes.starts(with: strokes) else {
        return nil
      }
      return (keys.strokes[strokes.count...].map(\.notation).joined(), line)
    }
  }

  /// The sequences that stand for each action, as key maps spell them, for the help.
  package func sequencesByAction() -> [Action: [String]] {
    var result: [Action: [String]] = [:]
    for (keys, line) in bindings {
      guard let action = Action(rawValue: String(line.prefix { $0 != " " })) else { continue }
      result[action, default: []].append(keys.notation)
    }
    return result
  }

  package static func == (one: Keymap, other: Keymap) -> Bool {
    one.bindings.elementsEqual(other.bindings) { $0 == $1 }
  }
}
