// SPDX-License-Identifier: MIT
// Part of Grille: what the parts of the interactive program ask of the terminal.
import CellGrid
import TerminalUI

/// The terminal with its loop and the dialogs on it.
final class TerminalSession {
  let screen: any Screen
  let loop: MainLoop
  /// The clock.
  let now: () -> ContinuousClock.Instant
  /// The views on the screen; set once by the application, which owns them.
  weak var stack: WindowStack?

  init(screen: any Screen, now: @escaping () -> ContinuousClock.Instant) {
    self.screen = screen
    self.now = now
    loop = MainLoop(screen: screen, now: now)
  }

  /// Asks for a frame.
  func setNeedsFrame() { loop.setNeedsFrame() }

  /// Opens a dialog over everything.
  func open(_ dialog: any Dialog) {
    stack?.open(dialog)
    setNeedsFrame()
  }

  /// Opens a dialog that no key asked for, once no other is open.
  func enqueue(_ dialog: any Dialog) {
    stack?.enqueue(dialog)
    setNeedsFrame()
  }

  /// Closes a dialog with its safe answer.
  func cancel(_ dialog: any Dialog) {
    stack?.cancel(dialog)
    setNeedsFrame()
  }

  /// Gives the terminal back to the shell until the program is continued.
  func suspend() {
    screen.suspend()
    setNeedsFrame()
  }

  /// Paints everything anew.
  func redraw() {
    screen.invalidate()
    setNeedsFrame()
  }

  /// Ends the loop, and the program with it.
  func quit() { loop.stop() }
}
