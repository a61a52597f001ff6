// SPDX-License-Identifier: MIT
// Part of Grille: a document's own names.

/// Names of one document that have no fixed number.
struct NameTable: Sendable {
  private var ranges: [TextRange] = []
  private var hashes: [UInt32] = []
  private var slots: [Int32] = []
  private let wellKnown = WellKnownNames.shared

  /// Names beyond this count all become the same name.
  static var limit: Int { 1 << 20 }

  init() {}

  func range(of name: NameID) -> TextRange {
    let index = Int(name.rawValue - NameID.wellKnownCount)
    return ranges.indices.contains(index) ? ranges[index] : .empty
  }

  func find(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32, in pool: TextPool) -> NameID? {
    if let known = unsafe wellKnown.find(name, hash: hash) { return known }
    guard !slots.isEmpty else { return nil }
    let slot = unsafe slot(of: name, hash: hash, in: pool)
    return slots[slot] < 0 ? nil : NameID(rawValue: slots[slot] + NameID.wellKnownCount)
  }

  mutating func intern(
    _ name: UnsafeBufferPointer<UInt8>, hash: UInt32, in pool: inout TextPool
  ) -> NameID {
    if let known = unsafe wellKnown.find(name, hash: hash) { return known }
    if ranges.count * 2 >= slots.count { grow() }
    let slot = unsafe slot(of: name, hash: hash, in: pool)
    if slots[slot] >= 0 { return NameID(rawValue: slots[slot] + NameID.wellKnownCount) }
    guard ranges.count < Self.limit else {
      return NameID(rawValue: NameID.wellKnownCount + Int32(Self.limit) - 1)
    }
    slots[slot] = Int32(ranges.count)
    unsafe ranges.append(pool.append(name))
    hashes.append(hash)
    return NameID(rawValue: NameID.wellKnownCount + Int32(ranges.count) - 1)
  }

  private func slot(
    of name: UnsafeBufferPointer<UInt8>, hash: UInt32, in pool: TextPool
  ) -> Int {
    let mask = slots.count - 1
    var slot = NameHash.slot(hash, mask: mask)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if hashes[index] == hash, unsafe pool.bytes(ranges[index]).hasSameBytes(as: name) { break }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    let size = max(64, slots.count * 2)
    slots = [Int32](repeating: -1, count: size)
    for (index, hash) in hashes.enumerated() {
      var slot = NameHash.slot(hash, mask: size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(index)
    }
  }
}
