// SPDX-License-Identifier: MIT
// Part of Grille: what kind of box each element makes.

import CSS
import CellGrid
import DOM
import WebInfra

extension BoxTreeBuilder {
  /// Starts an element; false if nothing of it is left to walk.
  mutating func open(_ node: NodeID) -> Bool {
    let id = resolver.enter(node, parent: contexts[contexts.count - 1].styleID)
    let style = position(of: id)
    let display = flow.styles[style].display
    let space = document.namespace(of: node)
    let role = space == .html ? role(of: node) : .ordinary
    if display == .none || role == .hidden || flow.styles[style].isVisuallyHidden
      || structural == .column && display != .tableColumn
    {
      resolver.leave(node)
      return false
    }
    if role.isReplaced {
      if openReplaced(node, role, id, display) {
        noteAnchor(node)
        resolver.leave(node)
        return false
      }
    } else if space == .svg, document.name(of: node) == .svg {
      openPicture(node, id, display, alternative: titleOfDrawing(node))
      resolver.leave(node)
      return false
    }
    openBox(node, id, display)
    noteAnchor(node)
    startContent(node, role)
    return true
  }

  @inline(__always)
  private func role(of node: NodeID) -> ElementRole {
    let number = Int(document.name(of: node).rawValue)
    return number < roles.count ? roles[number] : .ordinary
  }

  /// Ends the innermost element together with anonymous boxes in it.
  mutating func close() {
    while contexts.count > 1, contexts[contexts.count - 1].isAnonymous { pop() }
    guard contexts.count > 1 else { return }
    let context = contexts[contexts.count - 1]
    endContent(context)
    // Generated content may have opened anonymous boxes.
    while contexts.count > 1, contexts[contexts.count - 1].isAnonymous { pop() }
    pop()
    resolver.leave(context.node)
    if !counters.isEmpty { dropCounters() }
  }

  /// Makes the box that an element's `display` asks for.
  mutating func openBox(_ node: NodeID, _ id: StyleID, _ display: Display) {
    let isFlexItem = contexts[contexts.count - 1].kind == .flexRow
    let mayRecord = recordDepth < FlowLayout.maximumContextDepth
    if isFlexItem, !display.isInternalTable, mayRecord {
      switch display {
      case .table, .inlineTable, .flex, .inlineFlex, .grid, .inlineGrid:
        break
      default:
        openAtomic(node, id, isFlexItem: true)
        return
      }
    }
    switch display {
    case .inline, .contents, .ruby, .rubyBase, .rubyText, .rubyBaseContainer, .rubyTextContainer:
      openInline(node, id, hasBox: display != .contents)
    case .inlineBlock:
      if mayRecord { openAtomic(node, id) } else { openInline(node, id, hasBox: false) }
    case .table, .inlineTable:
      openTablePart(.table, node: node, id: id)
    case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
      openTablePart(.rowGroup, node: node, id: id)
    case .tableRow:
      openTablePart(.row, node: node, id: id)
    case .tableCell:
      openTablePart(.cell, node: node, id: id)
    case .tableCaption:
      openTablePart(.caption, node: node, id: id)
    case .tableColumn, .tableColumnGroup:
      openTablePart(.column, node: node, id: id)
    case .flex, .inlineFlex:
      let direction = flow.styles[position(of: id)].flexDirection
      let isRow = direction == .row || direction == .rowReverse
      openBlock(node, id, kind: isRow && mayRecord ? .flexRow : .block)
    case .block, .flowRoot, .grid, .inlineGrid:
      openBlock(node, id)
    case .listItem:
      openBlock(node, id)
      addMarker(of: node)
    case .none:
      break
    }
  }

