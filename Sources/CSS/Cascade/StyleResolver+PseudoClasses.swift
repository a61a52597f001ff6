// SPDX-License-Identifier: MIT
// Part of Grille: pseudo-classes answered from the document.
import DOM

extension StyleResolver {
  // html.spec.whatwg.org/#pseudo-classes
  mutating func matches(_ pseudo: PseudoClass, _ element: ElementReference) -> Bool {
    let node = element.node
    switch pseudo {
    case .root: return document.parent(of: node) == .document
    case .empty:
      var child = document.firstChild(of: node)
      while !child.isNone {
        let kind = document.kind(of: child)
        if kind == .element || (kind == .text && !document.textRange(of: child).isEmpty) {
          return false
        }
        child = document.nextSibling(of: child)
      }
      return true
    case .firstChild: return document.previousElementSibling(of: node).isNone
    case .lastChild: return document.nextElementSibling(of: node).isNone
    case .onlyChild:
      return document.previousElementSibling(of: node).isNone
        && document.nextElementSibling(of: node).isNone
    case .firstOfType: return isFirstOfType(element, backwards: true)
    case .lastOfType: return isFirstOfType(element, backwards: false)
    case .onlyOfType:
      return isFirstOfType(element, backwards: true) && isFirstOfType(element, backwards: false)
    case .link: return isLink(node)
    case .target:
      guard let id = environment.targetID, !id.isEmpty else { return false }
      return document.attributeValue(.id, of: node) == id
    case .checked:
      if document.isHTMLElement(node, .option) { return document.hasAttribute(.selected, of: node) }
      return isCheckable(node) && document.hasAttribute(.checked, of: node)
    case .disabled: return isFormControl(node) && isDisabled(node)
    case .enabled: return isFormControl(node) && !isDisabled(node)
    case .required: return acceptsInput(node) && document.hasAttribute(.required, of: node)
    case .optional: return acceptsInput(node) && !document.hasAttribute(.required, of: node)
    case .readWrite: return isEditable(node)
    case .readOnly: return !isEditable(node)
    case .placeholderShown:
      guard document.hasAttribute(.placeholder, of: node) else { return false }
      if document.isHTMLElement(node, .input) {
        return document.attribute(.value, of: node)?.isEmpty ?? true
      }
      return document.isHTMLElement(node, .textarea) && document.firstChild(of: node).isNone
    case .open:
      if document.isHTMLElement(node, .details) { return isOpen(node) }
      return document.isHTMLElement(node, .dialog) && document.hasAttribute(.open, of: node)
    case .default:
      if isCheckable(node) { return document.hasAttribute(.checked, of: node) }
      return document.isHTMLElement(node, .option) && document.hasAttribute(.selected, of: node)
    case .indeterminate:
      return document.isHTMLElement(node, .progress) && !document.hasAttribute(.value, of: node)
    case .defined: return true
    }
  }

  /// Whether an element is a link: `a` or `area` with an address.
  func isLink(_ node: NodeID) -> Bool {
    guard document.namespace(of: node) == .html else { return false }
    let name = document.name(of: node)
    return (name == .a || name == .area) && document.hasAttribute(.href, of: node)
  }

  /// Whether a `details` element shows its contents.
  func isOpen(_ details: NodeID) -> Bool {
    document.hasAttribute(.open, of: details) != toggledDetails.contains(details)
  }

  private func isCheckable(_ node: NodeID) -> Bool {
    document.isHTMLElement(node, .input)
      && (document.attribute(.type, of: node, is: "checkbox")
        || document.attribute(.type, of: node, is: "radio"))
  }

  private func isFormControl(_ node: NodeID) -> Bool {
    guard document.namespace(of: node) == .html else { return false }
    switch document.name(of: node) {
    case .input, .button, .select, .textarea, .optgroup, .option, .fieldset: return true
    default: return false
    }
  }

  // html.spec.whatwg.org/#concept-element-disabled
  private func isDisabled(_ node: NodeID) -> Bool {
    if document.hasAttribute(.disabled, of: node) { return true }
    if document.isHTMLElement(node, .option) {
      let group = document.parent(of: node)
      return !group.isNone && document.isHTMLElement(group, .optgroup)
        && document.hasAttribute(.disabled, of: group)
    }
    if document.isHTMLElement(node, .optgroup) { return false }
    // Inside a disabled fieldset, but not inside its first legend.
    var inner = node
    var ancestor = document.parent(of: node)
    while !ancestor.isNone {
      if document.isHTMLElement(ancestor, .fieldset),
        document.hasAttribute(.disabled, of: ancestor),
        inner != document.firstChild(.legend, of: ancestor)
      {
        return true
      }
      inner = ancestor
      ancestor = document.parent(of: ancestor)
    }
    return false
  }

