// SPDX-License-Identifier: MIT
// Part of Grille: the properties that have an effect in cells, and their names.

/// A longhand property.
enum PropertyID: UInt8, Sendable {
  // Those others depend on come first: they are applied in this order.
  case custom
  case direction
  case color
  case fontSize
  case fontWeight
  case fontStyle
  case fontFamily
  case fontVariantCaps
  case whiteSpaceCollapse
  case textWrapMode
  case overflowWrap
  case wordBreak
  case hyphens
  case tabSize
  case textAlign
  case textTransform
  case textIndent
  case visibility
  case listStyleType
  case listStylePosition
  case captionSide
  case borderCollapse
  case borderSpacing
  case emptyCells
  case quotes
  case display
  case position
  case float
  case clear
  case boxSizing
  case overflowX
  case overflowY
  case textOverflow
  case tableLayout
  case unicodeBidi
  case textDecorationLine
  case verticalAlign
  case clip
  case clipPath
  case opacity
  case contentVisibility
  case backgroundColor
  case width
  case height
  case minWidth
  case minHeight
  case maxWidth
  case maxHeight
  case marginTop
  case marginRight
  case marginBottom
  case marginLeft
  case paddingTop
  case paddingRight
  case paddingBottom
  case paddingLeft
  case insetTop
  case insetRight
  case insetBottom
  case insetLeft
  case borderTopStyle
  case borderRightStyle
  case borderBottomStyle
  case borderLeftStyle
  case borderTopWidth
  case borderRightWidth
  case borderBottomWidth
  case borderLeftWidth
  case borderTopColor
  case borderRightColor
  case borderBottomColor
  case borderLeftColor
  case counterReset
  case counterIncrement
  case counterSet
  case content
  case flexDirection
  case flexWrap
  case flexGrow
  case flexShrink
  case flexBasis
  case order
  case rowGap
  case columnGap
  case justifyContent
  case justifyItems
  case justifySelf
  case alignContent
  case alignItems
  case alignSelf
  case gridAutoFlow
  case gridTemplateColumns
  case gridTemplateRows
  case gridTemplateAreas
  case gridAutoColumns
  case gridAutoRows
  case gridColumnStart
  case gridColumnEnd
  case gridRowStart
  case gridRowEnd
  // Logical ones are mapped to the sides by direction when the cascade is done.
  case marginInlineStart
  case marginInlineEnd
  case paddingInlineStart
  case paddingInlineEnd
  case insetInlineStart
  case insetInlineEnd
  case borderInlineStartStyle
  case borderInlineEndStyle
  case borderInlineStartWidth
  case borderInlineEndWidth
  case borderInlineStartColor
  case borderInlineEndColor

  /// Whether the property's side depends on the direction.
  var isLogical: Bool { rawValue >= PropertyID.marginInlineStart.rawValue }

  /// Whether the property is one of box alignment.
  var isAlignment: Bool {
    rawValue >= PropertyID.justifyContent.rawValue && rawValue <= PropertyID.alignSelf.rawValue
  }

  /// The physical property of a logical one.
  func physical(isRightToLeft: Bool) -> PropertyID {
    let rtl = isRightToLeft
    switch self {
    case .marginInlineStart: return rtl ? .marginRight : .marginLeft
    case .marginInlineEnd: return rtl ? .marginLeft : .marginRight
    case .paddingInlineStart: return rtl ? .paddingRight : .paddingLeft
    case .paddingInlineEnd: return rtl ? .paddingLeft : .paddingRight
    case .insetInlineStart: return rtl ? .insetRight : .insetLeft
    case .insetInlineEnd: return rtl ? .insetLeft : .insetRight
    case .borderInlineStartStyle: return rtl ? .borderRightStyle : .borderLeftStyle
    case .borderInlineEndStyle: return rtl ? .borderLeftStyle : .borderRightStyle
    case .borderInlineStartWidth: return rtl ? .borderRightWidth : .borderLeftWidth
    case .borderInlineEndWidth: return rtl ? .borderLeftWidth : .borderRightWidth
    case .borderInlineStartColor: return rtl ? .borderRightColor : .borderLeftColor
    case .borderInlineEndColor: return rtl ? .borderLeftColor : .borderRightColor
    default: return self
    }
  }

  /// Whether the property is inherited by default.
  var isInherited: Bool {
    rawValue <= PropertyID.quotes.rawValue
  }
}

/// A property that stands for several longhands.
enum Shorthand: UInt8, Sendable {
  case all
  case background
  case border
  case borderBlock
  case borderBlockColor
  case borderBlockStyle
  case borderBlockWidth
  case borderBottom
  case borderColor
  case borderInline
  case borderInlineColor
  case borderInlineEnd
  case borderInlineStart
  case borderInlineStyle
  case borderInlineWidth
  case borderLeft
  case borderRight
  case borderStyle
  case borderTop
  case borderWidth
  case flex
  case flexFlow
  case font
  case gap
  case grid
  case gridArea
  case gridColumn
  case gridRow
  case gridTemplate
  case inset
  case insetBlock
  case insetInline
  case listStyle
  case margin
  case marginBlock
  case marginInline
  case overflow
  case padding
  case paddingBlock
  case paddingInline
  case placeContent
  case placeItems
  case placeSelf
  case textDecoration
  case whiteSpace
}

