// SPDX-License-Identifier: MIT
// Part of Grille: breaks the program's own texts into rows.

package import CellGrid
import UnicodeText

/// Wraps text at line-break opportunities, and within words that are longer than a row.
package struct TextWrapper {
  /// Columns of a row, at least 1.
  package var columns: Int

  private let breaker = LineBreaker()

  /// Makes a wrapper.
  package init(columns: Int) {
    self.columns = max(1, columns)
  }

  /// The rows of a paragraph, without blanks at their ends; one empty row for an empty paragraph.
  package func wrap(_ text: DisplayString) -> [DisplayString] {
    let bytes = text.utf8
    var rows: [DisplayString] = []
    var breaks: [Int32] = []
    breaker.breakOpportunities(in: bytes.span, into: &breaks)
    var start = 0
    var next = 0
    while start < bytes.count {
      let rest = bytes.span.extracting(start..<bytes.count)
      let fit = start + max(DisplayString.prefix(rest, columns: columns), firstCluster(rest))
      var end = fit
      if fit < bytes.count {
        // Blanks may hang over the edge, so that a break right after them still fits.
        var hanging = fit
        while hanging < bytes.count, bytes[hanging] == 0x20 { hanging += 1 }
        var best: Int?
        while next < breaks.count, Int(breaks[next]) <= hanging {
          if Int(breaks[next]) > start { best = Int(breaks[next]) }
          next += 1
        }
        end = best ?? fit
      }
      var trimmed = end
      while trimmed > start, bytes[trimmed - 1] == 0x20 { trimmed -= 1 }
      rows.append(text.slice(start..<trimmed))
      start = end
    }
    return rows.isEmpty ? [.empty] : rows
  }

  private func firstCluster(_ utf8: Span<UInt8>) -> Int {
    GraphemeScanner().nextClusterEnd(utf8, from: 0)
  }
}
