// SPDX-License-Identifier: MIT
// Part of Grille: the computed values of one element, as layout reads them.

/// One border edge.
package struct BorderEdge: Hashable, Sendable {
  /// The line's style; `none` and `hidden` draw nothing and have width 0.
  package var style: BorderStyle
  /// The width in CSS pixels.
  package var width: Float
  /// The line's colour.
  package var color: StyleColor

  /// Makes an edge of its parts.
  @inlinable package init(
    style: BorderStyle = .none, width: Float = 0, color: StyleColor = .default
  ) {
    self.style = style
    self.width = width
    self.color = color
  }
}

/// The computed values of one element or pseudo-element: plain values, lengths in CSS pixels
/// (a cell is 8 × 16), lists as indices into the `StyleTable`.
package struct ComputedStyle: Hashable, Sendable {
  // MARK: Inherited

  /// The text colour.
  package var color = StyleColor.default
  /// The font size in CSS pixels; text in cells has one size all the same.
  package var fontSize: Float = 16
  /// The font weight, 1 to 1000.
  package var fontWeight: UInt16 = 400
  /// Whether the text is italic or oblique.
  package var isItalic = false
  /// Whether the font is a fixed-width one (`monospace` in `font-family`).
  package var isMonospace = false
  /// Whether small letters are drawn as small capitals.
  package var isSmallCaps = false
  package var whiteSpaceCollapse = WhiteSpaceCollapse.collapse
  /// Whether lines wrap.
  package var wrapsText = true
  package var overflowWrap = OverflowWrap.normal
  package var wordBreak = WordBreak.normal
  package var hyphens = Hyphens.manual
  /// The distance of tab stops in columns.
  package var tabSize: UInt16 = 8
  package var textAlign = TextAlign.start
  package var textTransform = TextTransform.none
  package var textIndent = LengthPercentage.zero
  package var direction = Direction.ltr
  package var visibility = Visibility.visible
  package var listStyleType = CounterStyle.disc
  package var listStylePosition = ListStylePosition.outside
  package var captionSide = CaptionSide.top
  package var borderCollapse = BorderCollapse.separate
  /// The gaps between the cells' borders in CSS pixels.
  package var horizontalBorderSpacing: Float = 0
  package var verticalBorderSpacing: Float = 0
  package var emptyCells = EmptyCells.show
  /// The marks of `open-quote` and `close-quote` in `StyleTable.quotes`.
  package var quotes: UInt16 = 0
  /// The custom properties in force: an index into the style table.
  package var customProperties: UInt32 = 0
  /// The decoration lines drawn on the element's text: its own and those of its ancestors.
  package var decorationInEffect: TextDecorationLine = []

  // MARK: Not inherited

  package var display = Display.inline
  package var position = Position.static
  package var float = FloatSide.none
  package var clear = ClearSide.none
  package var boxSizing = BoxSizing.contentBox
  package var overflowX = Overflow.visible
  package var overflowY = Overflow.visible
  package var textOverflow = TextOverflow.clip
  package var tableLayout = TableLayout.auto
  package var unicodeBidi = UnicodeBidi.normal
  /// The lines of the element's own `text-decoration-line`.
  package var textDecoration: TextDecorationLine = []
  package var verticalAlign = VerticalAlign.baseline
  /// Whether author style hides the element and all it holds from sight while it stays for screen
  /// readers: clipped to nothing or moved off the page.
  package var isVisuallyHidden = false
  /// Whether what the element holds is not rendered.
  ///
  /// So are a closed `details` and `content-visibility: hidden`. Child elements then get
  /// `display: none`, but for the first summary; text directly inside is left to layout.
  package var hidesContents = false
  package var backgroundColor = StyleColor.transparent
  package var width = LengthPercentage.auto
  package var height = LengthPercentage.auto
  package var minWidth = LengthPercentage.auto
  package var minHeight = LengthPercentage.auto
  package var maxWidth = LengthPercentage.none
  package var maxHeight = LengthPercentage.none
  package var margin = BoxEdges(LengthPercentage.zero)
  package var padding = BoxEdges(LengthPercentage.zero)
  /// The offsets of a positioned box.
  package var inset = BoxEdges(LengthPercentage.auto)
  package var border = BoxEdges(BorderEdge())
  /// The counter operations in `StyleTable.counterOperations`; 0 for none.
  package var counterOperations: UInt32 = 0
  /// Whether `content` replaces what the element or pseudo-element holds (its items are given by
  /// `StyleResolver.pseudo`).
  package var hasContent = false

  // MARK: Flex and grid

  package var flexDirection = FlexDirection.row
  package var flexWrap = FlexWrap.nowrap
  package var flexGrow: Float = 0
  package var flexShrink: Float = 1
  package var flexBasis = LengthPercentage.auto
  package var order: Int32 = 0
  package var rowGap = LengthPercentage.auto
  package var columnGap = LengthPercentage.auto
  package var justifyContent = BoxAlignment.normal
  package var justifyItems = BoxAlignment.normal
  package var justifySelf = BoxAlignment.auto
  package var alignContent = BoxAlignment.normal
  package var alignItems = BoxAlignment.normal
  package var alignSelf = BoxAlignment.auto
  package var gridAutoFlow = GridAutoFlow.row
  /// The track lists and placement in `StyleTable.gridValues`; 0 for the initial ones.
  package var gridValues: UInt32 = 0

  /// The initial value of every property.
  package init() {}

  /// The style an anonymous box or a pseudo-element starts with under a parent of this style:
  /// inherited properties kept, all others initial.
  package func inheritingChild() -> ComputedStyle {
    var child = ComputedStyle.initial
    child.color = color
    child.fontSize = fontSize
    child.fontWeight = fontWeight
    child.isItalic = isItalic
    child.isMonospace = isMonospace
    child.isSmallCaps = isSmallCaps
    child.whiteSpaceCollapse = whiteSpaceCollapse
    child.wrapsText = wrapsText
    child.overflowWrap = overflowWrap
    child.wordBreak = wordBreak
    child.hyphens = hyphens
    child.tabSize = tabSize
    child.textAlign = textAlign
    child.textTransform = textTransform
    child.textIndent = textIndent
    child.direction = direction
    child.visibility = visibility
    child.listStyleType = listStyleType
    child.listStylePosition = listStylePosition
    child.captionSide = captionSide
    child.borderCollapse = borderCollapse
    child.horizontalBorderSpacing = horizontalBorderSpacing
    child.verticalBorderSpacing = verticalBorderSpacing
    child.emptyCells = emptyCells
    child.quotes = quotes
    child.customProperties = customProperties
    child.decorationInEffect = decorationInEffect
    return child
  }

  /// The initial value of every property, made once.
  package static let initial = ComputedStyle()

  /// Whether the font is bold.
  @inlinable package var isBold: Bool { fontWeight >= 600 }

  /// A hash of the values that tell styles apart best; equality compares all of them.
  var fingerprint: UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    func mix(_ value: UInt64) {
      hash = (hash ^ value) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 29
    }
    func mix(_ length: LengthPercentage) {
      mix(UInt64(length.px.bitPattern) << 32 | UInt64(length.percent.bitPattern))
    }
    func mix(_ high: UInt32, _ low: UInt32) { mix(UInt64(high) << 32 | UInt64(low)) }
    mix(color.rawValue, backgroundColor.rawValue)
    mix(UInt32(display.rawValue), UInt32(position.rawValue))
    mix(UInt32(fontWeight), UInt32(decorationInEffect.rawValue))
    mix(UInt32(textAlign.rawValue), UInt32(listStyleType.rawValue))
    mix(customProperties, fontSize.bitPattern)
    mix(margin.top)
    mix(margin.left)
    mix(margin.bottom)
    mix(padding.left)
    mix(padding.top)
    mix(width)
    mix(counterOperations, UInt32(whiteSpaceCollapse.rawValue))
    return hash
  }

  /// Hashes the fingerprint.
  package func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
