// SPDX-License-Identifier: MIT
// Part of Grille: what has to be painted to turn one surface into another.

/// The cells in which two surfaces of one size differ, as runs on rows, after an optional scroll.
package struct SurfaceDifference: Hashable, Sendable {
  /// Cells of one row that have to be painted.
  package struct Run: Hashable, Sendable {
    /// The row.
    package var row: Int
    /// The columns; never empty, and never starting with the right half of a wide character.
    package var columns: Range<Int>
  }

  /// A move of whole rows that comes before the runs.
  package struct Scroll: Hashable, Sendable {
    /// The rows within which contents move.
    package var rows: Range<Int>
    /// How far they move up, or down if negative; the rows that come in are blank.
    package var distance: Int
  }

  /// The move, if one saves painting.
  package var scroll: Scroll?
  /// The runs from top to bottom, left to right.
  package var runs: [Run] = []

  /// Unchanged cells between two runs that are painted rather than jumped over.
  private static let shortGap = 6

  /// Compares two surfaces.
  ///
  /// Where their sizes differ everything is to be painted.
  package init(from old: CellSurface, to new: CellSurface, allowsScroll: Bool = false) {
    guard old.size == new.size else {
      runs = (0..<new.size.rows).compactMap { row in
        new.size.columns > 0 ? Run(row: row, columns: 0..<new.size.columns) : nil
      }
      return
    }
    if allowsScroll { scroll = Self.bestScroll(from: old, to: new) }
    for row in 0..<new.size.rows {
      let source = sourceRow(of: row)
      appendRuns(row: row, source: source, old: old, new: new)
    }
  }

  /// The row of the old surface that stands in a row after the scroll; nil if it is blank then.
  private func sourceRow(of row: Int) -> Int? {
    guard let scroll, scroll.rows.contains(row) else { return row }
    let source = row + scroll.distance
    return scroll.rows.contains(source) ? source : nil
  }

  private mutating func appendRuns(row: Int, source: Int?, old: CellSurface, new: CellSurface) {
    let columns = new.size.columns
    let newStart = row * columns
    var start: Int?
    var last = 0
    for column in 0..<columns {
      let cell = new.cells[newStart + column]
      let isSame =
        if let source {
          new.matches(cell, old.cells[source * columns + column], of: old)
        } else {
          cell == .blank()
        }
      if isSame {
        if let first = start, column - last > Self.shortGap {
          appendRun(row: row, first..<last + 1, new: new)
          start = nil
        }
      } else {
        if start == nil { start = column }
        last = column
      }
    }
    if let start { appendRun(row: row, start..<last + 1, new: new) }
  }

  private mutating func appendRun(row: Int, _ columns: Range<Int>, new: CellSurface) {
    var columns = columns
    let start = row * new.size.columns
    if columns.lowerBound > 0, new.cells[start + columns.lowerBound].isContinuation {
      columns = columns.lowerBound - 1..<columns.upperBound
    }
    if columns.upperBound < new.size.columns, new.cells[start + columns.upperBound].isContinuation {
      columns = columns.lowerBound..<columns.upperBound + 1
    }
    runs.append(Run(row: row, columns: columns))
  }

  // MARK: Scrolling

  /// The move that keeps the most rows, if it keeps clearly more than no move does.
  private static func bestScroll(from old: CellSurface, to new: CellSurface) -> Scroll? {
    let rows = new.size.rows
    guard rows >= 4, new.size.columns > 0 else { return nil }
    let before = (0..<rows).map { rowHash(old, $0) }
    let after = (0..<rows).map { rowHash(new, $0) }
    guard let first = (0..<rows).first(where: { before[$0] != after[$0] }),
      let last = (0..<rows).last(where: { before[$0] != after[$0] }), last - first >= 3
    else { return nil }
    let blank = rowHash(CellSurface(size: CellSize(columns: new.size.columns, rows: 1)), 0)
    let changed = (first...last).count { before[$0] != after[$0] }
    var best: (kept: Int, scroll: Scroll)?
    let limit = (last - first) * 3 / 4
    for distance in 1...max(1, limit) {
      for signed in [distance, -distance] {
        // Blank rows cost nothing either way and say nothing about a move.
        let kept = (first...last).count { row in
          let source = row + signed
          return source >= first && source <= last && before[source] == after[row]
            && after[row] != blank
        }
        if kept > best?.kept ?? 0 {
          best = (kept, Scroll(rows: first..<last + 1, distance: signed))
        }
      }
    }
    guard let best, 2 * best.kept > changed else { return nil }
    return best.scroll
  }

  private static func rowHash(_ surface: CellSurface, _ row: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let columns = surface.size.columns
    let cells = surface.cells
    var glyph: [UInt8] = []
    for index in row * columns..<(row + 1) * columns {
      let cell = cells[index]
      var content = UInt64(cell.content)
      if cell.clusterIndex != nil {
        // Numbers of clusters differ by surface.
        glyph.removeAll(keepingCapacity: true)
        surface.appendGlyph(of: cell, to: &glyph)
        content = UInt64(glyph.count)
        for byte in glyph { mix(UInt64(byte), into: &hash) }
      }
      let style = cell.style
      mix(content << 32 | UInt64(style.foreground.packed), into: &hash)
      mix(
        UInt64(style.background.packed) << 32
          | UInt64(style.attributes.rawValue) << 16 | UInt64(style.linkID), into: &hash)
    }
    return hash
  }

  @inline(__always)
  private static func mix(_ value: UInt64, into hash: inout UInt64) {
    hash = (hash ^ value) &* 0x0000_0100_0000_01B3
    hash ^= hash >> 29
  }
}
