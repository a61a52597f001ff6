// SPDX-License-Identifier: MIT
// Part of Grille: compares complex selectors with elements.
import DOM

extension StyleResolver {
  /// How a comparison ended; the failures tell how far it is worth going on.
  private enum MatchResult {
    case matched
    /// Another sibling or ancestor might match.
    case failed
    /// No other sibling will match, but another ancestor might.
    case failedSiblings
    /// Nothing further up will match.
    case failedCompletely
  }

  /// Whether an entered element matches a complex selector.
  mutating func matches(_ selector: Int32, frame: Int) -> Bool {
    matches(
      selector,
      ElementReference(node: frames[frame].node, frame: frame, parentFrame: frame - 1))
  }

  mutating func matches(_ selector: Int32, _ element: ElementReference) -> Bool {
    let complex = rules.arena.complexes[Int(selector)]
    return match(Int(complex.start), Int(complex.end), element) == .matched
  }

  // drafts.csswg.org/selectors-4/#match-a-complex-selector-against-an-element
  /// Compares components from right to left; recursion is as deep as the selector has combinators.
  private mutating func match(_ start: Int, _ end: Int, _ element: ElementReference) -> MatchResult
  {
    var index = start
    while index < end {
      let component = rules.arena.components[index]
      if component.kind == .combinator { break }
      if !matches(component, element) { return .failed }
      index += 1
    }
    guard index < end else { return .matched }
    let combinator = Combinator(
      rawValue: UInt8(truncatingIfNeeded: rules.arena.components[index].value))
    let next = index + 1
    switch combinator {
    case .child:
      guard let parent = parent(of: element) else { return .failedCompletely }
      let result = match(next, end, parent)
      return result == .failedCompletely
        ? .failedCompletely : (result == .matched ? .matched : .failedSiblings)
    case .descendant, nil:
      var current = element
      while let parent = parent(of: current) {
        let result = match(next, end, parent)
        if result == .matched || result == .failedCompletely { return result }
        current = parent
      }
      return .failedCompletely
    case .nextSibling:
      guard let sibling = previousSibling(of: element) else { return .failedSiblings }
      return match(next, end, sibling)
    case .subsequentSibling:
      var current = element
      while let sibling = previousSibling(of: current) {
        let result = match(next, end, sibling)
        if result != .failed { return result }
        current = sibling
      }
      return .failedSiblings
    }
  }

  // MARK: Neighbours

  private func parent(of element: ElementReference) -> ElementReference? {
    if element.parentFrame >= 0 {
      return ElementReference(
        node: frames[element.parentFrame].node, frame: element.parentFrame,
        parentFrame: element.parentFrame - 1)
    }
    guard element.frame < 0 else { return nil }
    let parent = document.parent(of: element.node)
    guard !parent.isNone, document.isElement(parent) else { return nil }
    if let frame = frames.lastIndex(where: { $0.node == parent }) {
      return ElementReference(node: parent, frame: frame, parentFrame: frame - 1)
    }
    return ElementReference(node: parent, frame: -1, parentFrame: -1)
  }

  private mutating func previousSibling(of element: ElementReference) -> ElementReference? {
    guard spend(1) else { return nil }
    let sibling = document.previousElementSibling(of: element.node)
    guard !sibling.isNone else { return nil }
    return ElementReference(node: sibling, frame: -1, parentFrame: element.parentFrame)
  }

  /// Takes steps from the budget of walks that could be quadratic; false when it is used up.
  mutating func spend(_ steps: Int) -> Bool {
    walkBudget -= steps
    return walkBudget > 0
  }

  // MARK: Simple selectors

