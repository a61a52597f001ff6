// SPDX-License-Identifier: MIT
// Part of Grille: finds where a line of text may be broken.

/// Finds line-break opportunities (UAX 14 with its number rules, Unicode 15).
///
/// The rules are our own for every script; only runs of Thai, Lao, Khmer and Burmese, which are cut by
/// dictionary, ask ICU, which is loaded then. Make one for a layout run and use it again: it keeps
/// ICU's iterator.
package final class LineBreaker {
  private let direct = LineBreakRules.direct
  private let acrossSpaces = LineBreakRules.acrossSpaces
  private var dictionary: DictionaryBreaker?
  private var dictionaryRuns: [Range<Int>] = []
  private let takesShortcuts: Bool

  /// Makes a breaker; nothing is loaded yet.
  package convenience init() {
    self.init(takesShortcuts: true)
  }

  /// Makes a breaker that may have to apply the rules to every single scalar, to test the shortcuts.
  init(takesShortcuts: Bool) {
    self.takesShortcuts = takesShortcuts
  }

  /// Appends the byte index of each place where a new line may start, in order.
  ///
  /// Neither 0 nor the end is among them. A break after spaces comes after the last of them, and line
  /// feeds and the like break as well.
  package func breakOpportunities(in utf8: Span<UInt8>, into breaks: inout [Int32]) {
    guard !utf8.isEmpty else { return }
    dictionaryRuns.removeAll(keepingCapacity: true)
    let firstBreak = breaks.count
    var scan = Scan(direct: direct, acrossSpaces: acrossSpaces)
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      // Within a word of ASCII letters nothing can happen.
      if scan.isInWord, takesShortcuts {
        if Self.isLetter(byte) {
          index += 1
          continue
        }
        if let next = Self.nextWord(utf8, from: index) {
          breaks.append(Int32(next))
          index = next + 1
          continue
        }
      }
      let kind: LineBreakClass
      let next: Int
      if scan.isAfterIdeograph, takesShortcuts, UTF8Decoding.isPlainIdeograph(utf8, index),
        byte != 0xE3
      {
        breaks.append(Int32(index))
        index += 3
        continue
      }
      if byte < 0x80 {
        kind = Self.ascii[Int(byte)]
        next = index + 1
      } else {
        let scalar = UTF8Decoding.scalar(in: utf8, at: index)
        kind = ScalarProperties.lineBreakClass(of: scalar.value)
        next = index + scalar.length
        if kind == .sa || kind == .saMark { noteDictionaryScalar(index..<next) }
      }
      if scan.breaks(before: kind, followedByNumber: { Self.startsWithNumber(utf8, next) }) {
        if index > 0 { breaks.append(Int32(index)) }
      }
      index = next
    }
    if !dictionaryRuns.isEmpty { addDictionaryBreaks(utf8, to: &breaks, from: firstBreak) }
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 }

  /// The start of the ASCII word after the one that ends at `index`, where nothing stands between them
  /// but spaces, perhaps after one sign that clings to the word before (LB13, LB18); nil for all else.
  @inline(__always)
  private static func nextWord(_ utf8: Span<UInt8>, from index: Int) -> Int? {
    var next = index
    switch utf8[next] {
    case 0x20: break
    // ! ) , . : ; ?
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: next += 1
    default: return nil
    }
    guard next < utf8.count, utf8[next] == 0x20 else { return nil }
    repeat { next += 1 } while next < utf8.count && utf8[next] == 0x20
    return next < utf8.count && isLetter(utf8[next]) ? next : nil
  }

  private static let ascii: [LineBreakClass] = (0..<0x80).map {
    ScalarProperties.lineBreakClass(of: $0)
  }

  /// Whether a number comes next, perhaps after combining marks of what stands before.
  private static func startsWithNumber(_ utf8: Span<UInt8>, _ start: Int) -> Bool {
    var index = start
    while index < utf8.count {
      let scalar = UTF8Decoding.scalar(in: utf8, at: index)
      let kind = ScalarProperties.lineBreakClass(of: scalar.value)
      guard kind == .cm || kind == .zwj else { return kind == .nu }
      index += scalar.length
    }
    return false
  }

  private func noteDictionaryScalar(_ range: Range<Int>) {
    if let last = dictionaryRuns.last, last.upperBound == range.lowerBound {
      dictionaryRuns[dictionaryRuns.count - 1] = last.lowerBound..<range.upperBound
    } else {
      dictionaryRuns.append(range)
    }
  }

  private func addDictionaryBreaks(
    _ utf8: Span<UInt8>, to breaks: inout [Int32], from firstBreak: Int
  ) {
    if dictionary == nil { dictionary = DictionaryBreaker() }
    guard let dictionary else { return }
    for run in dictionaryRuns where run.count > 6 {
      dictionary.appendBreaks(in: utf8.extracting(run), offset: run.lowerBound, to: &breaks)
    }
    breaks[firstBreak...].sort()
  }
}

