// SPDX-License-Identifier: MIT
// Part of Grille: goes to links and controls, follows and copies them.
import CellGrid
import TerminalUI
import WebInfra
import WebViewKit

extension BrowserWindow {
  func moveFocus(_ direction: FocusDirection, times: Int) {
    for _ in 0..<times {
      guard webView.moveFocus(direction) else {
        return show(.messageNoLinks)
      }
      contentView.followFocus()
    }
    typesIntoField = isTextFocused
  }

  func moveToFirstField() {
    guard webView.moveFocus(.firstTextControl) else { return show(.messageNoFields) }
    contentView.followFocus()
    activateFocus()
  }

  /// Follows the focused link, or uses the focused control.
  func activateFocus() {
    finishActivation(webView.activateFocusedElement())
  }

  /// Does the program's part of what activating a link or control led to.
  private func finishActivation(_ result: ActivationResult) {
    switch result {
    case .nothing:
      switch webView.focusedElement?.isDisabled {
      case nil: show(.messageNoLink)
      case true?: show(.messageDisabled)
      case false?: show(.messageNoEffect)
      }
    case .navigation, .changed: break
    case .scrolled: contentView.resetCursor()
    case .editText(let control): editFocusedField(control)
    case .choose(let control): choose(from: control)
    case .refused(let error): show(text: ErrorSentence.text(for: error, in: words))
    }
    session.setNeedsFrame()
  }

  var focusedLink: WebURL? {
    guard case .link(let url) = webView.focusedElement?.kind else { return nil }
    return url
  }

  func showLink() {
    guard let url = focusedLink else { return show(.messageNoLink) }
    show(text: url.displayString)
  }

  func listLinks() {
    let links = webView.links
    guard !links.isEmpty else { return show(.messageNoLinks) }
    // Where nothing is known there is no column.
    let codes = recorder.codes(of: links.map(\.url))
    let items = links.map { link in
      let code = codes.isEmpty ? "" : (codes[link.url] ?? "   ") + "  "
      return DisplayString("\(link.number)  \(code)\(link.text)  \(link.url.displayString)")
    }
    let dialog = ListDialog(title: DisplayString(words.text(.linksTitle)), items: items) {
      [weak self] row in
      guard let self, let row else { return }
      finishActivation(webView.follow(links[row]))
    }
    session.open(dialog)
  }

  /// Saves what the focused link leads to.
  func saveLink() {
    guard let url = focusedLink else { return show(.messageNoLink) }
    webView.startDownload(using: request(for: url))
  }

  // MARK: - Copying

  func copyAddress() {
    guard let url = webView.committedURL else { return show(.messageNoPage) }
    copy(url)
  }

  func copyLink() {
    guard let url = focusedLink else { return show(.messageNoLink) }
    copy(url)
  }

  private func copy(_ url: WebURL) {
    let text = url.withoutCredentials.href
    session.screen.copyToClipboard(text)
    show(.messageCopied, ["text": text])
  }
}
