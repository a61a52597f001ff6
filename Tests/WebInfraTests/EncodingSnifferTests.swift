// SPDX-License-Identifier: MIT
// Part of Grille: tests of how the encoding of a document is found.

import Testing

@testable import WebInfra

@Suite struct EncodingSnifferTests {
  static let declarations: [(String, TextEncoding?)] = [
    ("<meta charset=shift_jis>", .shiftJIS),
    ("<META CharSet = 'EUC-JP' >", .eucJP),
    ("<!doctype html><head><title>x</title><meta name=a charset=big5>", .big5),
    ("<meta http-equiv=Content-Type content='text/html; charset=gb2312'>", .gbk),
    ("<meta content='text/html;charset=\"koi8-r\"' http-equiv=content-type>", .koi8R),
    ("<meta content='text/html;charset=koi8-r'>", nil),
    ("<meta http-equiv=refresh content='0;charset=koi8-r'>", nil),
    ("<meta charset=utf-16>", .utf8),
    ("<meta charset=x-user-defined>", .windows1252),
    ("<meta charset=nonsense><meta charset=gbk>", .gbk),
    ("<!-- <meta charset=gbk> -->", nil),
    ("<!--><meta charset=gbk>", .gbk),
    ("<!--<meta charset=gbk>", nil),
    ("<a title='<meta charset=gbk>'><meta charset=big5>", .big5),
    ("<a title=<meta charset=gbk><meta charset=big5>", .big5),
    ("</p a='<meta charset=gbk>'><meta charset=big5>", .big5),
    ("<?php <meta charset=gbk> ?>", nil),
    ("<metacharset=gbk>", nil),
    ("<meta/charset=gbk />", .gbk),
    ("<meta charset=gbk", nil),
    ("<meta charset=gbk ", nil),
    ("<meta charset=gbk a='>", nil),
    ("<meta charset=gbk charset=big5>", .gbk),
    ("<?xml version='1.0' encoding='windows-1251'?><html>", .windows1251),
    ("<?xml version='1.0' encoding='gbk'?><meta charset=big5>", .big5),
    ("plain text", nil), ("", nil), ("<", nil),
  ]

  @Test(arguments: declarations) func declarationIsFound(
    _ text: String, _ encoding: TextEncoding?
  ) {
    #expect(MetaPrescan.encoding(in: Array(text.utf8)) == encoding)
  }

