// SPDX-License-Identifier: MIT
// Part of Grille: turns the winning declarations into a computed style.

/// The parts of a style that are collected from several properties.
private struct CollectedLists {
  var reset: [CounterOperation] = []
  var increment: [CounterOperation] = []
  var set: [CounterOperation] = []
  var grid = GridValues()
}

extension StyleResolver {
  /// The style of the decided properties, whose values are in `winners`.
  mutating func build(
    _ decided: PropertySet, parent: ComputedStyle, custom: UInt32, role: BoxRole?
  ) -> ComputedStyle {
    var style = parent.inheritingChild()
    style.customProperties = custom
    lastCustomProperties = custom
    style.decorationInEffect = []
    var hiding = Hiding()
    var lists = CollectedLists()
    // An undeclared border has the width `medium`, which counts once it has a style.
    let medium = BorderEdge(style: .none, width: 3)
    style.border = BoxEdges(medium)
    var hasColors = false
    decided.forEach { property in
      if property.rawValue > PropertyID.color.rawValue, !hasColors {
        hasColors = true
        setBorderColors(&style, style.color)
      }
      let value = winners[Int(property.rawValue)]
      switch value {
      case .inherit: copy(property, from: parent, to: &style, hiding: &hiding, lists: &lists)
      case .initial: copy(property, from: .initial, to: &style, hiding: &hiding, lists: &lists)
      case .unset, .revert, .revertLayer:
        copy(
          property, from: property.isInherited ? parent : .initial, to: &style, hiding: &hiding,
          lists: &lists)
      default: apply(property, value, to: &style, parent: parent, hiding: &hiding, lists: &lists)
      }
    }
    if !hasColors { setBorderColors(&style, style.color) }
    finish(&style, parent: parent, role: role, hiding: hiding)
    let operations = lists.reset + lists.increment + lists.set
    if !operations.isEmpty { style.counterOperations = table.intern(operations) }
    if lists.grid != GridValues() { style.gridValues = table.intern(lists.grid) }
    return style
  }

  private func setBorderColors(_ style: inout ComputedStyle, _ color: StyleColor) {
    style.border.top.color = color
    style.border.right.color = color
    style.border.bottom.color = color
    style.border.left.color = color
  }

  /// What the properties that can hide an element were set to.
  private struct Hiding {
    var isClipped = false
    var isClippedByPath = false
  }

  /// Resolves what depends on several properties.
  private func finish(
    _ style: inout ComputedStyle, parent: ComputedStyle, role: BoxRole?, hiding: Hiding
  ) {
    // drafts.csswg.org/css-display-3/#transformations
    let isOutOfFlow = style.position.isOutOfFlow
    if isOutOfFlow { style.float = .none }
    let isContainerItem =
      role != .root
      && (parent.display == .flex || parent.display == .inlineFlex || parent.display == .grid
        || parent.display == .inlineGrid)
    if isContainerItem { style.float = .none }
    if isOutOfFlow || style.float != .none || isContainerItem || role == .root {
      style.display = style.display.blockified
      if role == .root, style.display == .contents { style.display = .block }
    }
    // drafts.csswg.org/css-overflow-3/#overflow-properties
    if style.overflowX != style.overflowY {
      let isScrollable = { (value: Overflow) in value != .visible && value != .clip }
      if isScrollable(style.overflowX) || isScrollable(style.overflowY) {
        for path in [\ComputedStyle.overflowX, \ComputedStyle.overflowY] {
          if style[keyPath: path] == .visible { style[keyPath: path] = .auto }
          if style[keyPath: path] == .clip { style[keyPath: path] = .hidden }
        }
      }
    }
    if !style.border.top.style.isVisible { style.border.top.width = 0 }
    if !style.border.right.style.isVisible { style.border.right.width = 0 }
    if !style.border.bottom.style.isVisible { style.border.bottom.width = 0 }
    if !style.border.left.style.isVisible { style.border.left.width = 0 }
    // drafts.csswg.org/css-text-decor-3/#line-decoration
    let isAtomic =
      isOutOfFlow || style.float != .none || style.display == .inlineBlock
      || style.display == .inlineTable || style.display == .inlineFlex
      || style.display == .inlineGrid
    style.decorationInEffect =
      (isAtomic ? [] : parent.decorationInEffect).union(style.textDecoration)
    // Text that gives way to a background image (a huge negative indent, font size 0) stays: a
    // terminal shows no such image, and children may have a size of their own.
    style.isVisuallyHidden =
      hiding.isClippedByPath || (hiding.isClipped && isOutOfFlow)
      || (isOutOfFlow && isFarAway(style)) || (isOutOfFlow && isTiny(style))
  }

