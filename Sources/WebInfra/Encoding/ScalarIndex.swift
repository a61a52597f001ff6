// SPDX-License-Identifier: MIT
// Part of Grille: finds the pointer of a character, for encoding.

/// The reverse of an index of the Encoding standard.
struct ScalarIndex: Sendable {
  /// Characters in rising order.
  private let scalars: [UInt32]
  /// The pointers that belong to them.
  private let pointers: [UInt16]

  // encoding.spec.whatwg.org/#index-pointer
  /// Reverses a table; of several pointers of a character the first counts, or the last for some.
  init(
    _ table: [UInt32], excluding excluded: Range<Int> = 0..<0, lastCounts: Set<UInt32> = []
  ) {
    var pairs: [(scalar: UInt32, pointer: Int)] = []
    pairs.reserveCapacity(table.count)
    for (pointer, scalar) in table.enumerated() where scalar != 0 && !excluded.contains(pointer) {
      pairs.append((scalar, pointer))
    }
    pairs.sort { ($0.scalar, $0.pointer) < ($1.scalar, $1.pointer) }
    var (scalars, pointers): ([UInt32], [UInt16]) = ([], [])
    for (scalar, pointer) in pairs {
      if scalar == scalars.last {
        if lastCounts.contains(scalar) { pointers[pointers.count - 1] = UInt16(pointer) }
        continue
      }
      scalars.append(scalar)
      pointers.append(UInt16(pointer))
    }
    self.scalars = scalars
    self.pointers = pointers
  }

  /// The pointer of a character, or nil.
  func pointer(_ scalar: UInt32) -> Int? {
    var (low, high) = (0, scalars.count)
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < scalars.count && scalars[low] == scalar ? Int(pointers[low]) : nil
  }

  // encoding.spec.whatwg.org/#index-shift_jis-pointer
  static let shiftJIS = ScalarIndex(DoubleByteTable.jis0208.scalars, excluding: 8272..<8836)
  static let jis0208 = ScalarIndex(DoubleByteTable.jis0208.scalars)
  static let eucKR = ScalarIndex(DoubleByteTable.eucKR.scalars)
  static let gb18030 = ScalarIndex(DoubleByteTable.gb18030.scalars)
  // encoding.spec.whatwg.org/#index-big5-pointer
  static let big5 = ScalarIndex(
    DoubleByteTable.big5.scalars, excluding: 0..<(0xA1 - 0x81) * 157,
    lastCounts: [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345])
}
