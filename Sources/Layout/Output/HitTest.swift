// SPDX-License-Identifier: MIT
// Part of Grille: what lies at a place of the page.

package import CellGrid
package import DOM

/// What lies in a cell of a page.
package struct HitTest: Sendable {
  /// The element whose text is in the cell.
  package let node: NodeID
  /// The focusable element the cell belongs to, a position in `LayoutResult.focusables`.
  package let focusable: Int?
}

extension LayoutResult {
  /// What lies in a cell, in page coordinates; nil where nothing is.
  package func hitTest(_ point: CellPoint) -> HitTest? {
    for index in fragmentRange(inRow: point.row) {
      let fragment = fragments[index]
      let start = Int(fragment.column)
      guard start <= point.column else { break }
      if point.column < start + Int(fragment.width) {
        return HitTest(
          node: fragment.node, focusable: fragment.focusable < 0 ? nil : Int(fragment.focusable))
      }
    }
    return nil
  }

  /// The first focusable element whose text touches one of the rows, in tree order.
  package func firstFocusable(inRows rows: Range<Int>) -> Int? {
    var best: Int32 = .max
    for row in rows.clamped(to: 0..<size.rows) {
      for index in fragmentRange(inRow: row) where fragments[index].focusable >= 0 {
        best = min(best, fragments[index].focusable)
      }
    }
    return best == .max ? nil : Int(best)
  }
}
