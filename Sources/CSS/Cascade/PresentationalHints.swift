// SPDX-License-Identifier: MIT
// Part of Grille: style that HTML attributes ask for.
import DOM

/// What a `table` element's attributes mean for its cells.
struct TableHints: Hashable, Sendable {
  /// `cellpadding` in CSS pixels, or -1.
  var padding: Float = -1
  /// Whether `border` asks for borders around cells.
  var hasBorders = false
  /// Whether `rules` asks for lines between rows, columns, or both.
  var rulesRows = false
  var rulesColumns = false
}

// html.spec.whatwg.org/#presentational-hints
extension StyleResolver {
  /// The block that an element's attributes stand for, or nil if they say nothing.
  mutating func hintBlock(
    for element: NodeID, name: NameID, interest: AttributeInterest
  ) -> Int32? {
    guard document.namespace(of: element) == .html else { return nil }
    let isCell = name == .td || name == .th
    let cellHints = isCell ? frames[frames.count - 1].tableHints : 0
    let isClosed = name == .details && !isOpen(element)
    let isQuirkyTable = name == .table && document.isQuirks
    let isIsolated = name == .bdi
    guard
      interest.contains(.hint) || cellHints != 0 || isClosed || isQuirkyTable || isIsolated
    else { return nil }
    // Elements with the same attributes share a block.
    var key = NameHash()
    key.combine(UInt8(truncatingIfNeeded: name.rawValue))
    key.combine(UInt8(truncatingIfNeeded: name.rawValue >> 8))
    key.combine(UInt8(truncatingIfNeeded: cellHints))
    key.combine(isClosed ? 1 : 2)
    var needsText = isIsolated
    for number in document.attributes(of: element) {
      let attribute = document.attribute(at: number)
      guard nameInfo(attribute.name).interest.contains(.hint) else { continue }
      key.combine(UInt8(truncatingIfNeeded: attribute.name.rawValue))
      key.combine(UInt8(truncatingIfNeeded: attribute.name.rawValue >> 8))
      document.withText(attribute.value) { value in
        for index in 0..<value.count { key.combine(value[index]) }
      }
      key.combine(0)
      if attribute.name == .dir, document.text(attribute.value, is: "auto") { needsText = true }
    }
    var direction: Bool?
    if needsText, !document.attribute(.dir, of: element, is: "ltr"),
      !document.attribute(.dir, of: element, is: "rtl")
    {
      direction = textIsRightToLeft(element) ?? false
      key.combine(direction == true ? 3 : 4)
    }
    let known = attributeBlocks[key.value]
    if known >= 0 { return known }
    let first = parser.declarations.count
    if let direction { parser.emit(.direction, .keyword(direction ? 1 : 0)) }
    if isClosed { parser.emit(.contentVisibility, .keyword(1)) }
    if isQuirkyTable { emitTableQuirks() }
    if isCell, cellHints != 0 { emitCellHints(tableHints[Int(cellHints)]) }
    if interest.contains(.hint) { emitHints(element, name) }
    let level = CascadeRank.level(
      CascadeRank.make(.hints, layer: CascadeRank.unlayered, specificity: 0, order: 0))
    return addBlock(first..<parser.declarations.count, level: level, key: key.value)
  }

  /// The number of the hints that a table gives its cells.
  mutating func tableHintNumber(_ table: NodeID) -> Int32 {
    var hints = TableHints()
    if let padding = document.integer(.cellpadding, of: table) { hints.padding = Float(padding) }
    if let border = document.attribute(.border, of: table) {
      hints.hasBorders = document.signedInteger(border) != 0
    }
    if let rules = document.attribute(.rules, of: table) {
      let isAll = document.text(rules, is: "all")
      hints.rulesRows = isAll || document.text(rules, is: "rows")
      hints.rulesColumns = isAll || document.text(rules, is: "cols")
      if document.text(rules, is: "none") { hints.hasBorders = false }
    }
    if hints == TableHints() { return 0 }
    if let index = tableHints.firstIndex(of: hints) { return Int32(index) }
    tableHints.append(hints)
    return Int32(tableHints.count - 1)
  }

