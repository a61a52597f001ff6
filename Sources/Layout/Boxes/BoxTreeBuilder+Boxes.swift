// SPDX-License-Identifier: MIT
// Part of Grille: opens and closes boxes, with the anonymous boxes that tables need.

import CSS
import DOM

extension BoxTreeBuilder {
  /// The kind of the innermost context that is not inline.
  var structural: BoxContext.Kind {
    contexts[Int(contexts[contexts.count - 1].structural)].kind
  }

  /// Whether only parts of a table may come next without an anonymous cell.
  var isInTableStructure: Bool { structural.isTableStructure }

  // MARK: Inline content

  /// Makes sure that inline content may come next.
  mutating func prepareForInline() {
    if isInTableStructure { prepare(for: .block) }
  }

  /// Ends the inline content before a block: it is laid out unless it is recorded.
  mutating func endInlineRun() {
    followsSpace = true
    lineColumn = 0
    flushInline()
  }

  /// Hands inline content to the layout, if nothing is recorded.
  private mutating func flushInline() {
    guard recordDepth == 0, !flow.items.isEmpty else { return }
    flow.layOut(0..<flow.items.count)
    flow.items.removeAll(keepingCapacity: true)
    flow.atomics.removeAll(keepingCapacity: true)
    flow.cells.removeAll(keepingCapacity: true)
    flow.tables.removeAll(keepingCapacity: true)
    flow.gridCells.removeAll(keepingCapacity: true)
    flow.gridRows.removeAll(keepingCapacity: true)
    flow.gridColumns.removeAll(keepingCapacity: true)
  }

  /// Adds a forced line break.
  ///
  /// Lines that are complete do not wait for the end of their block.
  mutating func addLineBreak() {
    prepareForInline()
    flow.items.append(FlowItem(.lineBreak, node: contexts[contexts.count - 1].node))
    followsSpace = true
    lineColumn = 0
    if recordDepth == 0, flow.items.count > 64 { flushInline() }
  }

  // MARK: Contexts

  /// Pushes a context and computes what its text needs.
  mutating func push(_ context: BoxContext) {
    let index = contexts.count
    contexts.append(context)
    contexts[index].structural =
      context.kind == .inline ? contexts[index - 1].structural : Int32(index)
    prepareText(in: index)
  }

  /// Starts a box that goes to the layout at once, unless items are recorded.
  mutating func openBlock(_ node: NodeID, _ id: StyleID, kind: BoxContext.Kind = .block) {
    prepare(for: .block)
    endInlineRun()
    var context = BoxContext(kind: kind, node: node, styleID: id, style: position(of: id))
    if recordDepth == 0 {
      flow.openBlock(style: context.style, node: node)
      context.isOpenInFlow = true
    } else {
      context.start = appendStart(.blockStart, node: node, style: context.style)
    }
    push(context)
  }

  /// Starts a box that stands in a line.
  mutating func openAtomic(_ node: NodeID, _ id: StyleID, isFlexItem: Bool = false) {
    prepareForInline()
    var context = BoxContext(kind: .atomic, node: node, styleID: id, style: position(of: id))
    context.start = appendStart(.atomicStart, node: node, style: context.style)
    flow.items[Int(context.start)].record = Int32(flow.atomics.count)
    flow.atomics.append(
      AtomicBox(style: context.style, intrinsic: IntrinsicWidth(), isFlexItem: isFlexItem))
    startRecording(&context)
    push(context)
  }

  private mutating func startRecording(_ context: inout BoxContext) {
    recordDepth += 1
    context.outerFollowsSpace = followsSpace
    context.outerLineColumn = lineColumn
    followsSpace = true
    lineColumn = 0
  }

  private mutating func endRecording(_ context: BoxContext) {
    recordDepth -= 1
    lineColumn = context.outerLineColumn
  }

  private mutating func appendStart(_ kind: FlowItem.Kind, node: NodeID, style: Int) -> Int32 {
    var item = FlowItem(kind, node: node)
    item.style = style
    flow.items.append(item)
    return Int32(flow.items.count - 1)
  }

  private mutating func appendEnd(_ kind: FlowItem.Kind, of start: Int32) {
    flow.items[Int(start)].link = flow.items.count
    flow.items.append(FlowItem(kind))
  }

  /// Starts a part of a table: the table itself, a row group, row, cell, caption or column.
  mutating func openTablePart(
    _ kind: BoxContext.Kind, node: NodeID, id: StyleID, style: Int? = nil
  ) {
    prepare(for: kind)
    if kind == .table { endInlineRun() }
    var context = BoxContext(
      kind: kind, node: node, styleID: id, style: style ?? position(of: id))
    context.isAnonymous = style != nil
    switch kind {
    case .table:
      context.start = appendStart(.tableStart, node: node, style: context.style)
      startRecording(&context)
    case .rowGroup:
      context.start = appendStart(.rowGroupStart, node: node, style: context.style)
    case .row:
      context.start = appendStart(.rowStart, node: node, style: context.style)
    case .cell, .caption:
      context.start = appendStart(
        kind == .cell ? .cellStart : .captionStart, node: node, style: context.style)
      flow.items[Int(context.start)].record = Int32(flow.cells.count)
      flow.cells.append(kind == .cell && style == nil ? spans(of: node) : CellRecord())
      followsSpace = true
      lineColumn = 0
      for anchor in waitingAnchors { flow.items.append(FlowItem(.anchor, node: anchor)) }
      waitingAnchors.removeAll(keepingCapacity: true)
    case .column:
      var item = FlowItem(.column, node: node)
      item.style = context.style
      item.length = Int32(min(1000, max(1, document.integer(.span, of: node) ?? 1)))
      flow.items.append(item)
    default:
      break
    }
    push(context)
  }

