// SPDX-License-Identifier: MIT
// Part of Grille: writes a document as Markdown.

package import WebInfra

/// Writes what a document says as CommonMark, with the tables of GitHub's dialect.
package struct MarkdownWriter {
  private let document: Document
  private let base: WebURL?

  /// How deep quotations and lists are marked; what is deeper is written as plain text.
  private static let depthLimit = 32

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - base: What relative addresses are resolved against; without it they stay as they are.
  package init(_ document: Document, base: WebURL? = nil) {
    self.document = document
    self.base = base
  }

  /// The whole document, with a line feed at its end unless it says nothing.
  package func text() -> String {
    let body = document.body
    let blocks = blocks(in: body.isNone ? .document : body, depth: 0)
    return blocks.isEmpty
      ? ""
      : blocks.map { $0.joined(separator: "\n") }
        .joined(separator: "\n\n") + "\n"
  }

  // MARK: Blocks

  /// The lines of each block below a node.
  private func blocks(in parent: NodeID, depth: Int) -> [[String]] {
    var result: [[String]] = []
    var run = MarkdownText()
    func endRun() {
      let lines = run.lines
      run = MarkdownText()
      if !lines.isEmpty { result.append(lines.map(MarkdownText.protectingStart)) }
    }
    // Not by recursion through boxes that mean nothing, because pages nest them deeply.
    var node = document.firstChild(of: parent)
    while !node.isNone {
      if let special = specialBlocks(of: node, depth: depth) {
        endRun()
        result += special
        node = document.nextSkippingChildren(of: node, within: parent)
      } else if isBox(node) {
        endRun()
        node = nextEndingRun(after: node, within: parent, endRun)
      } else {
        appendInline(node, to: &run, depth: 0)
        node = nextLeaving(node, within: parent, endRun)
      }
    }
    endRun()
    return result
  }

  /// The first child of a box, or what follows it if it is empty.
  private func nextEndingRun(
    after node: NodeID, within root: NodeID, _ endRun: () -> Void
  ) -> NodeID {
    let child = document.firstChild(of: node)
    return child.isNone ? nextLeaving(node, within: root, endRun) : child
  }

  /// What follows a node; boxes that end on the way end the run of text.
  private func nextLeaving(
    _ node: NodeID, within root: NodeID, _ endRun: () -> Void
  ) -> NodeID {
    var node = node
    while true {
      let sibling = document.nextSibling(of: node)
      if !sibling.isNone { return sibling }
      node = document.parent(of: node)
      if node == root || node.isNone { return .none }
      endRun()
    }
  }

  /// The blocks of an element that Markdown has a form for; nil for any other.
  private func specialBlocks(of node: NodeID, depth: Int) -> [[String]]? {
    guard document.isElement(node) else { return nil }
    if isLeftOut(node) { return [] }
    switch document.name(of: node) {
    case .h1: return heading(node, 1)
    case .h2: return heading(node, 2)
    case .h3: return heading(node, 3)
    case .h4: return heading(node, 4)
    case .h5: return heading(node, 5)
    case .h6: return heading(node, 6)
    case .hr: return [["---"]]
    case .pre: return [fenced(node)]
    case .blockquote:
      let inner = inner(of: node, depth: depth)
      return inner.isEmpty ? [] : [inner.map { $0.isEmpty ? ">" : "> " + $0 }]
    case .ul, .ol, .menu: return list(node, depth: depth)
    case .table: return table(node)
    default: return nil
    }
  }

  /// The lines inside a quotation or an item, blocks apart by an empty line.
  private func inner(of node: NodeID, depth: Int) -> [String] {
    guard depth < Self.depthLimit else {
      var run = MarkdownText()
      run.append(MarkdownText.escaped(document.descendantText(of: node)))
      return run.lines
    }
    return Array(blocks(in: node, depth: depth + 1).joined(separator: [""]))
  }

  private func heading(_ node: NodeID, _ level: Int) -> [[String]] {
    let text = inlineText(of: node).replacing("\n", with: " ")
    return text.isEmpty ? [] : [[String(repeating: "#", count: level) + " " + text]]
  }

  private func fenced(_ node: NodeID) -> [String] {
    var text = document.descendantText(of: node)
    if text.last == "\n" { text.removeLast() }
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return [fence] + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + [fence]
  }

  private func list(_ node: NodeID, depth: Int) -> [[String]] {
    let isOrdered = document.isHTMLElement(node, .ol)
    var number = isOrdered ? document.integer(.start, of: node) ?? 1 : 0
    var lines: [String] = []
    var item = document.firstElementChild(of: node)
    while !item.isNone {
      if !isLeftOut(item) {
        let mark = isOrdered ? "\(number). " : "- "
        let indent = String(repeating: " ", count: mark.utf8.count)
        let inner = inner(of: item, depth: depth)
        for (index, line) in (inner.isEmpty ? [""] : inner).enumerated() {
          lines.append(line.isEmpty && index > 0 ? "" : (index == 0 ? mark : indent) + line)
        }
        number += 1
      }
      item = document.nextElementSibling(of: item)
    }
    return lines.isEmpty ? [] : [lines]
  }

  private func table(_ node: NodeID) -> [[String]] {
    var rows: [[String]] = []
    var next = document.next(after: node, within: node)
    while !next.isNone {
      if document.isHTMLElement(next, .table) {
        next = document.nextSkippingChildren(of: next, within: node)
        continue
      }
      if document.isHTMLElement(next, .tr) { rows.append(cells(of: next)) }
      next = document.next(after: next, within: node)
    }
    rows.removeAll(where: \.isEmpty)
    guard let columns = rows.map(\.count).max() else { return [] }
    var lines = rows.map { row in
      "| " + (row + Array(repeating: "", count: columns - row.count)).joined(separator: " | ")
        + " |"
    }
    lines.insert("|" + String(repeating: " --- |", count: columns), at: 1)
    return [lines]
  }

  private func cells(of row: NodeID) -> [String] {
    var cells: [String] = []
    var cell = document.firstElementChild(of: row)
    while !cell.isNone {
      if document.isHTMLElement(cell, .td) || document.isHTMLElement(cell, .th) {
        let text = inlineText(of: cell).replacing("\n", with: " ").replacing("|", with: "\\|")
        cells.append(text)
      }
      cell = document.nextElementSibling(of: cell)
    }
    return cells
  }

  // MARK: Text

  private func inlineText(of node: NodeID) -> String {
    var run = MarkdownText()
    appendChildren(of: node, to: &run, depth: 0)
    return run.lines.joined(separator: "\n")
  }

  private func appendChildren(of node: NodeID, to run: inout MarkdownText, depth: Int) {
    guard depth < Self.depthLimit else {
      return run.append(MarkdownText.escaped(document.descendantText(of: node)))
    }
    var child = document.firstChild(of: node)
    while !child.isNone {
      appendInline(child, to: &run, depth: depth)
      child = document.nextSibling(of: child)
    }
  }

  private func appendInline(_ node: NodeID, to run: inout MarkdownText, depth: Int) {
    guard document.isElement(node) else {
      if document.kind(of: node) == .text {
        run.append(MarkdownText.escaped(document.string(document.textRange(of: node))))
      }
      return
    }
    if isLeftOut(node) { return }
    func append(between mark: String) {
      run.append(opening: mark, closing: mark) {
        appendChildren(of: node, to: &$0, depth: depth + 1)
      }
    }
    switch document.name(of: node) {
    case .br: run.appendBreak()
    case .em, .i: append(between: "*")
    case .strong, .b: append(between: "**")
    case .del, .s: append(between: "~~")
    case .code: run.append(MarkdownText.code(document.descendantText(of: node)))
    case .img:
      let label = MarkdownText.escaped(document.attributeValue(.alt, of: node) ?? "")
      if let address = address(.src, of: node), !label.isEmpty {
        run.append("![\(label)](\(address))")
      }
    case .a:
      guard let address = address(.href, of: node) else { fallthrough }
      run.append(opening: "[", closing: "](\(address))") {
        appendChildren(of: node, to: &$0, depth: depth + 1)
      }
    default: appendChildren(of: node, to: &run, depth: depth + 1)
    }
  }

  /// The address of a link or picture as it may stand in parentheses.
  private func address(_ name: NameID, of node: NodeID) -> String? {
    guard let value = document.attributeValue(name, of: node) else { return nil }
    let text = WebURL(value, base: base)?.withoutCredentials.href ?? value
    return text.isEmpty
      ? nil
      : text.replacing("(", with: "%28").replacing(")", with: "%29").replacing(" ", with: "%20")
        .replacing("<", with: "%3C").replacing("\n", with: "")
  }

  // MARK: Elements

  private func isLeftOut(_ node: NodeID) -> Bool {
    guard document.namespace(of: node) == .html else { return document.isElement(node) }
    if document.hasAttribute(.hidden, of: node) { return true }
    switch document.name(of: node) {
    case .head, .script, .style, .template, .title, .select, .textarea, .object, .iframe:
      return true
    default: return false
    }
  }

  /// Whether an element stands on lines of its own.
  private func isBox(_ node: NodeID) -> Bool {
    guard document.namespace(of: node) == .html else { return false }
    switch document.name(of: node) {
    case .address, .article, .aside, .body, .center, .dd, .details, .dialog, .div, .dl, .dt,
      .fieldset, .figcaption, .figure, .footer, .form, .header, .hgroup, .html, .legend, .li,
      .main, .nav, .p, .search, .section, .summary:
      return true
    default: return false
    }
  }
}
