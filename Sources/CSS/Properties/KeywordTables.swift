// SPDX-License-Identifier: MIT
// Part of Grille: the keywords of each property.

/// Keywords with the raw values of the enumerations that layout reads.
enum KeywordTables {
  typealias Table = [(StaticString, UInt8)]

  /// The table of a property whose value is one keyword, or nil for other properties.
  static func table(for property: PropertyID) -> Table? {
    switch property {
    case .direction: return direction
    case .fontStyle: return fontStyle
    case .fontVariantCaps: return fontVariantCaps
    case .whiteSpaceCollapse: return whiteSpaceCollapse
    case .textWrapMode: return textWrapMode
    case .overflowWrap: return overflowWrap
    case .wordBreak: return wordBreak
    case .hyphens: return hyphens
    case .textAlign: return textAlign
    case .visibility: return visibility
    case .listStylePosition: return listStylePosition
    case .captionSide: return captionSide
    case .borderCollapse: return borderCollapse
    case .emptyCells: return emptyCells
    case .position: return position
    case .float: return float
    case .clear: return clear
    case .boxSizing: return boxSizing
    case .overflowX, .overflowY: return overflow
    case .textOverflow: return textOverflow
    case .tableLayout: return tableLayout
    case .unicodeBidi: return unicodeBidi
    case .contentVisibility: return contentVisibility
    case .borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle,
      .borderInlineStartStyle, .borderInlineEndStyle:
      return borderStyle
    case .flexDirection: return flexDirection
    case .flexWrap: return flexWrap
    case .justifyContent, .justifyItems, .justifySelf, .alignContent, .alignItems, .alignSelf:
      return alignment
    default: return nil
    }
  }

