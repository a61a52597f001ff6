// SPDX-License-Identifier: MIT
// Part of Grille: paints the visible rows of a page into a surface.

import CSS
package import CellGrid

/// How a page is painted.
package struct PaintOptions: Sendable {
  /// Whether the page's own colours are used.
  package var usesPageColors = true
  /// The terminal's background as 0xRRGGBB, against which colours must be readable.
  package var terminalBackground: UInt32 = 0x000000
  /// Whether colours are used at all.
  package var isMonochrome = false
  /// The focusable element that has the focus, a position in `LayoutResult.focusables`.
  package var focused: Int?
  /// Finds in the page to highlight, in order of rows.
  package var matches: [TextMatch] = []
  /// The find that the reader is at.
  package var currentMatch: Int?

  /// Plain painting.
  package init() {}
}

/// Paints laid-out rows; costs only what is visible.
package enum Painter {
  /// Paints rows of a page.
  ///
  /// - Parameters:
  ///   - result: the page.
  ///   - rows: the rows to paint, from the top of the page; rows outside the page stay as they are.
  ///   - firstColumn: the page's column at the left edge of the target.
  ///   - surface: what is painted into; the caller has cleared the target.
  ///   - target: where the rows go; nothing is painted outside.
  ///   - options: focus, finds and colours.
  package static func paint(
    _ result: LayoutResult, rows: Range<Int>, firstColumn: Int = 0,
    into surface: inout CellSurface, in target: CellRect, options: PaintOptions = PaintOptions()
  ) {
    let visible =
      max(
        0, rows.lowerBound)..<max(
        max(0, rows.lowerBound), min(rows.upperBound, rows.lowerBound + target.size.rows))
    let dy = target.origin.row - rows.lowerBound
    let dx = target.origin.column - firstColumn
    let colors = ColorAdaptation(options)
    if options.usesPageColors, !options.isMonochrome {
      paintAreas(result, visible, dx, dy, into: &surface, in: target, colors)
    }
    for row in visible {
      for index in result.fragmentRange(inRow: row) {
        let fragment = result.fragments[index]
        let column = Int(fragment.column) + dx
        guard column < target.columns.upperBound,
          column + Int(fragment.width) > target.columns.lowerBound
        else { continue }
        let below = surface[max(column, target.columns.lowerBound), row + dy]
        let style = style(
          of: result.appearances[Int(fragment.appearance)], over: below.style.background, colors)
        let part = visibleRange(of: fragment, in: result, column: column, target)
        surface.writeSanitized(
          result.text.span.extracting(part.range),
          at: CellPoint(column: part.column, row: row + dy), style: style, clippedTo: target)
      }
    }
    highlightMatches(visible, dx, dy, into: &surface, in: target, options)
    if let focused = options.focused, result.focusables.indices.contains(focused) {
      for rect in result.rects(ofFocusable: focused) where visible.contains(rect.origin.row) {
        surface.restyle(moved(rect, dx, dy).intersection(target)) { style in
          style.attributes.formSymmetricDifference(.reverse)
        }
      }
    }
  }

  /// The bytes of a fragment that can be seen: of a line of a million columns only a part is read.
  private static func visibleRange(
    of fragment: Fragment, in result: LayoutResult, column: Int, _ target: CellRect
  ) -> (range: Range<Int>, column: Int) {
    let range = result.byteRange(of: fragment)
    guard range.count == Int(fragment.width), range.count > 4096 else { return (range, column) }
    // As many bytes as columns: all ASCII.
    let hidden = max(0, target.columns.lowerBound - column)
    let shown = min(range.count, target.columns.upperBound - column)
    guard hidden < shown else { return (range, column) }
    return (range.lowerBound + hidden..<range.lowerBound + shown, column + hidden)
  }

  private static func moved(_ rect: CellRect, _ dx: Int, _ dy: Int) -> CellRect {
    CellRect(
      column: rect.origin.column + dx, row: rect.origin.row + dy, columns: rect.size.columns,
      rows: rect.size.rows)
  }

  private static func paintAreas(
    _ result: LayoutResult, _ visible: Range<Int>, _ dx: Int, _ dy: Int,
    into surface: inout CellSurface, in target: CellRect, _ colors: ColorAdaptation
  ) {
    let rows = Int32(visible.lowerBound)..<Int32(visible.upperBound)
    for (block, range) in result.areaRows.enumerated() where range.overlaps(rows) {
      let first = block * LayoutResult.areasPerBlock
      let last = min(first + LayoutResult.areasPerBlock, result.areas.count)
      for area in result.areas[first..<last] where area.rows.overlaps(rows) {
        let rect = CellRect(
          column: Int(area.columns.lowerBound) + dx, row: Int(area.rows.lowerBound) + dy,
          columns: area.columns.count, rows: area.rows.count
        ).intersection(target)
        guard !rect.isEmpty, let color = colors.area(area.color) else { continue }
        surface.fill(rect, with: .blank(CellStyle(background: color)))
      }
    }
  }

  private static func style(
    of appearance: TextAppearance, over below: CellColor, _ colors: ColorAdaptation
  ) -> CellStyle {
    let background = colors.area(appearance.background) ?? below
    return CellStyle(
      foreground: colors.text(appearance.color, over: background), background: background,
      attributes: appearance.attributes)
  }

  private static func highlightMatches(
    _ visible: Range<Int>, _ dx: Int, _ dy: Int, into surface: inout CellSurface,
    in target: CellRect, _ options: PaintOptions
  ) {
    guard !options.matches.isEmpty else { return }
    var low = 0
    var high = options.matches.count
    while low < high {
      let middle = (low + high) / 2
      if options.matches[middle].row < visible.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < options.matches.count, options.matches[low].row < visible.upperBound {
      let match = options.matches[low]
      let rect = CellRect(
        column: match.columns.lowerBound + dx, row: match.row + dy, columns: match.columns.count,
        rows: 1)
      let isCurrent = low == options.currentMatch
      surface.restyle(rect.intersection(target)) { style in
        if options.isMonochrome {
          style.attributes.insert(isCurrent ? [.reverse, .bold] : .reverse)
        } else {
          style.foreground = .indexed(0)
          style.background = .indexed(isCurrent ? 11 : 3)
          style.attributes.remove(.reverse)
        }
      }
      low += 1
    }
  }
}
