// SPDX-License-Identifier: MIT
// Part of Grille: a laid-out page.

package import CellGrid
package import DOM
package import WebInfra

/// A page laid out for one width: text fragments by row, areas, focusable elements and anchors.
///
/// Everything refers to one pool of UTF-8 that is collapsed, transformed and sanitised already.
package struct LayoutResult: Sendable {
  /// The width laid out for, or of the widest line if that is more, and the number of rows.
  package internal(set) var size = CellSize.zero
  /// The viewport's width this was laid out for.
  package internal(set) var viewportColumns = 0
  /// The text of all fragments.
  package internal(set) var text: [UInt8] = []
  /// The fragments, row by row, from left to right.
  package internal(set) var fragments: [Fragment] = []
  /// For each row the position of its first fragment, and the count at the end.
  package internal(set) var rowStarts: [Int32] = [0]
  /// The looks that fragments name.
  package internal(set) var appearances: [TextAppearance] = [TextAppearance()]
  /// Filled rectangles, outer ones first.
  package internal(set) var areas: [Area] = []
  /// The rows touched by each block of `areasPerBlock` areas.
  var areaRows: [Range<Int32>] = []
  static let areasPerBlock = 64
  /// The elements that can have the focus, in tree order.
  package internal(set) var focusables: [Focusable] = []
  /// The rectangles of all focusable elements.
  package internal(set) var focusRects: [CellRect] = []
  /// The rows of elements that a fragment can name, in order of the element's number.
  package internal(set) var anchors: [Anchor] = []
  /// The addresses of links, each once, in tree order; empty unless the options ask for them.
  package internal(set) var linkTargets: [WebURL] = []

  /// An empty page.
  package init() {}

  /// The positions in `fragments` of one row; empty outside the page.
  @inlinable
  package func fragmentRange(inRow row: Int) -> Range<Int> {
    guard row >= 0, row + 1 < rowStarts.count else { return 0..<0 }
    return Int(rowStarts[row])..<Int(rowStarts[row + 1])
  }

  /// Where the bytes of a fragment are in `text`.
  @inlinable
  package func byteRange(of fragment: Fragment) -> Range<Int> {
    Int(fragment.offset)..<Int(fragment.offset + fragment.length)
  }

  /// The row at which an element starts, if it is an anchor that was laid out.
  package func row(of node: NodeID) -> Int? {
    var low = 0
    var high = anchors.count
    while low < high {
      let middle = (low + high) / 2
      if anchors[middle].node.rawValue < node.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < anchors.count, anchors[low].node == node else { return nil }
    return Int(anchors[low].row)
  }

  /// The position in `focusables` of an element, if it can have the focus.
  package func focusableIndex(of node: NodeID) -> Int? {
    focusables.firstIndex { $0.node == node }
  }

  /// The rectangles of a focusable element, top row first.
  package func rects(ofFocusable index: Int) -> ArraySlice<CellRect> {
    let range = focusables[index].rects
    return focusRects[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}
