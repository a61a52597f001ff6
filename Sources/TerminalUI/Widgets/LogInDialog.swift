// SPDX-License-Identifier: MIT
// Part of Grille: a question that is answered by a name and a hidden password.

package import CellGrid

/// Asks for a name and a password, with a text above the two fields and buttons below them.
///
/// TAB, Up and Down go through fields and buttons. RET in the name goes on to the password, RET in the
/// password presses the first button. A button's letter presses it while a button has the focus, and
/// with Alt at any time. Esc presses the first safe button.
///
/// For half a second after it opened the dialog hears nothing, as an `AlertDialog` does. Where the rows
/// do not suffice the text scrolls (PgUp, PgDn), and the buttons shrink to their letters: what these
/// stand for is then told at the end of the text.
package final class LogInDialog: Dialog {
  /// What the words of the fields are.
  package nonisolated struct Labels: Sendable {
    /// The words before the name.
    package var user: DisplayString
    /// The words before the password.
    package var password: DisplayString

    /// Makes the words.
    package init(user: DisplayString, password: DisplayString) {
      self.user = user
      self.password = password
    }
  }

  /// What has the focus.
  private enum Focus: Equatable {
    case user
    case password
    case button(Int)
  }

  package let discardsTypeahead = true
  /// Whether the dialog listens only after the keys have rested.
  package var waitsForSilence: Bool {
    get { deafTime.waitsForSilence }
    set { deafTime.waitsForSilence = newValue }
  }
  package var close: (() -> Void)?

  /// The name.
  package let userField: TextField
  /// The password; hidden until it is shown on demand.
  package let passwordField: TextField
  /// The answers, from left to right; the first is the one RET gives.
  package var buttons: [AlertDialog.Button]
  /// Says why the answer of a button cannot be taken with what the fields hold.
  ///
  /// Asked before the question ends. The sentence is shown above the text until a field changes.
  package var refusal: (_ button: Int) -> DisplayString? = { _ in nil }

  private let title: DisplayString
  private let message: (Int) -> [DisplayString]
  private let labels: Labels
  private let marker: DisplayString
  private let now: () -> ContinuousClock.Instant
  private let pane = TextPane(paragraphs: [])
  private var respond: ((Int) -> Void)?
  /// Why an answer was not taken.
  private var notice: DisplayString?
  private var deafTime = DeafTime()
  private var focus: Focus

  /// Longest name and longest password, in characters.
  private static let maximumLength = 1024
  /// Rows of the text that are worth more than the words of the buttons.
  private static let leastTextRows = 3

  /// Makes a question.
  /// - Parameters:
  ///   - title: What it is about, in the first row.
  ///   - message: Paragraphs for a number of columns; they scroll when there are too many.
  ///   - labels: The words before the fields.
  ///   - user: The name at first.
  ///   - password: The password at first.
  ///   - marker: Words in the last row that say that the program asks, not the page.
  ///   - buttons: The answers, from left to right; at least one.
  ///   - now: The clock.
  ///   - respond: Called with the number of the button: once, and before that whenever a button that
  ///     leaves the question open is pressed.
  package init(
    title: DisplayString, message: @escaping (_ columns: Int) -> [DisplayString], labels: Labels,
    user: String = "", password: String = "", marker: DisplayString = .empty,
    buttons: [AlertDialog.Button], now: @escaping () -> ContinuousClock.Instant = { .now },
    respond: @escaping (Int) -> Void
  ) {
    precondition(!buttons.isEmpty, "a dialog needs an answer")
    self.title = title
    self.message = message
    self.labels = labels
    self.marker = marker
    self.buttons = buttons
    self.now = now
    self.respond = respond
    userField = TextField(text: user)
    passwordField = TextField(text: password, isMasked: true)
    focus = user.isEmpty ? .user : .password
    for field in [userField, passwordField] {
      field.maximumLength = Self.maximumLength
      field.onCancel = { [weak self] in self?.cancel() }
      field.onChange = { [weak self] _ in self?.notice = nil }
    }
    userField.onSubmit = { [weak self] _ in self?.focus = .password }
    passwordField.onSubmit = { [weak self] _ in self?.press(0) }
  }

  package func didOpen(at now: ContinuousClock.Instant) { deafTime.begin(at: now) }

  package func didReappear(at now: ContinuousClock.Instant) { deafTime.begin(at: now) }

  package func cancel() {
    answer(buttons.firstIndex { $0.role == .safe } ?? buttons.count - 1)
  }

  // MARK: - Layout

  /// Where everything stands in a rectangle.
  private struct Plan {
    var isCompact = false
    /// The rows of the text.
    var text: CellRect
    /// The rows of the fields and the columns of their words.
    var fieldRows: [Int]
    var labelColumns: Int
    var buttons: ButtonRows
  }

  package func preferredRows(forColumns columns: Int) -> Int {
    1 + wholeTextRows(columns - 2) + 2 + buttonRows(columns, isCompact: false).count
  }

  /// Rows of the text where the buttons have their words.
  private func wholeTextRows(_ columns: Int) -> Int {
    TextPane(paragraphs: paragraphs(columns: columns, isCompact: false)).rows(forColumns: columns)
  }

  private func plan(_ rect: CellRect) -> Plan {
    let size = rect.size
    var rows = buttonRows(size.columns, isCompact: false)
    let isCut = ButtonRows.isCut(buttons, columns: size.columns)
    let least = min(wholeTextRows(size.columns - 2), Self.leastTextRows)
    let isCompact = isCut || 1 + least + 2 + rows.count > size.rows
    if isCompact { rows = buttonRows(size.columns, isCompact: true) }
    // The fields come first, then the answers, then the title and the text.
    rows.keepFirst(size.rows - 2)
    let bottom = rect.rows.upperBound
    let firstField = max(rect.origin.row, bottom - rows.count - 2)
    let title = firstField > rect.origin.row ? 1 : 0
    let textRows = firstField - rect.origin.row - title
    return Plan(
      isCompact: isCompact,
      text: CellRect(
        column: rect.origin.column + 1, row: rect.origin.row + title,
        columns: max(0, size.columns - 2), rows: textRows),
      fieldRows: [firstField, firstField + 1].filter { $0 < bottom },
      labelColumns: min(max(labels.user.width, labels.password.width), size.columns / 2),
      buttons: rows)
  }

  private func buttonRows(_ columns: Int, isCompact: Bool) -> ButtonRows {
    ButtonRows(buttons, marker: marker, columns: columns, isCompact: isCompact)
  }

  private func paragraphs(columns: Int, isCompact: Bool) -> [DisplayString] {
    var paragraphs = message(columns)
    if title.width > columns { paragraphs.insert(title, at: 0) }
    if let notice { paragraphs.insert(notice, at: 0) }
    if isCompact {
      paragraphs += buttons.map { DisplayString(joining: [$0.shortLabel, " ", $0.title]) }
      if !marker.isEmpty { paragraphs.append(marker) }
    }
    return paragraphs
  }

  private func fieldRect(_ row: Int, _ plan: Plan, in rect: CellRect) -> CellRect {
    let column = rect.origin.column + 1 + plan.labelColumns
    return CellRect(
      column: column, row: row, columns: max(0, rect.columns.upperBound - 1 - column), rows: 1)
  }

  // MARK: - Drawing

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    let plan = plan(rect)
    pane.paragraphs = paragraphs(columns: plan.text.size.columns, isCompact: plan.isCompact)
    pane.draw(into: &surface, in: plan.text, style: theme.dialog)
    if plan.text.origin.row > rect.origin.row {
      drawTitle(into: &surface, in: rect, textRows: plan.text.size.rows, theme)
    }
    let fields = [(labels.user, userField), (labels.password, passwordField)]
    for (row, (label, field)) in zip(plan.fieldRows, fields) {
      surface.write(
        label.truncated(to: plan.labelColumns),
        at: CellPoint(column: rect.origin.column + 1, row: row), style: theme.prompt,
        clippedTo: rect)
      field.draw(into: &surface, in: fieldRect(row, plan, in: rect), style: theme.field)
    }
    let focused: Int? = if case .button(let index) = focus { index } else { nil }
    plan.buttons.draw(into: &surface, in: rect, focus: focused, theme: theme)
  }

  private func drawTitle(
    into surface: inout CellSurface, in rect: CellRect, textRows: Int, _ theme: Theme
  ) {
    let line = CellRect(origin: rect.origin, size: CellSize(columns: rect.size.columns, rows: 1))
    surface.clear(line, style: theme.dialogTitle)
    let below = max(0, pane.rows(forColumns: rect.size.columns - 2) - textRows - pane.firstRow)
    let hint = DisplayString((pane.firstRow > 0 ? "↑" : "") + (below > 0 ? "↓" : ""))
    surface.write(
      title.truncated(to: max(0, rect.size.columns - 3 - hint.width)),
      at: CellPoint(column: rect.origin.column + 1, row: rect.origin.row),
      style: theme.dialogTitle, clippedTo: rect)
    surface.write(
      hint, at: CellPoint(column: line.columns.upperBound - 1 - hint.width, row: rect.origin.row),
      style: theme.dialogTitle, clippedTo: rect)
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    let plan = plan(rect)
    switch focus {
    case .user:
      return plan.fieldRows.first.flatMap { userField.cursor(in: fieldRect($0, plan, in: rect)) }
    case .password:
      guard plan.fieldRows.count > 1 else { return nil }
      return passwordField.cursor(in: fieldRect(plan.fieldRows[1], plan, in: rect))
    case .button(let index): return plan.buttons.origin(of: index, in: rect)
    }
  }

  // MARK: - Events

  package func handle(_ event: TerminalEvent) -> Bool {
    if deafTime.swallows(event, at: now()) { return true }
    if case .key(let key) = event, handleEverywhere(key) { return true }
    switch focus {
    case .user: _ = userField.handle(event)
    case .password: _ = passwordField.handle(event)
    case .button(let index):
      if case .key(let key) = event { handle(key, onButton: index) }
    }
    return true
  }

  /// Keys that mean the same wherever the focus is.
  private func handleEverywhere(_ key: KeyEvent) -> Bool {
    switch (key.key, key.modifiers) {
    case (.escape, _): cancel()
    case (.tab, .shift), (.up, []): moveFocus(by: -1)
    case (.tab, _), (.down, []): moveFocus(by: 1)
    case (.pageUp, []), (.pageDown, []): _ = pane.handle(.key(key))
    case (.character(let scalar), .meta):
      guard let index = button(ofLetter: scalar) else { return false }
      press(index)
    default: return false
    }
    return true
  }

  private func handle(_ key: KeyEvent, onButton index: Int) {
    switch (key.key, key.modifiers) {
    case (.enter, _): press(index)
    case (.left, []): moveFocus(by: -1)
    case (.right, []): moveFocus(by: 1)
    case (.character("c"), .control), (.character("g"), .control): cancel()
    case (.character(let scalar), []):
      if let index = button(ofLetter: scalar) {
        press(index)
      } else if scalar == "q" {
        cancel()
      }
    default: break
    }
  }

  private func button(ofLetter scalar: Unicode.Scalar) -> Int? {
    let lower = scalar.properties.lowercaseMapping
    return buttons.firstIndex { $0.letter.properties.lowercaseMapping == lower }
  }

  private func moveFocus(by step: Int) {
    let all = [Focus.user, .password] + buttons.indices.map { .button($0) }
    let index = all.firstIndex(of: focus) ?? 0
    focus = all[(index + step + all.count) % all.count]
  }

  private func press(_ button: Int) {
    if buttons[button].role.leavesOpen {
      respond?(button)
    } else if let sentence = refusal(button) {
      notice = sentence
      focus = .user
      pane.scroll(toRow: 0)
    } else {
      answer(button)
    }
  }

  private func answer(_ button: Int) {
    let respond = respond
    self.respond = nil
    close?()
    respond?(button)
  }
}