  @Test func markBeatsTransportAndTransportBeatsDeclaration() {
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("<meta charset=gbk>".utf8)
    let first = EncodingSniffer.sniff(marked, transportLabel: "big5")
    #expect(first == .init(encoding: .utf8, source: .byteOrderMark))
    #expect(first.confidence == .certain)
    let declared = Array("<meta charset=gbk>".utf8)
    #expect(
      EncodingSniffer.sniff(declared, transportLabel: "big5")
        == .init(encoding: .big5, source: .transport))
    let second = EncodingSniffer.sniff(declared, transportLabel: "junk")
    #expect(second == .init(encoding: .gbk, source: .declaration))
    #expect(second.confidence == .tentative)
  }

  @Test func declarationAfterThePrescanIsNotSeen() {
    let late = Array((String(repeating: " ", count: 1020) + "<meta charset=gbk>").utf8)
    #expect(
      EncodingSniffer.sniff(late).source == .validUTF8)
  }

  @Test func validUTF8IsTakenForIt() {
    let text = Array("na\u{EF}ve \u{65E5}\u{672C}".utf8)
    #expect(
      EncodingSniffer.sniff(text)
        == .init(encoding: .utf8, source: .validUTF8))
    let cut = Array(text.dropLast())
    #expect(
      EncodingSniffer.sniff(cut, isComplete: false).source == .validUTF8)
  }

  static let undeclared: [(TextEncoding, String)] = [
    (.shiftJIS, "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"),
    (.eucJP, "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"),
    (.eucKR, "나는 오늘도 책을 읽고 있습니다. 내일은 친구를 만나러 갈 것입니다."),
    (.big5, "春眠不覺曉，處處聞啼鳥。夜來風雨聲，花落知多少。國家與學問都很重要。"),
    (
      .windows1251,
      "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива."
    ),
    (.iso2022JP, "吾輩は猫である。名前はまだ無い。"),
  ]

  @Test(arguments: undeclared) func languageIsDetected(_ encoding: TextEncoding, _ text: String) {
    let bytes = TextEncoder.encode(String(repeating: text, count: 4), as: encoding)
    let result = EncodingSniffer.sniff(bytes)
    #expect(result == .init(encoding: encoding, source: .detection))
  }

  @Test func undecidedBytesFallBackToTheUsualEncoding() {
    let bytes: [UInt8] = [0xFF, 0xFF]
    let result = EncodingSniffer.sniff(bytes)
    #expect(result.encoding == .windows1252)
  }

  /// Decodes in chunks and returns the text and what was decided.
  private func decode(
    _ bytes: [UInt8], chunk: Int, label: String? = nil
  ) -> (String, EncodingSniffer.Result?) {
    var decoder = DocumentDecoder(transportLabel: label)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let part = Array(bytes[index..<min(index + chunk, bytes.count)])
      index += part.count
      decoder.decode(part, into: &output, isFinal: index == bytes.count)
    }
    if bytes.isEmpty { decoder.decode([], into: &output, isFinal: true) }
    return (String(decoding: output, as: UTF8.self), decoder.result)
  }

  @Test(arguments: [3, 1000, 100_000]) func documentIsDecodedWhateverItsChunks(_ chunk: Int) {
    let padding = String(repeating: "<p>plain words</p>\n", count: 240)
    for (encoding, text) in Self.undeclared {
      let whole = padding + String(repeating: text, count: 40)
      let (undeclared, result) = decode(TextEncoder.encode(whole, as: encoding), chunk: chunk)
      #expect(undeclared == whole, "\(encoding)")
      #expect(result?.encoding == encoding)
      let labelled = decode(
        TextEncoder.encode(whole, as: encoding), chunk: chunk, label: encoding.name)
      #expect(labelled.0 == whole)
      #expect(labelled.1?.source == .transport)
    }
    let utf8 = padding + "\u{65E5}\u{672C}" + padding
    #expect(decode(Array(utf8.utf8), chunk: chunk).0 == utf8)
    #expect(decode(Array(padding.utf8), chunk: chunk).1?.encoding == .utf8)
    let declared = "<meta charset=koi8-r>" + padding + "\u{416}"
    #expect(decode(TextEncoder.encode(declared, as: .koi8R), chunk: chunk).0 == declared)
  }

  @Test(
    arguments: [
      "<?xml version='1.0' encoding='koi8-r'?><meta charset=utf-8>\u{416}",
      "<meta content='text/html; charset=koi8-r' http-equiv=content-type charset=utf-8>\u{416}",
      "\u{E}\u{F}\u{1B}(B plain \u{1B}$B",
    ])
  func encodingOfAShortDocumentDoesNotDependOnItsChunks(_ text: String) {
    let bytes = Array(text.utf8)
    let (whole, expected) = decode(bytes, chunk: bytes.count)
    for chunk in 1..<bytes.count {
      let (cut, result) = decode(bytes, chunk: chunk)
      #expect(cut == whole, "\(chunk)")
      #expect(result == expected, "\(chunk)")
    }
  }

  @Test(arguments: [[0xFF, 0xFE, 0x41, 0], [0xFE, 0xFF, 0, 0x41], [0xEF, 0xBB, 0xBF, 0x41]])
  func byteOrderMarkWithinADocumentIsNone(_ mark: [UInt8]) throws {
    let bytes = Array(repeating: UInt8(0x61), count: 1100) + mark
    let (text, result) = decode(bytes, chunk: 1100)
    let encoding = try #require(result).encoding
    #expect(encoding != .utf16LE && encoding != .utf16BE)
    #expect(Array(text.utf8) == TextDecoder.decode(bytes.span, as: encoding))
  }

  @Test func plainTextIsNotHeldBackWhileTheEncodingIsOpen() {
    var decoder = DocumentDecoder()
    var output: [UInt8] = []
    decoder.decode(Array(repeating: UInt8(0x61), count: 10_000), into: &output)
    #expect(output.count == 10_000)
    #expect(decoder.result == nil)
    decoder.decode([0xC3, 0xA9], into: &output, isFinal: true)
    #expect(output.suffix(2) == [0xC3, 0xA9])
    #expect(decoder.result?.encoding == .utf8)
  }

  @Test func declaredDocumentIsNotHeldBack() {
    var decoder = DocumentDecoder()
    var output: [UInt8] = []
    decoder.decode(Array("<meta charset=utf-8><p>".utf8), into: &output)
    #expect(output.count == 23)
    var empty = DocumentDecoder(transportLabel: "utf-8")
    empty.decode([], into: &output, isFinal: true)
    #expect(empty.result?.encoding == .utf8)
  }
}
