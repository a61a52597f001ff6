// SPDX-License-Identifier: MIT
// Part of Grille: showing the chosen option inside a select's button.

extension HTMLTreeBuilder {
  // html.spec.whatwg.org/#the-selectedcontent-element
  /// Remembers the first `selectedcontent` of a select, outside its options.
  mutating func noteSelectedContent(_ node: NodeID) {
    let select = dom.document.ancestor(.select, of: node)
    guard !select.isNone, dom.document.ancestor(.option, of: node).isNone,
      selectedContent?.select != select
    else { return }
    selectedContent = SelectedContent(select: select, node: node)
  }

  /// Copies an option that is closed and chosen into the select's `selectedcontent`.
  mutating func closeOption(_ element: OpenElement) {
    guard var target = selectedContent, element.isHTML(.option),
      dom.document.ancestor(.select, of: element.node) == target.select,
      !dom.document.hasAttribute(.multiple, of: target.select),
      !dom.document.hasAttribute(.disabled, of: element.node)
    else { return }
    guard !target.hasChoice || dom.document.hasAttribute(.selected, of: element.node) else {
      return
    }
    target.hasChoice = true
    selectedContent = target
    while case let child = dom.document.firstChild(of: target.node), !child.isNone {
      dom.remove(child)
    }
    copyChildren(of: element.node, to: target.node)
  }

  private mutating func copyChildren(of root: NodeID, to target: NodeID) {
    var source = dom.document.firstChild(of: root)
    var parent = target
    while !source.isNone, mayMakeNode() {
      let copy = dom.make(dom.document.nodes[source.index].withoutLinks)
      dom.append(copy, to: parent)
      let child = dom.document.firstChild(of: source)
      if !child.isNone {
        source = child
        parent = copy
        continue
      }
      while source != root, dom.document.nextSibling(of: source).isNone {
        source = dom.document.parent(of: source)
        if source == root { return }
        parent = dom.document.parent(of: parent)
      }
      source = dom.document.nextSibling(of: source)
    }
  }

  /// The place that shows a select's choice.
  struct SelectedContent {
    var select: NodeID
    var node: NodeID
    var hasChoice = false
  }
}

extension NodeRecord {
  /// The same node without relations to others.
  var withoutLinks: NodeRecord {
    var copy = NodeRecord(kind: kind, namespace: namespace, name: name)
    copy.start = start
    copy.length = length
    return copy
  }
}
