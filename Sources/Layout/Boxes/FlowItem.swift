// SPDX-License-Identifier: MIT
// Part of Grille: the box tree, written as one flat list of items in tree order.

import CSS
import DOM

/// One item of a flattened box tree: the start or end of a box, or a piece of inline content.
///
/// A box is everything from its start to the end that `link` names, so that a tree needs neither
/// pointers nor recursion, and normal flow can be laid out and forgotten while it is still read.
struct FlowItem {
  enum Kind: UInt8 {
    // Block-level boxes. Starts and ends come in pairs, the end right after the start.
    case blockStart
    case blockEnd
    case tableStart
    case tableEnd
    case captionStart
    case captionEnd
    case rowGroupStart
    case rowGroupEnd
    case rowStart
    case rowEnd
    case cellStart
    case cellEnd
    case column
    /// A thematic break.
    case rule
    // Inline-level content.
    /// Text that lines may break by the rules of its script.
    case text
    /// Text that stays together, with opportunities to break on both sides: a form control.
    case solidText
    /// A forced line break.
    case lineBreak
    /// An opportunity to break that shows nothing.
    case breakOpportunity
    /// An opportunity to break that shows a hyphen when it is taken.
    case softHyphen
    /// Blank columns at the edge of an inline box.
    case inset
    /// A box that stands in a line as one piece.
    case atomicStart
    case atomicEnd
    // Either level.
    /// The place of an element that a fragment can name.
    case anchor
    /// The marker of the list item that was just started.
    case marker

    /// Whether the item is part of a line.
    @inline(__always)
    var isInline: Bool { rawValue >= Kind.text.rawValue && rawValue <= Kind.atomicEnd.rawValue }
  }

  /// Properties of a piece of text.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// Lines may break at its spaces.
    static let wraps = Flags(rawValue: 1)
    /// Printable ASCII throughout: bytes are columns.
    static let isASCII = Flags(rawValue: 2)
    /// Words too long for a line are broken anywhere.
    static let breaksWords = Flags(rawValue: 4)
    /// White space at the end of a line counts (`pre`).
    static let keepsSpaces = Flags(rawValue: 8)
    /// Line breaks have to be looked up for its script.
    static let needsBreakTable = Flags(rawValue: 16)
  }

  var kind: Kind
  var flags: Flags = []
  /// The look of text.
  var appearance: UInt16 = 0
  /// Of text the start of its bytes in the pool, of boxes the number of the style.
  var offset: Int32 = 0
  /// Of text how many bytes, of insets columns, of starts of boxes the position of the end (`link`).
  var length: Int32 = 0
  /// The element.
  var node: NodeID = .none
  /// Of text the focusable element it belongs to, of cells, tables and atomic boxes the position of
  /// their record.
  var record: Int32 = -1

  @inline(__always)
  init(_ kind: Kind, node: NodeID = .none) {
    self.kind = kind
    self.node = node
  }

  /// The position of the end that belongs to the start of a box.
  @inline(__always)
  var link: Int {
    get { Int(length) }
    set { length = Int32(truncatingIfNeeded: newValue) }
  }

  /// The position of a box's style in `FlowLayout.styles`.
  @inline(__always)
  var style: Int {
    get { Int(offset) }
    set { offset = Int32(truncatingIfNeeded: newValue) }
  }
}

/// The narrowest and the widest a box's content can sensibly be, in columns.
struct IntrinsicWidth {
  /// Without breaking a word.
  var minimum: Int32 = 0
  /// Without breaking a line.
  var maximum: Int32 = 0

  /// Makes room for content in a line of its own.
  @inline(__always)
  mutating func include(_ other: IntrinsicWidth, insets: Int32) {
    minimum = max(minimum, other.minimum + insets)
    maximum = max(maximum, other.maximum + insets)
  }
}
