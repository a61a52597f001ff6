// SPDX-License-Identifier: MIT
// Part of Grille: finds runs of printable ASCII, which take one column a byte.

/// The characters from space to `~`.
enum PrintableASCII {
  /// The index behind the printable ASCII that starts at `start`, read 16 bytes at a time.
  static func runEnd(_ utf8: Span<UInt8>, from start: Int) -> Int {
    var index = start
    unsafe utf8.withUnsafeBytes { raw in
      while index + 16 <= raw.count {
        let first = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let second = unsafe raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
        if others(first) | others(second) != 0 { break }
        index += 16
      }
      while index < raw.count, unsafe raw[index] &- 0x20 < 0x5F { index += 1 }
    }
    return index
  }

  /// Not 0 if a byte of the word is something else.
  @inline(__always) private static func others(_ word: UInt64) -> UInt64 {
    (word &- 0x2020_2020_2020_2020 | word &+ 0x0101_0101_0101_0101 | word) & 0x8080_8080_8080_8080
  }
}
