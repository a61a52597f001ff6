// SPDX-License-Identifier: MIT
// Part of Grille: an editable line.

package import CellGrid
import UnicodeText

/// One line of text with a cursor, the usual editing keys and, if wanted, a history.
package final class TextField: View {
  /// The text.
  package var text: String {
    get { String(characters) }
    set {
      characters = Array(Self.singleLine(newValue))
      position = characters.count
      historyIndex = nil
    }
  }

  /// Whether the characters are hidden, as for a pass phrase.
  package var isMasked = false
  /// Longest text, in characters; nil for no limit.
  package var maximumLength: Int?
  /// Lines that Up and Down bring back, oldest first; nothing is added here.
  package var history: [String] = []
  /// Called when RET is pressed.
  package var onSubmit: (String) -> Void = { _ in }
  /// Called when Esc or C-g is pressed.
  package var onCancel: () -> Void = {}
  /// Called when the text changed.
  package var onChange: (String) -> Void = { _ in }

  /// Index of the cursor among the characters, up to their number.
  package private(set) var position: Int

  private var characters: [Character]
  private var killed: [Character] = []
  private var historyIndex: Int?
  private var draft: [Character] = []
  private var firstVisible = 0

  /// Makes a field with the cursor at the end of its text.
  package init(text: String = "", isMasked: Bool = false) {
    characters = Array(Self.singleLine(text))
    position = characters.count
    self.isMasked = isMasked
  }

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    draw(into: &surface, in: rect, style: theme.field)
  }

  /// Draws in one look.
  package func draw(into surface: inout CellSurface, in rect: CellRect, style: CellStyle) {
    let line = CellRect(
      origin: rect.origin, size: CellSize(columns: rect.size.columns, rows: min(1, rect.size.rows)))
    surface.clear(line, style: style)
    scrollToCursor(columns: line.size.columns)
    var point = line.origin
    for index in firstVisible..<characters.count where point.column < line.columns.upperBound {
      point.column += surface.write(glyph(index), at: point, style: style, clippedTo: line)
    }
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    guard !rect.isEmpty else { return nil }
    scrollToCursor(columns: rect.size.columns)
    let before = (firstVisible..<position).reduce(0) { $0 + glyph($1).width }
    return CellPoint(
      column: rect.origin.column + min(before, rect.size.columns - 1), row: rect.origin.row)
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .paste(let pasted):
      insert(Array(Self.singleLine(pasted)))
      return true
    case .key(let key):
      if let scalar = key.typedCharacter {
        type(scalar)
        return true
      }
      return edit(key)
    default:
      return false
    }
  }

  // MARK: Editing

  private func type(_ scalar: Unicode.Scalar) {
    // A mark joins the character before it.
    if position > 0 {
      let joined = String(characters[position - 1]) + String(Character(scalar))
      if joined.count == 1, let character = joined.first {
        characters[position - 1] = character
        onChange(text)
        return
      }
    }
    insert([Character(scalar)])
  }

  private func insert(_ added: [Character]) {
    let room = maximumLength.map { max(0, $0 - characters.count) } ?? added.count
    let kept = added.prefix(room)
    guard !kept.isEmpty else { return }
    characters.insert(contentsOf: kept, at: position)
    position += kept.count
    onChange(text)
  }

  private func edit(_ key: KeyEvent) -> Bool {
    switch (key.key, key.modifiers) {
    case (.enter, _): onSubmit(text)
    case (.escape, _), (.character("g"), .control), (.character("c"), .control): onCancel()
    case (.left, []), (.character("b"), .control): position = max(0, position - 1)
    case (.right, []), (.character("f"), .control): position = min(characters.count, position + 1)
    case (.home, _), (.character("a"), .control): position = 0
    case (.end, _), (.character("e"), .control): position = characters.count
    case (.left, _), (.character("b"), .meta): position = wordStart()
    case (.right, _), (.character("f"), .meta): position = wordEnd()
    case (.backspace, []): remove(max(0, position - 1)..<position, keeps: false)
    case (.delete, []), (.character("d"), .control):
      remove(position..<min(characters.count, position + 1), keeps: false)
    case (.character("w"), .control), (.backspace, .meta):
      remove(wordStart()..<position, keeps: true)
    case (.character("d"), .meta): remove(position..<wordEnd(), keeps: true)
    case (.character("k"), .control): remove(position..<characters.count, keeps: true)
    case (.character("u"), .control): remove(0..<position, keeps: true)
    case (.character("y"), .control): insert(killed)
    case (.up, []), (.character("p"), .control): return recall(-1)
    case (.down, []), (.character("n"), .control): return recall(1)
    default: return false
    }
    return true
  }

  private func remove(_ range: Range<Int>, keeps: Bool) {
    guard !range.isEmpty else { return }
    // A hidden text must not come back in another field.
    if keeps { killed = isMasked ? [] : Array(characters[range]) }
    characters.removeSubrange(range)
    position = range.lowerBound
    onChange(text)
  }

  private func wordStart() -> Int {
    var index = position
    while index > 0, !isWord(index - 1) { index -= 1 }
    while index > 0, isWord(index - 1) { index -= 1 }
    return index
  }

  private func wordEnd() -> Int {
    var index = position
    while index < characters.count, !isWord(index) { index += 1 }
    while index < characters.count, isWord(index) { index += 1 }
    return index
  }

  private func isWord(_ index: Int) -> Bool {
    // Where a hidden text has its words is hidden too.
    isMasked || characters[index].isLetter || characters[index].isNumber
  }

  private func recall(_ step: Int) -> Bool {
    guard !history.isEmpty, !isMasked else { return false }
    let index = (historyIndex ?? history.count) + step
    guard 0...history.count ~= index else { return true }
    if historyIndex == nil { draft = characters }
    historyIndex = index == history.count ? nil : index
    characters = index == history.count ? draft : Array(Self.singleLine(history[index]))
    position = characters.count
    onChange(text)
    return true
  }

  // MARK: Showing

  private func glyph(_ index: Int) -> DisplayString {
    isMasked ? "*" : DisplayString(String(characters[index]))
  }

  private func scrollToCursor(columns: Int) {
    firstVisible = min(firstVisible, position)
    guard columns > 0 else { return }
    // One column stays for the cursor behind the last character.
    var used = 1
    var index = position
    while index > firstVisible {
      used += glyph(index - 1).width
      if used > columns {
        firstVisible = index
        return
      }
      index -= 1
    }
  }

  private static func singleLine(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
