// SPDX-License-Identifier: MIT
// Part of Grille: which longhands a shorthand sets.

extension Shorthand {
  /// The longhands in the order in which a list of values sets them.
  var longhands: [PropertyID] {
    switch self {
    case .all:
      // Everything but custom properties, `direction` and `unicode-bidi`.
      return (PropertyID.color.rawValue...PropertyID.gridRowEnd.rawValue)
        .compactMap { PropertyID(rawValue: $0) }.filter { $0 != .unicodeBidi }
    case .background: return [.backgroundColor]
    case .border:
      return Shorthand.borderWidth.longhands + Shorthand.borderStyle.longhands
        + Shorthand.borderColor.longhands
    case .borderBlock: return Shorthand.borderTop.longhands + Shorthand.borderBottom.longhands
    case .borderBlockColor: return [.borderTopColor, .borderBottomColor]
    case .borderBlockStyle: return [.borderTopStyle, .borderBottomStyle]
    case .borderBlockWidth: return [.borderTopWidth, .borderBottomWidth]
    case .borderTop: return [.borderTopWidth, .borderTopStyle, .borderTopColor]
    case .borderRight: return [.borderRightWidth, .borderRightStyle, .borderRightColor]
    case .borderBottom: return [.borderBottomWidth, .borderBottomStyle, .borderBottomColor]
    case .borderLeft: return [.borderLeftWidth, .borderLeftStyle, .borderLeftColor]
    case .borderInline:
      return Shorthand.borderInlineStart.longhands + Shorthand.borderInlineEnd.longhands
    case .borderInlineStart:
      return [.borderInlineStartWidth, .borderInlineStartStyle, .borderInlineStartColor]
    case .borderInlineEnd:
      return [.borderInlineEndWidth, .borderInlineEndStyle, .borderInlineEndColor]
    case .borderInlineColor: return [.borderInlineStartColor, .borderInlineEndColor]
    case .borderInlineStyle: return [.borderInlineStartStyle, .borderInlineEndStyle]
    case .borderInlineWidth: return [.borderInlineStartWidth, .borderInlineEndWidth]
    case .borderColor:
      return [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor]
    case .borderStyle:
      return [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle]
    case .borderWidth:
      return [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth]
    case .flex: return [.flexGrow, .flexShrink, .flexBasis]
    case .flexFlow: return [.flexDirection, .flexWrap]
    case .font: return [.fontStyle, .fontVariantCaps, .fontWeight, .fontSize, .fontFamily]
    case .gap: return [.rowGap, .columnGap]
    case .grid:
      return Shorthand.gridTemplate.longhands + [.gridAutoRows, .gridAutoColumns, .gridAutoFlow]
    case .gridArea: return [.gridRowStart, .gridColumnStart, .gridRowEnd, .gridColumnEnd]
    case .gridColumn: return [.gridColumnStart, .gridColumnEnd]
    case .gridRow: return [.gridRowStart, .gridRowEnd]
    case .gridTemplate: return [.gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas]
    case .inset: return [.insetTop, .insetRight, .insetBottom, .insetLeft]
    case .insetBlock: return [.insetTop, .insetBottom]
    case .insetInline: return [.insetInlineStart, .insetInlineEnd]
    case .listStyle: return [.listStyleType, .listStylePosition]
    case .margin: return [.marginTop, .marginRight, .marginBottom, .marginLeft]
    case .marginBlock: return [.marginTop, .marginBottom]
    case .marginInline: return [.marginInlineStart, .marginInlineEnd]
    case .overflow: return [.overflowX, .overflowY]
    case .padding: return [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
    case .paddingBlock: return [.paddingTop, .paddingBottom]
    case .paddingInline: return [.paddingInlineStart, .paddingInlineEnd]
    case .placeContent: return [.alignContent, .justifyContent]
    case .placeItems: return [.alignItems, .justifyItems]
    case .placeSelf: return [.alignSelf, .justifySelf]
    case .textDecoration: return [.textDecorationLine]
    case .whiteSpace: return [.whiteSpaceCollapse, .textWrapMode]
    }
  }
}
