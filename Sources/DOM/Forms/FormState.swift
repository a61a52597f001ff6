// SPDX-License-Identifier: MIT
// Part of Grille: what the user typed and chose in a page's forms.

/// What the user typed and chose in a page's forms, kept beside the document and keyed by node.
///
/// Holds only what differs from the document's own values, so an untouched page has an empty state,
/// and a state fits every layout of its document.
package struct FormState: Sendable {
  private var values: [NodeID: String] = [:]
  private var checkedness: [NodeID: Bool] = [:]
  /// The selected options of each `select` the user changed.
  private var selections: [NodeID: [NodeID]] = [:]

  /// Everything as the document has it.
  package init() {}

  /// Whether nothing was changed.
  package var isPristine: Bool {
    values.isEmpty && checkedness.isEmpty && selections.isEmpty
  }

  // MARK: Text

  /// The text of a control: what was typed, else what the document says.
  ///
  /// Lines of a `textarea` end in line feeds. For buttons it is the value they send.
  package func value(of control: NodeID, in document: Document) -> String {
    values[control] ?? Self.defaultValue(of: control, in: document)
  }

  /// Takes what the user typed; line ends are taken out where there is only one line, and what
  /// `maxlength` does not allow is cut off.
  package mutating func setValue(_ text: String, of control: NodeID, in document: Document) {
    guard let kind = document.formControlKind(of: control) else { return }
    let allowed = kind.hasMaximumLength ? document.clipped(text, toLengthOf: control) : text
    values[control] = ValueSanitizer.sanitized(allowed, for: kind, of: control, in: document)
  }

  /// What the document says the text of a control is.
  package static func defaultValue(of control: NodeID, in document: Document) -> String {
    guard let kind = document.formControlKind(of: control) else { return "" }
    switch kind {
    case .textarea:
      return ValueSanitizer.normalizedLines(document.descendantText(of: control))
    case .select, .file:
      return ""
    default:
      return ValueSanitizer.sanitized(
        document.attributeValue(.value, of: control) ?? "", for: kind, of: control, in: document)
    }
  }

  // MARK: Check boxes and radio buttons

  /// Whether a check box or radio button is on.
  package func isChecked(_ control: NodeID, in document: Document) -> Bool {
    if let known = checkedness[control] { return known }
    guard document.hasAttribute(.checked, of: control) else { return false }
    guard document.formControlKind(of: control) == .radio else { return true }
    // Of several radio buttons checked in the markup the last one of the group wins.
    return !hasLaterCheckedRadio(after: control, in: document)
  }

  /// Turns a check box or radio button on or off; turning a radio button on turns off its group.
  package mutating func setChecked(_ isOn: Bool, of control: NodeID, in document: Document) {
    if isOn, document.formControlKind(of: control) == .radio {
      for other in Self.radioGroup(of: control, in: document) { checkedness[other] = false }
    }
    checkedness[control] = isOn
  }

  private func hasLaterCheckedRadio(after control: NodeID, in document: Document) -> Bool {
    var node = document.next(after: control)
    while !node.isNone {
      if document.isHTMLElement(node, .input), document.hasAttribute(.checked, of: node),
        checkedness[node] == nil, Self.isInSameGroup(node, as: control, in: document)
      {
        return true
      }
      node = document.next(after: node)
    }
    return false
  }

  /// The radio buttons of the group, the given one included, in tree order.
  // html.spec.whatwg.org/#radio-button-group
  package static func radioGroup(of control: NodeID, in document: Document) -> [NodeID] {
    var group: [NodeID] = []
    var node = document.next(after: .document)
    while !node.isNone {
      if node == control || isInSameGroup(node, as: control, in: document) { group.append(node) }
      node = document.next(after: node)
    }
    return group
  }

  private static func isInSameGroup(
    _ node: NodeID, as control: NodeID, in document: Document
  ) -> Bool {
    guard document.isHTMLElement(node, .input), document.formControlKind(of: node) == .radio,
      let name = document.attribute(.name, of: control), !name.isEmpty,
      let other = document.attribute(.name, of: node), document.text(name, equals: other)
    else { return false }
    return document.formOwner(of: node) == document.formOwner(of: control)
  }

  // MARK: Select

  /// The selected options of a `select`, in tree order.
  // html.spec.whatwg.org/#selectedness-setting-algorithm
  package func selectedOptions(of select: NodeID, in document: Document) -> [NodeID] {
    if let known = selections[select] { return known }
    let options = document.options(of: select)
    let marked = options.filter { document.hasAttribute(.selected, of: $0) }
    if document.hasAttribute(.multiple, of: select) { return marked }
    if let last = marked.last { return [last] }
    guard document.displaySize(of: select) == 1 else { return [] }
    return options.first { !document.isDisabledOption($0) }.map { [$0] } ?? []
  }

  /// Chooses an option; where several may be chosen it is turned on or off, else it is the only one.
  package mutating func toggle(option: NodeID, of select: NodeID, in document: Document) {
    guard document.hasAttribute(.multiple, of: select) else {
      selections[select] = [option]
      return
    }
    let selected = selectedOptions(of: select, in: document)
    selections[select] = document.options(of: select).filter {
      selected.contains($0) != ($0 == option)
    }
  }

  // MARK: Reset

  /// Puts the controls of a form back to what the document says.
  package mutating func reset(_ form: NodeID, in document: Document) {
    for control in document.submittableControls(of: form) {
      values[control] = nil
      checkedness[control] = nil
      selections[control] = nil
    }
  }
}