  static let direction: Table = [("ltr", 0), ("rtl", 1)]
  static let fontStyle: Table = [("normal", 0), ("italic", 1), ("oblique", 1)]
  static let fontVariantCaps: Table = [
    ("normal", 0), ("small-caps", 1), ("all-small-caps", 1), ("petite-caps", 1),
    ("all-petite-caps", 1), ("none", 0), ("unicase", 0), ("titling-caps", 0),
    ("tabular-nums", 0),
  ]
  static let whiteSpaceCollapse: Table = [
    ("collapse", 0), ("preserve", 1), ("preserve-breaks", 2), ("break-spaces", 3),
    ("preserve-spaces", 1),
  ]
  static let textWrapMode: Table = [
    ("wrap", 1), ("nowrap", 0), ("balance", 1), ("pretty", 1), ("stable", 1), ("auto", 1),
  ]
  static let overflowWrap: Table = [("normal", 0), ("break-word", 1), ("anywhere", 2)]
  static let wordBreak: Table = [
    ("normal", 0), ("keep-all", 1), ("break-all", 2), ("break-word", 3), ("auto-phrase", 0),
  ]
  static let hyphens: Table = [("manual", 0), ("none", 1), ("auto", 2)]
  static let textAlign: Table = [
    ("start", TextAlign.start.rawValue), ("end", TextAlign.end.rawValue),
    ("left", TextAlign.left.rawValue), ("right", TextAlign.right.rawValue),
    ("center", TextAlign.center.rawValue), ("justify", TextAlign.justify.rawValue),
    ("justify-all", TextAlign.justify.rawValue), ("match-parent", matchParent),
    ("-webkit-match-parent", matchParent), ("-webkit-left", TextAlign.legacyLeft.rawValue),
    ("-webkit-right", TextAlign.legacyRight.rawValue),
    ("-webkit-center", TextAlign.legacyCenter.rawValue),
    ("-moz-center", TextAlign.legacyCenter.rawValue),
  ]
  /// `text-align: match-parent`, which is resolved when the style is built.
  static let matchParent: UInt8 = 100
  static let visibility: Table = [("visible", 0), ("hidden", 1), ("collapse", 2)]
  static let listStylePosition: Table = [("outside", 0), ("inside", 1)]
  static let captionSide: Table = [
    ("top", 0), ("bottom", 1), ("block-start", 0), ("block-end", 1),
  ]
  static let borderCollapse: Table = [("separate", 0), ("collapse", 1)]
  static let emptyCells: Table = [("show", 0), ("hide", 1)]
  static let position: Table = [
    ("static", 0), ("relative", 1), ("absolute", 2), ("fixed", 3), ("sticky", 4),
    ("-webkit-sticky", 4),
  ]
  /// 3 and 4 are the logical sides.
  static let float: Table = [
    ("none", 0), ("left", 1), ("right", 2), ("inline-start", 3), ("inline-end", 4),
  ]
  /// 4 and 5 are the logical sides.
  static let clear: Table = [
    ("none", 0), ("left", 1), ("right", 2), ("both", 3), ("inline-start", 4), ("inline-end", 5),
  ]
  static let boxSizing: Table = [("content-box", 0), ("border-box", 1)]
  static let overflow: Table = [
    ("visible", 0), ("hidden", 1), ("clip", 2), ("scroll", 3), ("auto", 4), ("overlay", 4),
  ]
  static let textOverflow: Table = [("clip", 0), ("ellipsis", 1)]
  static let tableLayout: Table = [("auto", 0), ("fixed", 1)]
  static let unicodeBidi: Table = [
    ("normal", 0), ("embed", 1), ("isolate", 2), ("bidi-override", 3), ("isolate-override", 4),
    ("plaintext", 5), ("-webkit-isolate", 2), ("-moz-isolate", 2),
  ]
  static let contentVisibility: Table = [("visible", 0), ("auto", 0), ("hidden", 1)]
  static let borderStyle: Table = [
    ("none", 0), ("hidden", 1), ("dotted", 2), ("dashed", 3), ("solid", 4), ("double", 5),
    ("groove", 6), ("ridge", 7), ("inset", 8), ("outset", 9),
  ]
  static let flexDirection: Table = [
    ("row", 0), ("row-reverse", 1), ("column", 2), ("column-reverse", 3),
  ]
  static let flexWrap: Table = [("nowrap", 0), ("wrap", 1), ("wrap-reverse", 2)]
  static let alignment: Table = [
    ("auto", BoxAlignment.auto.rawValue), ("normal", BoxAlignment.normal.rawValue),
    ("stretch", BoxAlignment.stretch.rawValue), ("start", BoxAlignment.start.rawValue),
    ("end", BoxAlignment.end.rawValue), ("center", BoxAlignment.center.rawValue),
    ("flex-start", BoxAlignment.start.rawValue), ("flex-end", BoxAlignment.end.rawValue),
    ("self-start", BoxAlignment.start.rawValue), ("self-end", BoxAlignment.end.rawValue),
    ("left", BoxAlignment.start.rawValue), ("right", BoxAlignment.end.rawValue),
    ("baseline", BoxAlignment.baseline.rawValue),
    ("space-between", BoxAlignment.spaceBetween.rawValue),
    ("space-around", BoxAlignment.spaceAround.rawValue),
    ("space-evenly", BoxAlignment.spaceEvenly.rawValue),
    ("legacy", BoxAlignment.normal.rawValue), ("anchor-center", BoxAlignment.center.rawValue),
  ]
  /// The raw values of `ComputedStyle.verticalAlign`.
  static let verticalAlign: Table = [
    ("baseline", 0), ("sub", 1), ("super", 2), ("top", 3), ("middle", 4), ("bottom", 5),
    ("text-top", 6), ("text-bottom", 7), ("-webkit-baseline-middle", 4),
  ]
  static let textTransform: Table = [
    ("none", 0), ("uppercase", 1), ("lowercase", 2), ("capitalize", 3),
  ]
  static let display: [(StaticString, Display)] = [
    ("none", .none), ("block", .block), ("inline", .inline), ("inline-block", .inlineBlock),
    ("flex", .flex), ("list-item", .listItem), ("contents", .contents), ("grid", .grid),
    ("inline-flex", .inlineFlex), ("inline-grid", .inlineGrid), ("table", .table),
    ("table-cell", .tableCell), ("table-row", .tableRow), ("table-row-group", .tableRowGroup),
    ("table-header-group", .tableHeaderGroup), ("table-footer-group", .tableFooterGroup),
    ("table-column", .tableColumn), ("table-column-group", .tableColumnGroup),
    ("table-caption", .tableCaption), ("inline-table", .inlineTable), ("flow-root", .flowRoot),
    ("ruby", .ruby), ("ruby-base", .rubyBase), ("ruby-text", .rubyText),
    ("ruby-base-container", .rubyBaseContainer), ("ruby-text-container", .rubyTextContainer),
    ("-webkit-box", .block), ("-webkit-inline-box", .inlineBlock), ("-webkit-flex", .flex),
    ("-webkit-inline-flex", .inlineFlex), ("-ms-flexbox", .flex), ("flow", .block),
    ("math", .inline),
  ]
  static let lineWidth: [(StaticString, Float)] = [("thin", 1), ("medium", 3), ("thick", 5)]
  static let fontSize: [(StaticString, Float)] = [
    ("medium", 16), ("small", 13), ("large", 18), ("x-small", 10), ("x-large", 24),
    ("xx-small", 9), ("xx-large", 32), ("xxx-large", 48), ("math", 16),
  ]
  static let decorationLine: [(StaticString, TextDecorationLine)] = [
    ("underline", .underline), ("overline", .overline), ("line-through", .lineThrough),
    ("blink", .blink),
  ]
  static let decorationStyle: Table = [
    ("solid", 0), ("double", 1), ("dotted", 2), ("dashed", 3), ("wavy", 4), ("auto", 5),
    ("from-font", 6),
  ]
}
