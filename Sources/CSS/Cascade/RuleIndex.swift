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

/// The rules of one target: elements themselves or one pseudo-element.
struct RuleIndex: Sendable {
  /// The first rule of a chain by the hash of an id, class, attribute or element name.
  private(set) var byID: [UInt64: Int32] = [:]
  private(set) var byClass: [UInt64: Int32] = [:]
  private(set) var byAttribute: [UInt64: Int32] = [:]
  private(set) var byType: [UInt64: Int32] = [:]
  private(set) var universal: Int32 = -1
  private(set) var rules: [IndexedRule] = []

  var isEmpty: Bool { rules.isEmpty }

  /// Adds a rule under the rarest thing its last compound asks for.
  mutating func add(_ selector: Int32, block: Int32, rank: UInt64, arena: SelectorArena) {
    let complex = arena.complexes[Int(selector)]
    var id: UInt64?
    var className: UInt64?
    var attribute: UInt64?
    var type: UInt64?
    var count = 0
    var isSimple = true
    var index = Int(complex.start)
    let end = Int(complex.end)
    while index < end {
      let component = arena.components[index]
      if component.kind == .combinator { break }
      count += 1
      switch component.kind {
      case .id: id = component.value
      case .class: className = component.value
      case .attribute: attribute = arena.attributes[Int(component.value)].name
      case .type: type = component.value
      case .never: return
      default: break
      }
      if component.kind != .type, component.kind != .universal,
        !(component.kind == .pseudoClass
          && component.value == UInt64(PseudoClass.link.rawValue))
      {
        isSimple = false
      }
      index += 1
    }
    let isAlone = index == end
    var positions: [UInt16] = []
    RuleIndex.collectAncestors(arena, from: index, to: end, into: &positions)
    func position(_ index: Int) -> UInt16 { index < positions.count ? positions[index] : 0xFFFF }
    var rule = IndexedRule(
      selector: selector, block: block, next: -1, rank: rank,
      ancestors: (position(0), position(1), position(2)), isDecidedByKey: false,
      isSimple: isSimple && isAlone)
    let number = Int32(rules.count)
    if let id {
      rule.next = byID.updateValue(number, forKey: id) ?? -1
      rule.isDecidedByKey = isAlone && count == 1
    } else if let className {
      rule.next = byClass.updateValue(number, forKey: className) ?? -1
      rule.isDecidedByKey = isAlone && count == 1
    } else if let attribute {
      rule.next = byAttribute.updateValue(number, forKey: attribute) ?? -1
    } else if let type {
      rule.next = byType.updateValue(number, forKey: type) ?? -1
      rule.isDecidedByKey = isAlone && count == 1
    } else {
      rule.next = universal
      universal = number
      rule.isDecidedByKey =
        isAlone && count == 1 && arena.components[Int(complex.start)].kind == .universal
    }
    rules.append(rule)
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
