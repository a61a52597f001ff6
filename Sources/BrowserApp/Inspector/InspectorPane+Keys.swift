// SPDX-License-Identifier: MIT
// Part of Grille: what the keys of the inspection pane do.
import CellGrid
import Networking
import TerminalUI
import WebInfra
import WebViewKit

extension InspectorPane {
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
    case (.character("r"), []): repeatRequest()
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
        pick(try TransactionFilter(text), as: text)
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

  /// Loads the address again as a page; what has changed something at the server is not repeated.
  private func repeatRequest() {
    guard let transaction = selected else { return }
    guard transaction.request.method == .get else { return tell(.inspectorNotRepeated) }
    window.webView.load(window.preferences.request(for: transaction.request.url))
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
