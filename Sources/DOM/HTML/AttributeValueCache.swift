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
    let slot = Int(truncatingIfNeeded: unsafe Self.hash(value) &>> 40) & 1023
    let known = ranges[slot]
    if known.count == count, unsafe pool.bytes(known).hasSameBytes(as: value) { return known }
    let range = unsafe pool.append(value)
    ranges[slot] = range
    return range
  }

  /// A hash of one byte or more, which reads some of them twice rather than one by one.
  private static func hash(_ value: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let count = value.count
    let raw = UnsafeRawBufferPointer(value)
    var hash = UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
    }
    if count >= 8 {
      for index in stride(from: 0, to: count - 8, by: 8) {
        mix(unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      }
      mix(unsafe raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    } else if count >= 4 {
      let first = unsafe raw.loadUnaligned(as: UInt32.self)
      let last = unsafe raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      mix(UInt64(first) | UInt64(last) &<< 32)
    } else {
      let (first, middle, last) = unsafe (value[0], value[count / 2], value[count - 1])
      mix(UInt64(first) | UInt64(middle) &<< 8 | UInt64(last) &<< 16)
    }
    return hash
  }
}
