// SPDX-License-Identifier: MIT
// Part of Grille: evaluates the conditions of @supports.

// drafts.csswg.org/css-conditional-4/#at-supports
/// Answers whether declarations and selectors are understood.
enum SupportsCondition {
  private static let maximumDepth = 16

  /// Evaluates a whole prelude.
  static func evaluate(_ tokens: inout Tokenizer) -> Bool {
    guard let result = condition(&tokens, depth: 0) else { return false }
    return tokens.nextSkippingSpace().kind == .end && result
  }

  /// Evaluates the argument of `supports()` in an import: a condition or a bare declaration.
  static func evaluateArgument(_ tokens: inout Tokenizer) -> Bool {
    if declaration(tokens.bytes, from: tokens.position, to: tokens.end) { return true }
    return evaluate(&tokens)
  }

  private static func condition(_ tokens: inout Tokenizer, depth: Int) -> Bool? {
    guard depth < maximumDepth else { return nil }
    let before = tokens.position
    let first = tokens.nextSkippingSpace()
    if first.kind == .ident, tokens.value(of: first, equals: "not") {
      guard let operand = operand(&tokens, depth: depth) else { return nil }
      return !operand
    }
    tokens.position = before
    guard var result = operand(&tokens, depth: depth) else { return nil }
    while true {
      let before = tokens.position
      let word = tokens.nextSkippingSpace()
      let isAnd = word.kind == .ident && tokens.value(of: word, equals: "and")
      let isOr = word.kind == .ident && tokens.value(of: word, equals: "or")
      guard isAnd || isOr else {
        tokens.position = before
        return result
      }
      guard let next = operand(&tokens, depth: depth) else { return nil }
      result = isAnd ? result && next : result || next
    }
  }

  private static func operand(_ tokens: inout Tokenizer, depth: Int) -> Bool? {
    let token = tokens.nextSkippingSpace()
    guard token.kind == .openParen || token.kind == .function else { return nil }
    let start = tokens.position
    tokens.skipBlock(token.kind)
    let end = max(start, tokens.position - 1)
    if token.kind == .function {
      guard tokens.value(of: token, equals: "selector") else { return false }
      var argument = Tokenizer(tokens.bytes, from: start, to: end)
      var parser = SelectorParser(arena: SelectorArena())
      return parser.parseList(&argument, context: .rule) != nil
    }
    if declaration(tokens.bytes, from: start, to: end) { return true }
    var inner = Tokenizer(tokens.bytes, from: start, to: end)
    guard let result = condition(&inner, depth: depth + 1) else { return false }
    return inner.nextSkippingSpace().kind == .end && result
  }

  /// Whether the bytes are one declaration that is understood.
  private static func declaration(_ bytes: [UInt8], from start: Int, to end: Int) -> Bool {
    var tokens = Tokenizer(bytes, from: start, to: end)
    let name = tokens.nextSkippingSpace()
    guard name.kind == .ident, tokens.nextSkippingSpace().kind == .colon else { return false }
    var parser = PropertyParser(
      bytes: bytes, context: LengthContext(MediaEnvironment(columns: 80, rows: 25)))
    return parser.parseDeclaration(name: name, from: tokens.position, to: end)
  }
}
