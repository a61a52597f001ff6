// SPDX-License-Identifier: MIT
// Part of Grille: a part of the screen.

package import CellGrid

/// Something that draws itself into a rectangle and takes events.
package protocol View: AnyObject {
  /// Draws into `rect`; whatever lies outside of it belongs to others.
  func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme)

  /// Takes an event; answers whether it was of use.
  func handle(_ event: TerminalEvent) -> Bool

  /// Where the cursor rests while the view has the keys, by the rectangle it drew into last; nil hides it.
  func cursor(in rect: CellRect) -> CellPoint?
}

extension View {
  /// Takes nothing.
  package func handle(_ event: TerminalEvent) -> Bool { false }

  /// Hides the cursor.
  package func cursor(in rect: CellRect) -> CellPoint? { nil }
}
