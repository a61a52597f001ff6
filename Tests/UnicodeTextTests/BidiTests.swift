// SPDX-License-Identifier: MIT
// Part of Grille: tests of bidirectional text.
import Testing

@testable import UnicodeText

struct BidiTests {
  private func visual(_ text: String, _ base: Bidi.BaseDirection) throws -> String {
    let bytes = Array(text.utf8)
    let found = Bidi.levels(of: bytes.span, base: base)
    let levels = try #require(found)
    var result: [UInt8] = []
    for run in Bidi.visualRuns(of: 0..<bytes.count, in: bytes.span, levels: levels) {
      Bidi.appendVisual(run, of: bytes.span, to: &result)
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test func hebrewInEnglishIsReversed() throws {
    #expect(try visual("abc אבג def", .leftToRight) == "abc גבא def")
    #expect(try visual("abc אבג", .rightToLeft) == "גבא abc")
    #expect(try visual("אבג 123 (x)", .automatic) == "(x) 123 גבא")
    #expect(try visual("plain", .automatic) == "plain")
  }

  @Test func bracketsAreMirroredAndMarksStayWithTheirBase() throws {
    #expect(try visual("(אב)", .rightToLeft) == "(בא)")
    #expect(try visual("שָׁב", .automatic) == "בשָׁ")
    #expect(Bidi.mirrored(0xAB) == 0xBB)
    #expect(Bidi.mirrored(0x61) == 0x61)
  }

  @Test func spacesAtTheEndOfALineTakeTheParagraphsDirection() throws {
    #expect(try visual("אב  ", .leftToRight) == "בא  ")
  }

  @Test func onlyTextWithOtherDirectionsIsAnalysed() {
    let texts = ["Ünïcödé 日本 😀", "x א", "سلام", "\u{1E900}"]
    #expect(texts.map { Bidi.mayNeedReordering(Array($0.utf8).span) } == [false, true, true, true])
  }
}
