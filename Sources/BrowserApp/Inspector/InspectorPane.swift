// SPDX-License-Identifier: MIT
// Part of Grille: the inspection pane: a row for each request, and everything about one of them.
import CellGrid
import Networking
import TerminalUI
import WebInfra
import WebViewKit

/// Shows the requests behind the page; closed by the key that opens it.
final class InspectorPane: @MainActor Dialog {
  var close: (() -> Void)?

  private unowned let window: BrowserWindow
  private let list: ListView
  /// The requests on show.
  private var rows: [Transaction] = []
  private var filter = TransactionFilter()
  private var filterText = ""
  /// The tab of the request that is looked at; nil shows the list.
  private var tab: TransactionText.Tab?
  private var pane = LazyTextPane(count: 0) { _ in .empty }
  /// What the pane's text was made from.
  private var shown: (id: Transaction.ID, tab: TransactionText.Tab, isFinished: Bool)?
  private var showsSecrets = false
  private var isFullScreen = false
  private var message: DisplayString?

  private var words: Localization { window.words }

  /// Makes a pane that begins with the list, or with a tab of the page's own request.
  init(in window: BrowserWindow, tab: TransactionText.Tab? = nil) {
    self.window = window
    list = ListView { _, _ in .empty }
    list.content = { [weak self] row, columns in self?.text(ofRow: row, columns) ?? .empty }
    list.style = { [weak self] row, theme in
      guard let self, rows.indices.contains(row) else { return theme.text }
      return TransactionRow(transaction: rows[row]).style(theme)
    }
    list.onActivate = { [weak self] _ in self?.tab = .summary }
    update()
    let page = window.webView.committedURL
    list.select(rows.lastIndex { $0.request.url == page } ?? rows.count - 1)
    self.tab = rows.isEmpty ? nil : tab
  }

  private var selected: Transaction? {
    rows.indices.contains(list.selection) ? rows[list.selection] : nil
  }

  private func text(ofRow row: Int, _ columns: Int) -> DisplayString {
    guard rows.indices.contains(row) else { return .empty }
    return TransactionRow(transaction: rows[row]).text(
      number: row + 1, columns: columns, digits: max(2, String(rows.count).count))
  }

  /// Takes over what has happened since the last frame; the chosen request stays chosen.
  private func update() {
    let id = selected?.id
    rows = window.recorder.shown(window.webView.transactions).filter(filter.matches)
    list.count = rows.count
    if let id, let row = rows.firstIndex(where: { $0.id == id }) { list.select(row) }
  }

  // MARK: - Dialog

  func preferredRows(forColumns columns: Int) -> Int {
    isFullScreen ? Int.max : max(8, window.session.screen.size.rows / 2)
  }

  func cancel() { close?() }

