// SPDX-License-Identifier: MIT
// Part of Grille: makes the HTML documents in which feeds and drawings are shown.

internal import DOM

/// Writes an HTML document node by node.
struct PageBuilder: ~Copyable {
  private var builder = DocumentBuilder()
  private let head: NodeID
  private let body: NodeID
  /// Where nodes are added; the body at first.
  private var open: [NodeID]

  init(language: String = "") {
    let root = builder.makeElement(.html)
    builder.append(root, to: .document)
    if !language.isEmpty {
      builder.addAttribute(.lang, value: Array(language.utf8).span, to: root)
    }
    head = builder.makeElement(.head)
    builder.append(head, to: root)
    body = builder.makeElement(.body)
    builder.append(body, to: root)
    open = [body]
  }

  consuming func finish() -> Document { builder.snapshot() }

  /// Sets the document's title.
  mutating func title(_ text: String) {
    let node = builder.makeElement(.title)
    builder.append(node, to: head)
    builder.append(builder.makeText(Array(text.utf8).span), to: node)
    builder.noteMetadata(node)
  }

  /// Opens an element.
  mutating func begin(_ name: NameID, _ attribute: NameID = .absent, _ value: String = "") {
    let node = builder.makeElement(name)
    builder.append(node, to: open.last ?? body)
    if attribute != .absent {
      builder.addAttribute(attribute, value: Array(value.utf8).span, to: node)
    }
    open.append(node)
  }

  /// Closes the element opened last.
  mutating func end() { if open.count > 1 { open.removeLast() } }

  /// Adds text.
  mutating func text(_ text: String) {
    if text.isEmpty { return }
    builder.append(builder.makeText(Array(text.utf8).span), to: open.last ?? body)
  }

  /// Adds an element that holds text only.
  mutating func element(_ name: NameID, _ text: String) {
    begin(name)
    self.text(text)
    end()
  }

  /// Adds a paragraph.
  mutating func paragraph(_ text: String) { element(.p, text) }

  /// Adds a text with its line ends and spaces kept.
  mutating func preformatted(_ text: Span<UInt8>) {
    begin(.pre)
    builder.append(builder.makeText(text), to: open.last ?? body)
    end()
  }

  /// Copies what is below a node of another document.
  ///
  /// With `filtering`, what has no place in a quoted text is left out: scripts, style sheets,
  /// frames, controls and the document's own elements (whose contents stay).
  mutating func copyChildren(of root: NodeID, in source: Document, filtering: Bool) {
    guard !root.isNone else { return }
    var node = source.firstChild(of: root)
    var parents: [(source: NodeID, copy: NodeID)] = [(root, open.last ?? body)]
    while !node.isNone {
      while let last = parents.last, source.parent(of: node) != last.source { parents.removeLast() }
      guard let parent = parents.last else { return }
      var isEntered = true
      switch source.kind(of: node) {
      case .text:
        let copy = source.withText(of: node) { builder.makeText($0) }
        builder.append(copy, to: parent.copy)
      case .element:
        switch filtering ? treatment(source, node) : .copy {
        case .drop: isEntered = false
        case .contentsOnly: parents.append((node, parent.copy))
        case .copy:
          let copy = copyElement(node, in: source)
          builder.append(copy, to: parent.copy)
          parents.append((node, copy))
        }
      default: break
      }
      node =
        isEntered
        ? source.next(after: node, within: root)
        : source.nextSkippingChildren(of: node, within: root)
    }
  }

  private enum Treatment { case copy, contentsOnly, drop }

  private func treatment(_ source: Document, _ node: NodeID) -> Treatment {
    guard source.namespace(of: node) == .html else { return .contentsOnly }
    switch source.name(of: node) {
    case .script, .style, .template, .iframe, .frame, .frameset, .object, .embed, .applet, .title,
      .base, .meta, .link, .input, .button, .select, .textarea:
      return .drop
    case .html, .head, .body, .form: return .contentsOnly
    default: return .copy
    }
  }

  private mutating func copyElement(_ node: NodeID, in source: Document) -> NodeID {
    let name = source.withName(source.name(of: node)) { builder.intern($0) }
    let copy = builder.makeElement(name, source.namespace(of: node))
    for number in source.attributes(of: node) {
      let attribute = source.attribute(at: number)
      let name = source.withName(attribute.name) { builder.intern($0) }
      source.withText(attribute.value) {
        builder.addAttribute(name, attribute.namespace, value: $0, to: copy)
      }
    }
    return copy
  }
}
