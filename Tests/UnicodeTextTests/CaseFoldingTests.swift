// SPDX-License-Identifier: MIT
// Part of Grille: tests of searching without regard to case.
import Testing

@testable import UnicodeText

struct CaseFoldingTests {
  @Test(arguments: [
    ("Grille", "gRILLE"), ("STRASSE", "straße"), ("ẞ", "ss"), ("Οδυσσεύς", "ΟΔΥΣΣΕΎΣ"),
    ("ſ", "S"), ("\u{212A}", "k"), ("ﬁne", "FINE"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"), ("ДОМ", "дом"),
    ("Ⅷ", "ⅷ"), ("Ａ", "ａ"), ("Ꭰ", "ꭰ"), ("\u{10400}", "\u{10428}"), ("İ", "i\u{307}"),
    ("漢字", "漢字"), ("µ", "μ"),
  ])
  func lettersThatDifferInCaseOnlyAreTheSame(one: String, other: String) {
    #expect(CaseFolding.fold(one) == CaseFolding.fold(other))
  }

  @Test(arguments: [("ı", "i"), ("é", "e"), ("い", "イ"), ("a", "b"), ("İ", "i")])
  func otherLettersStayApart(one: String, other: String) {
    #expect(CaseFolding.fold(one) != CaseFolding.fold(other))
  }

  @Test(arguments: [
    ("straße", "Die STRASSE hier", 4, 11), ("ss", "Maß", 2, 4), ("ÉTÉ", "l’été", 4, 9),
    ("漢", "a漢b", 1, 4), ("x", "abX", 2, 3),
  ])
  func aMatchGoesToTheEndOfItsLastLetter(pattern: String, text: String, start: Int, end: Int) {
    let folded = CaseFolding.fold(pattern)
    #expect(CaseFolding.end(of: folded.span, in: text.utf8Span.span, at: start) == end)
  }

  @Test(arguments: [("s", "ß", 0), ("漢字", "漢", 0), ("abc", "ab", 0), ("a", "é", 0)])
  func halfALetterIsNoMatch(pattern: String, text: String, start: Int) {
    let folded = CaseFolding.fold(pattern)
    #expect(CaseFolding.end(of: folded.span, in: text.utf8Span.span, at: start) == nil)
  }

  @Test func bytesThatAreNoTextMatchNothing() {
    let folded = CaseFolding.fold("\u{FFFD}")
    let bytes: [UInt8] = [0xFF, 0xE2, 0x82]
    #expect(CaseFolding.end(of: folded.span, in: bytes.span, at: 0) == nil)
  }

  /// The table that spares look-ups must not leave out a letter with case.
  @Test func everyLetterWithCaseIsFolded() {
    for value in UInt32(0)...0x10FFFF {
      guard value != 0x131, let scalar = Unicode.Scalar(value),
        scalar.properties.changesWhenUppercased
      else { continue }
      let upper = scalar.properties.uppercaseMapping
      #expect(CaseFolding.fold(upper) == CaseFolding.fold(String(scalar)), "\(value)")
    }
  }
}
