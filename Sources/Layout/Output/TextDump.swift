// SPDX-License-Identifier: MIT
// Part of Grille: writes a laid-out page as plain text.

import CellGrid
import WebInfra

/// Writes rows as UTF-8, without spaces at the ends of lines.
package struct TextDump {
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
    if listsLinks, !appendLinks(to: sink) { return false }
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
    let start = buffer.count
    var column = 0
    for index in result.fragmentRange(inRow: row) {
      let fragment = result.fragments[index]
      // Text that stands out of its box does not run into the next.
      var blanks = Int(fragment.column) - column
      if blanks < 0 { blanks = column > 0 ? 1 : 0 }
      for _ in 0..<blanks { buffer.append(0x20) }
      buffer.append(contentsOf: result.text[result.byteRange(of: fragment)])
      column = max(column + blanks, Int(fragment.column)) + Int(fragment.width)
    }
    while buffer.count > start, buffer[buffer.count - 1] == 0x20 { buffer.removeLast() }
    buffer.append(0x0A)
  }

  private mutating func appendLinks(to sink: (Span<UInt8>) -> Bool) -> Bool {
    guard !result.linkTargets.isEmpty else { return true }
    if result.size.rows > 0 { buffer.append(0x0A) }
    for (index, target) in result.linkTargets.enumerated() {
      buffer.append(contentsOf: "[\(index + 1)] ".utf8)
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
