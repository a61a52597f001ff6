// SPDX-License-Identifier: MIT
// Part of Grille: keyword values about text, lists and alignment.

/// What happens to white space in text: the longhand behind `white-space`.
package enum WhiteSpaceCollapse: UInt8, Sendable {
  case collapse
  case preserve
  case preserveBreaks
  case breakSpaces
}

/// The computed value of `overflow-wrap`.
package enum OverflowWrap: UInt8, Sendable {
  case normal
  case breakWord
  case anywhere
}

/// The computed value of `word-break`.
package enum WordBreak: UInt8, Sendable {
  case normal
  case keepAll
  case breakAll
  case breakWord
}

/// The computed value of `hyphens`.
package enum Hyphens: UInt8, Sendable {
  case manual
  case none
  case auto
}

/// The computed value of `text-align`.
///
/// The `legacy` cases are what `align` attributes and `<center>` give: they align the blocks inside
/// as well as the text.
package enum TextAlign: UInt8, Sendable {
  case start
  case end
  case left
  case right
  case center
  case justify
  case legacyLeft
  case legacyRight
  case legacyCenter
}

/// The computed value of `text-transform` without the width and kana variants.
package enum TextTransform: UInt8, Sendable {
  case none
  case uppercase
  case lowercase
  case capitalize
}

/// The lines of `text-decoration-line`.
package struct TextDecorationLine: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  package let rawValue: UInt8

  /// Makes a set from its bits.
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A line under the text.
  package static let underline = TextDecorationLine(rawValue: 1)
  /// A line over the text.
  package static let overline = TextDecorationLine(rawValue: 2)
  /// A line through the text.
  package static let lineThrough = TextDecorationLine(rawValue: 4)
  /// Blinking text.
  package static let blink = TextDecorationLine(rawValue: 8)
}

/// The keyword part of the computed value of `vertical-align`.
package enum VerticalAlign: UInt8, Sendable {
  case baseline
  case sub
  case `super`
  case top
  case middle
  case bottom
  case textTop
  case textBottom
  /// A length or percentage raises the box.
  case raised
  /// A negative length or percentage lowers the box.
  case lowered
}

/// The computed value of `direction`.
package enum Direction: UInt8, Sendable {
  case ltr
  case rtl
}

/// The computed value of `unicode-bidi`.
package enum UnicodeBidi: UInt8, Sendable {
  case normal
  case embed
  case isolate
  case bidiOverride
  case isolateOverride
  case plaintext
}

/// The computed value of `list-style-position`.
package enum ListStylePosition: UInt8, Sendable {
  case outside
  case inside
}

/// The computed value of `text-overflow`.
package enum TextOverflow: UInt8, Sendable {
  case clip
  case ellipsis
}

/// The computed value of `flex-direction`.
package enum FlexDirection: UInt8, Sendable {
  case row
  case rowReverse
  case column
  case columnReverse
}

/// The computed value of `flex-wrap`.
package enum FlexWrap: UInt8, Sendable {
  case nowrap
  case wrap
  case wrapReverse
}

/// The values of the box alignment properties (`justify-*`, `align-*`).
package enum BoxAlignment: UInt8, Sendable {
  case auto
  case normal
  case stretch
  case start
  case end
  case center
  case baseline
  case spaceBetween
  case spaceAround
  case spaceEvenly
}

/// The computed value of `grid-auto-flow` without `dense`.
package enum GridAutoFlow: UInt8, Sendable {
  case row
  case column
}
