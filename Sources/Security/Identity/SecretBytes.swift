// SPDX-License-Identifier: MIT
// Part of Grille: memory for pass phrases and keys that is wiped before it is given back.
import COpenSSL

/// Bytes that nobody may see: a pass phrase, or a file with a private key.
///
/// They have one owner, cannot be copied, compared or printed, and are overwritten when the owner
/// lets go of them. Memory that they outgrow is overwritten too.
///
/// Sendable because its memory has exactly one owner at any time.
@safe public struct SecretBytes: ~Copyable, @unchecked Sendable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes.
  public private(set) var count = 0

  /// No bytes, with room for some.
  ///
  /// - Parameter capacity: How many bytes fit before the memory has to move.
  public init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    unsafe memory = .allocate(capacity: self.capacity)
    unsafe memory.initialize(repeating: 0, count: self.capacity)
  }

  /// A copy of bytes, whose owner wipes his own.
  public init(copying bytes: Span<UInt8>) {
    self.init(capacity: bytes.count)
    append(bytes)
  }

  /// The same bytes in memory of their own.
  public func copy() -> SecretBytes {
    var copy = SecretBytes(capacity: count)
    withBytes { copy.append($0) }
    return copy
  }

  deinit {
    unsafe OPENSSL_cleanse(memory, capacity)
    unsafe memory.deallocate()
  }

  /// True if there are no bytes.
  public var isEmpty: Bool { count == 0 }

  /// Lends the bytes for the time of a call.
  ///
  /// Whoever copies them answers for the copy.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe Span(_unsafeStart: memory, count: count))
  }

  /// Whether others are the same bytes; takes as long wherever they differ.
  public func matches(_ other: borrowing SecretBytes) -> Bool {
    unsafe count == other.count && CRYPTO_memcmp(memory, other.memory, count) == 0
  }

  // MARK: Writing

  /// Adds a byte.
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe memory[count] = byte
    count += 1
  }

  /// Adds bytes.
  public mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    for index in bytes.indices { unsafe memory[count + index] = bytes[index] }
    count += bytes.count
  }

  /// Adds the UTF-8 of a character that was typed.
  public mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case ..<0x80: append(UInt8(value))
    case ..<0x800: append(UInt8(0xC0 | value >> 6))
    case ..<0x10000:
      append(UInt8(0xE0 | value >> 12))
      append(UInt8(0x80 | value >> 6 & 0x3F))
    default:
      append(UInt8(0xF0 | value >> 18))
      append(UInt8(0x80 | value >> 12 & 0x3F))
      append(UInt8(0x80 | value >> 6 & 0x3F))
    }
    if value >= 0x80 { append(UInt8(0x80 | value & 0x3F)) }
  }

  /// Takes the last character back, all bytes of its UTF-8; does nothing if there is none.
  public mutating func removeLastCharacter() {
    while count > 0 {
      let byte = unsafe memory[count - 1]
      removeLast()
      if byte & 0xC0 != 0x80 { break }
    }
  }

  /// Wipes everything.
  public mutating func removeAll() {
    unsafe OPENSSL_cleanse(memory, capacity)
    count = 0
  }

  /// Wipes the last byte.
  ///
  /// - Precondition: There is one.
  mutating func removeLast() {
    precondition(count > 0, "there is no byte to remove")
    count -= 1
    unsafe memory[count] = 0
  }

  /// Makes room for `more` bytes beyond ``count``.
  private mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    let newCapacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    unsafe larger.initialize(repeating: 0, count: newCapacity)
    unsafe larger.update(from: memory, count: count)
    unsafe OPENSSL_cleanse(memory, capacity)
    unsafe memory.deallocate()
    unsafe memory = larger
    capacity = newCapacity
  }

  /// Lets a function write straight into the memory behind the last byte.
  ///
  /// - Parameters:
  ///   - room: How many bytes it may write.
  ///   - fill: Writes and tells how many bytes; negative if it failed.
  /// - Returns: What `fill` has told.
  mutating func append(
    upTo room: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int
  ) -> Int {
    reserve(room)
    let written = unsafe fill(memory + count)
    precondition(written <= room, "no more may be written than there is room")
    count += max(0, written)
    return written
  }
}
