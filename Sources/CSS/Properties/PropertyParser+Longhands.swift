// SPDX-License-Identifier: MIT
// Part of Grille: parses the values of longhand properties.

extension PropertyParser {
  /// Parses a value of one longhand from `tokens`; the caller checks that nothing follows.
  mutating func parseLonghand(_ property: PropertyID) -> Bool {
    guard let value = longhandValue(property) else { return false }
    emit(property, value)
    if property == .textWrapMode || property == .overflowX || property == .overflowY
      || property == .fontStyle || property == .fontVariantCaps
    {
      // A second keyword or an angle refines what cells cannot show.
      while [.ident, .dimension].contains(tokens.peekPastSpace().kind) {
        _ = tokens.nextSkippingSpace()
      }
    }
    return true
  }

  /// The value of one longhand, or nil.
  mutating func longhandValue(_ property: PropertyID) -> DeclaredValue? {
    if let table = KeywordTables.table(for: property) {
      var token = tokens.nextSkippingSpace()
      if property.isAlignment, token.kind == .ident {
        let modifiers: [(StaticString, Bool)] = [
          ("safe", true), ("unsafe", true), ("first", true), ("last", true),
        ]
        if tokens.lookup(token, in: modifiers) != nil { token = tokens.nextSkippingSpace() }
      }
      return token.kind == .ident ? tokens.lookup(token, in: table).map { .keyword($0) } : nil
    }
    switch property {
    case .display: return display()
    case .color, .backgroundColor, .borderTopColor, .borderRightColor, .borderBottomColor,
      .borderLeftColor, .borderInlineStartColor, .borderInlineEndColor:
      return color()
    case .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth,
      .borderInlineStartWidth, .borderInlineEndWidth:
      return lineWidth()
    case .fontSize: return fontSize()
    case .fontWeight: return fontWeight()
    case .fontFamily: return fontFamily()
    case .tabSize: return tabSize()
    case .textTransform: return textTransform()
    case .textIndent: return textIndent()
    case .listStyleType: return listStyleType()
    case .borderSpacing: return borderSpacing()
    case .quotes: return quotes()
    case .textDecorationLine: return decorationLine()
    case .verticalAlign: return verticalAlign()
    case .clip: return clip()
    case .clipPath: return clipPath()
    case .opacity: return number(allowsPercentage: true)
    case .width, .height, .minWidth, .minHeight: return size(allowsNone: false)
    case .maxWidth, .maxHeight: return size(allowsNone: true)
    case .flexBasis: return flexBasis()
    case .marginTop, .marginRight, .marginBottom, .marginLeft, .marginInlineStart,
      .marginInlineEnd, .insetTop, .insetRight, .insetBottom, .insetLeft, .insetInlineStart,
      .insetInlineEnd:
      return length(allowsAuto: true, allowsQuirk: true)
    case .paddingTop, .paddingRight, .paddingBottom, .paddingLeft, .paddingInlineStart,
      .paddingInlineEnd:
      return length(allowsNegative: false, allowsQuirk: true)
    case .rowGap, .columnGap: return gap()
    case .counterReset: return counters(.reset, defaultValue: 0)
    case .counterIncrement: return counters(.increment, defaultValue: 1)
    case .counterSet: return counters(.set, defaultValue: 0)
    case .content: return content()
    case .flexGrow, .flexShrink:
      guard case .number(let value)? = number(allowsPercentage: false), value >= 0 else {
        return nil
      }
      return .number(value)
    case .order:
      let token = tokens.nextSkippingSpace()
      return token.kind == .number && token.isInteger ? .number(Float(token.number)) : nil
    case .gridAutoFlow: return gridAutoFlow()
    case .gridTemplateColumns, .gridTemplateRows: return trackList()
    case .gridAutoColumns, .gridAutoRows: return autoTracks()
    case .gridTemplateAreas: return areas()
    case .gridColumnStart, .gridColumnEnd, .gridRowStart, .gridRowEnd:
      return gridLine().map { list(.gridLine($0)) }
    default: return nil
    }
  }

  /// Stores a list and gives the value that refers to it.
  mutating func list(_ value: ListValue) -> DeclaredValue {
    store.lists.append(value)
    return .list(UInt32(store.lists.count - 1))
  }

  // MARK: Keywords and numbers

