// SPDX-License-Identifier: MIT
// Part of Grille: checking UTF-8, and replacing what is broken as the standard says.

/// Validity of UTF-8 bytes.
package enum UTF8Validation {
  /// The number of bytes from `start` on that are complete, valid UTF-8.
  ///
  /// Runs of ASCII cost about one step for eight bytes.
  package static func validLength(_ bytes: Span<UInt8>, from start: Int = 0) -> Int {
    let count = bytes.count
    var index = start
    unsafe bytes.withUnsafeBytes { raw in
      while index < count {
        while index + 16 <= count {
          let first = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          let second = unsafe raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
          if (first | second) & 0x8080_8080_8080_8080 != 0 { break }
          index += 16
        }
        guard index < count else { break }
        let byte = unsafe raw[index]
        if byte < 0x80 {
          index += 1
          continue
        }
        let length = unsafe sequenceLength(raw, at: index)
        if length == 0 { break }
        index += length
      }
    }
    return index - start
  }

  /// Whether all bytes are valid UTF-8.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool { validLength(bytes) == bytes.count }

  /// The length of the complete, valid sequence of two to four bytes there, or 0.
  @inline(__always)
  private static func sequenceLength(_ raw: UnsafeRawBufferPointer, at index: Int) -> Int {
    let count = raw.count
    let lead = unsafe raw[index]
    let bounds = continuationBounds(lead)
    guard bounds.length > 0, index + bounds.length <= count else { return 0 }
    let second = unsafe raw[index + 1]
    guard second >= bounds.lower, second <= bounds.upper else { return 0 }
    if bounds.length > 2 {
      guard unsafe raw[index + 2] & 0xC0 == 0x80 else { return 0 }
      if bounds.length > 3 {
        guard unsafe raw[index + 3] & 0xC0 == 0x80 else { return 0 }
      }
    }
    return bounds.length
  }

  // encoding.spec.whatwg.org/#utf-8-decoder
  /// The length that a lead byte announces and the range of its second byte; length 0 if none.
  @inline(__always)
  static func continuationBounds(_ lead: UInt8) -> (length: Int, lower: UInt8, upper: UInt8) {
    switch lead {
    case 0xC2...0xDF: (2, 0x80, 0xBF)
    case 0xE0: (3, 0xA0, 0xBF)
    case 0xED: (3, 0x80, 0x9F)
    case 0xE1...0xEF: (3, 0x80, 0xBF)
    case 0xF0: (4, 0x90, 0xBF)
    case 0xF1...0xF3: (4, 0x80, 0xBF)
    case 0xF4: (4, 0x80, 0x8F)
    default: (0, 0, 0)
    }
  }

  /// The length of the longest start of a sequence that lies there, at least 1.
  ///
  /// One U+FFFD stands for that many bytes. `isCut` tells that the input ends inside a sequence
  /// that more bytes could complete.
  static func brokenLength(_ bytes: Span<UInt8>, at index: Int) -> (length: Int, isCut: Bool) {
    let bounds = continuationBounds(bytes[index])
    guard bounds.length > 0 else { return (1, false) }
    guard index + 1 < bytes.count else { return (1, true) }
    guard bytes[index + 1] >= bounds.lower, bytes[index + 1] <= bounds.upper else {
      return (1, false)
    }
    var length = 2
    while length < bounds.length {
      guard index + length < bytes.count else { return (length, true) }
      guard bytes[index + length] & 0xC0 == 0x80 else { return (length, false) }
      length += 1
    }
    return (length, false)
  }

  /// Appends the bytes, each broken sequence as one U+FFFD.
  package static func appendRepairing(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      let valid = validLength(bytes, from: index)
      output.append(copying: bytes.extracting(index..<index + valid))
      index += valid
      guard index < bytes.count else { return }
      output.append(contentsOf: replacementCharacter)
      index += brokenLength(bytes, at: index).length
    }
  }

  /// U+FFFD in UTF-8.
  static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]
}

extension [UInt8] {
  /// Appends a span's bytes in one copy.
  @inlinable package mutating func append(copying bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
