// SPDX-License-Identifier: MIT
// Part of Grille: a terminal just good enough to follow the program's screen.

/// Follows what a program writes to an xterm.
struct TerminalEmulator {
  /// What was told to the terminal beside the screen's text: titles, clipboard, device control.
  private(set) var commands: [String] = []
  /// Where the cursor is, 0-based.
  private(set) var cursor = (column: 0, row: 0)
  /// Whether the cursor can be seen.
  private(set) var isCursorVisible = true
  /// Whether the second screen, which programs use, is on show.
  private(set) var isAlternateScreen = false

  private let columns: Int
  private let rows: Int
  private var cells: [[Character]]
  private var region: ClosedRange<Int>
  private var pending: [UInt8] = []
  private var last: Character = " "

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    region = 0...max(0, rows - 1)
  }

  /// The rows as text, without blanks at their ends.
  ///
  /// The second cell of a wide character is left
  /// out.
  var lines: [String] {
    cells.map { row in
      var text = String(row.filter { $0 != "\u{0}" })
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Takes what the program has written.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var index = 0
    while index < pending.count {
      guard let next = step(from: index) else { break }
      index = next
    }
    pending.removeFirst(index)
  }

  /// Takes one character or sequence; nil if its end has not arrived yet.
  private mutating func step(from start: Int) -> Int? {
    let byte = pending[start]
    switch byte {
    case 0x1B: return escape(from: start)
    case 0x0D: cursor.column = 0
    case 0x0A: lineFeed()
    case 0x08: cursor.column = max(0, cursor.column - 1)
    case 0x09: cursor.column = min(columns - 1, (cursor.column / 8 + 1) * 8)
    case 0x00..<0x20, 0x7F: break
    case 0x20..<0x7F: put(Character(Unicode.Scalar(byte)), width: 1)
    default:
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      guard start + length <= pending.count else { return nil }
      let text = String(decoding: pending[start..<start + length], as: UTF8.self)
      for character in text { put(character, width: Self.width(of: character)) }
      return start + length
    }
    return start + 1
  }

  private mutating func escape(from start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case UInt8(ascii: "["): return control(from: start + 2)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      var end = start + 2
      while end < pending.count, pending[end] != 7, pending[end] != 0x1B { end += 1 }
      guard end < pending.count else { return nil }
      let kind = pending[start + 1] == UInt8(ascii: "]") ? "OSC " : "DCS "
      commands.append(kind + String(decoding: pending[start + 2..<end], as: UTF8.self))
      return pending[end] == 7 ? end + 1 : end + 2
    case UInt8(ascii: "("), UInt8(ascii: ")"): return start + 3
    case UInt8(ascii: "M"):
      if cursor.row == region.lowerBound { scroll(by: -1) } else { cursor.row -= 1 }
      return start + 2
    default: return start + 2
    }
  }

  private mutating func control(from start: Int) -> Int? {
    var end = start
    while end < pending.count, !(0x40...0x7E).contains(pending[end]) { end += 1 }
    guard end < pending.count else { return nil }
    let text = String(decoding: pending[start..<end], as: UTF8.self)
    let isPrivate = text.hasPrefix("?")
    let numbers = text.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == "?" }
      .map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(1, first)
    switch Character(Unicode.Scalar(pending[end])) {
    case "H", "f":
      cursor = (
        clamp((numbers.count > 1 ? max(1, numbers[1]) : 1) - 1, columns), clamp(count - 1, rows)
      )
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = clamp(cursor.row + count, rows)
    case "C": cursor.column = clamp(cursor.column + count, columns)
    case "D": cursor.column = max(0, cursor.column - count)
    case "G": cursor.column = clamp(count - 1, columns)
    case "d": cursor.row = clamp(count - 1, rows)
    case "J" where !isPrivate: eraseScreen(first)
    case "K" where !isPrivate: eraseLine(first)
    case "X": for c in cursor.column..<min(columns, cursor.column + count) { set(" ", c) }
    case "P":
      cells[cursor.row].removeSubrange(
        cursor.column..<min(columns, cursor.column + count))
      cells[cursor.row] += Array(repeating: " ", count: columns - cells[cursor.row].count)
    case "@":
      cells[cursor.row].insert(
        contentsOf: Array(repeating: " ", count: count), at: min(cursor.column, columns))
      cells[cursor.row].removeLast(cells[cursor.row].count - columns)
    case "S" where !isPrivate: scroll(by: count)
    case "T" where !isPrivate: scroll(by: -count)
    case "L", "M":
      let old = region
      region = cursor.row...max(cursor.row, old.upperBound)
      scroll(by: pending[end] == UInt8(ascii: "M") ? count : -count)
      region = old
    case "b": for _ in 0..<count { put(last, width: 1) }
    case "r" where !isPrivate:
      let bottom = numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rows
      region = clamp(count - 1, rows)...max(clamp(count - 1, rows), clamp(bottom - 1, rows))
      cursor = (0, 0)
    case "h" where isPrivate, "l" where isPrivate:
      setModes(numbers, on: pending[end] == UInt8(ascii: "h"))
    default: break
    }
    return end + 1
  }

  private mutating func setModes(_ numbers: [Int], on: Bool) {
    for number in numbers {
      if number == 25 { isCursorVisible = on }
      if number == 1049 || number == 47 || number == 1047 {
        isAlternateScreen = on
        eraseScreen(2)
      }
    }
  }

  private mutating func put(_ character: Character, width: Int) {
    guard rows > 0, columns > 0 else { return }
    if width == 0 {
      let column = max(0, cursor.column - 1)
      cells[cursor.row][column] = Character(String(cells[cursor.row][column]) + String(character))
      return
    }
    if cursor.column + width > columns {
      cursor.column = 0
      lineFeed()
    }
    set(character, cursor.column)
    if width == 2 { set("\u{0}", cursor.column + 1) }
    last = character
    cursor.column += width
  }

  private mutating func set(_ character: Character, _ column: Int) {
    guard cells.indices.contains(cursor.row), cells[cursor.row].indices.contains(column) else {
      return
    }
    cells[cursor.row][column] = character
  }

  private mutating func lineFeed() {
    if cursor.row == region.upperBound {
      scroll(by: 1)
    } else {
      cursor.row = clamp(cursor.row + 1, rows)
    }
  }

  private mutating func scroll(by count: Int) {
    let blank = Array(repeating: Character(" "), count: columns)
    for _ in 0..<min(abs(count), region.count) {
      if count > 0 {
        cells.remove(at: region.lowerBound)
        cells.insert(blank, at: region.upperBound)
      } else {
        cells.remove(at: region.upperBound)
        cells.insert(blank, at: region.lowerBound)
      }
    }
  }

  private mutating func eraseLine(_ kind: Int) {
    let range =
      kind == 0
      ? min(cursor.column, columns)..<columns
      : kind == 1 ? 0..<min(cursor.column + 1, columns) : 0..<columns
    for column in range { set(" ", column) }
  }

  private mutating func eraseScreen(_ kind: Int) {
    let whole =
      kind == 0
      ? (cursor.row + 1)..<max(cursor.row + 1, rows) : kind == 1 ? 0..<cursor.row : 0..<rows
    for row in whole where cells.indices.contains(row) {
      cells[row] = Array(repeating: " ", count: columns)
    }
    if kind < 2 { eraseLine(kind) }
  }

  private func clamp(_ value: Int, _ limit: Int) -> Int { max(0, min(value, limit - 1)) }

  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.properties.generalCategory == .nonspacingMark || scalar.value == 0x200D
      || (0xFE00...0xFE0F).contains(scalar.value)
    {
      return 0
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
