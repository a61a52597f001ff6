// SPDX-License-Identifier: MIT
// Part of Grille: block formatting: boxes below each other, with margins, padding and borders.

import CSS
import DOM

extension FlowLayout {
  /// Content that would get narrower than this by indents alone is indented less.
  private static let narrowestIndented = 20
  /// The columns of such an indent, enough for a list's marker.
  private static let narrowIndent = 2
  /// Content that would get narrower than this even so is not indented any further.
  private static let narrowestContent = 16
  /// Boxes narrower than this get no borders at their sides.
  private static let narrowestBordered = 12

  /// The first and the last column of the innermost block's content.
  var contentColumns: Range<Int> {
    let content = frames[frames.count - 1].content
    return Int(content.lowerBound)..<Int(content.upperBound)
  }

  // MARK: Replay

  /// Lays out recorded items in the innermost block.
  mutating func layOut(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let item = items[index]
      switch item.kind {
      case .blockStart:
        openBlock(style: item.style, node: item.node)
        index += 1
      case .blockEnd, .cellEnd, .captionEnd:
        closeBlock()
        index += 1
      case .cellStart, .captionStart:
        openPlainBlock(style: item.style)
        index += 1
      case .tableStart:
        index = layOutTable(index) ? item.link + 1 : index + 1
      case .tableEnd, .rowGroupStart, .rowGroupEnd, .rowStart, .rowEnd, .column:
        index += 1
      case .rule:
        layOutRule(style: item.style, node: item.node)
        index += 1
      case .marker:
        addMarker(item)
        index += 1
      case .anchor:
        pendingAnchors.append(item.node)
        index += 1
      default:
        let end = endOfInlineRun(from: index, limit: range.upperBound)
        layOutLines(index..<end)
        index = end
      }
    }
  }

  /// The position after the inline content that starts at `start`.
  func endOfInlineRun(from start: Int, limit: Int) -> Int {
    var index = start
    while index < limit {
      let item = items[index]
      if item.kind == .atomicStart {
        index = item.link + 1
      } else if item.kind.isInline || item.kind == .anchor {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Lays out items as a formatting context of its own and returns the row after its content.
  mutating func layOutContext(
    _ range: Range<Int>, style: Int, columns: Range<Int>, top: Int
  ) -> Int {
    let outerCursor = cursor
    let outerMarkers = pendingMarkers
    cursor = FlowCursor()
    cursor.row = top
    pendingMarkers = []
    contextDepth += 1
    frames.append(
      BlockFrame(
        style: style, left: Float(columns.lowerBound) * CellMetrics.columnWidth,
        right: Float(columns.upperBound) * CellMetrics.columnWidth))
    layOut(range)
    frames.removeLast()
    contextDepth -= 1
    let bottom = cursor.row
    cursor = outerCursor
    pendingMarkers = outerMarkers
    return bottom
  }

  // MARK: Boxes

  /// Starts a block without edges of its own.
  mutating func openPlainBlock(style: Int) {
    let parent = frames[frames.count - 1]
    frames.append(BlockFrame(style: style, left: parent.left, right: parent.right))
  }

  // drafts.csswg.org/css2/#blockwidth
  /// Starts a block box in the innermost block.
  mutating func openBlock(style number: Int, node: NodeID, drawsBorders: Bool = true) {
    let parent = frames[frames.count - 1]
    let available = parent.right - parent.left
    var frame = BlockFrame(style: number, left: parent.left, right: parent.right)
    frame.isPlain = false
    frame.node = node
    frame.markerDepth = Int32(pendingMarkers.count)

    let margin = styles[number].margin
    let padding = styles[number].padding
    let hasSides = drawsBorders && available >= Float(Self.narrowestBordered) * 8
    frame.lines = visibleLines(of: number, withSides: hasSides)
    if !drawsBorders { frame.lines = [] }

    var left = parent.left + (margin.left.resolved(against: available) ?? 0)
    var right = parent.right - (margin.right.resolved(against: available) ?? 0)
    let leftEdge =
      max(0, padding.left.resolved(against: available) ?? 0)
      + (frame.lines.contains(.left) ? CellMetrics.columnWidth : 0)
    let rightEdge =
      max(0, padding.right.resolved(against: available) ?? 0)
      + (frame.lines.contains(.right) ? CellMetrics.columnWidth : 0)

    var hasOwnWidth = false
    if let width = usedWidth(of: number, available: available, edges: leftEdge + rightEdge),
      width < right - left
    {
      hasOwnWidth = true
      let free = right - left - width
      let alignment = styles[parent.style].textAlign
      if margin.left.isAuto && margin.right.isAuto || alignment == .legacyCenter {
        left += free / 2
      } else if margin.left.isAuto || alignment == .legacyRight {
        left += free
      }
      right = left + width
    }
    left = max(0, left)
    frame.columns =
      Int32(
        CellMetrics.column(left))..<Int32(max(CellMetrics.column(left), CellMetrics.column(right)))
    frame.setContent(left: left + leftEdge, right: right - rightEdge)

    let columns = CellMetrics.column(frame.right) - CellMetrics.column(frame.left)
    let parentColumns = CellMetrics.column(parent.right) - CellMetrics.column(parent.left)
    if columns < min(Self.narrowestIndented, parentColumns), !hasOwnWidth || columns < 1 {
      // Deviation: an indent that leaves little room for words is made small.
      let indent =
        left + leftEdge > parent.left && parentColumns >= Self.narrowestContent + Self.narrowIndent
        ? Float(Self.narrowIndent) * MediaEnvironment.cellWidth : 0
      frame.setContent(
        left: min(left + leftEdge, parent.left + indent), right: parent.right)
      frame.columns =
        Int32(CellMetrics.column(parent.left))..<Int32(CellMetrics.column(parent.right))
      frame.lines.subtract([.left, .right])
    }

    cursor.addMargin(margin.top.resolved(against: available) ?? 0)
    frame.bottomMargin = margin.bottom.resolved(against: available) ?? 0
    frame.bottomPadding = max(0, padding.bottom.resolved(against: available) ?? 0)
    let topPadding = max(0, padding.top.resolved(against: available) ?? 0)
    let color = styles[number].backgroundColor
    let hasArea = options.isInteractive && !color.isTransparent && !color.isDefault

    if frame.lines.contains(.up) {
      cursor.addPadding(0)
      let row = placeRow()
      if hasArea { frame.area = startArea(color, row: row, columns: frame.columns) }
      drawHorizontalLine(of: frame, isTop: true, row: row, style: number)
      cursor.row = row + 1
    } else if hasArea {
      cursor.addPadding(0)
      frame.area = startArea(color, row: cursor.row + cursor.gap, columns: frame.columns)
    }
    if topPadding > 0 { cursor.addPadding(topPadding) }
    frame.topRow = Int32(cursor.row)
    frames.append(frame)
  }

  /// Ends the innermost block.
  mutating func closeBlock() {
    guard frames.count > 1 else { return }
    let frame = frames.removeLast()
    if frame.isPlain { return }
    if pendingMarkers.count > Int(frame.markerDepth) {
      // A list item without content still shows its marker.
      cursor.row = placeRow() + 1
    }
    if frame.bottomPadding > 0 || !frame.lines.isEmpty { cursor.addPadding(frame.bottomPadding) }
    if !frame.lines.isDisjoint(with: [.left, .right]) {
      let bottom = cursor.row + (frame.lines.contains(.down) ? cursor.gap : 0)
      drawSides(of: frame, rows: Int(frame.topRow)..<max(bottom, Int(frame.topRow)))
    }
    if frame.lines.contains(.down) {
      let row = placeRow()
      drawHorizontalLine(of: frame, isTop: false, row: row, style: frame.style)
      cursor.row = row + 1
    }
    if frame.area >= 0 {
      let index = Int(frame.area)
      let bottom = Int32(cursor.row + CellMetrics.gap(cursor.fixedGap))
      areas[index].rows = areas[index].rows.lowerBound..<max(areas[index].rows.lowerBound, bottom)
    }
    cursor.addMargin(frame.bottomMargin)
  }

  /// Draws a thematic break.
  mutating func layOutRule(style: Int, node: NodeID) {
    openBlock(style: style, node: node, drawsBorders: false)
    let columns = contentColumns
    let row = placeRow()
    drawLine(row: row, columns: columns, appearance: 0, node: node)
    cursor.row = row + 1
    closeBlock()
  }

  /// Makes the gap above what comes next, puts waiting markers and anchors there, returns the row.
  mutating func placeRow() -> Int {
    let row = cursor.place()
    if !pendingAnchors.isEmpty {
      for node in pendingAnchors { anchors.append(Anchor(node: node, row: Int32(row))) }
      pendingAnchors.removeAll(keepingCapacity: true)
    }
    if !pendingMarkers.isEmpty {
      for marker in pendingMarkers {
        append(
          Fragment(
            row: Int32(row), column: marker.column, width: marker.width, offset: marker.offset,
            length: marker.length, node: marker.node, focusable: -1,
            appearance: marker.appearance))
      }
      pendingMarkers.removeAll(keepingCapacity: true)
    }
    return row
  }

  /// Lets a marker wait for the first line of the list item that was just opened.
  mutating func addMarker(_ item: FlowItem) {
    let width = width(
      Int(item.offset), Int(item.offset + item.length), isASCII: item.flags.contains(.isASCII))
    let base = frames[frames.count - 1]
    let limit = frames.last(where: \.isPlain)?.left ?? 0
    pendingMarkers.append(
      PendingMarker(
        offset: item.offset, length: item.length, width: Int32(width),
        appearance: item.appearance, node: item.node,
        contentColumn: Int32(CellMetrics.column(base.left)),
        leftLimit: Int32(CellMetrics.column(limit))))
  }

  // MARK: Widths

  /// The used width of a block's border box in pixels, or nil if it fills its container.
  private func usedWidth(of style: Int, available: Float, edges: Float) -> Float? {
    let isContentBox = styles[style].boxSizing == .contentBox
    let added = isContentBox ? edges : 0
    var width = styles[style].width.resolved(against: available).map { $0 + added }
    if let maximum = styles[style].maxWidth.resolved(against: available) {
      width = min(width ?? available, maximum + added)
    }
    if width != nil, let minimum = styles[style].minWidth.resolved(against: available) {
      width = max(width ?? 0, minimum + added)
    }
    return width.map { max($0, edges + CellMetrics.columnWidth) }
  }

  // MARK: Lines and areas

  /// The sides on which a box shows a border.
  func visibleLines(of style: Int, withSides: Bool) -> LayoutGlyphs.Arms {
    let border = styles[style].border
    var lines: LayoutGlyphs.Arms = []
    if Self.isVisible(border.top) { lines.insert(.up) }
    if Self.isVisible(border.bottom) { lines.insert(.down) }
    if withSides {
      if Self.isVisible(border.left) { lines.insert(.left) }
      if Self.isVisible(border.right) { lines.insert(.right) }
    }
    return lines
  }

  static func isVisible(_ edge: BorderEdge) -> Bool {
    edge.style.isVisible && edge.width > 0 && !edge.color.isTransparent
  }

  private mutating func startArea(_ color: StyleColor, row: Int, columns: Range<Int32>) -> Int32 {
    areas.append(Area(rows: Int32(row)..<Int32(row), columns: columns, color: color))
    return Int32(areas.count - 1)
  }

  /// Draws a horizontal line over some columns of a row.
  mutating func drawLine(row: Int, columns: Range<Int>, appearance: UInt16, node: NodeID) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let count = min(glyphs.horizontalColumns, columns.upperBound - column)
      append(
        Fragment(
          row: Int32(row), column: Int32(column), width: Int32(count), offset: glyphs.horizontal,
          length: Int32(count * glyphs.bytesPerColumn), node: node, focusable: -1,
          appearance: appearance))
      column += count
    }
  }

  /// Draws the glyph of a junction in one cell.
  mutating func drawJunction(
    _ arms: LayoutGlyphs.Arms, row: Int, column: Int, node: NodeID
  ) {
    append(
      Fragment(
        row: Int32(row), column: Int32(column), width: 1, offset: glyphs.junctions(arms),
        length: Int32(glyphs.bytesPerColumn), node: node, focusable: -1, appearance: 0))
  }

  private mutating func drawHorizontalLine(of frame: BlockFrame, isTop: Bool, row: Int, style: Int)
  {
    var columns = Int(frame.columns.lowerBound)..<Int(frame.columns.upperBound)
    let vertical: LayoutGlyphs.Arms = isTop ? .down : .up
    if frame.lines.contains(.left), columns.count > 1 {
      drawJunction([vertical, .right], row: row, column: columns.lowerBound, node: frame.node)
      columns = columns.lowerBound + 1..<columns.upperBound
    }
    let hasRight = frame.lines.contains(.right) && columns.count > 1
    drawLine(
      row: row, columns: hasRight ? columns.dropLast() : columns, appearance: 0, node: frame.node)
    if hasRight {
      drawJunction([vertical, .left], row: row, column: columns.upperBound - 1, node: frame.node)
    }
  }

  private mutating func drawSides(of frame: BlockFrame, rows: Range<Int>) {
    for row in rows {
      if frame.lines.contains(.left) {
        drawJunction(
          [.up, .down], row: row, column: Int(frame.columns.lowerBound), node: frame.node)
      }
      if frame.lines.contains(.right) {
        drawJunction(
          [.up, .down], row: row, column: Int(frame.columns.upperBound) - 1, node: frame.node)
      }
    }
  }
}
