// SPDX-License-Identifier: MIT
// Part of Grille: writes a laid-out page as plain text.

import CellGrid
import WebInfra

/// Writes rows as UTF-8, without spaces at the ends of lines.
package struct TextDump {
  /// Columns left free before each row.
  package var margin = 0
  /// Whether the text of links is marked with their addresses (OSC 8), for terminals that can open them;
  /// the layout must be interactive, and collect links.
  package var marksLinks = false

  private let result: LayoutResult
  private var buffer: [UInt8] = []

  /// Bytes gathered before they are given to the sink.
  private static let chunk = 65536

  /// Makes a dump of a page.
  package init(_ result: LayoutResult) {
    self.result = result
    buffer.reserveCapacity(Self.chunk + 4096)
  }

  /// Writes all rows, each with a line feed.
  ///
  /// - Parameters:
  ///   - listsLinks: whether the list of link addresses follows.
  ///   - sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  package mutating func write(
    listsLinks: Bool = false, to sink: (Span<UInt8>) -> Bool
  ) -> Bool {
    for row in 0..<result.size.rows {
      append(row)
      if buffer.count >= Self.chunk, !flush(to: sink) { return false }
    }
    if listsLinks, !result.linkTargets.isEmpty {
      if result.size.rows > 0 { buffer.append(0x0A) }
      if !appendLinks(isNumbered: true, to: sink) { return false }
    }
    return buffer.isEmpty || flush(to: sink)
  }

  /// Writes the addresses of all links and nothing else, each with a line feed.
  ///
  /// - Parameters:
  ///   - isNumbered: whether the number of each comes first.
  ///   - sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  package mutating func writeLinks(isNumbered: Bool, to sink: (Span<UInt8>) -> Bool) -> Bool {
    guard appendLinks(isNumbered: isNumbered, to: sink) else { return false }
    return buffer.isEmpty || flush(to: sink)
  }

  /// The whole dump as a string; for tests.
  package static func string(_ result: LayoutResult, listsLinks: Bool = false) -> String {
    var bytes: [UInt8] = []
    var dump = TextDump(result)
    dump.write(listsLinks: listsLinks) { chunk in
      for index in chunk.indices { bytes.append(chunk[index]) }
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func append(_ row: Int) {
    buffer.append(contentsOf: repeatElement(0x20, count: margin))
    let start = buffer.count
    var column = 0
    var link = 0
    for index in result.fragmentRange(inRow: row) {
      let fragment = result.fragments[index]
      let next = marksLinks ? linkNumber(of: fragment) : 0
      if link > 0, next != link { mark(nil) }
      // Text that stands out of its box does not run into the next.
      var blanks = Int(fragment.column) - column
      if blanks < 0 { blanks = column > 0 ? 1 : 0 }
      for _ in 0..<blanks { buffer.append(0x20) }
      if next > 0, next != link { mark(result.linkTargets[next - 1]) }
      link = next
      buffer.append(contentsOf: result.text[result.byteRange(of: fragment)])
      column = max(column + blanks, Int(fragment.column)) + Int(fragment.width)
    }
    while buffer.count > start, buffer[buffer.count - 1] == 0x20 { buffer.removeLast() }
    if buffer.count == start { buffer.removeLast(margin) }
    if link > 0 { mark(nil) }
    buffer.append(0x0A)
  }

  /// The number of the link that a piece of text belongs to, or 0.
  private func linkNumber(of fragment: Fragment) -> Int {
    guard fragment.focusable >= 0 else { return 0 }
    return Int(result.focusables[Int(fragment.focusable)].number)
  }

  /// Begins the text of a link, or ends it.
  private mutating func mark(_ target: WebURL?) {
    let address = target?.withoutCredentials.href ?? ""
    // Nothing that could end the sequence early is in an address that a parser has written.
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return }
    buffer.append(contentsOf: "\u{1B}]8;;\(address)\u{1B}\\".utf8)
  }

  private mutating func appendLinks(
    isNumbered: Bool, to sink: (Span<UInt8>) -> Bool
  ) -> Bool {
    for (index, target) in result.linkTargets.enumerated() {
      if isNumbered { buffer.append(contentsOf: "[\(index + 1)] ".utf8) }
      let address = DisplayString(target.withoutCredentials.href, as: .chrome)
      buffer.append(contentsOf: address.utf8)
      buffer.append(0x0A)
      if buffer.count >= Self.chunk, !flush(to: sink) { return false }
    }
    return true
  }

  private mutating func flush(to sink: (Span<UInt8>) -> Bool) -> Bool {
    let isTaken = sink(buffer.span)
    buffer.removeAll(keepingCapacity: true)
    return isTaken
  }
}
