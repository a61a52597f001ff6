// SPDX-License-Identifier: MIT
// Part of Grille: the grapheme clusters of a surface that do not fit into a cell.

/// Numbers clusters of several scalars; every cluster is kept once.
struct ClusterTable: Sendable {
  /// Longest cluster kept, in bytes; the marks of a longer one are cut, so that no page can pile up
  /// marks without end in one cell.
  static let maximumLength = 64

  private var clusters: [[UInt8]] = []
  private var numbers: [[UInt8]: UInt32] = [:]

  /// The bytes of a cluster.
  func bytes(_ index: Int) -> [UInt8] {
    clusters[index]
  }

  /// The cell content that stands for a cluster.
  mutating func intern(_ utf8: Span<UInt8>) -> UInt32 {
    var count = min(utf8.count, Self.maximumLength)
    // Not within a scalar.
    while count < utf8.count, count > 0, utf8[count] & 0xC0 == 0x80 { count -= 1 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for index in 0..<count { bytes.append(utf8[index]) }
    if let number = numbers[bytes] { return number }
    let number = UInt32(clusters.count) | Cell.clusterFlag
    clusters.append(bytes)
    numbers[bytes] = number
    return number
  }
}
