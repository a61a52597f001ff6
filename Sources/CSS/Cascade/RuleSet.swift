// SPDX-License-Identifier: MIT
// Part of Grille: the sheets of a document put together for one medium.

/// The rules of several sheets in one arena, with one index for each target.
struct RuleSet: Sendable {
  private(set) var sheets: [StyleSheet] = []
  private(set) var arena = SelectorArena()
  /// Declaration blocks; those of attributes and hints are added while resolving.
  var blocks: [DeclarationBlock] = []
  /// The indexes of elements, ::before, ::after and ::marker.
  private(set) var targets: [RuleTarget]
  /// Whether ids and classes are compared without case.
  let isQuirks: Bool
  /// Whether any selector asks for a class, an id, or an ancestor.
  private(set) var usesClasses = false
  private(set) var usesIDs = false
  private(set) var usesAncestors = false
  /// Hashes of the attributes that selectors ask for.
  private(set) var attributeNames = HashMap()

  init(_ sheets: [StyleSheet], environment: MediaEnvironment, isQuirks: Bool) {
    self.isQuirks = isQuirks
    targets = []
    let layers = LayerOrder(sheets)
    var indexes = [RuleIndex](repeating: RuleIndex(), count: 4)
    var order = 0
    for sheet in sheets {
      if !sheet.media.isEmpty, !MediaQuery.matches(sheet.media, in: environment) { continue }
      add(sheet, layers: layers, environment: environment, order: &order, to: &indexes)
    }
    targets = indexes.map { RuleTarget($0) }
  }

  private mutating func add(
    _ sheet: StyleSheet, layers: LayerOrder, environment: MediaEnvironment, order: inout Int,
    to indexes: inout [RuleIndex]
  ) {
    let number = Int32(sheets.count)
    sheets.append(sheet)
    let firstList = arena.lists.count
    merge(sheet.selectors)
    var conditions: [Bool] = []
    conditions.reserveCapacity(sheet.conditions.count)
    for condition in sheet.conditions {
      var holds = condition.parent < 0 || conditions[Int(condition.parent)]
      if holds {
        var tokens = Tokenizer(sheet.bytes, from: Int(condition.start), to: Int(condition.end))
        holds = MediaQuery.evaluate(&tokens, in: environment)
      }
      conditions.append(holds)
    }
    let origin: CascadeRank.Origin =
      switch sheet.origin {
      case .userAgent: .userAgent
      case .user: .user
      case .author: .author
      }
    for rule in sheet.rules {
      order += 1
      guard rule.condition < 0 || conditions[Int(rule.condition)] else { continue }
      let layer = rule.layer < 0 ? CascadeRank.unlayered : layers.number(of: rule.layer, in: sheet)
      let block = Int32(blocks.count)
      blocks.append(
        DeclarationBlock(
          sheet: number, sourceStart: rule.start, sourceEnd: rule.end,
          level: CascadeRank.level(
            CascadeRank.make(origin, layer: layer, specificity: 0, order: 0))))
      for selector in arena.lists[firstList + Int(rule.selectors)].indices {
        let complex = arena.complexes[Int(selector)]
        let rank = CascadeRank.make(
          origin, layer: layer, specificity: complex.specificity, order: order)
        let target = complex.pseudoElement.map { Int($0.rawValue) + 1 } ?? 0
        if target > 0 { blocks[Int(block)].mayHaveContent = RuleSet.mayHaveContent(rule, sheet) }
        indexes[target].add(selector, block: block, rank: rank, arena: arena)
      }
    }
  }

  /// Whether a block's text holds the word "content" or an escape, which may spell it.
  private static func mayHaveContent(_ rule: StyleRule, _ sheet: StyleSheet) -> Bool {
    let text = sheet.bytes.span.extracting(Int(rule.start)..<Int(rule.end))
    var index = 0
    while index < text.count {
      if text[index] == 0x5C { return true }
      if text[index] | 0x20 == 0x63, index + 7 <= text.count,
        text.extracting(index..<index + 7).equalsIgnoringCase("content")
      {
        return true
      }
      index += 1
    }
    return false
  }

