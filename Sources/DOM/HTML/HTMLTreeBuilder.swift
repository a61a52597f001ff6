// SPDX-License-Identifier: MIT
// Part of Grille: the state of tree construction, and how tokens reach the insertion modes.

/// The tree construction stage of the HTML standard.
///
/// Everything here is iterative, and every search over open elements is bounded by
/// `DocumentLimits.openElements`, so that time grows with the input only.
struct HTMLTreeBuilder: ~Copyable, HTMLTokenSink {
  enum Mode: UInt8 {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text
    case inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell
    case inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
  }

  /// An entry of the list of active formatting elements; a marker has no node.
  struct FormattingElement {
    var node: NodeID
    var name: NameID
    static var marker: Self { Self(node: .none, name: .absent) }
  }

  var dom = DocumentBuilder()
  var mode = Mode.initial
  var originalMode = Mode.initial
  var templateModes: [Mode] = []
  var open: [OpenElement] = []
  var formatting: [FormattingElement] = []
  var headElement = NodeID.none
  var formElement = NodeID.none
  var isFramesetOK = true
  var isFosterParenting = false
  var ignoresLineFeed = false
  var pendingTableText = ByteBuffer(capacity: 256)
  var pendingTableTextHasContent = false
  let isScripting: Bool
  let limits: DocumentLimits
  /// The context element when a fragment is parsed.
  var context: OpenElement?
  /// The label of the first encoding declaration in a `meta` element.
  var declaredEncoding: [UInt8]?
  /// Whether parsing has come to its end because of a limit.
  var isStopped = false
  var reopenedCount = 0
  /// How many `p` elements are open, since almost every block asks for one.
  var openParagraphs = 0
  let categories = ElementCategories.ofHTML
  let keepsScriptText: Bool
  var selectedContent: SelectedContent?
  private var tokenizerState: HTMLTokenizer.State?
  private var values = AttributeValueCache()
  private var shortNames = [(key: UInt64, name: NameID)](
    repeating: (key: 0, name: .empty), count: 256)

  init(scripting: Bool, limits: DocumentLimits, keepsScriptText: Bool) {
    isScripting = scripting
    self.limits = limits
    self.keepsScriptText = keepsScriptText
  }

  // MARK: What the tokenizer asks

  mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> NameID {
    guard name.count <= 8, let start = name.baseAddress else { return unsafe internLong(name) }
    // Short names, which are almost all, are found by their bytes as one number.
    let word = UInt64(littleEndian: unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    let key = name.isEmpty ? 0 : word &<< UInt64(64 - 8 * name.count)
    let slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 56)
    if shortNames[slot].key == key { return shortNames[slot].name }
    let found = unsafe internLong(name)
    shortNames[slot] = (key, found)
    return found
  }

  private mutating func internLong(_ name: UnsafeBufferPointer<UInt8>) -> NameID {
    unsafe dom.document.names.intern(name, hash: NameHash.of(name), in: &dom.document.pool)
  }

  /// Whether bytes spell a name, in any case.
  func isName(_ name: NameID, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let expected = unsafe dom.document.nameBytes(name)
    guard expected.count == bytes.count else { return false }
    for index in 0..<bytes.count {
      guard unsafe bytes[index].asciiLowercased == expected[index] else { return false }
    }
    return true
  }

  mutating func reach(_ limit: DocumentLimits.Reached) {
    dom.document.limitsReached.insert(limit)
  }

  /// The state that the last start tag wants for the content behind it.
  mutating func takeTokenizerState() -> HTMLTokenizer.State? {
    defer { tokenizerState = nil }
    return tokenizerState
  }

  mutating func switchTokenizer(to state: HTMLTokenizer.State) { tokenizerState = state }

  /// Whether the adjusted current node is foreign, so that CDATA sections are read as such.
  var isInForeignContent: Bool {
    guard let node = adjustedCurrentNode else { return false }
    return !node.categories.contains(.html)
  }

  var adjustedCurrentNode: OpenElement? {
    open.count == 1 ? context ?? open[0] : open.last
  }

  // MARK: Tokens

  // html.spec.whatwg.org/#tree-construction-dispatcher
  mutating func startTag(_ tag: inout TagToken) {
    ignoresLineFeed = false
    if isStopped { return }
    if mode == .inTableText { flushTableText() }
    if open.count >= limits.openElements, !categories(of: tag.name).contains(.leaf) {
      reach(.depth)
      return
    }
    while true {
      let handling: Handling
      if let node = adjustedCurrentNode, !node.categories.contains(.html),
        !isHandledAsHTML(tag.name, in: node)
      {
        handling = startTagInForeignContent(&tag)
      } else {
        handling = startTag(&tag, in: mode)
      }
      if handling == .done { break }
    }
  }

