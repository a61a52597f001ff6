// SPDX-License-Identifier: MIT
// Part of Grille: tests of line breaking.
import Testing

@testable import UnicodeText

struct LineBreakerTests {
  /// The text with `|` where it may be broken.
  private func cut(_ text: String, _ breaker: LineBreaker = LineBreaker()) -> String {
    var breaks: [Int32] = []
    let bytes = Array(text.utf8)
    breaker.breakOpportunities(in: bytes.span, into: &breaks)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if breaks.contains(Int32(index)) { result.append(UInt8(ascii: "|")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test(arguments: [
    "one |two  |three", "well-|known", "a/|b", "$1,234.56 |(10%)", "1/2 |cup", "e.g. |this",
    "end.\n|new", "(in |brackets)", "a\u{A0}b |c", "“Quote” |he |said", "naïve |café|—|dash",
    "日|本|語。|か|な",
    "日|本|（括|弧）|語", "한|국|어", "soft\u{AD}|hyphen", "zero\u{200B}|width", "word\u{2060}joiner",
    "🇯🇵|🇩🇪", "👍🏽|👍", "https://|example.org/|a?|b=1", "x |– |y", "-5 |and |−5", "…|", " |lead",
    "100 |%",
  ])
  func breaksFallWhereTheStandardSays(marked: String) {
    let expected = marked.hasSuffix("|") ? String(marked.dropLast()) : marked
    #expect(cut(marked.replacing("|", with: "")) == expected)
  }

  @Test func thaiIsCutByDictionary() {
    #expect(cut("ภาษาไทย abc") == "ภาษา|ไทย |abc")
    #expect(cut("ok ภาษาไทยง่ายนิดเดียว") == "ok |ภาษา|ไทย|ง่าย|นิด|เดียว")
  }

  @Test func resultsAreAppendedAndOneBreakerServesManyTexts() {
    let breaker = LineBreaker()
    var breaks: [Int32] = [99]
    breaker.breakOpportunities(in: Array("a b".utf8).span, into: &breaks)
    #expect(breaks == [99, 2])
    #expect(cut("ภาษาไทย", breaker) == "ภาษา|ไทย")
    #expect(cut("c d", breaker) == "c |d")
    #expect(cut("", breaker) == "")
  }

  @Test func malformedBytesDoNotHurt() {
    var breaks: [Int32] = []
    let raw: [UInt8] = [0x61, 0x20, 0xFF, 0xE0, 0xB8, 0x20, 0x62]
    LineBreaker().breakOpportunities(in: raw.span, into: &breaks)
    #expect(breaks == [2, 6])
  }

  @Test func shortcutsChangeNothing() {
    var seed: UInt64 = 11
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let pieces = [
      "a", "Z", "word", " ", "  ", ",", ".", "!", "?", ")", "(", ":", ";", "-", "/", "%", "$", "7",
      "\"", "'", "é", "’",
      "日", "本", "か", "っ", "、", "「", "\u{301}", "\u{200D}", "\u{A0}", "\u{AD}", "\u{2060}", "—", "א",
      "\n", "🇯🇵", "👍🏽", "한",
    ]
    let (fast, slow) = (LineBreaker(), LineBreaker(takesShortcuts: false))
    for _ in 0..<4000 {
      let text = (0..<12).map { _ in pieces[random(pieces.count)] }.joined()
      #expect(cut(text, fast) == cut(text, slow))
    }
  }
}
