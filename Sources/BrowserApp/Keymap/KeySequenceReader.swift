// SPDX-License-Identifier: MIT
// Part of Grille: follows the keys pressed until they stand for something.
package import TerminalUI

/// Collects a count and the keys of a sequence.
nonisolated package struct KeySequenceReader: Sendable {
  /// What the last key led to.
  package enum Outcome: Equatable, Sendable {
    /// The keys stand for this command line, with the number typed before them.
    case command(String, count: Int?)
    /// More keys are needed.
    case pending
    /// The keys stand for nothing.
    case unknown(String)
  }

  /// The keys of the sequence so far.
  package private(set) var keys: [KeyEvent] = []
  /// The number typed so far.
  package private(set) var count: Int?

  /// Makes a reader that waits for the first key.
  package init() {}

  /// Whether a count or a beginning of a sequence has been typed.
  package var isPending: Bool { count != nil || !keys.isEmpty }

  /// What has been typed so far, as key maps spell it.
  package var notation: String {
    (count.map { String($0) } ?? "") + KeySequence.notation(of: keys)
  }

  /// Forgets what has been typed so far.
  package mutating func reset() {
    keys = []
    count = nil
  }

  /// Takes the next key.
  package mutating func read(_ key: KeyEvent, in keymap: Keymap) -> Outcome {
    if keys.isEmpty, let digit = Self.digit(of: key), digit != 0 || count != nil {
      count = min((count ?? 0) * 10 + digit, Self.largestCount)
      return .pending
    }
    keys.append(key)
    switch keymap.match(keys) {
    case .command(let line):
      defer { reset() }
      return .command(line, count: count)
    case .prefix: return .pending
    case .none:
      defer { reset() }
      return .unknown(KeySequence.notation(of: keys))
    }
  }

  private static func digit(of key: KeyEvent) -> Int? {
    guard let scalar = key.typedCharacter, ("0"..."9").contains(scalar) else { return nil }
    return Int(scalar.value - 0x30)
  }

  private static let largestCount = 9_999_999
}
