// SPDX-License-Identifier: MIT
// Part of Grille: parses content, quotes, counters and list markers.

extension PropertyParser {
  // drafts.csswg.org/css-lists-3/#text-markers
  mutating func listStyleType() -> DeclaredValue? {
    let token = tokens.nextSkippingSpace()
    switch token.kind {
    case .string: return list(.string(tokens.string(of: token)))
    case .ident:
      return counterStyle(token).map { .number(Float($0.rawValue)) }
    case .function where tokens.value(of: token, equals: "symbols"):
      tokens.skipBlock(.function)
      return .number(Float(CounterStyle.disc.rawValue))
    default: return nil
    }
  }

  /// The counter style a name stands for; an unknown one (of `@counter-style`) counts in decimal.
  private func counterStyle(_ token: Token) -> CounterStyle? {
    let name = tokens.text(of: token).map(\.lowercasedASCII)
    return CounterStyle(name: name.span) ?? .decimal
  }

  // drafts.csswg.org/css-content-3/#quotes
  mutating func quotes() -> DeclaredValue? {
    var marks: [String] = []
    let first = tokens.nextSkippingSpace()
    if first.kind == .ident {
      if tokens.value(of: first, equals: "none") { return list(.quotes(QuotePairs(pairs: []))) }
      return tokens.value(of: first, equals: "auto") ? .initial : nil
    }
    guard first.kind == .string else { return nil }
    marks.append(tokens.string(of: first))
    while tokens.peekPastSpace().kind == .string, marks.count < 64 {
      marks.append(tokens.string(of: tokens.nextSkippingSpace()))
    }
    return marks.count % 2 == 0 ? list(.quotes(QuotePairs(pairs: marks))) : nil
  }

  // drafts.csswg.org/css-lists-3/#auto-numbering
  mutating func counters(_ kind: CounterOperation.Kind, defaultValue: Int32) -> DeclaredValue? {
    var operations: [CounterOperation] = []
    while operations.count < PropertyParser.maximumListLength {
      let name = tokens.peekPastSpace()
      guard name.kind == .ident || name.kind == .function else { break }
      _ = tokens.nextSkippingSpace()
      var counter = name
      if name.kind == .function {
        // Not implemented: reversed() counters count upwards from the given value.
        guard tokens.value(of: name, equals: "reversed") else { return nil }
        counter = tokens.nextSkippingSpace()
        guard counter.kind == .ident, tokens.nextSkippingSpace().kind == .closeParen else {
          return nil
        }
      } else if operations.isEmpty, tokens.value(of: name, equals: "none") {
        return list(.counters([]))
      }
      var value = defaultValue
      let number = tokens.peekPastSpace()
      if number.kind == .number, number.isInteger {
        _ = tokens.nextSkippingSpace()
        value = Int32(max(-2_147_483_648, min(2_147_483_647, number.number)))
      }
      operations.append(
        CounterOperation(kind: kind, name: tokens.string(of: counter), value: value))
    }
    return operations.isEmpty ? nil : list(.counters(operations))
  }

  // drafts.csswg.org/css-content-3/#content-property
  mutating func content() -> DeclaredValue? {
    var items: [ContentTemplate] = []
    while items.count < PropertyParser.maximumListLength {
      let token = tokens.peekPastSpace()
      switch token.kind {
      case .end:
        return items.isEmpty ? nil : list(.content(items))
      case .string:
        _ = tokens.nextSkippingSpace()
        items.append(.item(.text(tokens.string(of: token))))
      case .url:
        _ = tokens.nextSkippingSpace()
        items.append(.image(alternative: ""))
      case .ident:
        _ = tokens.nextSkippingSpace()
        if items.isEmpty, tokens.peekPastSpace().kind == .end {
          if tokens.value(of: token, equals: "none") { return .keyword(0) }
          if tokens.value(of: token, equals: "normal") { return .initial }
        }
        let names: [(StaticString, ContentItem)] = [
          ("open-quote", .openQuote), ("close-quote", .closeQuote),
          ("no-open-quote", .noOpenQuote), ("no-close-quote", .noCloseQuote),
        ]
        guard let item = tokens.lookup(token, in: names) else { return nil }
        items.append(.item(item))
      case .function:
        _ = tokens.nextSkippingSpace()
        guard let item = contentFunction(token) else { return nil }
        items.append(item)
      case .delimiter where token.delimiter == 0x2F:
        // What follows is the text for those who do not see the content: cells show that.
        _ = tokens.nextSkippingSpace()
        let hasImage = items.contains { if case .image = $0 { true } else { false } }
        var alternative: [ContentTemplate] = []
        while tokens.peekPastSpace().kind != .end {
          let next = tokens.nextSkippingSpace()
          if next.kind == .string {
            alternative.append(.item(.text(tokens.string(of: next))))
          } else if next.kind == .function, let item = contentFunction(next) {
            alternative.append(item)
          } else {
            return nil
          }
        }
        return list(.content(hasImage ? alternative : items))
      default: return nil
      }
    }
    return nil
  }

  private mutating func contentFunction(_ token: Token) -> ContentTemplate? {
    func named(_ text: StaticString) -> Bool { tokens.value(of: token, equals: text) }
    if named("attr") {
      let name = tokens.nextSkippingSpace()
      guard name.kind == .ident else { return nil }
      let hash = tokens.hash(of: name, lowercased: true)
      var fallback = ""
      while true {
        let next = tokens.nextSkippingSpace()
        if next.kind == .closeParen || next.kind == .end { break }
        if next.kind == .string { fallback = tokens.string(of: next) }
        if next.kind == .function { tokens.skipBlock(.function) }
      }
      return .attribute(name: hash, fallback: fallback)
    }
    let isPlural = named("counters")
    if isPlural || named("counter") {
      let name = tokens.nextSkippingSpace()
      guard name.kind == .ident else { return nil }
      var separator = ""
      if isPlural {
        guard tokens.nextSkippingSpace().kind == .comma else { return nil }
        let text = tokens.nextSkippingSpace()
        guard text.kind == .string else { return nil }
        separator = tokens.string(of: text)
      }
      var style = CounterStyle.decimal
      var next = tokens.nextSkippingSpace()
      if next.kind == .comma {
        let styleName = tokens.nextSkippingSpace()
        guard styleName.kind == .ident, let named = counterStyle(styleName) else { return nil }
        style = named
        next = tokens.nextSkippingSpace()
      }
      guard next.kind == .closeParen || next.kind == .end else { return nil }
      let text = tokens.string(of: name)
      return .item(
        isPlural
          ? .counters(name: text, separator: separator, style: style)
          : .counter(name: text, style: style))
    }
    // url("…"), image-set(), gradients: nothing is drawn in their place.
    let images: [(StaticString, Bool)] = [
      ("url", true), ("image-set", true), ("-webkit-image-set", true), ("linear-gradient", true),
      ("radial-gradient", true), ("conic-gradient", true), ("image", true), ("element", true),
      ("repeating-linear-gradient", true), ("cross-fade", true), ("paint", true),
    ]
    guard tokens.lookup(token, in: images) != nil else { return nil }
    tokens.skipBlock(.function)
    return .image(alternative: "")
  }
}
