// SPDX-License-Identifier: MIT
// Part of Grille: custom properties and var().

/// A value whose variables were replaced, parsed.
struct Substitution: Sendable {
  var pending: Int
  var custom: UInt32
  var declarations: [Declaration]
}

// drafts.csswg.org/css-variables-2/
extension StyleResolver {
  /// No substituted text grows beyond this.
  private static var maximumLength: Int { 1 << 16 }
  /// Variables that refer to variables are followed this far.
  private static var maximumDepth: Int { 64 }

  /// The set of custom properties that blocks declare over an inherited one.
  mutating func customProperties(
    _ matched: [MatchedBlock], important: [MatchedBlock], parent: UInt32
  ) -> UInt32 {
    var declared: [UInt64: CustomDeclaration] = [:]
    for (list, isImportant) in [(important, true), (matched, false)] {
      for item in list.reversed() where rules.blocks[Int(item.block)].hasCustom {
        let block = rules.blocks[Int(item.block)]
        for index in (Int(block.start)..<Int(block.end)).reversed() {
          let declaration = parser.declarations[index]
          guard declaration.isImportant == isImportant, case .custom(let number) = declaration.value
          else { continue }
          let custom = parser.store.custom[Int(number)]
          if declared[custom.name] == nil { declared[custom.name] = custom }
        }
      }
    }
    var set = CustomProperties(parent: parent)
    if depth(of: parent) >= 16 { set = CustomProperties(parent: 0, values: flattened(parent)) }
    for (name, custom) in declared {
      if custom.hasVariables {
        set.values[name] = .some(nil)
        continue
      }
      let text = custom.text.span
      if text.equalsIgnoringCase("initial") {
        set.values[name] = .some(nil)
      } else if text.equalsIgnoringCase("inherit") || text.equalsIgnoringCase("unset")
        || text.equalsIgnoringCase("revert") || text.equalsIgnoringCase("revert-layer")
      {
        continue
      } else {
        set.values[name] = .some(custom.text)
      }
    }
    table.customProperties.append(set)
    let id = UInt32(table.customProperties.count - 1)
    // Values that refer to others are replaced in place; one that is in work again is a cycle.
    var resolving: Set<UInt64> = []
    var isDone: Set<UInt64> = []
    for name in declared.keys {
      resolve(name, declared, id: id, resolving: &resolving, done: &isDone)
    }
    return id
  }

  private mutating func resolve(
    _ name: UInt64, _ declared: [UInt64: CustomDeclaration], id: UInt32,
    resolving: inout Set<UInt64>, done: inout Set<UInt64>
  ) {
    guard let custom = declared[name], custom.hasVariables, !done.contains(name) else { return }
    guard resolving.count < StyleResolver.maximumDepth else { return }
    resolving.insert(name)
    for reference in references(in: custom.text) {
      if resolving.contains(reference) {
        // A cycle makes every variable in it invalid.
        for member in resolving { done.insert(member) }
        break
      }
      resolve(reference, declared, id: id, resolving: &resolving, done: &done)
    }
    resolving.remove(name)
    guard done.insert(name).inserted else { return }
    let text = substitute(custom.text, custom: id, depth: 0)
    table.customProperties[Int(id)].values[name] = .some(text)
  }

  private func references(in text: [UInt8]) -> [UInt64] {
    var result: [UInt64] = []
    var tokens = Tokenizer(text)
    while true {
      let token = tokens.next()
      if token.kind == .end { return result }
      if token.kind == .function, tokens.value(of: token, equals: "var") {
        let name = tokens.nextSkippingSpace()
        if name.kind == .ident { result.append(tokens.hash(of: name, lowercased: false)) }
      }
    }
  }

  private func depth(of set: UInt32) -> Int {
    var count = 0
    var current = set
    while current != 0 {
      count += 1
      current = table.customProperties[Int(current)].parent
    }
    return count
  }

  private func flattened(_ set: UInt32) -> [UInt64: [UInt8]?] {
    var result: [UInt64: [UInt8]?] = [:]
    var current = set
    while current != 0 {
      let properties = table.customProperties[Int(current)]
      result.merge(properties.values) { nearer, _ in nearer }
      current = properties.parent
    }
    return result
  }

  /// The value of a custom property, or nil if it has none.
  private func value(of name: UInt64, in set: UInt32) -> [UInt8]? {
    var current = set
    while current != 0 {
      let properties = table.customProperties[Int(current)]
      if let value = properties.values[name] { return value }
      current = properties.parent
    }
    return nil
  }

  // drafts.csswg.org/css-variables-2/#substitute-a-var
  /// A text with every `var()` replaced, or nil if one has neither value nor fallback.
  private func substitute(_ text: [UInt8], custom: UInt32, depth: Int) -> [UInt8]? {
    guard depth < StyleResolver.maximumDepth else { return nil }
    var result: [UInt8] = []
    var tokens = Tokenizer(text)
    var copied = 0
    while true {
      let token = tokens.next()
      if token.kind == .end { break }
      guard token.kind == .function, tokens.value(of: token, equals: "var") else { continue }
      result.append(contentsOf: text[copied..<token.start])
      let name = tokens.nextSkippingSpace()
      guard name.kind == .ident else { return nil }
      let separator = tokens.nextSkippingSpace()
      var fallback: [UInt8]?
      if separator.kind == .comma {
        let start = tokens.position
        tokens.skipBlock(.function)
        let end =
          tokens.position > start && tokens.bytes[tokens.position - 1] == 0x29
          ? tokens.position - 1 : tokens.position
        fallback = Array(text[start..<max(start, end)])
      } else if separator.kind != .closeParen, separator.kind != .end {
        return nil
      }
      copied = tokens.position
      // A comment keeps the tokens on both sides apart.
      result.append(contentsOf: "/**/".utf8)
      if let value = value(of: tokens.hash(of: name, lowercased: false), in: custom) {
        result.append(contentsOf: value)
      } else if let fallback {
        guard let value = substitute(fallback, custom: custom, depth: depth + 1) else { return nil }
        result.append(contentsOf: value)
      } else {
        return nil
      }
      result.append(contentsOf: "/**/".utf8)
      guard result.count <= StyleResolver.maximumLength else { return nil }
    }
    result.append(contentsOf: text[copied...])
    return result.count <= StyleResolver.maximumLength ? result : nil
  }

  /// The value of a longhand whose declaration holds variables; `unset` if it comes out invalid.
  mutating func substituted(_ pending: Int, property: PropertyID, custom: UInt32) -> DeclaredValue {
    if let last = lastSubstitution, last.pending == pending, last.custom == custom {
      return last.declarations.first { $0.property == property }?.value ?? .unset
    }
    let value = parser.store.pending[pending]
    var parsed: [Declaration] = []
    if let text = substitute(value.text, custom: custom, depth: 0) {
      let first = parser.declarations.count
      parser.tokens = Tokenizer(text)
      if parser.parseValue(of: value.name) { parsed = Array(parser.declarations[first...]) }
      parser.removeDeclarations(from: first)
    }
    lastSubstitution = Substitution(pending: pending, custom: custom, declarations: parsed)
    return parsed.first { $0.property == property }?.value ?? .unset
  }
}
