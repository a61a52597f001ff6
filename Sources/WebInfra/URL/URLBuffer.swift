// SPDX-License-Identifier: MIT
// Part of Grille: the scratch space a URL is serialised into while it is parsed.

/// Bytes of fixed capacity on the stack; the parser writes into them and the result is copied once.
///
/// When the capacity is exceeded further bytes are dropped and `isOverflowed` tells so: the parse
/// is then repeated with more room.
@safe
struct URLBuffer: ~Copyable {
  private let storage: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0
  private(set) var isOverflowed = false

  /// Wraps memory which the caller keeps alive for as long as the buffer is used.
  init(borrowing storage: UnsafeMutableBufferPointer<UInt8>) {
    unsafe self.storage = storage
  }

  var capacity: Int { unsafe storage.count }

  subscript(index: Int) -> UInt8 {
    get {
      precondition(index >= 0 && index < count, "index must be inside the written bytes")
      return unsafe storage[index]
    }
    set {
      precondition(index >= 0 && index < count, "index must be inside the written bytes")
      unsafe storage[index] = newValue
    }
  }

  /// Whether that ASCII text has been written at that position.
  func matches(_ text: StaticString, at start: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard start + length <= count else { return false }
    let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: length)
    for index in 0..<length where unsafe bytes[index] != storage[start + index] { return false }
    return true
  }

  mutating func append(_ byte: UInt8) {
    guard count < capacity else {
      isOverflowed = true
      return
    }
    unsafe storage[count] = byte
    count += 1
  }

  mutating func append(_ bytes: Span<UInt8>) {
    guard bytes.count <= capacity - count else {
      isOverflowed = true
      return
    }
    unsafe bytes.withUnsafeBytes { source in
      guard let from = source.baseAddress, let to = unsafe storage.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(to + count).copyMemory(from: from, byteCount: source.count)
    }
    count += bytes.count
  }

  /// Appends the bytes, those of the set percent-encoded; runs without such are copied whole.
  mutating func append(_ bytes: Span<UInt8>, encoding set: PercentEncodeSet) {
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, !set.contains(bytes[index]) { index += 1 }
      if index > start { append(bytes.extracting(start..<index)) }
      guard index < bytes.count else { return }
      append(bytes[index], encoding: set)
      index += 1
    }
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
      for index in bytes.indices { append(unsafe bytes[index]) }
    }
  }

  mutating func append(_ text: String) { append(text.utf8.span) }

  mutating func append(_ byte: UInt8, encoding set: PercentEncodeSet) {
    if set.contains(byte) {
      append(0x25)
      append(ASCII.upperHexDigit(byte >> 4))
      append(ASCII.upperHexDigit(byte & 15))
    } else {
      append(byte)
    }
  }

  /// Drops everything from that position on.
  mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0, "a buffer cannot be cut below zero")
    if newCount < count { count = newCount }
  }

  /// Moves the bytes from that position on by two, and writes `/.` before them.
  mutating func insertSlashDot(at position: Int) {
    append(0)
    append(0)
    guard !isOverflowed else { return }
    var index = count - 1
    while index >= position + 2 {
      self[index] = self[index - 2]
      index -= 1
    }
    self[position] = 0x2F
    self[position + 1] = 0x2E
  }

  /// A String of everything written so far, which is ASCII.
  func makeString() -> String {
    unsafe String(decoding: UnsafeBufferPointer(rebasing: storage[..<count]), as: UTF8.self)
  }
}