  // drafts.csswg.org/css-display-3/#the-display-properties
  private mutating func display() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    guard token.kind == .ident else { return nil }
    guard tokens.peekPastSpace().kind == .ident else {
      return tokens.lookup(token, in: KeywordTables.display).map { .keyword($0.rawValue) }
    }
    // The syntax of several keywords: outer role, inner layout, list item.
    var isInline = false
    var isListItem = false
    var inner: Display?
    var next = token
    for _ in 0..<3 {
      if tokens.value(of: next, equals: "inline") {
        isInline = true
      } else if tokens.value(of: next, equals: "list-item") {
        isListItem = true
      } else if !tokens.value(of: next, equals: "block"), !tokens.value(of: next, equals: "flow") {
        guard let layout = tokens.lookup(next, in: KeywordTables.display),
          [.flowRoot, .table, .flex, .grid, .ruby].contains(layout)
        else { return nil }
        inner = layout
      }
      guard tokens.peekPastSpace().kind == .ident else { break }
      next = tokens.nextSkippingSpace()
    }
    let result: Display
    switch inner {
    case _ where isListItem: result = .listItem
    case .flowRoot?: result = isInline ? .inlineBlock : .flowRoot
    case .table?: result = isInline ? .inlineTable : .table
    case .flex?: result = isInline ? .inlineFlex : .flex
    case .grid?: result = isInline ? .inlineGrid : .grid
    case .ruby?: result = .ruby
    default: result = isInline ? .inline : .block
    }
    return .keyword(result.rawValue)
  }

  mutating func color() -> DeclaredValue? {
    var parser = ColorParser(context: context)
    let token = tokens.nextSkippingSpace()
    switch parser.parse(token, &tokens) {
    case .color(let color)?: return .color(color)
    case .currentColor?: return .currentColor
    case nil: return nil
    }
  }

  mutating func number(allowsPercentage: Bool) -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    switch token.kind {
    case .number: return .number(Float(token.number))
    case .percentage where allowsPercentage: return .number(Float(token.number / 100))
    case .function:
      var calculation = Calculation(context: context)
      guard let value = calculation.function(token, &tokens) else { return nil }
      if value.isNumber { return .number(Float(value.amount)) }
      return allowsPercentage && value.amount == 0 ? .number(Float(value.percent / 100)) : nil
    default: return nil
    }
  }

  private mutating func fontWeight() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .number, (1...1000).contains(token.number) {
      return .number(Float(token.number))
    }
    guard token.kind == .ident else { return nil }
    // Relative weights are negative numbers until the parent's weight is known.
    let names: [(StaticString, Float)] = [
      ("normal", 400), ("bold", 700), ("bolder", -1), ("lighter", -2),
    ]
    return tokens.lookup(token, in: names).map { .number($0) }
  }

  mutating func fontSize() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident {
      if let size = tokens.lookup(token, in: KeywordTables.fontSize) { return .length(.px(size)) }
      if tokens.value(of: token, equals: "smaller") { return .length(.percent(83.33)) }
      return tokens.value(of: token, equals: "larger") ? .length(.percent(120)) : nil
    }
    // Here an em is the parent's size.
    if token.kind == .dimension, token.number >= 0 {
      if tokens.value(of: token, equals: "em") {
        return .length(.percent(Float(token.number * 100)))
      }
      if tokens.value(of: token, equals: "ex") || tokens.value(of: token, equals: "ch") {
        return .length(.percent(Float(token.number * 50)))
      }
    }
    return lengthValue(token, allowsNegative: false, allowsQuirk: true).map { .length($0) }
  }

  /// Whether a family list asks for a fixed-width font.
  mutating func fontFamily() -> DeclaredValue? {
    var isMonospace = false
    var count = 0
    while true {
      let token = tokens.peekPastSpace()
      switch token.kind {
      case .ident:
        let names: [(StaticString, Bool)] = [
          ("monospace", true), ("ui-monospace", true), ("courier", true), ("consolas", true),
          ("menlo", true), ("monaco", true),
        ]
        if tokens.lookup(token, in: names) != nil { isMonospace = true }
      case .string, .comma: break
      default:
        return count > 0 ? .keyword(isMonospace ? 1 : 0) : nil
      }
      _ = tokens.nextSkippingSpace()
      count += 1
      guard count < PropertyParser.maximumListLength else { return nil }
    }
  }

  private mutating func tabSize() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .number, token.number >= 0 { return .number(Float(token.number)) }
    guard token.kind == .dimension, let pixels = context.pixels(token, tokens), pixels >= 0 else {
      return nil
    }
    return .number(Float(pixels) / MediaEnvironment.cellWidth)
  }

  private mutating func textTransform() -> DeclaredValue? {
    var result: UInt8 = 0
    var count = 0
    while tokens.peekPastSpace().kind == .ident, count < 3 {
      let token = tokens.nextSkippingSpace()
      if let value = tokens.lookup(token, in: KeywordTables.textTransform) {
        result = value
      } else if !tokens.value(of: token, equals: "full-width"),
        !tokens.value(of: token, equals: "full-size-kana"),
        !tokens.value(of: token, equals: "math-auto")
      {
        return nil
      }
      count += 1
    }
    return count > 0 ? .keyword(result) : nil
  }

  private mutating func decorationLine() -> DeclaredValue? {
    var lines: TextDecorationLine = []
    var count = 0
    while count < 4 {
      let token = tokens.peekPastSpace()
      guard token.kind == .ident else { break }
      if count == 0, tokens.value(of: token, equals: "none") {
        _ = tokens.nextSkippingSpace()
        return .keyword(0)
      }
      guard let line = tokens.lookup(token, in: KeywordTables.decorationLine) else { break }
      _ = tokens.nextSkippingSpace()
      lines.insert(line)
      count += 1
    }
    return count > 0 ? .keyword(lines.rawValue) : nil
  }

  private mutating func verticalAlign() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident {
      return tokens.lookup(token, in: KeywordTables.verticalAlign).map { .keyword($0) }
    }
    guard let value = lengthValue(token) else { return nil }
    if value.isZero { return .keyword(VerticalAlign.baseline.rawValue) }
    let isLowered = value.px < 0 || (value.px == 0 && value.percent < 0)
    return .keyword((isLowered ? VerticalAlign.lowered : .raised).rawValue)
  }

  // MARK: Lengths

  /// The length that begins with a token just read.
  mutating func lengthValue(
    _ token: Token, allowsNegative: Bool = true, allowsPercentage: Bool = true,
    allowsQuirk: Bool = false
  ) -> LengthPercentage? {
    switch token.kind {
    case .dimension:
      guard let pixels = context.pixels(token, tokens), allowsNegative || pixels >= 0 else {
        return nil
      }
      return .px(Float(pixels))
    case .percentage:
      guard allowsPercentage, allowsNegative || token.number >= 0 else { return nil }
      return .percent(Float(max(-1e6, min(1e6, token.number))))
    case .number:
      guard token.number == 0 || (allowsQuirk && context.isQuirks),
        allowsNegative || token.number >= 0
      else { return nil }
      return .px(Float(max(-1e6, min(1e6, token.number))))
    case .function:
      var calculation = Calculation(context: context)
      guard let value = calculation.function(token, &tokens), !value.isNumber else { return nil }
      var length = value.length
      guard allowsPercentage || length.percent == 0 else { return nil }
      // Values of functions are clamped to the allowed range.
      if !allowsNegative, length.kind == .length, length.percent == 0 {
        length.px = max(0, length.px)
      }
      return length
    default: return nil
    }
  }

  mutating func length(
    allowsNegative: Bool = true, allowsAuto: Bool = false, allowsQuirk: Bool = false
  ) -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident {
      return allowsAuto && tokens.value(of: token, equals: "auto") ? .length(.auto) : nil
    }
    return lengthValue(token, allowsNegative: allowsNegative, allowsQuirk: allowsQuirk)
      .map { .length($0) }
  }

  private mutating func size(allowsNone: Bool) -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident {
      if allowsNone, tokens.value(of: token, equals: "none") { return .length(.none) }
      if !allowsNone, tokens.value(of: token, equals: "auto") { return .length(.auto) }
      let kinds: [(StaticString, LengthPercentage.Kind)] = [
        ("min-content", .minContent), ("max-content", .maxContent), ("fit-content", .fitContent),
        ("-moz-min-content", .minContent), ("-moz-max-content", .maxContent),
        ("-moz-fit-content", .fitContent), ("-webkit-fit-content", .fitContent),
        ("-webkit-min-content", .minContent), ("-webkit-max-content", .maxContent),
        ("stretch", .auto), ("-webkit-fill-available", .auto), ("-moz-available", .auto),
      ]
      return tokens.lookup(token, in: kinds).map { .length(LengthPercentage(kind: $0)) }
    }
    if token.kind == .function, tokens.value(of: token, equals: "fit-content") {
      let argument = tokens.nextSkippingSpace()
      guard lengthValue(argument, allowsNegative: false) != nil,
        tokens.nextSkippingSpace().kind == .closeParen
      else { return nil }
      return .length(LengthPercentage(kind: .fitContent))
    }
    return lengthValue(token, allowsNegative: false, allowsQuirk: true).map { .length($0) }
  }

  mutating func flexBasis() -> DeclaredValue? {
    if tokens.value(of: tokens.peekPastSpace(), equals: "content"),
      tokens.peekPastSpace().kind == .ident
    {
      _ = tokens.nextSkippingSpace()
      return .length(LengthPercentage(kind: .maxContent))
    }
    return size(allowsNone: false)
  }

  mutating func gap() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident {
      return tokens.value(of: token, equals: "normal") ? .length(.auto) : nil
    }
    return lengthValue(token, allowsNegative: false).map { .length($0) }
  }

  mutating func lineWidth() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident {
      return tokens.lookup(token, in: KeywordTables.lineWidth).map { .length(.px($0)) }
    }
    return lengthValue(token, allowsNegative: false, allowsPercentage: false, allowsQuirk: true)
      .map { .length($0) }
  }

  private mutating func textIndent() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    guard let value = lengthValue(token, allowsQuirk: true) else { return nil }
    while tokens.peekPastSpace().kind == .ident { _ = tokens.nextSkippingSpace() }
    return .length(value)
  }

  private mutating func borderSpacing() -> DeclaredValue? {
    var token = tokens.nextSkippingSpace()
    guard
      let horizontal = lengthValue(
        token, allowsNegative: false, allowsPercentage: false, allowsQuirk: true)
    else { return nil }
    var vertical = horizontal
    if tokens.peekPastSpace().kind != .end {
      token = tokens.nextSkippingSpace()
      guard
        let second = lengthValue(
          token, allowsNegative: false, allowsPercentage: false, allowsQuirk: true)
      else { return nil }
      vertical = second
    }
    // The two lengths travel in the two numbers of one value.
    return .length(LengthPercentage(px: horizontal.px, percent: vertical.px))
  }

  // MARK: Hiding

  /// Whether `clip` leaves nothing: a rectangle whose edges meet.
  private mutating func clip() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident { return tokens.value(of: token, equals: "auto") ? .keyword(0) : nil }
    guard token.kind == .function, tokens.value(of: token, equals: "rect") else { return nil }
    var edges: [Float] = []
    while edges.count < 4 {
      let edge = tokens.nextSkippingSpace()
      if edge.kind == .comma { continue }
      if edge.kind == .ident {
        edges.append(-1)
      } else if let value = lengthValue(edge, allowsPercentage: false) {
        edges.append(value.px)
      } else {
        return nil
      }
    }
    guard tokens.nextSkippingSpace().kind == .closeParen else { return nil }
    let isEmpty =
      edges.allSatisfy { $0 >= 0 } && edges[2] - edges[0] <= 1 && edges[1] - edges[3] <= 1
    return .keyword(isEmpty ? 1 : 0)
  }

  /// Whether `clip-path` leaves nothing: an inset of half or more, a circle of no radius, a
  /// polygon of points that meet.
  private mutating func clipPath() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    var isEmpty = false
    if token.kind == .function {
      let isInset = tokens.value(of: token, equals: "inset")
      let isCircle = tokens.value(of: token, equals: "circle")
      let isPolygon = tokens.value(of: token, equals: "polygon")
      let first = tokens.peekPastSpace()
      if isInset, first.kind == .percentage, first.number >= 50 { isEmpty = true }
      if isCircle, [.number, .dimension, .percentage].contains(first.kind), first.number == 0 {
        isEmpty = true
      }
      let start = tokens.position
      tokens.skipBlock(.function)
      if isPolygon {
        var points = Tokenizer(tokens.bytes, from: start, to: max(start, tokens.position - 1))
        isEmpty = true
        var count = 0
        while true {
          let coordinate = points.nextSkippingSpace()
          if coordinate.kind == .end { break }
          if coordinate.kind == .comma { continue }
          count += 1
          if coordinate.number != 0 || coordinate.kind == .function { isEmpty = false }
        }
        if count == 0 { isEmpty = false }
      }
    } else if token.kind != .ident && token.kind != .url {
      return nil
    }
    while [.ident, .function].contains(tokens.peekPastSpace().kind) {
      let next = tokens.nextSkippingSpace()
      if next.kind == .function { tokens.skipBlock(.function) }
    }
    return .keyword(isEmpty ? 1 : 0)
  }
}
