// SPDX-License-Identifier: MIT
// Part of Grille: the compact form of selectors, all of a sheet in a few flat arrays.

/// The relation between two compounds, read from right to left.
enum Combinator: UInt8, Sendable {
  case descendant
  case child
  case nextSibling
  case subsequentSibling
}

/// The pseudo-classes without arguments that can match something here.
enum PseudoClass: UInt8, Sendable {
  case root
  case empty
  case firstChild
  case lastChild
  case onlyChild
  case firstOfType
  case lastOfType
  case onlyOfType
  case link
  case target
  case checked
  case disabled
  case enabled
  case required
  case optional
  case readOnly
  case readWrite
  case placeholderShown
  case open
  case `default`
  case indeterminate
  case defined
}

/// The pseudo-elements that have boxes here.
package enum PseudoElement: UInt8, Sendable {
  case before
  case after
  case marker
}

/// One simple selector or combinator.
struct SelectorComponent: Sendable {
  enum Kind: UInt8, Sendable {
    case universal
    /// `value` is the hash of the lower-case name.
    case type
    case id
    case `class`
    /// `value` indexes `SelectorArena.attributes`.
    case attribute
    /// `value` is a `PseudoClass`.
    case pseudoClass
    /// `value` indexes `SelectorArena.positions`.
    case position
    /// `value` indexes `SelectorArena.lists` (`:is`, `:where`, `&`).
    case matchesAny
    case matchesNone
    case has
    /// `value` indexes `SelectorArena.languages`.
    case language
    /// `value` is 0 for left-to-right and 1 for right-to-left.
    case direction
    /// The element a `:has()` argument is relative to.
    case anchor
    /// A pseudo-class that is valid and matches nothing.
    case never
    /// `value` is a `Combinator`; what follows is the compound to the left.
    case combinator
  }

  var kind: Kind
  var value: UInt64 = 0
}

/// An attribute selector.
struct AttributeSelector: Sendable {
  enum Match: UInt8, Sendable {
    case exists
    case equals
    case includes
    case dashMatch
    case prefix
    case suffix
    case substring
  }

  /// The hash of the lower-case name.
  var name: UInt64
  var match = Match.exists
  var value: [UInt8] = []
  var ignoresCase = false
}

/// `An+B` among siblings.
struct PositionSelector: Sendable {
  enum Axis: UInt8, Sendable {
    case child
    case lastChild
    case ofType
    case lastOfType
  }

  var axis: Axis
  var step: Int32
  var offset: Int32
  /// The list of `of S` in `SelectorArena.lists`, or -1.
  var list: Int32 = -1

  /// Whether a position from 1 is one of An+B.
  func contains(_ position: Int) -> Bool {
    let distance = position - Int(offset)
    if step == 0 { return distance == 0 }
    return distance % Int(step) == 0 && distance / Int(step) >= 0
  }
}

/// A complex selector: its components, rightmost compound first.
struct ComplexSelector: Sendable {
  var start: Int32
  var end: Int32
  /// Ids, classes and types in ten bits each, from high to low.
  var specificity: UInt32
  /// The pseudo-element at the end, if any.
  var pseudoElement: PseudoElement?
}

/// A list of selectors: a part of `SelectorArena.complexes`.
struct SelectorList: Sendable {
  var start: Int32
  var end: Int32

  var isEmpty: Bool { start == end }
  var indices: Range<Int32> { start..<end }
}

/// All selectors of a sheet.
struct SelectorArena: Sendable {
  var components: [SelectorComponent] = []
  var complexes: [ComplexSelector] = []
  var lists: [SelectorList] = []
  var attributes: [AttributeSelector] = []
  var positions: [PositionSelector] = []
  var languages: [[[UInt8]]] = []
  /// The lower-case hashes of ids and classes with capitals, for quirks mode.
  var lowercased: [UInt64: UInt64] = [:]
}

/// Specificity as a number that compares like the three counts.
enum Specificity {
  static let id: UInt32 = 1 << 20
  static let `class`: UInt32 = 1 << 10
  static let type: UInt32 = 1

  /// The sum; a count of 1023 stays where it is.
  static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 10, 20] {
      result |= min((a >> shift & 0x3FF) + (b >> shift & 0x3FF), 0x3FF) << shift
    }
    return result
  }
}