/// A name in a declaration.
enum PropertyName: Hashable, Sendable {
  case longhand(PropertyID)
  case shorthand(Shorthand)

  /// The property of the hash of a lower-case name, or nil if the name is not known.
  static func find(_ hash: UInt64) -> PropertyName? {
    let code = table[hash]
    guard code >= 0 else { return nil }
    return code < 256
      ? PropertyID(rawValue: UInt8(truncatingIfNeeded: code)).map { .longhand($0) }
      : Shorthand(rawValue: UInt8(truncatingIfNeeded: code)).map { .shorthand($0) }
  }

  /// Raw values of longhands, and from 256 on those of shorthands.
  private static let table: HashMap = {
    var table = HashMap(capacity: 256)
    for (name, property) in longhands {
      table.update(NameHash.of(name), Int32(property.rawValue))
    }
    for (name, property) in shorthands {
      table.update(NameHash.of(name), 256 + Int32(property.rawValue))
    }
    return table
  }()

  private static let longhands: [(StaticString, PropertyID)] = [
    ("direction", .direction), ("color", .color), ("font-size", .fontSize),
    ("font-weight", .fontWeight), ("font-style", .fontStyle), ("font-family", .fontFamily),
    ("font-variant", .fontVariantCaps), ("font-variant-caps", .fontVariantCaps),
    ("white-space-collapse", .whiteSpaceCollapse), ("text-wrap", .textWrapMode),
    ("text-wrap-mode", .textWrapMode), ("overflow-wrap", .overflowWrap),
    ("word-wrap", .overflowWrap), ("word-break", .wordBreak), ("hyphens", .hyphens),
    ("-webkit-hyphens", .hyphens), ("tab-size", .tabSize), ("-moz-tab-size", .tabSize),
    ("text-align", .textAlign), ("text-transform", .textTransform), ("text-indent", .textIndent),
    ("visibility", .visibility), ("list-style-type", .listStyleType),
    ("list-style-position", .listStylePosition), ("caption-side", .captionSide),
    ("border-collapse", .borderCollapse), ("border-spacing", .borderSpacing),
    ("empty-cells", .emptyCells), ("quotes", .quotes), ("display", .display),
    ("position", .position), ("float", .float), ("clear", .clear), ("box-sizing", .boxSizing),
    ("-webkit-box-sizing", .boxSizing), ("overflow-x", .overflowX), ("overflow-y", .overflowY),
    ("overflow-inline", .overflowX), ("overflow-block", .overflowY),
    ("text-overflow", .textOverflow), ("table-layout", .tableLayout),
    ("unicode-bidi", .unicodeBidi), ("text-decoration-line", .textDecorationLine),
    ("vertical-align", .verticalAlign), ("clip", .clip), ("clip-path", .clipPath),
    ("-webkit-clip-path", .clipPath), ("opacity", .opacity),
    ("content-visibility", .contentVisibility), ("background-color", .backgroundColor),
    ("width", .width), ("height", .height), ("inline-size", .width), ("block-size", .height),
    ("min-width", .minWidth), ("min-height", .minHeight), ("min-inline-size", .minWidth),
    ("min-block-size", .minHeight), ("max-width", .maxWidth), ("max-height", .maxHeight),
    ("max-inline-size", .maxWidth), ("max-block-size", .maxHeight), ("margin-top", .marginTop),
    ("margin-right", .marginRight), ("margin-bottom", .marginBottom),
    ("margin-left", .marginLeft), ("margin-block-start", .marginTop),
    ("margin-block-end", .marginBottom), ("margin-inline-start", .marginInlineStart),
    ("margin-inline-end", .marginInlineEnd), ("padding-top", .paddingTop),
    ("padding-right", .paddingRight), ("padding-bottom", .paddingBottom),
    ("padding-left", .paddingLeft), ("padding-block-start", .paddingTop),
    ("padding-block-end", .paddingBottom), ("padding-inline-start", .paddingInlineStart),
    ("padding-inline-end", .paddingInlineEnd), ("top", .insetTop), ("right", .insetRight),
    ("bottom", .insetBottom), ("left", .insetLeft), ("inset-block-start", .insetTop),
    ("inset-block-end", .insetBottom), ("inset-inline-start", .insetInlineStart),
    ("inset-inline-end", .insetInlineEnd), ("border-top-style", .borderTopStyle),
    ("border-right-style", .borderRightStyle), ("border-bottom-style", .borderBottomStyle),
    ("border-left-style", .borderLeftStyle), ("border-top-width", .borderTopWidth),
    ("border-right-width", .borderRightWidth), ("border-bottom-width", .borderBottomWidth),
    ("border-left-width", .borderLeftWidth), ("border-top-color", .borderTopColor),
    ("border-right-color", .borderRightColor), ("border-bottom-color", .borderBottomColor),
    ("border-left-color", .borderLeftColor), ("border-block-start-style", .borderTopStyle),
    ("border-block-end-style", .borderBottomStyle),
    ("border-block-start-width", .borderTopWidth),
    ("border-block-end-width", .borderBottomWidth),
    ("border-block-start-color", .borderTopColor),
    ("border-block-end-color", .borderBottomColor),
    ("border-inline-start-style", .borderInlineStartStyle),
    ("border-inline-end-style", .borderInlineEndStyle),
    ("border-inline-start-width", .borderInlineStartWidth),
    ("border-inline-end-width", .borderInlineEndWidth),
    ("border-inline-start-color", .borderInlineStartColor),
    ("border-inline-end-color", .borderInlineEndColor), ("counter-reset", .counterReset),
    ("counter-increment", .counterIncrement), ("counter-set", .counterSet),
    ("content", .content), ("flex-direction", .flexDirection), ("flex-wrap", .flexWrap),
    ("flex-grow", .flexGrow), ("flex-shrink", .flexShrink), ("flex-basis", .flexBasis),
    ("-webkit-flex-direction", .flexDirection), ("-webkit-flex-wrap", .flexWrap),
    ("order", .order), ("row-gap", .rowGap), ("column-gap", .columnGap),
    ("grid-row-gap", .rowGap), ("grid-column-gap", .columnGap),
    ("justify-content", .justifyContent), ("justify-items", .justifyItems),
    ("justify-self", .justifySelf), ("align-content", .alignContent),
    ("align-items", .alignItems), ("align-self", .alignSelf), ("grid-auto-flow", .gridAutoFlow),
    ("grid-template-columns", .gridTemplateColumns), ("grid-template-rows", .gridTemplateRows),
    ("grid-template-areas", .gridTemplateAreas), ("grid-auto-columns", .gridAutoColumns),
    ("grid-auto-rows", .gridAutoRows), ("grid-column-start", .gridColumnStart),
    ("grid-column-end", .gridColumnEnd), ("grid-row-start", .gridRowStart),
    ("grid-row-end", .gridRowEnd),
  ]

