// SPDX-License-Identifier: MIT
// Part of Grille: a rectangle of cells that views and pages draw into.

import UnicodeText

/// A grid of character cells, row after row.
///
/// Wide characters take a cell and the continuation cell after it; overwriting one half blanks the
/// other, so that a surface never holds half a character. Whatever lies outside is clipped.
public struct CellSurface: Sendable {
  /// The extent.
  public private(set) var size: CellSize

  /// The cells, row by row.
  package private(set) var cells: [Cell]

  /// Bytes of the clusters that do not fit into a cell.
  private var clusters = ClusterTable()

  /// Makes a blank surface.
  public init(size: CellSize, style: CellStyle = .plain) {
    self.size = size
    cells = Array(repeating: .blank(style), count: size.columns * size.rows)
  }

  /// The whole surface.
  @inlinable
  public var bounds: CellRect { CellRect(size) }

  /// Reads or sets a cell; a cell that is read outside is blank, one that is set outside is ignored.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      guard bounds.contains(CellPoint(column: column, row: row)) else { return .blank() }
      return cells[row * size.columns + column]
    }
    set {
      guard bounds.contains(CellPoint(column: column, row: row)) else { return }
      let start = row * size.columns
      mendEdges(rowStart: start, from: column, to: column + 1)
      cells[start + column] = newValue
    }
  }

  /// Blanks every cell and forgets the clusters.
  public mutating func clear(_ style: CellStyle = .plain) {
    clusters = ClusterTable()
    for index in cells.indices { cells[index] = .blank(style) }
  }

  /// Changes the extent and blanks every cell.
  package mutating func resize(to size: CellSize) {
    self.size = size
    clusters = ClusterTable()
    cells = Array(repeating: .blank(), count: size.columns * size.rows)
  }

  /// Sets every cell of a rectangle.
  public mutating func fill(_ rect: CellRect, with cell: Cell) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.rows {
      let start = row * size.columns
      mendEdges(rowStart: start, from: area.columns.lowerBound, to: area.columns.upperBound)
      for column in area.columns { cells[start + column] = cell }
    }
  }

  /// Blanks a rectangle in a style.
  public mutating func clear(_ rect: CellRect, style: CellStyle) {
    fill(rect, with: .blank(style))
  }

  /// Changes the look of a rectangle and keeps what it shows.
  package mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.rows {
      let start = row * size.columns
      for column in area.columns { change(&cells[start + column].style) }
    }
  }

  /// Copies a rectangle of another surface so that its corner comes to `point`.
  package mutating func copy(_ source: CellSurface, _ rect: CellRect, to point: CellPoint) {
    let area = rect.intersection(source.bounds)
    for row in area.rows {
      for column in area.columns {
        var cell = source.cells[row * source.size.columns + column]
        if let index = cell.clusterIndex {
          cell.content = clusters.intern(source.clusters.bytes(index).span)
        }
        self[
          point.column + column - rect.origin.column, point.row + row - rect.origin.row] = cell
      }
    }
  }

  /// Writes text from a point to the right on one row.
  /// - Returns: the columns the text takes, whether clipped or not.
  @discardableResult
  public mutating func write(
    _ text: DisplayString, at point: CellPoint, style: CellStyle = .plain,
    clippedTo clip: CellRect? = nil
  ) -> Int {
    writeSanitized(text.utf8.span, at: point, style: style, clippedTo: clip)
  }

  /// Writes bytes that went through `DisplayString.sanitize` before, from a point to the right.
  ///
  /// Control characters that come along nevertheless are left out.
  /// - Returns: the columns the text takes, whether clipped or not.
  @discardableResult
  package mutating func writeSanitized(
    _ utf8: Span<UInt8>, at point: CellPoint, style: CellStyle, clippedTo clip: CellRect? = nil
  ) -> Int {
    let area = clip.map { $0.intersection(bounds) } ?? bounds
    guard !area.isEmpty, area.rows.contains(point.row), point.column < area.columns.upperBound
    else { return DisplayWidth.of(utf8) }
    let rowStart = point.row * size.columns
    let left = area.columns.lowerBound
    let right = area.columns.upperBound
    let scanner = GraphemeScanner()
    var column = point.column
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      if byte &- 0x20 < 0x5F, column >= left, column < right,
        index + 1 == utf8.count || utf8[index + 1] < 0x80
      {
        mendEdges(rowStart: rowStart, from: column, to: column + 1)
        cells[rowStart + column] = Cell(content: UInt32(byte), style: style)
        column += 1
        index += 1
        continue
      }
      let end = scanner.nextClusterEnd(utf8, from: index)
      defer { index = end }
      let width = DisplayWidth.ofCluster(utf8, from: index, to: end)
      guard width > 0 else {
        appendMarks(utf8.extracting(index..<end), before: column, rowStart: rowStart, left: left)
        continue
      }
      defer { column += width }
      guard column + width > left, column < right else { continue }
      if width == 2, column < left || column + 2 > right {
        // Half of the character is clipped away, so that none of it is shown.
        let visible = max(column, left)
        mendEdges(rowStart: rowStart, from: visible, to: visible + 1)
        cells[rowStart + visible] = .blank(style)
        continue
      }
      mendEdges(rowStart: rowStart, from: column, to: column + width)
      let content = byte < 0x80 && end - index == 1 ? UInt32(byte) : content(of: utf8, index, end)
      cells[rowStart + column] = Cell(content: content, style: style)
      if width == 2 { cells[rowStart + column + 1] = .continuation(style) }
    }
    return column - point.column
  }

  /// Appends the UTF-8 of what a cell shows; nothing for a continuation.
  package func appendGlyph(of cell: Cell, to bytes: inout [UInt8]) {
    if cell.isContinuation { return }
    if let index = cell.clusterIndex {
      bytes.append(contentsOf: clusters.bytes(index))
    } else {
      UTF8Decoding.append(cell.content, to: &bytes)
    }
  }

  /// Whether a cell looks the same as a cell of another surface.
  @inline(__always)
  func matches(_ cell: Cell, _ other: Cell, of surface: CellSurface) -> Bool {
    if cell.style != other.style { return false }
    guard let mine = cell.clusterIndex, let theirs = other.clusterIndex else {
      return cell.content == other.content
    }
    return clusters.bytes(mine) == surface.clusters.bytes(theirs)
  }

  private mutating func content(of utf8: Span<UInt8>, _ start: Int, _ end: Int) -> UInt32 {
    let scalar = UTF8Decoding.scalar(in: utf8, at: start)
    if start + scalar.length == end { return scalar.value }
    let cluster = utf8.extracting(start..<end)
    // A malformed byte with a mark is a cluster too, and a raw C1 byte must not pass.
    guard DisplayString.isSanitized(cluster, as: .page) else { return 0xFFFD }
    return clusters.intern(cluster)
  }

  /// Adds marks without a base of their own to the character before `column`.
  private mutating func appendMarks(
    _ marks: Span<UInt8>, before column: Int, rowStart: Int, left: Int
  ) {
    var target = column - 1
    guard target >= left, target < size.columns, marks[0] >= 0x80,
      DisplayString.isSanitized(marks, as: .page)
    else { return }
    if cells[rowStart + target].isContinuation { target -= 1 }
    guard target >= left else { return }
    var bytes: [UInt8] = []
    appendGlyph(of: cells[rowStart + target], to: &bytes)
    guard bytes.count < ClusterTable.maximumLength else { return }
    for index in marks.indices { bytes.append(marks[index]) }
    cells[rowStart + target].content = clusters.intern(bytes.span)
  }

  /// Blanks the halves of wide characters that a write to `start ..< end` would leave behind.
  @inline(__always)
  private mutating func mendEdges(rowStart: Int, from start: Int, to end: Int) {
    if cells[rowStart + start].isContinuation, start > 0 {
      cells[rowStart + start - 1].content = 0x20
    }
    if end < size.columns, cells[rowStart + end].isContinuation {
      cells[rowStart + end].content = 0x20
    }
  }
}
