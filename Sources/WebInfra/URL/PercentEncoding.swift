// SPDX-License-Identifier: MIT
// Part of Grille: percent-encode sets, percent-encoding and percent-decoding of bytes.

/// The bytes that must be written as `%XX` in one part of a URL.
///
/// Bytes from 0x80 on belong to every set.
package struct PercentEncodeSet: Sendable {
  /// Membership of the bytes 0x00–0x3F, one bit each.
  @usableFromInline let low: UInt64
  /// Membership of the bytes 0x40–0x7F, one bit each.
  @usableFromInline let high: UInt64

  @inlinable init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Whether the byte has to be encoded.
  @inlinable package func contains(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    let word = byte < 0x40 ? low : high
    return word & (1 << UInt64(byte & 0x3F)) != 0
  }

  /// The set with some more ASCII characters.
  func adding(_ characters: StaticString) -> PercentEncodeSet {
    var (low, high) = (low, high)
    characters.withUTF8Buffer { bytes in
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        if byte < 0x40 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 0x3F) }
      }
    }
    return PercentEncodeSet(low: low, high: high)
  }

  // url.spec.whatwg.org/#percent-encoded-bytes

  /// Controls, DEL and everything outside ASCII: for opaque paths and opaque hosts.
  package static let c0Control = PercentEncodeSet(low: 0x0000_0000_FFFF_FFFF, high: 1 << 63)
  /// For fragments.
  package static let fragment = c0Control.adding(" \"<>`")
  /// For queries of schemes without special rules.
  package static let query = c0Control.adding(" \"#<>")
  /// For queries of special schemes.
  package static let specialQuery = query.adding("'")
  /// For path segments.
  package static let path = query.adding("?^`{}")
  /// For user names and passwords.
  package static let userInfo = path.adding("/:;=@[\\]|")
  /// For any value placed inside a URL; what JavaScript's `encodeURIComponent` encodes.
  package static let component = userInfo.adding("$%&+,")
  /// For `application/x-www-form-urlencoded` (where a space is then written as `+`).
  package static let formURLEncoded = component.adding("!'()~")
}

/// Percent-encoding and -decoding of byte sequences.
package enum PercentEncoding {
  /// Appends the bytes, with those of the set written as `%XX`.
  package static func encode(
    _ bytes: Span<UInt8>, _ set: PercentEncodeSet, spaceAsPlus: Bool = false,
    into output: inout [UInt8]
  ) {
    for index in bytes.indices {
      let byte = bytes[index]
      if spaceAsPlus && byte == 0x20 {
        output.append(0x2B)
      } else if set.contains(byte) {
        output.append(0x25)
        output.append(ASCII.upperHexDigit(byte >> 4))
        output.append(ASCII.upperHexDigit(byte & 15))
      } else {
        output.append(byte)
      }
    }
  }

  /// The text's UTF-8 with the bytes of the set written as `%XX`.
  package static func encode(
    _ text: String, _ set: PercentEncodeSet, spaceAsPlus: Bool = false
  ) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    encode(text.utf8.span, set, spaceAsPlus: spaceAsPlus, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  // url.spec.whatwg.org/#percent-decode
  /// Appends the bytes with each well-formed `%XX` replaced by its byte.
  package static func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    let count = bytes.count
    var index = 0
    while index < count {
      let byte = bytes[index]
      if byte == 0x25, index + 2 < count, let upper = ASCII.hexValue(bytes[index + 1]),
        let lower = ASCII.hexValue(bytes[index + 2])
      {
        output.append(upper << 4 | lower)
        index += 3
      } else {
        output.append(byte)
        index += 1
      }
    }
  }

  /// The bytes that a percent-encoded text stands for.
  package static func decode(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    decode(text.utf8.span, into: &output)
    return output
  }
}
