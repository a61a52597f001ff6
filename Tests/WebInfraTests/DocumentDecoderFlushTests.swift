// SPDX-License-Identifier: MIT
// Part of Grille: a document that arrives slowly is read without waiting for its declaration.

import Testing

@testable import WebInfra

@Suite("Flushing a document decoder")
struct DocumentDecoderFlushTests {
  @Test func asciiIsReadAtOnceAndTheEncodingStaysOpen() {
    var decoder = DocumentDecoder()
    var output: [UInt8] = []
    decoder.decode(Array("<p>one".utf8).span, into: &output)
    #expect(output.isEmpty)
    decoder.flush(into: &output)
    #expect(output == Array("<p>one".utf8))
    #expect(decoder.result == nil)
    decoder.decode(Array("é</p>".utf8).span, into: &output, isFinal: true)
    #expect(output == Array("<p>oneé</p>".utf8))
  }

  @Test func otherBytesAreGuessedFromWhatIsThere() {
    var decoder = DocumentDecoder()
    var output: [UInt8] = []
    decoder.decode(Array("<p>é".utf8).span, into: &output)
    decoder.flush(into: &output)
    #expect(output == Array("<p>é".utf8))
    #expect(decoder.result?.confidence == .tentative)
  }

  @Test func aDecidedDocumentIsLeftAlone() {
    var decoder = DocumentDecoder(transportLabel: "utf-8")
    var output: [UInt8] = []
    decoder.decode(Array("<p>one".utf8).span, into: &output)
    let before = output
    decoder.flush(into: &output)
    #expect(output == before)
  }

  @Test func anXMLDeclarationCountsWhenWaitingEnds() {
    var decoder = DocumentDecoder()
    var output: [UInt8] = []
    decoder.decode(Array("<?xml version='1.0' encoding='koi8-r'?><a>".utf8).span, into: &output)
    #expect(decoder.result == nil)
    decoder.flush(into: &output)
    #expect(decoder.result == .init(encoding: .koi8R, source: .declaration))
  }

  @Test func controlsThatOneEncodingReplacesAreNotReadBeforeItIsKnown() throws {
    let text = String(repeating: "吾輩は猫である。名前はまだ無い。", count: 4)
    let bytes = [0x61, 0x0E, 0x0F] + TextEncoder.encode(text, as: .iso2022JP)
    var decoder = DocumentDecoder()
    var output: [UInt8] = []
    decoder.decode(bytes.span, into: &output)
    decoder.flush(into: &output)
    decoder.decode(Span(), into: &output, isFinal: true)
    let encoding = try #require(decoder.result).encoding
    #expect(output == TextDecoder.decode(bytes.span, as: encoding))
  }
}