  mutating func endTag(_ tag: inout TagToken) {
    ignoresLineFeed = false
    if isStopped { return }
    if mode == .inTableText { flushTableText() }
    if let node = adjustedCurrentNode, !node.categories.contains(.html) {
      if endTagInForeignContent(&tag) { return }
    }
    while endTag(&tag, in: mode) == .again {}
  }

  mutating func comment(_ bytes: UnsafeBufferPointer<UInt8>) {
    ignoresLineFeed = false
    if isStopped { return }
    if mode == .inTableText { flushTableText() }
    let node = unsafe dom.makeCharacterData(.comment, bytes)
    switch mode {
    case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset:
      dom.append(node, to: .document)
    case .afterBody:
      if let root = open.first { dom.append(node, to: root.node) }
    default: insert(node)
    }
  }

  mutating func doctype(_ token: borrowing DoctypeToken) {
    ignoresLineFeed = false
    if mode == .inTableText { flushTableText() }
    guard mode == .initial else { return }
    appendDoctype(token)
    mode = .beforeHTML
  }

  /// The end of the input.
  mutating func finish() {
    if isStopped { return }
    if mode == .inTableText { flushTableText() }
    while endOfFile() == .again {}
    if selectedContent != nil { popTo(1) }
  }

  private mutating func endOfFile() -> Handling {
    switch mode {
    case .initial:
      if context == nil { dom.document.quirksMode = .quirks }
      mode = .beforeHTML
      return .again
    case .beforeHTML:
      insertRoot()
      mode = .beforeHead
      return .again
    case .beforeHead:
      headElement = insertElement(.head)
      mode = .inHead
      return .again
    case .inHead:
      pop()
      mode = .afterHead
      return .again
    case .inHeadNoscript:
      pop()
      mode = .inHead
      return .again
    case .afterHead:
      insertElement(.body)
      mode = .inBody
      return .again
    case .text:
      pop()
      mode = originalMode
      return .again
    default:
      // html.spec.whatwg.org/#parsing-main-intemplate, end-of-file
      guard !templateModes.isEmpty, hasOpen(.template) else { return .done }
      popUntil(.template)
      clearFormattingToMarker()
      templateModes.removeLast()
      resetMode()
      return .again
    }
  }

  mutating func startTag(_ tag: inout TagToken, in mode: Mode) -> Handling {
    switch mode {
    case .inBody: startTagInBody(&tag)
    case .inCell: startTagInCell(&tag)
    case .inRow: startTagInRow(&tag)
    case .inTableBody: startTagInTableBody(&tag)
    case .inTable, .inTableText: startTagInTable(&tag)
    case .inCaption: startTagInCaption(&tag)
    case .inColumnGroup: startTagInColumnGroup(&tag)
    case .inHead: startTagInHead(&tag)
    case .initial: startTagInInitialMode()
    case .beforeHTML: startTagBeforeHTML(&tag)
    case .beforeHead: startTagBeforeHead(&tag)
    case .inHeadNoscript: startTagInHeadNoscript(&tag)
    case .afterHead: startTagAfterHead(&tag)
    case .inTemplate: startTagInTemplate(&tag)
    case .afterBody, .afterAfterBody: startTagAfterBody(&tag)
    case .inFrameset: startTagInFrameset(&tag)
    case .afterFrameset, .afterAfterFrameset: startTagAfterFrameset(&tag)
    case .text: .done
    }
  }

  private mutating func endTag(_ tag: inout TagToken, in mode: Mode) -> Handling {
    switch mode {
    case .inBody: endTagInBody(&tag)
    case .inCell: endTagInCell(&tag)
    case .inRow: endTagInRow(&tag)
    case .inTableBody: endTagInTableBody(&tag)
    case .inTable, .inTableText: endTagInTable(&tag)
    case .inCaption: endTagInCaption(&tag)
    case .inColumnGroup: endTagInColumnGroup(&tag)
    case .inHead: endTagInHead(&tag)
    case .initial: startTagInInitialMode()
    case .beforeHTML: endTagBeforeHTML(&tag)
    case .beforeHead: endTagBeforeHead(&tag)
    case .inHeadNoscript: endTagInHeadNoscript(&tag)
    case .afterHead: endTagAfterHead(&tag)
    case .inTemplate: endTagInTemplate(&tag)
    case .afterBody, .afterAfterBody: endTagAfterBody(&tag)
    case .inFrameset: endTagInFrameset(&tag)
    case .afterFrameset, .afterAfterFrameset: endTagAfterFrameset(&tag)
    case .text: endTagInText(&tag)
    }
  }

  func categories(of name: NameID) -> ElementCategories {
    let index = Int(name.rawValue)
    return index < categories.count ? categories[index] : .html
  }

  /// Stores an attribute's value, once for equal values seen lately.
  mutating func store(_ value: UnsafeBufferPointer<UInt8>) -> TextRange {
    unsafe values.store(value, in: &dom.document.pool)
  }
}
