// SPDX-License-Identifier: MIT
// Part of Grille: text that is wrapped and scrolls.

package import CellGrid
import UnicodeText

/// Paragraphs of text, wrapped to the width they get.
package final class TextPane: View {
  /// The text; each paragraph starts a new row.
  package var paragraphs: [DisplayString] {
    didSet { wrappedColumns = nil }
  }

  /// Number of the first row shown, 0-based.
  package private(set) var firstRow = 0

  private var lines: [DisplayString] = []
  /// The first row of each paragraph.
  private var starts: [Int] = []
  private var wrappedColumns: Int?
  private var visibleRows = 1

  /// Makes a pane that shows its beginning.
  package init(paragraphs: [DisplayString]) {
    self.paragraphs = paragraphs
  }

  /// Rows that the text takes at a width.
  package func rows(forColumns columns: Int) -> Int {
    wrap(to: columns)
    return lines.count
  }

  /// Scrolls so that a row is the first one, as far as there is text.
  package func scroll(toRow row: Int) {
    firstRow = max(0, min(row, lines.count - visibleRows))
  }

  /// Scrolls as little as needed to bring a paragraph into sight.
  package func reveal(paragraph: Int) {
    guard starts.indices.contains(paragraph) else { return }
    let first = starts[paragraph]
    let end = paragraph + 1 < starts.count ? starts[paragraph + 1] : lines.count
    if end > firstRow + visibleRows { firstRow = end - visibleRows }
    if first < firstRow { firstRow = first }
  }

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    draw(into: &surface, in: rect, style: theme.text)
  }

  /// Draws in one look.
  package func draw(into surface: inout CellSurface, in rect: CellRect, style: CellStyle) {
    guard !rect.isEmpty else { return }
    wrap(to: rect.size.columns)
    visibleRows = rect.size.rows
    scroll(toRow: firstRow)
    for row in 0..<min(rect.size.rows, lines.count - firstRow) {
      surface.write(
        lines[firstRow + row],
        at: CellPoint(column: rect.origin.column, row: rect.origin.row + row), style: style,
        clippedTo: rect)
    }
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: scroll(toRow: firstRow - 3)
      case .wheelDown: scroll(toRow: firstRow + 3)
      default: return false
      }
      return true
    case .key(let key):
      guard let row = ScrollKeys.target(key, from: firstRow, page: visibleRows, count: lines.count)
      else { return false }
      scroll(toRow: row)
      return true
    default:
      return false
    }
  }

  private func wrap(to columns: Int) {
    guard wrappedColumns != columns else { return }
    wrappedColumns = columns
    let wrapper = TextWrapper(columns: max(1, columns))
    lines = []
    starts = []
    for paragraph in paragraphs {
      starts.append(lines.count)
      lines += wrapper.wrap(paragraph)
    }
  }
}

/// The keys that all scrolling parts of the frame share.
nonisolated enum ScrollKeys {
  /// The row that a key asks for, or nil if it does not scroll.
  static func target(_ key: KeyEvent, from row: Int, page: Int, count: Int) -> Int? {
    switch (key.key, key.modifiers) {
    case (.down, []), (.character("j"), []), (.character("n"), .control): row + 1
    case (.up, []), (.character("k"), []), (.character("p"), .control): row - 1
    case (.pageDown, []), (.character(" "), []), (.character("f"), .control): row + max(1, page - 1)
    case (.pageUp, []), (.character("b"), []), (.character("b"), .control): row - max(1, page - 1)
    case (.character("d"), .control): row + max(1, page / 2)
    case (.character("u"), .control): row - max(1, page / 2)
    case (.home, []), (.character("g"), []): 0
    case (.end, []), (.character("G"), []): max(0, count - 1)
    default: nil
    }
  }
}
