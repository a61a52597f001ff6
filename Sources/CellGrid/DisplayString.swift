// SPDX-License-Identifier: MIT
// Part of Grille: the one sanitiser between foreign text and a terminal.

import UnicodeText

/// Text that is safe to send to a terminal.
///
/// Screen, window title and text dump accept nothing else, so that no page, header or certificate can
/// reach the terminal with a control sequence.
public struct DisplayString: Hashable, Sendable {
  /// Where the text is shown.
  public enum Context: Sendable {
    /// Part of the program's own frame: titles, addresses, names. What cannot be seen is spelled out.
    case chrome
    /// Part of a page. What cannot be seen and takes no column is left out.
    case page
  }

  /// The sanitised text: valid UTF-8 without control characters.
  package let utf8: [UInt8]

  /// Sanitises a text.
  public init(_ text: String, as context: Context = .chrome) {
    self.init(text.utf8Span.span, as: context)
  }

  /// Sanitises bytes that should be UTF-8.
  package init(_ bytes: Span<UInt8>, as context: Context) {
    var result: [UInt8] = []
    Self.sanitize(bytes, into: &result, as: context)
    utf8 = result
  }

  /// Joins texts that are safe already.
  package init(joining parts: [DisplayString]) {
    utf8 = parts.flatMap(\.utf8)
  }

  private init(sanitized utf8: [UInt8]) {
    self.utf8 = utf8
  }

  /// Nothing.
  public static let empty = DisplayString(sanitized: [])

  /// The sanitised text.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// Whether there is no text.
  public var isEmpty: Bool { utf8.isEmpty }

  /// Columns on a terminal.
  package var width: Int { DisplayWidth.of(utf8.span) }

  /// The text cut to a number of columns, with `…` in place of what did not fit.
  package func truncated(to columns: Int) -> DisplayString {
    if width <= columns { return self }
    guard columns > 0 else { return .empty }
    let kept = Self.prefix(utf8.span, columns: columns - 1)
    return DisplayString(sanitized: utf8[..<kept] + Array("…".utf8))
  }

  /// The text cut in the middle to a number of columns, so that beginning and end stay.
  package func elidedInMiddle(to columns: Int) -> DisplayString {
    let total = width
    if total <= columns { return self }
    guard columns > 2 else { return truncated(to: columns) }
    let tailColumns = (columns - 1) / 2
    let head = Self.prefix(utf8.span, columns: columns - 1 - tailColumns)
    var tail = Self.prefix(utf8.span, columns: total - tailColumns)
    if DisplayWidth.of(utf8.span.extracting(tail..<utf8.count)) > tailColumns {
      tail = GraphemeScanner().nextClusterEnd(utf8.span, from: tail)
    }
    return DisplayString(sanitized: utf8[..<head] + Array("…".utf8) + utf8[tail...])
  }

  /// The part between two byte indices that lie on scalar boundaries.
  package func slice(_ range: Range<Int>) -> DisplayString {
    DisplayString(sanitized: Array(utf8[range]))
  }

  /// The index after the longest beginning of whole clusters that fits into `columns`.
  package static func prefix(_ utf8: Span<UInt8>, columns: Int) -> Int {
    let scanner = GraphemeScanner()
    var index = 0
    var used = 0
    while index < utf8.count {
      let end = scanner.nextClusterEnd(utf8, from: index)
      used += DisplayWidth.ofCluster(utf8, from: index, to: end)
      if used > columns { break }
      index = end
    }
    return index
  }
}

extension DisplayString: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The sanitised text.
  public var description: String { text }

  /// Sanitises a literal.
  public init(stringLiteral value: String) {
    self.init(value, as: .chrome)
  }
}
