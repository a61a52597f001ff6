// SPDX-License-Identifier: MIT
// Part of Grille: puts fragments into the order of rows and columns.

/// Sorts fragments by row and column in time proportional to fragments and rows.
enum FragmentOrder {
  /// Sorts a range of fragments whose rows are in `rows`.
  static func sort(_ fragments: inout [Fragment], _ range: Range<Int>, rows: Range<Int>) {
    guard range.count > 1 else { return }
    // Where the fragments of each row start.
    var starts = [Int32](repeating: 0, count: rows.count + 1)
    for index in range { starts[Int(fragments[index].row) - rows.lowerBound + 1] += 1 }
    for row in 0..<rows.count { starts[row + 1] += starts[row] }
    let unsorted = Array(fragments[range])
    var next = starts
    for fragment in unsorted {
      let row = Int(fragment.row) - rows.lowerBound
      fragments[range.lowerBound + Int(next[row])] = fragment
      next[row] += 1
    }
    for row in 0..<rows.count where starts[row + 1] - starts[row] > 1 {
      sortRow(
        &fragments,
        range.lowerBound + Int(starts[row])..<range.lowerBound + Int(starts[row + 1]))
    }
  }

  /// Sorts the fragments of one row by column; most rows are short and nearly sorted.
  private static func sortRow(_ fragments: inout [Fragment], _ range: Range<Int>) {
    if range.count > 64 {
      fragments[range].sort { $0.column < $1.column }
      return
    }
    for index in range.dropFirst() {
      let fragment = fragments[index]
      var hole = index
      while hole > range.lowerBound, fragments[hole - 1].column > fragment.column {
        fragments[hole] = fragments[hole - 1]
        hole -= 1
      }
      fragments[hole] = fragment
    }
  }
}
