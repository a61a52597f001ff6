// SPDX-License-Identifier: MIT
// Part of Grille: moving the focus over links and controls, and acting on what has it.

internal import CellGrid
internal import DOM
internal import Layout
internal import Networking
internal import WebInfra

extension WebView {
  /// The link or control that has the focus, or nil.
  public var focusedElement: FocusedElement? {
    guard let page, let content = page.content, let node = page.focus,
      let index = content.layout.focusableIndex(of: node)
    else { return nil }
    let rects = content.layout.rects(ofFocusable: index).map { rect in
      CellRect(
        column: rect.origin.column - page.scroll.column, row: rect.origin.row - page.scroll.row,
        columns: rect.size.columns, rows: rect.size.rows)
    }
    return FocusedElement(
      kind: kind(of: node, in: content, page.forms),
      isDisabled: content.document.formControlKind(of: node) != nil
        && content.document.isDisabledControl(node),
      rects: rects)
  }

  /// Moves the focus and brings it into sight; false if there is nowhere to go.
  ///
  /// When the focused element is out of sight, or none is focused, `next` and `previous` start from
  /// what is in sight.
  @discardableResult
  public func moveFocus(_ direction: FocusDirection) -> Bool {
    guard let page, let layout = page.content?.layout, !layout.focusables.isEmpty else {
      return false
    }
    let count = layout.focusables.count
    let target: Int
    switch direction {
    case .first: target = 0
    case .last: target = count - 1
    case .firstTextControl:
      guard
        let found = layout.focusables.firstIndex(where: { focusable in
          isTextControl(focusable.node)
        })
      else { return false }
      target = found
    case .next:
      target = startIndex(in: layout).map { ($0.isFocused ? $0.index + 1 : $0.index) % count } ?? 0
    case .previous:
      target = startIndex(in: layout).map { ($0.index + count - 1) % count } ?? count - 1
    }
    focus(on: target, in: layout)
    return true
  }

  /// Gives the focus to what lies under a cell.
  public func focus(_ hit: HitTestResult) {
    guard let layout = page?.content?.layout, let index = layout.focusableIndex(of: hit.node)
    else { return }
    focus(on: index, in: layout)
  }

  /// Takes the focus away.
  public func clearFocus() {
    page?.focus = nil
    uiDelegate?.webViewNeedsDisplay(self)
  }

  /// Where `next` and `previous` start: the focused element if it is in sight, else the first one in
  /// sight.
  private func startIndex(in layout: LayoutResult) -> (index: Int, isFocused: Bool)? {
    guard let page else { return nil }
    let rows = page.scroll.row..<page.scroll.row + max(1, viewport.rows)
    if let node = page.focus, let index = layout.focusableIndex(of: node) {
      let isInSight = layout.rects(ofFocusable: index).contains { rows.contains($0.origin.row) }
      let visible = layout.firstFocusable(inRows: rows)
      if isInSight || visible == nil { return (index, true) }
    }
    return layout.firstFocusable(inRows: rows).map { ($0, false) }
  }

  private func focus(on index: Int, in layout: LayoutResult) {
    page?.focus = layout.focusables[index].node
    let rects = layout.rects(ofFocusable: index)
    if let first = rects.first {
      // As much of a long element as fits, its beginning in any case.
      if let last = rects.last { reveal(last) }
      reveal(first)
    }
    uiDelegate?.webViewNeedsDisplay(self)
    uiDelegate?.webViewDidChangeState(self)
  }

  private func isTextControl(_ node: NodeID) -> Bool {
    guard let document = page?.content?.document,
      let kind = document.formControlKind(of: node)
    else { return false }
    return (kind.isTextField || kind == .textarea) && !document.isDisabledControl(node)
  }

  private func kind(
    of node: NodeID, in content: PageContent, _ forms: FormState
  ) -> FocusedElement.Kind {
    let document = content.document
    guard let control = document.formControlKind(of: node) else {
      if document.isHTMLElement(node, .summary) { return .summary }
      return linkReference(of: node, in: document) == nil ? .other : .link(linkURL(of: node))
    }
    switch control {
    case .checkbox: return .checkbox(isOn: forms.isChecked(node, in: document))
    case .radio: return .radio(isOn: forms.isChecked(node, in: document))
    case .select: return .select(selectControl(node, in: document, forms))
    case .textarea: return .text(textControl(node, control, in: document, forms))
    case _ where control.isButton: return .button
    case _ where control.isTextField: return .text(textControl(node, control, in: document, forms))
    default: return .other
    }
  }

