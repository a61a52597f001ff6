// SPDX-License-Identifier: MIT
// Part of Grille: tests of column counting.
import Testing

@testable import UnicodeText

struct DisplayWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("Ａ", 2), ("ｱ", 1), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("👍🏽", 2), ("1️⃣", 2), ("❤️", 2),
    ("❤", 1), ("©️", 2), ("©", 1), ("🇯🇵", 2), ("\u{AD}", 0), ("\u{200B}", 0), ("\u{7}", 0),
    ("\u{1FAE8}", 2), ("\u{378}", 1), ("का", 2), ("กำ", 2), ("", 0), ("日本語 text", 11), ("\u{301}", 0),
    ("\u{20000}", 2), ("\u{E0041}", 0), ("\u{F0000}", 1), ("⌚", 2), ("—", 1), ("\u{6DD}1", 2),
  ])
  func columnsOfAText(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test func ambiguousCharactersAreWideWhenAsked() {
    #expect(DisplayWidth.of("§") == 1)
    #expect(DisplayWidth.of("§", ambiguousIsWide: true) == 2)
    #expect(DisplayWidth.ofScalar(0xE000, ambiguousIsWide: true) == 2)
    #expect(DisplayWidth.ofScalar(0x61, ambiguousIsWide: true) == 1)
  }

  @Test func malformedBytesCountAsOneReplacementEach() {
    let raw: [UInt8] = [0x61, 0xFF, 0xE2, 0x82, 0x62]
    let columns = DisplayWidth.of(raw.span)
    #expect(columns == 5)
  }
}
