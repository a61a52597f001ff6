// SPDX-License-Identifier: MIT
// Part of Grille: canonical forms of text in the caller's memory.
import Testing
import UnicodeText

@Suite struct NormalizationTests {
  static func normalize(_ text: String, _ form: Normalization.Form, room: Int) -> [UInt16]? {
    var target = [UInt16](repeating: 0, count: room)
    var span = target.mutableSpan
    guard let count = Normalization.normalize(Array(text.utf16).span, to: form, into: &span) else {
      return nil
    }
    return Array(target.prefix(count))
  }

  @Test(
    arguments: [
      ("é", [0xE9], [0x65, 0x301]),
      ("e\u{301}", [0xE9], [0x65, 0x301]),
      ("\u{1D15E}", [0xD834, 0xDD57, 0xD834, 0xDD65], [0xD834, 0xDD57, 0xD834, 0xDD65]),
      ("가", [0xAC00], [0x1100, 0x1161]),
      ("key", [0x6B, 0x65, 0x79], [0x6B, 0x65, 0x79]),
      ("", [], []),
    ] as [(String, [UInt16], [UInt16])])
  func bothFormsAreWritten(_ text: String, _ composed: [UInt16], _ decomposed: [UInt16]) {
    #expect(Self.normalize(text, .nfc, room: 4 * text.utf16.count) == composed)
    #expect(Self.normalize(text, .nfd, room: 4 * text.utf16.count) == decomposed)
  }

  @Test func tooSmallADestinationIsRefused() {
    #expect(Self.normalize("éé", .nfd, room: 3) == nil)
  }
}