  // html.spec.whatwg.org/#attr-tdth-colspan
  private func spans(of cell: NodeID) -> CellRecord {
    var record = CellRecord()
    guard document.isHTMLElement(cell, .td) || document.isHTMLElement(cell, .th) else {
      return record
    }
    if let span = document.integer(.colspan, of: cell), span > 0 {
      record.columnSpan = Int32(min(span, 1000))
    }
    if let span = document.integer(.rowspan, of: cell) {
      record.rowSpan = Int32(min(span, 65534))
    }
    return record
  }

  /// Ends the innermost context.
  mutating func pop() {
    let context = contexts.removeLast()
    switch context.kind {
    case .inline:
      if context.endInset > 0 { addInset(context.endInset) }
    case .block, .flexRow:
      endInlineRun()
      if context.isOpenInFlow {
        flow.closeBlock()
      } else if context.start >= 0 {
        appendEnd(.blockEnd, of: context.start)
      }
    case .atomic:
      let start = Int(context.start)
      let intrinsic = flow.measure(start + 1..<flow.items.count)
      flow.atomics[Int(flow.items[start].record)].intrinsic = intrinsic
      appendEnd(.atomicEnd, of: context.start)
      endRecording(context)
      // A box without content leaves the spaces around it to collapse.
      followsSpace = intrinsic.maximum == 0 ? context.outerFollowsSpace : false
    case .table:
      let start = Int(context.start)
      flow.formTable(start: start, end: flow.items.count)
      appendEnd(.tableEnd, of: context.start)
      endRecording(context)
      endInlineRun()
    case .rowGroup:
      appendEnd(.rowGroupEnd, of: context.start)
    case .row:
      appendEnd(.rowEnd, of: context.start)
    case .cell, .caption:
      let start = Int(context.start)
      let intrinsic = flow.measure(start + 1..<flow.items.count)
      flow.cells[Int(flow.items[start].record)].intrinsic = intrinsic
      appendEnd(context.kind == .cell ? .cellEnd : .captionEnd, of: context.start)
      followsSpace = true
      lineColumn = 0
    case .column:
      break
    }
    if context.hasList { lists.removeLast() }
  }

  /// Adds blank columns at the edge of an inline box.
  mutating func addInset(_ columns: Int32) {
    var item = FlowItem(.inset)
    item.length = columns
    flow.items.append(item)
  }

  // MARK: Anonymous boxes

  // drafts.csswg.org/css-tables-3/#fixup-algorithm
  /// Opens or ends anonymous boxes so that a box of some kind may come next.
  ///
  /// `.block` stands for any content that is no part of a table.
  mutating func prepare(for kind: BoxContext.Kind) {
    while true {
      let top = contexts[Int(contexts[contexts.count - 1].structural)]
      let mayEnd = top.isAnonymous && contexts[contexts.count - 1].kind != .inline
      switch kind {
      case .cell:
        if top.kind == .row { return }
        if top.kind == .table || top.kind == .rowGroup {
          openAnonymous(.row)
        } else if mayEnd, top.kind == .cell {
          pop()
        } else {
          openAnonymous(.table)
        }
      case .row:
        if top.kind == .table || top.kind == .rowGroup { return }
        if mayEnd, top.kind == .cell || top.kind == .row {
          pop()
        } else {
          // A row inside a row stands in a table of its own in an anonymous cell.
          if top.kind == .row { openAnonymous(.cell) }
          openAnonymous(.table)
          return
        }
      case .rowGroup, .caption, .column:
        if top.kind == .table { return }
        if kind == .column, top.kind == .column { return }
        if mayEnd, top.kind.isTableStructure || top.kind == .cell {
          pop()
        } else if top.kind == .column {
          return
        } else {
          if top.kind == .rowGroup { openAnonymous(.row) }
          if top.kind.isTableStructure { openAnonymous(.cell) }
          openAnonymous(.table)
          return
        }
      default:
        guard top.kind.isTableStructure else { return }
        if top.kind == .column { return }
        if hasAnonymousTable {
          pop()
        } else if top.kind == .row {
          openAnonymous(.cell)
        } else {
          openAnonymous(.row)
        }
      }
    }
  }

  /// Whether the anonymous boxes at the top of the stack belong to an anonymous table.
  private var hasAnonymousTable: Bool {
    var index = contexts.count - 1
    while index > 0, contexts[index].isAnonymous {
      if contexts[index].kind == .table { return true }
      index -= 1
    }
    return false
  }

  private mutating func openAnonymous(_ kind: BoxContext.Kind) {
    let parent = contexts[contexts.count - 1]
    let position = anonymousStyle(kind, of: parent.style)
    openTablePart(kind, node: parent.node, id: parent.styleID, style: position)
  }

  /// The style of an anonymous table part inside a box: inherited values, all others initial.
  private mutating func anonymousStyle(_ kind: BoxContext.Kind, of parent: Int) -> Int {
    let key = parent << 4 | Int(kind.rawValue)
    if let known = anonymousStyles[key] { return known }
    var style = flow.styles[parent].inheritingChild()
    switch kind {
    case .table: style.display = .table
    case .row: style.display = .tableRow
    default: style.display = .tableCell
    }
    let position = addStyle(style)
    anonymousStyles[key] = position
    return position
  }
}