  private static let shorthands: [(StaticString, Shorthand)] = [
    ("all", .all), ("background", .background), ("border", .border),
    ("border-block", .borderBlock), ("border-block-color", .borderBlockColor),
    ("border-block-style", .borderBlockStyle), ("border-block-width", .borderBlockWidth),
    ("border-block-start", .borderTop), ("border-block-end", .borderBottom),
    ("border-bottom", .borderBottom), ("border-color", .borderColor),
    ("border-inline", .borderInline), ("border-inline-color", .borderInlineColor),
    ("border-inline-end", .borderInlineEnd), ("border-inline-start", .borderInlineStart),
    ("border-inline-style", .borderInlineStyle), ("border-inline-width", .borderInlineWidth),
    ("border-left", .borderLeft), ("border-right", .borderRight), ("border-style", .borderStyle),
    ("border-top", .borderTop), ("border-width", .borderWidth), ("flex", .flex),
    ("flex-flow", .flexFlow), ("font", .font), ("gap", .gap), ("grid-gap", .gap),
    ("grid", .grid), ("grid-area", .gridArea), ("grid-column", .gridColumn),
    ("grid-row", .gridRow), ("grid-template", .gridTemplate), ("inset", .inset),
    ("inset-block", .insetBlock), ("inset-inline", .insetInline), ("list-style", .listStyle),
    ("margin", .margin), ("margin-block", .marginBlock), ("margin-inline", .marginInline),
    ("overflow", .overflow), ("padding", .padding), ("padding-block", .paddingBlock),
    ("padding-inline", .paddingInline), ("place-content", .placeContent),
    ("place-items", .placeItems), ("place-self", .placeSelf),
    ("text-decoration", .textDecoration), ("white-space", .whiteSpace),
  ]
}

/// A set of longhand properties.
struct PropertySet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  @inline(__always)
  func contains(_ property: PropertyID) -> Bool {
    let bit = UInt64(1) << UInt64(property.rawValue & 63)
    return (property.rawValue < 64 ? low : high) & bit != 0
  }

  /// Calls a function with every member, in the order in which they are applied.
  @inline(__always)
  func forEach(_ body: (PropertyID) -> Void) {
    for (word, base) in [(low, UInt8(0)), (high, UInt8(64))] {
      var bits = word
      while bits != 0 {
        if let property = PropertyID(rawValue: base + UInt8(bits.trailingZeroBitCount)) {
          body(property)
        }
        bits &= bits - 1
      }
    }
  }

  @inline(__always)
  mutating func insert(_ property: PropertyID) {
    let bit = UInt64(1) << UInt64(property.rawValue & 63)
    if property.rawValue < 64 { low |= bit } else { high |= bit }
  }
}
