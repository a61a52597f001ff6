// SPDX-License-Identifier: MIT
// Part of Grille: parses selector lists into a sheet's arena.

// drafts.csswg.org/selectors-4/#grammar
/// Reads selectors from tokens; every list that is not valid is dropped whole by the caller.
struct SelectorParser {
  /// What a list stands in.
  enum Context {
    /// The prelude of a rule.
    case rule
    /// The prelude of a rule inside another: relative to the list of the outer one.
    case nested
    /// The argument of `:has()`.
    case relative
    /// The argument of another functional pseudo-class.
    case argument
  }

  var arena: SelectorArena
  /// The list that `&` stands for, or -1.
  var parentList: Int32 = -1
  /// Nested functional pseudo-classes; deeper ones than `maximumDepth` are invalid.
  private var depth = 0
  private static let maximumDepth = 8
  private static let maximumComponents = 256

  init(arena: SelectorArena, parentList: Int32 = -1) {
    self.arena = arena
    self.parentList = parentList
  }

  /// Parses a list up to the end of the tokens and gives its index, or nil if it is invalid.
  mutating func parseList(_ tokens: inout Tokenizer, context: Context) -> Int32? {
    guard let list = list(&tokens, context: context, closing: .end, isForgiving: false) else {
      return nil
    }
    return append(list)
  }

  private mutating func append(_ list: [ComplexSelector]) -> Int32 {
    let start = Int32(arena.complexes.count)
    arena.complexes.append(contentsOf: list)
    arena.lists.append(SelectorList(start: start, end: Int32(arena.complexes.count)))
    return Int32(arena.lists.count - 1)
  }

  private mutating func list(
    _ tokens: inout Tokenizer, context: Context, closing: TokenKind, isForgiving: Bool
  ) -> [ComplexSelector]? {
    var result: [ComplexSelector] = []
    while true {
      if let complex = complex(&tokens, context: context) {
        result.append(complex)
      } else {
        guard isForgiving else { return nil }
        skipToComma(&tokens)
      }
      let token = tokens.nextSkippingSpace()
      if token.kind == .comma { continue }
      if token.kind == closing || (token.kind == .end && closing == .closeParen) { return result }
      guard isForgiving else { return nil }
    }
  }

  /// Moves to the comma or closing parenthesis that ends the present argument.
  private func skipToComma(_ tokens: inout Tokenizer) {
    while true {
      let before = tokens.position
      let token = tokens.next()
      switch token.kind {
      case .function, .openParen, .openSquare, .openCurly: tokens.skipBlock(token.kind)
      case .comma, .closeParen, .end:
        tokens.position = before
        return
      default: break
      }
    }
  }

  // MARK: Complex selectors

  private mutating func complex(_ tokens: inout Tokenizer, context: Context) -> ComplexSelector? {
    // Compounds are read left to right and stored right to left.
    var compounds: [[SelectorComponent]] = []
    var combinators: [Combinator] = []
    var specificity: UInt32 = 0
    var pseudoElement: PseudoElement?
    var leading: Combinator?
    var mentionsParent = false
    var count = 0

    if context == .nested || context == .relative {
      let before = tokens.position
      let token = tokens.nextSkippingSpace()
      leading = combinator(for: token)
      if leading == nil { tokens.position = before }
    }
    while true {
      tokens.skipSpace()
      guard
        let compound = compound(
          &tokens, specificity: &specificity, pseudoElement: &pseudoElement,
          mentionsParent: &mentionsParent)
      else { return nil }
      compounds.append(compound)
      count += compound.count + 1
      guard count <= SelectorParser.maximumComponents else { return nil }
      let before = tokens.position
      var token = tokens.next()
      let hadSpace = token.kind == .whitespace
      if hadSpace { token = tokens.nextSkippingSpace() }
      if let combinator = combinator(for: token) {
        guard pseudoElement == nil else { return nil }
        combinators.append(combinator)
        continue
      }
      tokens.position = before
      if hadSpace, startsCompound(token) {
        guard pseudoElement == nil else { return nil }
        tokens.skipSpace()
        combinators.append(.descendant)
        continue
      }
      break
    }
    switch context {
    case .relative:
      guard pseudoElement == nil else { return nil }
      compounds.insert([SelectorComponent(kind: .anchor)], at: 0)
      combinators.insert(leading ?? .descendant, at: 0)
    case .nested where leading != nil || !mentionsParent:
      compounds.insert(
        [SelectorComponent(kind: .matchesAny, value: UInt64(max(parentList, 0)))], at: 0)
      combinators.insert(leading ?? .descendant, at: 0)
      specificity = Specificity.sum(specificity, specificityOfList(parentList))
    default: break
    }
    let start = Int32(arena.components.count)
    for index in compounds.indices.reversed() {
      arena.components.append(contentsOf: compounds[index])
      if index > 0 {
        arena.components.append(
          SelectorComponent(kind: .combinator, value: UInt64(combinators[index - 1].rawValue)))
      }
    }
    return ComplexSelector(
      start: start, end: Int32(arena.components.count), specificity: specificity,
      pseudoElement: pseudoElement)
  }

