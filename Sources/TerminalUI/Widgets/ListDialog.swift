// SPDX-License-Identifier: MIT
// Part of Grille: a choice from a list.

package import CellGrid

/// Asks for one row of a list; Esc chooses none.
package final class ListDialog: Dialog {
  package var close: (() -> Void)?

  private let title: DisplayString
  private let list: ListView
  private var respond: ((Int?) -> Void)?

  /// Makes a choice.
  /// - Parameters:
  ///   - title: What is chosen, in the first row.
  ///   - items: The rows.
  ///   - selection: The row chosen at first.
  ///   - respond: Called once with the number of the row, or nil.
  package init(
    title: DisplayString, items: [DisplayString], selection: Int = 0,
    respond: @escaping (Int?) -> Void
  ) {
    self.title = title
    list = ListView(count: items.count) { row, columns in items[row].truncated(to: columns) }
    self.respond = respond
    list.select(selection)
    list.onActivate = { [weak self] row in self?.answer(row) }
  }

  package func cancel() {
    answer(nil)
  }

  package func preferredRows(forColumns columns: Int) -> Int {
    1 + max(1, list.count)
  }

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    let line = CellRect(origin: rect.origin, size: CellSize(columns: rect.size.columns, rows: 1))
    if rect.size.rows > 1 {
      surface.clear(line, style: theme.dialogTitle)
      surface.write(
        title.truncated(to: rect.size.columns - 2),
        at: CellPoint(column: rect.origin.column + 1, row: rect.origin.row),
        style: theme.dialogTitle, clippedTo: rect)
    }
    list.draw(into: &surface, in: listRect(rect), theme: theme)
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    list.cursor(in: listRect(rect))
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key)
    where key == KeyEvent(.escape) || key == KeyEvent("q") || key == KeyEvent("c", .control):
      answer(nil)
    default:
      _ = list.handle(event)
    }
    return true
  }

  private func listRect(_ rect: CellRect) -> CellRect {
    let header = rect.size.rows > 1 ? 1 : 0
    return CellRect(
      column: rect.origin.column, row: rect.origin.row + header, columns: rect.size.columns,
      rows: rect.size.rows - header)
  }

  private func answer(_ row: Int?) {
    let respond = respond
    self.respond = nil
    close?()
    respond?(row)
  }
}