  private mutating func matches(
    _ component: SelectorComponent, _ element: ElementReference
  ) -> Bool {
    switch component.kind {
    case .universal: return true
    case .type:
      if element.frame >= 0 { return frames[element.frame].nameHash == component.value }
      return nameHash(of: document.name(of: element.node)) == component.value
    case .id:
      if element.frame >= 0 { return frames[element.frame].idHash == component.value }
      return document.withAttribute(.id, of: element.node) { hash($0) == component.value } ?? false
    case .class: return hasClass(component.value, element)
    case .attribute: return matchesAttribute(Int(component.value), element.node)
    case .pseudoClass:
      guard let pseudo = PseudoClass(rawValue: UInt8(truncatingIfNeeded: component.value)) else {
        return false
      }
      return matches(pseudo, element)
    case .position: return matchesPosition(Int(component.value), element)
    case .matchesAny: return matchesList(Int(component.value), element)
    case .matchesNone: return !matchesList(Int(component.value), element)
    case .has: return matchesHas(Int(component.value), element)
    case .language:
      return matchesLanguage(rules.arena.languages[Int(component.value)], element.node)
    case .direction: return isRightToLeft(element) == (component.value == 1)
    case .anchor: return element.node == anchor
    case .never, .combinator: return false
    }
  }

  private mutating func matchesList(_ list: Int, _ element: ElementReference) -> Bool {
    for selector in rules.arena.lists[list].indices where matches(selector, element) { return true }
    return false
  }

  private func hasClass(_ wanted: UInt64, _ element: ElementReference) -> Bool {
    if element.frame >= 0 {
      let frame = frames[element.frame]
      var index = Int(frame.classStart)
      while index < Int(frame.classEnd) {
        if classHashes[index] == wanted { return true }
        index += 1
      }
      return false
    }
    return document.withAttribute(.class, of: element.node) { value in
      var found = false
      forEachClass(value) { if $0 == wanted { found = true } }
      return found
    } ?? false
  }

  /// Calls a function with the hash of every class in an attribute's value.
  func forEachClass(_ value: Span<UInt8>, _ body: (UInt64) -> Void) {
    var index = 0
    while index < value.count {
      while index < value.count, value[index].isSpace { index += 1 }
      let start = index
      while index < value.count, !value[index].isSpace { index += 1 }
      if index > start { body(hash(value.extracting(start..<index))) }
    }
  }

  /// The hash of an id or class; in quirks mode they are compared without case.
  func hash(_ name: Span<UInt8>) -> UInt64 {
    rules.isQuirks ? NameHash.ofLowercased(name) : NameHash.of(name)
  }

  private mutating func matchesAttribute(_ index: Int, _ node: NodeID) -> Bool {
    let selector = rules.arena.attributes[index]
    for number in document.attributes(of: node) {
      let attribute = document.attribute(at: number)
      guard nameHash(of: attribute.name) == selector.name else { continue }
      return document.withText(attribute.value) { selector.matches($0) }
    }
    return false
  }

  // MARK: :has()

  // drafts.csswg.org/selectors-4/#relational
  private mutating func matchesHas(_ list: Int, _ element: ElementReference) -> Bool {
    let outer = anchor
    anchor = element.node
    defer { anchor = outer }
    for selector in rules.arena.lists[list].indices {
      // The combinator next to the anchor tells where candidates can be.
      let complex = rules.arena.complexes[Int(selector)]
      let leading = rules.arena.components[Int(complex.end) - 2].value
      let isSibling =
        leading == UInt64(Combinator.nextSibling.rawValue)
        || leading == UInt64(Combinator.subsequentSibling.rawValue)
      var candidate =
        isSibling
        ? document.nextSibling(of: element.node)
        : document.next(after: element.node, within: element.node)
      let root = isSibling ? document.parent(of: element.node) : element.node
      while !candidate.isNone {
        guard spend(1) else { return false }
        if document.isElement(candidate) {
          let reference = ElementReference(node: candidate, frame: -1, parentFrame: -1)
          if matches(selector, reference) { return true }
        }
        candidate = document.next(after: candidate, within: root)
      }
    }
    return false
  }

  // MARK: Positions

