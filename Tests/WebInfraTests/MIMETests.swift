// SPDX-License-Identifier: MIT
// Part of Grille: tests of MIME types and of sniffing.

import Testing

@testable import WebInfra

@Suite struct MIMETests {
  static let parsed: [(String, String?)] = [
    ("text/html", "text/html"),
    (" Text/HTML ; Charset = x ; charset=\"UTF-8\" ", "text/html;charset=UTF-8"),
    ("text/html;charset=utf-8;charset=latin1", "text/html;charset=utf-8"),
    ("text/plain;a=\"b\\\"c;d\" junk;e=f", "text/plain;a=\"b\\\"c;d\";e=f"),
    ("text/plain;a=\"unclosed", "text/plain;a=unclosed"),
    ("text/plain;=x;a;b=;c=d", "text/plain;c=d"),
    ("text/plain;a=\"\"", "text/plain;a=\"\""),
    ("image/svg+xml", "image/svg+xml"),
    ("text", nil), ("text/", nil), ("/html", nil), ("te xt/html", nil), ("text/ht ml", nil),
    ("", nil),
    ("text/html, x", nil),
  ]

  @Test(arguments: parsed) func typeIsParsedAndWritten(_ text: String, _ expected: String?) {
    #expect(MIMEType(parsing: text)?.description == expected)
  }

  @Test func groupsAreRecognised() throws {
    #expect(try #require(MIMEType(parsing: "application/xhtml+xml")).isXML)
    #expect(try #require(MIMEType(parsing: "application/ld+json")).isJSON)
    #expect(try #require(MIMEType(parsing: "text/markdown")).isText)
    #expect(try !#require(MIMEType(parsing: "application/zip")).isText)
  }

  @Test func lastContentTypeCountsAndKeepsTheCharset() {
    let headers: HTTPHeaderList = [
      "Content-Type": "text/html;charset=gbk", "content-type": "text/html;x=y",
    ]
    #expect(headers.mimeType?.description == "text/html;x=y;charset=gbk")
    let other: HTTPHeaderList = ["Content-Type": "text/html;charset=gbk, text/plain, */*, junk"]
    #expect(other.mimeType?.description == "text/plain")
    #expect(HTTPHeaderList().mimeType == nil)
  }

  /// Bytes, the header's type, whether it is to be believed, and the result.
  struct SniffingCase: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let supplied: String?
    let noSniff: Bool
    let expected: String
    var testDescription: String { "\(expected) from \(supplied ?? "nothing")" }

    init(_ text: String, _ supplied: String?, _ expected: String, noSniff: Bool = false) {
      self.init(Array(text.utf8), supplied, expected, noSniff: noSniff)
    }

    init(_ bytes: [UInt8], _ supplied: String?, _ expected: String, noSniff: Bool = false) {
      (self.bytes, self.supplied, self.expected) = (bytes, supplied, expected)
      self.noSniff = noSniff
    }
  }

  static let sniffed: [SniffingCase] = [
    SniffingCase(" \n<!DocType HTML>", nil, "text/html"),
    SniffingCase("<p>x", nil, "text/html"),
    SniffingCase("<pre>x", nil, "text/plain"),
    SniffingCase("<!-- x", nil, "text/html"),
    SniffingCase("<html>", nil, "text/plain", noSniff: true),
    SniffingCase("<?xml version", nil, "text/xml"),
    SniffingCase("%PDF-1.7", "*/*", "application/pdf"),
    SniffingCase("%!PS-Adobe-3", nil, "application/postscript"),
    SniffingCase("GIF89a", nil, "image/gif"),
    SniffingCase([0x89] + Array("PNG\r\n\u{1A}\n".utf8), nil, "image/png"),
    SniffingCase([0xFF, 0xD8, 0xFF, 0xE0], "image/png", "image/jpeg"),
    SniffingCase("RIFF1234WEBPVP8 ", "image/x", "image/webp"),
    SniffingCase([0x1F, 0x8B, 8], nil, "application/x-gzip"),
    SniffingCase([0x50, 0x4B, 3, 4], nil, "application/zip"),
    SniffingCase([0, 0, 0, 20] + Array("ftypisom0000mp41".utf8), nil, "video/mp4"),
    SniffingCase([0xFE, 0xFF, 0, 0x41], nil, "text/plain"),
    SniffingCase("plain", nil, "text/plain"),
    SniffingCase([0x41, 0x00], nil, "application/octet-stream"),
    SniffingCase([0x41, 0x00], "text/plain", "application/octet-stream"),
    SniffingCase([0x41, 0x00], "text/plain;charset=UTF-8", "application/octet-stream"),
    SniffingCase([0x41, 0x00], "text/plain;charset=gbk", "text/plain;charset=gbk"),
    SniffingCase([0x41, 0x00], "text/plain", "text/plain", noSniff: true),
    SniffingCase("<html>", "text/plain", "text/plain"),
    SniffingCase("<html>", "application/json", "application/json"),
    SniffingCase("<?xml?><!-- c --><rss>", "text/html", "application/rss+xml"),
    SniffingCase("\u{FEFF}<!doctype x><feed>", "text/html", "application/atom+xml"),
    SniffingCase("<html><rss>", "text/html", "text/html"),
    SniffingCase("", nil, "text/plain"),
  ]

  @Test(arguments: sniffed) func typeIsSniffed(_ row: SniffingCase) {
    let supplied = row.supplied.flatMap { MIMEType(parsing: $0) }
    let type = MIMESniffer.sniff(bytes: row.bytes.span, supplied: supplied, noSniff: row.noSniff)
    #expect(type.description == row.expected)
  }
}
