// SPDX-License-Identifier: MIT
// Part of Grille: what layout leaves behind: pieces of text at a place, areas, focusable elements.

package import CSS
package import CellGrid
package import DOM

/// A piece of text on one row, all of one look.
package struct Fragment: Sendable {
  /// The row, 0-based from the top of the page.
  package var row: Int32
  /// The column, 0-based from the left edge of the page.
  package var column: Int32
  /// The columns it takes.
  package var width: Int32
  /// Where its bytes start in `LayoutResult.text`.
  package var offset: Int32
  /// How many bytes it has.
  package var length: Int32
  /// The element whose text this is.
  package var node: NodeID
  /// The focusable element it belongs to: a position in `LayoutResult.focusables`, or -1.
  package var focusable: Int32
  /// Its look: a position in `LayoutResult.appearances`.
  package var appearance: UInt16

  @inlinable
  init(
    row: Int32, column: Int32, width: Int32, offset: Int32, length: Int32, node: NodeID,
    focusable: Int32, appearance: UInt16
  ) {
    self.row = row
    self.column = column
    self.width = width
    self.offset = offset
    self.length = length
    self.node = node
    self.focusable = focusable
    self.appearance = appearance
  }
}

/// The look of text as the style sheets ask for it.
package struct TextAppearance: Hashable, Sendable {
  /// The text's colour.
  package var color = StyleColor.default
  /// The colour behind the text; transparent lets the area below show through.
  package var background = StyleColor.transparent
  /// Weight, slant and lines.
  package var attributes: CellAttributes = []

  /// Plain text in the terminal's colours.
  package init() {}
}

/// A rectangle that a box fills with its background colour, in tree order.
package struct Area: Sendable {
  /// The first row and the row after the last.
  package var rows: Range<Int32>
  /// The first column and the column after the last.
  package var columns: Range<Int32>
  /// The colour.
  package var color: StyleColor
}

/// An element that can have the focus, in tree order.
package struct Focusable: Sendable {
  /// What activating the element does.
  package enum Kind: UInt8, Sendable {
    /// Follows a link.
    case link
    /// Edits, toggles or presses a form control.
    case control
    /// Opens or closes the `details` element around it.
    case summary
  }

  /// The element.
  package var node: NodeID
  /// What activating it does.
  package var kind: Kind
  /// Its rectangles in `LayoutResult.focusRects`, one for each row it touches.
  package var rects: Range<Int32>
  /// The number shown before a link when links are numbered, else 0.
  package var number: Int32
}

/// The row at which an element with an `id` or `name` starts.
package struct Anchor: Sendable {
  /// The element.
  package var node: NodeID
  /// The row.
  package var row: Int32
}
