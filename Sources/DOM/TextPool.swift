// SPDX-License-Identifier: MIT
// Part of Grille: the one pool that holds the bytes of all text and attribute values.

/// A run of UTF-8 bytes in a document's text pool.
package struct TextRange: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let offset: UInt32
  @usableFromInline let length: UInt32

  @inlinable init(offset: UInt32, length: UInt32) {
    self.offset = offset
    self.length = length
  }

  /// No bytes.
  @inlinable package static var empty: TextRange { TextRange(offset: 0, length: 0) }

  /// The number of bytes.
  @inlinable package var count: Int { Int(length) }

  /// Whether there are no bytes.
  @inlinable package var isEmpty: Bool { length == 0 }
}

/// Bytes in blocks that never move; a run lies in one block, and blocks are numbered by units of 64
/// KB.
///
/// A copy shares the blocks. Bytes once written do not change, so that the owner of the original
/// may go on writing behind them. The addressable size is 4 GB; a run that would pass it is cut.
@safe
package struct TextPool: @unchecked Sendable {
  @usableFromInline var units: [UnsafeMutablePointer<UInt8>]
  private var owners: [MemoryOwner?] = []
  /// Where the block that is being filled starts.
  private var blockStart = 0
  private var tail = 0
  private var limit = 0

  static var unit: Int { 65536 }
  static var capacity: Int { 65535 * unit }

  init() { unsafe units = [] }

  /// The bytes of a run; valid as long as this pool or a copy of it lives.
  @inlinable package func bytes(_ range: TextRange) -> UnsafeBufferPointer<UInt8> {
    if range.length == 0 { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    let start = unsafe units[Int(range.offset &>> 16)] + Int(range.offset & 0xFFFF)
    return unsafe UnsafeBufferPointer(start: UnsafePointer(start), count: Int(range.length))
  }

  /// Adds bytes as a run of their own.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> TextRange {
    let count = bytes.count
    guard count > 0, reserve(count) else { return .empty }
    let offset = tail
    unsafe write(bytes, at: offset)
    tail += count
    return TextRange(offset: UInt32(offset), length: UInt32(count))
  }

  /// Adds bytes to a run, which moves if something lies behind it.
  ///
  /// `isRoomy` says that the run was moved before and has room up to the next power of two.
  mutating func extend(
    _ range: TextRange, isRoomy: inout Bool, with bytes: UnsafeBufferPointer<UInt8>
  ) -> TextRange {
    let end = Int(range.offset) + Int(range.length)
    let count = Int(range.length) + bytes.count
    if !isRoomy, end == tail, tail + bytes.count <= limit {
      unsafe write(bytes, at: tail)
      tail += bytes.count
      return TextRange(offset: range.offset, length: UInt32(count))
    }
    if isRoomy, count <= Self.room(for: Int(range.length)) {
      unsafe write(bytes, at: end)
      return TextRange(offset: range.offset, length: UInt32(count))
    }
    let wasLast = !isRoomy && end == tail
    let oldStart = blockStart
    let wasAlone = wasLast && Int(range.offset) == oldStart
    guard wasLast ? startBlock(for: 2 * count) : reserve(Self.room(for: count)) else {
      return range
    }
    let offset = tail
    unsafe write(self.bytes(range), at: offset)
    unsafe write(bytes, at: offset + Int(range.length))
    if wasAlone { release(oldStart..<offset) }
    isRoomy = !wasLast
    tail += isRoomy ? Self.room(for: count) : count
    return TextRange(offset: UInt32(offset), length: UInt32(count))
  }

  private static func room(for length: Int) -> Int {
    length <= 64 ? 64 : 1 << (Int.bitWidth - (length - 1).leadingZeroBitCount)
  }

  @inline(__always)
  private func write(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    if let source = bytes.baseAddress {
      unsafe (units[offset &>> 16] + (offset & 0xFFFF)).copy(source, bytes.count)
    }
  }

  @inline(__always) private mutating func reserve(_ count: Int) -> Bool {
    tail + count <= limit || startBlock(for: count)
  }

  /// Gives back a block that nothing refers to any more (copies of the pool still keep it).
  private mutating func release(_ block: Range<Int>) {
    for unit in block.lowerBound / Self.unit..<block.upperBound / Self.unit {
      owners[unit] = nil
      // The number stays taken; nothing refers to it, but it must not dangle.
      unsafe units[unit] = units[block.upperBound / Self.unit]
    }
  }

  private mutating func startBlock(for count: Int) -> Bool {
    let unitCount = (count + Self.unit - 1) / Self.unit
    let offset = unsafe units.count * Self.unit
    guard offset + unitCount * Self.unit <= Self.capacity else { return false }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: unitCount * Self.unit, alignment: 16)
    let owner = unsafe MemoryOwner(takingOwnership: memory)
    let start = unsafe memory.assumingMemoryBound(to: UInt8.self)
    for index in 0..<unitCount {
      unsafe units.append(start + index * Self.unit)
      owners.append(owner)
    }
    tail = offset
    blockStart = offset
    limit = offset + unitCount * Self.unit
    return true
  }
}

extension UnsafeMutablePointer<UInt8> {
  /// Copies bytes from memory that does not overlap; short runs, the common case, without a call.
  @inline(__always) func copy(_ source: UnsafePointer<UInt8>, _ count: Int) {
    if count > 16 { return unsafe update(from: source, count: count) }
    let to = UnsafeMutableRawPointer(self)
    let from = unsafe UnsafeRawPointer(source)
    if count >= 8 {
      let first = unsafe from.loadUnaligned(as: UInt64.self)
      let last = unsafe from.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      unsafe to.storeBytes(of: first, as: UInt64.self)
      unsafe to.storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      let first = unsafe from.loadUnaligned(as: UInt32.self)
      let last = unsafe from.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      unsafe to.storeBytes(of: first, as: UInt32.self)
      unsafe to.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
    } else {
      for index in 0..<count { unsafe self[index] = source[index] }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two runs are equal, compared eight bytes at a time.
  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let left = UnsafeRawBufferPointer(self)
    let right = UnsafeRawBufferPointer(other)
    func isSame(_ index: Int) -> Bool {
      unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
    if count >= 8 {
      var index = 0
      while index + 8 < count {
        guard isSame(index) else { return false }
        index += 8
      }
      return isSame(count - 8)
    }
    for index in 0..<count where unsafe left[index] != right[index] { return false }
    return true
  }
}
