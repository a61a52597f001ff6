// SPDX-License-Identifier: MIT
// Part of Grille: list items, counters, quotation marks and generated content.

import CSS
import DOM

/// The counter of one list.
struct ListCounter {
  /// The number of the next item.
  var next = 1
  /// What the number grows by: −1 in a reversed list.
  var step = 1
}

/// A counter that a style sheet made.
struct NamedCounter {
  var name: String
  var value: Int
  /// The depth of the element that made it; it goes when that element's parent ends.
  var level: Int
}

extension BoxTreeBuilder {
  // MARK: Lists

  // html.spec.whatwg.org/#ordinal-value
  /// Starts the counter of a list.
  mutating func openList(_ node: NodeID) {
    var list = ListCounter()
    if document.isHTMLElement(node, .ol) {
      let start = document.attribute(.start, of: node).flatMap { document.signedInteger($0) }
      if document.hasAttribute(.reversed, of: node) {
        list.step = -1
        list.next = start ?? itemCount(of: node)
      } else {
        list.next = start ?? 1
      }
    }
    lists.append(list)
  }

  private func itemCount(of list: NodeID) -> Int {
    var count = 0
    var child = document.firstChild(of: list)
    while !child.isNone {
      if document.isHTMLElement(child, .li) { count += 1 }
      child = document.nextSibling(of: child)
    }
    return count
  }

  /// Numbers a list item and lets its marker wait for its first line.
  mutating func addMarker(of node: NodeID) {
    let index = contexts.count - 1
    let style = contexts[index].style
    let type = flow.styles[style].listStyleType
    let isSummary = document.isHTMLElement(node, .summary)
    var ordinal = lists[lists.count - 1].next
    if document.isHTMLElement(node, .li),
      let text = document.attribute(.value, of: node),
      let value = document.signedInteger(text)
    {
      ordinal = value
    }
    if !isSummary { lists[lists.count - 1].next = ordinal &+ lists[lists.count - 1].step }
    guard type != .none, contexts[index].traits.isVisible else { return }

    var bytes: [UInt8] = []
    if let string = type.stringIndex {
      bytes = Array(resolver.table.markerStrings[string].utf8)
      while bytes.last == 0x20 { bytes.removeLast() }
    } else {
      ListMarker.append(type, ordinal: ordinal, usesASCII: options.usesASCII, to: &bytes)
    }
    guard !bytes.isEmpty else { return }
    if flow.styles[style].listStylePosition == .inside || isSummary {
      addSolid(bytes)
      addSolid([0x20])
      followsSpace = true
      return
    }
    let start = flow.text.count
    flow.text.append(contentsOf: bytes)
    var item = FlowItem(.marker, node: node)
    item.offset = Int32(start)
    item.length = Int32(bytes.count)
    item.appearance = contexts[index].appearance
    if bytes.allSatisfy({ $0 < 0x80 }) { item.flags = .isASCII }
    if contexts[index].isOpenInFlow { flow.addMarker(item) } else { flow.items.append(item) }
  }

  // MARK: Counters

  // drafts.csswg.org/css-lists-3/#auto-numbering
  /// Carries out the counter operations of the element that was just opened.
  mutating func applyCounters(style: Int) {
    let operations = flow.styles[style].counterOperations
    guard operations > 0 else { return }
    let level = contexts.count - 1
    for operation in resolver.table.counterOperations[Int(operations)] {
      let index = counters.lastIndex { $0.name == operation.name }
      switch operation.kind {
      case .reset:
        if let index, counters[index].level == level {
          counters[index].value = Int(operation.value)
        } else {
          counters.append(
            NamedCounter(name: operation.name, value: Int(operation.value), level: level))
        }
      case .increment, .set:
        let base = operation.kind == .set ? 0 : index.map { counters[$0].value } ?? 0
        let value = base &+ Int(operation.value)
        if let index {
          counters[index].value = value
        } else {
          counters.append(NamedCounter(name: operation.name, value: value, level: level))
        }
      }
    }
  }

  /// Forgets the counters that children of the element which just ended have made.
  mutating func dropCounters() {
    while let last = counters.last, last.level > contexts.count { counters.removeLast() }
  }

  // MARK: Generated content

  /// Adds what `::before` or `::after` put into an element.
  mutating func addPseudo(_ pseudo: PseudoElement, of node: NodeID) {
    let outer = contexts[contexts.count - 1]
    guard let (id, content) = resolver.pseudo(pseudo, of: node, style: outer.styleID) else {
      return
    }
    let style = position(of: id)
    let display = flow.styles[style].display
    guard display != .none else { return }
    let depth = contexts.count
    openBox(node, id, display == .listItem ? .block : display)
    guard contexts.count > depth else { return }
    contexts[contexts.count - 1].focusable = outer.focusable
    applyCounters(style: style)
    var bytes: [UInt8] = []
    for item in content { append(item, style: style, to: &bytes) }
    addGenerated(bytes)
    while contexts.count > depth { pop() }
  }

  private mutating func append(_ item: ContentItem, style: Int, to bytes: inout [UInt8]) {
    let quotes = resolver.table.quotes[Int(flow.styles[style].quotes)]
    switch item {
    case .text(let text):
      bytes.append(contentsOf: text.utf8)
    case .counter(let name, let style):
      ListMarker.appendNumber(
        counters.last { $0.name == name }?.value ?? 0, style, to: &bytes)
    case .counters(let name, let separator, let style):
      let values = counters.filter { $0.name == name }
      for (index, counter) in values.enumerated() {
        if index > 0 { bytes.append(contentsOf: separator.utf8) }
        ListMarker.appendNumber(counter.value, style, to: &bytes)
      }
      if values.isEmpty { ListMarker.appendNumber(0, style, to: &bytes) }
    case .openQuote:
      bytes.append(contentsOf: (quotes.opening(depth: quoteDepth) ?? "").utf8)
      quoteDepth += 1
    case .closeQuote:
      quoteDepth = max(0, quoteDepth - 1)
      bytes.append(contentsOf: (quotes.closing(depth: quoteDepth) ?? "").utf8)
    case .noOpenQuote:
      quoteDepth += 1
    case .noCloseQuote:
      quoteDepth = max(0, quoteDepth - 1)
    }
  }
}
