// SPDX-License-Identifier: MIT
// Part of Grille: the main view and the dialogs over it.

package import CellGrid

/// Draws the main view and the dialogs, and brings events to the topmost of them.
package final class WindowStack {
  /// The view below all dialogs.
  package let root: any View
  /// The looks.
  package var theme: Theme
  /// Called before a dialog opens that must not see what was typed ahead.
  package var discardInput: () -> Void = {}

  private var dialogs: [any Dialog] = []
  /// Dialogs that nobody's key asked for, in the order they are to open.
  private var waiting: [any Dialog] = []
  private var isHandlingEvent = false
  private let now: () -> ContinuousClock.Instant

  /// Makes a stack without dialogs.
  package init(
    root: any View, theme: Theme = Theme(),
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.root = root
    self.theme = theme
    self.now = now
  }

  /// The dialog that takes the events, if there is one.
  package var topDialog: (any Dialog)? { dialogs.last }

  /// Opens a dialog over everything, as an answer to a key.
  package func open(_ dialog: any Dialog) {
    if dialog.discardsTypeahead { discardInput() }
    dialog.close = { [weak self, weak dialog] in
      guard let self, let dialog else { return }
      close(dialog)
    }
    dialogs.append(dialog)
    dialog.didOpen(at: now())
  }

  /// Opens a dialog that no key asked for as soon as no other is open, so that it neither takes keys
  /// that were meant for another nor hides it.
  package func enqueue(_ dialog: any Dialog) {
    waiting.append(dialog)
    openNext()
  }

  private func close(_ dialog: any Dialog) {
    let wasOnTop = dialogs.last === dialog
    dialogs.removeAll { $0 === dialog }
    dialog.close = nil
    if wasOnTop { dialogs.last?.didReappear(at: now()) }
    openNext()
  }

  /// Opens the dialog that waits longest, if nothing stands in its way.
  ///
  /// Not while an event is handled: the answer to one dialog may open another.
  private func openNext() {
    guard dialogs.isEmpty, !waiting.isEmpty, !isHandlingEvent else { return }
    open(waiting.removeFirst())
  }

  /// Closes a dialog with its safe answer, whether it is open or still waits.
  package func cancel(_ dialog: any Dialog) {
    let isOpen = dialogs.contains { $0 === dialog }
    guard isOpen || waiting.contains(where: { $0 === dialog }) else { return }
    waiting.removeAll { $0 === dialog }
    // What was opened from it goes with it.
    while isOpen, let top = dialogs.last, top !== dialog { top.cancel() }
    dialog.cancel()
  }

  /// Closes every dialog with its safe answer.
  package func cancelAll() {
    let unopened = waiting
    waiting = []
    for dialog in dialogs.reversed() + unopened { dialog.cancel() }
  }

  /// Brings an event to the topmost dialog, or to the root view when there is none.
  @discardableResult
  package func handle(_ event: TerminalEvent) -> Bool {
    isHandlingEvent = true
    defer {
      isHandlingEvent = false
      openNext()
    }
    if let dialog = dialogs.last {
      _ = dialog.handle(event)
      return true
    }
    return root.handle(event)
  }

  /// Draws everything.
  /// - Returns: where the cursor rests.
  @discardableResult
  package func draw(into surface: inout CellSurface) -> CellPoint? {
    let bounds = surface.bounds
    guard !bounds.isEmpty else { return nil }
    root.draw(into: &surface, in: bounds, theme: theme)
    for dialog in dialogs {
      let rect = rect(of: dialog, in: bounds)
      surface.clear(rect, style: theme.dialog)
      dialog.draw(into: &surface, in: rect, theme: theme)
    }
    guard let dialog = dialogs.last else { return visible(root.cursor(in: bounds), in: bounds) }
    return visible(dialog.cursor(in: rect(of: dialog, in: bounds)), in: bounds)
  }

  private func rect(of dialog: any Dialog, in bounds: CellRect) -> CellRect {
    let rows = max(1, min(dialog.preferredRows(forColumns: bounds.size.columns), bounds.size.rows))
    return CellRect(
      column: 0, row: bounds.size.rows - rows, columns: bounds.size.columns, rows: rows)
  }

  private func visible(_ point: CellPoint?, in bounds: CellRect) -> CellPoint? {
    point.flatMap { bounds.contains($0) ? $0 : nil }
  }
}
