// SPDX-License-Identifier: MIT
// Part of Grille: table formatting: places rows and cells and draws the lines between them.

import CSS
import DOM

/// The columns of a table on the page.
struct TableGeometry {
  /// The first column of each column's content.
  var starts: [Int]
  /// The columns of each column's content.
  var widths: [Int]
  /// The columns where vertical lines stand: before each column, and after the last.
  var lines: [Int]
  /// All columns of the table.
  var columns: Range<Int>
  /// Whether words have to be broken.
  var isSqueezed: Bool
}

/// A cell that is laid out while its rows still grow.
private struct PlacedCell {
  var start: OutputMark
  var end: OutputMark
  var top: Int
  var bottom: Int
  /// The row in which it ends.
  var lastRow: Int32
  var alignment: VerticalAlign
}

extension FlowLayout {
  /// Lays out a table; false if there is no room for columns and its cells go below each other.
  mutating func layOutTable(_ start: Int) -> Bool {
    let item = items[start]
    guard item.record >= 0 else { return false }
    let record = tables[Int(item.record)]
    let margin = styles[item.style].margin
    guard contextDepth < Self.maximumContextDepth,
      let geometry = geometry(of: record, style: item.style)
    else { return false }
    let available = frames[frames.count - 1].right - frames[frames.count - 1].left
    cursor.addMargin(margin.top.resolved(against: available) ?? 0)
    for caption in record.topCaptions { layOutCaption(Int(caption), geometry) }
    if !record.rows.isEmpty {
      let wasBreaking = breaksLongWords
      breaksLongWords = breaksLongWords || geometry.isSqueezed
      if contextDepth == 0 {
        inOrder { $0.layOutRows(of: record, style: item.style, geometry) }
      } else {
        layOutRows(of: record, style: item.style, geometry)
      }
      breaksLongWords = wasBreaking
    }
    for caption in record.bottomCaptions { layOutCaption(Int(caption), geometry) }
    cursor.addMargin(margin.bottom.resolved(against: available) ?? 0)
    return true
  }

  /// Lays something out below all that is laid out, and puts its fragments into order at once: cells
  /// beside each other come one after the other.
  private mutating func inOrder(_ body: (inout FlowLayout) -> Void) {
    let wasOrdered = isOrdered
    isOrdered = true
    let start = fragments.count
    body(&self)
    if !isOrdered {
      var bottom = 0
      var first = Int.max
      for index in start..<fragments.count {
        bottom = max(bottom, Int(fragments[index].row))
        first = min(first, Int(fragments[index].row))
      }
      // Content that stands beside what was there before is left to the last sort.
      let standsBelow = start == 0 || first > Int(fragments[start - 1].row)
      if standsBelow {
        FragmentOrder.sort(&fragments, start..<fragments.count, rows: first..<bottom + 1)
        isOrdered = true
      }
    }
    isOrdered = isOrdered && wasOrdered
  }

  private mutating func layOutCaption(_ start: Int, _ geometry: TableGeometry) {
    let item = items[start]
    let mark = outputMark
    let row = placeRow()
    var columns = geometry.columns
    // A caption wider than its table may use the room beside it.
    let wanted = item.record >= 0 ? Int(cells[Int(item.record)].intrinsic.maximum) : 0
    let right = contentColumns.upperBound
    if wanted > columns.count {
      columns =
        columns.lowerBound..<max(columns.upperBound, min(right, columns.lowerBound + wanted))
    }
    let bottom = layOutContext(
      start + 1..<item.link, style: item.style, columns: columns, top: row)
    cursor.row = bottom
    if outputMark.fragments == mark.fragments { cursor.row = row }
  }

  // MARK: Widths

