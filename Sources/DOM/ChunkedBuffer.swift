// SPDX-License-Identifier: MIT
// Part of Grille: growing storage whose full chunks are shared between snapshots.

/// Memory that lives as long as somebody refers to it.
///
/// Sendable because the pointer never changes; who may write there is the users' rule.
@safe final class MemoryOwner: @unchecked Sendable {
  let memory: UnsafeMutableRawPointer

  /// Takes memory that `malloc` or `allocate` gave.
  init(takingOwnership memory: UnsafeMutableRawPointer) { unsafe self.memory = memory }

  deinit { unsafe memory.deallocate() }
}

/// A growing array of plain values in chunks of 1,024.
///
/// A copy shares all chunks. Only the owner of the original goes on writing (`DocumentBuilder` sees
/// to that): appending behind what a copy can see leaves the copy alone, and a chunk that a copy
/// can see is itself copied before one of its values changes.
@safe
package struct ChunkedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline var chunks: [UnsafeMutablePointer<Element>]
  /// How many values there are.
  @inlinable package var count: Int { end }
  @usableFromInline var end = 0
  private var owners: [MemoryOwner] = []
  private var isShared: [Bool] = []

  @inlinable static var shift: Int { 10 }
  @inlinable static var mask: Int { 1023 }

  init() { unsafe chunks = [] }

  /// A value; numbers from `count` to the end of the last chunk give zero bytes, others trap.
  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) get { unsafe chunks[index &>> Self.shift][index & Self.mask] }
  }

  /// Marks everything as visible to a copy.
  mutating func share() {
    for index in isShared.indices { isShared[index] = true }
  }

  /// Adds a value at the end, in place even if a copy sees the rest of the chunk.
  @inline(__always) mutating func append(_ value: Element) {
    if unsafe count &>> Self.shift == chunks.count { addChunk() }
    unsafe chunks[count &>> Self.shift][count & Self.mask] = value
    end += 1
  }

  /// Leaves room so that the next `length` values lie in one chunk; `length` is 1,024 at most.
  mutating func alignForRun(of length: Int) {
    let left = Self.mask + 1 - (count & Self.mask)
    if length > left { end += left }
  }

  /// A place to write to; valid until the next change of this buffer.
  @inline(__always) mutating func writable(_ index: Int) -> UnsafeMutablePointer<Element> {
    if isShared[index &>> Self.shift] { unshare(index &>> Self.shift) }
    return unsafe chunks[index &>> Self.shift] + (index & Self.mask)
  }

  private mutating func addChunk() {
    let bytes = (Self.mask + 1) * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    unsafe chunks.append(memory.assumingMemoryBound(to: Element.self))
    unsafe owners.append(MemoryOwner(takingOwnership: memory))
    isShared.append(false)
  }

  private mutating func unshare(_ chunk: Int) {
    isShared[chunk] = false
    if isKnownUniquelyReferenced(&owners[chunk]) { return }
    let bytes = (Self.mask + 1) * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    unsafe memory.copyMemory(from: chunks[chunk], byteCount: bytes)
    unsafe chunks[chunk] = memory.assumingMemoryBound(to: Element.self)
    unsafe owners[chunk] = MemoryOwner(takingOwnership: memory)
  }
}
