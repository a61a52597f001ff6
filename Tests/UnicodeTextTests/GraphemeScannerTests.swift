// SPDX-License-Identifier: MIT
// Part of Grille: tests of grapheme cluster boundaries.
import Testing

@testable import UnicodeText

struct GraphemeScannerTests {
  @Test(arguments: [
    ("abc", [1, 2]), ("\r\n\n", [2]), ("e\u{301}x", [3]), ("🇯🇵🇩🇪🇫", [8, 16]),
    ("👨‍👩‍👧x", [18]), ("한국", [3]), ("\u{1100}\u{1161}\u{11A8}\u{1100}", [9]),
    ("\u{600}1a", [3]), ("a\u{200D}👧", [4]), ("नि", []),
  ])
  func boundariesLieBetweenClusters(text: String, boundaries: [Int32]) {
    var found: [Int32] = []
    GraphemeScanner().appendBoundaries(Array(text.utf8).span, to: &found)
    #expect(found == boundaries)
  }

  @Test func everyTextIsCutLikeSwiftCutsIt() {
    let text = "Ünïcödé 日本語 🏴‍☠️🤦🏼‍♂️ กำ का 한국어 \r\n x̂"
    let bytes = Array(text.utf8)
    var found: [Int32] = []
    GraphemeScanner().appendBoundaries(bytes.span, to: &found)
    var expected: [Int32] = []
    for index in text.indices.dropFirst() {
      expected.append(Int32(text.utf8.distance(from: text.startIndex, to: index)))
    }
    #expect(found == expected)
  }

  @Test func mixturesAreCutLikeSwiftCutsThem() {
    var seed: UInt64 = 3
    let pieces = [
      "a", "日", "か", "ガ", "\u{3099}", "\u{301}", "\u{FE0F}", "\u{200D}", "👩", "🏽", "🇯", "\r", "\n",
      "ᄒ", "ᅡ", "ᆫ", "한",
      "\u{302A}", "é", " ", "\u{E0101}",
    ]
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<8 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(seed >> 33) % pieces.count]
      }
      var found: [Int32] = []
      GraphemeScanner().appendBoundaries(Array(text.utf8).span, to: &found)
      let expected = text.indices.dropFirst().map {
        Int32(text.utf8.distance(from: text.startIndex, to: $0))
      }
      #expect(found == expected, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test func malformedBytesAreClustersOfTheirOwn() {
    var found: [Int32] = []
    GraphemeScanner().appendBoundaries([0xC3, 0x28, 0xF0, 0x9F].span, to: &found)
    #expect(found == [1, 2, 3])
  }
}

struct UTF8DecodingTests {
  @Test func everyScalarIsReadBack() {
    for value in 0..<0x110000 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var bytes: [UInt8] = []
      UTF8Decoding.append(value, to: &bytes)
      let read = UTF8Decoding.scalar(in: bytes.span, at: 0)
      guard read.value == value, read.length == bytes.count, read.isValid,
        bytes.count == UTF8.width(scalar)
      else {
        Issue.record("U+\(String(value, radix: 16))")
        return
      }
    }
  }

  @Test func malformedSequencesAreTakenByteForByte() {
    let samples: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xE2, 0x82],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xE2, 0x28, 0xA1],
    ]
    for bytes in samples {
      let read = UTF8Decoding.scalar(in: bytes.span, at: 0)
      let summary = [Int(read.value), read.length, read.isValid ? 1 : 0]
      #expect(summary == [0xFFFD, 1, 0], "\(bytes)")
    }
  }

  /// The shortcut for ideographs must agree with the tables it leaves out.
  @Test func plainIdeographsAreWideBasesOfClusters() {
    var count = 0
    for value in 0x80..<0x110000 as Range<UInt32> {
      var bytes: [UInt8] = []
      UTF8Decoding.append(value, to: &bytes)
      guard UTF8Decoding.isPlainIdeograph(bytes.span, 0) else { continue }
      count += 1
      let isPlain =
        ScalarProperties.width(of: value) == 2 && ScalarProperties.graphemeFlags(of: value) == 0
        && (value < 0x4E00 || ScalarProperties.lineBreakClass(of: value) == .id)
      #expect(isPlain, "U+\(String(value, radix: 16))")
    }
    #expect(count > 21_000)
  }
}
