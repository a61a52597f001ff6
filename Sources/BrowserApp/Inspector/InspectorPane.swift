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

  unowned let window: BrowserWindow
  let list: ListView
  /// The requests on show.
  var rows: [Transaction] = []
  private var filter = TransactionFilter()
  var filterText = ""
  /// The tab of the request that is looked at; nil shows the list.
  var tab: TransactionText.Tab?
  var pane = LazyTextPane(count: 0) { _ in .empty }
  /// What the rows were made from.
  private var lastGeneration = -1
  /// What the pane's text was made from.
  var shown: (id: Transaction.ID, tab: TransactionText.Tab, isFinished: Bool)?
  var showsSecrets = false
  var isFullScreen = false
  var message: DisplayString?

  var words: Localization { window.words }

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

  var selected: Transaction? {
    rows.indices.contains(list.selection) ? rows[list.selection] : nil
  }

  private func text(ofRow row: Int, _ columns: Int) -> DisplayString {
    guard rows.indices.contains(row) else { return .empty }
    return TransactionRow(transaction: rows[row]).text(
      number: row + 1, columns: columns, digits: max(2, String(rows.count).count))
  }

  /// Shows other requests.
  func pick(_ condition: TransactionFilter, as text: String) {
    filter = condition
    filterText = text
    lastGeneration = -1
  }

  /// Takes over what has happened since the last frame; the chosen request stays chosen.
  private func update() {
    window.recorder.record(window.webView.transactions)
    let generation = window.recorder.generation
    guard generation != lastGeneration else { return }
    lastGeneration = generation
    let id = selected?.id
    let all = window.recorder.shown(window.webView.transactions)
    rows = filter.isEmpty ? all : all.filter(filter.matches)
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
    guard let tab, selected != nil else {
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

  func text(
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
}

extension BrowserWindow {
  /// Opens the inspection pane.
  func inspect(_ tab: TransactionText.Tab? = nil) {
    recorder.record(webView.transactions)
    session.open(InspectorPane(in: self, tab: tab))
  }
}
