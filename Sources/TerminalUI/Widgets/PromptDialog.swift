// SPDX-License-Identifier: MIT
// Part of Grille: a question that is answered by a line of text.

package import CellGrid

/// Asks for a line of text on the last row; Esc gives none.
package final class PromptDialog: Dialog {
  package var close: (() -> Void)?

  /// The line; its history, limit and change callback may be set.
  package let field: TextField

  private let prompt: DisplayString
  private var respond: ((String?) -> Void)?

  /// Makes a question.
  /// - Parameters:
  ///   - prompt: Words before the line.
  ///   - text: What the line holds at first.
  ///   - isMasked: Whether the characters are hidden.
  ///   - respond: Called once with the line, or nil.
  package init(
    prompt: DisplayString, text: String = "", isMasked: Bool = false,
    respond: @escaping (String?) -> Void
  ) {
    self.prompt = prompt
    field = TextField(text: text, isMasked: isMasked)
    self.respond = respond
    field.onSubmit = { [weak self] in self?.answer($0) }
    field.onCancel = { [weak self] in self?.answer(nil) }
  }

  package func cancel() {
    answer(nil)
  }

  package func preferredRows(forColumns columns: Int) -> Int { 1 }

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    surface.write(
      prompt.truncated(to: promptColumns(rect)), at: rect.origin, style: theme.prompt,
      clippedTo: rect)
    field.draw(into: &surface, in: fieldRect(rect), style: theme.field)
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    field.cursor(in: fieldRect(rect))
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    _ = field.handle(event)
    return true
  }

  private func promptColumns(_ rect: CellRect) -> Int {
    min(prompt.width, rect.size.columns / 2)
  }

  private func fieldRect(_ rect: CellRect) -> CellRect {
    let used = promptColumns(rect)
    return CellRect(
      column: rect.origin.column + used, row: rect.origin.row,
      columns: rect.size.columns - used, rows: min(1, rect.size.rows))
  }

  private func answer(_ text: String?) {
    let respond = respond
    self.respond = nil
    close?()
    respond?(text)
  }
}
