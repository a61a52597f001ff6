// SPDX-License-Identifier: MIT
// Part of Grille: tests of the sanitiser.
import Testing

@testable import CellGrid

struct DisplayStringTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("日本語 é", "日本語 é"), ("\u{1B}]0;evil\u{7}", "␛]0;evil␇"),
    ("a\u{7F}b", "a␡b"), ("a\u{9B}31m", "a\\u{9B}31m"), ("a\u{2028}b", "a\\u{2028}b"),
    ("user\u{202E}gpj.exe", "user\\u{202E}gpj.exe"), ("a\u{200B}b", "a\\u{200B}b"),
    ("a\u{E0041}", "a\\u{E0041}"), ("two\nlines", "two␊lines"), ("🏳️‍🌈", "🏳️‍🌈"), ("1️⃣", "1️⃣"),
    ("bank\u{200D}.com", "bank\\u{200D}.com"), ("\u{FFFE}", "\u{FFFD}"), ("a\u{AD}b", "a\\u{AD}b"),
  ])
  func chromeSpellsOutWhatCannotBeSeen(text: String, shown: String) {
    #expect(DisplayString(text, as: .chrome).text == shown)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[2Jb", "a␛[2Jb"), ("a\u{9B}b", "a\u{FFFD}b"),
    ("soft\u{AD}hyphen", "softhyphen"),
    ("a\u{202E}b\u{2069}", "ab"), ("a\u{2029}b", "a␤b"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("क्\u{200D}ष", "क्\u{200D}ष"),
  ])
  func pagesDropWhatTakesNoColumn(text: String, shown: String) {
    #expect(DisplayString(text, as: .page).text == shown)
  }

  @Test func malformedBytesBecomeReplacementCharacters() {
    let raw: [UInt8] = [0x61, 0x9B, 0x33, 0x31, 0x6D, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x62]
    let text = DisplayString(raw.span, as: .page).text
    #expect(text == "a\u{FFFD}31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b")
  }

  @Test(arguments: [DisplayString.Context.chrome, .page])
  func noControlSurvivesAnywhere(context: DisplayString.Context) {
    for scalar in (0..<0x10FFFF as Range<UInt32>).compactMap(Unicode.Scalar.init) {
      let plain = scalar.value < 0x3000 || scalar.value >= 0xE0000 && scalar.value < 0xE1000
      guard plain else { continue }
      for shown in DisplayString("x\(String(Character(scalar)))y", as: context).text.unicodeScalars
      {
        let isControl = shown.value < 0x20 || (0x7F..<0xA0).contains(shown.value)
        #expect(!isControl && !shown.properties.isBidiControl)
      }
    }
  }

  @Test func whatIsSanitisedStaysAsItIs() {
    for text in ["plain", "\u{1B}[m", "🏳️‍🌈 1️⃣", "a\u{202E}b", "क्\u{200D}ष"] {
      for context in [DisplayString.Context.chrome, .page] {
        let once = DisplayString(text, as: context)
        let isStable = DisplayString.isSanitized(once.utf8.span, as: context)
        #expect(isStable)
        #expect(DisplayString(once.text, as: context) == once)
      }
    }
    let escape: [UInt8] = [0x1B]
    let isClean = DisplayString.isSanitized(escape.span, as: .page)
    #expect(!isClean)
  }

  @Test func aTextIsCutToColumns() {
    #expect(DisplayString("abcdef").truncated(to: 4).text == "abc…")
    #expect(DisplayString("abc").truncated(to: 3).text == "abc")
    #expect(DisplayString("日本語").truncated(to: 4).text == "日…")
    #expect(DisplayString("abc").truncated(to: 0).text == "")
    #expect(
      DisplayString("https://a.example/long/path").elidedInMiddle(to: 11).text == "https…/path")
    #expect(DisplayString("日本語日本語").elidedInMiddle(to: 6).text == "日…語")
  }
}