  private func combinator(for token: Token) -> Combinator? {
    guard token.kind == .delimiter else { return nil }
    switch token.delimiter {
    case 0x3E: return .child
    case 0x2B: return .nextSibling
    case 0x7E: return .subsequentSibling
    default: return nil
    }
  }

  private func startsCompound(_ token: Token) -> Bool {
    switch token.kind {
    case .ident, .hash, .openSquare, .colon: return true
    case .delimiter:
      return token.delimiter == 0x2E || token.delimiter == 0x2A || token.delimiter == 0x26
        || token.delimiter == 0x7C
    default: return false
    }
  }

  // MARK: Compounds

  private mutating func compound(
    _ tokens: inout Tokenizer, specificity: inout UInt32, pseudoElement: inout PseudoElement?,
    mentionsParent: inout Bool
  ) -> [SelectorComponent]? {
    var result: [SelectorComponent] = []
    var isFirst = true
    while true {
      let before = tokens.position
      let token = tokens.next()
      switch token.kind {
      case .ident where isFirst:
        if isPrefix(&tokens) { return nil }
        result.append(
          SelectorComponent(kind: .type, value: tokens.hash(of: token, lowercased: true)))
        specificity = Specificity.sum(specificity, Specificity.type)
      case .delimiter where token.delimiter == 0x2A && isFirst:
        if tokens.peekToken().isDelimiter(0x7C) {  // *|
          _ = tokens.next()
          continue
        }
        result.append(SelectorComponent(kind: .universal))
      case .hash where token.isIdentifier && pseudoElement == nil:
        result.append(SelectorComponent(kind: .id, value: nameHash(token, tokens)))
        specificity = Specificity.sum(specificity, Specificity.id)
      case .delimiter where token.delimiter == 0x2E && pseudoElement == nil:
        let name = tokens.next()
        guard name.kind == .ident else { return nil }
        result.append(SelectorComponent(kind: .class, value: nameHash(name, tokens)))
        specificity = Specificity.sum(specificity, Specificity.class)
      case .delimiter where token.delimiter == 0x26:
        // Outside of a nested rule `&` is the scoping root: the document's root here.
        mentionsParent = true
        if parentList >= 0 {
          result.append(SelectorComponent(kind: .matchesAny, value: UInt64(parentList)))
          specificity = Specificity.sum(specificity, specificityOfList(parentList))
        } else {
          result.append(
            SelectorComponent(kind: .pseudoClass, value: UInt64(PseudoClass.root.rawValue)))
        }
      case .openSquare where pseudoElement == nil:
        guard let attribute = attribute(&tokens) else { return nil }
        arena.attributes.append(attribute)
        result.append(
          SelectorComponent(kind: .attribute, value: UInt64(arena.attributes.count - 1)))
        specificity = Specificity.sum(specificity, Specificity.class)
      case .colon:
        guard
          pseudo(
            &tokens, into: &result, specificity: &specificity, pseudoElement: &pseudoElement,
            mentionsParent: &mentionsParent)
        else { return nil }
      default:
        tokens.position = before
        return isFirst ? nil : result
      }
      isFirst = false
      guard result.count <= SelectorParser.maximumComponents else { return nil }
    }
  }

