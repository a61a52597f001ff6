// SPDX-License-Identifier: MIT
// Part of Grille: what a terminal reports.

package import CellGrid

/// Something that happened at the terminal.
package nonisolated enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyEvent)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// Text was pasted; it is text and never commands. Line ends are line feeds.
  case paste(String)
  /// The terminal has a new size.
  case resize(CellSize)
  /// Someone asked the program to stop until it is continued.
  case suspendRequest
  /// The terminal is gone; nothing can be read any more.
  case endOfInput
}

/// A use of the mouse.
package nonisolated struct MouseEvent: Hashable, Sendable {
  /// What was done.
  package enum Action: Hashable, Sendable {
    /// A button went down: 1 left, 2 middle, 3 right.
    case press(Int)
    /// A button went up.
    case release(Int)
    /// The wheel was turned away from the user.
    case wheelUp
    /// The wheel was turned towards the user.
    case wheelDown
  }

  /// What was done.
  package var action: Action
  /// The cell.
  package var position: CellPoint
  /// Keys that were held down.
  package var modifiers: KeyEvent.Modifiers

  /// Makes an event.
  package init(_ action: Action, at position: CellPoint, _ modifiers: KeyEvent.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