  private mutating func matchesPosition(_ index: Int, _ element: ElementReference) -> Bool {
    let selector = rules.arena.positions[index]
    if selector.list >= 0 {
      guard matchesList(Int(selector.list), element) else { return false }
      var position = 1
      var sibling = element.node
      while true {
        sibling =
          selector.axis == .child
          ? document.previousElementSibling(of: sibling)
          : document.nextElementSibling(of: sibling)
        if sibling.isNone { return selector.contains(position) }
        guard spend(4) else { return false }
        let reference = ElementReference(
          node: sibling, frame: -1, parentFrame: element.parentFrame)
        if matchesList(Int(selector.list), reference) { position += 1 }
      }
    }
    switch selector.axis {
    case .child: return selector.contains(position(of: element))
    case .lastChild:
      return selector.contains(siblingCount(of: element) - position(of: element) + 1)
    case .ofType: return selector.contains(positionOfType(element, backwards: true))
    case .lastOfType: return selector.contains(positionOfType(element, backwards: false))
    }
  }

  /// The position among the element's siblings from 1.
  private mutating func position(of element: ElementReference) -> Int {
    let parent = element.parentFrame
    var count = 1
    var sibling = document.previousElementSibling(of: element.node)
    while !sibling.isNone {
      if parent >= 0, sibling == frames[parent].lastChild {
        count += Int(frames[parent].lastPosition)
        break
      }
      guard spend(1) else { return 0 }
      count += 1
      sibling = document.previousElementSibling(of: sibling)
    }
    if parent >= 0, element.frame >= 0 {
      frames[parent].lastChild = element.node
      frames[parent].lastPosition = Int32(count)
    }
    return count
  }

  private mutating func siblingCount(of element: ElementReference) -> Int {
    let parent = element.parentFrame
    if parent >= 0, frames[parent].childCount >= 0 { return Int(frames[parent].childCount) }
    var count = 0
    var child = document.firstElementChild(of: document.parent(of: element.node))
    while !child.isNone {
      guard spend(1) else { return 0 }
      count += 1
      child = document.nextElementSibling(of: child)
    }
    if parent >= 0 { frames[parent].childCount = Int32(count) }
    return count
  }

  private mutating func positionOfType(_ element: ElementReference, backwards: Bool) -> Int {
    let name = document.name(of: element.node)
    var count = 1
    var sibling = element.node
    while true {
      sibling =
        backwards
        ? document.previousElementSibling(of: sibling)
        : document.nextElementSibling(of: sibling)
      if sibling.isNone { return count }
      guard spend(1) else { return 0 }
      if document.name(of: sibling) == name { count += 1 }
    }
  }

  mutating func isFirstOfType(_ element: ElementReference, backwards: Bool) -> Bool {
    let name = document.name(of: element.node)
    var sibling = element.node
    while true {
      sibling =
        backwards
        ? document.previousElementSibling(of: sibling)
        : document.nextElementSibling(of: sibling)
      if sibling.isNone { return true }
      guard spend(1) else { return false }
      if document.name(of: sibling) == name { return false }
    }
  }
}

extension AttributeSelector {
  /// Whether an attribute's value fits.
  func matches(_ text: Span<UInt8>) -> Bool {
    switch match {
    case .exists: return true
    case .equals: return text.count == value.count && equals(text, at: 0)
    case .includes:
      guard !value.isEmpty else { return false }
      var index = 0
      while index < text.count {
        while index < text.count, text[index].isSpace { index += 1 }
        let start = index
        while index < text.count, !text[index].isSpace { index += 1 }
        if index - start == value.count, equals(text, at: start) { return true }
      }
      return false
    case .dashMatch:
      return text.count >= value.count && equals(text, at: 0)
        && (text.count == value.count || text[value.count] == 0x2D)
    case .prefix: return !value.isEmpty && text.count >= value.count && equals(text, at: 0)
    case .suffix:
      return !value.isEmpty && text.count >= value.count
        && equals(text, at: text.count - value.count)
    case .substring:
      guard !value.isEmpty, text.count >= value.count else { return false }
      for start in 0...text.count - value.count where equals(text, at: start) { return true }
      return false
    }
  }

  private func equals(_ text: Span<UInt8>, at start: Int) -> Bool {
    for index in 0..<value.count {
      let a = text[start + index]
      let b = value[index]
      if a != b, !ignoresCase || a.lowercasedASCII != b.lowercasedASCII { return false }
    }
    return true
  }
}
