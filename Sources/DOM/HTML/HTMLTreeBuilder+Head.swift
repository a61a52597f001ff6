// SPDX-License-Identifier: MIT
// Part of Grille: the insertion modes of the head, and text-only elements.

extension HTMLTreeBuilder {
  // html.spec.whatwg.org/#parsing-main-inhead
  mutating func startTagInHead(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html: return startTagInBody(&tag)
    case .base, .basefont, .bgsound, .link:
      insertVoidElement(&tag)
      noteMetadata()
    case .meta:
      insertVoidElement(&tag)
      noteMetadata()
      if declaredEncoding == nil { noteEncoding(&tag) }
    case .title:
      insertTextElement(&tag, .rcdata)
      noteMetadata()
    case .noframes, .style: insertTextElement(&tag, .rawtext)
    case .noscript:
      if isScripting {
        insertTextElement(&tag, .rawtext)
      } else {
        insertElement(&tag)
        mode = .inHeadNoscript
      }
    case .script: insertTextElement(&tag, .scriptData)
    case .template:
      let node = insertElement(&tag)
      if dom.document.templateContents(of: node).isNone {
        _ = dom.makeFragment(contentsOf: node)
      }
      formatting.append(.marker)
      isFramesetOK = false
      mode = .inTemplate
      templateModes.append(.inTemplate)
    case .head: break
    default:
      pop()
      mode = .afterHead
      return .again
    }
    return .done
  }

  private mutating func noteMetadata() {
    if templateModes.isEmpty { dom.noteMetadata(NodeID(rawValue: Int32(dom.nodeCount - 1))) }
  }

  mutating func endTagInHead(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .head:
      pop()
      mode = .afterHead
    case .template: endTemplate()
    case .body, .html, .br:
      pop()
      mode = .afterHead
      return .again
    default: break
    }
    return .done
  }

  mutating func endTemplate() {
    guard hasOpen(.template) else { return }
    while let last = open.last, last.categories.contains(.impliedThoroughly) { pop() }
    popUntil(.template)
    clearFormattingToMarker()
    if !templateModes.isEmpty { templateModes.removeLast() }
    resetMode()
  }

  /// Opens an element that holds text only.
  // html.spec.whatwg.org/#generic-raw-text-element-parsing-algorithm
  mutating func insertTextElement(_ tag: inout TagToken, _ state: HTMLTokenizer.State) {
    insertElement(&tag)
    switchTokenizer(to: state)
    originalMode = mode
    mode = .text
  }

  // html.spec.whatwg.org/#parsing-main-incdata
  mutating func endTagInText(_ tag: inout TagToken) -> Handling {
    pop()
    mode = originalMode
    return .done
  }

  // html.spec.whatwg.org/#parsing-main-inheadnoscript
  mutating func startTagInHeadNoscript(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html: return startTagInBody(&tag)
    case .basefont, .bgsound, .link, .meta, .noframes, .style: return startTagInHead(&tag)
    case .head, .noscript: return .done
    default:
      pop()
      mode = .inHead
      return .again
    }
  }

  mutating func endTagInHeadNoscript(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .noscript:
      pop()
      mode = .inHead
      return .done
    case .br:
      pop()
      mode = .inHead
      return .again
    default: return .done
    }
  }

  // html.spec.whatwg.org/#the-after-head-insertion-mode
  mutating func startTagAfterHead(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html: return startTagInBody(&tag)
    case .body:
      insertElement(&tag)
      isFramesetOK = false
      mode = .inBody
      return .done
    case .frameset:
      insertElement(&tag)
      mode = .inFrameset
      return .done
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      push(headElement, .head)
      let result = startTagInHead(&tag)
      if let index = open.lastIndex(where: { $0.node == headElement }) {
        removeFromStack(at: index)
      }
      return result
    case .head: return .done
    default:
      insertElement(.body)
      mode = .inBody
      return .again
    }
  }

  mutating func endTagAfterHead(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .template:
      endTemplate()
      return .done
    case .body, .html, .br:
      insertElement(.body)
      mode = .inBody
      return .again
    default: return .done
    }
  }

  // html.spec.whatwg.org/#extracting-character-encodings-from-meta-elements
  private mutating func noteEncoding(_ tag: inout TagToken) {
    if let label = unsafe tag.value(.charset) {
      declaredEncoding = unsafe Array(label)
    } else if tag.has(.httpEquiv, "content-type"), let content = unsafe tag.value(.content) {
      declaredEncoding = unsafe DocumentMetadata.charset(inContentType: Array(content))
    }
  }
}
