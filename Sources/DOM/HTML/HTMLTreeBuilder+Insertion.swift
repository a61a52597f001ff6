// SPDX-License-Identifier: MIT
// Part of Grille: making elements and putting them where the standard wants them.

extension HTMLTreeBuilder {
  struct Place {
    var parent: NodeID
    /// The node to insert before, or no node for the end of the parent.
    var before = NodeID.none
  }

  // html.spec.whatwg.org/#appropriate-place-for-inserting-a-node
  @inline(__always) func insertionPlace(_ target: OpenElement) -> Place {
    if isFosterParenting, target.categories.contains(.table) { return fosterPlace() }
    return limited(inside(target))
  }

  private func inside(_ target: OpenElement) -> Place {
    if target.isHTML(.template) {
      return Place(parent: dom.document.templateContents(of: target.node))
    }
    return Place(parent: target.node)
  }

  /// Past the greatest depth, nodes become siblings of the current node.
  @inline(__always) private func limited(_ place: Place) -> Place {
    guard open.count > limits.depth else { return place }
    let parent = dom.document.parent(of: place.parent)
    return parent.rawValue <= 0 ? place : Place(parent: parent)
  }

  private func fosterPlace() -> Place {
    var index = open.count - 1
    while index > 0 {
      let element = open[index]
      if element.isHTML(.template) { return limited(inside(element)) }
      if element.isHTML(.table) {
        let parent = dom.document.parent(of: element.node)
        if !parent.isNone { return Place(parent: parent, before: element.node) }
        return limited(inside(open[index - 1]))
      }
      index -= 1
    }
    return Place(parent: open[0].node)
  }

  /// Puts a node at the appropriate place.
  mutating func insert(_ node: NodeID) {
    guard let current = open.last else { return }
    insert(node, at: insertionPlace(current))
  }

  mutating func insert(_ node: NodeID, at place: Place) {
    if open.count > limits.depth { reach(.depth) }
    if place.before.isNone {
      dom.append(node, to: place.parent)
    } else {
      dom.insert(node, before: place.before)
    }
  }

  /// Whether one more node may be made; the first refusal ends parsing.
  mutating func mayMakeNode() -> Bool {
    if dom.nodeCount < limits.nodes { return true }
    isStopped = true
    reach(.nodes)
    return false
  }

  // MARK: Elements

  /// Makes the element of a tag, with its attributes.
  mutating func makeElement(_ name: NameID, _ namespace: Namespace, _ tag: inout TagToken) -> NodeID
  {
    _ = mayMakeNode()
    let count = tag.attributes.count
    var record = NodeRecord(kind: .element, namespace: namespace, name: name)
    if count > 0 {
      if dom.document.attributeRecords.count + count > limits.attributes {
        reach(.attributes)
        return dom.make(record)
      }
      dom.document.attributeRecords.alignForRun(of: count)
      record.start = UInt32(dom.document.attributeRecords.count)
      record.length = UInt32(count)
      for attribute in tag.attributes {
        let value = unsafe store(
          UnsafeBufferPointer(
            rebasing: tag.values.bytes[attribute.start..<attribute.start + attribute.count]))
        dom.document.attributeRecords.append(
          AttributeRecord(name: attribute.name, namespace: attribute.namespace, value: value))
      }
    }
    return dom.make(record)
  }

  /// Inserts the HTML element of a start tag and opens it.
  @discardableResult
  mutating func insertElement(_ tag: inout TagToken) -> NodeID {
    let node = makeElement(tag.name, .html, &tag)
    insert(node)
    noteFormOwner(of: node, tag.name)
    push(node, tag.name)
    return node
  }

  /// Inserts an HTML element of a start tag that stays empty.
  mutating func insertVoidElement(_ tag: inout TagToken) {
    let node = makeElement(tag.name, .html, &tag)
    insert(node)
    noteFormOwner(of: node, tag.name)
  }

  /// Notes the form a control belongs to when that form was closed by markup around the control
  /// (a form begun inside a table): by the tree alone the control would have none.
  // html.spec.whatwg.org/#create-an-element-for-the-token
  private mutating func noteFormOwner(of node: NodeID, _ name: NameID) {
    guard !formElement.isNone else { return }
    switch name {
    case .input, .button, .select, .textarea, .fieldset, .output, .object:
      guard !isOpen(formElement), !open.contains(where: { $0.isHTML(.template) }) else { return }
      dom.document.parserFormOwners[node] = formElement
    default: return
    }
  }

