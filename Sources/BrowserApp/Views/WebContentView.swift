// SPDX-License-Identifier: MIT
// Part of Grille: the page with its text cursor, and how both move.
import CellGrid
import WebViewKit

/// Moves a text cursor over the page of a web view; the view follows the cursor, and the link or
/// control under the cursor has the focus.
final class WebContentView {
  let webView: WebView
  /// Where the cursor is, in cells of the page.
  private(set) var cursor = CellPoint.zero
  /// Rows kept in sight above and below the cursor.
  var margin = 2

  /// Rows of the old screen that stay in sight when a page is turned.
  private static let overlap = 2

  init(webView: WebView) { self.webView = webView }

  /// Where the cursor is in the viewport; nil if it is out of sight.
  var cursorInViewport: CellPoint? {
    let point = viewportPoint(of: cursor)
    return CellRect(webView.viewportSize).contains(point) ? point : nil
  }

  private func viewportPoint(of point: CellPoint) -> CellPoint {
    let scroll = webView.scrollOffset
    return CellPoint(column: point.column - scroll.column, row: point.row - scroll.row)
  }

  private func pagePoint(of point: CellPoint) -> CellPoint {
    let scroll = webView.scrollOffset
    return CellPoint(column: point.column + scroll.column, row: point.row + scroll.row)
  }

  // MARK: - The cursor

  /// Moves the cursor; the view follows.
  func moveCursor(columns: Int = 0, rows: Int = 0) {
    setCursor(CellPoint(column: cursor.column + columns, row: cursor.row + rows))
  }

  /// Puts the cursor on a cell of the page, or on the nearest there is.
  func moveCursor(to point: CellPoint) {
    setCursor(point)
  }

  /// Puts the cursor on a row of the page, or on the nearest there is.
  func moveCursor(toRow row: Int) {
    setCursor(CellPoint(column: cursor.column, row: row))
  }

  /// Puts the cursor on a column of its row, or on the nearest there is.
  func moveCursor(toColumn column: Int) {
    setCursor(CellPoint(column: column, row: cursor.row))
  }

  /// Puts the cursor on a cell of the viewport, as a click does.
  func moveCursor(toViewportPoint point: CellPoint) {
    setCursor(pagePoint(of: point))
  }

  private func setCursor(_ point: CellPoint) {
    cursor = clamped(point)
    revealCursor()
    focusUnderCursor()
  }

  private func clamped(_ point: CellPoint) -> CellPoint {
    let size = webView.contentSize
    let columns = max(size.columns, webView.viewportSize.columns)
    return CellPoint(
      column: max(0, min(point.column, columns - 1)), row: max(0, min(point.row, size.rows - 1)))
  }

  private func revealCursor() {
    let viewport = webView.viewportSize
    guard viewport.rows > 0, viewport.columns > 0 else { return }
    let margin = min(self.margin, (viewport.rows - 1) / 2)
    var scroll = webView.scrollOffset
    scroll.row = min(scroll.row, cursor.row - margin)
    scroll.row = max(scroll.row, cursor.row + margin - viewport.rows + 1)
    scroll.column = min(scroll.column, cursor.column)
    scroll.column = max(scroll.column, cursor.column - viewport.columns + 1)
    webView.scrollOffset = scroll
  }

  private func focusUnderCursor() {
    let point = viewportPoint(of: cursor)
    guard CellRect(webView.viewportSize).contains(point), let hit = webView.hitTest(point) else {
      return webView.clearFocus()
    }
    if webView.focusedElement?.rects.contains(where: { $0.contains(point) }) == true { return }
    // The web view brings a new focus into sight; here the cursor says what is in sight.
    let scroll = webView.scrollOffset
    webView.focus(hit)
    webView.scrollOffset = scroll
  }

  /// Puts the cursor on the link or control that has the focus, if it is not on it already.
  func followFocus() {
    guard let rects = webView.focusedElement?.rects, let first = rects.first else { return }
    let point = viewportPoint(of: cursor)
    guard !rects.contains(where: { $0.contains(point) }) else { return }
    cursor = clamped(pagePoint(of: first.origin))
  }

  /// Puts the cursor where a page that has just come on show is looked at.
  func resetCursor() {
    cursor = webView.scrollOffset
    followFocus()
  }

  /// Brings the cursor back into the viewport after the page was laid out for another size.
  func keepCursorInSight() {
    guard cursorInViewport == nil else { return }
    let viewport = webView.viewportSize
    let scroll = webView.scrollOffset
    cursor = clamped(
      CellPoint(
        column: max(scroll.column, min(cursor.column, scroll.column + viewport.columns - 1)),
        row: max(scroll.row, min(cursor.row, scroll.row + viewport.rows - 1))))
  }

  // MARK: - Scrolling

  /// Scrolls the view; the cursor moves only as far as it must to stay in sight.
  func scroll(columns: Int = 0, rows: Int = 0) {
    webView.scroll(byColumns: columns, rows: rows)
    let viewport = webView.viewportSize
    let scroll = webView.scrollOffset
    let margin = min(self.margin, max(0, (viewport.rows - 1) / 2))
    let atTop = scroll.row == 0
    let atBottom = scroll.row + viewport.rows >= webView.contentSize.rows
    var point = cursor
    point.row = max(point.row, scroll.row + (atTop ? 0 : margin))
    point.row = min(point.row, scroll.row + viewport.rows - 1 - (atBottom ? 0 : margin))
    point.column = max(scroll.column, min(point.column, scroll.column + viewport.columns - 1))
    point = clamped(point)
    guard point != cursor else { return }
    cursor = point
    focusUnderCursor()
  }

  /// Turns pages; the cursor keeps its place on the screen, and goes to the end where there is no
  /// more to turn.
  func turnPages(_ count: Int) {
    move(rows: count * max(1, webView.viewportSize.rows - Self.overlap))
  }

  /// Turns half pages.
  func turnHalfPages(_ count: Int) {
    move(rows: count * max(1, webView.viewportSize.rows / 2))
  }

  private func move(rows: Int) {
    let before = webView.scrollOffset.row
    webView.scroll(rows: rows)
    let moved = webView.scrollOffset.row - before
    setCursor(
      CellPoint(column: cursor.column, row: cursor.row + (abs(moved) < abs(rows) ? rows : moved)))
  }

  /// Where on the screen the cursor's row is put.
  enum RowPlacement { case top, middle, bottom }

  /// Scrolls so that the cursor's row comes to a place on the screen.
  func placeCursorRow(_ placement: RowPlacement) {
    let rows = webView.viewportSize.rows
    let margin = min(self.margin, max(0, (rows - 1) / 2))
    var scroll = webView.scrollOffset
    switch placement {
    case .top: scroll.row = cursor.row - margin
    case .middle: scroll.row = cursor.row - rows / 2
    case .bottom: scroll.row = cursor.row + margin - rows + 1
    }
    webView.scrollOffset = scroll
  }

  /// How far down the page the view is, in percent; nil where all of it is in sight.
  var position: Int? {
    let rows = webView.contentSize.rows
    let visible = webView.viewportSize.rows
    guard rows > visible, rows > 0 else { return nil }
    return min(100, (webView.scrollOffset.row + visible) * 100 / rows)
  }
}
