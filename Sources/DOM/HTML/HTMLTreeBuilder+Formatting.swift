// SPDX-License-Identifier: MIT
// Part of Grille: the list of active formatting elements and the adoption agency.

extension HTMLTreeBuilder {
  // html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements
  mutating func pushFormatting(_ node: NodeID, _ name: NameID) {
    var equal = 0
    var earliest = 0
    var index = formatting.count - 1
    while index >= 0, !formatting[index].node.isNone {
      if formatting[index].name == name, hasSameAttributes(formatting[index].node, node) {
        equal += 1
        earliest = index
      }
      index -= 1
    }
    if equal >= 3 { formatting.remove(at: earliest) }
    if formatting.count >= limits.activeFormattingElements {
      reach(.formatting)
      guard let first = formatting.firstIndex(where: { !$0.node.isNone }) else { return }
      formatting.remove(at: first)
    }
    formatting.append(FormattingElement(node: node, name: name))
  }

  private func hasSameAttributes(_ left: NodeID, _ right: NodeID) -> Bool {
    let lefts = dom.document.attributes(of: left)
    let rights = dom.document.attributes(of: right)
    guard lefts.count == rights.count else { return false }
    return lefts.allSatisfy { number in
      let wanted = dom.document.attributeRecords[number]
      return rights.contains {
        let record = dom.document.attributeRecords[$0]
        return record.identity == wanted.identity
          && dom.document.text(record.value, equals: wanted.value)
      }
    }
  }

  // html.spec.whatwg.org/#reconstruct-the-active-formatting-elements
  mutating func reopenFormattingElements() {
    guard let last = formatting.last, !last.node.isNone, !isOpen(last.node) else { return }
    var index = formatting.count - 1
    while index > 0, !formatting[index - 1].node.isNone, !isOpen(formatting[index - 1].node) {
      index -= 1
    }
    while index < formatting.count {
      guard reopenedCount < limits.reopenedElements, open.count < limits.openElements else {
        reach(.formatting)
        return
      }
      reopenedCount += 1
      let entry = formatting[index]
      let node = clone(entry.node)
      insert(node)
      push(node, entry.name)
      formatting[index].node = node
      index += 1
    }
  }

  /// Whether a node is on the stack: searched from the top, where formatting elements are.
  func isOpen(_ node: NodeID) -> Bool {
    var index = open.count - 1
    while index >= 0 {
      if open[index].node == node { return true }
      index -= 1
    }
    return false
  }

  /// A new element of the same tag: the attributes are shared.
  mutating func clone(_ node: NodeID) -> NodeID {
    _ = mayMakeNode()
    let original = dom.document.nodes[node.index]
    var record = NodeRecord(
      kind: .element, namespace: original.namespace, name: original.name)
    record.start = original.start
    record.length = original.length
    return dom.make(record)
  }

  // html.spec.whatwg.org/#clear-the-list-of-active-formatting-elements-up-to-the-last-marker
  mutating func clearFormattingToMarker() {
    while let last = formatting.popLast(), !last.node.isNone {}
  }

  mutating func removeFormatting(_ node: NodeID) {
    if let index = formatting.lastIndex(where: { $0.node == node }) {
      formatting.remove(at: index)
    }
  }

  // html.spec.whatwg.org/#adoption-agency-algorithm
  /// Closes a formatting element; false if the tag is to be handled as any other end tag.
  mutating func runAdoptionAgency(_ subject: NameID) -> Bool {
    // 2
    if let current = open.last, current.isHTML(subject),
      !formatting.contains(where: { $0.node == current.node })
    {
      pop()
      return true
    }
    // 4: at most eight rounds
    for _ in 0..<8 {
      // 4.3
      var entry = formatting.count - 1
      while entry >= 0, !formatting[entry].node.isNone, formatting[entry].name != subject {
        entry -= 1
      }
      guard entry >= 0, !formatting[entry].node.isNone else { return false }
      let element = formatting[entry].node
      // 4.4
      guard let position = open.lastIndex(where: { $0.node == element }) else {
        formatting.remove(at: entry)
        return true
      }
      // 4.5
      if open[(position + 1)...].contains(where: { $0.categories.contains(.scope) }) {
        return true
      }
      // 4.7
      guard
        let furthest = open[(position + 1)...].firstIndex(where: {
          $0.categories.contains(.special)
        })
      else {
        // 4.8
        popTo(position)
        formatting.remove(at: entry)
        return true
      }
      adopt(element, entry: entry, position: position, furthest: furthest)
    }
    return true
  }

  private mutating func adopt(_ element: NodeID, entry: Int, position: Int, furthest: Int) {
    // 4.9 to 4.11
    let ancestor = open[position - 1]
    let block = open[furthest]
    var bookmark = entry
    var last = block.node
    // 4.13
    var index = furthest
    var round = 0
    var blockIndex = furthest
    while true {
      round += 1
      index -= 1
      if index == position { break }
      let node = open[index].node
      guard var place = formatting.lastIndex(where: { $0.node == node }) else {
        removeFromStack(at: index)
        blockIndex -= 1
        continue
      }
      if round > 3 {
        formatting.remove(at: place)
        if place < bookmark { bookmark -= 1 }
        removeFromStack(at: index)
        blockIndex -= 1
        continue
      }
      let copy = clone(node)
      formatting[place].node = copy
      open[index].node = copy
      place += 1
      if last == block.node { bookmark = place }
      dom.remove(last)
      dom.append(last, to: copy)
      last = copy
    }
    // 4.14
    dom.remove(last)
    var place = insertionPlace(ancestor)
    // Past the depth limit open elements are not nested in each other; never make a cycle.
    if dom.document.isInclusiveDescendant(place.parent, of: last) {
      place = Place(parent: open[0].node)
    }
    if place.before.isNone {
      dom.append(last, to: place.parent)
    } else {
      dom.insert(last, before: place.before)
    }
    // 4.15 to 4.17
    let copy = clone(element)
    dom.moveChildren(of: block.node, to: copy)
    dom.append(copy, to: block.node)
    // 4.18
    if let old = formatting.lastIndex(where: { $0.node == element }) {
      let name = formatting[old].name
      formatting.remove(at: old)
      if old < bookmark { bookmark -= 1 }
      formatting.insert(
        FormattingElement(node: copy, name: name), at: min(bookmark, formatting.count))
    }
    // 4.19
    let entry = OpenElement(
      node: copy, name: open[position].name, tagName: open[position].tagName,
      categories: open[position].categories)
    open.insert(entry, at: blockIndex + 1)
    open.remove(at: position)
  }
}