  private mutating func emitCellHints(_ hints: TableHints) {
    if hints.padding >= 0 {
      for property in Shorthand.padding.longhands {
        parser.emit(property, .length(.px(hints.padding)))
      }
    }
    if hints.hasBorders || (hints.rulesRows && hints.rulesColumns) {
      emitBorder(Shorthand.border.longhands, style: .inset, width: 1)
    } else if hints.rulesRows {
      emitBorder(Shorthand.borderBlock.longhands, style: .solid, width: 1)
    } else if hints.rulesColumns {
      emitBorder(
        Shorthand.borderLeft.longhands + Shorthand.borderRight.longhands, style: .solid, width: 1)
    }
  }

  private mutating func emitBorder(_ longhands: [PropertyID], style: BorderStyle, width: Float) {
    for property in longhands {
      if KeywordTables.table(for: property) != nil {
        parser.emit(property, keyword: style)
      } else if property.rawValue < PropertyID.borderTopColor.rawValue {
        parser.emit(property, .length(.px(width)))
      }
    }
  }

  // html.spec.whatwg.org/#tables-2: in quirks mode tables do not inherit text properties.
  private mutating func emitTableQuirks() {
    for property in [
      PropertyID.color, .fontSize, .fontWeight, .fontStyle, .fontVariantCaps,
      .whiteSpaceCollapse, .textWrapMode, .textAlign, .textIndent,
    ] {
      parser.emit(property, .initial)
    }
  }

  private mutating func emitHints(_ element: NodeID, _ name: NameID) {
    if let value = document.attribute(.bgcolor, of: element) {
      switch name {
      case .body, .table, .thead, .tbody, .tfoot, .tr, .td, .th, .marquee:
        if let color = legacyColor(value) { parser.emit(.backgroundColor, .color(color)) }
      default: break
      }
    }
    switch name {
    case .body:
      if let value = document.attribute(.text, of: element), let color = legacyColor(value) {
        parser.emit(.color, .color(color))
      }
    case .font:
      if let value = document.attribute(.color, of: element), let color = legacyColor(value) {
        parser.emit(.color, .color(color))
      }
      if let value = document.attribute(.face, of: element), document.withText(value, isMonospace) {
        parser.emit(.fontFamily, .keyword(1))
      }
    case .table: emitTable(element)
    case .td, .th, .tr, .thead, .tbody, .tfoot, .col, .colgroup:
      emitCellAlignment(element)
      emitSize(element, .height)
      if name != .tr, name != .thead, name != .tbody, name != .tfoot { emitSize(element, .width) }
      if document.hasAttribute(.nowrap, of: element), name == .td || name == .th {
        parser.emit(.textWrapMode, .keyword(0))
      }
    case .caption:
      if document.attribute(.align, of: element, is: "bottom") {
        parser.emit(.captionSide, keyword: CaptionSide.bottom)
      } else {
        emitTextAlign(element)
      }
    case .div, .p, .h1, .h2, .h3, .h4, .h5, .h6, .legend: emitTextAlign(element)
    case .hr: emitRule(element)
    case .img, .iframe, .object, .embed, .video, .applet, .canvas, .marquee: emitReplaced(element)
    case .input:
      if document.attribute(.type, of: element, is: "image") { emitReplaced(element) }
    case .ol, .ul, .li, .menu, .dir: emitListType(element)
    case .br:
      if let value = document.attribute(.clear, of: element) {
        if document.text(value, is: "left") {
          parser.emit(.clear, keyword: ClearSide.left)
        } else if document.text(value, is: "right") {
          parser.emit(.clear, keyword: ClearSide.right)
        } else if document.text(value, is: "all") || document.text(value, is: "both") {
          parser.emit(.clear, keyword: ClearSide.both)
        }
      }
    case .pre:
      if document.hasAttribute(.wrap, of: element) { parser.emit(.textWrapMode, .keyword(1)) }
      emitSize(element, .width)
    case .textarea:
      if document.attribute(.wrap, of: element, is: "off") {
        parser.emit(.textWrapMode, .keyword(0))
      }
    default: break
    }
  }

