// SPDX-License-Identifier: MIT
// Part of Grille: a question that is answered by a line of text.

package import CellGrid

/// Asks for a line of text on the last row; Esc gives none.
///
/// Words that are too long to stand before the line stand above it.
package final class PromptDialog: Dialog {
  package var close: (() -> Void)?

  /// The line; its history, limit and change callback may be set.
  package let field: TextField

  private let layout: PromptLayout
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
    layout = PromptLayout(prompt: prompt, leastFieldColumns: 24)
    field = TextField(text: text, isMasked: isMasked)
    self.respond = respond
    field.onSubmit = { [weak self] in self?.answer($0) }
    field.onCancel = { [weak self] in self?.answer(nil) }
  }

  package func cancel() {
    answer(nil)
  }

  package func preferredRows(forColumns columns: Int) -> Int { layout.rows(forColumns: columns) }

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    layout.draw(into: &surface, in: rect, theme: theme)
    field.draw(into: &surface, in: layout.fieldRect(in: rect), style: theme.field)
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    field.cursor(in: layout.fieldRect(in: rect))
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    _ = field.handle(event)
    return true
  }

  private func answer(_ text: String?) {
    let respond = respond
    self.respond = nil
    close?()
    respond?(text)
  }
}
