// SPDX-License-Identifier: MIT
// Part of Grille: a small table from 64-bit hashes to numbers.

/// Numbers by hash, in open addressing.
///
/// It stands in for `Dictionary` because the keys are hashes already, and because a program's first
/// generic dictionary of a type costs a search of all conformances, which a start must not pay.
struct HashMap: Sendable {
  private var keys: [UInt64] = []
  private var values: [Int32] = []
  private(set) var count = 0

  /// Makes an empty table with room for some entries.
  init(capacity: Int = 0) {
    if capacity > 0 { grow(to: capacity * 2) }
  }

  var isEmpty: Bool { count == 0 }

  /// The slot of a key, or the empty one where it belongs; −1 marks an empty slot's value.
  @inline(__always)
  private func slot(_ key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while values[slot] >= 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  /// The number of a key, or -1.
  @inline(__always)
  subscript(key: UInt64) -> Int32 { count == 0 ? -1 : values[slot(key)] }

  /// Whether a key is there.
  @inline(__always)
  func contains(_ key: UInt64) -> Bool { self[key] >= 0 }

  /// Sets the number of a key, which must not be negative, and gives the old one or -1.
  @discardableResult
  mutating func update(_ key: UInt64, _ value: Int32) -> Int32 {
    if (count + 1) * 2 > keys.count { grow(to: keys.count * 2) }
    let slot = slot(key)
    let old = values[slot]
    if old < 0 {
      keys[slot] = key
      count += 1
    }
    values[slot] = value
    return old
  }

  mutating func removeAll() { self = HashMap() }

  private mutating func grow(to wanted: Int) {
    var size = 16
    while size < wanted { size *= 2 }
    let old = self
    keys = [UInt64](repeating: 0, count: size)
    values = [Int32](repeating: -1, count: size)
    for index in old.keys.indices where old.values[index] >= 0 {
      let slot = slot(old.keys[index])
      keys[slot] = old.keys[index]
      values[slot] = old.values[index]
    }
  }
}
