// SPDX-License-Identifier: MIT
// Part of Grille: finds a text in a laid-out page.

import CellGrid
import UnicodeText

/// A find: a part of a row.
package struct TextMatch: Hashable, Sendable {
  /// The row, 0-based from the top of the page.
  package let row: Int
  /// The columns, from the left edge of the page.
  package let columns: Range<Int>

  /// Makes a find of its place.
  package init(row: Int, columns: Range<Int>) {
    self.row = row
    self.columns = columns
  }
}

/// Searches the text of a page as it is shown, line by line.
package struct FindInPage {
  /// The text looked for, in UTF-8; folded if case does not count.
  private let pattern: [UInt8]
  private let mindsCase: Bool
  private let ambiguousIsWide: Bool

  /// Makes a search for a literal text.
  ///
  /// - Parameters:
  ///   - pattern: the text; a space matches any gap in a line.
  ///   - isCaseSensitive: nil means smart case: only a pattern with a capital letter minds case.
  ///   - ambiguousIsWide: whether East Asian ambiguous characters take two columns.
  package init(_ pattern: String, isCaseSensitive: Bool? = nil, ambiguousIsWide: Bool = false) {
    mindsCase =
      isCaseSensitive ?? pattern.unicodeScalars.contains { $0.properties.isUppercase }
    self.pattern = mindsCase ? Array(pattern.utf8) : CaseFolding.fold(pattern)
    self.ambiguousIsWide = ambiguousIsWide
  }

  /// All finds in a page, top to bottom and left to right.
  ///
  /// - Parameters:
  ///   - result: the page.
  ///   - limit: the most finds that are wanted.
  /// - Returns: the finds in order of rows and columns.
  package func matches(in result: LayoutResult, limit: Int = 10_000) -> [TextMatch] {
    var found: [TextMatch] = []
    guard !pattern.isEmpty, limit > 0 else { return found }
    var line: [UInt8] = []
    // Where each fragment of the line starts in `line`.
    var starts: [Int] = []
    for row in 0..<result.size.rows {
      let range = result.fragmentRange(inRow: row)
      guard let first = range.first else { continue }
      if range.count == 1 {
        let bytes = result.text.span.extracting(result.byteRange(of: result.fragments[first]))
        search(bytes) { match in
          let column =
            Int(result.fragments[first].column) + width(bytes.extracting(0..<match.lowerBound))
          found.append(
            TextMatch(row: row, columns: column..<column + width(bytes.extracting(match))))
          return found.count < limit
        }
      } else {
        line.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        var column = 0
        for index in range {
          let fragment = result.fragments[index]
          if Int(fragment.column) > column, !line.isEmpty { line.append(0x20) }
          starts.append(line.count)
          line.append(contentsOf: result.text[result.byteRange(of: fragment)])
          column = Int(fragment.column + fragment.width)
        }
        search(line.span) { match in
          let start = self.column(of: match.lowerBound, line, starts, range, result)
          let end = self.column(of: match.upperBound, line, starts, range, result, isEnd: true)
          found.append(TextMatch(row: row, columns: start..<max(start, end)))
          return found.count < limit
        }
      }
      if found.count >= limit { break }
    }
    return found
  }

  /// The column at a byte of an assembled line.
  private func column(
    of position: Int, _ line: [UInt8], _ starts: [Int], _ range: Range<Int>,
    _ result: LayoutResult, isEnd: Bool = false
  ) -> Int {
    var number = 0
    while number + 1 < starts.count,
      isEnd ? starts[number + 1] < position : starts[number + 1] <= position
    {
      number += 1
    }
    let fragment = result.fragments[range.lowerBound + number]
    let inside = min(position, starts[number] + Int(fragment.length))
    return Int(fragment.column) + width(line.span.extracting(starts[number]..<inside))
  }

  private func width(_ bytes: Span<UInt8>) -> Int {
    DisplayWidth.of(bytes, ambiguousIsWide: ambiguousIsWide)
  }

  /// Calls a function with each find in some bytes, until it answers false.
  private func search(_ bytes: Span<UInt8>, _ body: (Range<Int>) -> Bool) {
    var index = 0
    while index < bytes.count {
      if let end = end(ofMatchIn: bytes, at: index) {
        if !body(index..<end) { return }
        index = end
      } else {
        // Continuation bytes begin no character.
        repeat { index += 1 } while index < bytes.count && bytes[index] & 0xC0 == 0x80
      }
    }
  }

  private func end(ofMatchIn bytes: Span<UInt8>, at start: Int) -> Int? {
    guard mindsCase else { return CaseFolding.end(of: pattern.span, in: bytes, at: start) }
    guard start + pattern.count <= bytes.count else { return nil }
    for offset in pattern.indices where bytes[start + offset] != pattern[offset] { return nil }
    return start + pattern.count
  }
}
