// SPDX-License-Identifier: MIT
// Part of Grille: keyword values that decide what kind of box an element makes.

/// The computed value of `display`.
package enum Display: UInt8, Sendable {
  case inline
  case block
  case none
  case contents
  case inlineBlock
  case listItem
  case flowRoot
  case table
  case inlineTable
  case tableRow
  case tableRowGroup
  case tableHeaderGroup
  case tableFooterGroup
  case tableCell
  case tableCaption
  case tableColumn
  case tableColumnGroup
  case flex
  case inlineFlex
  case grid
  case inlineGrid
  case ruby
  case rubyBase
  case rubyText
  case rubyBaseContainer
  case rubyTextContainer

  /// Whether the box takes part in its parent as an inline-level box.
  @inlinable package var isInlineLevel: Bool {
    switch self {
    case .inline, .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .ruby, .rubyBase,
      .rubyText, .rubyBaseContainer, .rubyTextContainer:
      return true
    default: return false
    }
  }

  /// Whether the box is a row, group, cell, column or caption inside a table.
  @inlinable package var isInternalTable: Bool {
    switch self {
    case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableCell,
      .tableCaption, .tableColumn, .tableColumnGroup:
      return true
    default: return false
    }
  }

  // drafts.csswg.org/css-display-3/#blockify
  /// The block-level counterpart, as floats, positioned boxes and flex items get it.
  @inlinable package var blockified: Display {
    switch self {
    case .inline, .inlineBlock, .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup,
      .tableCell, .tableCaption, .tableColumn, .tableColumnGroup, .ruby, .rubyBase, .rubyText,
      .rubyBaseContainer, .rubyTextContainer:
      return .block
    case .inlineTable: return .table
    case .inlineFlex: return .flex
    case .inlineGrid: return .grid
    default: return self
    }
  }
}

/// The computed value of `position`.
package enum Position: UInt8, Sendable {
  case `static`
  case relative
  case absolute
  case fixed
  case sticky

  /// Whether the box is taken out of the flow.
  @inlinable package var isOutOfFlow: Bool { self == .absolute || self == .fixed }
}

/// The computed value of `float`; the logical values are mapped to sides.
package enum FloatSide: UInt8, Sendable {
  case none
  case left
  case right
}

/// The computed value of `clear`.
package enum ClearSide: UInt8, Sendable {
  case none
  case left
  case right
  case both
}

/// The computed value of `visibility`.
package enum Visibility: UInt8, Sendable {
  case visible
  case hidden
  case collapse
}

/// The computed value of `overflow-x` or `overflow-y`.
package enum Overflow: UInt8, Sendable {
  case visible
  case hidden
  case clip
  case scroll
  case auto
}

/// The computed value of `box-sizing`.
package enum BoxSizing: UInt8, Sendable {
  case contentBox
  case borderBox
}

/// The computed value of `table-layout`.
package enum TableLayout: UInt8, Sendable {
  case auto
  case fixed
}

/// The computed value of `border-collapse`.
package enum BorderCollapse: UInt8, Sendable {
  case separate
  case collapse
}

/// The computed value of `caption-side`.
package enum CaptionSide: UInt8, Sendable {
  case top
  case bottom
}

/// The computed value of `empty-cells`.
package enum EmptyCells: UInt8, Sendable {
  case show
  case hide
}

/// The computed style of one border edge.
package enum BorderStyle: UInt8, Sendable {
  case none
  case hidden
  case dotted
  case dashed
  case solid
  case double
  case groove
  case ridge
  case inset
  case outset

  /// Whether an edge of that style draws anything.
  @inlinable package var isVisible: Bool { self != .none && self != .hidden }
}
