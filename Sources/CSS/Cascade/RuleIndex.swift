// SPDX-License-Identifier: MIT
// Part of Grille: all rules that apply to a medium, found by what their last compound asks for.

/// One complex selector of a rule, in a chain of rules with the same key.
struct IndexedRule: Sendable {
  /// Index of the selector in the merged arena.
  var selector: Int32
  /// The declaration block.
  var block: Int32
  /// The next rule of the chain, or -1.
  var next: Int32
  /// Sorts by origin, layer, specificity and order.
  var rank: UInt64
  /// Filter positions of what ancestors must have; 0xFFFF for none.
  var ancestors: (UInt16, UInt16, UInt16)
  /// Whether the key decides alone: nothing needs to be compared any more.
  var isDecidedByKey: Bool
  /// Whether only the element's name and being a link count.
  var isSimple: Bool
}

/// A declaration block of a rule, an attribute or presentational hints.
struct DeclarationBlock: Sendable {
  /// The sheet whose bytes hold it, or -1.
  var sheet: Int32
  /// The bytes in the sheet.
  var sourceStart: Int32
  var sourceEnd: Int32
  /// The range of parsed declarations; -1 while not parsed.
  var start: Int32 = -1
  var end: Int32 = -1
  /// Origin and layer as in the high bits of a rank.
  var level: UInt16
  var hasImportant = false
  var hasLogical = false
  var hasDirection = false
  var hasCustom = false
  /// Whether the text of the block of a pseudo-element names the property `content`.
  var mayHaveContent = false
}

/// How origin, layer, specificity and order are packed into one number.
enum CascadeRank {
  /// Origins in the order of normal declarations.
  enum Origin: UInt64 {
    case userAgent = 0
    case user = 1
    case hints = 2
    case author = 3
  }

  /// The layer number of what is in no layer.
  static let unlayered: UInt64 = 0xFFE
  /// The layer number of `style` attributes, which win over every layer.
  static let attached: UInt64 = 0xFFF

  static func make(_ origin: Origin, layer: UInt64, specificity: UInt32, order: Int) -> UInt64 {
    origin.rawValue << 62 | min(layer, 0xFFF) << 50 | UInt64(specificity) << 20
      | UInt64(min(order, 0xF_FFFF))
  }

  /// Origin and layer of a rank.
  static func level(_ rank: UInt64) -> UInt16 { UInt16(rank >> 50) }

  // drafts.csswg.org/css-cascade-5/#cascade-sort
  /// The rank among important declarations: origins and layers are turned round.
  static func important(_ rank: UInt64) -> UInt64 {
    let origin = 3 - rank >> 62
    let layer = rank >> 50 & 0xFFF
    let isAttached: UInt64 = layer == attached ? 1 : 0
    return origin << 62 | isAttached << 61 | (0xFFF - layer) << 49 | (rank & 0x3_FFFF_FFFF_FFFF)
      >> 1
  }
}

/// What a chain of rules has in common.
enum RuleKey: Hashable, Sendable {
  case id(UInt64)
  case className(UInt64)
  case attribute(UInt64)
  case type(UInt64)
  case universal
}

/// The rules of one target: elements themselves or one pseudo-element.
struct RuleIndex: Sendable {
  /// The first rule of a chain by the hash of an id, class, attribute or element name.
  private(set) var byID = HashMap()
  private(set) var byClass = HashMap()
  private(set) var byAttribute = HashMap()
  private(set) var byType = HashMap()
  private(set) var universal: Int32 = -1
  private(set) var rules: [IndexedRule] = []

  var isEmpty: Bool { rules.isEmpty }
  /// Whether rules are found by element names only.
  var usesTypesOnly: Bool {
    byID.isEmpty && byClass.isEmpty && byAttribute.isEmpty && universal < 0
  }

  /// Adds a rule under the rarest thing its last compound asks for.
  mutating func add(_ selector: Int32, block: Int32, rank: UInt64, arena: SelectorArena) {
    let complex = arena.complexes[Int(selector)]
    let compound = CompoundSummary(arena, from: Int(complex.start), to: Int(complex.end))
    if compound.isImpossible { return }
    let isAlone = compound.end == Int(complex.end)
    var positions: [UInt16] = []
    RuleIndex.collectAncestors(
      arena, from: compound.end, to: Int(complex.end), into: &positions)
    func position(_ index: Int) -> UInt16 { index < positions.count ? positions[index] : 0xFFFF }
    for key in compound.keys {
      var rule = IndexedRule(
        selector: selector, block: block, next: -1, rank: rank,
        ancestors: (position(0), position(1), position(2)),
        isDecidedByKey: isAlone && compound.count == 1,
        isSimple: compound.isSimple && isAlone)
      let number = Int32(rules.count)
      switch key {
      case .id(let hash): rule.next = byID.update(hash, number)
      case .className(let hash): rule.next = byClass.update(hash, number)
      case .attribute(let hash):
        rule.next = byAttribute.update(hash, number)
        rule.isDecidedByKey = false
      case .type(let hash): rule.next = byType.update(hash, number)
      case .universal:
        rule.next = universal
        universal = number
        rule.isDecidedByKey = rule.isDecidedByKey && compound.isUniversal
      }
      rules.append(rule)
    }
  }

