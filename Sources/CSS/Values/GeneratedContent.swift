// SPDX-License-Identifier: MIT
// Part of Grille: values of `content`, `quotes` and the counter properties.

/// One item of the computed value of `content`; attributes are already read.
package enum ContentItem: Hashable, Sendable {
  /// Text.
  case text(String)
  /// The value of the innermost counter of that name.
  case counter(name: String, style: CounterStyle)
  /// The values of all counters of that name, joined.
  case counters(name: String, separator: String, style: CounterStyle)
  /// The opening quotation mark of the present depth, which then grows by one.
  case openQuote
  /// The closing quotation mark of the depth, which shrinks by one first.
  case closeQuote
  /// Grows the quotation depth without a mark.
  case noOpenQuote
  /// Shrinks the quotation depth without a mark.
  case noCloseQuote
}

/// One counter named by `counter-reset`, `counter-increment` or `counter-set`.
package struct CounterOperation: Hashable, Sendable {
  /// What the property does to the counter.
  package enum Kind: UInt8, Sendable {
    case reset
    case increment
    case set
  }

  /// What is done.
  package let kind: Kind
  /// The counter's name.
  package let name: String
  /// The value reset or set to, or added.
  package let value: Int32

  /// Makes an operation.
  package init(kind: Kind, name: String, value: Int32) {
    self.kind = kind
    self.name = name
    self.value = value
  }
}

/// The computed value of `quotes`.
package struct QuotePairs: Hashable, Sendable {
  /// Opening and closing marks from the outermost depth inwards; empty for `none`.
  package let pairs: [String]

  /// Makes a list of marks: opening and closing in turn.
  package init(pairs: [String]) { self.pairs = pairs }

  /// The opening mark for a depth of 0 or more.
  package func opening(depth: Int) -> String? { mark(depth, offset: 0) }

  /// The closing mark for a depth of 0 or more.
  package func closing(depth: Int) -> String? { mark(depth, offset: 1) }

  private func mark(_ depth: Int, offset: Int) -> String? {
    guard depth >= 0, pairs.count >= 2 else { return nil }
    return pairs[min(depth, pairs.count / 2 - 1) * 2 + offset]
  }
}
