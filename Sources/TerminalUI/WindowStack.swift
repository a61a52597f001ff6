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

  /// Opens a dialog over everything.
  package func open(_ dialog: any Dialog) {
    if dialog.discardsTypeahead { discardInput() }
    dialog.close = { [weak self, weak dialog] in
      guard let self, let dialog else { return }
      dialogs.removeAll { $0 === dialog }
      dialog.close = nil
    }
    dialogs.append(dialog)
    dialog.didOpen(at: now())
  }

  /// Closes a dialog with its safe answer.
  package func cancel(_ dialog: any Dialog) {
    guard dialogs.contains(where: { $0 === dialog }) else { return }
    dialog.cancel()
  }

  /// Closes every dialog with its safe answer.
  package func cancelAll() {
    for dialog in dialogs.reversed() { dialog.cancel() }
  }

  /// Brings an event to the topmost dialog, or to the root view when there is none.
  @discardableResult
  package func handle(_ event: TerminalEvent) -> Bool {
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
