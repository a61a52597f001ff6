// SPDX-License-Identifier: MIT
// Part of Grille: evaluates calc(), min(), max() and clamp() while parsing.

/// A number, or a length with a percentage part.
struct CalculatedValue: Hashable {
  /// The number, or the length in CSS pixels.
  var amount: Double = 0
  var percent: Double = 0
  var isNumber = false
  /// `.length`, `.minimum` or `.maximum`: how length and percentage are joined.
  var kind = LengthPercentage.Kind.length

  /// The value as a computed length; numbers are not lengths.
  var length: LengthPercentage {
    LengthPercentage(
      kind: kind, px: Float(max(-1e6, min(1e6, amount))),
      percent: Float(max(-1e6, min(1e6, percent))))
  }

  var hasBothParts: Bool { kind != .length || (amount != 0 && percent != 0) }
}

// drafts.csswg.org/css-values-4/#math
/// Evaluates math functions; every unit has a fixed size here, so only percentages stay open.
struct Calculation {
  let context: LengthContext
  private var depth = 0
  private static let maximumDepth = 24

  init(context: LengthContext) { self.context = context }

  /// Evaluates the function whose token was just read, up to its closing parenthesis.
  mutating func function(_ token: Token, _ tokens: inout Tokenizer) -> CalculatedValue? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Calculation.maximumDepth else { return nil }
    func named(_ text: StaticString) -> Bool { tokens.value(of: token, equals: text) }
    if named("calc") || named("-webkit-calc") || named("-moz-calc") {
      let value = sum(&tokens)
      return isClosed(&tokens) ? value : nil
    }
    if named("env") {
      // drafts.csswg.org/css-env-1/: no edge of the screen is covered.
      tokens.skipBlock(.function)
      return CalculatedValue()
    }
    let isMinimum = named("min")
    guard isMinimum || named("max") || named("clamp") || named("abs") || named("fit-content")
    else { return nil }
    let isClamp = named("clamp")
    let isAbsolute = named("abs")
    guard !named("fit-content"), let arguments = arguments(&tokens) else { return nil }
    if isAbsolute {
      guard arguments.count == 1, var value = arguments.first, !value.hasBothParts else {
        return nil
      }
      value.amount = abs(value.amount)
      value.percent = abs(value.percent)
      return value
    }
    if isClamp {
      guard arguments.count == 3 else { return nil }
      guard let upper = extreme([arguments[1], arguments[2]], isMinimum: true) else { return nil }
      // One open comparison can be kept; the upper bound matters more for reading.
      if upper.kind != .length { return upper }
      return extreme([arguments[0], upper], isMinimum: false)
    }
    return extreme(arguments, isMinimum: isMinimum)
  }

  private func isClosed(_ tokens: inout Tokenizer) -> Bool {
    let token = tokens.nextSkippingSpace()
    return token.kind == .closeParen || token.kind == .end
  }

  private mutating func arguments(_ tokens: inout Tokenizer) -> [CalculatedValue]? {
    var result: [CalculatedValue] = []
    while result.count < 64 {
      guard let value = sum(&tokens) else { return nil }
      result.append(value)
      let token = tokens.nextSkippingSpace()
      if token.kind == .closeParen || token.kind == .end { return result }
      guard token.kind == .comma else { return nil }
    }
    return nil
  }

  private func extreme(_ values: [CalculatedValue], isMinimum: Bool) -> CalculatedValue? {
    guard let first = values.first, values.allSatisfy({ $0.isNumber == first.isNumber }) else {
      return nil
    }
    func choose(_ a: Double, _ b: Double) -> Double { isMinimum ? min(a, b) : max(a, b) }
    var fixed: Double?
    var relative: Double?
    for value in values {
      if value.hasBothParts || value.percent == 0 {
        let amount = value.hasBothParts ? settled(value).amount : value.amount
        fixed = fixed.map { choose($0, amount) } ?? amount
      } else {
        relative = relative.map { choose($0, value.percent) } ?? value.percent
      }
    }
    var result = CalculatedValue(isNumber: first.isNumber)
    switch (fixed, relative) {
    case (let fixed?, nil): result.amount = fixed
    case (nil, let relative?): result.percent = relative
    case (let fixed?, let relative?):
      result.amount = fixed
      result.percent = relative
      result.kind = isMinimum ? .minimum : .maximum
    case (nil, nil): return nil
    }
    return result
  }

  /// The value with its percentage taken of the viewport's width, where no exact form exists.
  private func settled(_ value: CalculatedValue) -> CalculatedValue {
    let base = Float(context.viewportWidth)
    return CalculatedValue(amount: Double(value.length.resolved(against: base) ?? 0))
  }

  // MARK: Sums and products

  private mutating func sum(_ tokens: inout Tokenizer) -> CalculatedValue? {
    guard var result = product(&tokens) else { return nil }
    while true {
      let before = tokens.position
      let space = tokens.next()
      guard space.kind == .whitespace else {
        tokens.position = before
        return result
      }
      let sign = tokens.nextSkippingSpace()
      guard sign.isDelimiter(0x2B) || sign.isDelimiter(0x2D),
        tokens.peekToken().kind == .whitespace
      else {
        tokens.position = before
        return result
      }
      guard var next = product(&tokens), next.isNumber == result.isNumber else { return nil }
      if result.kind != .length { result = settled(result) }
      if next.kind != .length { next = settled(next) }
      let factor: Double = sign.delimiter == 0x2B ? 1 : -1
      result.amount += factor * next.amount
      result.percent += factor * next.percent
    }
  }

  private mutating func product(_ tokens: inout Tokenizer) -> CalculatedValue? {
    guard var result = value(&tokens) else { return nil }
    while true {
      let before = tokens.position
      let sign = tokens.nextSkippingSpace()
      guard sign.isDelimiter(0x2A) || sign.isDelimiter(0x2F) else {
        tokens.position = before
        return result
      }
      guard let next = value(&tokens) else { return nil }
      if sign.delimiter == 0x2F {
        guard next.isNumber, next.amount != 0 else { return nil }
        result = scaled(result, by: 1 / next.amount)
      } else if next.isNumber {
        result = scaled(result, by: next.amount)
      } else if result.isNumber {
        result = scaled(next, by: result.amount)
      } else {
        return nil
      }
    }
  }

  private func scaled(_ value: CalculatedValue, by factor: Double) -> CalculatedValue {
    var result = value
    result.amount *= factor
    result.percent *= factor
    if factor < 0, value.kind != .length {
      result.kind = value.kind == .minimum ? .maximum : .minimum
    }
    return result
  }

  private mutating func value(_ tokens: inout Tokenizer) -> CalculatedValue? {
    let token = tokens.nextSkippingSpace()
    switch token.kind {
    case .number: return CalculatedValue(amount: token.number, isNumber: true)
    case .percentage: return CalculatedValue(percent: token.number)
    case .dimension:
      guard let pixels = context.pixels(token, tokens) else { return nil }
      return CalculatedValue(amount: pixels)
    case .ident:
      let constants: [(StaticString, Double)] = [
        ("pi", Double.pi), ("e", 2.718281828459045), ("infinity", 1e6), ("-infinity", -1e6),
      ]
      guard let constant = tokens.lookup(token, in: constants) else { return nil }
      return CalculatedValue(amount: constant, isNumber: true)
    case .openParen:
      depth += 1
      defer { depth -= 1 }
      guard depth <= Calculation.maximumDepth else { return nil }
      let value = sum(&tokens)
      return isClosed(&tokens) ? value : nil
    case .function: return function(token, &tokens)
    default: return nil
    }
  }
}