  private func isFarAway(_ style: ComputedStyle) -> Bool {
    [style.inset.top, style.inset.left, style.inset.right, style.inset.bottom].contains {
      $0.kind == .length && ($0.px <= -999 || $0.percent <= -999)
    }
  }

  private func isTiny(_ style: ComputedStyle) -> Bool {
    func isSmall(_ length: LengthPercentage) -> Bool {
      length.kind == .length && length.percent == 0 && length.px <= 1
    }
    return style.overflowX != .visible && isSmall(style.width) && isSmall(style.height)
  }

  // MARK: Applying

  private mutating func apply(
    _ property: PropertyID, _ value: DeclaredValue, to style: inout ComputedStyle,
    parent: ComputedStyle, hiding: inout Hiding, lists: inout CollectedLists
  ) {
    switch value {
    case .keyword(let raw):
      if property == .gridAutoFlow { lists.grid.isDense = raw & 2 != 0 }
      apply(property, keyword: raw, to: &style, parent: parent, hiding: &hiding)
    case .number(let number): apply(property, number: number, to: &style, parent: parent)
    case .length(let length): apply(property, length: length, to: &style, parent: parent)
    case .color(let color): apply(property, color: color, to: &style)
    case .currentColor:
      apply(property, color: property == .color ? parent.color : style.color, to: &style)
    case .list(let number):
      apply(property, list: parser.store.lists[Int(number)], to: &style, lists: &lists)
    default: break
    }
  }

  private func apply(
    _ property: PropertyID, keyword raw: UInt8, to style: inout ComputedStyle,
    parent: ComputedStyle, hiding: inout Hiding
  ) {
    func set<Keyword: RawRepresentable>(
      _ path: WritableKeyPath<ComputedStyle, Keyword>
    ) where Keyword.RawValue == UInt8 {
      if let keyword = Keyword(rawValue: raw) { style[keyPath: path] = keyword }
    }
    let isRightToLeft = style.direction == .rtl
    switch property {
    case .direction: style.direction = Direction(rawValue: raw) ?? .ltr
    case .fontStyle: style.isItalic = raw == 1
    case .fontFamily: style.isMonospace = raw == 1
    case .fontVariantCaps: style.isSmallCaps = raw == 1
    case .whiteSpaceCollapse:
      style.whiteSpaceCollapse = WhiteSpaceCollapse(rawValue: raw) ?? .collapse
    case .textWrapMode: style.wrapsText = raw == 1
    case .overflowWrap: set(\.overflowWrap)
    case .wordBreak: set(\.wordBreak)
    case .hyphens: set(\.hyphens)
    case .textAlign:
      if raw == KeywordTables.matchParent {
        style.textAlign = parent.textAlign
        if parent.textAlign == .start {
          style.textAlign = parent.direction == .rtl ? .right : .left
        }
        if parent.textAlign == .end { style.textAlign = parent.direction == .rtl ? .left : .right }
      } else {
        style.textAlign = TextAlign(rawValue: raw) ?? .start
      }
    case .textTransform: set(\.textTransform)
    case .visibility: style.visibility = Visibility(rawValue: raw) ?? .visible
    case .listStylePosition: set(\.listStylePosition)
    case .captionSide: set(\.captionSide)
    case .borderCollapse: set(\.borderCollapse)
    case .emptyCells: set(\.emptyCells)
    case .display: style.display = Display(rawValue: raw) ?? .inline
    case .position: style.position = Position(rawValue: raw) ?? .static
    case .float:
      let side = raw < 3 ? raw : ((raw == 3) == isRightToLeft ? 2 : 1)
      style.float = FloatSide(rawValue: side) ?? .none
    case .clear:
      let side = raw < 4 ? raw : ((raw == 4) == isRightToLeft ? 2 : 1)
      style.clear = ClearSide(rawValue: side) ?? .none
    case .boxSizing: style.boxSizing = BoxSizing(rawValue: raw) ?? .contentBox
    case .overflowX: style.overflowX = Overflow(rawValue: raw) ?? .visible
    case .overflowY: style.overflowY = Overflow(rawValue: raw) ?? .visible
    case .textOverflow: set(\.textOverflow)
    case .tableLayout: set(\.tableLayout)
    case .unicodeBidi: set(\.unicodeBidi)
    case .textDecorationLine: style.textDecoration = TextDecorationLine(rawValue: raw)
    case .verticalAlign: style.verticalAlign = VerticalAlign(rawValue: raw) ?? .baseline
    case .clip: hiding.isClipped = raw == 1
    case .clipPath: hiding.isClippedByPath = raw == 1
    case .contentVisibility: style.hidesContents = raw == 1
    case .content: style.hasContent = false
    case .borderTopStyle: style.border.top.style = BorderStyle(rawValue: raw) ?? .none
    case .borderRightStyle: style.border.right.style = BorderStyle(rawValue: raw) ?? .none
    case .borderBottomStyle: style.border.bottom.style = BorderStyle(rawValue: raw) ?? .none
    case .borderLeftStyle: style.border.left.style = BorderStyle(rawValue: raw) ?? .none
    case .flexDirection: set(\.flexDirection)
    case .flexWrap: set(\.flexWrap)
    case .justifyContent: set(\.justifyContent)
    case .justifyItems: set(\.justifyItems)
    case .justifySelf: set(\.justifySelf)
    case .alignContent: set(\.alignContent)
    case .alignItems: set(\.alignItems)
    case .alignSelf: set(\.alignSelf)
    case .gridAutoFlow:
      style.gridAutoFlow = raw & 1 == 1 ? .column : .row
    default: break
    }
  }

