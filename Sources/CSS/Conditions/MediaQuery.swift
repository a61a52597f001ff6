// SPDX-License-Identifier: MIT
// Part of Grille: evaluates media queries for a terminal.

// drafts.csswg.org/mediaqueries-4/
/// Answers media queries from a `MediaEnvironment`.
package struct MediaQuery {
  private let environment: MediaEnvironment
  private static let maximumDepth = 16

  private init(_ environment: MediaEnvironment) { self.environment = environment }

  /// Whether the medium matches a media query list, such as a `media` attribute's value.
  package static func matches(_ list: String, in environment: MediaEnvironment) -> Bool {
    var tokens = Tokenizer(Array(list.utf8))
    return evaluate(&tokens, in: environment)
  }

  /// Whether the medium matches the list in the rest of the tokens; an empty list matches.
  static func evaluate(_ tokens: inout Tokenizer, in environment: MediaEnvironment) -> Bool {
    let query = MediaQuery(environment)
    if tokens.peekPastSpace().kind == .end { return true }
    while true {
      let result = query.query(&tokens)
      var token = tokens.nextSkippingSpace()
      if result == true, token.kind == .comma || token.kind == .end { return true }
      // An invalid query is "not all": go on behind the next comma.
      while token.kind != .comma {
        if token.kind == .end { return false }
        if token.kind == .openParen || token.kind == .function || token.kind == .openSquare
          || token.kind == .openCurly
        {
          tokens.skipBlock(token.kind)
        }
        token = tokens.next()
      }
    }
  }

  /// One query: nil if it is invalid or its result is unknown.
  private func query(_ tokens: inout Tokenizer) -> Bool? {
    let before = tokens.position
    var token = tokens.nextSkippingSpace()
    var isNegated = false
    if token.kind == .ident {
      if tokens.value(of: token, equals: "not") {
        if tokens.peekPastSpace().kind == .ident {
          isNegated = true
          token = tokens.nextSkippingSpace()
        }
      } else if tokens.value(of: token, equals: "only") {
        token = tokens.nextSkippingSpace()
        guard token.kind == .ident else { return nil }
      }
    }
    guard token.kind == .ident, !tokens.value(of: token, equals: "not") else {
      tokens.position = before
      return condition(&tokens, depth: 0, allowsOr: true)
    }
    if tokens.value(of: token, equals: "and") || tokens.value(of: token, equals: "or")
      || tokens.value(of: token, equals: "layer")
    {
      return nil
    }
    var result = tokens.value(of: token, equals: "all") || tokens.value(of: token, equals: "screen")
    let afterType = tokens.position
    let word = tokens.nextSkippingSpace()
    if word.kind == .ident, tokens.value(of: word, equals: "and") {
      guard let rest = condition(&tokens, depth: 0, allowsOr: false) else { return nil }
      result = result && rest
    } else {
      tokens.position = afterType
    }
    return isNegated ? !result : result
  }

  private func condition(_ tokens: inout Tokenizer, depth: Int, allowsOr: Bool) -> Bool? {
    guard depth < MediaQuery.maximumDepth else { return nil }
    let before = tokens.position
    let first = tokens.nextSkippingSpace()
    if first.kind == .ident, tokens.value(of: first, equals: "not") {
      guard let operand = operand(&tokens, depth: depth) else { return nil }
      return !operand
    }
    tokens.position = before
    var result = operand(&tokens, depth: depth)
    while true {
      let before = tokens.position
      let word = tokens.nextSkippingSpace()
      let isAnd = word.kind == .ident && tokens.value(of: word, equals: "and")
      let isOr = word.kind == .ident && tokens.value(of: word, equals: "or") && allowsOr
      guard isAnd || isOr else {
        tokens.position = before
        return result
      }
      let next = operand(&tokens, depth: depth)
      // Three-valued logic: unknown yields to a decisive operand.
      if isAnd {
        if result == false || next == false {
          result = false
        } else if result == nil || next == nil {
          result = nil
        }
      } else if result == true || next == true {
        result = true
      } else if result == nil || next == nil {
        result = nil
      }
    }
  }

  private func operand(_ tokens: inout Tokenizer, depth: Int) -> Bool? {
    let token = tokens.nextSkippingSpace()
    guard token.kind == .openParen else {
      if token.kind == .function { tokens.skipBlock(.function) }
      return nil
    }
    let start = tokens.position
    tokens.skipBlock(.openParen)
    let end = max(start, tokens.position - 1)
    var inner = Tokenizer(tokens.bytes, from: start, to: end)
    let first = inner.peekPastSpace()
    if first.kind == .openParen || (first.kind == .ident && inner.value(of: first, equals: "not")) {
      let result = condition(&inner, depth: depth + 1, allowsOr: true)
      return inner.nextSkippingSpace().kind == .end ? result : nil
    }
    return feature(&inner)
  }

  // MARK: Features

  private enum Comparison {
    case equal
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .equal: return a == b
      case .less: return a < b
      case .lessOrEqual: return a <= b
      case .greater: return a > b
      case .greaterOrEqual: return a >= b
      }
    }

    var mirrored: Comparison {
      switch self {
      case .equal: return .equal
      case .less: return .greater
      case .lessOrEqual: return .greaterOrEqual
      case .greater: return .less
      case .greaterOrEqual: return .lessOrEqual
      }
    }
  }

  /// Evaluates what is inside one pair of parentheses.
  private func feature(_ tokens: inout Tokenizer) -> Bool? {
    let first = tokens.peekPastSpace()
    if first.kind == .ident {
      let name = tokens.nextSkippingSpace()
      let before = tokens.position
      let separator = tokens.nextSkippingSpace()
      if separator.kind == .end { return boolean(name, tokens) }
      if separator.kind == .colon { return plain(name, &tokens) }
      tokens.position = before
      guard let comparison = comparison(&tokens), let bound = number(&tokens),
        tokens.nextSkippingSpace().kind == .end, let actual = measure(name, tokens)
      else { return nil }
      return comparison.holds(actual, bound)
    }
    // 400px <= width <= 700px
    guard let low = number(&tokens), let left = comparison(&tokens) else { return nil }
    let name = tokens.nextSkippingSpace()
    guard name.kind == .ident, let actual = measure(name, tokens) else { return nil }
    var result = left.mirrored.holds(actual, low)
    if tokens.peekPastSpace().kind != .end {
      guard let right = comparison(&tokens), let high = number(&tokens) else { return nil }
      result = result && right.holds(actual, high)
    }
    return tokens.nextSkippingSpace().kind == .end ? result : nil
  }

  private func comparison(_ tokens: inout Tokenizer) -> Comparison? {
    let token = tokens.nextSkippingSpace()
    guard token.kind == .delimiter else { return nil }
    let hasEqual = tokens.peekToken().isDelimiter(0x3D)
    switch token.delimiter {
    case 0x3D: return .equal
    case 0x3C:
      if hasEqual { _ = tokens.next() }
      return hasEqual ? .lessOrEqual : .less
    case 0x3E:
      if hasEqual { _ = tokens.next() }
      return hasEqual ? .greaterOrEqual : .greater
    default: return nil
    }
  }

  /// A number, ratio, length in CSS pixels, or resolution in dots per pixel.
  private func number(_ tokens: inout Tokenizer) -> Double? {
    let token = tokens.nextSkippingSpace()
    switch token.kind {
    case .number:
      if tokens.peekPastSpace().isDelimiter(0x2F) {
        _ = tokens.nextSkippingSpace()
        let denominator = tokens.nextSkippingSpace()
        guard denominator.kind == .number else { return nil }
        return denominator.number == 0 ? .infinity : token.number / denominator.number
      }
      return token.number
    case .dimension:
      let dots: [(StaticString, Double)] = [
        ("dppx", 1), ("x", 1), ("dpi", 1.0 / 96), ("dpcm", 2.54 / 96),
      ]
      if let scale = tokens.lookup(token, in: dots) { return token.number * scale }
      return LengthContext(environment).pixels(token, tokens)
    case .function:
      var calculation = Calculation(context: LengthContext(environment))
      guard let value = calculation.function(token, &tokens), value.percent == 0 else { return nil }
      return value.amount
    default: return nil
    }
  }

  private func plain(_ name: Token, _ tokens: inout Tokenizer) -> Bool? {
    let before = tokens.position
    let value = tokens.nextSkippingSpace()
    if value.kind == .ident {
      guard tokens.nextSkippingSpace().kind == .end, let actual = keyword(name, tokens) else {
        return nil
      }
      return tokens.value(of: value, equals: actual)
        // Both pointer kinds are true of a cursor in cells.
        || (tokens.value(of: name, equals: "any-pointer")
          && tokens.value(of: value, equals: "coarse"))
    }
    tokens.position = before
    guard let bound = number(&tokens), tokens.nextSkippingSpace().kind == .end else { return nil }
    var text = tokens.text(of: name).map(\.lowercasedASCII)
    var comparison = Comparison.equal
    if text.starts(with: "-webkit-".utf8) { text.removeFirst(8) }
    if text.starts(with: "min-".utf8) {
      comparison = .greaterOrEqual
      text.removeFirst(4)
    } else if text.starts(with: "max-".utf8) {
      comparison = .lessOrEqual
      text.removeFirst(4)
    }
    guard let actual = measure(text.span) else { return nil }
    return comparison.holds(actual, bound)
  }

  private func boolean(_ name: Token, _ tokens: Tokenizer) -> Bool? {
    if let keyword = keyword(name, tokens) {
      return !["none", "no-preference"].contains { (text: StaticString) in
        keyword.utf8CodeUnitCount == text.utf8CodeUnitCount
          && NameHash.of(keyword) == NameHash.of(text)
      }
    }
    guard let actual = measure(name, tokens) else { return nil }
    return actual != 0
  }

  /// The value of a feature that is a number.
  private func measure(_ name: Token, _ tokens: Tokenizer) -> Double? {
    measure(tokens.text(of: name).span)
  }

  private func measure(_ name: Span<UInt8>) -> Double? {
    func named(_ text: StaticString) -> Bool { name.equalsIgnoringCase(text) }
    if named("width") || named("device-width") { return Double(environment.width) }
    if named("height") || named("device-height") { return Double(environment.height) }
    if named("aspect-ratio") || named("device-aspect-ratio") {
      return environment.height == 0 ? 0 : Double(environment.width / environment.height)
    }
    if named("resolution") || named("device-pixel-ratio") { return 1 }
    if named("color") { return Double(environment.colorBits) }
    if named("color-index") { return environment.colorBits == 0 ? 0 : 256 }
    if named("monochrome") { return environment.colorBits == 0 ? 1 : 0 }
    if named("grid") { return 1 }
    return nil
  }

  /// The value of a feature that is a keyword.
  private func keyword(_ name: Token, _ tokens: Tokenizer) -> StaticString? {
    let table: [(StaticString, StaticString)] = [
      ("orientation", environment.height >= environment.width ? "portrait" : "landscape"),
      ("hover", "none"), ("any-hover", "none"), ("pointer", "fine"), ("any-pointer", "fine"),
      ("prefers-color-scheme", environment.colorScheme == .dark ? "dark" : "light"),
      ("prefers-reduced-motion", "reduce"), ("prefers-reduced-transparency", "reduce"),
      ("prefers-reduced-data", "no-preference"), ("prefers-contrast", "no-preference"),
      ("scripting", "none"), ("update", "slow"), ("overflow-block", "scroll"),
      ("overflow-inline", "none"), ("forced-colors", "none"), ("inverted-colors", "none"),
      ("dynamic-range", "standard"), ("video-dynamic-range", "standard"), ("color-gamut", "srgb"),
      ("display-mode", "browser"), ("scan", "progressive"),
    ]
    return tokens.lookup(name, in: table)
  }
}
