// SPDX-License-Identifier: MIT
// Part of Grille: which attributes of an element matter for its style.
import DOM

/// What the attributes of an element can change.
struct AttributeInterest: OptionSet, Sendable {
  let rawValue: UInt8

  static let id = AttributeInterest(rawValue: 1)
  static let `class` = AttributeInterest(rawValue: 2)
  static let style = AttributeInterest(rawValue: 4)
  /// A presentational hint on some element.
  static let hint = AttributeInterest(rawValue: 8)
  /// Named by an attribute selector.
  static let selected = AttributeInterest(rawValue: 16)
}

/// What is known of a name of the document.
struct NameInfo: Sendable {
  /// The hash of the lower-case name.
  var hash: UInt64
  /// What an attribute of that name can change.
  var interest: AttributeInterest
  /// Whether an element of that name without attributes is styled by its name and parent alone.
  var isSimple: Bool
  var isKnown = false
  /// The first rule of the name's chain in each target, or -1.
  var firstRules: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)

  var isSelected: Bool { interest.contains(.selected) }
}

extension StyleResolver {
  /// What is known of a name, looked up once.
  mutating func nameInfo(_ name: NameID) -> NameInfo {
    let index = Int(name.rawValue)
    if index < names.count {
      if names[index].isKnown { return names[index] }
    } else {
      let unknown = NameInfo(hash: 0, interest: [], isSimple: false)
      names.append(contentsOf: repeatElement(unknown, count: index + 64 - names.count))
    }
    let hash = document.withName(name) { NameHash.ofLowercased($0) }
    var info = NameInfo(hash: hash, interest: [], isSimple: isSimple(hash, name), isKnown: true)
    func first(_ target: Int) -> Int32 { rules.targets[target].index.byType[hash] }
    info.firstRules = (first(0), first(1), first(2), first(3))
    switch name {
    case .id: if rules.usesIDs { info.interest.insert(.id) }
    case .class: if rules.usesClasses { info.interest.insert(.class) }
    case .style: info.interest.insert(.style)
    case .align, .bgcolor, .border, .bordercolor, .cellpadding, .cellspacing, .clear, .color,
      .dir, .face, .frame, .height, .hspace, .noshade, .nowrap, .rules, .size, .text, .type,
      .valign, .vspace, .width, .wrap:
      info.interest.insert(.hint)
    default: break
    }
    if rules.attributeNames.contains(hash) { info.interest.insert(.selected) }
    names[index] = info
    return info
  }

  /// The hash of a name that was looked up before, or now.
  func nameHash(of name: NameID) -> UInt64 {
    let index = Int(name.rawValue)
    if index < names.count, names[index].isKnown { return names[index].hash }
    return document.withName(name) { NameHash.ofLowercased($0) }
  }

  private func isSimple(_ hash: UInt64, _ name: NameID) -> Bool {
    // A details element depends on being open, a table on quirks mode.
    if name == .details || (name == .table && document.isQuirks) { return false }
    if name == .bdi { return false }
    let index = rules.targets[0].index
    for first in [index.universal, index.byType[hash]] {
      var number = first
      while number >= 0 {
        let rule = index.rules[Int(number)]
        if !rule.isSimple { return false }
        number = rule.next
      }
    }
    return true
  }

  /// Reads an element's attributes into its frame and tells what they can change.
  mutating func readAttributes(of element: NodeID, into frame: inout ElementFrame)
    -> AttributeInterest
  {
    var result: AttributeInterest = []
    for number in document.attributes(of: element) {
      let attribute = document.attribute(at: number)
      let info = nameInfo(attribute.name)
      if info.interest == [] { continue }
      result.formUnion(info.interest)
      if info.interest.contains(.id) {
        frame.idHash = document.withText(attribute.value) { hash($0) }
      } else if info.interest.contains(.class) {
        document.withText(attribute.value) { value in
          var index = 0
          while index < value.count {
            while index < value.count, value[index].isSpace { index += 1 }
            let start = index
            while index < value.count, !value[index].isSpace { index += 1 }
            if index > start { classHashes.append(hash(value.extracting(start..<index))) }
          }
        }
        frame.classEnd = Int32(classHashes.count)
      }
    }
    return result
  }

  /// The block of the element's `style` attribute, parsed once for each different text.
  mutating func inlineBlock(for element: NodeID) -> Int32? {
    guard let value = document.attribute(.style, of: element), !value.isEmpty else { return nil }
    let key = document.withText(value) { NameHash.of($0) }
    let known = attributeBlocks[key]
    if known >= 0 { return known }
    var bytes: [UInt8] = []
    document.appendText(value, into: &bytes)
    let range = parser.parseBlock(bytes, from: 0, to: bytes.count)
    let level = CascadeRank.level(
      CascadeRank.make(.author, layer: CascadeRank.attached, specificity: 0, order: 0))
    return addBlock(range, level: level, key: key)
  }

  /// Adds a parsed block that belongs to no sheet.
  mutating func addBlock(_ range: Range<Int>, level: UInt16, key: UInt64) -> Int32 {
    var block = DeclarationBlock(sheet: -1, sourceStart: 0, sourceEnd: 0, level: level)
    setDeclarations(range, of: &block)
    rules.blocks.append(block)
    let number = Int32(rules.blocks.count - 1)
    attributeBlocks.update(key, number)
    return number
  }

  /// Notes the range of a block's declarations and what kinds are among them.
  func setDeclarations(_ range: Range<Int>, of block: inout DeclarationBlock) {
    block.start = Int32(range.lowerBound)
    block.end = Int32(range.upperBound)
    for index in range {
      let declaration = parser.declarations[index]
      if declaration.isImportant { block.hasImportant = true }
      if declaration.property.isLogical { block.hasLogical = true }
      if declaration.property == .direction { block.hasDirection = true }
      if declaration.property == .custom { block.hasCustom = true }
    }
  }
}
