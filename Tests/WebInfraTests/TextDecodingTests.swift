// SPDX-License-Identifier: MIT
// Part of Grille: tests of encoding labels, decoders and encoders.

import Testing

@testable import WebInfra

/// Bytes in an encoding and the text they mean.
struct DecodingCase: CustomTestStringConvertible, Sendable {
  let encoding: TextEncoding
  let bytes: [UInt8]
  let text: String
  var testDescription: String { "\(encoding.name) \(bytes)" }

  init(_ encoding: TextEncoding, _ bytes: [UInt8], _ text: String) {
    (self.encoding, self.bytes, self.text) = (encoding, bytes, text)
  }
}

@Suite struct TextDecodingTests {
  static let labels: [(String, TextEncoding?)] = [
    ("utf-8", .utf8), (" UTF8\n", .utf8), ("Latin1", .windows1252), ("us-ascii", .windows1252),
    ("iso-8859-9", .windows1254), ("tis-620", .windows874), ("gb2312", .gbk),
    ("ks_c_5601-1987", .eucKR), ("x-sjis", .shiftJIS), ("iso-8859-8-i", .iso8859_8I),
    ("iso-2022-kr", .replacement), ("utf-7", nil), ("utf-32", nil), ("", nil),
    ("utf\u{2013}8", nil),
    ("utf-16", .utf16LE), ("x-user-defined", .userDefined), ("latin1\0", nil),
  ]

  @Test(arguments: labels) func labelMeansItsEncoding(_ label: String, _ encoding: TextEncoding?) {
    #expect(TextEncoding(label: label) == encoding)
  }