  /// Adds a sheet's selectors to the common arena.
  private mutating func merge(_ other: SelectorArena) {
    let firstComponent = Int32(arena.components.count)
    let firstComplex = Int32(arena.complexes.count)
    let firstAttribute = UInt64(arena.attributes.count)
    let firstPosition = UInt64(arena.positions.count)
    let firstLanguage = UInt64(arena.languages.count)
    let firstList = Int32(arena.lists.count)
    arena.components.reserveCapacity(arena.components.count + other.components.count)
    for var component in other.components {
      switch component.kind {
      case .attribute: component.value += firstAttribute
      case .position: component.value += firstPosition
      case .language: component.value += firstLanguage
      case .matchesAny, .matchesNone, .has: component.value += UInt64(firstList)
      case .class, .id:
        if component.kind == .class { usesClasses = true } else { usesIDs = true }
        if isQuirks, let lowercased = other.lowercased[component.value] {
          component.value = lowercased
        }
      case .combinator: usesAncestors = true
      default: break
      }
      arena.components.append(component)
    }
    for var complex in other.complexes {
      complex.start += firstComponent
      complex.end += firstComponent
      arena.complexes.append(complex)
    }
    for list in other.lists {
      arena.lists.append(
        SelectorList(start: list.start + firstComplex, end: list.end + firstComplex))
    }
    for var position in other.positions {
      if position.list >= 0 { position.list += firstList }
      arena.positions.append(position)
    }
    for attribute in other.attributes { attributeNames.update(attribute.name, 0) }
    arena.attributes.append(contentsOf: other.attributes)
    arena.languages.append(contentsOf: other.languages)
  }
}

/// The finished index of one target, shared without copying.
final class RuleTarget: Sendable {
  let index: RuleIndex
  let isEmpty: Bool
  let usesTypesOnly: Bool

  init(_ index: RuleIndex) {
    self.index = index
    isEmpty = index.isEmpty
    usesTypesOnly = index.usesTypesOnly
  }
}

/// The order of cascade layers over all sheets.
struct LayerOrder {
  private var numbers: [Key: UInt64] = [:]

  /// A layer by the names from the outermost inwards; anonymous ones have a name of their own.
  private struct Key: Hashable {
    var origin: StyleOrigin
    var path: [[UInt8]]
  }

  // drafts.csswg.org/css-cascade-5/#layer-ordering
  init(_ sheets: [StyleSheet]) {
    var keys: [Key] = []
    var seen: Set<Key> = []
    for sheet in sheets {
      for index in sheet.layers.indices {
        let key = LayerOrder.key(of: Int32(index), in: sheet)
        if seen.insert(key).inserted { keys.append(key) }
      }
    }
    // First appearance decides among siblings; a layer's own rules come after its sub-layers.
    var order: [Key: Int] = [:]
    for (index, key) in keys.enumerated() { order[key] = index }
    func sortKey(_ key: Key) -> [Int] {
      var result: [Int] = []
      for length in 1...key.path.count {
        result.append(order[Key(origin: key.origin, path: Array(key.path.prefix(length)))] ?? 0)
      }
      result.append(Int.max)
      return result
    }
    let sorted = keys.map { ($0, sortKey($0)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }
    for (index, (key, _)) in sorted.enumerated() { numbers[key] = UInt64(index) }
  }

  /// The number of a sheet's layer, smaller for weaker ones.
  func number(of layer: Int32, in sheet: StyleSheet) -> UInt64 {
    min(numbers[LayerOrder.key(of: layer, in: sheet)] ?? 0, CascadeRank.unlayered - 1)
  }

  private static func key(of layer: Int32, in sheet: StyleSheet) -> Key {
    var path: [[UInt8]] = []
    var current = layer
    while current >= 0 {
      let name = sheet.layers[Int(current)]
      // An anonymous layer is told apart by its place in its sheet.
      path.append(
        name.name.isEmpty ? Array("\u{1}\(current) \(sheet.bytes.count)".utf8) : name.name)
      current = name.parent
    }
    return Key(origin: sheet.origin, path: path.reversed())
  }
}
