// SPDX-License-Identifier: MIT
// Part of Grille: what the program needs of a terminal.

package import CellGrid

/// A terminal that shows a surface and reports events; real or, in tests, a fake.
package protocol Screen: AnyObject {
  /// The terminal's extent now.
  var size: CellSize { get }

  /// The descriptors that become readable when there may be events; none in a fake.
  var inputDescriptors: [Int32] { get }

  /// When `nextEvent` must be asked again though nothing was read, such as after a lone Esc.
  var inputDeadline: ContinuousClock.Instant? { get }

  /// The next event, or nil when there is none at the moment; never waits.
  func nextEvent() -> TerminalEvent?

  /// Throws away what was typed and not read yet, so that a dialog is not answered ahead of time.
  func discardInput()

  /// Shows a surface with one write.
  ///
  /// `cursor` is where the terminal's cursor rests, nil hides it. `title` names the terminal's window.
  func present(_ surface: CellSurface, cursor: CellPoint?, title: DisplayString?)

  /// Forgets what the terminal shows, so that the next `present` paints everything.
  func invalidate()

  /// Rings the bell.
  func beep()

  /// Asks the terminal to put a text on the clipboard; not every terminal does, and none answers.
  func copyToClipboard(_ text: String)

  /// Gives the terminal back, stops the process until it is continued, and takes the terminal again.
  func suspend()

  /// Gives the terminal back while `body` runs, such as an editor.
  func withTerminalReleased(_ body: () -> Void)

  /// Gives the terminal back for good.
  func close()
}

/// Why a terminal cannot be used.
package nonisolated struct ScreenError: Error, Hashable, Sendable {
  /// The kind of failure.
  package enum Code: Sendable {
    /// Neither standard input nor the controlling terminal is a terminal.
    case noTerminal
    /// The terminal's type is not in the terminfo database.
    case unknownTerminal
    /// The terminal cannot move its cursor.
    case incapableTerminal
  }

  /// The kind of failure.
  package var code: Code
  /// Value of `TERM`, sanitised by whoever shows it.
  package var terminalName: String

  /// Makes an error.
  package init(_ code: Code, terminalName: String) {
    self.code = code
    self.terminalName = terminalName
  }
}