  private func acceptsInput(_ node: NodeID) -> Bool {
    guard document.namespace(of: node) == .html else { return false }
    switch document.name(of: node) {
    case .select, .textarea: return true
    case .input:
      let types: [StaticString] = [
        "hidden", "range", "color", "submit", "image", "reset", "button",
      ]
      return !types.contains { document.attribute(.type, of: node, is: $0) }
    default: return false
    }
  }

  private func isEditable(_ node: NodeID) -> Bool {
    if let value = document.attribute(.contenteditable, of: node) {
      return !document.text(value, is: "false")
    }
    guard document.isHTMLElement(node, .textarea) || document.isHTMLElement(node, .input) else {
      return false
    }
    let types: [StaticString] = [
      "hidden", "range", "color", "submit", "image", "reset", "button", "checkbox", "radio", "file",
    ]
    return !document.hasAttribute(.readonly, of: node) && !isDisabled(node)
      && !types.contains { document.attribute(.type, of: node, is: $0) }
  }

  // drafts.csswg.org/selectors-4/#the-lang-pseudo
  func matchesLanguage(_ ranges: [[UInt8]], _ node: NodeID) -> Bool {
    var current = node
    while !current.isNone, document.isElement(current) {
      if let value = document.attribute(.lang, of: current) {
        return document.withText(value) { language in
          ranges.contains { range in
            var selector = AttributeSelector(name: 0, match: .dashMatch, value: range)
            selector.ignoresCase = true
            if range.starts(with: "*".utf8) { return language.count > 0 }
            return language.count > 0 && selector.matches(language)
          }
        }
      }
      current = document.parent(of: current)
    }
    return false
  }

  // html.spec.whatwg.org/#the-directionality
  /// The directionality that the `dir` attributes give.
  func isRightToLeft(_ element: ElementReference) -> Bool {
    var current = element.node
    while !current.isNone, document.isElement(current) {
      if let value = document.attribute(.dir, of: current) {
        if document.text(value, is: "rtl") { return true }
        if document.text(value, is: "ltr") { return false }
        if document.text(value, is: "auto") { return textIsRightToLeft(current) ?? false }
      }
      current = document.parent(of: current)
    }
    return false
  }

  /// The direction of the first strong character in an element's text, or nil if it has none.
  func textIsRightToLeft(_ element: NodeID) -> Bool? {
    var node = document.next(after: element, within: element)
    var steps = 0
    while !node.isNone, steps < 4096 {
      steps += 1
      if document.kind(of: node) == .text,
        let result = document.withText(of: node, { StrongDirection.first(in: $0) })
      {
        return result
      }
      // bdi, script, style, textarea and elements with a direction of their own do not count.
      let isSkipped =
        document.isElement(node)
        && (document.hasAttribute(.dir, of: node) || document.isHTMLElement(node, .bdi)
          || document.isHTMLElement(node, .script) || document.isHTMLElement(node, .style)
          || document.isHTMLElement(node, .textarea))
      node =
        isSkipped
        ? document.nextSkippingChildren(of: node, within: element)
        : document.next(after: node, within: element)
    }
    return nil
  }
}

/// Finds the first character of strong direction.
enum StrongDirection {
  /// Whether it is right-to-left; nil if there is none.
  static func first(in text: Span<UInt8>) -> Bool? {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        if (byte | 0x20) &- 0x61 < 26 { return false }
        index += 1
        continue
      }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      guard index + length <= text.count else { return nil }
      var scalar = UInt32(byte) & (0x7F >> UInt32(length))
      for offset in 1..<length { scalar = scalar << 6 | UInt32(text[index + offset] & 0x3F) }
      index += length
      switch scalar {
      // Hebrew, Arabic, Syriac, Thaana, N'Ko and the other right-to-left blocks.
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
        0x1E800...0x1EFFF:
        return true
      // Punctuation and symbols are weak or neutral.
      case 0x80...0xBF, 0xD7, 0xF7, 0x2000...0x206F, 0x20A0...0x2BFF, 0x3000...0x3004,
        0x3008...0x3020, 0xFE00...0xFE0F, 0x1F000...0x1FAFF:
        continue
      default: return false
      }
    }
    return nil
  }
}
