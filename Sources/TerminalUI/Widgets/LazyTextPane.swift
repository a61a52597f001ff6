// SPDX-License-Identifier: MIT
// Part of Grille: long text of which only what is in sight is made.

package import CellGrid

/// Paragraphs that are made and wrapped when they come into sight, and that can be searched.
package final class LazyTextPane: View {
  /// Makes a paragraph by its number.
  package var paragraph: (Int) -> DisplayString
  /// The look of a paragraph by its number.
  package var style: (_ paragraph: Int, _ theme: Theme) -> CellStyle = { _, theme in theme.text }
  /// Number of paragraphs.
  package private(set) var count: Int
  /// The paragraph that a search stands on.
  package private(set) var match: Int?

  /// The first row in sight: a paragraph, and one of the rows it wraps to.
  private var top = Position()
  private var wrapped: [Int: [DisplayString]] = [:]
  private var columns = 1
  private var visibleRows = 1

  private struct Position: Equatable {
    var paragraph = 0
    var row = 0
  }

  /// Makes a pane that shows its beginning.
  package init(count: Int, paragraph: @escaping (Int) -> DisplayString) {
    self.count = count
    self.paragraph = paragraph
  }

  /// The number of the first paragraph in sight.
  package var firstParagraph: Int { top.paragraph }

  /// Whether there is more below what was drawn last.
  package var hasMoreBelow: Bool { top != lastTop }

  // MARK: - Scrolling

  /// Shows a paragraph as the first one, as far as there is text.
  package func scroll(toParagraph number: Int) {
    top = clamped(Position(paragraph: max(0, min(number, count - 1))))
  }

  /// Scrolls by rows, down if positive.
  package func scroll(rows: Int) {
    top = rows < 0 ? up(top, -rows) : clamped(down(top, rows))
  }

  private func up(_ position: Position, _ rows: Int) -> Position {
    var position = position
    for _ in 0..<rows {
      if position.row > 0 {
        position.row -= 1
      } else if position.paragraph > 0 {
        position.paragraph -= 1
        position.row = lines(position.paragraph).count - 1
      } else {
        break
      }
    }
    return position
  }

  private func down(_ position: Position, _ rows: Int) -> Position {
    var position = position
    for _ in 0..<rows {
      if position.row + 1 < lines(position.paragraph).count {
        position.row += 1
      } else if position.paragraph + 1 < count {
        position = Position(paragraph: position.paragraph + 1)
      } else {
        break
      }
    }
    return position
  }

  /// The first row when the last one is at the bottom.
  private var lastTop: Position {
    guard count > 0 else { return Position() }
    let last = Position(paragraph: count - 1, row: lines(count - 1).count - 1)
    return up(last, visibleRows - 1)
  }

  private func clamped(_ position: Position) -> Position {
    guard count > 0 else { return Position() }
    let last = lastTop
    let isBeyond = (position.paragraph, position.row) > (last.paragraph, last.row)
    return isBeyond ? last : position
  }

  private func lines(_ number: Int) -> [DisplayString] {
    guard number < count else { return [.empty] }
    if let known = wrapped[number] { return known }
    // Text that was scrolled past is made again if it is wanted again.
    if wrapped.count > 1000 { wrapped.removeAll() }
    let made = TextWrapper(columns: columns).wrap(paragraph(number))
    wrapped[number] = made
    return made
  }

  // MARK: - Searching

  /// Goes to the next paragraph that holds a text, letters of both cases alike, and round at the end.
  /// - Returns: whether there is one.
  package func find(_ text: String, backwards: Bool) -> Bool {
    let wanted = Array(text.lowercased().utf8)
    guard !wanted.isEmpty, count > 0 else { return false }
    let step = backwards ? -1 : 1
    let start = match ?? top.paragraph - (backwards ? 0 : 1)
    for distance in 1...count {
      let number = ((start + step * distance) % count + count) % count
      guard Self.contains(paragraph(number).text.lowercased(), wanted) else { continue }
      match = number
      let bottom = down(top, visibleRows - 1)
      if number < top.paragraph || number > bottom.paragraph || number == top.paragraph {
        top = clamped(up(Position(paragraph: number), 1))
      }
      return true
    }
    return false
  }

  /// Begins the next search at what is in sight.
  package func forgetMatch() {
    match = nil
  }

  private static func contains(_ text: String, _ wanted: [UInt8]) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  // MARK: - View

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    guard !rect.isEmpty else { return }
    if columns != rect.size.columns {
      columns = max(1, rect.size.columns)
      wrapped.removeAll()
      top.row = min(top.row, lines(top.paragraph).count - 1)
    }
    visibleRows = rect.size.rows
    top = clamped(top)
    var position = top
    for row in rect.rows {
      guard position.paragraph < count else { return }
      let rows = lines(position.paragraph)
      let look =
        position.paragraph == match ? theme.currentMatch : style(position.paragraph, theme)
      surface.write(
        rows[position.row], at: CellPoint(column: rect.origin.column, row: row), style: look,
        clippedTo: rect)
      position =
        position.row + 1 < rows.count
        ? Position(paragraph: position.paragraph, row: position.row + 1)
        : Position(paragraph: position.paragraph + 1)
    }
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: scroll(rows: -3)
      case .wheelDown: scroll(rows: 3)
      default: return false
      }
      return true
    case .key(let key):
      return scroll(by: key)
    default:
      return false
    }
  }

  private func scroll(by key: KeyEvent) -> Bool {
    switch (key.key, key.modifiers) {
    case (.home, []), (.character("g"), []): scroll(toParagraph: 0)
    case (.end, []), (.character("G"), []): top = lastTop
    default:
      // The keys ask for a row relative to the one on top; from 0 that is the way to go.
      guard let rows = ScrollKeys.target(key, from: 0, page: visibleRows, count: Int.max) else {
        return false
      }
      scroll(rows: rows)
    }
    return true
  }
}
