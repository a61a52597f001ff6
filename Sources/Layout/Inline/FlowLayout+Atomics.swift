// SPDX-License-Identifier: MIT
// Part of Grille: boxes that stand in a line: their width and their place.

import CSS
import DOM

extension FlowLayout {
  /// The columns an atomic box takes in a line.
  func usedColumns(of atomic: AtomicBox, available: Int) -> Int {
    if let width = styles[atomic.style].width.resolved(against: Float(available) * 8), width > 0 {
      let columns = CellMetrics.column(width)
      return min(max(1, columns, min(Int(atomic.intrinsic.minimum), available)), available)
    }
    // drafts.csswg.org/css2/#shrink-to-fit-float
    let intrinsic = atomic.intrinsic
    return max(
      atomic.intrinsic.maximum > 0 ? 1 : 0,
      min(max(Int(intrinsic.minimum), available), Int(intrinsic.maximum), available))
  }

  /// The intrinsic width an atomic box has for the box around it.
  func usedIntrinsicWidth(of atomic: AtomicBox) -> IntrinsicWidth {
    let width = styles[atomic.style].width
    guard !width.dependsOnPercentage, let px = width.resolved(against: 0), px > 0 else {
      return atomic.intrinsic
    }
    let columns = Int32(CellMetrics.column(px))
    return IntrinsicWidth(
      minimum: max(atomic.intrinsic.minimum, min(columns, atomic.intrinsic.minimum)),
      maximum: max(columns, atomic.intrinsic.minimum))
  }

  /// Puts a line with atomic boxes on the page; returns the rows it takes.
  mutating func placeWithAtomics(
    _ line: inout LineState, next: InlinePosition, column start: Int, row: Int
  ) -> Int {
    // What was placed for one atomic box, so that it can be moved to the line's baseline.
    struct Placed {
      var mark: OutputMark
      var end: OutputMark
      var height: Int
      var alignment: VerticalAlign
    }
    var placed: [Placed] = []
    var texts: [(index: Int, from: Int, to: Int, column: Int)] = []
    var column = start
    var index = line.start.item
    let last = min(line.end.offset > 0 ? line.end.item : line.end.item - 1, items.count - 1)
    while index <= last {
      let item = items[index]
      switch item.kind {
      case .text, .solidText:
        var from = Int(item.offset)
        var to = from + Int(item.length)
        if index == line.start.item { from = max(from, line.start.offset) }
        if index == line.end.item, line.end.offset > 0 { to = min(to, line.end.offset) }
        if from < to {
          texts.append((index, from, to, column))
          column += width(from, to, isASCII: item.flags.contains(.isASCII))
        }
      case .inset:
        column += Int(item.length)
      case .anchor:
        anchors.append(Anchor(node: item.node, row: Int32(row)))
      case .atomicStart:
        let atomic = atomics[Int(item.record)]
        if atomic.isFlexItem, column > start { column += 1 }
        let columns = usedColumns(of: atomic, available: line.available)
        let mark = outputMark
        let bottom = layOutContext(
          index + 1..<item.link, style: item.style, columns: column..<column + max(1, columns),
          top: row)
        placed.append(
          Placed(
            mark: mark, end: outputMark, height: max(bottom - row, 0),
            alignment: atomic.isFlexItem ? .top : styles[item.style].verticalAlign))
        column += columns
        index = item.link
      default:
        break
      }
      index += 1
    }

    var ascent = 1
    var height = 1
    for box in placed {
      height = max(height, box.height)
      if box.alignment == .baseline { ascent = max(ascent, box.height) }
    }
    for box in placed {
      let shift =
        switch box.alignment {
        case .top, .textTop: 0
        case .bottom, .textBottom: height - box.height
        case .middle: (height - box.height) / 2
        default: max(0, ascent - box.height)
        }
      if shift > 0 { moveOutput(box.mark, box.end, byRows: shift) }
    }
    for piece in texts {
      let item = items[piece.index]
      append(
        Fragment(
          row: Int32(row + ascent - 1), column: Int32(piece.column),
          width: Int32(width(piece.from, piece.to, isASCII: item.flags.contains(.isASCII))),
          offset: Int32(piece.from), length: Int32(piece.to - piece.from), node: item.node,
          focusable: item.record, appearance: item.appearance))
    }
    return height
  }
}

/// How much was laid out at some moment.
struct OutputMark {
  var fragments: Int
  var areas: Int
  var anchors: Int
}

extension FlowLayout {
  /// Beyond so many fragments a box is left where it is rather than moved to its alignment.
  private static let largestMove = 4096

  /// How much is laid out now.
  var outputMark: OutputMark {
    OutputMark(fragments: fragments.count, areas: areas.count, anchors: anchors.count)
  }

  /// Moves what was laid out between two moments down.
  mutating func moveOutput(_ start: OutputMark, _ end: OutputMark, byRows rows: Int) {
    guard end.fragments - start.fragments <= Self.largestMove else { return }
    let rows = Int32(rows)
    for index in start.fragments..<end.fragments { fragments[index].row += rows }
    for index in start.areas..<end.areas {
      let old = areas[index].rows
      areas[index].rows = old.lowerBound + rows..<old.upperBound + rows
    }
    for index in start.anchors..<end.anchors { anchors[index].row += rows }
    isOrdered = false
  }
}
