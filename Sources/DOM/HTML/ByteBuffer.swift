// SPDX-License-Identifier: MIT
// Part of Grille: a growing run of bytes for the tokenizer's hot loops.

/// Bytes that are collected, read and cleared again and again.
///
/// Cheaper than an array per byte: no uniqueness check, since it cannot be copied.
/// Sendable because it owns its memory alone.
@safe struct ByteBuffer: ~Copyable, @unchecked Sendable {
  private var memory: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    unsafe memory = UnsafeMutablePointer.allocate(capacity: capacity)
  }

  deinit { unsafe memory.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// The bytes, until the next change.
  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: UnsafePointer(memory), count: count)
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    unsafe memory[count] = byte
    count += 1
  }

  @inline(__always) mutating func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
    if count + length > capacity { grow(by: length) }
    unsafe (memory + count).copy(start, length)
    count += length
  }

  /// Adds the first bytes, up to eight, which are `?` or above (letters, that is, in names), with
  /// A–Z turned to a–z, and gives their number; it may be 0 where fewer than eight bytes are left.
  @inline(__always)
  mutating func appendLetters(_ start: UnsafePointer<UInt8>, _ length: Int) -> Int {
    guard length >= 8 else { return 0 }
    if count + 8 > capacity { grow(by: 8) }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let word = UInt64(littleEndian: unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    // The high bits of the sums tell, byte by byte, what is at or above a letter.
    let low = word & ~highs
    let isUpper = (low &+ ones &* 0x3F) & ~(low &+ ones &* 0x25) & ~word & highs
    let others = ~(low &+ ones &* 0x41 | word) & highs
    let lowercased = (word | isUpper &>> 2).littleEndian
    unsafe UnsafeMutableRawPointer(memory + count).storeBytes(of: lowercased, as: UInt64.self)
    let found = others.trailingZeroBitCount / 8
    count += found
    return found
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { unsafe append(start, bytes.count) }
  }

  mutating func append(_ text: StaticString) {
    unsafe append(text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Adds a Unicode scalar in UTF-8; a surrogate becomes U+FFFD.
  mutating func append(scalar: UInt32) {
    let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }

  /// Drops the first bytes.
  mutating func removeFirst(_ length: Int) {
    unsafe memory.update(from: memory + length, count: count - length)
    count -= length
  }

  @inline(__always) mutating func removeAll() {
    count = 0
  }

  /// Drops what lies behind a length.
  @inline(__always) mutating func truncate(to length: Int) {
    count = min(count, length)
  }

  /// Gives memory back after an unusually long run.
  mutating func shrink() {
    guard count == 0, capacity > 1 << 16 else { return }
    unsafe memory.deallocate()
    capacity = 1024
    unsafe memory = UnsafeMutablePointer.allocate(capacity: capacity)
  }

  private mutating func grow(by length: Int) {
    let size = max(capacity * 2, count + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    unsafe larger.update(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = larger
    capacity = size
  }
}
