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
  private var simpleStyles: [SimpleKey: StyleID] = [:]
  private var matchedStyles: [UInt64: [MatchedStyle]] = [:]
  /// Blocks made of attributes, by a hash of what they were made of.
  var attributeBlocks: [UInt64: Int32] = [:]
  var tableHints: [TableHints] = [TableHints()]
  /// The most recently substituted value, since the longhands of a shorthand ask one by one.
  var lastSubstitution: Substitution?
  /// Rules found for the element at hand.
  private var matched: [MatchedBlock] = []
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
      let key = SimpleKey(name: name, parent: parent, isLink: isLink, isRoot: depth == 0)
      if let known = simpleStyles[key] {
        style = known
      } else {
        style = resolve(element, name: name, interest: interest, parent: parent)
        simpleStyles[key] = style
      }
    } else {
      style = resolve(element, name: name, interest: interest, parent: parent)
    }
    if table[style].hidesContents { frames[depth].hidesChildren = true }
    return style
  }

  /// Ends the subtree of an element that was entered.
  package mutating func leave(_ element: NodeID) {
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
    let index =
      switch pseudo {
      case .before: rules.before
      case .after: rules.after
      case .marker: rules.marker
      }
    guard !index.isEmpty, let frame = frames.lastIndex(where: { $0.node == element }) else {
      return nil
    }
    matched.removeAll(keepingCapacity: true)
    collect(index, frame: frame, element: element)
    guard !matched.isEmpty else { return nil }
    let id = styleOfMatched(under: style, display: nil)
    let computed = table[id]
    guard computed.display != .none else { return nil }
    if pseudo == .marker { return (id, contentItems(of: element)) }
    guard computed.hasContent else { return nil }
    return (id, contentItems(of: element))
  }

  // MARK: Styles

  /// The style of the element on top, by its rules and attributes.
  private mutating func resolve(
    _ element: NodeID, name: NameID, interest: AttributeInterest, parent: StyleID
  ) -> StyleID {
    matched.removeAll(keepingCapacity: true)
    let depth = frames.count - 1
    collect(rules.elements, frame: depth, element: element)
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
    matchedStyles.removeAll()
    simpleStyles.removeAll()
    lastSubstitution = nil
  }

  /// The style that the matched blocks give under a parent; found again when seen before.
  private mutating func styleOfMatched(under parent: StyleID, display role: BoxRole?) -> StyleID {
    if matched.count > 1 { matched.sort { $0.rank < $1.rank } }
    var hash = UInt64(parent.rawValue) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(role?.rawValue ?? 0)
    for item in matched {
      hash = (hash ^ UInt64(UInt32(bitPattern: item.block))) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    if let candidates = matchedStyles[hash] {
      for candidate in candidates
      where candidate.parent == parent && candidate.role == role
        && candidate.blocks.elementsEqual(matched, by: { $0 == $1.block })
      {
        return candidate.style
      }
    }
    let style = table.intern(
      cascade(matched, parent: parent, role: role))
    matchedStyles[hash, default: []].append(
      MatchedStyle(parent: parent, role: role, blocks: matched.map(\.block), style: style))
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

  /// Appends the blocks of every rule of an index that matches an entered element.
  private mutating func collect(_ index: RuleIndex, frame number: Int, element: NodeID) {
    let frame = frames[number]
    if frame.idHash != 0, let first = index.byID[frame.idHash] {
      collect(index, chain: first, frame: number)
    }
    if !index.byClass.isEmpty {
      for position in Int(frame.classStart)..<Int(frame.classEnd) {
        if let first = index.byClass[classHashes[position]] {
          collect(index, chain: first, frame: number)
        }
      }
    }
    if !index.byAttribute.isEmpty {
      for position in document.attributes(of: element) {
        let name = document.attribute(at: position).name
        guard nameInfo(name).isSelected else { continue }
        if let first = index.byAttribute[nameHash(of: name)] {
          collect(index, chain: first, frame: number)
        }
      }
    }
    if let first = index.byType[frame.nameHash] { collect(index, chain: first, frame: number) }
    collect(index, chain: index.universal, frame: number)
  }

  private mutating func collect(_ index: RuleIndex, chain first: Int32, frame: Int) {
    var number = first
    while number >= 0 {
      let rule = index.rules[Int(number)]
      number = rule.next
      // The browser's own rules are about HTML elements.
      if !frames[frame].isHTML, rule.rank >> 62 == CascadeRank.Origin.userAgent.rawValue {
        continue
      }
      guard
        rule.isDecidedByKey
          || (filter.mayContain(rule.ancestors) && matches(rule.selector, frame: frame))
      else { continue }
      // Another selector of the same rule may have matched with less weight.
      if let same = matched.firstIndex(where: { $0.block == rule.block }) {
        matched[same].rank = max(matched[same].rank, rule.rank)
      } else {
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

private struct SimpleKey: Hashable {
  var name: NameID
  var parent: StyleID
  var isLink: Bool
  var isRoot: Bool
}

private struct MatchedStyle: Sendable {
  var parent: StyleID
  var role: BoxRole?
  var blocks: [Int32]
  var style: StyleID
}
