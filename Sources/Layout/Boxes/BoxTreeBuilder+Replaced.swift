// SPDX-License-Identifier: MIT
// Part of Grille: elements that show something other than their children.

import CSS
import DOM
import WebInfra

extension BoxTreeBuilder {
  /// Adds an element that shows something other than its children; false if it is none.
  mutating func openReplaced(
    _ node: NodeID, _ role: ElementRole, _ id: StyleID, _ display: Display
  ) -> Bool {
    switch role {
    case .lineBreak:
      addLineBreak()
    case .breakOpportunity:
      prepareForInline()
      flow.items.append(FlowItem(.breakOpportunity, node: node))
    case .rule:
      openRule(node, id)
    case .image:
      openImage(node, id, display)
    case .input:
      withBox(node, id, display) { $0.addInput(node) }
    case .select:
      withBox(node, id, display, isAtomic: isListBox(node)) { $0.addSelect(node) }
    case .textArea:
      withBox(node, id, display, isAtomic: true) { $0.addTextArea(node) }
    case .gauge:
      withBox(node, id, display) { $0.addGauge(node) }
    case .frame:
      withBox(node, id, document.name(of: node) == .frame ? .block : display) {
        $0.addFrame(node)
      }
    case .media:
      guard document.hasAttribute(.src, of: node) else { return false }
      withBox(node, id, display) { $0.addMedia(node) }
    default:
      return false
    }
    return true
  }

  /// Adds content in the box of an element without children.
  private mutating func withBox(
    _ node: NodeID, _ id: StyleID, _ display: Display, isAtomic: Bool = false,
    _ content: (inout BoxTreeBuilder) -> Void
  ) {
    let depth = contexts.count
    let isInline = display.isInlineLevel || display == .contents
    if isInline, contexts[contexts.count - 1].kind != .flexRow,
      !isAtomic || recordDepth >= FlowLayout.maximumContextDepth
    {
      var context = BoxContext(kind: .inline, node: node, styleID: id, style: position(of: id))
      context.isAnonymous = false
      push(context)
    } else if isInline {
      openAtomic(node, id)
    } else {
      openBox(node, id, display == .listItem ? .block : display)
    }
    if contexts.count > depth {
      content(&self)
      while contexts.count > depth { pop() }
    }
  }

  private mutating func openRule(_ node: NodeID, _ id: StyleID) {
    prepare(for: .block)
    endInlineRun()
    var item = FlowItem(.rule, node: node)
    item.style = position(of: id)
    flow.items.append(item)
    endInlineRun()
  }

  // MARK: Pictures

  // html.spec.whatwg.org/#images-3
  private mutating func openImage(_ node: NodeID, _ id: StyleID, _ display: Display) {
    if let alternative = document.attribute(.alt, of: node) {
      var bytes: [UInt8] = []
      document.appendText(alternative, into: &bytes)
      if !bytes.allSatisfy(\.isASCIIWhitespace) {
        withBox(node, id, display) { $0.addGenerated(bytes) }
        return
      }
    } else if let title = document.attribute(.title, of: node), !document.isWhitespace(title) {
      var bytes: [UInt8] = []
      document.appendText(title, into: &bytes)
      withBox(node, id, display) { $0.addGenerated(bytes) }
      return
    }
    // A link without other content would be one that nobody can see.
    if contexts[contexts.count - 1].focusable >= 0 || isInLink { linkPicture = node }
  }

  private var isInLink: Bool {
    contexts.last { $0.closing == .link } != nil
  }

  /// Adds a picture by what its markup says about it.
  mutating func openPicture(
    _ node: NodeID, _ id: StyleID, _ display: Display, alternative: [UInt8]
  ) {
    guard !alternative.isEmpty else { return }
    withBox(node, id, display) { $0.addGenerated(alternative) }
  }

  /// The title of an SVG drawing.
  func titleOfDrawing(_ node: NodeID) -> [UInt8] {
    var bytes: [UInt8] = []
    if document.attribute(.ariaHidden, of: node, is: "true") { return bytes }
    if let label = document.attribute(.ariaLabel, of: node) {
      document.appendText(label, into: &bytes)
      return bytes
    }
    var child = document.firstChild(of: node)
    while !child.isNone {
      if document.isElement(child), document.name(of: child) == .title {
        document.appendDescendantText(of: child, into: &bytes)
        break
      }
      child = document.nextSibling(of: child)
    }
    return bytes
  }

  /// Names a link without content by what its markup says about it.
  mutating func addLinkName(_ node: NodeID) {
    for name in [NameID.ariaLabel, .title] {
      guard let label = document.attribute(name, of: node), !document.isWhitespace(label) else {
        continue
      }
      var bytes: [UInt8] = Array("[".utf8)
      document.appendText(label, into: &bytes)
      bytes.append(UInt8(ascii: "]"))
      return addGenerated(bytes)
    }
    if !linkPicture.isNone { addPictureName(linkPicture) }
  }

  /// Adds the file name of a picture in brackets: all that a link shows.
  mutating func addPictureName(_ node: NodeID) {
    guard let source = document.attributeValue(.src, of: node) else { return }
    let name = Self.fileName(source)
    if !name.isEmpty { addText("[\(name)]") }
  }

  /// The last part of an address's path.
  static func fileName(_ address: String) -> String {
    if address.hasPrefix("data:") { return "" }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    return String(path.split(separator: "/").last ?? "")
  }

  // MARK: Frames and media

  private mutating func addFrame(_ node: NodeID) {
    guard let source = document.attributeValue(.src, of: node), source != "about:blank",
      !source.isEmpty
    else { return }
    let label =
      document.attributeValue(.title, of: node) ?? document.attributeValue(.name, of: node)
      ?? Self.fileName(source)
    makeFocusable(node, .link, number: options.links == .none ? 0 : linkNumber(source))
    addText("[\(options.labels.frame): \(label.isEmpty ? source : label)]")
  }

  private mutating func addMedia(_ node: NodeID) {
    guard let source = document.attributeValue(.src, of: node) else { return }
    let label = document.attributeValue(.title, of: node) ?? Self.fileName(source)
    makeFocusable(node, .link, number: options.links == .none ? 0 : linkNumber(source))
    if !label.isEmpty { addText("[\(label)]") }
  }

  // MARK: Links

  /// The number of a link's address in the list of links, or 0 if it is no address.
  mutating func linkNumber(_ href: String) -> Int32 {
    if let known = linkNumbers[href] { return known }
    var number: Int32 = 0
    if let url = WebURL(href, base: options.baseURL) {
      let key = "\u{0}" + url.href
      if let known = linkNumbers[key] {
        number = known
      } else {
        linkTargets.append(url)
        number = Int32(linkTargets.count)
        linkNumbers[key] = number
      }
    }
    linkNumbers[href] = number
    return number
  }
}
