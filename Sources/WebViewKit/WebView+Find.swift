// SPDX-License-Identifier: MIT
// Part of Grille: searching in the page on show.

public import CellGrid
internal import Layout

/// How `WebView.find` searches.
///
/// It corresponds to WKFindConfiguration.
nonisolated public struct FindConfiguration: Sendable, Hashable {
  /// Whether to search towards the beginning.
  public var backwards = false
  /// Whether capital letters count; nil means they do if the text has any.
  public var caseSensitive: Bool?
  /// Whether to go on at the other end of the page.
  public var wraps = true
  /// Whether the match may be where the last one was, as while the text is still being typed.
  public var includesCurrent = false
  /// The cell of the page to start from; nil starts from the last match, else from what is in sight.
  public var start: CellPoint?

  /// Forwards, with smart case, round the end.
  public init() {}
}

/// What a search found.
///
/// It corresponds to WKFindResult.
nonisolated public struct FindResult: Sendable, Hashable {
  /// How many matches the page has.
  public let matchCount: Int
  /// Which of them is shown, from 1; nil if there is none in that direction.
  public let currentMatch: Int?
  /// Whether the search went on at the other end of the page.
  public let didWrap: Bool
  /// Where the match that is shown is, in cells of the page.
  public let matchRect: CellRect?
}

/// The matches of the last search on a page.
nonisolated struct FindSession {
  var text = ""
  var caseSensitive: Bool?
  var matches: [TextMatch] = []
  var current: Int?
}

extension WebView {
  /// Searches the page for a text, shows the match and highlights all.
  @discardableResult
  public func find(
    _ text: String, configuration: FindConfiguration = FindConfiguration()
  ) -> FindResult {
    guard let page, let layout = page.content?.layout, !text.isEmpty else {
      clearFind()
      return FindResult(matchCount: 0, currentMatch: nil, didWrap: false, matchRect: nil)
    }
    let matches = FindInPage(text, isCaseSensitive: configuration.caseSensitive)
      .matches(in: layout)
    let start =
      configuration.start.map { ($0.row, $0.column) }
      ?? page.find.current.map { page.find.matches[$0] }.map { ($0.row, $0.columns.lowerBound) }
      ?? (page.scroll.row, configuration.backwards ? Int.max : -1)
    let isRepeat =
      (page.find.current != nil || configuration.start != nil) && !configuration.includesCurrent
    var current: Int?
    var didWrap = false
    if configuration.backwards {
      current = matches.lastIndex {
        ($0.row, $0.columns.lowerBound) < start
          || !isRepeat && ($0.row, $0.columns.lowerBound) == start
      }
    } else {
      current = matches.firstIndex {
        ($0.row, $0.columns.lowerBound) > start
          || !isRepeat && ($0.row, $0.columns.lowerBound) == start
      }
    }
    if current == nil, configuration.wraps, !matches.isEmpty {
      current = configuration.backwards ? matches.count - 1 : 0
      didWrap = true
    }
    page.find = FindSession(
      text: text, caseSensitive: configuration.caseSensitive, matches: matches, current: current)
    let rect = current.map { index in
      let match = matches[index]
      return CellRect(
        column: match.columns.lowerBound, row: match.row, columns: match.columns.count, rows: 1)
    }
    if let rect { reveal(rect) }
    uiDelegate?.webViewNeedsDisplay(self)
    return FindResult(
      matchCount: matches.count, currentMatch: current.map { $0 + 1 }, didWrap: didWrap,
      matchRect: rect)
  }

  /// Takes the highlights of the last search away.
  public func clearFind() {
    guard let page, !page.find.text.isEmpty || !page.find.matches.isEmpty else { return }
    page.find = FindSession()
    uiDelegate?.webViewNeedsDisplay(self)
  }
}
