// SPDX-License-Identifier: MIT
// Part of Grille: the insertion modes of framesets.

extension HTMLTreeBuilder {
  // html.spec.whatwg.org/#parsing-main-inframeset
  mutating func startTagInFrameset(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html: return startTagInBody(&tag)
    case .frameset: insertElement(&tag)
    case .frame: insertVoidElement(&tag)
    case .noframes: return startTagInHead(&tag)
    default: break
    }
    return .done
  }

  mutating func endTagInFrameset(_ tag: inout TagToken) -> Handling {
    guard tag.name == .frameset, open.count > 1 else { return .done }
    pop()
    if context == nil, !isCurrent(.frameset) { mode = .afterFrameset }
    return .done
  }

  // html.spec.whatwg.org/#parsing-main-afterframeset
  mutating func startTagAfterFrameset(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html: return startTagInBody(&tag)
    case .noframes: return startTagInHead(&tag)
    default: return .done
    }
  }

  mutating func endTagAfterFrameset(_ tag: inout TagToken) -> Handling {
    if tag.name == .html, mode == .afterFrameset { mode = .afterAfterFrameset }
    return .done
  }
}
