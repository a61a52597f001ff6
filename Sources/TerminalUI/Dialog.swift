// SPDX-License-Identifier: MIT
// Part of Grille: a view that must be answered before anything else.

/// A view over the others that takes all events until it is closed.
///
/// Dialogs stand on the last row, where no page can draw, so that a page cannot imitate one.
package protocol Dialog: View {
  /// Rows the dialog wants at a width; it gets at most the screen's.
  func preferredRows(forColumns columns: Int) -> Int

  /// Whether what was typed before the dialog opened must not reach it.
  var discardsTypeahead: Bool { get }

  /// Called once when the dialog is on the stack.
  func didOpen(at now: ContinuousClock.Instant)

  /// Called when a dialog that lay over this one has closed.
  func didReappear(at now: ContinuousClock.Instant)

  /// Called when the dialog is closed from outside, such as when its navigation ended; answers with
  /// the safe answer.
  func cancel()

  /// Closes the dialog; set by the window stack.
  var close: (() -> Void)? { get set }
}

extension Dialog {
  /// Dialogs accept what was typed ahead unless they say otherwise.
  package var discardsTypeahead: Bool { false }

  /// Nothing.
  package func didOpen(at now: ContinuousClock.Instant) {}

  /// Nothing.
  package func didReappear(at now: ContinuousClock.Instant) {}
}
