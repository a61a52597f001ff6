// SPDX-License-Identifier: MIT
// Part of Grille: decides which declaration of each property wins.

/// Where a value that was rolled back may still come from.
private struct Rollback {
  var property: PropertyID
  /// Only declarations of a lower rank count.
  var limit: UInt64
}

extension StyleResolver {
  // drafts.csswg.org/css-cascade-5/#cascading
  /// The computed style that blocks, sorted by rank, give under a parent.
  mutating func cascade(_ matched: [MatchedBlock], parent: StyleID, role: BoxRole?) -> ComputedStyle
  {
    var hasImportant = false
    var hasLogical = false
    var hasCustom = false
    for item in matched {
      parseIfNeeded(item.block)
      let block = rules.blocks[Int(item.block)]
      hasImportant = hasImportant || block.hasImportant
      hasLogical = hasLogical || block.hasLogical
      hasCustom = hasCustom || block.hasCustom
    }
    let parentStyle = table[parent]
    let important =
      hasImportant
      ? matched.filter { rules.blocks[Int($0.block)].hasImportant }
        .sorted { CascadeRank.important($0.rank) < CascadeRank.important($1.rank) } : []
    var custom = parentStyle.customProperties
    if hasCustom {
      custom = customProperties(matched, important: important, parent: custom)
    }
    let isRightToLeft =
      hasLogical && winningDirection(matched, important: important, parent: parentStyle) == .rtl

    var decided = PropertySet()
    var rollbacks: [Rollback] = []
    for item in important.reversed() {
      decide(
        item, important: true, isRightToLeft: isRightToLeft, custom: custom, decided: &decided,
        rollbacks: &rollbacks)
    }
    for item in matched.reversed() {
      decide(
        item, important: false, isRightToLeft: isRightToLeft, custom: custom, decided: &decided,
        rollbacks: &rollbacks)
    }
    return build(decided, parent: parentStyle, custom: custom, role: role)
  }

  /// Lets a block's declarations win what is not decided yet; later ones in the block first.
  private mutating func decide(
    _ item: MatchedBlock, important: Bool, isRightToLeft: Bool, custom: UInt32,
    decided: inout PropertySet, rollbacks: inout [Rollback]
  ) {
    let block = rules.blocks[Int(item.block)]
    var index = Int(block.end)
    while index > Int(block.start) {
      index -= 1
      let declaration = parser.declarations[index]
      guard declaration.isImportant == important, declaration.property != .custom else { continue }
      let property = declaration.property.physical(isRightToLeft: isRightToLeft)
      guard !decided.contains(property) else { continue }
      if !rollbacks.isEmpty,
        rollbacks.contains(where: { $0.property == property && item.rank >= $0.limit })
      {
        continue
      }
      var value = declaration.value
      if case .pending(let number) = value {
        value = substituted(Int(number), property: declaration.property, custom: custom)
      }
      switch value {
      case .revert:
        // Hints count as the author's own origin.
        let origin = min(item.rank >> 62, CascadeRank.Origin.hints.rawValue)
        rollbacks.append(Rollback(property: property, limit: origin << 62))
      case .revertLayer:
        rollbacks.append(Rollback(property: property, limit: (item.rank >> 50) << 50))
      default:
        decided.insert(property)
        winners[Int(property.rawValue)] = value
      }
    }
  }

  /// Parses a rule's block when it matches for the first time.
  private mutating func parseIfNeeded(_ number: Int32) {
    var block = rules.blocks[Int(number)]
    guard block.start < 0, block.sheet >= 0 else { return }
    let range = parser.parseBlock(
      rules.sheets[Int(block.sheet)].bytes, from: Int(block.sourceStart), to: Int(block.sourceEnd))
    setDeclarations(range, of: &block)
    rules.blocks[Int(number)] = block
  }

  /// The direction that logical properties are mapped with.
  private func winningDirection(
    _ matched: [MatchedBlock], important: [MatchedBlock], parent: ComputedStyle
  ) -> Direction {
    for (list, isImportant) in [(important, true), (matched, false)] {
      for item in list.reversed() where rules.blocks[Int(item.block)].hasDirection {
        let block = rules.blocks[Int(item.block)]
        for index in (Int(block.start)..<Int(block.end)).reversed() {
          let declaration = parser.declarations[index]
          guard declaration.property == .direction, declaration.isImportant == isImportant else {
            continue
          }
          switch declaration.value {
          case .keyword(let value): return value == 1 ? .rtl : .ltr
          case .initial: return .ltr
          default: return parent.direction
          }
        }
      }
    }
    return parent.direction
  }

  /// The items of the `content` that wins among blocks sorted by rank.
  mutating func winningContent(_ matched: [MatchedBlock]) -> [ContentTemplate]? {
    for isImportant in [true, false] {
      for item in matched.reversed() {
        let block = rules.blocks[Int(item.block)]
        var index = Int(block.end)
        while index > Int(block.start) {
          index -= 1
          let declaration = parser.declarations[index]
          guard declaration.property == .content, declaration.isImportant == isImportant else {
            continue
          }
          var value = declaration.value
          if case .pending(let number) = value {
            value = substituted(
              Int(number), property: .content, custom: lastCustomProperties)
          }
          guard case .list(let number) = value,
            case .content(let templates) = parser.store.lists[Int(number)]
          else { return nil }
          return templates
        }
      }
    }
    return nil
  }
}