  private mutating func emitTable(_ table: NodeID) {
    emitSize(table, .width)
    emitSize(table, .height)
    if let spacing = document.integer(.cellspacing, of: table) {
      parser.emit(
        .borderSpacing, .length(LengthPercentage(px: Float(spacing), percent: Float(spacing))))
    }
    if let border = document.attribute(.border, of: table) {
      let width = document.signedInteger(border) ?? 1
      if width > 0 {
        emitBorder(Shorthand.border.longhands, style: .outset, width: Float(min(width, 64)))
      }
    }
    if document.hasAttribute(.rules, of: table) {
      parser.emit(.borderCollapse, keyword: BorderCollapse.collapse)
    }
    if let frame = document.attribute(.frame, of: table) {
      let isBox = document.text(frame, is: "box") || document.text(frame, is: "border")
      let hasRows = isBox || document.text(frame, is: "hsides")
      let hasColumns = isBox || document.text(frame, is: "vsides")
      let sides: [(PropertyID, Bool)] = [
        (.borderTopStyle, hasRows || document.text(frame, is: "above")),
        (.borderBottomStyle, hasRows || document.text(frame, is: "below")),
        (.borderLeftStyle, hasColumns || document.text(frame, is: "lhs")),
        (.borderRightStyle, hasColumns || document.text(frame, is: "rhs")),
      ]
      for (side, isDrawn) in sides {
        parser.emit(side, keyword: isDrawn ? BorderStyle.outset : .none)
      }
    }
    if let color = document.attribute(.bordercolor, of: table), let color = legacyColor(color) {
      for property in Shorthand.borderColor.longhands { parser.emit(property, .color(color)) }
    }
    if document.attribute(.align, of: table, is: "left") {
      parser.emit(.float, .keyword(FloatSide.left.rawValue))
    } else if document.attribute(.align, of: table, is: "right") {
      parser.emit(.float, .keyword(FloatSide.right.rawValue))
    } else if document.attribute(.align, of: table, is: "center")
      || document.attribute(.align, of: table, is: "middle")
    {
      parser.emit(.marginLeft, .length(.auto))
      parser.emit(.marginRight, .length(.auto))
    }
  }

  private mutating func emitTextAlign(_ element: NodeID) {
    guard let value = document.attribute(.align, of: element) else { return }
    if document.text(value, is: "center") || document.text(value, is: "middle") {
      parser.emit(.textAlign, keyword: TextAlign.legacyCenter)
    } else if document.text(value, is: "left") {
      parser.emit(.textAlign, keyword: TextAlign.legacyLeft)
    } else if document.text(value, is: "right") {
      parser.emit(.textAlign, keyword: TextAlign.legacyRight)
    } else if document.text(value, is: "justify") {
      parser.emit(.textAlign, keyword: TextAlign.justify)
    }
  }

  private mutating func emitCellAlignment(_ element: NodeID) {
    emitTextAlign(element)
    guard let value = document.attribute(.valign, of: element) else { return }
    let names: [(StaticString, VerticalAlign)] = [
      ("top", .top), ("middle", .middle), ("bottom", .bottom), ("baseline", .baseline),
    ]
    for (name, align) in names where document.text(value, is: name) {
      parser.emit(.verticalAlign, keyword: align)
    }
  }

  private mutating func emitRule(_ rule: NodeID) {
    emitSize(rule, .width)
    if document.attribute(.align, of: rule, is: "left") {
      parser.emit(.marginLeft, .length(.zero))
      parser.emit(.marginRight, .length(.auto))
    } else if document.attribute(.align, of: rule, is: "right") {
      parser.emit(.marginLeft, .length(.auto))
      parser.emit(.marginRight, .length(.zero))
    } else if document.attribute(.align, of: rule, is: "center") {
      parser.emit(.marginLeft, .length(.auto))
      parser.emit(.marginRight, .length(.auto))
    }
    if let value = document.attribute(.color, of: rule), let color = legacyColor(value) {
      parser.emit(.color, .color(color))
    }
  }

  private mutating func emitReplaced(_ element: NodeID) {
    emitSize(element, .width)
    emitSize(element, .height)
    if document.attribute(.align, of: element, is: "left") {
      parser.emit(.float, .keyword(FloatSide.left.rawValue))
    } else if document.attribute(.align, of: element, is: "right") {
      parser.emit(.float, .keyword(FloatSide.right.rawValue))
    }
    if let space = document.integer(.hspace, of: element) {
      parser.emit(.marginLeft, .length(.px(Float(space))))
      parser.emit(.marginRight, .length(.px(Float(space))))
    }
    if let space = document.integer(.vspace, of: element) {
      parser.emit(.marginTop, .length(.px(Float(space))))
      parser.emit(.marginBottom, .length(.px(Float(space))))
    }
  }

