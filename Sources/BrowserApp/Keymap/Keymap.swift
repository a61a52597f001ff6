// SPDX-License-Identifier: MIT
// Part of Grille: which keys stand for which commands.
package import TerminalUI
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

  private struct Binding: Equatable {
    var keys: [KeyEvent]
    var line: String
  }

  // In the order in which they were bound, so that the help names the usual keys first. Looked
  // through for each key press; there are about a hundred.
  private var bindings: [Binding] = []

  /// Makes an empty map.
  package init() {}

  /// The map that ships with the program.
  package static func bundled(_ name: String = "default") -> Keymap {
    guard let source = ResourceLocator.bundled("Keymaps/\(name).conf") else { return Keymap() }
    var file = ConfigurationFile()
    file.read(source.description, file: name)
    return Keymap().applying(file.keyCommands)
  }

  /// The map with the `map` and `unmap` commands carried out; others change nothing.
  package func applying(_ commands: [Command]) -> Keymap {
    var result = self
    for command in commands {
      switch command {
      case .map(let keys, let line): result.bind(keys, to: line)
      case .unmap(let keys): result.unbind(keys)
      case .perform, .set, .site, .pin: break
      }
    }
    return result
  }

  /// Lets keys stand for a command line; what they, their beginnings or their continuations stood
  /// for is forgotten.
  package mutating func bind(_ sequence: KeySequence, to line: String) {
    let keys = sequence.keys
    bindings.removeAll { $0.keys.starts(with: keys) || keys.starts(with: $0.keys) }
    bindings.append(Binding(keys: keys, line: line))
  }

  /// Takes the meaning of keys away, and that of all sequences that begin with them.
  package mutating func unbind(_ sequence: KeySequence) {
    bindings.removeAll { $0.keys.starts(with: sequence.keys) }
  }

  /// What the keys pressed so far lead to.
  package func match(_ keys: [KeyEvent]) -> Match {
    var isPrefix = false
    for binding in bindings where binding.keys.starts(with: keys) {
      if binding.keys.count == keys.count { return .command(binding.line) }
      isPrefix = true
    }
    return isPrefix ? .prefix : .none
  }

  /// The continuations of a prefix with their command lines, in the order they were bound.
  package func continuations(of keys: [KeyEvent]) -> [(keys: String, line: String)] {
    bindings.compactMap { binding in
      guard binding.keys.count > keys.count, binding.keys.starts(with: keys) else { return nil }
      return (KeySequence.notation(of: binding.keys[keys.count...]), binding.line)
    }
  }

  /// The sequences that stand for each action, as key maps spell them, for the help.
  package func sequencesByAction() -> [Action: [String]] {
    var result: [Action: [String]] = [:]
    for binding in bindings {
      guard let action = Action(rawValue: String(binding.line.prefix { $0 != " " })) else {
        continue
      }
      result[action, default: []].append(KeySequence.notation(of: binding.keys))
    }
    return result
  }
}
