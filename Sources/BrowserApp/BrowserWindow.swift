// SPDX-License-Identifier: MIT
// Part of Grille: the main view: address bar, page, status line; keys go to commands from here.
import CellGrid
import TerminalUI
import WebInfra
import WebViewKit

/// The part of the program that shows one page and turns keys into commands.
final class BrowserWindow: View {
  let session: TerminalSession
  let preferences: Preferences
  let aboutPages: AboutPages
  let webView: WebView
  let contentView: WebContentView
  /// Follows the web view's navigations.
  let navigationDelegate: BrowserNavigationDelegate

  private let addressBar = AddressBar()
  private let statusLine = StatusLine()

  var reader = KeySequenceReader()
  private var hintTimer: MainLoop.TimerID?
  /// Whether the keys that may follow are on show.
  private var showsKeyHints = false
  /// A sentence shown until the next key.
  private(set) var message: DisplayString?
  /// The field that is edited in place, if one is.
  var fieldEditor: (any FieldEditor)?
  /// Whether typed characters begin to edit the focused field: it was reached on purpose.
  var typesIntoField = false
  /// Where the field that is edited was drawn last.
  var fieldArea = CellRect(.zero)
  /// What was searched for last.
  var search = SearchState()
  /// What was typed after `:`, oldest first.
  var commandHistory: [String] = []
  /// The addresses that were typed, oldest first.
  var addressHistory: [String] = []
  /// The requests of the session.
  var recorder = TransactionRecorder()
  /// The pages that tell of what is kept.
  private(set) lazy var storePages = StorePages(words: words)
  /// The file that an import has failed with, so that it need not be typed again.
  var fileToImport = ""
  /// Where downloads go.
  private(set) lazy var downloads = Downloads(window: self)

  var words: Localization { preferences.words }
  var configuration: Configuration { preferences.configuration }

  init(
    session: TerminalSession, preferences: Preferences, webView: WebView, aboutPages: AboutPages
  ) {
    self.session = session
    self.preferences = preferences
    self.webView = webView
    self.aboutPages = aboutPages
    contentView = WebContentView(webView: webView)
    navigationDelegate = BrowserNavigationDelegate()
    navigationDelegate.window = self
    webView.navigationDelegate = navigationDelegate
    webView.uiDelegate = navigationDelegate
    contentView.margin = preferences.configuration.scrollMargin
  }

  /// What the terminal's window is called.
  var title: DisplayString {
    let title = webView.title ?? ""
    return DisplayString(title.isEmpty ? "Grille" : "\(title) – Grille")
  }

  /// Called when another page is on its way.
  ///
  /// A field stays open: until that page is there, whoever types goes on typing into this one.
  func pageWillChange() {
    applySiteSettings(to: webView.url)
  }

  /// Called when another page has taken the place of the old one.
  func pageDidChange() {
    fieldEditor = nil
    typesIntoField = false
    contentView.resetCursor()
    session.setNeedsFrame()
  }

  private func applySiteSettings(to url: WebURL?) {
    let choices = configuration.forHost(url?.hostname ?? "")
    webView.configuration.allowsAuthorStyles =
      preferences.arguments.usesAuthorStyles && choices.usesAuthorStyles
    webView.configuration.followsRefresh = choices.followsRefresh
    layOut(for: session.screen.size)
  }

  // MARK: - Messages

  /// Shows a sentence until the next key.
  func show(_ key: StringKey, _ values: [String: String] = [:]) {
    show(text: words.text(key, values))
  }

  /// Shows what was wrong in the configuration.
  func show(problem: ConfigurationFile.Problem, of count: Int) {
    let text = problem.message(in: words)
    guard count > 1 else { return show(text: text) }
    show(.messageConfigurationProblems, ["message": text, "count": String(count)])
  }

  /// Shows a sentence that is in the user's language already until the next key.
  func show(text: String) {
    message = DisplayString(text)
    session.setNeedsFrame()
  }

  // MARK: - Events

