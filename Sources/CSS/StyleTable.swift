// SPDX-License-Identifier: MIT
// Part of Grille: computed styles shared by number, and the lists they refer to.

/// The number of a computed style in a `StyleTable`.
package struct StyleID: RawRepresentable, Hashable, Sendable {
  /// The position in the table.
  package let rawValue: UInt32

  /// Makes a number.
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether two numbers are the same.
  @inlinable package static func == (left: StyleID, right: StyleID) -> Bool {
    left.rawValue == right.rawValue
  }

  /// The style of initial values: the parent of the root element's style.
  @inlinable package static var initial: StyleID { StyleID(rawValue: 0) }
}

/// Every different computed style of a document once, found by number in constant time.
package struct StyleTable: Sendable {
  @usableFromInline var styles: [ComputedStyle]
  /// The last style by hash, and for each style the one before with the same hash.
  private var numbers = HashMap()
  private var nextSame: [Int32] = []

  /// The marker strings that `CounterStyle.stringIndex` names.
  package private(set) var markerStrings: [String] = []
  /// The quotation marks that `ComputedStyle.quotes` names; 0 is the value `auto`.
  package private(set) var quotes: [QuotePairs] = [
    QuotePairs(pairs: ["\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}"])
  ]
  /// The counter operations that `ComputedStyle.counterOperations` names; 0 is empty.
  package private(set) var counterOperations: [[CounterOperation]] = [[]]
  /// The grid values that `ComputedStyle.gridValues` names; 0 is the initial one.
  package private(set) var gridValues: [GridValues] = [GridValues()]
  /// Sets of custom properties that `ComputedStyle.customProperties` names; 0 is empty.
  var customProperties: [CustomProperties] = [CustomProperties()]

  /// Makes a table that holds the initial style only.
  package init() {
    styles = []
    _ = intern(.initial)
  }

  /// How many different styles there are.
  package var count: Int { styles.count }

  /// The style of a number that this table gave out.
  @inlinable package subscript(id: StyleID) -> ComputedStyle {
    styles[Int(id.rawValue)]
  }

  /// The number of a style, new if no equal style was seen before.
  package mutating func intern(_ style: ComputedStyle) -> StyleID {
    let hash = style.fingerprint
    var number = numbers[hash]
    while number >= 0 {
      if styles[Int(number)] == style { return StyleID(rawValue: UInt32(number)) }
      number = nextSame[Int(number)]
    }
    styles.append(style)
    nextSame.append(numbers.update(hash, Int32(styles.count - 1)))
    return StyleID(rawValue: UInt32(styles.count - 1))
  }

  /// The counter style that draws a string as marker.
  mutating func counterStyle(forMarker string: String) -> CounterStyle {
    if let index = markerStrings.firstIndex(of: string) {
      return CounterStyle(rawValue: CounterStyle.firstString + UInt16(index))
    }
    guard markerStrings.count < 0x7FFF else { return .none }
    markerStrings.append(string)
    return CounterStyle(rawValue: CounterStyle.firstString + UInt16(markerStrings.count - 1))
  }

  /// The number of a list of quotation marks.
  mutating func intern(_ pairs: QuotePairs) -> UInt16 {
    if let index = quotes.firstIndex(of: pairs) { return UInt16(index) }
    guard quotes.count < 0xFFFF else { return 0 }
    quotes.append(pairs)
    return UInt16(quotes.count - 1)
  }

  /// The number of a list of counter operations.
  mutating func intern(_ operations: [CounterOperation]) -> UInt32 {
    if let index = counterOperations.firstIndex(of: operations) { return UInt32(index) }
    counterOperations.append(operations)
    return UInt32(counterOperations.count - 1)
  }

  /// The number of a set of grid values.
  mutating func intern(_ values: GridValues) -> UInt32 {
    if let index = gridValues.firstIndex(of: values) { return UInt32(index) }
    gridValues.append(values)
    return UInt32(gridValues.count - 1)
  }
}
