// SPDX-License-Identifier: MIT
// Part of Grille: typing into form controls, and choosing from lists of choices.
import CellGrid
import TerminalUI
import WebViewKit

extension BrowserWindow {
  /// Whether the focus is on a control that text can be typed into.
  var isTextFocused: Bool {
    guard let element = webView.focusedElement, case .text(let control) = element.kind else {
      return false
    }
    return !element.isDisabled && !control.isReadOnly
  }

  /// What the keys do in the field that is edited.
  var fieldHint: StringKey {
    fieldEditor?.takesEnter == true ? .textareaHint : .fieldHint
  }

  /// Begins to edit the focused control.
  func editFocusedField(_ control: FocusedElement.TextControl) {
    guard !control.isReadOnly else { return }
    fieldEditor =
      control.isMultiline
      ? TextAreaEditor(text: control.value, maximumLength: control.maxLength)
      : LineEditor(
        text: control.value, isMasked: control.isPassword, maximumLength: control.maxLength)
    session.setNeedsFrame()
  }

  /// Ends the editing; what was typed stays in the control.
  func leaveField() {
    guard let editor = fieldEditor else { return }
    fieldEditor = nil
    typesIntoField = false
    webView.setFocusedText(editor.text)
  }

  /// Gives a key to the field that is edited, or begins to edit the one that was gone to.
  /// - Returns: false if the key is a command's.
  func editField(with key: KeyEvent) -> Bool {
    if fieldEditor == nil {
      guard typesIntoField, !reader.isPending, key.typedCharacter != nil, isTextFocused,
        case .text(let control) = webView.focusedElement?.kind
      else {
        typesIntoField = false
        return false
      }
      editFocusedField(control)
    }
    guard let editor = fieldEditor else { return false }
    switch (key.key, key.modifiers) {
    case (.tab, let modifiers):
      leaveField()
      moveFocus(modifiers.contains(.shift) ? .previous : .next, times: 1)
    case (.escape, _), (.character("c"), .control), (.character("x"), .control):
      leaveField()
    case (.enter, _) where !editor.takesEnter:
      leaveField()
      submitFocusedForm()
    case (.up, _) where !editor.takesEnter, (.down, _) where !editor.takesEnter:
      leaveField()
      return false
    default:
      _ = editor.handle(.key(key))
    }
    session.setNeedsFrame()
    return true
  }

  /// Gives pasted text to the field that is edited; anywhere else a paste means nothing.
  func pasteIntoField(_ event: TerminalEvent) -> Bool {
    if fieldEditor == nil, isTextFocused, case .text(let control) = webView.focusedElement?.kind {
      editFocusedField(control)
    }
    return fieldEditor?.handle(event) ?? false
  }

  // html.spec.whatwg.org/#implicit-submission
  private func submitFocusedForm() {
    switch webView.submitFocusedForm() {
    case .refused(let error): show(text: ErrorSentence.text(for: error, in: words))
    case .nothing, .navigation, .scrolled, .changed, .editText, .choose: break
    }
  }

  // MARK: - Choices

  /// Lets the user choose from a list; several choices are switched one by one.
  func choose(from control: FocusedElement.SelectControl) {
    let items = control.options.map { option in
      let mark = control.allowsMultiple ? (option.isSelected ? "[x] " : "[ ] ") : ""
      return DisplayString(mark + option.label)
    }
    let chosen = control.options.firstIndex(where: \.isSelected) ?? 0
    choose(from: control, items: items, selection: chosen)
  }

  private func choose(
    from control: FocusedElement.SelectControl, items: [DisplayString], selection: Int
  ) {
    let title = DisplayString(words.text(.selectTitle))
    let dialog = ListDialog(title: title, items: items, selection: selection) { [weak self] row in
      guard let self, let row, !control.options[row].isDisabled else { return }
      webView.chooseFocusedOption(at: row)
      session.setNeedsFrame()
      // Of several, more may be chosen: the list stays until it is left.
      guard control.allowsMultiple else { return }
      var next = control
      next.options[row].isSelected.toggle()
      let mark = next.options[row].isSelected ? "[x] " : "[ ] "
      var items = items
      items[row] = DisplayString(mark + next.options[row].label)
      choose(from: next, items: items, selection: row)
    }
    session.open(dialog)
  }

  // MARK: - Drawing

  /// Where the text of the focused control is, in cells of the screen.
  private func fieldRect(in content: CellRect) -> CellRect? {
    guard let rects = webView.focusedElement?.rects, let first = rects.first else { return nil }
    let rows = rects.count
    return CellRect(
      column: first.origin.column + content.origin.column,
      row: first.origin.row + content.origin.row, columns: first.size.columns,
      rows: max(rows, first.size.rows))
  }

  /// Draws the field that is edited over the control.
  func drawField(into surface: inout CellSurface, in content: CellRect, theme: Theme) {
    guard let fieldEditor, var rect = fieldRect(in: content) else { return }
    // The brackets around a control stay.
    if surface[rect.origin.column, rect.origin.row].content == UInt32(UInt8(ascii: "[")) {
      rect = rect.inset(columns: 1, rows: 0)
    }
    let visible = rect.intersection(content)
    fieldArea = visible
    fieldEditor.draw(into: &surface, in: visible, style: theme.field)
  }

  /// Where the cursor is while a field is edited.
  func fieldCursor(in content: CellRect) -> CellPoint? {
    fieldEditor?.cursor(in: fieldArea)
  }
}
