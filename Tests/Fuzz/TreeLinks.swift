// SPDX-License-Identifier: MIT
// Part of Grille: the check that the links of a tree agree, for the fuzz targets that make trees.

import DOM

/// Stops if parents, children and siblings of a document contradict each other.
func checkLinks(_ document: Document) {
  for number in 0..<document.nodeCount {
    let node = NodeID(rawValue: Int32(number))
    var previous = NodeID.none
    var child = document.firstChild(of: node)
    while !child.isNone {
      require(document.parent(of: child) == node, "a child has another parent")
      require(document.previousSibling(of: child) == previous, "siblings disagree")
      previous = child
      child = document.nextSibling(of: child)
    }
    require(document.lastChild(of: node) == previous, "the last child is another")
  }
}