  /// Whether a namespace bar follows.
  // Not implemented: `@namespace` prefixes.
  private func isPrefix(_ tokens: inout Tokenizer) -> Bool {
    tokens.peekToken().isDelimiter(0x7C)
  }

  /// The hash of an id or class; notes the lower-case one if it differs.
  private mutating func nameHash(_ token: Token, _ tokens: Tokenizer) -> UInt64 {
    let hash = tokens.hash(of: token, lowercased: false)
    let lowercased = tokens.hash(of: token, lowercased: true)
    if hash != lowercased { arena.lowercased[hash] = lowercased }
    return hash
  }

  private func specificityOfList(_ list: Int32) -> UInt32 {
    guard list >= 0 else { return 0 }
    let range = arena.lists[Int(list)].indices
    var highest: UInt32 = 0
    for index in range { highest = max(highest, arena.complexes[Int(index)].specificity) }
    return highest
  }

  private func attribute(_ tokens: inout Tokenizer) -> AttributeSelector? {
    var name = tokens.nextSkippingSpace()
    if name.isDelimiter(0x2A) || name.isDelimiter(0x7C) {
      // `*|name` and `|name` are the same without namespaced attributes.
      if name.isDelimiter(0x2A), !tokens.next().isDelimiter(0x7C) { return nil }
      name = tokens.next()
    }
    guard name.kind == .ident else { return nil }
    var selector = AttributeSelector(name: tokens.hash(of: name, lowercased: true))
    var token = tokens.nextSkippingSpace()
    if token.kind == .closeSquare { return selector }
    guard token.kind == .delimiter else { return nil }
    switch token.delimiter {
    case 0x3D: selector.match = .equals
    case 0x7E: selector.match = .includes
    case 0x7C: selector.match = .dashMatch
    case 0x5E: selector.match = .prefix
    case 0x24: selector.match = .suffix
    case 0x2A: selector.match = .substring
    default: return nil
    }
    if selector.match != .equals, !tokens.next().isDelimiter(0x3D) { return nil }
    token = tokens.nextSkippingSpace()
    guard token.kind == .ident || token.kind == .string else { return nil }
    selector.value = tokens.text(of: token)
    token = tokens.nextSkippingSpace()
    if token.kind == .ident {
      if tokens.value(of: token, equals: "i") {
        selector.ignoresCase = true
      } else if !tokens.value(of: token, equals: "s") {
        return nil
      }
      token = tokens.nextSkippingSpace()
    } else if SelectorParser.caseInsensitiveAttributes.contains(selector.name) {
      selector.ignoresCase = true
    }
    return token.kind == .closeSquare ? selector : nil
  }

  // html.spec.whatwg.org/#case-sensitivity-of-selectors
  /// Attributes of HTML whose values selectors compare without regard to case.
  private static let caseInsensitiveAttributes: Set<UInt64> = Set(
    ([
      "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked",
      "clear", "codetype", "color", "compact", "declare", "defer", "dir", "direction", "disabled",
      "enctype", "face", "frame", "hreflang", "http-equiv", "lang", "language", "link", "media",
      "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel", "rev",
      "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign",
      "valuetype", "vlink",
    ] as [StaticString]).map { NameHash.of($0) })

  // MARK: Pseudo-classes and pseudo-elements

  private static let simpleClasses: [(StaticString, PseudoClass)] = [
    ("first-child", .firstChild), ("last-child", .lastChild), ("link", .link),
    ("any-link", .link), ("root", .root), ("scope", .root), ("empty", .empty),
    ("only-child", .onlyChild), ("first-of-type", .firstOfType), ("last-of-type", .lastOfType),
    ("only-of-type", .onlyOfType), ("target", .target), ("checked", .checked),
    ("disabled", .disabled), ("enabled", .enabled), ("required", .required),
    ("optional", .optional), ("read-only", .readOnly), ("read-write", .readWrite),
    ("placeholder-shown", .placeholderShown), ("open", .open), ("default", .default),
    ("indeterminate", .indeterminate), ("defined", .defined),
  ]

