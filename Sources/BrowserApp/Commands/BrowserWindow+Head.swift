// SPDX-License-Identifier: MIT
// Part of Grille: says what lies behind a link without going there.
import CellGrid
import Networking
import WebInfra
import WebViewKit

extension BrowserWindow {
  /// Asks for the head of what the focused link leads to, and says what came of it.
  func askForHead() {
    guard let url = focusedLink else { return show(.messageNoLink) }
    show(.headAsked, ["address": url.displayString])
    let page = webView.committedURL
    Task {
      let records = await webView.head(of: url)
      recorder.record(records)
      // Whoever has gone elsewhere meanwhile does not want to know any more.
      guard let last = records.last, webView.committedURL == page else { return }
      show(text: text(of: last))
    }
  }

  private func text(of transaction: Transaction) -> String {
    guard let response = transaction.response else {
      return transaction.error.map { ErrorSentence.text(for: $0, in: words) } ?? ""
    }
    let status = response.status.map { "\($0.code) \($0.phrase)" }
    let size = response.expectedContentLength.map { ByteCount.text($0, words) }
    let target = transaction.redirectTarget.map { "-> " + $0.displayString }
    let schemes = response.authenticationSchemes.prefix(3).map(Self.schemeName)
    let parts = [status, response.mimeType?.essence, size, target].compactMap { $0 } + schemes
    return "HEAD " + parts.joined(separator: " · ")
  }
}
