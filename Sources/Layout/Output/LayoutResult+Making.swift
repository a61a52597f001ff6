// SPDX-License-Identifier: MIT
// Part of Grille: sorts what layout left behind into rows.

import CellGrid
import DOM

extension LayoutResult {
  /// Takes over what a finished layout made.
  init(_ builder: consuming BoxTreeBuilder, columns: Int) {
    viewportColumns = columns
    var rows = builder.flow.cursor.row
    if !builder.flow.isOrdered {
      for fragment in builder.flow.fragments { rows = max(rows, Int(fragment.row) + 1) }
    } else if let last = builder.flow.fragments.last {
      rows = max(rows, Int(last.row) + 1)
    }
    size = CellSize(columns: max(columns, builder.flow.widestLine), rows: rows)
    text = builder.flow.text
    appearances = builder.appearances
    linkTargets = builder.linkTargets
    fragments = builder.flow.fragments
    let isOrdered = builder.flow.isOrdered
    builder.flow.fragments = []
    if !isOrdered { FragmentOrder.sort(&fragments, 0..<fragments.count, rows: 0..<rows) }
    countRows(rows)
    guard builder.options.isInteractive else { return }
    areas = builder.flow.areas
    areaRows = Self.rowsOfBlocks(areas)
    focusables = builder.focusables
    collectFocusRects()
    anchors = builder.flow.anchors
    for node in builder.flow.pendingAnchors {
      anchors.append(Anchor(node: node, row: Int32(max(0, rows - 1))))
    }
    anchors.sort { ($0.node.rawValue, $0.row) < ($1.node.rawValue, $1.row) }
  }

  /// Fills in where each row's fragments start.
  private mutating func countRows(_ rows: Int) {
    rowStarts = [Int32](repeating: 0, count: rows + 1)
    for fragment in fragments { rowStarts[Int(fragment.row) + 1] += 1 }
    for row in 0..<rows { rowStarts[row + 1] += rowStarts[row] }
  }

  /// Joins the fragments of each focusable element to one rectangle a row.
  private mutating func collectFocusRects() {
    guard !focusables.isEmpty else { return }
    var found: [(focusable: Int32, rect: CellRect)] = []
    for fragment in fragments where fragment.focusable >= 0 {
      if let last = found.last, last.focusable == fragment.focusable,
        last.rect.origin.row == Int(fragment.row),
        Int(fragment.column) - last.rect.columns.upperBound <= 1
      {
        let columns = Int(fragment.column + fragment.width) - last.rect.origin.column
        found[found.count - 1].rect.size.columns = max(last.rect.size.columns, columns)
      } else {
        found.append(
          (
            fragment.focusable,
            CellRect(
              column: Int(fragment.column), row: Int(fragment.row), columns: Int(fragment.width),
              rows: 1)
          ))
      }
    }
    var starts = [Int32](repeating: 0, count: focusables.count + 1)
    for entry in found { starts[Int(entry.focusable) + 1] += 1 }
    for index in focusables.indices {
      starts[index + 1] += starts[index]
      focusables[index].rects = starts[index]..<starts[index + 1]
    }
    focusRects = [CellRect](
      repeating: CellRect(column: 0, row: 0, columns: 0, rows: 0), count: found.count)
    for entry in found {
      let index = Int(entry.focusable)
      focusRects[Int(starts[index])] = entry.rect
      starts[index] += 1
    }
  }

  /// The rows that each block of areas touches, so that painting skips what is out of sight.
  private static func rowsOfBlocks(_ areas: [Area]) -> [Range<Int32>] {
    var blocks: [Range<Int32>] = []
    for (index, area) in areas.enumerated() {
      if index % areasPerBlock == 0 {
        blocks.append(area.rows)
      } else {
        let block = blocks[blocks.count - 1]
        blocks[blocks.count - 1] =
          min(block.lowerBound, area.rows.lowerBound)..<max(block.upperBound, area.rows.upperBound)
      }
    }
    return blocks
  }
}
