// SPDX-License-Identifier: MIT
// Part of Grille: follows the keys pressed until they stand for something.

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
  package private(set) var strokes: [KeyStroke] = []
  /// The number typed so far.
  package private(set) var count: Int?

  /// Makes a reader that waits for the first key.
  package init() {}

  /// Whether a count or a beginning of a sequence has been typed.
  package var isPending: Bool { count != nil || !strokes.isEmpty }

  /// What has been typed so far, as key maps spell it.
  package var notation: String {
    (count.map { String($0) } ?? "") + strokes.map(\.notation).joined()
  }

  /// Forgets what has been typed so far.
  package mutating func reset() {
    strokes = []
    count = nil
  }

  /// Takes the next key.
  package mutating func read(_ stroke: KeyStroke, in keymap: Keymap) -> Outcome {
    if strokes.isEmpty, let digit = stroke.digit, digit != 0 || count != nil {
      count = min((count ?? 0) * 10 + digit, Self.largestCount)
      return .pending
    }
    strokes.append(stroke)
    switch keymap.match(strokes) {
    case .command(let line):
      defer { reset() }
      return .command(line, count: count)
    case .prefix: return .pending
    case .none:
      defer { reset() }
      return .unknown(strokes.map(\.notation).joined())
    }
  }

  private static let largestCount = 9_999_999
}
