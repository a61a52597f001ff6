// SPDX-License-Identifier: MIT
// Part of Grille: walking the tree without recursion.

extension Document {
  /// The node after another in tree order, or no node past the end of `root`'s descendants.
  ///
  /// Start with the root itself. Contents of templates are not entered.
  @inlinable package func next(after node: NodeID, within root: NodeID = .document) -> NodeID {
    let child = firstChild(of: node)
    return child.isNone ? nextSkippingChildren(of: node, within: root) : child
  }

  /// The node after another and all its descendants in tree order, or no node.
  @inlinable package func nextSkippingChildren(
    of node: NodeID, within root: NodeID = .document
  ) -> NodeID {
    var current = node
    while current != root, !current.isNone {
      let sibling = nextSibling(of: current)
      if !sibling.isNone { return sibling }
      current = parent(of: current)
    }
    return .none
  }

  /// The next sibling that is an element, or no node.
  @inlinable package func nextElementSibling(of node: NodeID) -> NodeID {
    var sibling = nextSibling(of: node)
    while !sibling.isNone, !isElement(sibling) { sibling = nextSibling(of: sibling) }
    return sibling
  }

  /// The previous sibling that is an element, or no node.
  @inlinable package func previousElementSibling(of node: NodeID) -> NodeID {
    var sibling = previousSibling(of: node)
    while !sibling.isNone, !isElement(sibling) { sibling = previousSibling(of: sibling) }
    return sibling
  }

  /// The first child that is an element, or no node.
  @inlinable package func firstElementChild(of node: NodeID) -> NodeID {
    var child = firstChild(of: node)
    while !child.isNone, !isElement(child) { child = nextSibling(of: child) }
    return child
  }

  /// The first child that is an HTML element of a name, or no node.
  package func firstChild(_ name: NameID, of node: NodeID) -> NodeID {
    var child = firstChild(of: node)
    while !child.isNone, !isHTMLElement(child, name) { child = nextSibling(of: child) }
    return child
  }

  /// The nearest ancestor that is an HTML element of a name, or no node.
  package func ancestor(_ name: NameID, of node: NodeID) -> NodeID {
    var current = parent(of: node)
    while !current.isNone, !isHTMLElement(current, name) { current = parent(of: current) }
    return current
  }

  /// Whether a node is another or lies below it.
  package func isInclusiveDescendant(_ node: NodeID, of ancestor: NodeID) -> Bool {
    var current = node
    while !current.isNone {
      if current == ancestor { return true }
      current = parent(of: current)
    }
    return false
  }

  /// The root element, or no node.
  package var documentElement: NodeID { firstElementChild(of: .document) }

  /// The `head` element, or no node.
  package var head: NodeID {
    let root = documentElement
    return root.isNone ? .none : firstChild(.head, of: root)
  }

  /// The `body` element or the `frameset` in its place, or no node.
  package var body: NodeID {
    let root = documentElement
    guard !root.isNone else { return .none }
    var child = firstChild(of: root)
    while !child.isNone, !isHTMLElement(child, .body), !isHTMLElement(child, .frameset) {
      child = nextSibling(of: child)
    }
    return child
  }
}
