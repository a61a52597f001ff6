// SPDX-License-Identifier: MIT
// Part of Grille: parses the values of shorthand properties.

extension PropertyParser {
  /// Parses a value of one shorthand from `tokens`; the caller checks that nothing follows.
  mutating func parseShorthand(_ shorthand: Shorthand) -> Bool {
    switch shorthand {
    case .all: return false
    case .background: return background()
    case .border, .borderBlock, .borderBottom, .borderInline, .borderInlineEnd,
      .borderInlineStart, .borderLeft, .borderRight, .borderTop:
      return border(shorthand)
    case .borderColor, .borderStyle, .borderWidth, .margin, .padding, .inset:
      return sides(shorthand.longhands)
    case .borderBlockColor, .borderBlockStyle, .borderBlockWidth, .borderInlineColor,
      .borderInlineStyle, .borderInlineWidth, .marginBlock, .marginInline, .paddingBlock,
      .paddingInline, .insetBlock, .insetInline, .gap, .overflow, .placeContent, .placeItems,
      .placeSelf:
      return pair(shorthand.longhands)
    case .flex: return flex()
    case .flexFlow: return flexFlow()
    case .font: return font()
    case .gridTemplate: return gridTemplate()
    case .grid: return grid()
    case .gridArea, .gridColumn, .gridRow: return gridLines(shorthand.longhands)
    case .listStyle: return listStyle()
    case .textDecoration: return textDecoration()
    case .whiteSpace: return whiteSpace()
    }
  }

  private var isAtEnd: Bool { tokens.peekPastSpace().kind == .end }

  /// Tries to read a longhand's value; leaves the tokens where they were if there is none.
  private mutating func attempt(_ property: PropertyID) -> DeclaredValue? {
    let before = tokens.position
    if let value = longhandValue(property) { return value }
    tokens.position = before
    return nil
  }

  // MARK: Boxes

  /// One to four values for the sides.
  private mutating func sides(_ properties: [PropertyID]) -> Bool {
    var values: [DeclaredValue] = []
    while !isAtEnd {
      guard values.count < 4, let value = longhandValue(properties[0]) else { return false }
      values.append(value)
    }
    guard let top = values.first else { return false }
    let right = values.count > 1 ? values[1] : top
    emit(properties[0], top)
    emit(properties[1], right)
    emit(properties[2], values.count > 2 ? values[2] : top)
    emit(properties[3], values.count > 3 ? values[3] : right)
    return true
  }

  /// One or two values for a pair of longhands.
  private mutating func pair(_ properties: [PropertyID]) -> Bool {
    guard let first = longhandValue(properties[0]) else { return false }
    var second = first
    if !isAtEnd {
      guard let value = longhandValue(properties[1]) else { return false }
      second = value
    }
    emit(properties[0], first)
    emit(properties[1], second)
    return true
  }

  /// Width, style and colour in any order.
  private mutating func border(_ shorthand: Shorthand) -> Bool {
    var width: DeclaredValue?
    var style: DeclaredValue?
    var color: DeclaredValue?
    while !isAtEnd {
      if style == nil, let value = attempt(.borderTopStyle) {
        style = value
      } else if width == nil, let value = attempt(.borderTopWidth) {
        width = value
      } else if color == nil, let value = attempt(.borderTopColor) {
        color = value
      } else {
        return false
      }
    }
    guard width != nil || style != nil || color != nil else { return false }
    for property in shorthand.longhands {
      if KeywordTables.table(for: property) != nil {
        emit(property, style ?? .initial)
      } else if property.isBorderWidth {
        emit(property, width ?? .initial)
      } else {
        emit(property, color ?? .initial)
      }
    }
    return true
  }

  // MARK: Background and text

