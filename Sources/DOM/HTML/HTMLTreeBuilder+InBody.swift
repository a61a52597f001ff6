// SPDX-License-Identifier: MIT
// Part of Grille: the insertion mode "in body".

extension HTMLTreeBuilder {
  // html.spec.whatwg.org/#parsing-main-inbody
  mutating func startTagInBody(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html:
      if !hasOpen(.template), let root = open.first { mergeAttributes(&tag, into: root.node) }

    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return startTagInHead(&tag)

    case .body:
      guard open.count > 1, open[1].isHTML(.body), !hasOpen(.template) else { return .done }
      isFramesetOK = false
      mergeAttributes(&tag, into: open[1].node)

    case .frameset:
      guard open.count > 1, open[1].isHTML(.body), isFramesetOK else { return .done }
      dom.remove(open[1].node)
      popTo(1)
      insertElement(&tag)
      mode = .inFrameset

    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl,
      .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p,
      .search, .section, .summary, .ul:
      closeParagraphInButtonScope()
      insertElement(&tag)

    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraphInButtonScope()
      if let current = open.last, current.categories.contains([.heading, .html]) { pop() }
      insertElement(&tag)

    case .pre, .listing:
      closeParagraphInButtonScope()
      insertElement(&tag)
      ignoresLineFeed = true
      isFramesetOK = false

    case .form:
      let isInTemplate = hasOpen(.template)
      guard formElement.isNone || isInTemplate else { return .done }
      closeParagraphInButtonScope()
      let node = insertElement(&tag)
      if !isInTemplate { formElement = node }

    case .li:
      isFramesetOK = false
      closeItem(.li, .li)
      closeParagraphInButtonScope()
      insertElement(&tag)

    case .dd, .dt:
      isFramesetOK = false
      closeItem(.dd, .dt)
      closeParagraphInButtonScope()
      insertElement(&tag)

    case .plaintext:
      closeParagraphInButtonScope()
      insertElement(&tag)
      switchTokenizer(to: .plaintext)

    case .button:
      if hasInScope(.button) {
        closeImplied()
        popUntil(.button)
      }
      reopenFormattingElements()
      insertElement(&tag)
      isFramesetOK = false

    case .a:
      var index = formatting.count - 1
      while index >= 0, !formatting[index].node.isNone {
        if formatting[index].name == .a {
          let node = formatting[index].node
          _ = runAdoptionAgency(.a)
          removeFormatting(node)
          if let position = open.lastIndex(where: { $0.node == node }) {
            removeFromStack(at: position)
          }
          break
        }
        index -= 1
      }
      insertFormattingElement(&tag)

    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
      insertFormattingElement(&tag)

    case .nobr:
      reopenFormattingElements()
      if hasInScope(.nobr) {
        if !runAdoptionAgency(.nobr) { endAnyOther(.nobr) }
      }
      insertFormattingElement(&tag)

    case .applet, .marquee, .object:
      reopenFormattingElements()
      insertElement(&tag)
      formatting.append(.marker)
      isFramesetOK = false

    case .table:
      if dom.document.quirksMode != .quirks { closeParagraphInButtonScope() }
      insertElement(&tag)
      isFramesetOK = false
      mode = .inTable

    case .area, .br, .embed, .img, .keygen, .wbr:
      reopenFormattingElements()
      insertVoidElement(&tag)
      isFramesetOK = false

    case .image:
      // The standard says not to ask.
      tag.name = .img
      return .again

    case .input:
      if context?.isHTML(.select) ?? false { return .done }
      if hasInScope(.select) { popUntil(.select) }
      reopenFormattingElements()
      insertVoidElement(&tag)
      if !tag.has(.type, "hidden") { isFramesetOK = false }

    case .param, .source, .track:
      insertVoidElement(&tag)

    case .hr:
      closeParagraphInButtonScope()
      if hasInScope(.select) { closeImplied() }
      insertVoidElement(&tag)
      isFramesetOK = false

    case .textarea:
      insertElement(&tag)
      ignoresLineFeed = true
      switchTokenizer(to: .rcdata)
      originalMode = mode
      isFramesetOK = false
      mode = .text

    case .xmp:
      closeParagraphInButtonScope()
      reopenFormattingElements()
      isFramesetOK = false
      insertTextElement(&tag, .rawtext)

    case .iframe:
      isFramesetOK = false
      insertTextElement(&tag, .rawtext)

    case .noembed:
      insertTextElement(&tag, .rawtext)

    case .noscript where isScripting:
      insertTextElement(&tag, .rawtext)

    case .select:
      if context?.isHTML(.select) ?? false { return .done }
      if hasInScope(.select) {
        popUntil(.select)
        return .done
      }
      reopenFormattingElements()
      insertElement(&tag)
      isFramesetOK = false

    case .option, .optgroup:
      if hasInScope(.select) {
        closeImplied(except: tag.name == .option ? .optgroup : .absent)
      } else if isCurrent(.option) {
        pop()
      }
      reopenFormattingElements()
      insertElement(&tag)

    case .rb, .rtc:
      if hasInScope(.ruby) { closeImplied() }
      insertElement(&tag)

    case .rp, .rt:
      if hasInScope(.ruby) { closeImplied(except: .rtc) }
      insertElement(&tag)

    case .math, .svg:
      reopenFormattingElements()
      insertForeignElement(&tag, tag.name == .math ? .mathML : .svg)

    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
      break

    case .selectedcontent:
      reopenFormattingElements()
      noteSelectedContent(insertElement(&tag))

    default:
      if !formatting.isEmpty { reopenFormattingElements() }
      insertElement(&tag)
    }
    return .done
  }

  private mutating func insertFormattingElement(_ tag: inout TagToken) {
    reopenFormattingElements()
    let node = insertElement(&tag)
    pushFormatting(node, tag.name)
  }

  /// Closes a list item before the next.
  private mutating func closeItem(_ first: NameID, _ second: NameID) {
    var index = open.count - 1
    while index >= 0 {
      let element = open[index]
      if element.categories.contains(.html), element.name == first || element.name == second {
        closeImplied(except: element.name)
        popUntil(element.name)
        return
      }
      if element.categories.contains(.special), !element.isHTML(.address),
        !element.isHTML(.div), !element.isHTML(.p)
      {
        return
      }
      index -= 1
    }
  }

  mutating func endTagInBody(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .template: endTemplate()

    case .body:
      if hasInScope(.body) { mode = .afterBody }

    case .html:
      guard hasInScope(.body) else { return .done }
      mode = .afterBody
      return .again

    case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir,
      .div, .dl, .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing, .main,
      .menu, .nav, .ol, .pre, .search, .section, .select, .summary, .ul:
      guard hasInScope(tag.name) else { return .done }
      closeImplied()
      popUntil(tag.name)

    case .form:
      if hasOpen(.template) {
        guard hasInScope(.form) else { return .done }
        closeImplied()
        popUntil(.form)
      } else {
        let node = formElement
        formElement = .none
        guard !node.isNone, let index = open.lastIndex(where: { $0.node == node }),
          !open[(index + 1)...].contains(where: { $0.categories.contains(.scope) })
        else { return .done }
        closeImplied()
        if let index = open.lastIndex(where: { $0.node == node }) { removeFromStack(at: index) }
      }

    case .p:
      if !hasInScope(.p, [.scope, .buttonScope]) { insertElement(.p) }
      closeParagraph()

    case .li:
      guard hasInScope(.li, [.scope, .listItemScope]) else { return .done }
      closeImplied(except: .li)
      popUntil(.li)

    case .dd, .dt:
      guard hasInScope(tag.name) else { return .done }
      closeImplied(except: tag.name)
      popUntil(tag.name)

    case .h1, .h2, .h3, .h4, .h5, .h6:
      guard hasInScope(anyOf: .heading) else { return .done }
      closeImplied()
      while open.count > 1, let last = open.last {
        pop()
        if last.categories.contains([.heading, .html]) { break }
      }

    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      if !runAdoptionAgency(tag.name) { endAnyOther(tag.name) }

    case .applet, .marquee, .object:
      guard hasInScope(tag.name) else { return .done }
      closeImplied()
      popUntil(tag.name)
      clearFormattingToMarker()

    case .br:
      tag.attributes.removeAll(keepingCapacity: true)
      return startTagInBody(&tag)

    default:
      endAnyOther(tag.name)
    }
    return .done
  }

  /// "Any other end tag".
  private mutating func endAnyOther(_ name: NameID) {
    var index = open.count - 1
    while index > 0 {
      let element = open[index]
      if element.isHTML(name) {
        closeImplied(except: name)
        popTo(index)
        return
      }
      if element.categories.contains(.special) { return }
      index -= 1
    }
  }

  // html.spec.whatwg.org/#parsing-main-afterbody
  mutating func startTagAfterBody(_ tag: inout TagToken) -> Handling {
    if tag.name == .html { return startTagInBody(&tag) }
    mode = .inBody
    return .again
  }

  mutating func endTagAfterBody(_ tag: inout TagToken) -> Handling {
    if tag.name == .html, mode == .afterBody {
      if context == nil { mode = .afterAfterBody }
      return .done
    }
    mode = .inBody
    return .again
  }
}
