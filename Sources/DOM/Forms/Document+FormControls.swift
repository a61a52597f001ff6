// SPDX-License-Identifier: MIT
// Part of Grille: form controls in a document: what they are, whose they are, what they offer.

extension Document {
  /// What kind of form control an element is, or nil if it is none.
  package func formControlKind(of node: NodeID) -> FormControlKind? {
    guard isElement(node), namespace(of: node) == .html else { return nil }
    switch name(of: node) {
    case .input:
      return withAttribute(.type, of: node) { FormControlKind(inputType: $0) } ?? .text
    case .button:
      if attribute(.type, of: node, is: "reset") { return .reset }
      return attribute(.type, of: node, is: "button") ? .button : .submit
    case .textarea: return .textarea
    case .select: return .select
    default: return nil
    }
  }

  /// The form an element belongs to, or no node: the one its `form` attribute names, else the one
  /// the parser associated it with, else the nearest around it.
  // html.spec.whatwg.org/#reset-the-form-owner
  package func formOwner(of node: NodeID) -> NodeID {
    if let identifier = attribute(.form, of: node) {
      let named = withText(identifier) { elementWithID($0) }
      return isHTMLElement(named, .form) ? named : .none
    }
    return parserFormOwners[node] ?? ancestor(.form, of: node)
  }

  /// The first element whose id is exactly that, or no node.
  func elementWithID(_ identifier: Span<UInt8>) -> NodeID {
    guard !identifier.isEmpty else { return .none }
    var node = next(after: .document)
    while !node.isNone {
      let isIt = withAttribute(.id, of: node) { bytes in
        guard bytes.count == identifier.count else { return false }
        for index in bytes.indices where bytes[index] != identifier[index] { return false }
        return true
      }
      if isIt == true { return node }
      node = next(after: node)
    }
    return .none
  }

  /// The controls of a form that can be submitted, in tree order.
  package func submittableControls(of form: NodeID) -> [NodeID] {
    var controls: [NodeID] = []
    var node = next(after: .document)
    while !node.isNone {
      if formControlKind(of: node) != nil, formOwner(of: node) == form { controls.append(node) }
      node = next(after: node)
    }
    return controls
  }

  /// Whether a control is disabled: by itself, or by a `fieldset` around it whose first `legend`
  /// does not hold it.
  // html.spec.whatwg.org/#concept-fe-disabled
  package func isDisabledControl(_ node: NodeID) -> Bool {
    if hasAttribute(.disabled, of: node) { return true }
    var child = node
    var ancestor = parent(of: node)
    while !ancestor.isNone {
      if isHTMLElement(ancestor, .fieldset), hasAttribute(.disabled, of: ancestor),
        !(isHTMLElement(child, .legend) && firstChild(.legend, of: ancestor) == child)
      {
        return true
      }
      child = ancestor
      ancestor = parent(of: ancestor)
    }
    return false
  }

  /// Whether a control lies in a `datalist`, which is never shown or submitted.
  func isInDatalist(_ node: NodeID) -> Bool { !ancestor(.datalist, of: node).isNone }

  /// The longest beginning of a text that `maxlength` allows, in whole characters.
  // html.spec.whatwg.org/#attr-fe-maxlength
  func clipped(_ text: String, toLengthOf control: NodeID) -> String {
    guard let limit = integer(.maxlength, of: control), text.utf16.count > limit else {
      return text
    }
    var length = 0
    return String(
      text.prefix { character in
        length += character.utf16.count
        return length <= limit
      })
  }

  /// The control that pressing a label is for, or no node.
  // html.spec.whatwg.org/#labeled-control
  package func control(labelledBy label: NodeID) -> NodeID {
    func isLabelable(_ node: NodeID) -> Bool {
      guard let kind = formControlKind(of: node) else {
        return isHTMLElement(node, .output) || isHTMLElement(node, .meter)
          || isHTMLElement(node, .progress)
      }
      return kind != .hidden
    }
    if let identifier = attribute(.for, of: label) {
      let named = withText(identifier) { elementWithID($0) }
      return !named.isNone && isLabelable(named) ? named : .none
    }
    var node = next(after: label, within: label)
    while !node.isNone, !isLabelable(node) { node = next(after: node, within: label) }
    return node
  }

  // MARK: Select

  /// The options of a `select`, in tree order.
  // html.spec.whatwg.org/#concept-select-option-list
  package func options(of select: NodeID) -> [NodeID] {
    var options: [NodeID] = []
    var node = next(after: select, within: select)
    while !node.isNone {
      if isHTMLElement(node, .option) {
        options.append(node)
        node = nextSkippingChildren(of: node, within: select)
      } else if isHTMLElement(node, .select) || isHTMLElement(node, .datalist) {
        node = nextSkippingChildren(of: node, within: select)
      } else {
        node = next(after: node, within: select)
      }
    }
    return options
  }

  /// How many options of a `select` are shown at once; 1 means a drop-down list.
  // html.spec.whatwg.org/#concept-select-size
  package func displaySize(of select: NodeID) -> Int {
    if let size = integer(.size, of: select), size > 0 { return size }
    return hasAttribute(.multiple, of: select) ? 4 : 1
  }

  /// Whether an option cannot be chosen: by itself or by its `optgroup`.
  package func isDisabledOption(_ option: NodeID) -> Bool {
    if hasAttribute(.disabled, of: option) { return true }
    let group = ancestor(.optgroup, of: option)
    return !group.isNone && hasAttribute(.disabled, of: group)
  }

  /// What an option is called: its `label`, else its text.
  package func optionLabel(_ option: NodeID) -> String {
    if let label = attributeValue(.label, of: option), !label.isEmpty { return label }
    return optionText(option)
  }

  /// What an option sends: its `value`, else its text.
  package func optionValue(_ option: NodeID) -> String {
    attributeValue(.value, of: option) ?? optionText(option)
  }

  /// The text of an option without its scripts, stripped and collapsed.
  // html.spec.whatwg.org/#dom-option-text
  private func optionText(_ option: NodeID) -> String {
    var bytes: [UInt8] = []
    var node = next(after: option, within: option)
    while !node.isNone {
      if isElement(node), name(of: node) == .script {
        node = nextSkippingChildren(of: node, within: option)
        continue
      }
      if kind(of: node) == .text { appendText(of: node, into: &bytes) }
      node = next(after: node, within: option)
    }
    return String(decoding: Self.strippedAndCollapsed(bytes), as: UTF8.self)
  }

  /// The bytes with runs of ASCII white space made one space, and none at the ends.
  // infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace
  package static func strippedAndCollapsed(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isGap = false
    for byte in bytes {
      if byte.isASCIIWhitespace {
        isGap = !result.isEmpty
      } else {
        if isGap { result.append(0x20) }
        isGap = false
        result.append(byte)
      }
    }
    return result
  }

  // MARK: Submitting

  /// The button that Enter in a text field presses: the first submit button of the form.
  // html.spec.whatwg.org/#default-button
  package func defaultButton(of form: NodeID) -> NodeID {
    submittableControls(of: form).first { formControlKind(of: $0)?.submits == true } ?? .none
  }

  /// Whether Enter in a text field submits the form: it has a default button that is not disabled,
  /// or no button and only one field that takes a line of text.
  // html.spec.whatwg.org/#implicit-submission
  package func allowsImplicitSubmission(_ form: NodeID) -> Bool {
    let button = defaultButton(of: form)
    guard button.isNone else { return !isDisabledControl(button) }
    let fields = submittableControls(of: form).filter {
      formControlKind(of: $0)?.isTextField == true
    }
    return fields.count <= 1
  }
}
