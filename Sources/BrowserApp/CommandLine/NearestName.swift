// SPDX-License-Identifier: MIT
// Part of Grille: which of the known names a mistyped one was meant to be.

/// Suggests a known name for a mistyped one.
nonisolated enum NearestName {
  /// The name with the fewest edits to make, or nil if even that one needs too many.
  static func find(_ typed: some StringProtocol, among names: [String]) -> String? {
    let wanted = Array(typed.lowercased().utf8)
    // A third of the letters may be wrong, and one always.
    let limit = max(1, wanted.count / 3)
    var best: (name: String, edits: Int)?
    for name in names {
      let candidate = Array(name.utf8)
      var edits = distance(wanted, candidate)
      if wanted.count >= 3, candidate.starts(with: wanted) { edits = min(edits, 1) }
      if edits <= limit, edits < best?.edits ?? Int.max { best = (name, edits) }
    }
    return best?.name
  }

  /// The number of insertions, removals, replacements and swaps of neighbours between two words.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var edits = min(
          previous[j] + (a[i] == b[j] ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = min(edits, before[j - 1] + 1)
        }
        row.append(edits)
      }
      before = previous
      previous = row
    }
    return previous[b.count]
  }
}
