// SPDX-License-Identifier: MIT
// Part of Grille: an open block box and the markers that wait for its first line.

import DOM

/// A block box whose content is being laid out.
struct BlockFrame {
  /// The position of its style in `FlowLayout.styles`.
  var style: Int
  /// The edges of its content, in pixels from the left edge of the page.
  private(set) var left: Float
  private(set) var right: Float
  /// The columns of its content; at least one.
  private(set) var content: Range<Int32>
  /// Whether the next line is its first.
  var isAtFirstLine = true
  /// Whether it has no edges of its own: a table cell, a caption, the root of a formatting context.
  var isPlain = true
  /// The position of its background in `FlowLayout.areas`, or -1.
  var area: Int32 = -1
  /// The sides whose borders are drawn.
  var lines: LayoutGlyphs.Arms = []
  /// The row below its top border.
  var topRow: Int32 = 0
  /// The columns of its border box.
  var columns: Range<Int32> = 0..<0
  /// The distances below its content.
  var bottomPadding: Float = 0
  var bottomMargin: Float = 0
  /// How many markers waited when it was opened.
  var markerDepth: Int32 = 0
  var node = NodeID.none

  init(style: Int, left: Float, right: Float) {
    self.style = style
    self.left = left
    self.right = right
    content = Self.columns(left, right)
  }

  /// Moves the edges of the content.
  mutating func setContent(left: Float, right: Float) {
    self.left = left
    self.right = right
    content = Self.columns(left, right)
  }

  private static func columns(_ left: Float, _ right: Float) -> Range<Int32> {
    let first = Int32(CellMetrics.column(left))
    return first..<max(first + 1, Int32(CellMetrics.column(right)))
  }
}

/// The marker of a list item whose first line is not placed yet.
struct PendingMarker {
  var offset: Int32
  var length: Int32
  var width: Int32
  var appearance: UInt16
  var node: NodeID
  /// The column where the item's content starts.
  var contentColumn: Int32
  /// The leftmost column the marker may take.
  var leftLimit: Int32

  /// The column of the marker: one column before the content, if there is room.
  var column: Int32 { max(leftLimit, contentColumn - width - 1) }
}
