// SPDX-License-Identifier: MIT
// Part of Grille: edits a control of several lines in place.
import CellGrid
import TerminalUI

/// Edits several lines; each line of the text is one row, scrolled sideways where it is too long.
final class TextAreaEditor: FieldEditor {
  let takesEnter = true
  private var lines: [[Character]]
  private var row = 0
  private var column = 0
  private var firstRow = 0
  private var firstColumn = 0
  private let maximumLength: Int?

  /// Begins with the cursor at the start of the text.
  /// - Parameters:
  ///   - text: the text, with any kind of line ends.
  ///   - maximumLength: the most UTF-16 code units, line ends counting one.
  init(text: String, maximumLength: Int?) {
    lines = Self.split(text)
    self.maximumLength = maximumLength
  }

  var text: String { lines.map { String($0) }.joined(separator: "\n") }

  private static func split(_ text: String) -> [[Character]] {
    var lines: [[Character]] = [[]]
    for character in text {
      if character.isNewline {
        lines.append([])
      } else if character == "\t" {
        lines[lines.count - 1].append(" ")
      } else if character.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) {
        lines[lines.count - 1].append(character)
      }
    }
    return lines
  }

  // MARK: - Editing

  func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .paste(let text): insert(text)
    case .key(let key):
      if let scalar = key.typedCharacter {
        insert(String(Character(scalar)))
      } else {
        return edit(key)
      }
    default: return false
    }
    return true
  }

  private func edit(_ key: KeyEvent) -> Bool {
    switch (key.key, key.modifiers) {
    case (.enter, _): insert("\n")
    case (.left, _), (.character("b"), .control): moveLeft()
    case (.right, _), (.character("f"), .control): moveRight()
    case (.up, _), (.character("p"), .control): moveRows(-1)
    case (.down, _), (.character("n"), .control): moveRows(1)
    case (.pageUp, _): moveRows(-10)
    case (.pageDown, _): moveRows(10)
    case (.home, _), (.character("a"), .control): column = 0
    case (.end, _), (.character("e"), .control): column = lines[row].count
    case (.backspace, _):
      guard row > 0 || column > 0 else { return true }
      moveLeft()
      removeForward()
    case (.delete, _), (.character("d"), .control): removeForward()
    case (.character("k"), .control):
      if column < lines[row].count {
        lines[row].removeSubrange(column...)
      } else {
        removeForward()
      }
    case (.character("u"), .control):
      lines[row].removeSubrange(..<column)
      column = 0
    default: return false
    }
    return true
  }

  private func insert(_ added: String) {
    let room = maximumLength.map { $0 - text.utf16.count } ?? Int.max
    var used = 0
    for (index, part) in Self.split(added).enumerated() {
      if index > 0 {
        used += 1
        guard used <= room else { return }
        let tail = lines[row][column...]
        lines.insert(Array(tail), at: row + 1)
        lines[row].removeSubrange(column...)
        row += 1
        column = 0
      }
      for character in part {
        used += character.utf16.count
        guard used <= room else { return }
        lines[row].insert(character, at: column)
        column += 1
      }
    }
  }

  private func removeForward() {
    if column < lines[row].count {
      lines[row].remove(at: column)
    } else if row + 1 < lines.count {
      lines[row] += lines.remove(at: row + 1)
    }
  }

  private func moveLeft() {
    if column > 0 {
      column -= 1
    } else if row > 0 {
      row -= 1
      column = lines[row].count
    }
  }

  private func moveRight() {
    if column < lines[row].count {
      column += 1
    } else if row + 1 < lines.count {
      row += 1
      column = 0
    }
  }

  private func moveRows(_ count: Int) {
    row = max(0, min(row + count, lines.count - 1))
    column = min(column, lines[row].count)
  }

  // MARK: - Showing

  private func width(_ characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + DisplayString(String($1)).width }
  }

  private func scroll(into size: CellSize) {
    firstRow = max(row - size.rows + 1, min(firstRow, row))
    firstColumn = min(firstColumn, column)
    while firstColumn < column, width(lines[row][firstColumn..<column]) >= size.columns {
      firstColumn += 1
    }
  }

  func draw(into surface: inout CellSurface, in rect: CellRect, style: CellStyle) {
    guard !rect.isEmpty else { return }
    scroll(into: rect.size)
    surface.clear(rect, style: style)
    for offset in 0..<min(rect.size.rows, lines.count - firstRow) {
      let line = lines[firstRow + offset].dropFirst(firstColumn)
      surface.write(
        DisplayString(String(line)),
        at: CellPoint(column: rect.origin.column, row: rect.origin.row + offset), style: style,
        clippedTo: rect)
    }
  }

  func cursor(in rect: CellRect) -> CellPoint? {
    guard !rect.isEmpty else { return nil }
    scroll(into: rect.size)
    return CellPoint(
      column: rect.origin.column + width(lines[row][firstColumn..<column]),
      row: rect.origin.row + row - firstRow)
  }
}