  private func textControl(
    _ node: NodeID, _ kind: FormControlKind, in document: Document, _ forms: FormState
  ) -> FocusedElement.TextControl {
    FocusedElement.TextControl(
      value: forms.value(of: node, in: document), isMultiline: kind == .textarea,
      isPassword: kind == .password,
      isReadOnly: document.hasAttribute(.readonly, of: node) || document.isDisabledControl(node),
      maxLength: document.integer(.maxlength, of: node))
  }

  private func selectControl(
    _ node: NodeID, in document: Document, _ forms: FormState
  ) -> FocusedElement.SelectControl {
    let selected = forms.selectedOptions(of: node, in: document)
    return FocusedElement.SelectControl(
      options: document.options(of: node).map { option in
        FocusedElement.SelectControl.Option(
          label: document.optionLabel(option), isSelected: selected.contains(option),
          isDisabled: document.isDisabledOption(option))
      },
      allowsMultiple: document.hasAttribute(.multiple, of: node))
  }

  // MARK: - Links

  /// The links of the page in its order.
  public var links: [PageLink] {
    guard let content = page?.content else { return [] }
    var links: [PageLink] = []
    for focusable in content.layout.focusables where focusable.kind == .link {
      guard let url = linkURL(of: focusable.node) else { continue }
      links.append(
        PageLink(
          number: links.count + 1, url: url, text: linkText(of: focusable.node, in: content),
          node: focusable.node))
    }
    return links
  }

  /// Follows a link of the page on show.
  @discardableResult
  public func follow(_ link: PageLink) -> ActivationResult {
    guard let layout = page?.content?.layout, layout.focusableIndex(of: link.node) != nil else {
      return .nothing
    }
    page?.focus = link.node
    return follow(link.url, from: link.node)
  }

  private func linkReference(of node: NodeID, in document: Document) -> String? {
    document.attributeValue(.href, of: node)
  }

  private func linkURL(of node: NodeID) -> WebURL? {
    guard let page, let content = page.content,
      let reference = linkReference(of: node, in: content.document)
    else { return nil }
    return WebURL(reference, base: content.baseURL, documentEncoding: content.encoding)
  }

  private func linkText(of node: NodeID, in content: PageContent) -> String {
    var bytes: [UInt8] = []
    content.document.appendDescendantText(of: node, into: &bytes)
    let text = Document.strippedAndCollapsed(bytes)
    guard text.isEmpty else { return String(decoding: text, as: UTF8.self) }
    var child = content.document.next(after: node, within: node)
    while !child.isNone {
      if let alternative = content.document.attributeValue(.alt, of: child) { return alternative }
      child = content.document.next(after: child, within: node)
    }
    return ""
  }

  // MARK: - Activating

  /// Does what Enter or a click does to the focused element.
  @discardableResult
  public func activateFocusedElement() -> ActivationResult {
    guard let page, let content = page.content, let node = page.focus else { return .nothing }
    let document = content.document
    guard let control = document.formControlKind(of: node) else {
      if document.isHTMLElement(node, .summary) { return toggleDetails(of: node, in: document) }
      guard linkReference(of: node, in: document) != nil else { return .nothing }
      guard let url = linkURL(of: node) else {
        return .refused(ResourceError(.badURL, url: page.url))
      }
      return follow(url, from: node)
    }
    guard !document.isDisabledControl(node) else { return .nothing }
    switch control {
    case .checkbox:
      page.forms.setChecked(
        !page.forms.isChecked(node, in: document), of: node, in: document)
      return changed()
    case .radio:
      page.forms.setChecked(true, of: node, in: document)
      return changed()
    case .select:
      return .choose(selectControl(node, in: document, page.forms))
    case .submit, .image:
      return submit(document.formOwner(of: node), by: node)
    case .reset:
      page.forms.reset(document.formOwner(of: node), in: document)
      return changed()
    case .button, .file, .hidden:
      return .nothing
    default:
      return .editText(textControl(node, control, in: document, page.forms))
    }
  }