  /// Inserts an HTML element without attributes and opens it.
  @discardableResult
  mutating func insertElement(_ name: NameID) -> NodeID {
    _ = mayMakeNode()
    let node = dom.makeElement(name)
    insert(node)
    push(node, name)
    return node
  }

  /// Adds a tag's attributes that an element lacks.
  mutating func mergeAttributes(_ tag: inout TagToken, into node: NodeID) {
    for attribute in tag.attributes {
      let bytes = unsafe tag.values.bytes[attribute.start..<attribute.start + attribute.count]
      var record = AttributeRecord(name: attribute.name, namespace: .none, value: .empty)
      let count = dom.document.attributes(of: node).count
      guard !dom.hasAttribute(record, node), count < limits.attributesPerElement else { continue }
      record.value = unsafe store(UnsafeBufferPointer(rebasing: bytes))
      dom.addAttribute(record, to: node)
    }
  }

  // MARK: The stack of open elements

  @inline(__always) mutating func push(_ node: NodeID, _ name: NameID) {
    if name == .p { openParagraphs += 1 }
    open.append(
      OpenElement(node: node, name: name, tagName: name, categories: categories(of: name)))
  }

  @inline(__always) mutating func pop() {
    // The root stays, whatever the input does.
    guard open.count > 1, let last = open.popLast() else { return }
    if last.isHTML(.p) { openParagraphs -= 1 }
    if last.name == .option { closeOption(last) }
  }

  mutating func removeFromStack(at index: Int) {
    if open[index].isHTML(.p) { openParagraphs -= 1 }
    open.remove(at: index)
  }

  @inline(__always) func isCurrent(_ name: NameID) -> Bool {
    open.last?.isHTML(name) ?? false
  }

  func hasOpen(_ name: NameID) -> Bool {
    open.contains { $0.isHTML(name) }
  }

  // html.spec.whatwg.org/#has-an-element-in-the-specific-scope
  func hasInScope(_ name: NameID, _ boundary: ElementCategories = .scope) -> Bool {
    if name == .p, openParagraphs == 0 { return false }
    var index = open.count - 1
    while index >= 0 {
      let element = open[index]
      if element.isHTML(name) { return true }
      if !element.categories.isDisjoint(with: boundary) { return false }
      index -= 1
    }
    return false
  }

  func hasInTableScope(_ name: NameID) -> Bool { hasInScope(name, .tableScope) }

  func hasInScope(anyOf set: ElementCategories) -> Bool {
    var index = open.count - 1
    while index >= 0 {
      let element = open[index]
      if !element.categories.isDisjoint(with: set), element.categories.contains(.html) {
        return true
      }
      if element.categories.contains(.scope) { return false }
      index -= 1
    }
    return false
  }

  /// Closes elements up to and including the first of a name.
  mutating func popUntil(_ name: NameID) {
    while open.count > 1 {
      let found = isCurrent(name)
      pop()
      if found { return }
    }
  }

  /// Closes elements up to and including an entry of the stack.
  mutating func popTo(_ index: Int) {
    while open.count > max(index, 1) { pop() }
  }

  // html.spec.whatwg.org/#generate-implied-end-tags
  mutating func closeImplied(except name: NameID = .absent) {
    while let last = open.last, last.categories.contains(.implied), last.name != name { pop() }
  }

  // html.spec.whatwg.org/#close-a-p-element
  @inline(__always) mutating func closeParagraphInButtonScope() {
    if openParagraphs > 0, hasInScope(.p, [.scope, .buttonScope]) { closeParagraph() }
  }

  mutating func closeParagraph() {
    closeImplied(except: .p)
    popUntil(.p)
  }

  // html.spec.whatwg.org/#reset-the-insertion-mode-appropriately
  mutating func resetMode() {
    var index = open.count - 1
    while index >= 0 {
      let isLast = index == 0
      let node = isLast ? context ?? open[0] : open[index]
      index -= 1
      guard node.categories.contains(.html) else { continue }
      switch node.name {
      case .td, .th: if !isLast { return mode = .inCell }
      case .tr: return mode = .inRow
      case .tbody, .thead, .tfoot: return mode = .inTableBody
      case .caption: return mode = .inCaption
      case .colgroup: return mode = .inColumnGroup
      case .table: return mode = .inTable
      case .template: return mode = templateModes.last ?? .inTemplate
      case .head: if !isLast { return mode = .inHead }
      case .body: return mode = .inBody
      case .frameset: return mode = .inFrameset
      case .html: return mode = headElement.isNone ? .beforeHead : .afterHead
      default: break
      }
    }
    mode = .inBody
  }
}
