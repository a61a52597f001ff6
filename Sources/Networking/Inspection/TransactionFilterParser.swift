// SPDX-License-Identifier: MIT
// Part of Grille: reads the language in which transactions are picked out.

import WebInfra

/// Reads one filter from its start to its end.
struct TransactionFilterParser {
  typealias Filter = TransactionFilter

  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Every term, in order.
  mutating func terms() throws(Filter.Problem) -> [Filter.Term] {
    var result: [Filter.Term] = []
    while true {
      while let next = peek, Self.isBlank(next) { index += 1 }
      guard peek != nil else { return result }
      var isNegated = false
      while peek == "!" || peek == "-" {
        index += 1
        isNegated.toggle()
      }
      // A mark alone says nothing yet: the user is still typing.
      guard let next = peek, !Self.isBlank(next) else { continue }
      result.append(Filter.Term(condition: try condition(), isNegated: isNegated))
    }
  }

  private mutating func condition() throws(Filter.Problem) -> Filter.Condition {
    let isQuoted = peek == "\""
    let word = try part(upTo: ":")
    guard !isQuoted, peek == ":" else { return .text(word) }
    index += 1
    let value = try part(upTo: nil)
    guard let key = Filter.Key(rawValue: ASCII.lowercased(word)) else {
      throw .unknownKey(word)
    }
    guard let condition = Self.condition(key, value) else { throw .badValue(key, value) }
    return condition
  }

  /// The text up to a blank or a mark; both lose their meaning in quotes.
  private mutating func part(upTo mark: Unicode.Scalar?) throws(Filter.Problem) -> String {
    var result = String.UnicodeScalarView()
    var isQuoted = false
    while let next = peek {
      if next == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, next == mark || Self.isBlank(next) {
        break
      } else {
        result.append(next)
      }
      index += 1
    }
    guard !isQuoted else { throw .unclosedQuote }
    return String(result)
  }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  // MARK: Values

  private static func condition(_ key: Filter.Key, _ value: String) -> Filter.Condition? {
    switch key {
    case .status: statusRange(value).map { .status($0) }
    case .method: value.isEmpty ? nil : .method(value)
    case .host: .host(value)
    case .path: .path(value)
    case .type: .type(value)
    case .proto: value.isEmpty ? nil : .proto(value)
    case .size: range(value, bytes).map { .size($0) }
    case .time: range(value, microseconds).map { .time($0) }
    case .trust: Transaction.TrustOutcome(rawValue: ASCII.lowercased(value)).map { .trust($0) }
    case .error: .error(value)
    case .is: Filter.State(rawValue: ASCII.lowercased(value)).map { .state($0) }
    case .header: header(value)
    }
  }

  private static func header(_ value: String) -> Filter.Condition? {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, ASCII.isToken(String(name)) else { return nil }
    return .header(name: String(name), value: parts.count == 2 ? String(parts[1]) : "")
  }

  /// `4xx`, or any range of whole numbers.
  private static func statusRange(_ value: String) -> ClosedRange<Int>? {
    let lower = ASCII.lowercased(value)
    if lower.hasSuffix("xx"), let digit = Int(lower.dropLast(2)), (0...9).contains(digit) {
      return digit * 100...digit * 100 + 99
    }
    return range(value) { Int($0) }
  }

  /// `N`, `N-M`, `>N`, `>=N`, `<N` or `<=N`, of what `number` reads.
  private static func range(
    _ value: String, _ number: (Substring) -> Int?
  ) -> ClosedRange<Int>? {
    func limit(_ sign: String) -> Int? {
      value.hasPrefix(sign) ? number(value.dropFirst(sign.count)) : nil
    }
    if let low = limit(">=") { return low...Int.max }
    if let low = limit(">"), low < .max { return low + 1...Int.max }
    if let high = limit("<="), high >= 0 { return 0...high }
    if let high = limit("<"), high > 0 { return 0...high - 1 }
    if let exact = number(value[...]) { return exact...exact }
    let ends = value.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let low = number(ends[0]), let high = number(ends[1]), low <= high
    else { return nil }
    return low...high
  }

  /// A number of bytes: `512`, `10k`, `1.5M`, in steps of 1024.
  private static func bytes(_ text: Substring) -> Int? {
    measure(text, [("k", 1024), ("m", 1_048_576), ("g", 1_073_741_824), ("", 1)])
  }

  /// A time in microseconds: `200ms`, `1.5s`, `2m`; without a unit it means milliseconds.
  private static func microseconds(_ text: Substring) -> Int? {
    measure(text, [("us", 1), ("ms", 1000), ("s", 1_000_000), ("m", 60_000_000), ("", 1000)])
  }

  private static func measure(_ text: Substring, _ units: [(name: String, size: Double)]) -> Int? {
    let lower = ASCII.lowercased(String(text))
    guard let unit = units.first(where: { lower.hasSuffix($0.name) }),
      let first = lower.utf8.first, ASCII.isDigit(first),
      let number = Double(lower.dropLast(unit.name.utf8.count))
    else { return nil }
    return Int(exactly: (number * unit.size).rounded())
  }
}
