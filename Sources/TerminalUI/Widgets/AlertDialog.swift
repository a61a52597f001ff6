// SPDX-License-Identifier: MIT
// Part of Grille: a question with a few answers.

package import CellGrid

/// A question whose answers have letters.
///
/// Esc and q give the safe answer. RET presses the button that has the focus, but never a destructive
/// one: that needs its letter, so that nobody trusts a stranger by habit. For half a second after it
/// opened the dialog hears nothing, so that a key meant for the page does not answer it.
///
/// The text may list things to choose between: then Up and Down go through them.
///
/// Where the rows do not suffice the text scrolls, and the buttons shrink to their letters: what these
/// stand for is then told at the end of the text.
package final class AlertDialog: Dialog {
  /// Rows of the text that are worth more than the words of the buttons.
  private static let leastTextRows = 3

  package let discardsTypeahead = true
  /// Whether the dialog listens only after the keys have rested.
  package var waitsForSilence: Bool {
    get { deafTime.waitsForSilence }
    set { deafTime.waitsForSilence = newValue }
  }
  package var close: (() -> Void)?
  /// The answers, from left to right; at least one.
  package var buttons: [Button] {
    didSet {
      precondition(!buttons.isEmpty, "a dialog needs an answer")
      focus = buttons.firstIndex { $0.role == .safe } ?? 0
      messageDidChange()
    }
  }
  /// Moves by a step through what the text lists, and tells the number of the paragraph to be kept in
  /// sight; nil where Up and Down scroll.
  package var moveSelection: ((_ step: Int) -> Int)?

  private let title: DisplayString
  private let message: (Int) -> [DisplayString]
  private let pane = TextPane(paragraphs: [])
  /// Measures the text as it is where there is room enough.
  private let ruler = TextPane(paragraphs: [])
  private var ruledColumns: Int?
  private let marker: DisplayString
  private let now: () -> ContinuousClock.Instant
  private var respond: ((Int) -> Void)?
  private var deafTime = DeafTime()
  private var focus: Int
  /// What the pane's text was made for.
  private var shownForm: Form?
  /// The paragraph of the message that must be in sight in the next frame.
  private var paragraphToReveal: Int?
  /// How many paragraphs of the dialog's own stand before the message.
  private var leadingParagraphs = 0

  private struct Form: Equatable {
    var columns: Int
    var isCompact: Bool
    var hasMarker: Bool
  }

  /// Makes a question.
  /// - Parameters:
  ///   - title: What it is about, in the first row.
  ///   - message: Paragraphs for a number of columns; they scroll when there are too many.
  ///   - marker: Words in the last row that say that the program asks, not the page.
  ///   - buttons: The answers, from left to right; at least one.
  ///   - now: The clock.
  ///   - respond: Called with the number of the button: once, and before that whenever a button that
  ///     leaves the question open is pressed.
  package init(
    title: DisplayString, message: @escaping (_ columns: Int) -> [DisplayString],
    marker: DisplayString = .empty, buttons: [Button],
    now: @escaping () -> ContinuousClock.Instant = { .now }, respond: @escaping (Int) -> Void
  ) {
    precondition(!buttons.isEmpty, "a dialog needs an answer")
    self.title = title
    self.message = message
    self.buttons = buttons
    self.marker = marker
    self.now = now
    self.respond = respond
    focus = buttons.firstIndex { $0.role == .safe } ?? 0
  }

  /// Makes a question whose paragraphs are the same at every width.
  package convenience init(
    title: DisplayString, message: [DisplayString], marker: DisplayString = .empty,
    buttons: [Button], now: @escaping () -> ContinuousClock.Instant = { .now },
    respond: @escaping (Int) -> Void
  ) {
    self.init(
      title: title, message: { _ in message }, marker: marker, buttons: buttons, now: now,
      respond: respond)
  }

  /// Asks for the paragraphs anew, which are kept otherwise.
  package func messageDidChange() {
    shownForm = nil
    ruledColumns = nil
  }

  package func didOpen(at now: ContinuousClock.Instant) { deafTime.begin(at: now) }

  package func didReappear(at now: ContinuousClock.Instant) { deafTime.begin(at: now) }

  package func cancel() {
    answer(buttons.firstIndex { $0.role == .safe } ?? buttons.count - 1)
  }

  // MARK: - Layout

  /// Where everything stands in a rectangle.
  private struct Plan {
    var isCompact: Bool
    var buttons: ButtonRows
    var textRows: Int
  }

  package func preferredRows(forColumns columns: Int) -> Int {
    1 + wholeTextRows(columns - 2) + buttonRows(columns, isCompact: false).count
  }

  private func plan(_ size: CellSize) -> Plan {
    var rows = buttonRows(size.columns, isCompact: false)
    let least = min(wholeTextRows(size.columns - 2), Self.leastTextRows)
    let isCut = ButtonRows.isCut(buttons, columns: size.columns)
    var isCompact = false
    if isCut || 1 + least + rows.count > size.rows {
      let compact = buttonRows(size.columns, isCompact: true)
      if isCut || compact.count < rows.count {
        rows = compact
        isCompact = true
      }
    }
    // The answers stay even where there is no room for the question.
    rows.keepFirst(size.rows)
    return Plan(
      isCompact: isCompact, buttons: rows, textRows: max(0, size.rows - rows.count - 1))
  }

  private func buttonRows(_ columns: Int, isCompact: Bool) -> ButtonRows {
    ButtonRows(buttons, marker: marker, columns: columns, isCompact: isCompact)
  }

  /// Rows of the text where the buttons have their words.
  private func wholeTextRows(_ columns: Int) -> Int {
    if ruledColumns != columns {
      ruledColumns = columns
      ruler.paragraphs = paragraphs(
        in: Form(columns: columns, isCompact: false, hasMarker: true))
    }
    return ruler.rows(forColumns: columns)
  }

  /// Lets the pane show the text in a form.
  /// - Returns: the rows it takes.
  private func show(_ form: Form) -> Int {
    if form != shownForm {
      shownForm = form
      pane.paragraphs = paragraphs(in: form)
      leadingParagraphs =
        (title.width > form.columns ? 1 : 0) + (!form.hasMarker && !marker.isEmpty ? 1 : 0)
    }
    return pane.rows(forColumns: form.columns)
  }

  private func paragraphs(in form: Form) -> [DisplayString] {
    var paragraphs = message(form.columns)
    if title.width > form.columns { paragraphs.insert(title, at: 0) }
    if form.isCompact {
      paragraphs += buttons.map { button in
        DisplayString(joining: [button.shortLabel, " ", button.title])
      }
    }
    if !form.hasMarker, !marker.isEmpty { paragraphs.insert(marker, at: 0) }
    return paragraphs
  }

  // MARK: - Drawing

  package func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    let plan = plan(rect.size)
    let count = show(
      Form(
        columns: rect.size.columns - 2, isCompact: plan.isCompact,
        hasMarker: plan.buttons.hasMarker || !plan.isCompact))
    let body = CellRect(
      column: rect.origin.column + 1, row: rect.origin.row + 1, columns: rect.size.columns - 2,
      rows: plan.textRows)
    pane.draw(into: &surface, in: body, style: theme.dialog)
    if let paragraph = paragraphToReveal {
      paragraphToReveal = nil
      pane.reveal(paragraph: leadingParagraphs + paragraph)
      surface.clear(body, style: theme.dialog)
      pane.draw(into: &surface, in: body, style: theme.dialog)
    }
    if rect.size.rows > plan.buttons.count {
      let hint = scrollHint(count, plan.textRows, columns: rect.size.columns)
      drawTitle(into: &surface, in: rect, hint: hint, theme)
    }
    plan.buttons.draw(into: &surface, in: rect, focus: focus, theme: theme)
  }

  private func drawTitle(
    into surface: inout CellSurface, in rect: CellRect, hint: DisplayString, _ theme: Theme
  ) {
    let line = CellRect(origin: rect.origin, size: CellSize(columns: rect.size.columns, rows: 1))
    surface.clear(line, style: theme.dialogTitle)
    let room = rect.size.columns - 2 - (hint.isEmpty ? 0 : hint.width + 1)
    surface.write(
      title.truncated(to: room),
      at: CellPoint(column: rect.origin.column + 1, row: rect.origin.row),
      style: theme.dialogTitle, clippedTo: rect)
    surface.write(
      hint, at: CellPoint(column: line.columns.upperBound - 1 - hint.width, row: rect.origin.row),
      style: theme.dialogTitle, clippedTo: rect)
  }

  /// How many rows lie above and below those in sight; nothing if all are.
  ///
  /// The numbers are left out where they would cut the title.
  private func scrollHint(_ count: Int, _ visible: Int, columns: Int) -> DisplayString {
    guard count > visible else { return .empty }
    let above = pane.firstRow
    let below = max(0, count - above - visible)
    let parts = [above > 0 ? "↑\(above)" : nil, below > 0 ? "↓\(below)" : nil]
    let hint = DisplayString(parts.compactMap { $0 }.joined(separator: " "))
    if title.width + 1 + hint.width <= columns - 2 { return hint }
    return DisplayString((above > 0 ? "↑" : "") + (below > 0 ? "↓" : ""))
  }

  package func cursor(in rect: CellRect) -> CellPoint? {
    plan(rect.size).buttons.origin(of: focus, in: rect)
  }

  // MARK: - Events

  package func handle(_ event: TerminalEvent) -> Bool {
    guard !deafTime.swallows(event, at: now()), case .key(let key) = event else { return true }
    switch key.key {
    case .escape:
      cancel()
    case .enter where buttons[focus].role.isPressedByReturn:
      press(focus)
    case .tab where key.modifiers == .shift, .left:
      focus = (focus + buttons.count - 1) % buttons.count
    case .tab, .right:
      focus = (focus + 1) % buttons.count
    case .up, .down:
      guard let moveSelection else {
        _ = pane.handle(event)
        break
      }
      paragraphToReveal = moveSelection(key.key == .up ? -1 : 1)
      messageDidChange()
    case .character(let scalar) where key.modifiers.isEmpty:
      let lower = scalar.properties.lowercaseMapping
      if let button = buttons.firstIndex(where: { $0.letter.properties.lowercaseMapping == lower })
      {
        press(button)
      } else if scalar == "q" {
        cancel()
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

  private func press(_ button: Int) {
    if buttons[button].role.leavesOpen {
      respond?(button)
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
