// SPDX-License-Identifier: MIT
// Part of Grille: how CSS pixels become columns and rows.

/// The size of a character cell in CSS pixels, and the rounding to whole cells.
///
/// Horizontal edges are kept in pixels and rounded where they are used, so that sums stay exact;
/// vertical distances are summed between two lines and rounded once.
enum CellMetrics {
  /// CSS pixels in a column.
  static let columnWidth: Float = 8
  /// CSS pixels in a row.
  static let rowHeight: Float = 16
  /// The largest gap between two lines, in rows; more white space says nothing on a terminal.
  static let largestGap = 3

  /// The column nearest to a horizontal position, at least 0.
  @inline(__always)
  static func column(_ px: Float) -> Int {
    px <= 0 ? 0 : px >= 80_000_000 ? 10_000_000 : Int((px / columnWidth).rounded())
  }

  /// The columns a horizontal distance takes by itself: up to half a column is nothing.
  @inline(__always)
  static func columns(_ px: Float) -> Int {
    px <= 4 ? 0 : column(px)
  }

  /// The blank rows a vertical distance makes: up to half a row is none.
  @inline(__always)
  static func gap(_ px: Float) -> Int {
    guard px > 8 else { return 0 }
    return px >= 48 ? largestGap : Int((px - 8.01) / rowHeight) + 1
  }
}