  /// Collects what compounds to the left ask of ancestors, nearest first.
  private static func collectAncestors(
    _ arena: SelectorArena, from start: Int, to end: Int, into positions: inout [UInt16]
  ) {
    var isAncestor = false
    for index in start..<end where positions.count < 3 {
      let component = arena.components[index]
      switch component.kind {
      case .combinator:
        // Compounds of siblings are skipped; the ancestors of a sibling are the element's own.
        isAncestor =
          component.value == UInt64(Combinator.descendant.rawValue)
          || component.value == UInt64(Combinator.child.rawValue)
      case .id, .class, .type:
        if isAncestor { positions.append(AncestorFilter.position(of: component.value)) }
      default: break
      }
    }
  }
}

/// What the last compound of a selector asks for.
private struct CompoundSummary {
  private(set) var keys: [RuleKey] = []
  /// The number of components.
  private(set) var count = 0
  /// The index behind the compound.
  private(set) var end: Int
  /// Whether only the element's name and being a link count.
  private(set) var isSimple = true
  /// Whether the compound is `*` alone.
  private(set) var isUniversal = true
  /// Whether nothing can match.
  private(set) var isImpossible = false

  /// Alternatives of `:is()` beyond this are looked for in every element.
  private static let maximumKeys = 16

  init(_ arena: SelectorArena, from start: Int, to limit: Int) {
    var best: RuleKey?
    var list: Int?
    end = start
    while end < limit, arena.components[end].kind != .combinator {
      let component = arena.components[end]
      count += 1
      if component.kind != .universal { isUniversal = false }
      switch component.kind {
      case .id:
        best = .id(component.value)
        isSimple = false
      case .class:
        if best == nil || !CompoundSummary.isID(best) { best = .className(component.value) }
        isSimple = false
      case .attribute:
        if best == nil || CompoundSummary.isType(best) {
          best = .attribute(arena.attributes[Int(component.value)].name)
        }
        isSimple = false
      case .type: if best == nil { best = .type(component.value) }
      case .matchesAny:
        list = Int(component.value)
        isSimple = false
      case .never: isImpossible = true
      case .universal: break
      case .pseudoClass:
        if component.value != UInt64(PseudoClass.link.rawValue) { isSimple = false }
      default: isSimple = false
      }
      end += 1
    }
    if let best {
      keys = [best]
    } else if let list {
      // Each alternative of :is() has a key of its own.
      for selector in arena.lists[list].indices {
        let complex = arena.complexes[Int(selector)]
        let inner = CompoundSummary(
          arena, from: Int(complex.start), to: Int(complex.end))
        for key in inner.keys where !keys.contains(key) { keys.append(key) }
      }
      if keys.contains(.universal) || keys.count > CompoundSummary.maximumKeys {
        keys = [.universal]
      }
      if arena.lists[list].isEmpty { isImpossible = true }
    } else {
      keys = [.universal]
    }
  }

  private static func isID(_ key: RuleKey?) -> Bool {
    if case .id? = key { true } else { false }
  }

  private static func isType(_ key: RuleKey?) -> Bool {
    if case .type? = key { true } else { false }
  }
}

/// Counts hashes of the ancestors' names, ids and classes, to reject selectors early.
struct AncestorFilter: Sendable {
  private var counters = [UInt16](repeating: 0, count: 4096)

  @inline(__always)
  static func position(of hash: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: (hash ^ hash >> 27) & 4095)
  }

  @inline(__always)
  mutating func add(_ hash: UInt64) {
    counters[Int(AncestorFilter.position(of: hash))] &+= 1
  }

  @inline(__always)
  mutating func remove(_ hash: UInt64) {
    counters[Int(AncestorFilter.position(of: hash))] &-= 1
  }

  /// Whether all positions may be there.
  @inline(__always)
  func mayContain(_ positions: (UInt16, UInt16, UInt16)) -> Bool {
    if positions.0 == 0xFFFF { return true }
    if counters[Int(positions.0)] == 0 { return false }
    if positions.1 == 0xFFFF { return true }
    if counters[Int(positions.1)] == 0 { return false }
    return positions.2 == 0xFFFF || counters[Int(positions.2)] != 0
  }
}
