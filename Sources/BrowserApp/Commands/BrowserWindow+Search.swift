// SPDX-License-Identifier: MIT
// Part of Grille: finds text in the page while it is typed.
import CellGrid
import TerminalUI
import WebViewKit

/// What was searched for last, and in which direction.
struct SearchState {
  var text = ""
  var isBackwards = false
  var history: [String] = []
}

extension BrowserWindow {
  /// Finds a text, or asks for it and finds it while it is typed.
  func find(_ text: String?, backwards: Bool) {
    if let text {
      search.isBackwards = backwards
      return finishSearch(text)
    }
    let start = (cursor: contentView.cursor, scroll: webView.scrollOffset)
    let prompt = words.text(backwards ? .promptFindBackwards : .promptFind)
    let dialog = PromptDialog(prompt: DisplayString(prompt)) { [weak self] text in
      guard let self else { return }
      guard let text else {
        webView.clearFind()
        webView.scrollOffset = start.scroll
        return
      }
      search.isBackwards = backwards
      finishSearch(text.isEmpty ? search.text : text)
    }
    dialog.field.history = search.history
    dialog.field.onChange = { [weak self] text in
      guard let self else { return }
      webView.scrollOffset = start.scroll
      guard !text.isEmpty else { return webView.clearFind() }
      var configuration = findConfiguration(backwards: backwards)
      configuration.start = start.cursor
      configuration.includesCurrent = true
      webView.find(text, configuration: configuration)
    }
    session.open(dialog)
  }

  private func finishSearch(_ text: String) {
    guard !text.isEmpty else { return show(.messageNothingToFind) }
    search.text = text
    search.history.append(text)
    var configuration = findConfiguration(backwards: search.isBackwards)
    configuration.start = contentView.cursor
    configuration.includesCurrent = true
    report(webView.find(text, configuration: configuration))
  }

  /// Goes to the next place the last text is found at.
  /// - Parameters:
  ///   - reversed: against the direction of the search.
  ///   - times: how many places to go.
  func findAgain(reversed: Bool, times: Int) {
    guard !search.text.isEmpty else { return show(.messageNothingToFind) }
    for _ in 0..<times {
      var configuration = findConfiguration(backwards: search.isBackwards != reversed)
      configuration.start = contentView.cursor
      report(webView.find(search.text, configuration: configuration))
    }
  }

  private func findConfiguration(backwards: Bool) -> FindConfiguration {
    var result = FindConfiguration()
    result.backwards = backwards
    result.wraps = configuration.searchWraps
    return result
  }

  private func report(_ result: FindResult) {
    guard let index = result.currentMatch, let rect = result.matchRect else {
      return show(.messageNotFound, ["text": search.text])
    }
    contentView.moveCursor(to: rect.origin)
    show(
      result.didWrap ? .messageWrapped : .messageFound,
      ["index": String(index), "count": String(result.matchCount)])
  }
}
