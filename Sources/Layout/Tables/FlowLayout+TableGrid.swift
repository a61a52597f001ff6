// SPDX-License-Identifier: MIT
// Part of Grille: forms a table's grid from its recorded rows and cells.

import CSS
import DOM

extension FlowLayout {
  /// The most columns a table can have, as for `colspan` in HTML.
  static let maximumColumns = 1000

  /// Forms the grid of a table whose items are all recorded, and computes its intrinsic width.
  ///
  /// Tables inside its cells were formed before, so that each cell is looked at once.
  mutating func formTable(start: Int, end: Int) {
    var record = TableRecord(rows: 0..<0, columns: 0..<0)
    let parts = collectParts(start: start, end: end)
    for caption in parts.captions {
      if styles[items[Int(caption)].style].captionSide == .bottom {
        record.bottomCaptions.append(caption)
      } else {
        record.topCaptions.append(caption)
      }
    }
    let firstCell = gridCells.count
    record.rows = formRows(parts.rows)
    record.columns = formColumns(cells: firstCell..<gridCells.count, columnItems: parts.columns)
    noteLines(of: items[start].style, cells: firstCell..<gridCells.count, in: &record)
    spanColumns(cells: firstCell..<gridCells.count, record)
    record.intrinsic = intrinsicWidth(of: record, style: items[start].style)
    items[start].record = Int32(tables.count)
    tables.append(record)
  }

  private struct Part {
    var item: Int32
    /// The row after the last of its group, in order of display.
    var groupEnd: Int32 = 0
  }

  /// Finds captions, columns and rows; the first header group comes first, the first footer group
  /// last, and any more of them stay where they are.
  // www.w3.org/TR/CSS22/tables.html#table-display
  private func collectParts(
    start: Int, end: Int
  ) -> (captions: [Int32], columns: [Int32], rows: [Part]) {
    var captions: [Int32] = []
    var columns: [Int32] = []
    var groups: [(order: Int, rows: [Part])] = [(1, [])]
    var hasHeader = false
    var hasFooter = false
    var index = start + 1
    while index < end {
      let item = items[index]
      switch item.kind {
      case .captionStart:
        captions.append(Int32(index))
        index = item.link
      case .column:
        columns.append(Int32(index))
      case .rowGroupStart:
        switch styles[item.style].display {
        case .tableHeaderGroup where !hasHeader:
          hasHeader = true
          groups.append((0, []))
        case .tableFooterGroup where !hasFooter:
          hasFooter = true
          groups.append((2, []))
        default: groups.append((1, []))
        }
      case .rowGroupEnd:
        groups.append((1, []))
      case .rowStart:
        groups[groups.count - 1].rows.append(Part(item: Int32(index)))
        index = item.link
      default:
        break
      }
      index += 1
    }
    var rows: [Part] = []
    for order in 0...2 {
      for group in groups where group.order == order && !group.rows.isEmpty {
        let groupEnd = Int32(rows.count + group.rows.count)
        for part in group.rows { rows.append(Part(item: part.item, groupEnd: groupEnd)) }
      }
    }
    return (captions, columns, rows)
  }

