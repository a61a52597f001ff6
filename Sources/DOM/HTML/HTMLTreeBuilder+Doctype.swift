// SPDX-License-Identifier: MIT
// Part of Grille: the document type and the modes before the head.

extension HTMLTreeBuilder {
  // html.spec.whatwg.org/#the-initial-insertion-mode
  mutating func appendDoctype(_ token: borrowing DoctypeToken) {
    let node = unsafe dom.makeDoctype(
      name: token.name.bytes, publicIdentifier: token.publicIdentifier.bytes,
      systemIdentifier: token.systemIdentifier.bytes)
    dom.append(node, to: .document)
    dom.document.quirksMode = Self.quirksMode(token)
  }

  private static func quirksMode(_ token: borrowing DoctypeToken) -> QuirksMode {
    let name = unsafe String(decoding: token.name.bytes, as: UTF8.self)
    let publicIdentifier = unsafe String(
      decoding: token.publicIdentifier.bytes, as: UTF8.self
    ).lowercased()
    let systemIdentifier = unsafe String(
      decoding: token.systemIdentifier.bytes, as: UTF8.self
    ).lowercased()
    if token.forcesQuirks || name != "html" { return .quirks }
    if quirkyPublicIdentifiers.contains(publicIdentifier)
      || systemIdentifier == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
      || quirkyPrefixes.contains(where: { publicIdentifier.hasPrefix($0) })
    {
      return .quirks
    }
    if html401Prefixes.contains(where: { publicIdentifier.hasPrefix($0) }) {
      return token.hasSystemIdentifier ? .limitedQuirks : .quirks
    }
    if limitedPrefixes.contains(where: { publicIdentifier.hasPrefix($0) }) { return .limitedQuirks }
    return .noQuirks
  }

  private static let quirkyPublicIdentifiers = [
    "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
  ]
  private static let html401Prefixes = [
    "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//",
  ]
  private static let limitedPrefixes = [
    "-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//",
  ]
  private static let quirkyPrefixes = [
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//", "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//", "-//ietf//dtd html 2.1e//", "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//", "-//ietf//dtd html 3.2//", "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//", "-//ietf//dtd html level 1//", "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//", "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//", "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//", "-//ietf//dtd html strict//", "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//", "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//", "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//", "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//", "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
  ]

  /// Everything but white space, comments and a doctype: quirks mode, then the next mode.
  mutating func startTagInInitialMode() -> Handling {
    dom.document.quirksMode = .quirks
    mode = .beforeHTML
    return .again
  }

  /// Makes the root element without a tag.
  mutating func insertRoot() {
    let node = dom.makeElement(.html)
    dom.append(node, to: .document)
    push(node, .html)
  }

  // html.spec.whatwg.org/#the-before-html-insertion-mode
  mutating func startTagBeforeHTML(_ tag: inout TagToken) -> Handling {
    mode = .beforeHead
    if tag.name == .html {
      let node = makeElement(.html, .html, &tag)
      dom.append(node, to: .document)
      push(node, .html)
      return .done
    }
    insertRoot()
    return .again
  }

  mutating func endTagBeforeHTML(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .head, .body, .html, .br:
      insertRoot()
      mode = .beforeHead
      return .again
    default: return .done
    }
  }

  // html.spec.whatwg.org/#the-before-head-insertion-mode
  mutating func startTagBeforeHead(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .html: return startTagInBody(&tag)
    case .head:
      headElement = insertElement(&tag)
      mode = .inHead
      return .done
    default:
      headElement = insertElement(.head)
      mode = .inHead
      return .again
    }
  }

  mutating func endTagBeforeHead(_ tag: inout TagToken) -> Handling {
    switch tag.name {
    case .head, .body, .html, .br:
      headElement = insertElement(.head)
      mode = .inHead
      return .again
    default: return .done
    }
  }
}