  func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key): handle(key)
    case .mouse(let mouse): handle(mouse)
    case .paste: return pasteIntoField(event)
    case .resize(let size): layOut(for: size)
    case .suspendRequest: session.suspend()
    case .endOfInput: return false
    }
    return true
  }

  private func handle(_ key: KeyEvent) {
    message = nil
    hideKeyHints()
    if editField(with: key) { return }
    switch reader.read(key, in: preferences.keymap) {
    case .command(let line, let count): perform(line, count: count)
    case .pending: scheduleKeyHints()
    case .unknown(let keys): show(.messageKeyUnknown, ["keys": keys])
    }
  }

  private func handle(_ mouse: MouseEvent) {
    let content = contentRect(in: CellRect(session.screen.size))
    switch mouse.action {
    case .wheelUp: contentView.scroll(rows: -configuration.wheelRows)
    case .wheelDown: contentView.scroll(rows: configuration.wheelRows)
    case .press(1) where content.contains(mouse.position):
      message = nil
      leaveField()
      let point = CellPoint(
        column: mouse.position.column - content.origin.column,
        row: mouse.position.row - content.origin.row)
      let isOnElement = webView.hitTest(point) != nil
      contentView.moveCursor(toViewportPoint: point)
      if isOnElement { activateFocus() }
    case .press(1) where mouse.position.row == session.screen.size.rows - 1:
      let command = statusLine.command(
        atColumn: mouse.position.column, ofColumns: session.screen.size.columns)
      guard let command else { return }
      message = nil
      perform(command)
    default: break
    }
  }

  /// Lays the page out for a terminal of a size.
  func layOut(for size: CellSize) {
    let content = contentRect(in: CellRect(size))
    var columns = content.size.columns
    let width = configuration.forHost(webView.url?.hostname ?? "").pageWidth
    if width > 0 { columns = min(columns, width) }
    webView.viewportSize = CellSize(columns: columns, rows: content.size.rows)
    contentView.keepCursorInSight()
  }

  // MARK: - Keys that may follow

  private func scheduleKeyHints() {
    guard !reader.keys.isEmpty else { return }
    let delay = Duration.milliseconds(configuration.keyHintDelay)
    hintTimer = session.loop.schedule(after: delay) { [weak self] in
      self?.hintTimer = nil
      self?.showsKeyHints = true
      self?.session.setNeedsFrame()
    }
  }

  private func hideKeyHints() {
    if let hintTimer { session.loop.cancel(hintTimer) }
    hintTimer = nil
    showsKeyHints = false
  }

  /// The keys that may follow those typed, with what they do, in as many columns as fit.
  private func keyHints(columns: Int) -> [DisplayString] {
    let hints = preferences.keymap.continuations(of: reader.keys).map { keys, line in
      DisplayString("\(keys)  \(line.prefix { $0 != " " })")
    }
    let width = (hints.map(\.width).max() ?? 0) + 3
    let perRow = max(1, columns / width)
    return stride(from: 0, to: hints.count, by: perRow).map { start in
      DisplayString(
        joining: hints[start..<min(start + perRow, hints.count)].flatMap { hint in
          [hint, DisplayString(String(repeating: " ", count: width - hint.width))]
        })
    }
  }

  // MARK: - Drawing

  /// Where the page is shown: between the address bar and the status line, where there is room for
  /// these.
  private func contentRect(in bounds: CellRect) -> CellRect {
    let top = bounds.size.rows >= 3 ? 1 : 0
    let bottom = bounds.size.rows >= 2 ? 1 : 0
    return CellRect(
      column: bounds.origin.column, row: bounds.origin.row + top, columns: bounds.size.columns,
      rows: bounds.size.rows - top - bottom)
  }

  func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    let content = contentRect(in: rect)
    contentView.followFocus()
    webView.paint(into: &surface, in: content)
    drawField(into: &surface, in: content, theme: theme)
    if content.origin.row > rect.origin.row {
      addressBar.url = navigationDelegate.shownURL(of: webView)
      addressBar.title = DisplayString(webView.title ?? "")
      addressBar.draw(
        into: &surface, in: row(rect.origin.row, of: rect), theme: theme)
    }
    guard rect.rows.upperBound > content.rows.upperBound else { return }
    drawStatus(into: &surface, in: row(rect.rows.upperBound - 1, of: rect), over: content, theme)
  }

  private func row(_ row: Int, of rect: CellRect) -> CellRect {
    CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1)
  }

  private func drawStatus(
    into surface: inout CellSurface, in rect: CellRect, over content: CellRect, _ theme: Theme
  ) {
    var status = navigationDelegate.status(of: webView)
    status.position = contentView.position
    let facts = status.parts(in: words)
    let columns = rect.size.columns
    statusLine.right = facts
    statusLine.left = []
    if let message {
      // What does not fit beside the facts gets rows of its own: no sentence is cut.
      if message.width + 1 + PageStatus.columns(facts) <= columns {
        statusLine.left = [StatusLine.Part(message, priority: 10)]
      } else {
        let lines = TextWrapper(columns: max(1, content.size.columns)).wrap(message)
        drawNotice(lines, into: &surface, in: content, theme)
      }
    } else if reader.isPending {
      statusLine.left = [StatusLine.Part(DisplayString(reader.notation), priority: 10)]
      if showsKeyHints {
        drawNotice(keyHints(columns: columns), into: &surface, in: content, theme)
      }
    } else if let hint = focusHint {
      let room = max(columns / 2, columns - PageStatus.columns(facts) - 1)
      statusLine.left = [StatusLine.Part(hint.elidedInMiddle(to: room), priority: 9)]
    }
    statusLine.draw(into: &surface, in: rect, theme: theme)
  }

  /// Draws lines of the program's own over the end of the page.
  private func drawNotice(
    _ notice: [DisplayString], into surface: inout CellSurface, in content: CellRect,
    _ theme: Theme
  ) {
    guard !content.isEmpty else { return }
    let lines = notice.suffix(content.size.rows)
    let top = content.rows.upperBound - lines.count
    for (offset, line) in lines.enumerated() {
      let area = row(top + offset, of: content)
      surface.clear(area, style: theme.status)
      surface.write(line, at: area.origin, style: theme.status, clippedTo: area)
    }
  }

  /// What is known of the link or control under the cursor.
  private var focusHint: DisplayString? {
    if fieldEditor != nil { return DisplayString(words.text(fieldHint)) }
    if let url = navigationDelegate.announcedRefresh(of: webView), webView.focusedElement == nil {
      return url
    }
    guard let element = webView.focusedElement else { return nil }
    if element.isDisabled { return DisplayString(words.text(.messageDisabled)) }
    guard case .link(let url?) = element.kind else { return nil }
    // A link that does something leads nowhere.
    if let page = storePages.page(at: webView.committedURL), page.isAddress(url) { return nil }
    return DisplayString(url.displayString)
  }

  func cursor(in rect: CellRect) -> CellPoint? {
    let content = contentRect(in: rect)
    if let point = fieldCursor(in: content) { return point }
    return contentView.cursorInViewport.map {
      CellPoint(column: $0.column + content.origin.column, row: $0.row + content.origin.row)
    }
  }
}