  // html.spec.whatwg.org/#forming-a-table
  /// Gives every cell its place and returns the positions of the rows.
  private mutating func formRows(_ parts: [Part]) -> Range<Int> {
    let firstRow = gridRows.count
    // For each column the first row that no cell from above covers.
    var freeFrom: [Int32] = []
    for (row, part) in parts.enumerated() {
      let start = Int(part.item)
      let end = items[start].link
      let firstCell = Int32(gridCells.count)
      var column = 0
      var index = start + 1
      while index < end {
        let item = items[index]
        guard item.kind == .cellStart else {
          index += 1
          continue
        }
        while column < freeFrom.count, freeFrom[column] > Int32(row) { column += 1 }
        if column < Self.maximumColumns {
          let record = cells[Int(item.record)]
          let columnSpan = min(Int(record.columnSpan), Self.maximumColumns - column)
          let rowsLeft = part.groupEnd - Int32(row)
          let rowSpan = record.rowSpan == 0 ? rowsLeft : min(record.rowSpan, rowsLeft)
          if rowSpan > 1 {
            while freeFrom.count < column + columnSpan { freeFrom.append(0) }
            for covered in column..<column + columnSpan {
              freeFrom[covered] = Int32(row) + rowSpan
            }
          }
          gridCells.append(
            GridCell(
              item: Int32(index), column: Int32(column), columnSpan: Int32(columnSpan),
              row: Int32(row), rowSpan: rowSpan, intrinsic: record.intrinsic))
          column += columnSpan
        } else {
          // Beyond the last column: below the row's other cells, so that no text is lost.
          gridCells.append(
            GridCell(
              item: Int32(index), column: Int32(Self.maximumColumns - 1), columnSpan: 1,
              row: Int32(row), rowSpan: 1, intrinsic: record(of: item).intrinsic))
        }
        index = item.link + 1
      }
      gridRows.append(
        GridRow(
          cells: firstCell..<Int32(gridCells.count), node: items[start].node,
          style: items[start].offset))
    }
    return firstRow..<gridRows.count
  }

  private func record(of cell: FlowItem) -> CellRecord { cells[Int(cell.record)] }

  /// Numbers the columns in which cells start, and takes widths from cells of one column.
  private mutating func formColumns(cells range: Range<Int>, columnItems: [Int32]) -> Range<Int> {
    var hasStart: [Bool] = []
    for index in range {
      let column = Int(gridCells[index].column)
      while hasStart.count <= column { hasStart.append(false) }
      hasStart[column] = true
    }
    // A column in which no cell starts has no width of its own: it is left out.
    var numbers: [Int32] = []
    var count: Int32 = 0
    for isUsed in hasStart {
      numbers.append(count)
      if isUsed { count += 1 }
    }
    let first = gridColumns.count
    for _ in 0..<count { gridColumns.append(GridColumn()) }
    for index in range {
      let cell = gridCells[index]
      let start = numbers[Int(cell.column)]
      let after = Int(cell.column + cell.columnSpan)
      let end = after < numbers.count ? numbers[after] : count
      gridCells[index].column = start
      gridCells[index].columnSpan = max(1, end - start)
      if end - start <= 1 { include(gridCells[index], in: first + Int(start)) }
    }
    var column = 0
    for item in columnItems {
      let span = Int(max(1, items[Int(item)].length))
      for covered in column..<min(column + span, hasStart.count) where hasStart[covered] {
        addWidth(of: items[Int(item)].style, to: first + Int(numbers[covered]))
      }
      column += span
      if column >= hasStart.count { break }
    }
    return first..<gridColumns.count
  }

  private mutating func include(_ cell: GridCell, in column: Int) {
    gridColumns[column].minimum = max(gridColumns[column].minimum, cell.intrinsic.minimum)
    gridColumns[column].maximum = max(gridColumns[column].maximum, cell.intrinsic.maximum)
    addWidth(of: items[Int(cell.item)].style, to: column)
  }

  private mutating func addWidth(of style: Int, to column: Int) {
    let width = styles[style].width
    guard width.kind == .length else { return }
    if width.percent > 0 {
      gridColumns[column].percent = max(gridColumns[column].percent, min(100, width.percent))
    } else if width.px > 0 {
      gridColumns[column].fixed = max(
        gridColumns[column].fixed, Int32(min(4096, CellMetrics.column(width.px))))
    }
  }

