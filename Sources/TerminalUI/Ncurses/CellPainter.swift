// SPDX-License-Identifier: MIT
// Part of Grille: turns the difference of two surfaces into a terminal's own language.

package import CellGrid

/// Writes frames as bytes, with as few of them as is simple.
///
/// Pure: it knows what the terminal shows because it is told every frame. Nothing but sanitised glyphs and
/// the terminal's own strings comes out of it.
package nonisolated struct CellPainter {
  /// What the terminal can do.
  package let capabilities: TerminalCapabilities

  private var shown: CellSurface?
  private var shownTitle: DisplayString?
  private var isCursorShown: Bool?

  private var output: [UInt8] = []
  /// Where the terminal's cursor is, if that is known.
  private var cursor: CellPoint?
  /// The look that is set, if that is known.
  private var style: CellStyle?

  /// Makes a painter for a terminal whose contents are not known.
  package init(capabilities: TerminalCapabilities) {
    self.capabilities = capabilities
  }

  /// Forgets what the terminal shows.
  package mutating func invalidate() {
    shown = nil
    isCursorShown = nil
    shownTitle = nil
  }

  /// The bytes that bring the terminal from the last frame to this one.
  package mutating func paint(
    _ surface: CellSurface, cursor wanted: CellPoint?, title: DisplayString?
  ) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    // Nothing is taken for granted between frames: something else may have written meanwhile.
    cursor = nil
    style = nil
    let isChanged = paintCells(surface)
    if isChanged, style != .plain { put(capabilities.resetStyle) }
    if let title, title != shownTitle {
      paintTitle(title)
      shownTitle = title
    }
    placeCursor(wanted)
    shown = surface
    if isChanged, !capabilities.beginFrame.isEmpty {
      return capabilities.beginFrame + output + capabilities.endFrame
    }
    return output
  }

  // MARK: Cells

  private mutating func paintCells(_ surface: CellSurface) -> Bool {
    var base = shown
    let isFresh = base == nil || base?.size != surface.size
    if isFresh {
      hideCursor()
      put(capabilities.resetStyle)
      put(capabilities.clearScreen)
      style = .plain
      base = CellSurface(size: surface.size)
    }
    let difference = SurfaceDifference(
      from: base ?? CellSurface(size: surface.size), to: surface, allowsScroll: canScroll)
    guard isFresh || difference.scroll != nil || !difference.runs.isEmpty else { return false }
    // A small change is over before a cursor could be seen to jump.
    if difference.scroll != nil || difference.runs.count > 2 { hideCursor() }
    if let scroll = difference.scroll { paintScroll(scroll) }
    for run in difference.runs { paint(run, of: surface) }
    return true
  }

  private var canScroll: Bool {
    capabilities.setScrollRegion != nil && !capabilities.scrollUp.isEmpty
      && !capabilities.scrollDown.isEmpty
  }

  private mutating func paintScroll(_ scroll: SurfaceDifference.Scroll) {
    guard let setScrollRegion = capabilities.setScrollRegion, let shown else { return }
    // What comes in must be blank in the plain look.
    put(capabilities.resetStyle)
    style = .plain
    put(setScrollRegion(scroll.rows.lowerBound, scroll.rows.upperBound - 1))
    let edge = scroll.distance > 0 ? scroll.rows.upperBound - 1 : scroll.rows.lowerBound
    put(capabilities.moveCursor(edge, 0))
    let step = scroll.distance > 0 ? capabilities.scrollUp : capabilities.scrollDown
    for _ in 0..<abs(scroll.distance) { put(step) }
    put(setScrollRegion(0, shown.size.rows - 1))
    cursor = nil
  }

  private mutating func paint(_ run: SurfaceDifference.Run, of surface: CellSurface) {
    var end = run.columns.upperBound
    let isLastRow = run.row == surface.size.rows - 1
    if isLastRow, end == surface.size.columns, !capabilities.canFillLastCell { end -= 1 }
    // Blanks up to the edge are erased rather than written, whether they changed or not.
    var blanksFrom = end
    if !capabilities.eraseToEndOfLine.isEmpty {
      let start = max(run.columns.lowerBound, trailingBlanks(surface, row: run.row))
      if end - start >= capabilities.eraseToEndOfLine.count { blanksFrom = start }
    }
    for column in run.columns.lowerBound..<blanksFrom {
      paintCell(surface, column: column, row: run.row)
    }
    if blanksFrom < end {
      move(to: CellPoint(column: blanksFrom, row: run.row))
      setStyle(surface[blanksFrom, run.row].style)
      put(capabilities.eraseToEndOfLine)
    }
  }

  /// The column from which a row is blank in one erasable look.
  private func trailingBlanks(_ surface: CellSurface, row: Int) -> Int {
    let columns = surface.size.columns
    let last = surface[columns - 1, row]
    let visible: CellAttributes = [.reverse, .underline, .strikethrough]
    guard last.isBlank, last.style.attributes.isDisjoint(with: visible),
      last.style.background.isDefault || capabilities.erasesWithBackground
    else { return columns }
    var start = columns
    while start > 0 {
      let cell = surface[start - 1, row]
      guard cell.isBlank, cell.style.background == last.style.background,
        cell.style.attributes.isDisjoint(with: visible)
      else { break }
      start -= 1
    }
    return start
  }

  private mutating func paintCell(_ surface: CellSurface, column: Int, row: Int) {
    let cell = surface[column, row]
    guard !cell.isContinuation else { return }
    let isWide = surface[column + 1, row].isContinuation && column + 1 < surface.size.columns
    let width = isWide ? 2 : 1
    move(to: CellPoint(column: column, row: row))
    setStyle(cell.style)
    if !capabilities.isUTF8 {
      put(ASCIILookAlike.glyph(of: cell, in: surface, width: width))
    } else if cell.clusterIndex == nil {
      surface.appendGlyph(of: cell, to: &output)
    } else {
      // Terminals disagree on the width of clusters: both cells are blanked first, and where the
      // cursor went is not trusted.
      if isWide {
        put([0x20, 0x20])
        put(capabilities.moveCursor(row, column))
      }
      surface.appendGlyph(of: cell, to: &output)
      cursor = nil
      return
    }
    let next = column + width
    // At the right edge terminals differ in where the cursor is.
    cursor = next < surface.size.columns ? CellPoint(column: next, row: row) : nil
  }

  // MARK: Cursor, style, title

  private mutating func move(to point: CellPoint) {
    if cursor == point { return }
    put(capabilities.moveCursor(point.row, point.column))
    cursor = point
  }

  private mutating func hideCursor() {
    if isCursorShown != false { put(capabilities.hideCursor) }
    isCursorShown = false
  }

  private mutating func placeCursor(_ wanted: CellPoint?) {
    guard let wanted else {
      hideCursor()
      return
    }
    move(to: wanted)
    if isCursorShown != true { put(capabilities.showCursor) }
    isCursorShown = true
  }

  private mutating func setStyle(_ wanted: CellStyle) {
    if style == wanted { return }
    let current = style ?? CellStyle(linkID: .max)
    var foreground = reduced(wanted.foreground)
    let background = reduced(wanted.background)
    if foreground == background, wanted.foreground != wanted.background {
      // Two colours have become one: text must stay readable.
      foreground = Colors.contrasting(background)
    }
    var attributes = wanted.attributes
    // The bright half of sixteen colours where there are eight: bold.
    if capabilities.depth == .eight, let index = foreground.index, index >= 8 {
      attributes.insert(.bold)
    }
    let needsReset =
      style == nil || !current.attributes.isSubset(of: wanted.attributes)
      || foreground.isDefault && !current.foreground.isDefault
      || background.isDefault && !current.background.isDefault
      || capabilities.depth == .eight && wanted.foreground != current.foreground
    if needsReset { put(capabilities.resetStyle) }
    let base = needsReset ? CellStyle.plain : current
    put(attributes.subtracting(base.attributes))
    // Compared as they were asked for, because two that look alike here are set once too often at most.
    if wanted.foreground != base.foreground { put(foreground, capabilities.foregrounds, 38) }
    if wanted.background != base.background { put(background, capabilities.backgrounds, 48) }
    style = wanted
  }

  private func reduced(_ color: CellColor) -> CellColor {
    Colors.reduce(color, to: capabilities.depth)
  }

  private mutating func put(_ attributes: CellAttributes) {
    if attributes.isEmpty { return }
    if attributes.contains(.bold) { put(capabilities.bold) }
    if attributes.contains(.dim) { put(capabilities.dim) }
    if attributes.contains(.italic) {
      // Slanted type must not look like plain text where the terminal has none.
      put(capabilities.italic.isEmpty ? capabilities.underline : capabilities.italic)
    }
    if attributes.contains(.underline) { put(capabilities.underline) }
    if attributes.contains(.blink) { put(capabilities.blink) }
    if attributes.contains(.reverse) { put(capabilities.reverse) }
    if attributes.contains(.strikethrough) { put(capabilities.strikethrough) }
  }

  private mutating func put(_ color: CellColor, _ palette: [[UInt8]], _ direct: Int) {
    if let index = color.index {
      guard !palette.isEmpty else { return }
      put(palette[Int(index) % palette.count])
    } else if let rgb = color.rgb {
      output += [0x1B, 0x5B]
      for number in [direct, 2, Int(rgb >> 16), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF)] {
        TerminalCapabilities.append(number, to: &output)
        output.append(0x3B)
      }
      output[output.count - 1] = UInt8(ascii: "m")
    }
  }

  private mutating func paintTitle(_ title: DisplayString) {
    guard !capabilities.beginTitle.isEmpty else { return }
    put(capabilities.beginTitle)
    let text = title.truncated(to: 200)
    put(capabilities.isUTF8 ? text.utf8 : ASCIILookAlike.text(text.utf8))
    put(capabilities.endTitle)
  }

  @inline(__always)
  private mutating func put(_ bytes: [UInt8]) {
    output.append(contentsOf: bytes)
  }
}