  func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    guard !rect.isEmpty else { return }
    update()
    let hints = bottomLines(rect)
    let body = CellRect(
      column: rect.origin.column, row: rect.origin.row + 1, columns: rect.size.columns,
      rows: max(0, rect.size.rows - 1 - hints.count))
    draw(title, at: rect.origin.row, style: theme.dialogTitle, of: rect, into: &surface)
    if let tab, let transaction = selected {
      show(tab, of: transaction)
      pane.draw(
        into: &surface,
        in: CellRect(
          column: body.origin.column + 1, row: body.origin.row,
          columns: max(1, body.size.columns - 2), rows: body.size.rows), theme: theme)
    } else if rows.isEmpty {
      surface.write(
        DisplayString(words.text(filter.isEmpty ? .inspectorEmpty : .inspectorNoMatch)),
        at: CellPoint(column: body.origin.column + 1, row: body.origin.row), style: theme.faint,
        clippedTo: body)
    } else {
      list.draw(into: &surface, in: body, theme: theme)
    }
    for (offset, line) in hints.enumerated() {
      draw(
        line, at: rect.rows.upperBound - hints.count + offset, style: theme.status, of: rect,
        into: &surface)
    }
  }

  private func draw(
    _ text: DisplayString, at row: Int, style: CellStyle, of rect: CellRect,
    into surface: inout CellSurface
  ) {
    let line = CellRect(
      column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1)
    surface.clear(line, style: style)
    surface.write(
      text.truncated(to: rect.size.columns - 2),
      at: CellPoint(column: rect.origin.column + 1, row: row), style: style, clippedTo: line)
  }

  func cursor(in rect: CellRect) -> CellPoint? {
    guard tab == nil else { return nil }
    return list.cursor(
      in: CellRect(
        column: rect.origin.column, row: rect.origin.row + 1, columns: rect.size.columns,
        rows: max(0, rect.size.rows - 2)))
  }

  private var title: DisplayString {
    guard let tab, let transaction = selected else {
      let state = [
        window.recorder.isPersistent ? words.text(.inspectorPersistent) : "",
        filter.isEmpty ? "" : filterText,
      ].filter { !$0.isEmpty }
      return DisplayString(
        words.text(
          .inspectorTitle,
          ["count": String(rows.count), "state": state.joined(separator: "  ")]))
    }
    let tabs = TransactionText.Tab.allCases.map { one in
      let name = words.text(one.title)
      return one == tab ? "[\(name)]" : name
    }
    // The one that is on show is always in sight.
    let room = max(10, window.session.screen.size.columns - 8)
    var first = 0
    let number = "\(list.selection + 1): "
    while first < tab.rawValue,
      DisplayString(tabs[first...tab.rawValue].joined(separator: " ")).width > room
    {
      first += 1
    }
    _ = transaction
    return DisplayString(number + tabs[first...].joined(separator: " "))
  }

  /// The keys, or what the last one led to; as few rows as leave some for the rest.
  private func bottomLines(_ rect: CellRect) -> [DisplayString] {
    let keys: StringKey = tab == nil ? .inspectorListKeys : .inspectorTabKeys
    let text = message ?? DisplayString(words.text(keys))
    let lines = TextWrapper(columns: max(1, rect.size.columns - 2)).wrap(text)
    return Array(lines.prefix(max(0, rect.size.rows - 5)))
  }

  /// Makes the text of a tab, once for as long as nothing changes.
  private func show(_ tab: TransactionText.Tab, of transaction: Transaction) {
    if let shown, shown == (transaction.id, tab, transaction.isFinished) { return }
    shown = (transaction.id, tab, transaction.isFinished)
    let text = text(tab, of: transaction)
    pane = LazyTextPane(count: text.count) { text[$0] }
    pane.style = { number, theme in text.isHeading(number) ? theme.heading : theme.text }
  }

  private func text(
    _ tab: TransactionText.Tab, of transaction: Transaction
  ) -> TransactionText {
    TransactionText(
      tab,
      of: TransactionText.Subject(
        transaction: transaction, all: rows, decision: decision(about: transaction),
        showsSecrets: showsSecrets), in: words)
  }

  private func decision(about transaction: Transaction) -> TrustDecision? {
    guard let trust = transaction.response?.serverTrust else { return nil }
    return window.webView.configuration.websiteDataStore.trustDecisions.first {
      $0.host == trust.host && $0.port == trust.port
        && $0.leafFingerprint == trust.leaf?.sha256Fingerprint
    }
  }

  // MARK: - Keys

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else {
      return tab == nil ? list.handle(event) : pane.handle(event)
    }
    message = nil
    switch (key.key, key.modifiers) {
    case (.character("="), []), (.character("c"), .control): close?()
    case (.escape, _), (.character("q"), []), (.backspace, []), (.character("h"), []), (.left, []):
      if tab == nil || key.key == .character("q") { close?() } else { tab = nil }
    case (.character("z"), []): isFullScreen.toggle()
    case (.character("c"), []): copyAsCommand()
    case (.character("e"), []): exportArchive()
    default: return tab == nil ? handleInList(key) : handleInTab(key)
    }
    return true
  }

  private func handleInList(_ key: KeyEvent) -> Bool {
    switch (key.key, key.modifiers) {
    case (.character("/"), []), (.character("f"), []): askForFilter()
    case (.character("p"), []): window.recorder.isPersistent.toggle()
    case (.character("x"), []): window.recorder.clear(window.webView.transactions)
    case (.character("l"), []), (.right, []): if selected != nil { tab = .summary }
    case (.character("|"), []): if selected != nil { tab = .response }
    default: return list.handle(.key(key))
    }
    return true
  }

  private func handleInTab(_ key: KeyEvent) -> Bool {
    guard let current = tab, let transaction = selected else { return false }
    let count = TransactionText.Tab.allCases.count
    switch (key.key, key.modifiers) {
    case (.tab, []), (.character("]"), []), (.character("l"), []), (.right, []):
      tab = TransactionText.Tab(rawValue: (current.rawValue + 1) % count)
    case (.tab, .shift), (.character("["), []):
      tab = TransactionText.Tab(rawValue: (current.rawValue + count - 1) % count)
    case (.character("n"), []): list.select(list.selection + 1)
    case (.character("p"), []): list.select(list.selection - 1)
    case (.character("|"), []): tab = .response
    case (.character("s"), []):
      showsSecrets.toggle()
      shown = nil
    case (.character("y"), []):
      window.session.screen.copyToClipboard(text(current, of: transaction).text)
      tell(.inspectorCopied)
    case (.character("w"), []):
      window.askWhereToSave(
        Array(text(current, of: transaction).text.utf8), as: "request.txt",
        asking: .inspectorSavePrompt, tell: tell)
    case (.character("v"), []):
      guard let trust = transaction.response?.serverTrust ?? transaction.error?.serverTrust else {
        tell(.certificateNone)
        break
      }
      window.session.open(CertificateView(trust, at: nil, in: window))
    default: return pane.handle(.key(key))
    }
    return true
  }

  private func tell(_ key: StringKey, _ values: [String: String] = [:]) {
    message = DisplayString(words.text(key, values))
    window.session.setNeedsFrame()
  }

  private func askForFilter() {
    let dialog = PromptDialog(
      prompt: DisplayString(words.text(.inspectorFilterPrompt)), text: filterText
    ) { [weak self] text in
      guard let self, let text else { return }
      do throws(TransactionFilter.Problem) {
        filter = try TransactionFilter(text)
        filterText = text
      } catch {
        switch error {
        case .unknownKey(let key): tell(.inspectorUnknownKey, ["key": key])
        case .badValue(let key, let value):
          tell(.inspectorBadValue, ["key": key.rawValue, "value": value])
        case .unclosedQuote: tell(.inspectorUnclosedQuote)
        }
      }
    }
    window.session.open(dialog)
  }

  private func copyAsCommand() {
    guard let transaction = selected else { return }
    window.session.screen.copyToClipboard(
      CurlCommand.text(for: transaction, secrets: showsSecrets ? .shown : .hidden))
    tell(.inspectorCopiedCommand)
  }

  private func exportArchive() {
    guard !rows.isEmpty else { return }
    var archive = HARLog(creator: ("Grille", ProgramVersion.number))
    archive.secrets = showsSecrets ? .shown : .hidden
    let value = archive.value(of: rows.map { HARLog.Entry($0) })
    window.askWhereToSave(
      Array(value.serialized(indented: true).utf8), as: "requests.har",
      asking: .inspectorSavePrompt, tell: tell)
  }
}

extension BrowserWindow {
  /// Opens the inspection pane.
  func inspect(_ tab: TransactionText.Tab? = nil) {
    recorder.record(webView.transactions)
    session.open(InspectorPane(in: self, tab: tab))
  }
}
