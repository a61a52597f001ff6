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

  @Test func malformedBytesAreClustersOfTheirOwn() {
    var found: [Int32] = []
    GraphemeScanner().appendBoundaries([0xC3, 0x28, 0xF0, 0x9F].span, to: &found)
    #expect(found == [1, 2, 3])
  }
}
