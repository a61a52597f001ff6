// SPDX-License-Identifier: MIT
// Part of Grille: turns bytes in any encoding of the web into UTF-8, chunk by chunk.

/// Decodes a stream of bytes into UTF-8.
///
/// Chunks may be cut anywhere; the output is the same for every cut. A byte order mark of the
/// encoding itself is dropped at the start.
package struct TextDecoder: Sendable {
  /// What is decoded.
  package let encoding: TextEncoding
  private var decoder: any StreamingDecoder
  /// What may still become a byte order mark, which is not output.
  private var start: ByteOrderMarkFilter?

  /// Makes a decoder at the start of a stream, or within one, where a byte order mark is text.
  package init(_ encoding: TextEncoding, isAtStart: Bool = true) {
    self.encoding = encoding
    start = isAtStart ? ByteOrderMarkFilter(encoding) : nil
    decoder =
      switch encoding {
      case .utf8: UTF8Decoder()
      case .utf16LE: UTF16Decoder(isBigEndian: false)
      case .utf16BE: UTF16Decoder(isBigEndian: true)
      case .gbk, .gb18030: GB18030Decoder()
      case .big5: Big5Decoder()
      case .eucJP: EUCJPDecoder()
      case .iso2022JP: ISO2022JPDecoder()
      case .shiftJIS: ShiftJISDecoder()
      case .eucKR: EUCKRDecoder()
      case .replacement: ReplacementDecoder()
      default: SingleByteDecoder(encoding)
      }
  }

  /// Appends the text of the next bytes, in UTF-8, to the output.
  ///
  /// `isFinal` tells that the stream ends with these bytes: what is cut off then becomes U+FFFD,
  /// and the decoder is at the start again.
  package mutating func decode(
    _ bytes: Span<UInt8>, into output: inout [UInt8], isFinal: Bool = false
  ) {
    var rest = 0
    if var filter = start {
      rest = filter.take(bytes)
      start = filter
      if filter.isDecided || isFinal {
        let held = filter.remainder
        start = nil
        if !held.isEmpty { decoder.decode(held.span, into: &output) }
      }
    }
    if rest < bytes.count { decoder.decode(bytes.extracting(rest..<bytes.count), into: &output) }
    if isFinal {
      decoder.finish(into: &output)
      start = ByteOrderMarkFilter(encoding)
    }
  }

  /// The text of a whole byte sequence, in UTF-8.
  package static func decode(_ bytes: Span<UInt8>, as encoding: TextEncoding) -> [UInt8] {
    var decoder = TextDecoder(encoding)
    var output: [UInt8] = []
    decoder.decode(bytes, into: &output, isFinal: true)
    return output
  }
}

/// Holds back the first bytes of a stream for as long as they may be a byte order mark.
struct ByteOrderMarkFilter: Sendable {
  private let mark: [UInt8]
  private var matched = 0
  private(set) var isDecided = false

  /// Nil for an encoding that has no mark of its own.
  init?(_ encoding: TextEncoding) {
    switch encoding {
    case .utf8: mark = [0xEF, 0xBB, 0xBF]
    case .utf16BE: mark = [0xFE, 0xFF]
    case .utf16LE: mark = [0xFF, 0xFE]
    default: return nil
    }
  }

  /// Compares the first bytes and returns how many it has taken.
  mutating func take(_ bytes: Span<UInt8>) -> Int {
    var index = 0
    while index < bytes.count, !isDecided {
      guard bytes[index] == mark[matched] else {
        isDecided = true
        break
      }
      matched += 1
      index += 1
      if matched == mark.count { isDecided = true }
    }
    return index
  }

  /// The bytes taken that turned out to be no mark.
  var remainder: [UInt8] { matched == mark.count ? [] : Array(mark[..<matched]) }
}

// encoding.spec.whatwg.org/#replacement-decoder
/// The decoder of encodings that are unsafe to support: one U+FFFD for the whole stream.
struct ReplacementDecoder: StreamingDecoder {
  private var isReported = false

  mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    guard !isReported, bytes.count > 0 else { return }
    isReported = true
    output.append(contentsOf: UTF8Validation.replacementCharacter)
  }

  mutating func finish(into output: inout [UInt8]) { isReported = false }
}