  private mutating func openInline(_ node: NodeID, _ id: StyleID, hasBox: Bool) {
    var context = BoxContext(kind: .inline, node: node, styleID: id, style: position(of: id))
    if hasBox {
      let style = context.style
      let start = CellMetrics.columns(
        (flow.styles[style].margin.left.resolved(against: 0) ?? 0)
          + (flow.styles[style].padding.left.resolved(against: 0) ?? 0))
      let end = CellMetrics.columns(
        (flow.styles[style].margin.right.resolved(against: 0) ?? 0)
          + (flow.styles[style].padding.right.resolved(against: 0) ?? 0))
      context.endInset = Int32(min(end, 8))
      if start > 0 {
        prepareForInline()
        addInset(Int32(min(start, 8)))
      }
    }
    push(context)
  }

  /// Notes the place of an element that a fragment can name.
  private mutating func noteAnchor(_ node: NodeID) {
    guard options.isInteractive, !document.attributes(of: node).isEmpty else { return }
    guard
      document.hasAttribute(.id, of: node)
        || document.isHTMLElement(node, .a) && document.hasAttribute(.name, of: node)
    else { return }
    if isInTableStructure {
      // Between the parts of a table nothing is placed: the next cell takes the anchor.
      waitingAnchors.append(node)
    } else {
      flow.items.append(FlowItem(.anchor, node: node))
    }
  }

  // MARK: Content around content

  /// What stands before an element's children: numbers, brackets, generated content.
  private mutating func startContent(_ node: NodeID, _ role: ElementRole) {
    let index = contexts.count - 1
    switch role {
    case .link:
      openLink(node)
    case .button:
      makeControlFocusable(node)
      addText("[ ")
      contexts[index].closing = .button
    case .summary:
      if document.isHTMLElement(document.parent(of: node), .details) {
        makeFocusable(node, .summary)
        if flow.styles[contexts[index].style].display != .listItem { addMarker(of: node) }
      }
    case .list:
      openList(node)
      contexts[index].hasList = true
    case .superscript:
      contexts[index].isSuperscript = !options.usesASCII
    default:
      break
    }
    if flow.styles[contexts[index].style].counterOperations > 0 {
      applyCounters(style: contexts[index].style)
    }
    addPseudo(.before, of: node)
  }

  private mutating func endContent(_ context: BoxContext) {
    addPseudo(.after, of: context.node)
    switch context.closing {
    case .nothing:
      break
    case .button:
      addText(" ]")
      hasLinkContent = true
    case .link:
      if !hasLinkContent { addLinkName(context.node) }
      if options.spellsOutLinks, options.links != .none { spellOutLink(context.node) }
      linkPicture = .none
    }
  }

  /// Adds a text of our own.
  mutating func addText(_ text: String) {
    addGenerated(Array(text.utf8))
  }

  private mutating func openLink(_ node: NodeID) {
    guard let href = document.attributeValue(.href, of: node) else { return }
    let index = contexts.count - 1
    var number: Int32 = 0
    if options.links != .none { number = linkNumber(href) }
    makeFocusable(node, .link, number: number)
    contexts[index].closing = .link
    hasLinkContent = false
    linkPicture = .none
    if options.links == .numbered, number > 0 {
      addText("[\(number)]")
      hasLinkContent = false
    }
  }

  /// Puts the address of a link behind its text.
  private mutating func spellOutLink(_ node: NodeID) {
    guard let href = document.attributeValue(.href, of: node) else { return }
    let number = Int(linkNumber(href))
    guard number > 0 else { return }
    let address = linkTargets[number - 1].withoutCredentials.href
    addGenerated(Array(" <".utf8) + DisplayString(address, as: .chrome).utf8 + [0x3E])
  }

  /// Makes text inside the innermost context part of a focusable element.
  mutating func makeFocusable(_ node: NodeID, _ kind: Focusable.Kind, number: Int32 = 0) {
    guard options.isInteractive else { return }
    contexts[contexts.count - 1].focusable = Int32(focusables.count)
    focusables.append(Focusable(node: node, kind: kind, rects: 0..<0, number: number))
  }
}