  static let cases: [DecodingCase] = [
    // UTF-8: one replacement character for each longest start of a sequence.
    DecodingCase(.utf8, Array("a\u{E9}\u{65E5}\u{1F600}".utf8), "a\u{E9}\u{65E5}\u{1F600}"),
    DecodingCase(.utf8, [0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
    DecodingCase(.utf8, [0xE2, 0x82, 0x41], "\u{FFFD}A"),
    DecodingCase(.utf8, [0xF0, 0x90, 0x80, 0x41], "\u{FFFD}A"),
    DecodingCase(.utf8, [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    DecodingCase(.utf8, [0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    DecodingCase(.utf8, [0xF8, 0x41], "\u{FFFD}A"),
    DecodingCase(.utf8, [0x80, 0xBF], "\u{FFFD}\u{FFFD}"),
    DecodingCase(.utf8, [0xE0, 0x80, 0xC3, 0xA9], "\u{FFFD}\u{FFFD}\u{E9}"),
    DecodingCase(.utf8, [0xE2, 0x82], "\u{FFFD}"),
    DecodingCase(.utf8, [0xF0], "\u{FFFD}"),
    DecodingCase(.utf8, [0xEF, 0xBB, 0xBF, 0x61], "a"),
    DecodingCase(.utf8, [0xEF, 0xBB, 0x61], "\u{FFFD}a"),
    DecodingCase(.utf8, [0xEF, 0xBB], "\u{FFFD}"),
    DecodingCase(.utf8, [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "\u{FEFF}"),
    // UTF-16.
    DecodingCase(.utf16LE, [0x41, 0, 0x3D, 0xD8, 0, 0xDE], "A\u{1F600}"),
    DecodingCase(.utf16BE, [0xFE, 0xFF, 0, 0x41, 0xD8, 0x3D, 0xDE, 0], "A\u{1F600}"),
    DecodingCase(.utf16LE, [0, 0xD8, 0x41, 0], "\u{FFFD}A"),
    DecodingCase(.utf16LE, [0, 0xDC, 0x41, 0, 0x41], "\u{FFFD}A\u{FFFD}"),
    DecodingCase(.utf16LE, [0, 0xD8], "\u{FFFD}"),
    // One byte for a character.
    DecodingCase(.windows1252, [0x80, 0x41, 0x9F, 0xFF, 0x81], "\u{20AC}A\u{178}\u{FF}\u{81}"),
    DecodingCase(.iso8859_8I, [0xE0, 0xA1], "\u{5D0}\u{FFFD}"),
    DecodingCase(.koi8R, [0xC1, 0xC2], "\u{430}\u{431}"),
    DecodingCase(.userDefined, [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}"),
    // Shift_JIS: a wrong trail byte that is ASCII is read again.
    DecodingCase(.shiftJIS, [0x93, 0xFA, 0x96, 0x7B, 0xB1, 0x5C], "\u{65E5}\u{672C}\u{FF71}\\"),
    DecodingCase(.shiftJIS, [0x81, 0x3C, 0x62, 0x3E], "\u{FFFD}<b>"),
    DecodingCase(.shiftJIS, [0x81, 0xFF, 0xA0, 0xFD, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{80}"),
    DecodingCase(.shiftJIS, [0xF0, 0x40, 0x82], "\u{E000}\u{FFFD}"),
    DecodingCase(.shiftJIS, [0x87, 0x40], "\u{2460}"),
    // EUC-JP.
    DecodingCase(.eucJP, [0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB1], "\u{65E5}\u{672C}\u{FF71}"),
    DecodingCase(.eucJP, [0x8F, 0xB0, 0xA1, 0x41], "\u{4E02}A"),
    DecodingCase(.eucJP, [0xC6, 0x3C, 0x8F, 0xA1, 0x3C], "\u{FFFD}<\u{FFFD}<"),
    DecodingCase(.eucJP, [0x8F, 0xB0], "\u{FFFD}"),
    // EUC-KR, Big5.
    DecodingCase(.eucKR, [0xC7, 0xD1, 0x81, 0x41, 0xC7, 0x3C], "\u{D55C}\u{AC02}\u{FFFD}<"),
    DecodingCase(
      .big5, [0xA4, 0xA4, 0x88, 0x62, 0x88, 0xA5], "\u{4E2D}\u{CA}\u{304}\u{EA}\u{30C}"),
    DecodingCase(.big5, [0x87, 0x40, 0xA4, 0x3C, 0xFF], "\u{43F0}\u{FFFD}<\u{FFFD}"),
    // GB 18030: one, two and four bytes.
    DecodingCase(.gbk, [0x80, 0xD6, 0xD0], "\u{20AC}\u{4E2D}"),
    DecodingCase(.gb18030, [0x81, 0x30, 0x81, 0x30, 0x94, 0x39, 0xFC, 0x36], "\u{80}\u{1F600}"),
    DecodingCase(.gb18030, [0x81, 0x30, 0x81, 0x3C], "\u{FFFD}0\u{FFFD}<"),
    DecodingCase(.gb18030, [0x81, 0x30, 0x3C], "\u{FFFD}0<"),
    DecodingCase(.gb18030, [0x81, 0x35, 0xF4, 0x37], "\u{E7C7}"),
    DecodingCase(.gb18030, [0xFE, 0x39, 0xFE, 0x39, 0xFF], "\u{FFFD}\u{FFFD}"),
    DecodingCase(.gb18030, [0x81, 0x30, 0x81], "\u{FFFD}"),
    // ISO-2022-JP.
    DecodingCase(
      .iso2022JP, [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x41], "\u{65E5}A"),
    DecodingCase(.iso2022JP, [0x1B, 0x28, 0x4A, 0x5C, 0x7E, 0x41], "\u{A5}\u{203E}A"),
    DecodingCase(.iso2022JP, [0x1B, 0x28, 0x49, 0x31], "\u{FF71}"),
    DecodingCase(.iso2022JP, [0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42], "\u{FFFD}"),
    DecodingCase(.iso2022JP, [0x1B, 0x41, 0x1B, 0x24, 0x41], "\u{FFFD}A\u{FFFD}$A"),
    DecodingCase(.iso2022JP, [0x1B, 0x24, 0x42, 0x46], "\u{FFFD}"),
    DecodingCase(.iso2022JP, [0x1B, 0x24], "\u{FFFD}$"),
    DecodingCase(.iso2022JP, [0x0E, 0x80], "\u{FFFD}\u{FFFD}"),
    // Encodings that are too dangerous to read.
    DecodingCase(.replacement, [0x41, 0x42], "\u{FFFD}"),
    DecodingCase(.replacement, [], ""),
  ]

  @Test(arguments: cases) func bytesAreDecoded(_ row: DecodingCase) {
    #expect(TextDecoder.text(row.bytes, as: row.encoding) == row.text)
  }

  @Test(arguments: cases) func everyCutGivesTheSameText(_ row: DecodingCase) {
    for size in 1...3 {
      var decoder = TextDecoder(row.encoding)
      var output: [UInt8] = []
      var index = 0
      while index < row.bytes.count {
        let end = min(index + size, row.bytes.count)
        let chunk = Array(row.bytes[index..<end])
        decoder.decode(chunk, into: &output)
        index = end
      }
      decoder.decode([], into: &output, isFinal: true)
      #expect(String(decoding: output, as: UTF8.self) == row.text, "chunks of \(size)")
    }
  }

  @Test func anyBytesGiveValidUTF8WithEveryCut() {
    var generator = SplitMix(state: 7)
    for encoding in TextEncoding.allCases {
      for _ in 0..<40 {
        let bytes = (0..<Int(generator.next() % 40)).map { _ -> UInt8 in
          let value = generator.next()
          return value % 3 == 0
            ? [0x1B, 0x24, 0x28, 0x42, 0x81, 0x8E, 0x8F, 0x30][Int(value >> 8 & 7)]
            : UInt8(truncatingIfNeeded: value >> 8)
        }
        let whole = TextDecoder.decode(bytes.span, as: encoding)
        #expect(UTF8Validation.isValid(whole), "\(encoding) \(bytes)")
        var decoder = TextDecoder(encoding)
        var output: [UInt8] = []
        for byte in bytes { decoder.decode([byte], into: &output) }
        decoder.decode([], into: &output, isFinal: true)
        #expect(output == whole, "\(encoding) \(bytes)")
        if encoding == .utf8, !bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
          #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: whole, as: UTF8.self))
        }
      }
    }
  }

  static let encoded: [(TextEncoding, String, [UInt8])] = [
    (.utf8, "\u{65E5}", [0xE6, 0x97, 0xA5]),
    (.utf16LE, "\u{E9}", [0xC3, 0xA9]),
    (.windows1252, "\u{20AC}\u{E9}", [0x80, 0xE9]),
    (.windows1252, "\u{65E5}", Array("&#26085;".utf8)),
    (.shiftJIS, "\u{65E5}\u{FF71}\u{A5}\u{2212}", [0x93, 0xFA, 0xB1, 0x5C, 0x81, 0x7C]),
    (.eucJP, "\u{65E5}\u{FF71}", [0xC6, 0xFC, 0x8E, 0xB1]),
    (.eucKR, "\u{D55C}", [0xC7, 0xD1]),
    (.big5, "\u{4E2D}\u{5341}", [0xA4, 0xA4, 0xA4, 0x51]),
    (.gbk, "\u{20AC}\u{4E2D}\u{1F600}", [0x80, 0xD6, 0xD0] + Array("&#128512;".utf8)),
    (.gb18030, "\u{20AC}\u{1F600}", [0xA2, 0xE3, 0x94, 0x39, 0xFC, 0x36]),
    (
      .iso2022JP, "a\u{65E5}\u{A5}b",
      [0x61, 0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x4A, 0x5C, 0x62, 0x1B, 0x28, 0x42]
    ),
    (
      .iso2022JP, "\u{FF71}\u{1F600}",
      [0x1B, 0x24, 0x42, 0x25, 0x22, 0x1B, 0x28, 0x42] + Array("&#128512;".utf8)
    ),
    (.userDefined, "\u{F780}\u{E9}", [0x80] + Array("&#233;".utf8)),
  ]

  @Test(arguments: encoded) func textIsEncodedForForms(
    _ encoding: TextEncoding, _ text: String, _ bytes: [UInt8]
  ) {
    #expect(TextEncoder.encode(text, as: encoding) == bytes)
  }

  @Test func encodedTextIsDecodedAgain() {
    let texts: [(TextEncoding, String)] = [
      (.shiftJIS, "\u{8868}\u{793A}\u{FF61}\u{2460}"), (.eucJP, "\u{8868}\u{793A}"),
      (.iso2022JP, "x\u{8868}y\u{793A}"), (.eucKR, "\u{AC02}\u{D55C}"), (.big5, "\u{8A5E}\u{6F22}"),
      (.gb18030, "\u{8A5E}\u{1F468}\u{200D}\u{1F33E}\u{E9}"), (.koi8U, "\u{454}\u{491}"),
      (.windows1255, "\u{5D0}\u{20AA}"), (.macintosh, "\u{E9}\u{221A}"),
      (.ibm866, "\u{44F}\u{2591}"),
    ]
    for (encoding, text) in texts {
      let bytes = TextEncoder.encode(text, as: encoding)
      #expect(TextDecoder.text(bytes, as: encoding) == text, "\(encoding)")
    }
  }
}
