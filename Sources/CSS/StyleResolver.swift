// SPDX-License-Identifier: MIT
// Part of Grille: gives each element its computed style while the tree is walked.
package import DOM

/// Computes styles top-down: layout enters an element, styles its subtree, and leaves it.
///
/// A resolver belongs to one snapshot of a document and one medium. It is a value; styles are
/// shared by number in `table`, so that equal elements cost a look-up.
package struct StyleResolver: Sendable {
  /// The document being styled.
  package let document: Document
  /// The medium.
  package let environment: MediaEnvironment
  /// Every style given out so far.
  package internal(set) var table = StyleTable()
  /// Elements of `details` that the reader turned from what their `open` attribute says.
  package var toggledDetails: Set<NodeID> = []

  var rules: RuleSet
  var frames: [ElementFrame] = []
  var classHashes: [UInt64] = []
  var filter = AncestorFilter()
  var parser: PropertyParser
  /// Steps that walks over siblings and descendants may still take in all.
  var walkBudget = 20_000_000
  /// The element that `:has()` is being tested on.
  var anchor = NodeID.none
  var names: [NameInfo] = []
  /// Styles of elements of which only name, parent and being a link count.
  private var simpleStyles = SimpleStyleCache()
  /// The last of the `matchedStyles` by a hash of parent and blocks.
  private var matchedIndex = HashMap()
  private var matchedStyles: [MatchedStyle] = []
  /// Blocks made of attributes, by a hash of what they were made of.
  var attributeBlocks = HashMap()
  var tableHints: [TableHints] = [TableHints()]
  /// The most recently substituted value, since the longhands of a shorthand ask one by one.
  var lastSubstitution: Substitution?
  /// Rules found for the element at hand.
  private var matched: [MatchedBlock] = []
  /// For each rule's block the last element it was found for, and where in `matched`.
  private var marks: [(serial: UInt32, place: Int32)] = []
  private var serial: UInt32 = 0
  private let hiddenStyle: StyleID
  /// The custom properties of the style built last.
  var lastCustomProperties: UInt32 = 0
  /// The winning values by property, valid for the properties that are decided.
  var winners = [DeclaredValue](repeating: .initial, count: 128)

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - document: The document to style.
  ///   - sheets: User and author sheets in cascade order; the browser's own comes before them.
  ///   - environment: The medium.
  ///   - includesStyleElements: Whether the document's `style` elements are added behind `sheets`.
  ///     Pass false if `sheets` came from `AuthorStyles`, which keeps the order of `link` and `style`.
  package init(
    document: Document, sheets: [StyleSheet] = [], environment: MediaEnvironment,
    includesStyleElements: Bool = true
  ) {
    self.document = document
    self.environment = environment
    var all = [StyleSheet.userAgent]
    all += sheets.filter { environment.usesAuthorStyles || $0.origin != .author }
    if includesStyleElements, environment.usesAuthorStyles {
      all += AuthorStyles.styleElements(in: document)
    }
    rules = RuleSet(all, environment: environment, isQuirks: document.isQuirks)
    marks = [(serial: UInt32, place: Int32)](repeating: (0, 0), count: rules.blocks.count)
    var context = LengthContext(environment)
    context.isQuirks = document.isQuirks
    parser = PropertyParser(context: context)
    var hidden = ComputedStyle.initial
    hidden.display = .none
    hiddenStyle = table.intern(hidden)
  }

  // MARK: Walking

  /// Computes the style of an element and makes it the parent of what is entered next.
  ///
  /// - Parameters:
  ///   - element: An element whose ancestors were entered and not left.
  ///   - parent: The style to inherit from; `.initial` for the root element.
  /// - Returns: The number of the element's style in `table`.
  package mutating func enter(_ element: NodeID, parent: StyleID) -> StyleID {
    synchronize(with: document.parent(of: element))
    let depth = frames.count
    let name = document.name(of: element)
    let isHTML = document.namespace(of: element) == .html
    let info = nameInfo(name)
    var frame = ElementFrame(
      node: element, nameHash: info.hash, classStart: Int32(classHashes.count),
      classEnd: Int32(classHashes.count), isHTML: isHTML)
    if depth > 0 { frame.tableHints = frames[depth - 1].tableHints }
    let interest = readAttributes(of: element, into: &frame)
    if isHTML, name == .table { frame.tableHints = tableHintNumber(element) }
    let isHidden = depth > 0 && frames[depth - 1].hidesChildren && !isShownSummary(element)
    frames.append(frame)
    if rules.usesAncestors { addToFilter(frame) }
    if isHidden { return hiddenStyle }

    var isPlain = interest == [] && info.isSimple && isHTML
    if isPlain, frame.tableHints != 0, name == .td || name == .th { isPlain = false }
    let isLink =
      isHTML && (name == .a || name == .area) && document.hasAttribute(.href, of: element)
    let style: StyleID
    if isPlain {
      let key = SimpleStyleCache.key(name, parent, isLink: isLink, isRoot: depth == 0)
      if let known = simpleStyles.find(key) {
        style = known
      } else {
        style = resolve(element, name: name, interest: interest, parent: parent)
        simpleStyles.set(key, style)
      }
    } else {
      style = resolve(element, name: name, interest: interest, parent: parent)
    }
    if table.styles[Int(style.rawValue)].hidesContents { frames[depth].hidesChildren = true }
    return style
  }

  /// Ends the subtree of an element that was entered.
  package mutating func leave(_ element: NodeID) {
    guard let top = frames.last,
      top.node == element || frames.contains(where: { $0.node == element })
    else { return }
    while let frame = frames.last {
      frames.removeLast()
      if rules.usesAncestors { removeFromFilter(frame) }
      classHashes.removeSubrange(Int(frame.classStart)...)
      if frame.node == element { return }
    }
  }

  /// The style and content of a pseudo-element, or nil if it makes no box.
  ///
  /// Call between `enter` and `leave` of its element. For `.marker` nil means that the marker looks
  /// as the element's `list-style` says; its content may be empty, which means the same.
  ///
  /// - Parameters:
  ///   - pseudo: Which pseudo-element.
  ///   - element: The element last entered or one of its ancestors.
  ///   - style: The element's style.
  /// - Returns: The style's number and what stands in the box.
  package mutating func pseudo(
    _ pseudo: PseudoElement, of element: NodeID, style: StyleID
  ) -> (style: StyleID, content: [ContentItem])? {
    let number = Int(pseudo.rawValue) + 1
    let target = rules.targets[number]
    guard !target.isEmpty else { return nil }
    if target.usesTypesOnly {
      let first = nameInfo(document.name(of: element)).firstRules
      guard (number == 1 ? first.1 : number == 2 ? first.2 : first.3) >= 0 else { return nil }
    }
    guard let frame = frames.lastIndex(where: { $0.node == element }) else { return nil }
    startMatching()
    collect(target, number, frame: frame, element: element)
    guard pseudo == .marker ? !matched.isEmpty : matched.contains(where: mayHaveContent) else {
      return nil
    }
    let id = styleOfMatched(under: style, display: nil)
    let computed = table[id]
    guard computed.display != .none else { return nil }
    if pseudo == .marker { return (id, contentItems(of: element)) }
    guard computed.hasContent else { return nil }
    return (id, contentItems(of: element))
  }

  /// Whether a block may say what a pseudo-element shows; without that it makes no box.
  private func mayHaveContent(_ item: MatchedBlock) -> Bool {
    rules.blocks[Int(item.block)].mayHaveContent
  }

  // MARK: Styles

  /// The style of the element on top, by its rules and attributes.
  private mutating func resolve(
    _ element: NodeID, name: NameID, interest: AttributeInterest, parent: StyleID
  ) -> StyleID {
    startMatching()
    collect(rules.targets[0], 0, frame: frames.count - 1, element: element)
    if let block = hintBlock(for: element, name: name, interest: interest) {
      matched.append(
        MatchedBlock(
          rank: CascadeRank.make(.hints, layer: CascadeRank.unlayered, specificity: 0, order: 0),
          block: block))
    }
    if interest.contains(.style), environment.usesAuthorStyles,
      let block = inlineBlock(for: element)
    {
      matched.append(
        MatchedBlock(
          rank: CascadeRank.make(
            .author, layer: CascadeRank.attached, specificity: 0, order: 0), block: block))
    }
    let isRoot = document.parent(of: element) == .document
    let style = styleOfMatched(under: parent, display: isRoot ? .root : .element)
    if isRoot { noteRootFontSize(table[style].fontSize) }
    return style
  }

  /// Lengths in `rem` follow the root: what was parsed with another size is parsed again.
  private mutating func noteRootFontSize(_ size: Float) {
    guard size > 0, Double(size) != parser.context.rootFontSize else { return }
    parser.context.rootFontSize = Double(size)
    parser.removeAll()
    for index in rules.blocks.indices { rules.blocks[index].start = -1 }
    attributeBlocks.removeAll()
    matchedIndex.removeAll()
    matchedStyles.removeAll()
    simpleStyles = SimpleStyleCache()
    lastSubstitution = nil
  }

  /// The style that the matched blocks give under a parent; found again when seen before.
  private mutating func styleOfMatched(under parent: StyleID, display role: BoxRole?) -> StyleID {
    sortMatched()
    var hash = UInt64(parent.rawValue) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(role?.rawValue ?? 0)
    for item in matched {
      hash = (hash ^ UInt64(UInt32(bitPattern: item.block))) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    var number = matchedIndex[hash]
    while number >= 0 {
      let candidate = matchedStyles[Int(number)]
      if candidate.parent == parent, candidate.role == role,
        candidate.blocks.elementsEqual(matched, by: { $0 == $1.block })
      {
        return candidate.style
      }
      number = candidate.next
    }
    let style = table.intern(cascade(matched, parent: parent, role: role))
    let place = Int32(matchedStyles.count)
    matchedStyles.append(
      MatchedStyle(
        parent: parent, role: role, blocks: matched.map(\.block), style: style,
        next: matchedIndex.update(hash, place)))
    return style
  }

  /// The items of the winning `content` of what was matched last.
  private mutating func contentItems(of element: NodeID) -> [ContentItem] {
    guard let templates = winningContent(matched) else { return [] }
    return templates.compactMap { template in
      switch template {
      case .item(let item): return item
      case .image(let alternative): return alternative.isEmpty ? nil : .text(alternative)
      case .attribute(let name, let fallback):
        for number in document.attributes(of: element) {
          let attribute = document.attribute(at: number)
          if nameHash(of: attribute.name) == name { return .text(document.string(attribute.value)) }
        }
        return fallback.isEmpty ? nil : .text(fallback)
      }
    }
  }

  // MARK: Rules

  private mutating func startMatching() {
    matched.removeAll(keepingCapacity: true)
    serial &+= 1
  }

  /// Sorts by rank; few blocks match as a rule, and they come nearly in order.
  private mutating func sortMatched() {
    guard matched.count > 1 else { return }
    guard matched.count < 24 else {
      matched.sort { $0.rank < $1.rank }
      return
    }
    for index in 1..<matched.count {
      let item = matched[index]
      var place = index
      while place > 0, matched[place - 1].rank > item.rank {
        matched[place] = matched[place - 1]
        place -= 1
      }
      matched[place] = item
    }
  }

  /// Appends the blocks of every rule of a target that matches an entered element.
  private mutating func collect(
    _ target: RuleTarget, _ number: Int, frame place: Int, element: NodeID
  ) {
    let frame = frames[place]
    if frame.idHash != 0 {
      collect(target, chain: target.index.byID[frame.idHash], frame: place)
    }
    if frame.classEnd > frame.classStart, !target.index.byClass.isEmpty {
      for position in Int(frame.classStart)..<Int(frame.classEnd) {
        collect(target, chain: target.index.byClass[classHashes[position]], frame: place)
      }
    }
    if !target.index.byAttribute.isEmpty {
      for position in document.attributes(of: element) {
        let info = nameInfo(document.attribute(at: position).name)
        if info.isSelected {
          collect(target, chain: target.index.byAttribute[info.hash], frame: place)
        }
      }
    }
    let first = nameInfo(document.name(of: element)).firstRules
    collect(
      target,
      chain: number == 0 ? first.0 : number == 1 ? first.1 : number == 2 ? first.2 : first.3,
      frame: place)
    collect(target, chain: target.index.universal, frame: place)
  }

  private mutating func collect(_ target: RuleTarget, chain first: Int32, frame: Int) {
    var number = first
    let isHTML = frames[frame].isHTML
    while number >= 0 {
      let rule = target.index.rules[Int(number)]
      number = rule.next
      // The browser's own rules are about HTML elements.
      if !isHTML, rule.rank >> 62 == CascadeRank.Origin.userAgent.rawValue { continue }
      guard
        rule.isDecidedByKey
          || (filter.mayContain(rule.ancestors) && matches(rule.selector, frame: frame))
      else { continue }
      // Another selector of the same rule may have matched with less weight.
      let block = Int(rule.block)
      if marks[block].serial == serial {
        let place = Int(marks[block].place)
        matched[place].rank = max(matched[place].rank, rule.rank)
      } else {
        marks[block] = (serial, Int32(matched.count))
        matched.append(MatchedBlock(rank: rule.rank, block: rule.block))
      }
    }
  }

  // MARK: Frames

  /// Makes the frames those of an element's ancestors, if the caller skipped or forgot any.
  private mutating func synchronize(with parent: NodeID) {
    if let top = frames.last {
      if top.node == parent { return }
    } else if parent == .document || parent.isNone || !document.isElement(parent) {
      return
    }
    while let top = frames.last, !document.isInclusiveDescendant(parent, of: top.node) {
      leave(top.node)
    }
    var missing: [NodeID] = []
    var ancestor = parent
    while !ancestor.isNone, document.isElement(ancestor), ancestor != frames.last?.node {
      missing.append(ancestor)
      ancestor = document.parent(of: ancestor)
    }
    for node in missing.reversed() {
      var frame = ElementFrame(
        node: node, nameHash: nameInfo(document.name(of: node)).hash,
        classStart: Int32(classHashes.count), classEnd: Int32(classHashes.count),
        isHTML: document.namespace(of: node) == .html)
      _ = readAttributes(of: node, into: &frame)
      frames.append(frame)
      if rules.usesAncestors { addToFilter(frame) }
    }
  }

  private mutating func addToFilter(_ frame: ElementFrame) {
    filter.add(frame.nameHash)
    if frame.idHash != 0 { filter.add(frame.idHash) }
    for index in Int(frame.classStart)..<Int(frame.classEnd) { filter.add(classHashes[index]) }
  }

  private mutating func removeFromFilter(_ frame: ElementFrame) {
    filter.remove(frame.nameHash)
    if frame.idHash != 0 { filter.remove(frame.idHash) }
    for index in Int(frame.classStart)..<Int(frame.classEnd) { filter.remove(classHashes[index]) }
  }

  /// Whether an element is the summary that a closed `details` parent shows.
  private func isShownSummary(_ element: NodeID) -> Bool {
    let parent = document.parent(of: element)
    return document.isHTMLElement(element, .summary) && document.isHTMLElement(parent, .details)
      && document.firstChild(.summary, of: parent) == element
  }
}

/// What a style's box takes part in.
enum BoxRole: UInt8, Sendable {
  case element = 1
  case root = 2
}

/// A declaration block that applies, with its place in the cascade.
struct MatchedBlock: Sendable {
  var rank: UInt64
  var block: Int32
}

/// Recent styles of elements of which only name, parent style and being a link count.
private struct SimpleStyleCache: Sendable {
  private var keys = [UInt64](repeating: .max, count: 1024)
  private var styles = [StyleID](repeating: .initial, count: 1024)

  static func key(_ name: NameID, _ parent: StyleID, isLink: Bool, isRoot: Bool) -> UInt64 {
    UInt64(parent.rawValue) << 32 | UInt64(UInt32(bitPattern: name.rawValue)) << 2
      | (isLink ? 2 : 0) | (isRoot ? 1 : 0)
  }

  @inline(__always)
  private func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  @inline(__always)
  func find(_ key: UInt64) -> StyleID? {
    let slot = slot(key)
    return keys[slot] == key ? styles[slot] : nil
  }

  mutating func set(_ key: UInt64, _ style: StyleID) {
    let slot = slot(key)
    keys[slot] = key
    styles[slot] = style
  }
}

private struct MatchedStyle: Sendable {
  var parent: StyleID
  var role: BoxRole?
  var blocks: [Int32]
  var style: StyleID
  /// The one before with the same hash, or -1.
  var next: Int32
}
