// SPDX-License-Identifier: MIT
// Part of Grille: lays out HTML in tests.

import CSS
import CellGrid
import DOM
import Foundation
import Layout
import WebInfra

/// Lays out a page with the browser's own style sheet and the page's `style` elements.
func layOut(
  _ html: String, columns: Int = 40, options: LayoutOptions = .dump,
  forms: FormState = FormState()
) -> LayoutResult {
  let document = HTMLParser.parse(html)
  return layOut(document, columns: columns, options: options, forms: forms)
}

func layOut(
  _ document: Document, columns: Int = 40, options: LayoutOptions = .dump,
  forms: FormState = FormState()
) -> LayoutResult {
  var resolver = StyleResolver(
    document: document, environment: MediaEnvironment(columns: columns, rows: 24))
  return LayoutEngine.layOut(
    document, resolver: &resolver, viewport: CellSize(columns: columns, rows: 24),
    options: options, forms: forms)
}

/// The lines of a page.
func lines(
  _ html: String, columns: Int = 40, options: LayoutOptions = .dump,
  forms: FormState = FormState()
) -> [String] {
  let dump = TextDump.string(layOut(html, columns: columns, options: options, forms: forms))
  return dump.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
}

/// What was laid out is whole: fragments are in order, inside the text, and on the page.
func isConsistent(_ result: LayoutResult) -> Bool {
  guard result.rowStarts.count == result.size.rows + 1 else { return false }
  for row in 0..<result.size.rows {
    var column = -1
    for index in result.fragmentRange(inRow: row) {
      let fragment = result.fragments[index]
      let bytes = result.byteRange(of: fragment)
      guard Int(fragment.row) == row, Int(fragment.column) >= column, fragment.column >= 0,
        bytes.lowerBound >= 0, bytes.upperBound <= result.text.count, !bytes.isEmpty
      else { return false }
      column = Int(fragment.column)
    }
  }
  return true
}
