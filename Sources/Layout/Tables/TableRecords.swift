// SPDX-License-Identifier: MIT
// Part of Grille: what is remembered of a table between reading and placing it.

import CSS
import DOM

/// What a cell's element says, noted while its content is recorded.
struct CellRecord {
  var columnSpan: Int32 = 1
  /// 0 means to the end of the row group.
  var rowSpan: Int32 = 1
  var intrinsic = IntrinsicWidth()
}

/// A cell in its place in the grid.
struct GridCell {
  /// The position of its start among the items.
  var item: Int32
  var column: Int32
  var columnSpan: Int32
  var row: Int32
  var rowSpan: Int32
  var intrinsic: IntrinsicWidth
}

/// A row in the order of display.
struct GridRow {
  /// The positions of its cells in `FlowLayout.gridCells`.
  var cells: Range<Int32>
  var node: NodeID
  var style: Int32
}

/// What is known of a column before the table's width is.
struct GridColumn: Equatable {
  /// The width of the longest word.
  var minimum: Int32 = 0
  /// The width of the longest line.
  var maximum: Int32 = 0
  /// The width the page asks for in columns, or -1.
  var fixed: Int32 = -1
  /// The share of the table's width the page asks for in per cent, or 0.
  var percent: Float = 0
}

/// A table whose cells are known.
struct TableRecord {
  var rows: Range<Int>
  var columns: Range<Int>
  /// Starts of captions among the items.
  var topCaptions: [Int32] = []
  var bottomCaptions: [Int32] = []
  /// Whether lines are drawn between columns, between rows and around the table.
  var hasVerticalLines = false
  var hasHorizontalLines = false
  var hasFrame = false
  /// The columns between cells where no line is drawn.
  var gap: Int32 = 1
  /// The width including lines and gaps, without the table's margins.
  var intrinsic = IntrinsicWidth()

  /// The columns that lines and gaps take between and around columns.
  func decoration(columns: ArraySlice<GridColumn>) -> Int {
    let count = columns.count
    if hasVerticalLines || hasFrame {
      return (hasFrame ? 2 : 0) + max(0, count - 1) * (hasVerticalLines ? 1 : Int(gap))
    }
    // An empty column needs no gap of its own.
    let filled = columns.reduce(0) { $0 + ($1.maximum > 0 ? 1 : 0) }
    return max(0, filled - 1) * Int(gap)
  }
}
