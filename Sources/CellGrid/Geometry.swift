// SPDX-License-Identifier: MIT
// Part of Grille: points, sizes and rectangles in character cells.

/// A position in character cells; columns grow to the right, rows downwards, both from 0.
@frozen
public struct CellPoint: Hashable, Sendable {
  /// Column, 0-based; may be negative or beyond the surface before clipping.
  public var column: Int
  /// Row, 0-based; may be negative or beyond the surface before clipping.
  public var row: Int

  /// Makes a point.
  @inlinable
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The top left corner.
  public static let zero = CellPoint(column: 0, row: 0)
}

/// An extent in character cells.
@frozen
public struct CellSize: Hashable, Sendable {
  /// Number of columns, not negative.
  public var columns: Int
  /// Number of rows, not negative.
  public var rows: Int

  /// Makes a size; negative numbers become 0.
  @inlinable
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// No cells at all.
  public static let zero = CellSize(columns: 0, rows: 0)
}

/// A rectangle of character cells.
@frozen
public struct CellRect: Hashable, Sendable {
  /// The top left cell.
  public var origin: CellPoint
  /// The extent.
  public var size: CellSize

  /// Makes a rectangle from its corner and extent.
  @inlinable
  public init(origin: CellPoint, size: CellSize) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from its first cell and the number of columns and rows.
  @inlinable
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
  }

  /// Makes the rectangle of a whole surface.
  @inlinable
  public init(_ size: CellSize) {
    self.init(origin: CellPoint(column: 0, row: 0), size: size)
  }

  /// Columns covered.
  @inlinable
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }

  /// Rows covered.
  @inlinable
  public var rows: Range<Int> { origin.row..<origin.row + size.rows }

  /// Whether no cell is covered.
  @inlinable
  public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Whether a cell is covered.
  @inlinable
  public func contains(_ point: CellPoint) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// The part covered by both rectangles; empty when they do not meet.
  @inlinable
  public func intersection(_ other: CellRect) -> CellRect {
    let column = max(origin.column, other.origin.column)
    let row = max(origin.row, other.origin.row)
    return CellRect(
      column: column, row: row,
      columns: min(columns.upperBound, other.columns.upperBound) - column,
      rows: min(rows.upperBound, other.rows.upperBound) - row)
  }

  /// The rectangle without a margin on each side.
  @inlinable
  public func inset(columns: Int, rows: Int) -> CellRect {
    CellRect(
      column: origin.column + columns, row: origin.row + rows,
      columns: size.columns - 2 * columns, rows: size.rows - 2 * rows)
  }

  /// The rectangle of the given size in the middle of this one, clipped to it.
  public func centred(_ inner: CellSize) -> CellRect {
    let columns = min(inner.columns, size.columns)
    let rows = min(inner.rows, size.rows)
    return CellRect(
      column: origin.column + (size.columns - columns) / 2,
      row: origin.row + (size.rows - rows) / 2, columns: columns, rows: rows)
  }
}
