// SPDX-License-Identifier: MIT
// Part of Grille: shows the certificates of a server, one at a time, on the whole screen.
import CellGrid
import Networking
import Security
import TerminalUI

/// A viewer for a whole chain of certificates, with search, copying and saving.
final class CertificateView: @MainActor Dialog {
  var close: (() -> Void)?

  private let trust: ServerTrust
  private let address: ServerAddress?
  /// The chain, leaf first, then what the server sent besides.
  private let certificates: [Certificate]
  private unowned let window: BrowserWindow
  private var index = 0
  private var pane = LazyTextPane(count: 0) { _ in .empty }
  private var wanted = ""
  private var message: DisplayString?

  private var words: Localization { window.words }

  /// Makes a viewer that begins with the server's own certificate.
  init(_ trust: ServerTrust, at address: ServerAddress?, in window: BrowserWindow) {
    self.trust = trust
    self.address = address
    self.window = window
    let chain = trust.certificateChain
    certificates = chain + trust.presentedCertificates.filter { !chain.contains($0) }
    show(0)
  }

  private var certificate: Certificate? {
    certificates.indices.contains(index) ? certificates[index] : nil
  }

  private func show(_ number: Int) {
    guard certificates.indices.contains(number) else { return }
    index = number
    let text = CertificateText(certificates[number], of: trust, in: words)
    pane = LazyTextPane(count: text.count) { text[$0] }
    pane.style = { number, theme in text.isHeading(number) ? theme.heading : theme.text }
  }

  // MARK: - Dialog

  func preferredRows(forColumns columns: Int) -> Int { Int.max }

  func cancel() { close?() }

  func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    guard !rect.isEmpty else { return }
    let hints = bottomLines(rect)
    let header = CellRect(origin: rect.origin, size: CellSize(columns: rect.size.columns, rows: 1))
    let body = CellRect(
      column: rect.origin.column + 1, row: rect.origin.row + 1,
      columns: max(1, rect.size.columns - 2), rows: max(0, rect.size.rows - 1 - hints.count))
    surface.clear(header, style: theme.dialogTitle)
    surface.write(
      title.truncated(to: rect.size.columns - 2),
      at: CellPoint(column: rect.origin.column + 1, row: rect.origin.row),
      style: theme.dialogTitle, clippedTo: header)
    pane.draw(into: &surface, in: body, theme: theme)
    for (offset, line) in hints.enumerated() {
      let row = CellRect(
        column: rect.origin.column, row: rect.rows.upperBound - hints.count + offset,
        columns: rect.size.columns, rows: 1)
      surface.clear(row, style: theme.status)
      surface.write(
        line, at: CellPoint(column: row.origin.column + 1, row: row.origin.row),
        style: theme.status, clippedTo: row)
    }
  }

  private var title: DisplayString {
    DisplayString(
      words.text(
        .certificateTitle,
        [
          "number": String(index + 1), "count": String(certificates.count),
          "name": ForeignName.text(certificate?.summary ?? ""),
        ]))
  }

  /// The keys, or what the last one led to; as few rows as leave some for the certificate.
  private func bottomLines(_ rect: CellRect) -> [DisplayString] {
    let text = message ?? DisplayString(words.text(.certificateKeys))
    let lines = TextWrapper(columns: max(1, rect.size.columns - 2)).wrap(text)
    return Array(lines.prefix(max(0, rect.size.rows - 3)))
  }

  // MARK: - Keys

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return pane.handle(event) }
    message = nil
    switch (key.key, key.modifiers) {
    case (.escape, _), (.character("q"), []), (.character("c"), .control),
      (.character("g"), .control):
      close?()
    case (.character("]"), []), (.right, []), (.tab, []), (.character("l"), []): show(index + 1)
    case (.character("["), []), (.left, []), (.tab, .shift), (.character("h"), []): show(index - 1)
    case (.character("/"), []): askWhatToFind()
    case (.character("n"), []): find(backwards: false)
    case (.character("N"), []): find(backwards: true)
    case (.character("y"), []):
      copy(certificate?.pemText, saying: .certificateCopiedPEM)
    case (.character("f"), []):
      copy(certificate?.sha256Fingerprint.description, saying: .certificateCopiedFingerprint)
    case (.character("w"), []): askWhereToSave()
    default: return pane.handle(event)
    }
    return true
  }

  private func tell(_ key: StringKey, _ values: [String: String] = [:]) {
    message = DisplayString(words.text(key, values))
    window.session.setNeedsFrame()
  }

  private func askWhatToFind() {
    let prompt = DisplayString(words.text(.certificateFindPrompt))
    window.session.open(
      PromptDialog(prompt: prompt) { [weak self] text in
        guard let self, let text, !text.isEmpty else { return }
        wanted = text
        pane.forgetMatch()
        find(backwards: false)
      })
  }

  private func find(backwards: Bool) {
    guard !wanted.isEmpty else { return askWhatToFind() }
    if !pane.find(wanted, backwards: backwards) { tell(.certificateNotFound, ["text": wanted]) }
  }

  private func copy(_ text: String?, saying key: StringKey) {
    guard let text else { return }
    window.session.screen.copyToClipboard(text)
    tell(key)
  }

  // MARK: - Saving

  private func askWhereToSave() {
    guard let certificate else { return }
    // The name does not come from the certificate: it is a stranger's.
    window.askWhereToSave(
      Array(certificate.pemText.utf8), as: "certificate.pem", asking: .certificateSavePrompt,
      tell: tell)
  }
}
