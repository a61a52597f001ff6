// SPDX-License-Identifier: MIT
// Part of Grille: a terminal for tests: keys go in, text comes out.

package import CellGrid

/// A screen in memory.
package final class FakeScreen: Screen {
  /// The extent; `resize` changes it.
  package private(set) var size: CellSize
  /// What was shown last.
  package private(set) var surface: CellSurface
  /// Where the cursor was shown last.
  package private(set) var cursor: CellPoint?
  /// The window's title that was set last.
  package private(set) var title: DisplayString?
  /// How many frames were shown.
  package private(set) var frameCount = 0
  /// How often the bell rang.
  package private(set) var beepCount = 0
  /// What was put on the clipboard last.
  package private(set) var clipboard: String?
  /// How often the program stopped itself.
  package private(set) var suspendCount = 0
  /// Whether the terminal was given back.
  package private(set) var isClosed = false

  private var events: [TerminalEvent] = []

  /// Makes a blank screen.
  package init(size: CellSize = CellSize(columns: 80, rows: 24)) {
    self.size = size
    surface = CellSurface(size: size)
  }

  /// What is shown, as `SurfaceDump.text` writes it.
  package var text: String { SurfaceDump.text(surface) }

  /// Presses keys given by their names, such as `press("g", "C-l", "RET")`.
  /// - Precondition: each is the name of a key.
  package func press(_ names: String...) {
    for name in names {
      guard let key = KeyEvent(name: name) else { preconditionFailure("no key is named \(name)") }
      events.append(.key(key))
    }
  }

  /// Types a text, key by key.
  package func type(_ text: String) {
    events += text.unicodeScalars.map { scalar in
      .key(scalar == "\n" ? KeyEvent(.enter) : KeyEvent(scalar))
    }
  }

  /// Adds an event.
  package func send(_ event: TerminalEvent) {
    events.append(event)
  }

  /// Gives the terminal another size.
  package func resize(to size: CellSize) {
    self.size = size
    surface = CellSurface(size: size)
    events.append(.resize(size))
  }

  package var inputDescriptors: [Int32] { [] }

  package var inputDeadline: ContinuousClock.Instant? { nil }

  package func nextEvent() -> TerminalEvent? {
    events.isEmpty ? nil : events.removeFirst()
  }

  package func discardInput() {
    events.removeAll()
  }

  package func present(_ surface: CellSurface, cursor: CellPoint?, title: DisplayString?) {
    self.surface = surface
    self.cursor = cursor
    if let title { self.title = title }
    frameCount += 1
  }

  package func invalidate() {}

  package func beep() {
    beepCount += 1
  }

  package func copyToClipboard(_ text: String) {
    clipboard = text
  }

  package func suspend() {
    suspendCount += 1
  }

  package func withTerminalReleased(_ body: () -> Void) {
    body()
  }

  package func close() {
    isClosed = true
  }
}
