// SPDX-License-Identifier: MIT
// Part of Grille: parses declaration blocks into longhand declarations.

/// Parses declarations and keeps the results, so that blocks can be parsed one by one on demand.
struct PropertyParser: Sendable {
  /// What lengths are resolved with.
  var context: LengthContext
  /// Every declaration parsed so far; a block is a range of it.
  private(set) var declarations: [Declaration] = []
  /// The lists and texts that declared values refer to.
  var store = ValueStore()
  /// The tokens of the value being parsed.
  var tokens: Tokenizer
  /// The most recent tokens of a nested value may not go deeper than this.
  static let maximumListLength = 1024

  init(bytes: [UInt8] = [], context: LengthContext) {
    self.context = context
    tokens = Tokenizer(bytes)
  }

  /// Forgets every block.
  mutating func removeAll() {
    declarations.removeAll()
    store = ValueStore()
  }

  /// Forgets declarations from a position on.
  mutating func removeDeclarations(from start: Int) {
    declarations.removeSubrange(start...)
  }

  // drafts.csswg.org/css-syntax-3/#consume-block-contents
  /// Parses the declarations in a part of the bytes and gives their range.
  mutating func parseBlock(_ bytes: [UInt8], from start: Int, to end: Int) -> Range<Int> {
    let first = declarations.count
    tokens = Tokenizer(bytes, from: start, to: end)
    while true {
      let name = tokens.nextSkippingSpace()
      if name.kind == .end { break }
      if name.kind == .semicolon { continue }
      let afterName = tokens.position
      if name.kind == .ident, tokens.nextSkippingSpace().kind == .colon {
        let valueStart = tokens.position
        var scanner = BlockScanner(bytes, from: valueStart, to: end)
        scanner.findDeclarationEnd()
        let valueEnd = scanner.position
        _ = parseDeclaration(name: name, from: valueStart, to: valueEnd)
        tokens = Tokenizer(bytes, from: min(valueEnd + 1, end), to: end)
      } else {
        // Not a declaration: go on behind the next semicolon.
        var scanner = BlockScanner(bytes, from: min(afterName, name.start + 1), to: end)
        scanner.findDeclarationEnd()
        tokens.position = min(scanner.position + 1, end)
      }
    }
    return first..<declarations.count
  }

  /// Parses one declaration whose value lies in a part of the bytes of `tokens`; false if it is
  /// not known or not valid.
  mutating func parseDeclaration(name: Token, from start: Int, to end: Int) -> Bool {
    let bytes = tokens.bytes
    var end = end
    var start = start
    while start < end, bytes[start].isSpace { start += 1 }
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    let isImportant = removeImportant(bytes, from: start, end: &end)
    if name.valueEnd - name.valueStart > 2, bytes[name.valueStart] == 0x2D,
      bytes[name.valueStart + 1] == 0x2D
    {
      store.custom.append(
        CustomDeclaration(
          name: tokens.hash(of: name, lowercased: false), text: Array(bytes[start..<end]),
          hasVariables: hasVariables(bytes, from: start, to: end)))
      declarations.append(
        Declaration(
          property: .custom, isImportant: isImportant,
          value: .custom(UInt32(store.custom.count - 1))))
      return true
    }
    guard let property = PropertyName.find(tokens.hash(of: name, lowercased: true)) else {
      return false
    }
    let first = declarations.count
    let isValid: Bool
    if hasVariables(bytes, from: start, to: end) {
      store.pending.append(PendingValue(name: property, text: Array(bytes[start..<end])))
      let value = DeclaredValue.pending(UInt32(store.pending.count - 1))
      emit(property, value)
      isValid = true
    } else {
      tokens = Tokenizer(bytes, from: start, to: end)
      isValid = parseValue(of: property)
    }
    if isImportant {
      for index in first..<declarations.count { declarations[index].isImportant = true }
    }
    return isValid
  }

  /// Parses a value of any property from `tokens`; false, with nothing added, if it is not valid.
  mutating func parseValue(of property: PropertyName) -> Bool {
    let first = declarations.count
    let begin = tokens.position
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident, tokens.peekPastSpace().kind == .end,
      let keyword = tokens.lookup(token, in: PropertyParser.wideKeywords)
    {
      emit(property, keyword)
      return true
    }
    tokens.position = begin
    let isValid: Bool
    switch property {
    case .longhand(let longhand): isValid = parseLonghand(longhand)
    case .shorthand(let shorthand): isValid = parseShorthand(shorthand)
    }
    guard isValid, tokens.nextSkippingSpace().kind == .end else {
      declarations.removeSubrange(first...)
      return false
    }
    return true
  }

  private static let wideKeywords: [(StaticString, DeclaredValue)] = [
    ("inherit", .inherit), ("initial", .initial), ("unset", .unset), ("revert", .revert),
    ("revert-layer", .revertLayer),
  ]

  /// Adds a declaration.
  mutating func emit(_ property: PropertyID, _ value: DeclaredValue) {
    declarations.append(Declaration(property: property, value: value))
  }

  /// Adds a declaration of an enumeration's value.
  mutating func emit<Keyword: RawRepresentable>(_ property: PropertyID, keyword: Keyword)
  where Keyword.RawValue == UInt8 {
    emit(property, .keyword(keyword.rawValue))
  }

  /// Adds a declaration whose value is a list.
  mutating func emit(_ property: PropertyID, list: ListValue) {
    store.lists.append(list)
    emit(property, .list(UInt32(store.lists.count - 1)))
  }

  /// Adds the same value for a longhand or for every longhand of a shorthand.
  private mutating func emit(_ property: PropertyName, _ value: DeclaredValue) {
    switch property {
    case .longhand(let longhand): emit(longhand, value)
    case .shorthand(let shorthand):
      for longhand in shorthand.longhands { emit(longhand, value) }
    }
  }

  /// Cuts off `!important` and tells whether it was there.
  private func removeImportant(_ bytes: [UInt8], from start: Int, end: inout Int) -> Bool {
    guard end - start >= 10, bytes[end - 1] | 0x20 == 0x74,
      bytes.span.extracting(end - 9..<end).equalsIgnoringCase("important")
    else { return false }
    var index = end - 9
    while index > start, bytes[index - 1].isSpace { index -= 1 }
    guard index > start, bytes[index - 1] == 0x21 else { return false }
    index -= 1
    while index > start, bytes[index - 1].isSpace { index -= 1 }
    end = index
    return true
  }

  private func hasVariables(_ bytes: [UInt8], from start: Int, to end: Int) -> Bool {
    var index = start
    while index + 3 < end {
      if bytes[index + 3] == 0x28, bytes[index] | 0x20 == 0x76, bytes[index + 1] | 0x20 == 0x61,
        bytes[index + 2] | 0x20 == 0x72
      {
        return true
      }
      index += 1
    }
    return false
  }
}
