// SPDX-License-Identifier: MIT
// Part of Grille: keeps equal attribute values once.

/// The attribute values stored lately, so that classes, types and sizes, which repeat, lie in the
/// pool once.
struct AttributeValueCache {
  private var ranges = [TextRange](repeating: .empty, count: 1024)

  /// Longer values are not looked up.
  private static var longest: Int { 96 }

  mutating func store(
    _ value: UnsafeBufferPointer<UInt8>, in pool: inout TextPool
  ) -> TextRange {
    let count = value.count
    if count == 0 { return .empty }
    if count > Self.longest { return unsafe pool.append(value) }
    var hash = UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    let raw = UnsafeRawBufferPointer(value)
    var index = 0
    while index + 8 <= count {
      hash = unsafe (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      hash = hash &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
      index += 8
    }
    while index < count {
      hash = unsafe (hash ^ UInt64(value[index])) &* 0x9E37_79B9_7F4A_7C15
      index += 1
    }
    let slot = Int(truncatingIfNeeded: hash &>> 40) & 1023
    let known = ranges[slot]
    if known.count == count, unsafe pool.bytes(known).hasSameBytes(as: value) { return known }
    let range = unsafe pool.append(value)
    ranges[slot] = range
    return range
  }
}
