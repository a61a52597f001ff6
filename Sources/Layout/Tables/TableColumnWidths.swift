// SPDX-License-Identifier: MIT
// Part of Grille: the automatic table layout: how wide each column gets.

/// Distributes a table's width over its columns.
enum TableColumnWidths {
  /// Columns narrower than this by breaking words are unreadable: the table is shown as a list.
  static let narrowestBroken = 4

  // drafts.csswg.org/css-tables-3/#width-distribution-algorithm
  /// The widths of the columns, without lines and gaps; nil if they cannot hold words at all.
  ///
  /// `available` are the columns there are for cells, `preferred` those that the table's own width
  /// leaves for them, if it has one.
  static func widths(
    of columns: ArraySlice<GridColumn>, available: Int, preferred: Int?
  ) -> [Int]? {
    guard !columns.isEmpty else { return [] }
    let minimums = columns.map { Int($0.minimum) }
    let sum = minimums.reduce(0, +)
    if sum > available { return squeezed(minimums, available: available) }
    let target = max(sum, min(available, preferred ?? naturalWidth(of: columns)))

    // The guesses of the standard: nothing but words, percentages, fixed widths, whole lines.
    var guess = minimums
    var next = guess
    for (index, column) in columns.enumerated() where column.percent > 0 {
      next[index] = max(guess[index], Int((column.percent * Float(target) / 100).rounded()))
    }
    if let result = between(guess, next, target) { return result }
    guess = next
    for (index, column) in columns.enumerated() where column.percent <= 0 && column.fixed >= 0 {
      next[index] = max(minimums[index], Int(column.fixed))
    }
    if let result = between(guess, next, target) { return result }
    guess = next
    for (index, column) in columns.enumerated() where column.percent <= 0 && column.fixed < 0 {
      next[index] = max(minimums[index], Int(column.maximum))
    }
    if let result = between(guess, next, target) { return result }
    return stretched(next, columns, to: target)
  }

  /// The width at which no line is broken and percentages hold.
  static func naturalWidth(of columns: ArraySlice<GridColumn>) -> Int {
    var total = 0
    var rest = 0
    var share: Float = 0
    var demanded: Float = 0
    for column in columns {
      let width =
        column.fixed >= 0 ? max(column.fixed, column.minimum) : max(column.maximum, column.minimum)
      total += Int(width)
      if column.percent > 0 {
        share += column.percent
        demanded = max(demanded, Float(width) * 100 / column.percent)
      } else {
        rest += Int(width)
      }
    }
    if share > 0 {
      let others = share < 100 ? Float(rest) * 100 / (100 - share) : rest > 0 ? 1e7 : 0
      total = max(total, Int(min(1e7, max(demanded, others).rounded(.up))))
    }
    return total
  }

  /// Widths between two guesses that add up to the target, or nil if even the larger is too small.
  private static func between(_ low: [Int], _ high: [Int], _ target: Int) -> [Int]? {
    let lowSum = low.reduce(0, +)
    let highSum = high.reduce(0, +)
    guard highSum >= target else { return nil }
    guard highSum > lowSum else { return high }
    return shared(target - lowSum, over: low.indices.map { high[$0] - low[$0] }, added: low)
  }

  /// Adds an amount to widths in proportion to weights, so that the sum is exact.
  private static func shared(_ amount: Int, over weights: [Int], added base: [Int]) -> [Int] {
    let total = weights.reduce(0, +)
    guard total > 0 else { return base }
    var result = base
    var weight = 0
    var given = 0
    for index in weights.indices {
      weight += weights[index]
      let due = Int(Double(amount) * Double(weight) / Double(total))
      result[index] += due - given
      given = due
    }
    return result
  }

  /// Widths that fill more than every column asks for.
  private static func stretched(
    _ widths: [Int], _ columns: ArraySlice<GridColumn>, to target: Int
  ) -> [Int] {
    let extra = target - widths.reduce(0, +)
    guard extra > 0 else { return widths }
    let list = Array(columns)
    var weights = list.map { $0.percent <= 0 && $0.fixed < 0 ? Int($0.maximum) : 0 }
    if weights.reduce(0, +) == 0 {
      weights = list.map { $0.percent <= 0 && $0.fixed >= 0 ? max(1, Int($0.fixed)) : 0 }
    }
    if weights.reduce(0, +) == 0 { weights = list.map { Int($0.percent.rounded()) } }
    if weights.reduce(0, +) == 0 { weights = list.map { _ in 1 } }
    return shared(extra, over: weights, added: widths)
  }

  /// Widths below the longest words: narrow columns keep theirs, wide ones share what is left.
  private static func squeezed(_ minimums: [Int], available: Int) -> [Int]? {
    let sorted = minimums.sorted()
    var left = available
    var cap = 0
    for (index, width) in sorted.enumerated() {
      let share = left / (sorted.count - index)
      if width > share {
        cap = share
        break
      }
      left -= width
    }
    guard cap >= narrowestBroken || minimums.count == 1 && available > 0 else { return nil }
    var widths = minimums.map { min($0, cap) }
    // What division left over goes to the columns that were cut.
    var rest = available - widths.reduce(0, +)
    for index in widths.indices where rest > 0 && widths[index] < minimums[index] {
      widths[index] += 1
      rest -= 1
    }
    return widths
  }
}
