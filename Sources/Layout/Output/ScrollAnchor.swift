// SPDX-License-Identifier: MIT
// Part of Grille: finds the place being read again after the page was laid out anew.

import CellGrid
import DOM

/// A place in a page's text that holds for every layout of its document.
package struct ScrollAnchor: Sendable, Equatable {
  /// The element whose text it is.
  let node: NodeID
  /// How many bytes of that element's text stand before it.
  let offset: Int
}

extension LayoutResult {
  /// The place of the first text at or below a row; nil at the end of the page.
  package func anchor(at row: Int) -> ScrollAnchor? {
    guard row >= 0, row < size.rows, row < rowStarts.count else { return nil }
    let first = Int(rowStarts[row])
    guard first < fragments.count else { return nil }
    let node = fragments[first].node
    var offset = 0
    for index in 0..<first where fragments[index].node == node {
      offset += Int(fragments[index].length)
    }
    return ScrollAnchor(node: node, offset: offset)
  }

  /// The row of a place; nil if its element has no text here.
  package func row(of anchor: ScrollAnchor) -> Int? {
    var row: Int?
    var passed = 0
    for fragment in fragments where fragment.node == anchor.node {
      guard row == nil || passed <= anchor.offset else { break }
      row = Int(fragment.row)
      passed += Int(fragment.length)
    }
    return row
  }
}