  // drafts.csswg.org/css-backgrounds-3/#background
  /// Only the colour of the last layer counts; the rest must merely look like a background.
  private mutating func background() -> Bool {
    var result: DeclaredValue?
    var count = 0
    while !isAtEnd {
      if let color = attempt(.backgroundColor) {
        if result != nil { return false }
        result = color
      } else {
        let token = tokens.nextSkippingSpace()
        switch token.kind {
        case .comma:
          if result != nil { return false }
        case .function:
          let functions: [StaticString] = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch"]
          if functions.contains(where: { tokens.value(of: token, equals: $0) }) { return false }
          tokens.skipBlock(.function)
        case .url, .dimension, .percentage, .number: break
        case .ident where isBackgroundKeyword(token): break
        case .delimiter where token.delimiter == 0x2F: break
        default: return false
        }
      }
      count += 1
      guard count < PropertyParser.maximumListLength else { return false }
    }
    guard count > 0 else { return false }
    emit(.backgroundColor, result ?? .initial)
    return true
  }

  private func isBackgroundKeyword(_ token: Token) -> Bool {
    let names: [(StaticString, Bool)] = [
      ("none", true), ("no-repeat", true), ("repeat", true), ("repeat-x", true),
      ("repeat-y", true), ("center", true), ("top", true), ("left", true), ("right", true),
      ("bottom", true), ("cover", true), ("contain", true), ("fixed", true), ("scroll", true),
      ("local", true), ("auto", true), ("round", true), ("space", true), ("border-box", true),
      ("padding-box", true), ("content-box", true), ("text", true),
    ]
    return tokens.lookup(token, in: names) != nil
  }

  // drafts.csswg.org/css-fonts-4/#font-prop
  private mutating func font() -> Bool {
    var style: DeclaredValue = .initial
    var caps: DeclaredValue = .initial
    var weight: DeclaredValue = .initial
    let first = tokens.peekPastSpace()
    let system: [(StaticString, Bool)] = [
      ("caption", true), ("icon", true), ("menu", true), ("message-box", true),
      ("small-caption", true), ("status-bar", true),
    ]
    if first.kind == .ident, tokens.lookup(first, in: system) != nil {
      _ = tokens.nextSkippingSpace()
      for property in Shorthand.font.longhands { emit(property, .initial) }
      return true
    }
    for _ in 0..<4 {
      let token = tokens.peekPastSpace()
      if token.kind == .ident, tokens.value(of: token, equals: "normal") {
        _ = tokens.nextSkippingSpace()
      } else if token.kind == .ident, let value = attempt(.fontStyle) {
        style = value
      } else if token.kind == .ident, let value = attempt(.fontVariantCaps) {
        caps = value
      } else if token.kind == .ident || token.kind == .number, let value = attempt(.fontWeight) {
        weight = value
      } else if token.kind == .ident, tokens.value(of: token, equals: "condensed") {
        _ = tokens.nextSkippingSpace()
      } else {
        break
      }
    }
    guard let size = fontSize() else { return false }
    if tokens.peekPastSpace().isDelimiter(0x2F) {
      _ = tokens.nextSkippingSpace()
      let lineHeight = tokens.nextSkippingSpace()
      if lineHeight.kind == .function { tokens.skipBlock(.function) }
    }
    guard let family = fontFamily() else { return false }
    emit(.fontStyle, style)
    emit(.fontVariantCaps, caps)
    emit(.fontWeight, weight)
    emit(.fontSize, size)
    emit(.fontFamily, family)
    return true
  }

  private mutating func textDecoration() -> Bool {
    var line: DeclaredValue?
    var count = 0
    while !isAtEnd {
      count += 1
      if line == nil, let value = attempt(.textDecorationLine) {
        line = value
        continue
      }
      if attempt(.color) != nil { continue }
      let token = tokens.nextSkippingSpace()
      if token.kind == .ident {
        guard tokens.lookup(token, in: KeywordTables.decorationStyle) != nil else { return false }
      } else if lengthValue(token) == nil {
        return false
      }
    }
    guard count > 0 else { return false }
    emit(.textDecorationLine, line ?? .keyword(0))
    return true
  }

