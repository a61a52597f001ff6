// SPDX-License-Identifier: MIT
// Part of Grille: rows of which one is chosen.

package import CellGrid

/// A list that scrolls and has one chosen row.
package final class ListView: View {
  /// Number of rows; the choice is kept within.
  package var count: Int {
    didSet { select(selection) }
  }

  /// The chosen row, 0-based; 0 in an empty list.
  package private(set) var selection = 0
  /// The first row shown.
  package private(set) var firstRow = 0

  /// The text of a row at a width; called for visible rows only.
  package var content: (_ row: Int, _ columns: Int) -> DisplayString
  /// The look of a row that is not chosen.
  package var style: (_ row: Int, _ theme: Theme) -> CellStyle = { _, theme in theme.text }
  /// Called when a row is activated by RET or a click.
  package var onActivate: (_ row: Int) -> Void = { _ in }
  /// Called when another row was chosen.
  package var onSelect: (_ row: Int) -> Void = { _ in }

  private var lastRect = CellRect(.zero)

  /// Makes a list.
  package init(
    count: Int = 0, content: @escaping (_ row: Int, _ columns: Int) -> DisplayString
  ) {
    self.count = count
    self.content = content
  }

  /// Chooses a row, or the nearest there is.
  package func select(_ row: Int) {
    let previous = selection
    selection = max(0, min(row, count - 1))
    if selection != previous { onSelect(selection) }
  }

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    lastRect = rect
    guard !rect.isEmpty else { return }
    firstRow = max(selection - rect.size.rows + 1, min(firstRow, selection))
    firstRow = max(0, min(firstRow, count - rect.size.rows))
    for offset in 0..<min(rect.size.rows, count - firstRow) {
      let row = firstRow + offset
      let line = CellRect(
        column: rect.origin.column, row: rect.origin.row + offset, columns: rect.size.columns,
        rows: 1)
      let look = row == selection ? theme.selection : style(row, theme)
      surface.clear(line, style: look)
      surface.write(
        content(row, rect.size.columns), at: line.origin, style: look, clippedTo: line)
    }
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    guard count > 0, !rect.isEmpty else { return nil }
    return CellPoint(column: rect.origin.column, row: rect.origin.row + selection - firstRow)
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key):
      if key == KeyEvent(.enter) {
        if count > 0 { onActivate(selection) }
        return true
      }
      guard
        let row = ScrollKeys.target(
          key, from: selection, page: lastRect.size.rows, count: count)
      else { return false }
      select(row)
      return true
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: select(selection - 3)
      case .wheelDown: select(selection + 3)
      case .press(1):
        let row = firstRow + mouse.position.row - lastRect.origin.row
        guard lastRect.contains(mouse.position), row < count else { return false }
        if row == selection { onActivate(row) } else { select(row) }
      default: return false
      }
      return true
    default:
      return false
    }
  }
}
