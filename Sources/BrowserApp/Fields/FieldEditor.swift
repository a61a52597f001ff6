// SPDX-License-Identifier: MIT
// Part of Grille: edits the text of a form control where it stands in the page.
import CellGrid
import TerminalUI

/// What edits a text control in place.
protocol FieldEditor: AnyObject {
  /// The text as edited so far.
  var text: String { get }
  /// Whether RET belongs to the text instead of ending the editing.
  var takesEnter: Bool { get }
  /// Takes an event; false if it has no meaning for the text.
  func handle(_ event: TerminalEvent) -> Bool
  /// Draws into the control's area.
  func draw(into surface: inout CellSurface, in rect: CellRect, style: CellStyle)
  /// Where the cursor is within the control's area.
  func cursor(in rect: CellRect) -> CellPoint?
}

/// Edits a control of one line.
final class LineEditor: FieldEditor {
  private let field: TextField
  let takesEnter = false

  init(text: String, isMasked: Bool, maximumLength: Int?) {
    field = TextField(text: text, isMasked: isMasked)
    field.maximumLength = maximumLength
  }

  var text: String { field.text }

  func handle(_ event: TerminalEvent) -> Bool { field.handle(event) }

  func draw(into surface: inout CellSurface, in rect: CellRect, style: CellStyle) {
    field.draw(into: &surface, in: rect, style: style)
  }

  func cursor(in rect: CellRect) -> CellPoint? { field.cursor(in: rect) }
}
