// SPDX-License-Identifier: MIT
// Part of Grille: interned names of elements and attributes.

/// The number of an element's or attribute's name.
///
/// Names of the standards have fixed numbers below `wellKnownCount`, the same in every document,
/// and can be used in a `switch`. Any other name is numbered by its document, in order of
/// appearance, and means something only there (and in its snapshots). Numbers distinguish case:
/// HTML names are stored in lower case.
package struct NameID: Hashable, Sendable, BitwiseCopyable {
  /// The number; 0 is the empty name, −1 no name.
  package let rawValue: Int32

  /// Makes a name from its number.
  @inlinable package init(rawValue: Int32) { self.rawValue = rawValue }

  /// No name.
  @inlinable package static var absent: NameID { NameID(rawValue: -1) }

  /// The empty name, which nodes other than elements have.
  @inlinable package static var empty: NameID { NameID(rawValue: 0) }

  /// Whether the number is the same in every document.
  @inlinable package var isWellKnown: Bool {
    UInt32(bitPattern: rawValue) < UInt32(bitPattern: NameID.wellKnownCount)
  }

  /// Whether two names are the same.
  @inlinable package static func == (left: NameID, right: NameID) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Finds the fixed number of a name, which must be spelled exactly; nil for others.
  package init?(wellKnown name: Span<UInt8>) {
    let found = unsafe name.withUnsafeBufferPointer { bytes in
      unsafe WellKnownNames.shared.find(bytes, hash: NameHash.of(bytes))
    }
    guard let found else { return nil }
    self = found
  }

  /// Finds the fixed number of a name, which must be spelled exactly; nil for others.
  package init?(wellKnown name: String) {
    var name = name
    let found = name.withUTF8 { bytes in
      unsafe WellKnownNames.shared.find(bytes, hash: NameHash.of(bytes))
    }
    guard let found else { return nil }
    self = found
  }
}

/// The hash of a name's bytes, shared by the fixed and the documents' own tables.
enum NameHash {
  static var seed: UInt32 { 0x811C_9DC5 }

  @inline(__always) static func adding(_ byte: UInt8, to hash: UInt32) -> UInt32 {
    (hash ^ UInt32(byte)) &* 0x0100_0193
  }

  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = seed
    // Indices, because the formatter joins the words of `for unsafe byte`.
    for index in bytes.indices { hash = unsafe adding(bytes[index], to: hash) }
    return hash
  }

  /// Spreads a hash over a table whose size is a power of two.
  @inline(__always) static func slot(_ hash: UInt32, mask: Int) -> Int {
    Int((hash ^ (hash >> 15)) &* 0x9E37_79B1 >> 8) & mask
  }
}

/// The table of the names with fixed numbers.
///
/// Sendable because it holds only constants and a pointer into the program.
@safe struct WellKnownNames: @unchecked Sendable {
  static let shared = WellKnownNames()

  private let start: UnsafePointer<UInt8>
  private let offsets: [UInt16]
  private let slots: [Int16]
  private let mask = 2047

  private init() {
    unsafe start = Self.text.utf8Start
    let size = Self.text.utf8CodeUnitCount
    var offsets: [UInt16] = [0]
    offsets.reserveCapacity(Int(NameID.wellKnownCount) + 1)
    var slots = [Int16](repeating: -1, count: 2048)
    var hash = NameHash.seed
    for index in 0..<size {
      let byte = unsafe start[index]
      guard byte == 0x0A else {
        hash = NameHash.adding(byte, to: hash)
        continue
      }
      var slot = NameHash.slot(hash, mask: 2047)
      while slots[slot] >= 0 { slot = (slot + 1) & 2047 }
      slots[slot] = Int16(offsets.count - 1)
      offsets.append(UInt16(index + 1))
      hash = NameHash.seed
    }
    self.offsets = offsets
    self.slots = slots
  }

  /// The bytes of a name; `number` must be a fixed one.
  func bytes(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    let from = Int(offsets[number])
    return unsafe UnsafeBufferPointer(
      start: start + from, count: Int(offsets[number + 1]) - 1 - from)
  }

  func find(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> NameID? {
    var slot = NameHash.slot(hash, mask: mask)
    while true {
      let number = Int(slots[slot])
      if number < 0 { return nil }
      let from = Int(offsets[number])
      if Int(offsets[number + 1]) - 1 - from == name.count {
        var index = 0
        while index < name.count, unsafe start[from + index] == name[index] { index += 1 }
        if index == name.count { return NameID(rawValue: Int32(number)) }
      }
      slot = (slot + 1) & mask
    }
  }
}