  // drafts.csswg.org/css-text-4/#white-space-property
  private mutating func whiteSpace() -> Bool {
    let presets: [(StaticString, (UInt8, UInt8))] = [
      ("normal", (0, 1)), ("nowrap", (0, 0)), ("pre", (1, 0)), ("pre-wrap", (1, 1)),
      ("pre-line", (2, 1)), ("break-spaces", (3, 1)), ("-moz-pre-wrap", (1, 1)),
      ("-pre-wrap", (1, 1)), ("-o-pre-wrap", (1, 1)),
    ]
    let token = tokens.peekPastSpace()
    guard token.kind == .ident else { return false }
    if let (collapse, wrap) = tokens.lookup(token, in: presets) {
      _ = tokens.nextSkippingSpace()
      emit(.whiteSpaceCollapse, .keyword(collapse))
      emit(.textWrapMode, .keyword(wrap))
      return true
    }
    var collapse: DeclaredValue?
    var wrap: DeclaredValue?
    while !isAtEnd {
      if collapse == nil, let value = attempt(.whiteSpaceCollapse) {
        collapse = value
      } else if wrap == nil, let value = attempt(.textWrapMode) {
        wrap = value
      } else {
        return false
      }
    }
    emit(.whiteSpaceCollapse, collapse ?? .initial)
    emit(.textWrapMode, wrap ?? .initial)
    return true
  }

  // drafts.csswg.org/css-lists-3/#list-style-property
  private mutating func listStyle() -> Bool {
    var type: DeclaredValue?
    var position: DeclaredValue?
    var hasImage = false
    var noneCount = 0
    while !isAtEnd {
      let token = tokens.peekPastSpace()
      if token.kind == .ident, tokens.value(of: token, equals: "none") {
        _ = tokens.nextSkippingSpace()
        noneCount += 1
      } else if token.kind == .url {
        _ = tokens.nextSkippingSpace()
        hasImage = true
      } else if token.kind == .function, !tokens.value(of: token, equals: "symbols") {
        _ = tokens.nextSkippingSpace()
        tokens.skipBlock(.function)
        hasImage = true
      } else if position == nil, let value = attempt(.listStylePosition) {
        position = value
      } else if type == nil, let value = attempt(.listStyleType) {
        type = value
      } else {
        return false
      }
    }
    guard noneCount <= 2, type != nil || position != nil || hasImage || noneCount > 0 else {
      return false
    }
    // `none` is the type unless an image was given and it can only mean the type then, too.
    let none = DeclaredValue.number(Float(CounterStyle.none.rawValue))
    emit(.listStyleType, type ?? (noneCount > 0 ? none : .initial))
    emit(.listStylePosition, position ?? .initial)
    return true
  }

  // MARK: Flex and grid

  // drafts.csswg.org/css-flexbox-1/#flex-property
  private mutating func flex() -> Bool {
    let token = tokens.peekPastSpace()
    if token.kind == .ident, tokens.value(of: token, equals: "none") {
      _ = tokens.nextSkippingSpace()
      emit(.flexGrow, .number(0))
      emit(.flexShrink, .number(0))
      emit(.flexBasis, .length(.auto))
      return true
    }
    var grow: DeclaredValue?
    var shrink: DeclaredValue?
    var basis: DeclaredValue?
    while !isAtEnd {
      if grow == nil, let value = attempt(.flexGrow) {
        grow = value
        if let value = attempt(.flexShrink) { shrink = value }
      } else if basis == nil, let value = attempt(.flexBasis) {
        basis = value
      } else {
        return false
      }
    }
    guard grow != nil || basis != nil else { return false }
    emit(.flexGrow, grow ?? .number(1))
    emit(.flexShrink, shrink ?? .number(1))
    emit(.flexBasis, basis ?? .length(.zero))
    return true
  }

  private mutating func flexFlow() -> Bool {
    var direction: DeclaredValue?
    var wrap: DeclaredValue?
    while !isAtEnd {
      if direction == nil, let value = attempt(.flexDirection) {
        direction = value
      } else if wrap == nil, let value = attempt(.flexWrap) {
        wrap = value
      } else {
        return false
      }
    }
    guard direction != nil || wrap != nil else { return false }
    emit(.flexDirection, direction ?? .initial)
    emit(.flexWrap, wrap ?? .initial)
    return true
  }