  private func apply(
    _ property: PropertyID, number: Float, to style: inout ComputedStyle, parent: ComputedStyle
  ) {
    switch property {
    case .fontWeight:
      // drafts.csswg.org/css-fonts-4/#relative-weights
      let inherited = parent.fontWeight
      switch number {
      case -1:
        style.fontWeight = inherited < 350 ? 400 : inherited < 550 ? 700 : max(inherited, 900)
      case -2:
        style.fontWeight = inherited < 550 ? min(inherited, 100) : inherited < 750 ? 400 : 700
      default: style.fontWeight = UInt16(max(1, min(1000, number)))
      }
    case .tabSize: style.tabSize = UInt16(max(0, min(1000, number)))
    case .listStyleType:
      style.listStyleType = CounterStyle(rawValue: UInt16(max(0, min(999, number))))
    case .flexGrow: style.flexGrow = number
    case .flexShrink: style.flexShrink = number
    case .order: style.order = Int32(max(-1e6, min(1e6, number)))
    default: break
    }
  }

  private func apply(
    _ property: PropertyID, length: LengthPercentage, to style: inout ComputedStyle,
    parent: ComputedStyle
  ) {
    switch property {
    case .fontSize:
      let size = length.resolved(against: parent.fontSize) ?? parent.fontSize
      style.fontSize = max(0, min(1e4, size))
    case .textIndent: style.textIndent = length
    case .borderSpacing:
      style.horizontalBorderSpacing = length.px
      style.verticalBorderSpacing = length.percent
    case .width: style.width = length
    case .height: style.height = length
    case .minWidth: style.minWidth = length
    case .minHeight: style.minHeight = length
    case .maxWidth: style.maxWidth = length
    case .maxHeight: style.maxHeight = length
    case .marginTop: style.margin.top = length
    case .marginRight: style.margin.right = length
    case .marginBottom: style.margin.bottom = length
    case .marginLeft: style.margin.left = length
    case .paddingTop: style.padding.top = length
    case .paddingRight: style.padding.right = length
    case .paddingBottom: style.padding.bottom = length
    case .paddingLeft: style.padding.left = length
    case .insetTop: style.inset.top = length
    case .insetRight: style.inset.right = length
    case .insetBottom: style.inset.bottom = length
    case .insetLeft: style.inset.left = length
    case .borderTopWidth: style.border.top.width = length.px
    case .borderRightWidth: style.border.right.width = length.px
    case .borderBottomWidth: style.border.bottom.width = length.px
    case .borderLeftWidth: style.border.left.width = length.px
    case .flexBasis: style.flexBasis = length
    case .rowGap: style.rowGap = length
    case .columnGap: style.columnGap = length
    default: break
    }
  }

