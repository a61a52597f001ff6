// SPDX-License-Identifier: MIT
// Part of Grille: parses colours.

/// A parsed colour.
enum ParsedColor: Hashable {
  case color(StyleColor)
  case currentColor
}

// drafts.csswg.org/css-color-4/
/// Reads one colour from tokens.
struct ColorParser {
  let context: LengthContext
  private var depth = 0

  init(context: LengthContext) { self.context = context }

  /// Parses the colour that begins with a token just read; nil if it is none.
  mutating func parse(_ token: Token, _ tokens: inout Tokenizer) -> ParsedColor? {
    switch token.kind {
    case .hash:
      return ColorParser.hex(tokens.bytes.span.extracting(token.valueStart..<token.valueEnd))
        .map { .color($0) }
    case .ident: return keyword(token, tokens)
    case .function:
      depth += 1
      defer { depth -= 1 }
      guard depth <= 8 else { return nil }
      return function(token, &tokens)
    default: return nil
    }
  }

  /// The colour of 3, 4, 6 or 8 hexadecimal digits.
  static func hex(_ digits: Span<UInt8>) -> StyleColor? {
    var value: UInt32 = 0
    for index in 0..<digits.count {
      guard index < 8, let digit = digits[index].hexDigitValue else { return nil }
      value = value << 4 | digit
    }
    func spread(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: (value >> shift & 15) * 17) }
    switch digits.count {
    case 3: return StyleColor(red: spread(8), green: spread(4), blue: spread(0))
    case 4:
      return StyleColor(red: spread(12), green: spread(8), blue: spread(4), alpha: spread(0))
    case 6: return StyleColor(rawValue: 0xFF00_0000 | value)
    case 8: return StyleColor(rawValue: value << 24 | value >> 8)
    default: return nil
    }
  }

  private func keyword(_ token: Token, _ tokens: Tokenizer) -> ParsedColor? {
    let hash = tokens.hash(of: token, lowercased: true)
    if let value = ColorNames.find(hash) {
      return .color(StyleColor(rawValue: 0xFF00_0000 | value))
    }
    func named(_ text: StaticString) -> Bool { tokens.value(of: token, equals: text) }
    if named("transparent") { return .color(.transparent) }
    if named("currentcolor") { return .currentColor }
    // drafts.csswg.org/css-color-4/#css-system-colors: those of plain text are the terminal's own.
    let system: [(StaticString, StyleColor)] = [
      ("canvastext", .default), ("canvas", .transparent), ("text", .default),
      ("windowtext", .default), ("window", .transparent), ("buttontext", .default),
      ("buttonface", .transparent), ("buttonborder", .default), ("field", .transparent),
      ("fieldtext", .default), ("-webkit-text", .default),
      ("linktext", StyleColor(rawValue: context.isDark ? 0xFF9E_9EFF : 0xFF00_00EE)),
      ("-webkit-link", StyleColor(rawValue: context.isDark ? 0xFF9E_9EFF : 0xFF00_00EE)),
      ("visitedtext", StyleColor(rawValue: context.isDark ? 0xFFD0_ADF0 : 0xFF55_1A8B)),
      ("activetext", StyleColor(rawValue: 0xFFFF_0000)),
      ("graytext", StyleColor(rawValue: 0xFF80_8080)),
      ("mark", StyleColor(rawValue: 0xFFFF_FF00)),
      ("marktext", StyleColor(rawValue: 0xFF00_0000)),
      ("highlight", StyleColor(rawValue: 0xFFB5_D5FF)), ("highlighttext", .default),
      ("accentcolor", StyleColor(rawValue: 0xFF00_75FF)),
      ("accentcolortext", StyleColor(rawValue: 0xFFFF_FFFF)),
      ("selecteditem", StyleColor(rawValue: 0xFFB5_D5FF)), ("selecteditemtext", .default),
    ]
    return tokens.lookup(token, in: system).map { .color($0) }
  }

  // MARK: Functions

  private mutating func function(_ token: Token, _ tokens: inout Tokenizer) -> ParsedColor? {
    func named(_ text: StaticString) -> Bool { tokens.value(of: token, equals: text) }
    if named("rgb") || named("rgba") {
      guard let parts = components(&tokens) else { return nil }
      let scaled = parts.values.enumerated().map { index, value in
        parts.arePercentages[index] ? value * 2.55 : value
      }
      return color(scaled[0] / 255, scaled[1] / 255, scaled[2] / 255, parts.alpha)
    }
    if named("hsl") || named("hsla") {
      guard let parts = components(&tokens) else { return nil }
      let rgb = ColorSpaces.hslToRGB(
        parts.values[0], parts.values[1] / 100, parts.values[2] / 100)
      return color(rgb.0, rgb.1, rgb.2, parts.alpha)
    }
    if named("hwb") {
      guard let parts = components(&tokens) else { return nil }
      let rgb = ColorSpaces.hwbToRGB(
        parts.values[0], parts.values[1] / 100, parts.values[2] / 100)
      return color(rgb.0, rgb.1, rgb.2, parts.alpha)
    }
    let isOK = named("oklab") || named("oklch")
    let isPolar = named("lch") || named("oklch")
    if isOK || isPolar || named("lab") {
      guard let parts = components(&tokens) else { return nil }
      var (l, a, b) = (parts.values[0], parts.values[1], parts.values[2])
      // Percentages refer to 100 (or 1) for lightness, 125 and 150 (or 0.4) for the others.
      if isOK {
        if parts.arePercentages[0] { l /= 100 }
        if parts.arePercentages[1] { a *= 0.004 }
        if parts.arePercentages[2], !isPolar { b *= 0.004 }
      } else {
        if parts.arePercentages[1] { a *= isPolar ? 1.5 : 1.25 }
        if parts.arePercentages[2], !isPolar { b *= 1.25 }
      }
      if isPolar { (a, b) = ColorSpaces.polarToRectangular(chroma: max(a, 0), hue: b) }
      let rgb = isOK ? ColorSpaces.oklabToRGB(l, a, b) : ColorSpaces.labToRGB(l, a, b)
      return color(rgb.0, rgb.1, rgb.2, parts.alpha)
    }
    if named("color") {
      let space = tokens.nextSkippingSpace()
      guard space.kind == .ident, let parts = components(&tokens) else { return nil }
      let values = parts.values.enumerated().map { index, value in
        parts.arePercentages[index] ? value / 100 : value
      }
      // Deviation: wide-gamut spaces are read as sRGB; a terminal shows no more.
      if tokens.value(of: space, equals: "srgb-linear") {
        return color(
          ColorSpaces.encoded(values[0]), ColorSpaces.encoded(values[1]),
          ColorSpaces.encoded(values[2]), parts.alpha)
      }
      if tokens.value(of: space, equals: "xyz") || tokens.value(of: space, equals: "xyz-d65") {
        let rgb = ColorSpaces.xyzToRGB(values[0], values[1], values[2])
        return color(rgb.0, rgb.1, rgb.2, parts.alpha)
      }
      return color(values[0], values[1], values[2], parts.alpha)
    }
    if named("light-dark") {
      guard let light = parseArgument(&tokens), tokens.nextSkippingSpace().kind == .comma,
        let dark = parseArgument(&tokens), isClosed(&tokens)
      else { return nil }
      return context.isDark ? dark : light
    }
    if named("color-mix") { return mix(&tokens) }
    return nil
  }

  private mutating func parseArgument(_ tokens: inout Tokenizer) -> ParsedColor? {
    let token = tokens.nextSkippingSpace()
    return parse(token, &tokens)
  }

  private func isClosed(_ tokens: inout Tokenizer) -> Bool {
    let token = tokens.nextSkippingSpace()
    return token.kind == .closeParen || token.kind == .end
  }

  private func color(_ r: Double, _ g: Double, _ b: Double, _ alpha: Double) -> ParsedColor {
    func byte(_ value: Double) -> UInt8 {
      UInt8(max(0, min(255, ((value.isFinite ? value : 0) * 255).rounded())))
    }
    return .color(
      StyleColor(red: byte(r), green: byte(g), blue: byte(b), alpha: byte(alpha)))
  }

  private struct Components {
    var values: [Double] = []
    var arePercentages: [Bool] = []
    var alpha = 1.0
  }

  /// Three components and an alpha, in the comma or the space syntax, with the closing parenthesis.
  private func components(_ tokens: inout Tokenizer) -> Components? {
    var result = Components()
    var usesCommas = false
    while result.values.count < 3 {
      guard let (value, isPercentage) = component(&tokens) else { return nil }
      result.values.append(value)
      result.arePercentages.append(isPercentage)
      if tokens.peekPastSpace().kind == .comma {
        guard result.values.count == 1 || usesCommas else { return nil }
        usesCommas = true
        _ = tokens.nextSkippingSpace()
      } else if usesCommas, result.values.count < 3 {
        return nil
      }
      if usesCommas, result.values.count == 3 {
        let last = tokens.peekPastSpace().kind
        // The comma behind the third component was taken above if there was one.
        if last == .closeParen || last == .end { return isClosed(&tokens) ? result : nil }
        guard let (alpha, isPercentage) = component(&tokens) else { return nil }
        result.alpha = max(0, min(1, isPercentage ? alpha / 100 : alpha))
        return isClosed(&tokens) ? result : nil
      }
    }
    if tokens.peekPastSpace().isDelimiter(0x2F) {
      _ = tokens.nextSkippingSpace()
      guard let (alpha, isPercentage) = component(&tokens) else { return nil }
      result.alpha = max(0, min(1, isPercentage ? alpha / 100 : alpha))
    }
    return isClosed(&tokens) ? result : nil
  }

  /// A number, percentage, angle in degrees, or `none`, which counts as 0.
  private func component(_ tokens: inout Tokenizer) -> (Double, Bool)? {
    let token = tokens.nextSkippingSpace()
    switch token.kind {
    case .number: return (token.number, false)
    case .percentage: return (token.number, true)
    case .dimension:
      let angles: [(StaticString, Double)] = [
        ("deg", 1), ("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360),
      ]
      return tokens.lookup(token, in: angles).map { (token.number * $0, false) }
    case .ident: return tokens.value(of: token, equals: "none") ? (0, false) : nil
    case .function:
      var calculation = Calculation(context: context)
      guard let value = calculation.function(token, &tokens) else { return nil }
      if value.isNumber { return (value.amount, false) }
      return value.amount == 0 ? (value.percent, true) : nil
    default: return nil
    }
  }

  // drafts.csswg.org/css-color-5/#color-mix
  /// Deviation: every colour space is mixed in sRGB or, if named, Oklab; hues go no longer way.
  private mutating func mix(_ tokens: inout Tokenizer) -> ParsedColor? {
    let word = tokens.nextSkippingSpace()
    guard word.kind == .ident, tokens.value(of: word, equals: "in") else { return nil }
    let space = tokens.nextSkippingSpace()
    guard space.kind == .ident else { return nil }
    let usesOklab = !tokens.value(of: space, equals: "srgb")
    while tokens.peekPastSpace().kind == .ident { _ = tokens.nextSkippingSpace() }
    var colors: [StyleColor] = []
    var shares: [Double?] = []
    for _ in 0..<2 {
      guard tokens.nextSkippingSpace().kind == .comma else { return nil }
      var share: Double?
      if tokens.peekPastSpace().kind == .percentage { share = tokens.nextSkippingSpace().number }
      guard let parsed = parseArgument(&tokens) else { return nil }
      if share == nil, tokens.peekPastSpace().kind == .percentage {
        share = tokens.nextSkippingSpace().number
      }
      guard case .color(let color) = parsed, !color.isDefault else {
        // What the element's own colour mixes to is only known later.
        tokens.skipBlock(.function)
        return .currentColor
      }
      colors.append(color)
      shares.append(share)
    }
    guard isClosed(&tokens) else { return nil }
    let first = shares[0] ?? (100 - (shares[1] ?? 50))
    let second = shares[1] ?? (100 - first)
    guard first >= 0, second >= 0, first + second > 0 else { return nil }
    return .color(
      ColorSpaces.mix(
        colors[0], colors[1], share: second / (first + second),
        alphaScale: min(1, (first + second) / 100), usesOklab: usesOklab))
  }
}
