// SPDX-License-Identifier: MIT
// Part of Grille: where the words and the line of a question on the last rows stand.

package import CellGrid

/// Words before a line that is typed into.
///
/// Words that would leave too little of the line stand in rows of their own above it, so that none of
/// them is lost.
package struct PromptLayout {
  private let prompt: DisplayString
  private let leastFieldColumns: Int

  /// Prepares rows.
  /// - Parameters:
  ///   - prompt: The words.
  ///   - leastFieldColumns: The columns the line has beside the words, if the terminal has twice as
  ///     many.
  package init(prompt: DisplayString, leastFieldColumns: Int) {
    self.prompt = prompt
    self.leastFieldColumns = leastFieldColumns
  }

  /// The rows of words and line at a width.
  package func rows(forColumns columns: Int) -> Int { wordsAbove(columns).count + 1 }

  /// Writes the words.
  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    let above = wordsAbove(in: rect)
    guard !above.isEmpty else {
      surface.write(
        prompt.truncated(to: wordsBeside(in: rect)), at: rect.origin, style: theme.prompt,
        clippedTo: rect)
      return
    }
    for (offset, words) in above.enumerated() {
      surface.write(
        words, at: CellPoint(column: rect.origin.column, row: rect.origin.row + offset),
        style: theme.prompt, clippedTo: rect)
    }
  }

  /// Where the line is.
  package func fieldRect(in rect: CellRect) -> CellRect {
    let above = wordsAbove(in: rect)
    let used = above.isEmpty ? wordsBeside(in: rect) : 0
    return CellRect(
      column: rect.origin.column + used, row: rect.origin.row + above.count,
      columns: rect.size.columns - used, rows: min(1, rect.size.rows))
  }

  /// The columns of the words beside the line; it gets what it needs before they do.
  private func wordsBeside(in rect: CellRect) -> Int {
    min(prompt.width, max(rect.size.columns / 2, rect.size.columns - leastFieldColumns))
  }

  /// The rows above the line, as many as there is room for.
  private func wordsAbove(in rect: CellRect) -> [DisplayString] {
    Array(wordsAbove(rect.size.columns).prefix(max(0, rect.size.rows - 1)))
  }

  private func wordsAbove(_ columns: Int) -> [DisplayString] {
    let room = max(columns / 2, columns - leastFieldColumns)
    return prompt.width <= room ? [] : TextWrapper(columns: columns).wrap(prompt)
  }
}