  /// Valid pseudo-classes that nothing matches on this medium.
  private static let neverMatching: [(StaticString, Bool)] = [
    ("hover", true), ("active", true), ("focus", true), ("focus-within", true),
    ("focus-visible", true), ("visited", true), ("local-link", true), ("target-within", true),
    ("invalid", true), ("valid", true), ("user-invalid", true), ("user-valid", true),
    ("in-range", true), ("out-of-range", true), ("autofill", true), ("fullscreen", true),
    ("modal", true), ("popover-open", true), ("playing", true), ("paused", true),
    ("host", true), ("blank", true), ("current", true), ("past", true), ("future", true),
    ("picture-in-picture", true), ("muted", true), ("seeking", true), ("stalled", true),
    ("buffering", true), ("volume-locked", true), ("user-active", true),
  ]

  private mutating func pseudo(
    _ tokens: inout Tokenizer, into result: inout [SelectorComponent], specificity: inout UInt32,
    pseudoElement: inout PseudoElement?, mentionsParent: inout Bool
  ) -> Bool {
    var token = tokens.next()
    let isElement = token.kind == .colon
    if isElement { token = tokens.next() }
    if token.kind == .ident {
      if let element = pseudoElementNamed(token, tokens, isElement: isElement) {
        guard pseudoElement == nil else { return false }
        specificity = Specificity.sum(specificity, Specificity.type)
        switch element {
        case .some(let known): pseudoElement = known
        case .none: result.append(SelectorComponent(kind: .never))
        }
        return true
      }
      guard !isElement else { return false }
      if let simple = tokens.lookup(token, in: SelectorParser.simpleClasses) {
        result.append(SelectorComponent(kind: .pseudoClass, value: UInt64(simple.rawValue)))
      } else if tokens.lookup(token, in: SelectorParser.neverMatching) != nil {
        result.append(SelectorComponent(kind: .never))
      } else {
        return false
      }
      specificity = Specificity.sum(specificity, Specificity.class)
      return true
    }
    guard token.kind == .function else { return false }
    if isElement {
      // ::slotted(), ::part() and others: nothing here has such a part.
      tokens.skipBlock(.function)
      result.append(SelectorComponent(kind: .never))
      return tokens.value(of: token, equals: "slotted") || tokens.value(of: token, equals: "part")
        || tokens.value(of: token, equals: "cue")
        || tokens.value(of: token, equals: "highlight")
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= SelectorParser.maximumDepth else { return false }
    return function(
      token, &tokens, into: &result, specificity: &specificity, mentionsParent: &mentionsParent)
  }

  /// The pseudo-element of that name: `.some(nil)` for one that has no box here, nil for a name
  /// that is no pseudo-element.
  private func pseudoElementNamed(
    _ token: Token, _ tokens: Tokenizer, isElement: Bool
  ) -> PseudoElement?? {
    if tokens.value(of: token, equals: "before") { return .some(.before) }
    if tokens.value(of: token, equals: "after") { return .some(.after) }
    if tokens.value(of: token, equals: "first-line")
      || tokens.value(of: token, equals: "first-letter")
    {
      return .some(nil)
    }
    guard isElement else { return nil }
    if tokens.value(of: token, equals: "marker") { return .some(.marker) }
    let others: [StaticString] = [
      "selection", "placeholder", "backdrop", "file-selector-button", "details-content", "cue",
      "target-text", "search-text", "spelling-error", "grammar-error", "view-transition",
    ]
    if others.contains(where: { tokens.value(of: token, equals: $0) }) { return .some(nil) }
    // Unknown -webkit- pseudo-elements are valid and match nothing.
    let text = tokens.text(of: token)
    return text.count > 8 && text.span.extracting(0..<8).equalsIgnoringCase("-webkit-")
      ? .some(nil) : nil
  }

  private mutating func function(
    _ token: Token, _ tokens: inout Tokenizer, into result: inout [SelectorComponent],
    specificity: inout UInt32, mentionsParent: inout Bool
  ) -> Bool {
    func named(_ name: StaticString) -> Bool { tokens.value(of: token, equals: name) }
    let axes: [(StaticString, PositionSelector.Axis)] = [
      ("nth-child", .child), ("nth-last-child", .lastChild), ("nth-of-type", .ofType),
      ("nth-last-of-type", .lastOfType),
    ]
    if let axis = tokens.lookup(token, in: axes) {
      return position(axis, &tokens, into: &result, specificity: &specificity)
    }
    let isWhere = named("where")
    if isWhere || named("is") || named("matches") || named("-webkit-any") || named("-moz-any") {
      let before = arena.components.count
      guard
        let list = list(&tokens, context: .argument, closing: .closeParen, isForgiving: true)
      else { return false }
      let index = append(list.filter { $0.pseudoElement == nil })
      result.append(SelectorComponent(kind: .matchesAny, value: UInt64(index)))
      if !isWhere { specificity = Specificity.sum(specificity, specificityOfList(index)) }
      if parentList >= 0, mentions(parentList, from: before) { mentionsParent = true }
      return true
    }
    if named("not") {
      let before = arena.components.count
      guard
        let list = list(&tokens, context: .argument, closing: .closeParen, isForgiving: false),
        list.allSatisfy({ $0.pseudoElement == nil })
      else { return false }
      let index = append(list)
      result.append(SelectorComponent(kind: .matchesNone, value: UInt64(index)))
      specificity = Specificity.sum(specificity, specificityOfList(index))
      if parentList >= 0, mentions(parentList, from: before) { mentionsParent = true }
      return true
    }
    if named("has") {
      guard let list = list(&tokens, context: .relative, closing: .closeParen, isForgiving: false)
      else { return false }
      let index = append(list)
      result.append(SelectorComponent(kind: .has, value: UInt64(index)))
      specificity = Specificity.sum(specificity, specificityOfList(index))
      return true
    }
    if named("lang") {
      var languages: [[UInt8]] = []
      while true {
        let argument = tokens.nextSkippingSpace()
        guard argument.kind == .ident || argument.kind == .string else { return false }
        languages.append(tokens.text(of: argument).map(\.lowercasedASCII))
        let separator = tokens.nextSkippingSpace()
        if separator.kind == .closeParen || separator.kind == .end { break }
        guard separator.kind == .comma else { return false }
      }
      arena.languages.append(languages)
      result.append(
        SelectorComponent(kind: .language, value: UInt64(arena.languages.count - 1)))
      specificity = Specificity.sum(specificity, Specificity.class)
      return true
    }
    if named("dir") {
      let argument = tokens.nextSkippingSpace()
      guard argument.kind == .ident, tokens.nextSkippingSpace().kind == .closeParen else {
        return false
      }
      if tokens.value(of: argument, equals: "ltr") {
        result.append(SelectorComponent(kind: .direction, value: 0))
      } else if tokens.value(of: argument, equals: "rtl") {
        result.append(SelectorComponent(kind: .direction, value: 1))
      } else {
        result.append(SelectorComponent(kind: .never))
      }
      specificity = Specificity.sum(specificity, Specificity.class)
      return true
    }
    if named("host") || named("host-context") || named("state") || named("current") {
      tokens.skipBlock(.function)
      result.append(SelectorComponent(kind: .never))
      return true
    }
    return false
  }

  /// Whether components added since a position refer to that list.
  private func mentions(_ list: Int32, from start: Int) -> Bool {
    arena.components[start...].contains {
      $0.kind == .matchesAny && $0.value == UInt64(list)
    }
  }

  private mutating func position(
    _ axis: PositionSelector.Axis, _ tokens: inout Tokenizer,
    into result: inout [SelectorComponent], specificity: inout UInt32
  ) -> Bool {
    guard let (step, offset) = NthNotation.parse(&tokens) else { return false }
    var selector = PositionSelector(axis: axis, step: step, offset: offset)
    specificity = Specificity.sum(specificity, Specificity.class)
    let token = tokens.nextSkippingSpace()
    if token.kind == .ident, axis == .child || axis == .lastChild,
      tokens.value(of: token, equals: "of")
    {
      guard let list = list(&tokens, context: .argument, closing: .closeParen, isForgiving: false)
      else { return false }
      selector.list = append(list)
      specificity = Specificity.sum(specificity, specificityOfList(selector.list))
    } else if token.kind != .closeParen, token.kind != .end {
      return false
    }
    arena.positions.append(selector)
    result.append(SelectorComponent(kind: .position, value: UInt64(arena.positions.count - 1)))
    return true
  }
}
