// SPDX-License-Identifier: MIT
// Part of Grille: the moment in which a new dialog does not listen.

/// The time after a dialog came into sight in which it hears nothing.
///
/// A key meant for the page must not answer a question that has just come.
package nonisolated struct DeafTime: Sendable {
  /// How long it is.
  package static let duration = Duration.milliseconds(500)

  /// Whether each key begins it anew, for a question that comes while the user is typing: whoever
  /// goes on typing has not read it yet.
  var waitsForSilence = false
  private var start: ContinuousClock.Instant?

  /// Begins when the dialog comes into sight.
  mutating func begin(at now: ContinuousClock.Instant) { start = now }

  /// Whether an event that comes now is not heard.
  mutating func swallows(_ event: TerminalEvent, at now: ContinuousClock.Instant) -> Bool {
    guard let start, now - start < Self.duration else { return false }
    if waitsForSilence, case .key = event { self.start = now }
    return true
  }
}
