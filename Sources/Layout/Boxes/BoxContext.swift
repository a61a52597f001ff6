// SPDX-License-Identifier: MIT
// Part of Grille: an element or anonymous box that is open while the tree is walked.

import CSS
import DOM

/// An open element or anonymous box, with what text directly inside it needs to know.
struct BoxContext {
  enum Kind: UInt8 {
    /// Makes no box of its own but colours its text.
    case inline
    /// A block container.
    case block
    /// A block container whose children stand beside each other.
    case flexRow
    /// A box that stands in a line.
    case atomic
    case table
    case rowGroup
    case row
    case cell
    case caption
    /// A column or column group, whose content is not shown.
    case column

    /// Whether only parts of a table may stand directly in it.
    var isTableStructure: Bool {
      self == .table || self == .rowGroup || self == .row || self == .column
    }
  }

  var kind: Kind
  /// The element; for an anonymous box the element around it.
  var node: NodeID
  /// The number of its style in the resolver's table, which children inherit from.
  var styleID: StyleID
  /// The position of its style in `FlowLayout.styles`.
  var style: Int
  /// Whether a fix-up made it.
  var isAnonymous = false
  /// The position in the stack of the innermost context that is not inline: this one, or one below.
  var structural: Int32 = 0
  /// The position of its start among the items, where they are recorded.
  var start: Int32 = -1
  /// Whether the box was handed to the layout instead of recorded.
  var isOpenInFlow = false

  // What text needs.
  var traits = TextTraits()
  /// The look of the text.
  var appearance: UInt16 = 0
  /// The background of inline boxes around the text.
  var background = StyleColor.transparent
  /// The focusable element around the text, or -1.
  var focusable: Int32 = -1
  var isSuperscript = false

  // What is restored or done at the end.
  /// Columns at the end of an inline box.
  var endInset: Int32 = 0
  /// Whether a collapsible space stood before an atomic box or a table part.
  var outerFollowsSpace = false
  var outerLineColumn = 0
  /// What is written after the content.
  var closing = Closing.nothing
  /// Whether it is a list with a counter of its own.
  var hasList = false

  enum Closing: UInt8 {
    case nothing
    /// The bracket of a button.
    case button
    /// The link's picture without text, if nothing else was in the link.
    case link
  }

  init(kind: Kind, node: NodeID, styleID: StyleID, style: Int) {
    self.kind = kind
    self.node = node
    self.styleID = styleID
    self.style = style
  }
}

/// What a style says about the text directly in a box.
struct TextTraits {
  var collapse = WhiteSpaceCollapse.collapse
  var flags: FlowItem.Flags = .wraps
  var transform = TextTransform.none
  var isVisible = true
  var tabSize: UInt16 = 8

  /// The traits of initial values.
  init() {}

  /// The traits that a style gives.
  init(_ style: ComputedStyle) {
    collapse = style.whiteSpaceCollapse
    flags = style.wrapsText ? .wraps : []
    if collapse == .preserve || collapse == .breakSpaces { flags.insert(.keepsSpaces) }
    if style.overflowWrap != .normal { flags.insert(.breaksWords) }
    if style.wordBreak == .breakAll || style.wordBreak == .breakWord {
      flags.insert(.breaksWords)
    }
    transform = style.textTransform
    isVisible = style.visibility == .visible
    tabSize = style.tabSize
  }
}
