// SPDX-License-Identifier: MIT
// Part of Grille: tests of the EUC-JP converter.
import Testing

@testable import UnicodeText

struct EUCJPConverterTests {
  private func decode(_ chunks: [[UInt8]]) throws -> String {
    let converter = try #require(EUCJPConverter())
    var result: [UInt8] = []
    for (number, chunk) in chunks.enumerated() {
      converter.decode(chunk.span, into: &result, isFinal: number == chunks.count - 1)
    }
    return String(decoding: result, as: UTF8.self)
  }

  @Test func charactersOfAllLengthsAreRead() throws {
    let bytes: [UInt8] = [0x41, 0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1, 0x0A]
    #expect(try decode([bytes]) == "A日本ｱ丂\n")
    #expect(try decode(bytes.map { [$0] }) == "A日本ｱ丂\n")
  }

  @Test func malformedSequencesBecomeOneReplacementEach() throws {
    #expect(try decode([[0xC6, 0x41, 0x80, 0x42]]) == "\u{FFFD}A\u{FFFD}B")
    #expect(try decode([[0xC6, 0xFC, 0xC6]]) == "日\u{FFFD}")
    #expect(try decode([[0x8E, 0xE1, 0xA9, 0xA9, 0x43]]) == "\u{FFFD}\u{FFFD}C")
  }

  @Test func charactersAreWritten() throws {
    let converter = try #require(EUCJPConverter())
    #expect(converter.encode(0x65E5) == [0xC6, 0xFC])
    #expect(converter.encode(0x41) == [0x41])
    #expect(converter.encode(0xFF71) == [0x8E, 0xB1])
    #expect(converter.encode(0x2212) == [0xA1, 0xDD])
    #expect(converter.encode(0x4E02) == nil)
    #expect(converter.encode(0x1F600) == nil)
  }
}
