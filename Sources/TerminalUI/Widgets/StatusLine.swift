// SPDX-License-Identifier: MIT
// Part of Grille: one row of facts.

package import CellGrid

/// A row with parts from the left and parts from the right.
///
/// Where there is not enough room, parts of the lowest priority go first; what is left is cut on the
/// left side's last part.
package final class StatusLine: View {
  /// A fact.
  package nonisolated struct Part: Sendable {
    /// The words.
    package var text: DisplayString
    /// The look, laid over the line's: colours where set, attributes added.
    package var style: CellStyle
    /// Which parts stay when there is no room; higher stays longer.
    package var priority: Int
    /// What a press with the mouse asks for, in the embedding program's words; empty for nothing.
    package var command: String

    /// Makes a part.
    package init(
      _ text: DisplayString, style: CellStyle = .plain, priority: Int = 0, command: String = ""
    ) {
      self.text = text
      self.style = style
      self.priority = priority
      self.command = command
    }
  }

  /// Parts from the left edge.
  package var left: [Part] = []
  /// Parts at the right edge, from left to right.
  package var right: [Part] = []

  /// Makes an empty line.
  package init() {}

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    draw(into: &surface, in: rect, style: theme.status)
  }

  /// Draws in one look.
  package func draw(into surface: inout CellSurface, in rect: CellRect, style: CellStyle) {
    guard !rect.isEmpty else { return }
    surface.clear(rect, style: style)
    let columns = rect.size.columns
    let (left, right) = fitting(columns)
    let rightColumns = Self.columns(right)
    var room = columns - (right.isEmpty ? 0 : rightColumns + 1)
    var column = rect.origin.column
    for part in left where room > 0 {
      let text = part.text.truncated(to: room)
      surface.write(
        text, at: CellPoint(column: column, row: rect.origin.row),
        style: Self.merge(part.style, over: style), clippedTo: rect)
      column += text.width + 1
      room -= text.width + 1
    }
    column = rect.columns.upperBound - rightColumns
    for part in right {
      surface.write(
        part.text, at: CellPoint(column: column, row: rect.origin.row),
        style: Self.merge(part.style, over: style), clippedTo: rect)
      column += part.text.width + 1
    }
  }

  /// What a press on a column asks for, drawn in that many columns; nil for nothing.
  /// - Parameters:
  ///   - column: The column, 0-based from the line's left edge.
  ///   - columns: The line's width.
  /// - Returns: The command of the part from the right that is drawn there.
  package func command(atColumn column: Int, ofColumns columns: Int) -> String? {
    let right = fitting(columns).right
    var start = columns - Self.columns(right)
    for part in right {
      if column >= start, column < start + part.text.width {
        return part.command.isEmpty ? nil : part.command
      }
      start += part.text.width + 1
    }
    return nil
  }

  /// The parts that stay, by priority.
  private func fitting(_ columns: Int) -> (left: [Part], right: [Part]) {
    var left = left.filter { !$0.text.isEmpty }
    var right = right.filter { !$0.text.isEmpty }
    while left.count + right.count > 1,
      Self.columns(left) + Self.columns(right) + (left.isEmpty || right.isEmpty ? 0 : 1) > columns
    {
      let lowest = (left + right).map(\.priority).min() ?? 0
      let highest = (left + right).map(\.priority).max() ?? 0
      // All are as important: the left ones are cut instead.
      if lowest == highest, right.isEmpty { break }
      if let index = right.firstIndex(where: { $0.priority == lowest }) {
        right.remove(at: index)
      } else if let index = left.lastIndex(where: { $0.priority == lowest }) {
        left.remove(at: index)
      }
    }
    if left.isEmpty, let only = right.first, only.text.width > columns {
      right[0].text = only.text.truncated(to: columns)
    }
    return (left, right)
  }

  private static func columns(_ parts: [Part]) -> Int {
    parts.reduce(0) { $0 + $1.text.width } + max(0, parts.count - 1)
  }

  private static func merge(_ part: CellStyle, over line: CellStyle) -> CellStyle {
    var style = line
    if !part.foreground.isDefault { style.foreground = part.foreground }
    if !part.background.isDefault { style.background = part.background }
    style.attributes.formUnion(part.attributes)
    return style
  }
}
