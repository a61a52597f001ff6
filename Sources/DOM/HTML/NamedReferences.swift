// SPDX-License-Identifier: MIT
// Part of Grille: finding named character references.

/// The standard's named character references, in a hash table made on first use.
///
/// Sendable because it holds only constants and a pointer into the program.
@safe struct NamedReferences: @unchecked Sendable {
  static let shared = NamedReferences()

  /// No name is longer, its semicolon left out.
  static var longestName: Int { 31 }
  /// No name that needs no semicolon is longer.
  static var longestBareName: Int { 6 }

  struct Entry {
    var start: UInt16
    var count: UInt8
    var needsSemicolon: Bool
    var first: UInt32
    var second: UInt32
  }

  private let text: UnsafePointer<UInt8>
  private let entries: [Entry]
  private let slots: [UInt16]

  private init() {
    unsafe text = Self.text.utf8Start
    let size = Self.text.utf8CodeUnitCount
    var entries: [Entry] = []
    entries.reserveCapacity(2200)
    var slots = [UInt16](repeating: .max, count: 8192)
    var index = 0
    while index < size {
      let start = index
      var hash = NameHash.seed
      while unsafe text[index] != 0x3B && text[index] != 0x2C {
        hash = unsafe NameHash.adding(text[index], to: hash)
        index += 1
      }
      var entry = Entry(
        start: UInt16(start), count: UInt8(index - start),
        needsSemicolon: unsafe text[index] == 0x3B, first: 0, second: 0)
      index += 1
      while unsafe text[index] != 0x0A {
        let byte = unsafe text[index]
        index += 1
        if byte == 0x2E {
          entry.second = entry.first
          entry.first = 0
        } else {
          entry.first = entry.first << 4 | UInt32(byte <= 0x39 ? byte - 0x30 : byte - 0x37)
        }
      }
      index += 1
      if entry.second != 0 { swap(&entry.first, &entry.second) }
      var slot = NameHash.slot(hash, mask: 8191)
      while slots[slot] != .max { slot = (slot + 1) & 8191 }
      slots[slot] = UInt16(entries.count)
      entries.append(entry)
    }
    self.entries = entries
    self.slots = slots
  }

  /// The reference of exactly that name, its semicolon left out.
  func find(_ name: UnsafePointer<UInt8>, _ count: Int) -> Entry? {
    var hash = NameHash.seed
    for index in 0..<count { hash = unsafe NameHash.adding(name[index], to: hash) }
    var slot = NameHash.slot(hash, mask: 8191)
    while slots[slot] != .max {
      let entry = entries[Int(slots[slot])]
      if Int(entry.count) == count {
        var index = 0
        let start = unsafe text + Int(entry.start)
        while index < count, unsafe start[index] == name[index] { index += 1 }
        if index == count { return entry }
      }
      slot = (slot + 1) & 8191
    }
    return nil
  }
}

extension HTMLParser {
  /// The text that HTML's named reference stands for, or nil; the name is without `&` and `;`.
  package static func namedReference(_ name: Span<UInt8>) -> [UInt8]? {
    guard name.count > 0 else { return nil }
    let entry = unsafe name.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe NamedReferences.shared.find($0, bytes.count) }
    }
    guard let entry else { return nil }
    var text = ""
    for scalar in [entry.first, entry.second] where scalar != 0 {
      text.unicodeScalars.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    }
    return Array(text.utf8)
  }
}