/// The state of one pass of the rules.
private struct Scan {
  private let direct: [UInt64]
  private let acrossSpaces: [UInt64]
  /// The class before, with marks absorbed (LB9) and single marks as letters (LB10).
  private var left = LineBreakClass.sp
  private var isAtStart = true
  private var hasSpaces = false
  private var followsJoiner = false
  /// LB21a: a Hebrew letter and a hyphen stand before.
  private var followsHebrewHyphen = false
  /// LB30a: an odd number of regional indicators stands before.
  private var hasOpenIndicator = false
  private var number = Number.none

  /// LB25: how much of a number stands before.
  private enum Number {
    case none, open, closed
  }

  init(direct: [UInt64], acrossSpaces: [UInt64]) {
    self.direct = direct
    self.acrossSpaces = acrossSpaces
  }

  /// Whether the scalar before is a letter that holds any letter after it.
  var isInWord: Bool { left == .al && !hasSpaces && !followsJoiner && !isAtStart }

  /// Whether the scalar before is an ideograph with nothing after it.
  var isAfterIdeograph: Bool { left == .id && !hasSpaces && !followsJoiner && !isAtStart }

  /// Advances over a scalar and tells whether a line may start at it.
  mutating func breaks(
    before kind: LineBreakClass, followedByNumber: () -> Bool
  ) -> Bool {
    let previous = left
    // LB4, LB5
    var isBreak: Bool
    switch previous {
    case .bk, .lf, .nl: isBreak = !isAtStart
    case .cr: isBreak = kind != .lf
    default: isBreak = false
    }
    if isBreak || isAtStart {
      reset(to: kind)
      return isBreak
    }
    switch kind {
    case .bk, .cr, .lf, .nl:
      // LB6
      reset(to: kind)
      return false
    case .sp:
      // LB7
      hasSpaces = true
      followsJoiner = false
      followsHebrewHyphen = false
      hasOpenIndicator = false
      number = .none
      return false
    case .zw:
      reset(to: kind)
      return false
    case .cm, .zwj:
      // LB9
      if !hasSpaces, previous != .sp, previous != .zw {
        followsJoiner = kind == .zwj
        return false
      }
    case .saMark:
      if !hasSpaces, previous != .sp, previous != .zw { return false }
    default:
      break
    }
    let right = kind == .cm || kind == .zwj || kind == .saMark ? .al : kind
    isBreak = !holds(previous, right, followedByNumber)
    // What the next scalar needs to know.
    followsHebrewHyphen = previous == .hl && !hasSpaces && (right == .hy || right == .ba)
    hasOpenIndicator = right == .ri && !(hasOpenIndicator && !hasSpaces)
    switch right {
    case .nu: number = .open
    case .sy, .infix: if number != .open || hasSpaces { number = .none }
    case .cl, .cp, .cpWide: number = number == .open && !hasSpaces ? .closed : .none
    default: number = .none
    }
    left = right
    hasSpaces = false
    followsJoiner = kind == .zwj
    return isBreak
  }

  private func holds(
    _ left: LineBreakClass, _ right: LineBreakClass, _ followedByNumber: () -> Bool
  ) -> Bool {
    let bit: UInt64 = 1 << UInt64(right.rawValue)
    if hasSpaces { return acrossSpaces[Int(left.rawValue)] & bit != 0 }
    if left == .zw { return false }
    // LB8a
    if followsJoiner { return true }
    if direct[Int(left.rawValue)] & bit != 0 { return true }
    // LB20 comes before what follows.
    if left == .cb || right == .cb { return false }
    if followsHebrewHyphen { return true }
    switch right {
    case .nu: return number == .open
    case .po, .pr: return number != .none
    case .op, .opWide: return (left == .pr || left == .po) && followedByNumber()
    case .ri: return hasOpenIndicator
    default: return false
    }
  }

  private mutating func reset(to kind: LineBreakClass) {
    left = kind == .cm || kind == .zwj || kind == .saMark ? .al : kind
    isAtStart = false
    hasSpaces = kind == .sp
    followsJoiner = kind == .zwj
    followsHebrewHyphen = false
    hasOpenIndicator = kind == .ri
    number = kind == .nu ? .open : .none
  }
}