  /// Hands back the text of the focused control after editing.
  public func setFocusedText(_ text: String) {
    guard let page, let document = page.content?.document, let node = page.focus,
      !document.hasAttribute(.readonly, of: node), !document.isDisabledControl(node)
    else { return }
    page.forms.setValue(text, of: node, in: document)
    _ = changed()
  }

  /// Chooses an option of the focused list; where several may be chosen it is turned on or off.
  public func chooseFocusedOption(at index: Int) {
    guard let page, let document = page.content?.document, let node = page.focus else { return }
    let options = document.options(of: node)
    guard options.indices.contains(index), !document.isDisabledOption(options[index]) else {
      return
    }
    page.forms.toggle(option: options[index], of: node, in: document)
    _ = changed()
  }

  /// Does what Enter in a text field does: submits the form if the standard says so.
  @discardableResult
  public func submitFocusedForm() -> ActivationResult {
    guard let page, let document = page.content?.document, let node = page.focus else {
      return .nothing
    }
    let form = document.formOwner(of: node)
    guard !form.isNone, document.allowsImplicitSubmission(form) else { return .nothing }
    return submit(form, by: document.defaultButton(of: form))
  }

  private func changed() -> ActivationResult {
    setNeedsLayout()
    return .changed
  }

  private func toggleDetails(of summary: NodeID, in document: Document) -> ActivationResult {
    let details = document.ancestor(.details, of: summary)
    guard let page, !details.isNone else { return .nothing }
    if page.toggledDetails.remove(details) == nil { page.toggledDetails.insert(details) }
    return changed()
  }

  private func submit(_ form: NodeID, by submitter: NodeID) -> ActivationResult {
    guard let page, let content = page.content, !form.isNone else { return .nothing }
    let submission = FormSubmission.prepare(
      form: form, submitter: submitter, in: content.document, state: page.forms,
      baseURL: content.baseURL, documentURL: page.url, encoding: content.encoding)
    switch submission {
    case nil:
      return .refused(ResourceError(.badURL, url: page.url))
    case .dialog:
      return .nothing
    case .request(let prepared):
      var request = ResourceRequest(url: prepared.url, method: prepared.method)
      request.body = prepared.body
      if let type = prepared.contentType { request.headers.set("Content-Type", type) }
      return navigateByUser(request, type: .formSubmitted)
    }
  }

  /// Goes where a link leads: to another place of the page, or to another page.
  private func follow(_ url: WebURL, from node: NodeID) -> ActivationResult {
    guard let page else { return .nothing }
    if let fragment = url.fragment, url.equalsIgnoringFragment(page.url) {
      goToPlace(url, fragment, on: page)
      return .scrolled
    }
    let wantsDownload =
      page.content?.document.hasAttribute(.download, of: node) == true
      && url.origin.isSameOrigin(page.url.origin)
    return navigateByUser(
      ResourceRequest(url: url), type: .linkActivated, isDownload: wantsDownload)
  }

  /// Starts a navigation that the user caused on the page on show.
  private func navigateByUser(
    _ request: ResourceRequest, type: NavigationAction.NavigationType, isDownload: Bool = false
  ) -> ActivationResult {
    guard let page else { return .nothing }
    // A page from the network leads to no file of this computer.
    if request.url.scheme == "file", page.url.scheme != "file" {
      return .refused(ResourceError(.unsupportedURL, cause: .unsafeLink, url: request.url))
    }
    var request = request
    request.timeout = configuration.requestTimeout
    request.referrer = page.url
    request.initiator = page.url.origin
    request.isUserInitiated = true
    refreshChain.reset()
    return .navigation(
      navigate(to: request, type: type, placement: .push, isDownload: isDownload))
  }

  /// A step to another place of the same page, which the back-forward list remembers.
  // html.spec.whatwg.org/#navigate-fragid
  private func goToPlace(_ url: WebURL, _ fragment: String, on page: Page) {
    backForwardList.noteScroll()
    let item = BackForwardListItem(request: page.request, url: url)
    item.title = page.title
    item.page = page
    backForwardList.push(item)
    page.url = url
    scroll(toFragment: fragment)
    uiDelegate?.webViewNeedsDisplay(self)
    uiDelegate?.webViewDidChangeState(self)
  }
}