  /// Widens columns until cells that span several have room, small spans first.
  private mutating func spanColumns(cells range: Range<Int>, _ record: TableRecord) {
    var spanning: [Int] = []
    for index in range where gridCells[index].columnSpan > 1 { spanning.append(index) }
    spanning.sort {
      (gridCells[$0].columnSpan, $0) < (gridCells[$1].columnSpan, $1)
    }
    let first = record.columns.lowerBound
    for index in spanning {
      let cell = gridCells[index]
      let columns = first + Int(cell.column)..<first + Int(cell.column + cell.columnSpan)
      let gaps = Int32(columns.count - 1) * (record.hasVerticalLines ? 1 : record.gap)
      var minimum: Int32 = gaps
      var maximum: Int32 = gaps
      for column in columns {
        minimum = minimum &+ gridColumns[column].minimum
        maximum = maximum &+ gridColumns[column].maximum
      }
      let weight = Double(max(1, maximum - gaps))
      let wantsMinimum = cell.intrinsic.minimum - minimum
      let wantsMaximum = max(cell.intrinsic.maximum, cell.intrinsic.minimum) - maximum
      guard wantsMinimum > 0 || wantsMaximum > 0 else { continue }
      var due = 0.0
      var givenMinimum: Int32 = 0
      var givenMaximum: Int32 = 0
      for column in columns {
        let own = gridColumns[column].maximum
        due += maximum > gaps ? Double(own) / weight : 1 / Double(columns.count)
        let isLast = column == columns.upperBound - 1
        if wantsMinimum > 0 {
          let total = isLast ? wantsMinimum : Int32(Double(wantsMinimum) * due)
          gridColumns[column].minimum += total - givenMinimum
          givenMinimum = total
        }
        if wantsMaximum > 0 {
          let total = isLast ? wantsMaximum : Int32(Double(wantsMaximum) * due)
          gridColumns[column].maximum += total - givenMaximum
          givenMaximum = total
        }
        gridColumns[column].maximum = max(gridColumns[column].maximum, gridColumns[column].minimum)
      }
    }
  }

  /// Decides from the borders of the table and its cells where lines are drawn.
  private func noteLines(of style: Int, cells range: Range<Int>, in record: inout TableRecord) {
    let frame = visibleLines(of: style, withSides: true)
    record.hasFrame = frame.contains(.left) && frame.contains(.right)
    var padding: Float = 0
    var lastStyle = -1
    // The first rows speak for the table: a table of a million cells is not searched for a border.
    for index in range.prefix(4096) {
      let cellStyle = items[Int(gridCells[index].item)].style
      if cellStyle == lastStyle { continue }
      lastStyle = cellStyle
      let lines = visibleLines(of: cellStyle, withSides: true)
      if !lines.isDisjoint(with: [.left, .right]) { record.hasVerticalLines = true }
      if !lines.isDisjoint(with: [.up, .down]) { record.hasHorizontalLines = true }
      let sides = styles[cellStyle].padding
      padding = max(
        padding,
        (sides.left.resolved(against: 0) ?? 0) + (sides.right.resolved(against: 0) ?? 0))
    }
    if record.hasVerticalLines, record.hasHorizontalLines { record.hasFrame = true }
    let spacing =
      styles[style].borderCollapse == .collapse ? 0 : styles[style].horizontalBorderSpacing
    record.gap = Int32(max(1, min(4, CellMetrics.columns(padding + spacing))))
  }

  private func intrinsicWidth(of record: TableRecord, style: Int) -> IntrinsicWidth {
    let columns = gridColumns[record.columns]
    let decoration = Int32(record.decoration(columns: columns))
    var width = IntrinsicWidth()
    width.minimum = columns.reduce(0) { $0 &+ $1.minimum } &+ decoration
    width.maximum = Int32(clamping: TableColumnWidths.naturalWidth(of: columns)) &+ decoration
    let own = styles[style].width
    if !own.dependsOnPercentage, let px = own.resolved(against: 0), px > 0 {
      width.maximum = max(width.minimum, Int32(CellMetrics.column(px)))
    }
    for caption in record.topCaptions + record.bottomCaptions {
      width.minimum = max(width.minimum, record.captionMinimum(cells, items[Int(caption)]))
    }
    width.maximum = max(width.maximum, width.minimum)
    return width
  }
}

extension TableRecord {
  fileprivate func captionMinimum(_ cells: [CellRecord], _ caption: FlowItem) -> Int32 {
    caption.record >= 0 ? cells[Int(caption.record)].intrinsic.minimum : 0
  }
}