  private func apply(_ property: PropertyID, color: StyleColor, to style: inout ComputedStyle) {
    switch property {
    case .color: style.color = color
    case .backgroundColor: style.backgroundColor = color
    case .borderTopColor: style.border.top.color = color
    case .borderRightColor: style.border.right.color = color
    case .borderBottomColor: style.border.bottom.color = color
    case .borderLeftColor: style.border.left.color = color
    default: break
    }
  }

  private mutating func apply(
    _ property: PropertyID, list: ListValue, to style: inout ComputedStyle,
    lists: inout CollectedLists
  ) {
    switch (property, list) {
    case (.listStyleType, .string(let marker)):
      style.listStyleType = table.counterStyle(forMarker: marker)
    case (.quotes, .quotes(let pairs)): style.quotes = table.intern(pairs)
    case (.content, .content): style.hasContent = true
    case (.counterReset, .counters(let operations)): lists.reset = operations
    case (.counterIncrement, .counters(let operations)): lists.increment = operations
    case (.counterSet, .counters(let operations)): lists.set = operations
    case (.gridTemplateColumns, .tracks(let tracks)): lists.grid.columns = tracks
    case (.gridTemplateRows, .tracks(let tracks)): lists.grid.rows = tracks
    case (.gridAutoColumns, .tracks(let tracks)): lists.grid.autoColumns = tracks.leading
    case (.gridAutoRows, .tracks(let tracks)): lists.grid.autoRows = tracks.leading
    case (.gridTemplateAreas, .areas(let areas)): lists.grid.areas = areas
    case (.gridColumnStart, .gridLine(let line)): lists.grid.columnStart = line
    case (.gridColumnEnd, .gridLine(let line)): lists.grid.columnEnd = line
    case (.gridRowStart, .gridLine(let line)): lists.grid.rowStart = line
    case (.gridRowEnd, .gridLine(let line)): lists.grid.rowEnd = line
    default: break
    }
  }

  // MARK: Copying

