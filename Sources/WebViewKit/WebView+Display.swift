// SPDX-License-Identifier: MIT
// Part of Grille: showing a page: size, scrolling, painting, and what lies under a cell.

public import CellGrid
internal import DOM
internal import Layout
internal import WebInfra

extension WebView {
  /// The size that pages are laid out for; setting it lays the page on show out again, and the
  /// place being read stays in sight.
  public var viewportSize: CellSize {
    get { viewport }
    set {
      guard newValue != viewport else { return }
      viewport = newValue
      page?.clampScroll(to: viewport)
      if page?.laidOutFor?.columns != viewport.columns { setNeedsLayout() }
      uiDelegate?.webViewNeedsDisplay(self)
    }
  }

  /// The size of the whole page in cells.
  public var contentSize: CellSize { page?.content?.layout.size ?? .zero }

  /// The cell of the page that is shown in the upper left corner; setting it is limited to what
  /// there is to scroll.
  public var scrollOffset: CellPoint {
    get { page?.scroll ?? .zero }
    set {
      guard let page, page.scroll != newValue else { return }
      let old = page.scroll
      page.scroll = newValue
      page.clampScroll(to: viewport)
      if page.scroll != old { uiDelegate?.webViewNeedsDisplay(self) }
    }
  }

  /// Scrolls by that many columns and rows; true if anything moved.
  @discardableResult
  public func scroll(byColumns columns: Int = 0, rows: Int = 0) -> Bool {
    let old = scrollOffset
    scrollOffset = CellPoint(column: old.column + columns, row: old.row + rows)
    return scrollOffset != old
  }

  /// Scrolls no farther than needed to bring a rectangle of the page into sight.
  func reveal(_ rect: CellRect) {
    guard let page else { return }
    var scroll = page.scroll
    if rect.rows.lowerBound < scroll.row {
      scroll.row = rect.rows.lowerBound
    } else if rect.rows.upperBound > scroll.row + viewport.rows {
      scroll.row = min(rect.rows.lowerBound, rect.rows.upperBound - viewport.rows)
    }
    if rect.columns.lowerBound < scroll.column {
      scroll.column = rect.columns.lowerBound
    } else if rect.columns.upperBound > scroll.column + viewport.columns {
      scroll.column = min(rect.columns.lowerBound, rect.columns.upperBound - viewport.columns)
    }
    scrollOffset = scroll
  }

  /// Paints the visible part of the page into a rectangle of a surface; rows below the end of the
  /// page are cleared.
  public func paint(into surface: inout CellSurface, in rect: CellRect) {
    surface.clear(rect, style: .plain)
    guard let page, let content = page.content else { return }
    var options = configuration.paintOptions
    options.focused = page.focus.flatMap { content.layout.focusableIndex(of: $0) }
    options.matches = page.find.matches
    options.currentMatch = page.find.current
    Painter.paint(
      content.layout, rows: page.scroll.row..<page.scroll.row + rect.size.rows,
      firstColumn: page.scroll.column, into: &surface, in: rect, options: options)
  }

  /// What lies under a cell of the viewport, 0-based from its upper left corner.
  public func hitTest(_ point: CellPoint) -> HitTestResult? {
    guard let page, let content = page.content else { return nil }
    let place = CellPoint(
      column: point.column + page.scroll.column, row: point.row + page.scroll.row)
    guard let index = content.layout.hitTest(place)?.focusable else { return nil }
    return HitTestResult(node: content.layout.focusables[index].node)
  }

  /// Lays the page on show out again, away from the main actor; the newest request wins.
  func setNeedsLayout() {
    guard let page, let content = page.content else { return }
    layoutTask?.cancel()
    let parameters = renderingParameters(for: page)
    layoutTask = Task {
      let layout = await PageRenderer.layout(of: content, parameters)
      guard !Task.isCancelled, self.page === page, parameters.viewport.columns == viewport.columns
      else { return }
      page.accept(layout, for: viewport)
      uiDelegate?.webViewDidLayOut(self)
      uiDelegate?.webViewNeedsDisplay(self)
    }
  }

  /// Waits until the layout under way, if any, is on show.
  package func finishedLayout() async { await layoutTask?.value }

  /// Scrolls to the element the address names, once it is there.
  func scrollToFragmentOnce(isComplete: Bool = false) {
    guard let page, !page.hasScrolledToFragment,
      let fragment = page.url.fragment
    else { return }
    if scroll(toFragment: fragment) || isComplete { page.hasScrolledToFragment = true }
  }

  /// Scrolls to the element of that id or name; false if the page has none.
  // html.spec.whatwg.org/#find-a-potential-indicated-element
  @discardableResult
  func scroll(toFragment fragment: String) -> Bool {
    guard let page, let content = page.content else { return false }
    let index = ElementIndex(content.document)
    for candidate in [Array(fragment.utf8), PercentEncoding.decode(fragment)] {
      let node = index.element(named: candidate.span)
      if !node.isNone, let row = content.layout.row(of: node) {
        scrollOffset = CellPoint(column: 0, row: row)
        return true
      }
    }
    guard fragment.isEmpty || fragment.lowercased() == "top" else { return false }
    scrollOffset = .zero
    return true
  }
}

/// A link or a control that lies under a cell.
///
/// Valid for the page it was found on.
nonisolated public struct HitTestResult: Hashable, Sendable {
  let node: NodeID
}
