// SPDX-License-Identifier: MIT
// Part of Grille: writes a laid-out page with colours and attributes.

import CellGrid

/// Writes rows as UTF-8 with the sequences that terminals understand (ECMA-48 §8.3.117, and the
/// colours of ISO 8613-6).
package struct StyledDump {
  /// Columns left free before each row.
  package var margin = 0

  private let result: LayoutResult
  private var buffer: [UInt8] = []

  /// Bytes gathered before they are given to the sink.
  private static let chunk = 65536

  /// Makes a dump of a page.
  package init(_ result: LayoutResult) { self.result = result }

  /// Writes all rows, each with a line feed; a row leaves nothing behind for the next.
  ///
  /// - Parameter sink: takes bytes in order; answers false to stop.
  /// - Returns: whether the sink took everything.
  @discardableResult
  package mutating func write(to sink: (Span<UInt8>) -> Bool) -> Bool {
    var surface = CellSurface(size: CellSize(columns: result.size.columns, rows: 1))
    for row in 0..<result.size.rows {
      surface.clear(.plain)
      Painter.paint(result, rows: row..<row + 1, into: &surface, in: surface.bounds)
      append(surface)
      if buffer.count >= Self.chunk, !flush(to: sink) { return false }
    }
    return buffer.isEmpty || flush(to: sink)
  }

  private mutating func append(_ surface: CellSurface) {
    var style = CellStyle.plain
    // Where a row ends that is nothing but blanks of the terminal's own colour from there on.
    var end = surface.size.columns
    while end > 0, isBlank(surface[end - 1, 0], in: surface) { end -= 1 }
    if end > 0 { buffer.append(contentsOf: repeatElement(0x20, count: margin)) }
    for column in 0..<end {
      let cell = surface[column, 0]
      if cell.style != style {
        style = cell.style
        appendSequence(for: style)
      }
      surface.appendGlyph(of: cell, to: &buffer)
    }
    if style != .plain { appendSequence(for: .plain) }
    buffer.append(0x0A)
  }

  private func isBlank(_ cell: Cell, in surface: CellSurface) -> Bool {
    guard cell.style == .plain else { return false }
    var bytes: [UInt8] = []
    surface.appendGlyph(of: cell, to: &bytes)
    return bytes == [0x20]
  }

  private mutating func appendSequence(for style: CellStyle) {
    let codes: [(CellAttributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.blink, 5), (.reverse, 7),
      (.strikethrough, 9),
    ]
    var numbers = [0] + codes.filter { style.attributes.contains($0.0) }.map(\.1)
    numbers += Self.numbers(of: style.foreground, 38)
    numbers += Self.numbers(of: style.background, 48)
    buffer.append(
      contentsOf: "\u{1B}[\(numbers.map { String($0) }.joined(separator: ";"))m".utf8)
  }

  private static func numbers(of color: CellColor, _ selector: Int) -> [Int] {
    if let index = color.index { return [selector, 5, Int(index)] }
    guard let rgb = color.rgb else { return [] }
    return [selector, 2, Int(rgb >> 16), Int(rgb >> 8 & 255), Int(rgb & 255)]
  }

  private mutating func flush(to sink: (Span<UInt8>) -> Bool) -> Bool {
    let isTaken = sink(buffer.span)
    buffer.removeAll(keepingCapacity: true)
    return isTaken
  }
}