  /// Decides the width of the table and its columns, or nil if words do not fit at all.
  private func geometry(of record: TableRecord, style: Int) -> TableGeometry? {
    let content = contentColumns
    let columns = gridColumns[record.columns]
    let decoration = record.decoration(columns: columns)
    // Without wrapping a table is as wide as its longest lines.
    let room =
      options.wrapsLines ? content.count : max(content.count, Int(record.intrinsic.maximum))
    let available = room - decoration
    var preferred: Int?
    if let px = styles[style].width.resolved(against: Float(content.count) * 8), px > 0 {
      preferred = max(0, min(CellMetrics.column(px), room) - decoration)
    }
    guard available > 0,
      let widths = TableColumnWidths.widths(
        of: columns, available: available, preferred: preferred)
    else { return nil }

    let used = widths.reduce(0, +) + decoration
    var left = content.lowerBound
    let free = max(0, content.count - used)
    let margin = styles[style].margin
    let alignment = styles[frames[frames.count - 1].style].textAlign
    if margin.left.isAuto && margin.right.isAuto || alignment == .legacyCenter {
      left += free / 2
    } else if margin.left.isAuto || alignment == .legacyRight {
      left += free
    } else {
      let px = margin.left.resolved(against: Float(content.count) * 8) ?? 0
      left += min(free, CellMetrics.columns(px))
    }

    var geometry = TableGeometry(
      starts: [], widths: widths, lines: [left], columns: left..<left + used,
      isSqueezed: columns.reduce(0) { $0 + Int($1.minimum) } > available)
    var column = left + (record.hasFrame ? 1 : 0)
    var isFirst = true
    for (index, info) in columns.enumerated() {
      if index > 0 {
        if record.hasVerticalLines {
          geometry.lines.append(column)
          column += 1
        } else if record.hasFrame || info.maximum > 0 && !isFirst {
          geometry.lines.append(column)
          column += Int(record.gap)
        } else {
          geometry.lines.append(column)
        }
      }
      if info.maximum > 0 { isFirst = false }
      geometry.starts.append(column)
      column += widths[index]
    }
    geometry.lines.append(column)
    return geometry
  }

  // MARK: Rows

  private mutating func layOutRows(
    of record: TableRecord, style: Int, _ geometry: TableGeometry
  ) {
    let node = NodeID.none
    var open: [PlacedCell] = []
    // The cell that covers each column in the row above and in this row.
    var above = [Int32](repeating: -1, count: geometry.widths.count)
    var covered = above
    var coveredUntil = above
    let area = startTableArea(style: style, geometry)
    var top = placeRow()
    for row in record.rows {
      let number = Int32(row - record.rows.lowerBound)
      let cellRange = gridRows[row].cells
      let isFirst = row == record.rows.lowerBound
      for column in covered.indices {
        above[column] = covered[column]
        if coveredUntil[column] < number { covered[column] = -1 }
      }
      for index in cellRange {
        let cell = gridCells[Int(index)]
        for column in Int(cell.column)..<Int(cell.column + cell.columnSpan) {
          covered[column] = index
          coveredUntil[column] = number + cell.rowSpan - 1
        }
      }
      if record.hasFrame && (isFirst || record.hasHorizontalLines)
        || record.hasHorizontalLines && !isFirst
      {
        drawSeparator(
          row: top, above: isFirst ? nil : above, below: covered, record, geometry,
          node: node)
        top += 1
      }
      var bottom = top
      let rowArea = startRowArea(gridRows[row], top: top, geometry)
      var lastColumnBottom = top
      for index in cellRange {
        let cell = gridCells[Int(index)]
        // Cells beyond the last column share it, below each other.
        let isExtra =
          index > cellRange.lowerBound
          && gridCells[Int(index) - 1].column == cell.column
        let placed = layOut(cell, top: isExtra ? lastColumnBottom : top, geometry)
        lastColumnBottom = placed.bottom
        if cell.rowSpan <= 1 { bottom = max(bottom, placed.bottom) }
        open.append(placed)
      }
      for cell in open where cell.lastRow == number { bottom = max(bottom, cell.bottom) }
      if bottom == top, record.hasHorizontalLines { bottom = top + 1 }
      align(&open, endingIn: number, bottom: bottom)
      if rowArea >= 0 { areas[Int(rowArea)].rows = Int32(top)..<Int32(bottom) }
      if record.hasVerticalLines || record.hasFrame {
        drawVerticals(
          rows: top..<bottom, covering: covered, record, geometry, node: node)
      }
      top = bottom
    }
    if record.hasFrame {
      drawSeparator(
        row: top, above: covered, below: nil, record, geometry, node: node)
      top += 1
    }
    if area >= 0 { areas[Int(area)].rows = areas[Int(area)].rows.lowerBound..<Int32(top) }
    widestLine = max(widestLine, geometry.columns.upperBound)
    cursor.row = top
  }

  private mutating func layOut(
    _ cell: GridCell, top: Int, _ geometry: TableGeometry
  ) -> PlacedCell {
    let item = items[Int(cell.item)]
    let first = Int(cell.column)
    let last = first + Int(cell.columnSpan) - 1
    let left = geometry.starts[first]
    let right = geometry.starts[last] + geometry.widths[last]
    let mark = outputMark
    var bottom = top
    if item.link > Int(cell.item) + 1 {
      let color = styles[item.style].backgroundColor
      let hasArea = options.isInteractive && !color.isTransparent && !color.isDefault
      if hasArea {
        areas.append(
          Area(
            rows: Int32(top)..<Int32(top), columns: Int32(left)..<Int32(right), color: color))
      }
      bottom = layOutContext(
        Int(cell.item) + 1..<item.link, style: item.style,
        columns: left..<max(left + 1, right), top: top)
      if hasArea { areas[mark.areas].rows = Int32(top)..<Int32(bottom) }
    }
    return PlacedCell(
      start: mark, end: outputMark, top: top, bottom: bottom, lastRow: cell.row + cell.rowSpan - 1,
      alignment: styles[item.style].verticalAlign)
  }

