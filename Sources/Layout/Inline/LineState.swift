// SPDX-License-Identifier: MIT
// Part of Grille: a line that is being filled.

/// A place in inline content: an item, and a byte of the pool if the item is text.
struct InlinePosition {
  var item: Int
  /// The byte; before the item's own bytes it means the item's start.
  var offset: Int
}

/// The line being filled: what stands on it for certain, and the unit that may still go to the next.
///
/// A unit is what lies between two opportunities to break: a word, an ideograph, an atomic box.
struct LineState {
  /// The columns there are.
  var available: Int
  /// The line's start, and the end of its last certain unit without spaces behind it.
  var start: InlinePosition
  var end: InlinePosition
  /// The columns of the certain units, and of the spaces behind the last of them.
  var width = 0
  var spaces = 0
  /// Whether there is a certain unit.
  var hasContent = false
  /// Whether the line ends at a soft hyphen.
  var endsInSoftHyphen = false
  var hasAtomic = false

  /// The start of the unit in progress, its columns, and whether there is anything in it.
  var unitStart: InlinePosition
  var unit = 0
  var unitHasContent = false
  var unitHasAtomic = false
  /// The smallest flags of the unit: whether it may be broken anywhere.
  var unitBreaks = false

  /// Whether widths are only measured.
  let isMeasuring: Bool
  var measured = IntrinsicWidth()

  /// The opportunities found for the stretch of text up to `breaksEnd`.
  var breaks: [Int32] = []
  var nextBreak = 0
  var breaksEnd = 0

  init(start: InlinePosition, available: Int, isMeasuring: Bool = false) {
    self.start = start
    end = start
    unitStart = start
    self.available = available
    self.isMeasuring = isMeasuring
  }

  /// Whether the table names a position as an opportunity, and it is the next.
  @inline(__always)
  func isBreak(at position: Int) -> Bool {
    nextBreak < breaks.count && Int(breaks[nextBreak]) == position
  }

  /// Starts an empty line.
  @inline(__always)
  mutating func restart(at position: InlinePosition) {
    start = position
    end = position
    width = 0
    spaces = 0
    hasContent = false
    endsInSoftHyphen = false
    hasAtomic = false
  }

  /// Starts an empty unit.
  @inline(__always)
  mutating func restartUnit(at position: InlinePosition) {
    unitStart = position
    unit = 0
    unitHasContent = false
    unitHasAtomic = false
    unitBreaks = false
  }
}

/// A box that stands in a line: its style, its place among the items, its intrinsic width.
struct AtomicBox {
  var style: Int
  /// The width of its content.
  var intrinsic: IntrinsicWidth
  /// Whether it is an item of a flex or grid container, which has a column's gap before the next.
  var isFlexItem = false
}