  /// Takes a property's value from another style: the parent's or the initial one.
  private mutating func copy(
    _ property: PropertyID, from source: ComputedStyle, to style: inout ComputedStyle,
    hiding: inout Hiding, lists: inout CollectedLists
  ) {
    switch property {
    case .direction: style.direction = source.direction
    case .color: style.color = source.color
    case .fontSize: style.fontSize = source.fontSize
    case .fontWeight: style.fontWeight = source.fontWeight
    case .fontStyle: style.isItalic = source.isItalic
    case .fontFamily: style.isMonospace = source.isMonospace
    case .fontVariantCaps: style.isSmallCaps = source.isSmallCaps
    case .whiteSpaceCollapse: style.whiteSpaceCollapse = source.whiteSpaceCollapse
    case .textWrapMode: style.wrapsText = source.wrapsText
    case .overflowWrap: style.overflowWrap = source.overflowWrap
    case .wordBreak: style.wordBreak = source.wordBreak
    case .hyphens: style.hyphens = source.hyphens
    case .tabSize: style.tabSize = source.tabSize
    case .textAlign: style.textAlign = source.textAlign
    case .textTransform: style.textTransform = source.textTransform
    case .textIndent: style.textIndent = source.textIndent
    case .visibility: style.visibility = source.visibility
    case .listStyleType: style.listStyleType = source.listStyleType
    case .listStylePosition: style.listStylePosition = source.listStylePosition
    case .captionSide: style.captionSide = source.captionSide
    case .borderCollapse: style.borderCollapse = source.borderCollapse
    case .borderSpacing:
      style.horizontalBorderSpacing = source.horizontalBorderSpacing
      style.verticalBorderSpacing = source.verticalBorderSpacing
    case .emptyCells: style.emptyCells = source.emptyCells
    case .quotes: style.quotes = source.quotes
    case .display: style.display = source.display
    case .position: style.position = source.position
    case .float: style.float = source.float
    case .clear: style.clear = source.clear
    case .boxSizing: style.boxSizing = source.boxSizing
    case .overflowX: style.overflowX = source.overflowX
    case .overflowY: style.overflowY = source.overflowY
    case .textOverflow: style.textOverflow = source.textOverflow
    case .tableLayout: style.tableLayout = source.tableLayout
    case .unicodeBidi: style.unicodeBidi = source.unicodeBidi
    case .textDecorationLine: style.textDecoration = source.textDecoration
    case .verticalAlign: style.verticalAlign = source.verticalAlign
    case .clip: hiding.isClipped = false
    case .clipPath: hiding.isClippedByPath = false
    case .contentVisibility: style.hidesContents = source.hidesContents
    case .backgroundColor: style.backgroundColor = source.backgroundColor
    case .width: style.width = source.width
    case .height: style.height = source.height
    case .minWidth: style.minWidth = source.minWidth
    case .minHeight: style.minHeight = source.minHeight
    case .maxWidth: style.maxWidth = source.maxWidth
    case .maxHeight: style.maxHeight = source.maxHeight
    case .marginTop: style.margin.top = source.margin.top
    case .marginRight: style.margin.right = source.margin.right
    case .marginBottom: style.margin.bottom = source.margin.bottom
    case .marginLeft: style.margin.left = source.margin.left
    case .paddingTop: style.padding.top = source.padding.top
    case .paddingRight: style.padding.right = source.padding.right
    case .paddingBottom: style.padding.bottom = source.padding.bottom
    case .paddingLeft: style.padding.left = source.padding.left
    case .insetTop: style.inset.top = source.inset.top
    case .insetRight: style.inset.right = source.inset.right
    case .insetBottom: style.inset.bottom = source.inset.bottom
    case .insetLeft: style.inset.left = source.inset.left
    case .borderTopStyle: style.border.top.style = source.border.top.style
    case .borderRightStyle: style.border.right.style = source.border.right.style
    case .borderBottomStyle: style.border.bottom.style = source.border.bottom.style
    case .borderLeftStyle: style.border.left.style = source.border.left.style
    case .borderTopWidth: style.border.top.width = source.border.top.inheritedWidth
    case .borderRightWidth: style.border.right.width = source.border.right.inheritedWidth
    case .borderBottomWidth: style.border.bottom.width = source.border.bottom.inheritedWidth
    case .borderLeftWidth: style.border.left.width = source.border.left.inheritedWidth
    case .borderTopColor: style.border.top.color = source.border.top.inheritedColor(style)
    case .borderRightColor: style.border.right.color = source.border.right.inheritedColor(style)
    case .borderBottomColor: style.border.bottom.color = source.border.bottom.inheritedColor(style)
    case .borderLeftColor: style.border.left.color = source.border.left.inheritedColor(style)
    case .content: style.hasContent = source.hasContent
    case .flexDirection: style.flexDirection = source.flexDirection
    case .flexWrap: style.flexWrap = source.flexWrap
    case .flexGrow: style.flexGrow = source.flexGrow
    case .flexShrink: style.flexShrink = source.flexShrink
    case .flexBasis: style.flexBasis = source.flexBasis
    case .order: style.order = source.order
    case .rowGap: style.rowGap = source.rowGap
    case .columnGap: style.columnGap = source.columnGap
    case .justifyContent: style.justifyContent = source.justifyContent
    case .justifyItems: style.justifyItems = source.justifyItems
    case .justifySelf: style.justifySelf = source.justifySelf
    case .alignContent: style.alignContent = source.alignContent
    case .alignItems: style.alignItems = source.alignItems
    case .alignSelf: style.alignSelf = source.alignSelf
    case .gridAutoFlow: style.gridAutoFlow = source.gridAutoFlow
    case .gridTemplateColumns: lists.grid.columns = table.gridValues[Int(source.gridValues)].columns
    case .gridTemplateRows: lists.grid.rows = table.gridValues[Int(source.gridValues)].rows
    case .gridTemplateAreas: lists.grid.areas = table.gridValues[Int(source.gridValues)].areas
    default:
      // The counter, grid placement and opacity properties: only their initial values are copied,
      // and those the style has already.
      break
    }
  }
}

extension BorderEdge {
  /// The width taken over by `inherit` and `initial`: `medium` for the initial edge.
  fileprivate var inheritedWidth: Float { style == .none && width == 0 ? 3 : width }

  /// The colour taken over by `inherit` and `initial`: the text colour for the initial edge.
  fileprivate func inheritedColor(_ style: ComputedStyle) -> StyleColor {
    self == BorderEdge() ? style.color : color
  }
}
