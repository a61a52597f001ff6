// SPDX-License-Identifier: MIT
// Part of Grille: parses the rules of a style sheet, leaving declarations for later.

// drafts.csswg.org/css-syntax-3/#parsing
/// Reads rules, at-rules and nested rules into a `StyleSheet`.
struct StyleSheetParser {
  /// What the rules being read are inside of.
  private struct Scope {
    var condition: Int32 = -1
    var layer: Int32 = -1
    /// The selector list of the style rule around, or -1.
    var parentList: Int32 = -1
    var depth = 0
  }

  /// Deeper nested blocks are dropped.
  private static let maximumDepth = 32

  private var sheet: StyleSheet
  private var tokens: Tokenizer
  private var allowsImports = true

  init(bytes: [UInt8], origin: StyleOrigin) {
    sheet = StyleSheet(origin: origin)
    sheet.bytes = bytes
    tokens = Tokenizer(bytes)
    // A byte order mark is not part of the text.
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      tokens.position = 3
    }
  }

  mutating func parse() -> StyleSheet {
    rules(Scope())
    return sheet
  }

  // MARK: Rules

  /// Reads rules up to the end of the text or the `}` of the block around.
  private mutating func rules(_ scope: Scope) {
    while true {
      tokens.skipSpace()
      guard tokens.position < tokens.end else { return }
      switch tokens.bytes[tokens.position] {
      case 0x7D where scope.depth > 0:  // }
        tokens.position += 1
        return
      case 0x40 where tokens.peekToken().kind == .atKeyword:
        atRule(tokens.next(), scope)
      case 0x3C, 0x2D:  // <!-- and --> at the top level are nothing
        let kind = tokens.peekToken().kind
        if scope.depth == 0, kind == .cdo || kind == .cdc {
          _ = tokens.next()
        } else {
          styleRule(scope)
        }
      default: styleRule(scope)
      }
    }
  }

  /// Reads a selector list and its block.
  private mutating func styleRule(_ scope: Scope) {
    let start = tokens.position
    var brace = BlockScanner(tokens.bytes, from: start, to: tokens.end)
    guard
      brace.findPreludeEnd(
        stopsAtSemicolon: scope.parentList >= 0, stopsAtBrace: scope.depth > 0)
    else {
      tokens.position = brace.position
      return
    }
    let preludeEnd = brace.position
    tokens.position = preludeEnd + 1
    allowsImports = false
    var parser = SelectorParser(arena: sheet.selectors, parentList: scope.parentList)
    sheet.selectors = SelectorArena()
    var prelude = Tokenizer(tokens.bytes, from: start, to: preludeEnd)
    let list = parser.parseList(&prelude, context: scope.parentList >= 0 ? .nested : .rule)
    sheet.selectors = parser.arena
    guard let list, scope.depth < StyleSheetParser.maximumDepth else {
      skipOpenBlock()
      return
    }
    var inner = scope
    inner.parentList = list
    inner.depth += 1
    declarationBlock(selectors: list, inner)
  }

  private mutating func skipOpenBlock() {
    var scanner = BlockScanner(tokens.bytes, from: tokens.position, to: tokens.end)
    _ = scanner.findBlockEnd()
    tokens.position = scanner.position
    if tokens.position < tokens.end { tokens.position += 1 }
  }

  private mutating func append(_ start: Int, _ end: Int, selectors: Int32, _ scope: Scope) {
    guard start < end else { return }
    sheet.rules.append(
      StyleRule(
        selectors: selectors, start: Int32(start), end: Int32(end), condition: scope.condition,
        layer: scope.layer))
  }

  // drafts.csswg.org/css-syntax-3/#consume-block-contents
  /// Reads the contents of an open block: declarations, nested rules and at-rules.
  private mutating func declarationBlock(selectors: Int32, _ scope: Scope) {
    let start = tokens.position
    var scanner = BlockScanner(tokens.bytes, from: start, to: tokens.end)
    if !scanner.findBlockEnd() {
      // Plain declarations: the usual case.
      append(start, scanner.position, selectors: selectors, scope)
      tokens.position = min(scanner.position + 1, tokens.end)
      return
    }
    var runStart = start
    while true {
      tokens.skipSpace()
      let item = tokens.position
      guard item < tokens.end, tokens.bytes[item] != 0x7D else { break }
      if tokens.bytes[item] == 0x3B {
        tokens.position += 1
        continue
      }
      if tokens.bytes[item] == 0x40, tokens.peekToken().kind == .atKeyword {
        append(runStart, item, selectors: selectors, scope)
        atRule(tokens.next(), scope)
        runStart = tokens.position
        continue
      }
      var end = BlockScanner(tokens.bytes, from: item, to: tokens.end)
      if !isCustomProperty(at: item), end.findPreludeEnd(stopsAtSemicolon: true) {
        append(runStart, item, selectors: selectors, scope)
        styleRule(scope)
        runStart = tokens.position
      } else {
        var declaration = BlockScanner(tokens.bytes, from: item, to: tokens.end)
        declaration.findDeclarationEnd()
        tokens.position = declaration.position
      }
    }
    append(runStart, tokens.position, selectors: selectors, scope)
    if tokens.position < tokens.end { tokens.position += 1 }
  }

  private func isCustomProperty(at index: Int) -> Bool {
    index + 1 < tokens.end && tokens.bytes[index] == 0x2D && tokens.bytes[index + 1] == 0x2D
  }

  // MARK: At-rules

  private mutating func atRule(_ name: Token, _ scope: Scope) {
    let preludeStart = tokens.position
    var scanner = BlockScanner(tokens.bytes, from: preludeStart, to: tokens.end)
    let hasBlock = scanner.findPreludeEnd(stopsAtSemicolon: true)
    let preludeEnd = scanner.position
    var prelude = Tokenizer(tokens.bytes, from: preludeStart, to: preludeEnd)
    tokens.position = preludeEnd
    if hasBlock || (preludeEnd < tokens.end && tokens.bytes[preludeEnd] == 0x3B) {
      tokens.position += 1
    }
    var inner = scope
    inner.depth += 1
    let isTooDeep = inner.depth > StyleSheetParser.maximumDepth
    func named(_ text: StaticString) -> Bool { tokens.value(of: name, equals: text) }

    if !hasBlock {
      if named("import") {
        if allowsImports, scope.depth == 0 { importRule(&prelude) }
      } else if named("layer") {
        while let layer = layerName(&prelude, parent: scope.layer) {
          _ = layer
          guard prelude.nextSkippingSpace().kind == .comma else { break }
        }
      } else if !named("charset") {
        allowsImports = false
      }
      return
    }
    allowsImports = false
    if isTooDeep {
      skipOpenBlock()
    } else if named("media") {
      sheet.conditions.append(
        MediaCondition(
          start: Int32(preludeStart), end: Int32(preludeEnd), parent: scope.condition))
      inner.condition = Int32(sheet.conditions.count - 1)
      contents(inner)
    } else if named("supports") {
      if SupportsCondition.evaluate(&prelude) { contents(inner) } else { skipOpenBlock() }
    } else if named("layer") {
      inner.layer = layerName(&prelude, parent: scope.layer) ?? anonymousLayer(parent: scope.layer)
      contents(inner)
    } else {
      // Not implemented: @container, @scope, @starting-style; @font-face, @keyframes, @page and
      // the like have no effect in cells.
      skipOpenBlock()
    }
  }

  /// Reads the block of a conditional rule: rules, or declarations when inside a style rule.
  private mutating func contents(_ scope: Scope) {
    if scope.parentList >= 0 {
      declarationBlock(selectors: scope.parentList, scope)
    } else {
      rules(scope)
    }
  }

  // drafts.csswg.org/css-cascade-5/#at-import
  private mutating func importRule(_ prelude: inout Tokenizer) {
    var token = prelude.nextSkippingSpace()
    if token.kind == .function, prelude.value(of: token, equals: "url") {
      token = prelude.nextSkippingSpace()
      _ = prelude.nextSkippingSpace()
    }
    guard token.kind == .string || token.kind == .url else { return }
    let address = prelude.string(of: token)
    var layer: String?
    let before = prelude.position
    token = prelude.nextSkippingSpace()
    if token.kind == .ident, prelude.value(of: token, equals: "layer") {
      layer = ""
    } else if token.kind == .function, prelude.value(of: token, equals: "layer") {
      let start = prelude.position
      prelude.skipBlock(.function)
      layer = String(
        decoding: prelude.bytes[start..<max(start, prelude.position - 1)], as: UTF8.self)
    } else {
      prelude.position = before
    }
    let beforeSupports = prelude.position
    token = prelude.nextSkippingSpace()
    if token.kind == .function, prelude.value(of: token, equals: "supports") {
      let start = prelude.position
      prelude.skipBlock(.function)
      var condition = Tokenizer(
        prelude.bytes, from: start, to: max(start, prelude.position - 1))
      guard SupportsCondition.evaluateArgument(&condition) else { return }
    } else {
      prelude.position = beforeSupports
    }
    prelude.skipSpace()
    var end = prelude.end
    while end > prelude.position, prelude.bytes[end - 1].isSpace { end -= 1 }
    sheet.imports.append(
      StyleSheet.Import(
        address: address,
        media: String(decoding: prelude.bytes[prelude.position..<end], as: UTF8.self),
        layer: layer))
  }

  /// Reads a dotted layer name and gives the innermost layer, or nil if none is there.
  private mutating func layerName(_ prelude: inout Tokenizer, parent: Int32) -> Int32? {
    var layer = parent
    var isFirst = true
    while true {
      let token = isFirst ? prelude.nextSkippingSpace() : prelude.next()
      guard token.kind == .ident else { return isFirst ? nil : layer }
      layer = self.layer(LayerName(parent: layer, name: prelude.text(of: token)))
      isFirst = false
      guard prelude.peekToken().isDelimiter(0x2E) else { return layer }
      _ = prelude.next()
    }
  }

  private mutating func layer(_ name: LayerName) -> Int32 {
    if let index = sheet.layers.firstIndex(of: name) { return Int32(index) }
    sheet.layers.append(name)
    return Int32(sheet.layers.count - 1)
  }

  private mutating func anonymousLayer(parent: Int32) -> Int32 {
    sheet.layers.append(LayerName(parent: parent, name: []))
    return Int32(sheet.layers.count - 1)
  }
}