  /// Lines separated by slashes; those left out follow the first ones.
  private mutating func gridLines(_ properties: [PropertyID]) -> Bool {
    var lines: [GridLine] = []
    while lines.count < properties.count {
      guard let line = gridLine() else { return false }
      lines.append(line)
      if isAtEnd { break }
      guard tokens.nextSkippingSpace().isDelimiter(0x2F) else { return false }
    }
    // A lone name stands for both edges of its area.
    func isName(_ line: GridLine) -> Bool {
      !line.name.isEmpty && line.number == 0 && !line.isSpan
    }
    for index in properties.indices {
      var line = GridLine()
      if index < lines.count {
        line = lines[index]
      } else {
        let source = index == 1 ? 0 : index - 2
        let origin = source < lines.count ? lines[max(source, 0)] : lines[0]
        if isName(origin) { line = origin }
      }
      emit(properties[index], list: .gridLine(line))
    }
    return true
  }

  // drafts.csswg.org/css-grid-2/#explicit-grid-shorthand
  private mutating func gridTemplate() -> Bool {
    let first = tokens.peekPastSpace()
    if first.kind == .ident, tokens.value(of: first, equals: "none") {
      _ = tokens.nextSkippingSpace()
      if isAtEnd {
        for property in Shorthand.gridTemplate.longhands { emit(property, .initial) }
        return true
      }
      tokens.position = first.start
    }
    let start = tokens.position
    var hasStrings = false
    var scan = tokens
    while true {
      let token = scan.nextSkippingSpace()
      if token.kind == .string { hasStrings = true }
      if token.kind == .end { break }
    }
    tokens.position = start
    guard hasStrings else {
      guard let rows = trackListOrNone(), tokens.nextSkippingSpace().isDelimiter(0x2F),
        let columns = trackListOrNone()
      else { return false }
      emit(.gridTemplateRows, list: .tracks(rows))
      emit(.gridTemplateColumns, list: .tracks(columns))
      emit(.gridTemplateAreas, .initial)
      return true
    }
    var areas: [[String]] = []
    var rows = GridTrackList()
    while true {
      let token = tokens.peekPastSpace()
      if token.kind == .end || token.isDelimiter(0x2F) { break }
      if token.kind == .string {
        guard let row = areaRow(tokens.nextSkippingSpace()) else { return false }
        areas.append(row)
        let next = tokens.peekPastSpace()
        if next.kind == .string || next.kind == .end || next.isDelimiter(0x2F)
          || next.kind == .openSquare
        {
          rows.leading.append(.size(.breadth(.auto)))
        }
      } else {
        // The size or line names of one row.
        let before = tokens.position
        var single = self
        single.tokens = Tokenizer(tokens.bytes, from: before, to: endOfTrack(from: before))
        guard let parsed = single.tracks() else { return false }
        rows.leading.append(contentsOf: parsed.leading)
        tokens.position = single.tokens.end
      }
      guard areas.count < PropertyParser.maximumListLength else { return false }
    }
    var columns = GridTrackList()
    if !isAtEnd {
      _ = tokens.nextSkippingSpace()
      guard let parsed = tracks() else { return false }
      columns = parsed
    }
    emit(.gridTemplateRows, list: .tracks(rows))
    emit(.gridTemplateColumns, list: .tracks(columns))
    emit(.gridTemplateAreas, list: .areas(areas))
    return true
  }

  private func endOfTrack(from start: Int) -> Int {
    var scan = Tokenizer(tokens.bytes, from: start, to: tokens.end)
    let token = scan.nextSkippingSpace()
    if token.kind == .function || token.kind == .openSquare { scan.skipBlock(token.kind) }
    return scan.position
  }

  private mutating func trackListOrNone() -> GridTrackList? {
    let token = tokens.peekPastSpace()
    if token.kind == .ident, tokens.value(of: token, equals: "none") {
      _ = tokens.nextSkippingSpace()
      return GridTrackList()
    }
    return tracks()
  }

  private mutating func grid() -> Bool {
    // Not implemented: the auto-flow forms; they place items as the initial values do.
    for property in [PropertyID.gridAutoRows, .gridAutoColumns, .gridAutoFlow] {
      emit(property, .initial)
    }
    return gridTemplate()
  }
}

extension PropertyID {
  /// Whether the property is the width of a border edge.
  fileprivate var isBorderWidth: Bool {
    switch self {
    case .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth,
      .borderInlineStartWidth, .borderInlineEndWidth:
      return true
    default: return false
    }
  }
}
