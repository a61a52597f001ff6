// SPDX-License-Identifier: MIT
// Part of Grille: the insertion modes of tables and templates.

extension HTMLTreeBuilder {
  /// Closes elements until one whose content may follow, or a template, is the current node.
  @inline(__always)
  private mutating func clearStack(
    to first: NameID, _ second: NameID = .absent, _ third: NameID = .absent
  ) {
    while open.count > 1, let current = open.last {
      let name = current.name
      if current.categories.contains(.html),
        name == first || name == second || name == third || name == .template
      {
        return
      }
      pop()
    }
  }

  // html.spec.whatwg.org/#parsing-main-intable
  mutating func startTagInTable(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .caption:
      clearStack(to: .table)
      formatting.append(.marker)
      insertElement(&tag)
      mode = .inCaption
    case .colgroup:
      clearStack(to: .table)
      insertElement(&tag)
      mode = .inColumnGroup
    case .col:
      clearStack(to: .table)
      insertElement(.colgroup)
      mode = .inColumnGroup
      return .again
    case .tbody, .tfoot, .thead:
      clearStack(to: .table)
      insertElement(&tag)
      mode = .inTableBody
    case .td, .th, .tr:
      clearStack(to: .table)
      insertElement(.tbody)
      mode = .inTableBody
      return .again
    case .table:
      guard hasInTableScope(.table) else { return .done }
      popUntil(.table)
      resetMode()
      return .again
    case .style, .script, .template:
      return startTagInHead(&tag)
    case .input where tag.has(.type, "hidden"):
      insertVoidElement(&tag)
    case .form:
      guard formElement.isNone, !hasOpen(.template) else { return .done }
      formElement = insertElement(&tag)
      pop()
    default:
      isFosterParenting = true
      let result = startTagInBody(&tag)
      isFosterParenting = false
      return result
    }
    return .done
  }

  mutating func endTagInTable(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .table:
      guard hasInTableScope(.table) else { return .done }
      popUntil(.table)
      resetMode()
    case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
    case .template: endTemplate()
    default:
      isFosterParenting = true
      let result = endTagInBody(&tag)
      isFosterParenting = false
      return result
    }
    return .done
  }

  // html.spec.whatwg.org/#parsing-main-incaption
  private mutating func closeCaption() -> Bool {
    guard hasInTableScope(.caption) else { return false }
    closeImplied()
    popUntil(.caption)
    clearFormattingToMarker()
    mode = .inTable
    return true
  }

  mutating func startTagInCaption(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
      return closeCaption() ? .again : .done
    default: return startTagInBody(&tag)
    }
  }

  mutating func endTagInCaption(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .caption:
      _ = closeCaption()
      return .done
    case .table: return closeCaption() ? .again : .done
    case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return .done
    default: return endTagInBody(&tag)
    }
  }

  // html.spec.whatwg.org/#parsing-main-incolgroup
  mutating func startTagInColumnGroup(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html: return startTagInBody(&tag)
    case .col:
      insertVoidElement(&tag)
      return .done
    case .template: return startTagInHead(&tag)
    default: return closeColumnGroup() ? .again : .done
    }
  }

  mutating func endTagInColumnGroup(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .colgroup:
      _ = closeColumnGroup()
      return .done
    case .col: return .done
    case .template:
      endTemplate()
      return .done
    default: return closeColumnGroup() ? .again : .done
    }
  }

  private mutating func closeColumnGroup() -> Bool {
    guard isCurrent(.colgroup), open.count > 1 else { return false }
    pop()
    mode = .inTable
    return true
  }

  // html.spec.whatwg.org/#parsing-main-intbody
  mutating func startTagInTableBody(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .tr:
      clearStack(to: .tbody, .tfoot, .thead)
      insertElement(&tag)
      mode = .inRow
      return .done
    case .th, .td:
      clearStack(to: .tbody, .tfoot, .thead)
      insertElement(.tr)
      mode = .inRow
      return .again
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead: return closeTableBody()
    default: return startTagInTable(&tag)
    }
  }

  mutating func endTagInTableBody(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .tbody, .tfoot, .thead:
      guard hasInTableScope(tag.name) else { return .done }
      clearStack(to: .tbody, .tfoot, .thead)
      pop()
      mode = .inTable
      return .done
    case .table: return closeTableBody()
    case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: return .done
    default: return endTagInTable(&tag)
    }
  }

  private mutating func closeTableBody() -> Handling {
    guard hasInTableScope(.tbody) || hasInTableScope(.thead) || hasInTableScope(.tfoot) else {
      return .done
    }
    clearStack(to: .tbody, .tfoot, .thead)
    pop()
    mode = .inTable
    return .again
  }

  // html.spec.whatwg.org/#parsing-main-intr
  mutating func startTagInRow(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .th, .td:
      clearStack(to: .tr)
      insertElement(&tag)
      mode = .inCell
      formatting.append(.marker)
      return .done
    case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
      return closeRow() ? .again : .done
    default: return startTagInTable(&tag)
    }
  }

  mutating func endTagInRow(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .tr:
      _ = closeRow()
      return .done
    case .table: return closeRow() ? .again : .done
    case .tbody, .tfoot, .thead:
      guard hasInTableScope(tag.name) else { return .done }
      return closeRow() ? .again : .done
    case .body, .caption, .col, .colgroup, .html, .td, .th: return .done
    default: return endTagInTable(&tag)
    }
  }

  private mutating func closeRow() -> Bool {
    guard hasInTableScope(.tr) else { return false }
    clearStack(to: .tr)
    pop()
    mode = .inTableBody
    return true
  }

  // html.spec.whatwg.org/#parsing-main-intd
  mutating func startTagInCell(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
      guard hasInTableScope(.td) || hasInTableScope(.th) else { return .done }
      closeCell()
      return .again
    default: return startTagInBody(&tag)
    }
  }

  mutating func endTagInCell(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .td, .th:
      guard hasInTableScope(tag.name) else { return .done }
      closeImplied()
      popUntil(tag.name)
      clearFormattingToMarker()
      mode = .inRow
      return .done
    case .body, .caption, .col, .colgroup, .html: return .done
    case .table, .tbody, .tfoot, .thead, .tr:
      guard hasInTableScope(tag.name) else { return .done }
      closeCell()
      return .again
    default: return endTagInBody(&tag)
    }
  }

  private mutating func closeCell() {
    closeImplied()
    while open.count > 1, let last = open.last {
      pop()
      if last.isHTML(.td) || last.isHTML(.th) { break }
    }
    clearFormattingToMarker()
    mode = .inRow
  }

  // html.spec.whatwg.org/#parsing-main-intemplate
  mutating func startTagInTemplate(_ tag: inout TagToken) -> Handling {
    let next: Mode
    switch tag.name {
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return startTagInHead(&tag)
    case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
    case .col: next = .inColumnGroup
    case .tr: next = .inTableBody
    case .td, .th: next = .inRow
    default: next = .inBody
    }
    if !templateModes.isEmpty { templateModes.removeLast() }
    templateModes.append(next)
    mode = next
    return .again
  }

  mutating func endTagInTemplate(_ tag: inout TagToken) -> Handling {
    if tag.name == .template { endTemplate() }
    return .done
  }
}
