// SPDX-License-Identifier: MIT
// Part of Grille: a question with a few answers.

package import CellGrid

/// A question whose answers have letters.
///
/// Esc gives the safe answer. RET presses the button that has the focus, but never a destructive one:
/// that needs its letter, so that nobody trusts a stranger by habit. For half a second after it opened
/// the dialog hears nothing, so that a key meant for the page does not answer it.
package final class AlertDialog: Dialog {
  /// What a button's answer does.
  package nonisolated enum Role: Sendable {
    /// Nothing can go wrong; Esc gives the first of these.
    case safe
    case normal
    /// Gives something away; only its letter presses it.
    case destructive
  }

  /// An answer.
  package nonisolated struct Button: Sendable {
    /// The key that presses the button; shown in its label.
    package var letter: Unicode.Scalar
    /// The words of the label.
    package var title: DisplayString
    /// What the answer does.
    package var role: Role

    /// Makes a button.
    package init(letter: Unicode.Scalar, title: DisplayString, role: Role = .normal) {
      self.letter = letter
      self.title = title
      self.role = role
    }

    /// The title with its letter in brackets: `[o]nce`, or `[o] 一度` where the title has no such letter.
    var label: DisplayString {
      let scalars = Array(title.text.unicodeScalars)
      let lower = letter.properties.lowercaseMapping
      var text = ""
      if let place = scalars.firstIndex(where: { $0.properties.lowercaseMapping == lower }) {
        text.unicodeScalars.append(contentsOf: scalars[..<place])
        text += "[\(scalars[place])]"
        text.unicodeScalars.append(contentsOf: scalars[(place + 1)...])
      } else {
        text = "[\(letter)] \(title.text)"
      }
      return DisplayString(text)
    }
  }

  /// How long the dialog hears nothing after it opened.
  package static let deafTime = Duration.milliseconds(500)

  package let discardsTypeahead = true
  package var close: (() -> Void)?

  private let title: DisplayString
  private let pane: TextPane
  private let buttons: [Button]
  private let marker: DisplayString
  private let now: () -> ContinuousClock.Instant
  private var respond: ((Int) -> Void)?
  private var openedAt: ContinuousClock.Instant?
  private var focus: Int

  /// Makes a question.
  /// - Parameters:
  ///   - title: What it is about, in the first row.
  ///   - message: Paragraphs; they scroll when there are too many.
  ///   - marker: Words in the last row that say that the program asks, not the page.
  ///   - buttons: The answers, from left to right; at least one.
  ///   - now: The clock.
  ///   - respond: Called once with the number of the button.
  package init(
    title: DisplayString, message: [DisplayString], marker: DisplayString = .empty,
    buttons: [Button], now: @escaping () -> ContinuousClock.Instant = { .now },
    respond: @escaping (Int) -> Void
  ) {
    precondition(!buttons.isEmpty, "a dialog needs an answer")
    self.title = title
    pane = TextPane(paragraphs: message)
    self.buttons = buttons
    self.marker = marker
    self.now = now
    self.respond = respond
    focus = buttons.firstIndex { $0.role == .safe } ?? 0
  }

  package func didOpen(at now: ContinuousClock.Instant) {
    openedAt = now
  }

  package func cancel() {
    answer(buttons.firstIndex { $0.role == .safe } ?? buttons.count - 1)
  }

  package func preferredRows(forColumns columns: Int) -> Int {
    1 + pane.rows(forColumns: columns - 2) + buttonRows(columns).count
  }

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    let rows = buttonRows(rect.size.columns)
    // The answers stay even where there is no room for the question.
    let buttonCount = min(rows.count, rect.size.rows)
    let top = rect.rows.upperBound - buttonCount
    if rect.size.rows > buttonCount {
      let line = CellRect(origin: rect.origin, size: CellSize(columns: rect.size.columns, rows: 1))
      surface.clear(line, style: theme.dialogTitle)
      surface.write(
        title.truncated(to: rect.size.columns - 2),
        at: CellPoint(column: rect.origin.column + 1, row: rect.origin.row),
        style: theme.dialogTitle, clippedTo: rect)
    }
    let body = CellRect(
      column: rect.origin.column + 1, row: rect.origin.row + 1, columns: rect.size.columns - 2,
      rows: rect.size.rows - buttonCount - 1)
    pane.draw(into: &surface, in: body, style: theme.dialog)
    for (index, row) in rows.prefix(buttonCount).enumerated() {
      for place in row {
        surface.write(
          buttons[place.button].label,
          at: CellPoint(column: rect.origin.column + place.column, row: top + index),
          style: place.button == focus ? theme.focusedButton : theme.button, clippedTo: rect)
      }
    }
    drawMarker(into: &surface, in: rect, after: rows, style: theme.faint)
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    let rows = buttonRows(rect.size.columns)
    let top = rect.rows.upperBound - min(rows.count, rect.size.rows)
    for (index, row) in rows.enumerated() {
      if let place = row.first(where: { $0.button == focus }) {
        return CellPoint(column: rect.origin.column + place.column, row: top + index)
      }
    }
    return nil
  }

  package func handle(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return true }
    if let openedAt, now() - openedAt < Self.deafTime { return true }
    switch key.key {
    case .escape:
      cancel()
    case .enter where buttons[focus].role != .destructive:
      answer(focus)
    case .tab where key.modifiers == .shift, .left:
      focus = (focus + buttons.count - 1) % buttons.count
    case .tab, .right:
      focus = (focus + 1) % buttons.count
    case .character(let scalar) where key.modifiers.isEmpty:
      let lower = scalar.properties.lowercaseMapping
      if let button = buttons.firstIndex(where: { $0.letter.properties.lowercaseMapping == lower })
      {
        answer(button)
      } else {
        _ = pane.handle(event)
      }
    case .character("c") where key.modifiers == .control,
      .character("g") where key.modifiers == .control:
      cancel()
    default:
      _ = pane.handle(event)
    }
    return true
  }

  private func answer(_ button: Int) {
    let respond = respond
    self.respond = nil
    close?()
    respond?(button)
  }

  private struct Place {
    var button: Int
    var column: Int
  }

  /// Where the buttons stand, in as many rows as they need.
  private func buttonRows(_ columns: Int) -> [[Place]] {
    var rows: [[Place]] = [[]]
    var column = 1
    for (index, button) in buttons.enumerated() {
      let width = button.label.width
      if column + width > columns, rows[rows.count - 1].isEmpty == false {
        rows.append([])
        column = 1
      }
      rows[rows.count - 1].append(Place(button: index, column: column))
      column += width + 2
    }
    return rows
  }

  private func drawMarker(
    into surface: inout CellSurface, in rect: CellRect, after rows: [[Place]], style: CellStyle
  ) {
    guard let last = rows.last?.last else { return }
    let used = last.column + buttons[last.button].label.width + 2
    let column = rect.size.columns - marker.width - 1
    guard column >= used else { return }
    surface.write(
      marker, at: CellPoint(column: rect.origin.column + column, row: rect.rows.upperBound - 1),
      style: style, clippedTo: rect)
  }
}