  private mutating func emitListType(_ element: NodeID) {
    guard let value = document.attribute(.type, of: element) else { return }
    // The letters are the only values that depend on case.
    let style: CounterStyle? = document.withText(value) { text in
      if text.count == 1 {
        switch text[0] {
        case 0x31: return .decimal
        case 0x61: return .lowerAlpha
        case 0x41: return .upperAlpha
        case 0x69: return .lowerRoman
        case 0x49: return .upperRoman
        default: return nil
        }
      }
      let names: [(StaticString, CounterStyle)] = [
        ("disc", .disc), ("circle", .circle), ("square", .square), ("none", .none),
      ]
      for (name, style) in names where text.equalsIgnoringCase(name) { return style }
      return nil
    }
    if let style { parser.emit(.listStyleType, .number(Float(style.rawValue))) }
  }

  // html.spec.whatwg.org/#rules-for-parsing-dimension-values
  private mutating func emitSize(_ element: NodeID, _ property: PropertyID) {
    let name: NameID = property == .width ? .width : .height
    guard let value = document.attribute(name, of: element) else { return }
    let size: LengthPercentage? = document.withText(value) { text in
      var index = 0
      while index < text.count, text[index].isSpace { index += 1 }
      guard index < text.count, text[index].isDigit else { return nil }
      var number: Float = 0
      while index < text.count, text[index].isDigit {
        number = min(number * 10 + Float(text[index] &- 0x30), 1e6)
        index += 1
      }
      if index + 1 < text.count, text[index] == 0x2E, text[index + 1].isDigit {
        index += 1
        var scale: Float = 0.1
        while index < text.count, text[index].isDigit {
          number += Float(text[index] &- 0x30) * scale
          scale /= 10
          index += 1
        }
      }
      return index < text.count && text[index] == 0x25 ? .percent(number) : .px(number)
    }
    if let size { parser.emit(property, .length(size)) }
  }

  private func isMonospace(_ face: Span<UInt8>) -> Bool {
    var family = PropertyParser(bytes: [], context: parser.context)
    var bytes: [UInt8] = []
    for index in 0..<face.count { bytes.append(face[index]) }
    family.tokens = Tokenizer(bytes)
    return family.fontFamily() == .keyword(1)
  }

  // html.spec.whatwg.org/#rules-for-parsing-a-legacy-colour-value
  /// The colour of an attribute's value.
  private func legacyColor(_ value: TextRange) -> StyleColor? {
    document.withText(value) { LegacyColor.parse($0) }
  }
}

/// Colours in attributes, where almost any text is a colour.
enum LegacyColor {
  // html.spec.whatwg.org/#rules-for-parsing-a-legacy-colour-value
  static func parse(_ text: Span<UInt8>) -> StyleColor? {
    var start = 0
    var end = text.count
    while start < end, text[start].isSpace { start += 1 }
    while end > start, text[end - 1].isSpace { end -= 1 }
    guard end > start else { return nil }
    let trimmed = text.extracting(start..<end)
    if trimmed.equalsIgnoringCase("transparent") { return nil }
    if let named = ColorNames.find(NameHash.ofLowercased(trimmed)) {
      return StyleColor(rawValue: 0xFF00_0000 | named)
    }
    if trimmed.count == 4, trimmed[0] == 0x23,
      let color = ColorParser.hex(trimmed.extracting(1..<4))
    {
      return color
    }
    // Everything else is made into hexadecimal digits by force.
    var digits: [UInt32] = []
    var index = trimmed[0] == 0x23 ? 1 : 0
    while index < trimmed.count, digits.count < 128 {
      let byte = trimmed[index]
      // A character beyond the first plane counts as two zeros, any other as one.
      if byte >= 0xF0 { digits.append(0) }
      if byte < 0x80 || byte >= 0xC0 { digits.append(byte.hexDigitValue ?? 0) }
      index += 1
    }
    while digits.isEmpty || digits.count % 3 != 0 { digits.append(0) }
    let length = digits.count / 3
    var parts = [digits[0..<length], digits[length..<2 * length], digits[2 * length..<3 * length]]
    if length > 8 { parts = parts.map { $0.suffix(8) } }
    while let first = parts.first, first.count > 2, parts.allSatisfy({ $0.first == 0 }) {
      parts = parts.map { $0.dropFirst() }
    }
    func component(_ digits: ArraySlice<UInt32>) -> UInt8 {
      UInt8(truncatingIfNeeded: digits.prefix(2).reduce(0) { $0 << 4 | $1 })
    }
    return StyleColor(
      red: component(parts[0]), green: component(parts[1]), blue: component(parts[2]))
  }
}
