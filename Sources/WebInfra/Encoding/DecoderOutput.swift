// SPDX-License-Identifier: MIT
// Part of Grille: writing decoded text as UTF-8, and finding runs of ASCII.

/// A decoder that keeps what a chunk's end has cut off until the next chunk.
protocol StreamingDecoder: Sendable {
  /// Appends the text of the bytes in UTF-8, U+FFFD for what cannot be decoded.
  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8])

  /// Appends U+FFFD if the input has ended inside a character, and starts anew.
  mutating func finish(into output: inout [UInt8])
}

extension OutputSpan<UInt8> {
  /// Appends a character in UTF-8.
  @inline(__always)
  mutating func append(scalar: UInt32) {
    if scalar < 0x80 {
      append(UInt8(truncatingIfNeeded: scalar))
    } else if scalar < 0x800 {
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    } else if scalar < 0x1_0000 {
      append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    } else {
      append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }

  /// Appends U+FFFD.
  @inline(__always)
  mutating func appendReplacement() { append(scalar: 0xFFFD) }

  /// Appends some bytes of a span in one copy.
  mutating func append(copying bytes: Span<UInt8>, _ range: Range<Int>) {
    let part = bytes.extracting(range)
    precondition(part.count <= freeCapacity, "the room was counted before")
    unsafe withUnsafeMutableBufferPointer { buffer, initializedCount in
      unsafe part.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(to + initializedCount)
          .copyMemory(from: from, byteCount: source.count)
      }
      initializedCount += part.count
    }
  }
}

extension ASCII {
  /// The number of ASCII bytes from `start` on.
  package static func runLength(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let count = bytes.count
    var index = start
    unsafe bytes.withUnsafeBytes { raw in
      while index + 16 <= count {
        let first = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let second = unsafe raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
        if (first | second) & 0x8080_8080_8080_8080 != 0 { break }
        index += 16
      }
      while index < count, unsafe raw[index] < 0x80 { index += 1 }
    }
    return index - start
  }
}