  /// Moves cells that end in a row to their vertical alignment and forgets them.
  private mutating func align(_ open: inout [PlacedCell], endingIn row: Int32, bottom: Int) {
    var rest = 0
    for index in open.indices {
      let cell = open[index]
      guard cell.lastRow <= row else {
        open[rest] = cell
        rest += 1
        continue
      }
      let free = bottom - cell.bottom
      guard free > 0, cell.bottom > cell.top else { continue }
      switch cell.alignment {
      case .middle: if free > 1 { moveOutput(cell.start, cell.end, byRows: free / 2) }
      case .bottom, .textBottom: moveOutput(cell.start, cell.end, byRows: free)
      default: break
      }
    }
    open.removeSubrange(rest...)
  }

  private mutating func startTableArea(style: Int, _ geometry: TableGeometry) -> Int32 {
    let color = styles[style].backgroundColor
    guard options.isInteractive, !color.isTransparent, !color.isDefault else { return -1 }
    let row = Int32(cursor.row + cursor.gap)
    areas.append(
      Area(
        rows: row..<row,
        columns: Int32(geometry.columns.lowerBound)..<Int32(geometry.columns.upperBound),
        color: color))
    return Int32(areas.count - 1)
  }

  private mutating func startRowArea(
    _ row: GridRow, top: Int, _ geometry: TableGeometry
  ) -> Int32 {
    guard options.isInteractive, row.style >= 0 else { return -1 }
    let color = styles[Int(row.style)].backgroundColor
    guard !color.isTransparent, !color.isDefault else { return -1 }
    areas.append(
      Area(
        rows: Int32(top)..<Int32(top),
        columns: Int32(geometry.columns.lowerBound)..<Int32(geometry.columns.upperBound),
        color: color))
    return Int32(areas.count - 1)
  }

  // MARK: Lines

  /// Draws the vertical lines of the rows that a table row takes.
  private mutating func drawVerticals(
    rows: Range<Int>, covering cells: [Int32], _ record: TableRecord, _ geometry: TableGeometry,
    node: NodeID
  ) {
    let count = geometry.widths.count
    for row in rows {
      for index in 0...count {
        let isEdge = index == 0 || index == count
        if isEdge ? !record.hasFrame : !record.hasVerticalLines { continue }
        if !isEdge, cells[index - 1] >= 0, cells[index - 1] == cells[index] { continue }
        drawJunction([.up, .down], row: row, column: geometry.lines[index], node: node)
      }
    }
  }

  /// Draws the line between two table rows; nil stands for the outside of the table.
  private mutating func drawSeparator(
    row: Int, above: [Int32]?, below: [Int32]?, _ record: TableRecord, _ geometry: TableGeometry,
    node: NodeID
  ) {
    let count = geometry.widths.count
    // Whether the line passes over a column: not inside a cell of several rows.
    func passes(_ index: Int) -> Bool {
      guard index >= 0, index < count else { return false }
      guard let above, let below else { return true }
      return above[index] < 0 || above[index] != below[index]
    }
    func hasVertical(_ cells: [Int32]?, _ index: Int) -> Bool {
      guard let cells else { return false }
      if index == 0 || index == count { return record.hasFrame }
      return record.hasVerticalLines && !(cells[index - 1] >= 0 && cells[index - 1] == cells[index])
    }
    for index in 0...count {
      var arms: LayoutGlyphs.Arms = []
      if passes(index - 1) { arms.insert(.left) }
      if passes(index) { arms.insert(.right) }
      if hasVertical(above, index) { arms.insert(.up) }
      if hasVertical(below, index) { arms.insert(.down) }
      let column = geometry.lines[index]
      let isEdge = index == 0 || index == count
      if isEdge ? record.hasFrame : record.hasVerticalLines {
        if !arms.isEmpty { drawJunction(arms, row: row, column: column, node: node) }
      } else if !isEdge, arms.contains(.left) || arms.contains(.right) {
        drawLine(
          row: row, columns: column..<geometry.starts[index], appearance: 0, node: node)
      }
      if index < count, passes(index) {
        let start = geometry.starts[index]
        drawLine(
          row: row, columns: start..<start + geometry.widths[index], appearance: 0, node: node)
      }
    }
  }
}
