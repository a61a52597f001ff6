// SPDX-License-Identifier: MIT
// Part of Grille: character tokens in every insertion mode.

extension HTMLTreeBuilder {
  /// Takes a run of text; a zero byte, which the modes treat apart, is a run of its own.
  mutating func characters(_ start: UnsafePointer<UInt8>, _ length: Int) {
    var p = unsafe start
    var count = length
    if ignoresLineFeed {
      ignoresLineFeed = false
      if unsafe p.pointee == 0x0A {
        unsafe p += 1
        count -= 1
      }
    }
    if mode == .inBody, let node = open.last, node.categories.contains(.html), count > 0 {
      unsafe charactersInBody(p, count)
      return
    }
    if isStopped { return }
    while count > 0 {
      let used = unsafe charactersByMode(p, count)
      unsafe p += used
      count -= used
    }
  }

  /// Handles text by the mode in force and gives how much of it was used up; it may be nothing if
  /// the mode changed.
  private mutating func charactersByMode(_ p: UnsafePointer<UInt8>, _ count: Int) -> Int {
    if mode != .inTableText, let node = adjustedCurrentNode, !node.categories.contains(.html),
      node.categories.isDisjoint(with: [.htmlIntegrationPoint, .mathMLTextIntegrationPoint])
    {
      if unsafe p.pointee == 0 {
        insertCharacters("\u{FFFD}")
      } else {
        unsafe insertCharacters(p, count)
        if isFramesetOK, unsafe !isWhitespace(p, count) { isFramesetOK = false }
      }
      return count
    }
    switch mode {
    case .initial, .beforeHTML, .beforeHead:
      let blank = unsafe leadingWhitespace(p, count)
      if blank > 0 { return blank }
      switch mode {
      case .initial: _ = startTagInInitialMode()
      case .beforeHTML:
        insertRoot()
        mode = .beforeHead
      default:
        headElement = insertElement(.head)
        mode = .inHead
      }
      return 0
    case .inHead, .inHeadNoscript, .afterHead, .inColumnGroup:
      let blank = unsafe leadingWhitespace(p, count)
      if blank > 0 {
        unsafe insertCharacters(p, blank)
        return blank
      }
      switch mode {
      case .inHead:
        pop()
        mode = .afterHead
      case .inHeadNoscript:
        pop()
        mode = .inHead
      case .afterHead:
        insertElement(.body)
        mode = .inBody
      default:
        guard let node = open.last, node.isHTML(.colgroup) else { return 1 }
        pop()
        mode = .inTable
      }
      return 0
    case .inBody, .inCaption, .inCell, .inTemplate:
      unsafe charactersInBody(p, count)
      return count
    case .text:
      unsafe insertCharacters(p, count)
      return count
    case .inTable, .inTableBody, .inRow:
      if let node = open.last,
        node.categories.contains(.table) || node.isHTML(.template)
      {
        pendingTableText.removeAll()
        pendingTableTextHasContent = false
        originalMode = mode
        mode = .inTableText
        return 0
      }
      isFosterParenting = true
      unsafe charactersInBody(p, count)
      isFosterParenting = false
      return count
    case .inTableText:
      if unsafe p.pointee != 0 {
        unsafe pendingTableText.append(p, count)
        if unsafe !isWhitespace(p, count) { pendingTableTextHasContent = true }
      }
      return count
    case .afterBody, .afterAfterBody:
      let blank = unsafe leadingWhitespace(p, count)
      if blank > 0 {
        unsafe charactersInBody(p, blank)
        return blank
      }
      mode = .inBody
      return 0
    case .inFrameset, .afterFrameset, .afterAfterFrameset:
      let blank = unsafe leadingWhitespace(p, count)
      if blank == 0 { return 1 }
      unsafe insertCharacters(p, blank)
      return blank
    }
  }

  /// Text by the rules of "in body".
  private mutating func charactersInBody(_ p: UnsafePointer<UInt8>, _ count: Int) {
    if unsafe p.pointee == 0 { return }
    if !formatting.isEmpty { reopenFormattingElements() }
    unsafe insertCharacters(p, count)
    if isFramesetOK, unsafe !isWhitespace(p, count) { isFramesetOK = false }
  }

  // html.spec.whatwg.org/#parsing-main-intabletext, anything else
  mutating func flushTableText() {
    mode = originalMode
    let bytes = unsafe pendingTableText.bytes
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    if pendingTableTextHasContent {
      isFosterParenting = true
      unsafe charactersInBody(start, bytes.count)
      isFosterParenting = false
    } else {
      unsafe insertCharacters(start, bytes.count)
    }
    pendingTableText.removeAll()
    pendingTableText.shrink()
  }

  private func leadingWhitespace(_ p: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var index = 0
    while index < count, unsafe p[index].isASCIIWhitespace { index += 1 }
    return index
  }

  private func isWhitespace(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe leadingWhitespace(p, count) == count
  }

  mutating func insertCharacters(_ text: StaticString) {
    unsafe insertCharacters(text.utf8Start, text.utf8CodeUnitCount)
  }

  // html.spec.whatwg.org/#insert-a-character
  mutating func insertCharacters(_ p: UnsafePointer<UInt8>, _ count: Int) {
    let bytes = unsafe UnsafeBufferPointer(start: p, count: count)
    guard let current = open.last else { return }
    if current.name == .script, !keepsScriptText { return }
    let place = insertionPlace(current)
    if place.parent == .document { return }
    let neighbour =
      place.before.isNone
      ? dom.document.lastChild(of: place.parent) : dom.document.previousSibling(of: place.before)
    if !neighbour.isNone, dom.document.kind(of: neighbour) == .text {
      unsafe dom.extendText(neighbour, with: bytes)
      return
    }
    guard mayMakeNode() else { return }
    let text = unsafe dom.makeCharacterData(.text, bytes)
    if place.before.isNone {
      dom.append(text, to: place.parent)
    } else {
      dom.insert(text, before: place.before)
    }
  }
}
