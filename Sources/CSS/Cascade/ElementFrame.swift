// SPDX-License-Identifier: MIT
// Part of Grille: what is remembered of an element while its descendants are styled.
import DOM

/// One entered element.
struct ElementFrame: Sendable {
  var node: NodeID
  var nameHash: UInt64
  /// The hash of the id, or 0.
  var idHash: UInt64 = 0
  /// The classes' hashes in the resolver's stack of hashes.
  var classStart: Int32
  var classEnd: Int32
  var isHTML: Bool
  /// Whether children are not rendered, but for the first summary of a `details` element.
  var hidesChildren = false
  /// The number of the presentational hints that the table around gives its cells; 0 for none.
  var tableHints: Int32 = 0
  /// The last child whose position was asked for, and that position.
  var lastChild = NodeID.none
  var lastPosition: Int32 = 0
  /// The number of child elements, or -1 while unknown.
  var childCount: Int32 = -1
}

/// An element that a selector is compared with.
struct ElementReference: Sendable {
  var node: NodeID
  /// Its frame, or -1 if it was not entered (a sibling or descendant).
  var frame: Int
  /// The frame of its parent, or -1 if it has none.
  var parentFrame: Int
}
