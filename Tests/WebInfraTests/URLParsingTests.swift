// SPDX-License-Identifier: MIT
// Part of Grille: tests of URL parsing and serialisation.

import Testing

@testable import WebInfra

/// An address, what it is relative to, and what it becomes.
struct ParsingCase: CustomTestStringConvertible, Sendable {
  let input: String
  let base: String?
  let expected: String?
  var testDescription: String { "\(input.debugDescription) at \(base ?? "no base")" }

  init(_ input: String, _ expected: String?, at base: String? = nil) {
    (self.input, self.base, self.expected) = (input, base, expected)
  }
}

@Suite struct URLParsingTests {
  static let cases: [ParsingCase] = [
    // Schemes and authorities.
    ParsingCase("HTTPS://Grille.Example", "https://grille.example/"),
    ParsingCase("http://grille.example:80/a", "http://grille.example/a"),
    ParsingCase("https://grille.example:80/a", "https://grille.example:80/a"),
    ParsingCase("http://grille.example:0443/", "http://grille.example:443/"),
    ParsingCase("http://grille.example:/", "http://grille.example/"),
    ParsingCase("http://grille.example:65536/", nil),
    ParsingCase("http://grille.example:8a/", nil),
    ParsingCase("http:\\\\grille.example\\a\\b", "http://grille.example/a/b"),
    ParsingCase("https:grille.example/a", "https://grille.example/a"),
    ParsingCase("https:////grille.example", "https://grille.example/"),
    ParsingCase("http://", nil),
    ParsingCase("http://:80/", nil),
    ParsingCase("grille.example", nil),
    ParsingCase("1http://a/", nil),
    ParsingCase("", nil),
    ParsingCase("ftp://mirror.example/a;type=i", "ftp://mirror.example/a;type=i"),
    // User info.
    ParsingCase("https://ann:pw@grille.example/", "https://ann:pw@grille.example/"),
    ParsingCase("https://ann@b:c@d@grille.example/", "https://ann%40b:c%40d@grille.example/"),
    ParsingCase("https://:pw@grille.example/", "https://:pw@grille.example/"),
    ParsingCase("https://ann:@grille.example/", "https://ann@grille.example/"),
    ParsingCase("https://@grille.example/", "https://grille.example/"),
    ParsingCase("https://ann@/", nil),
    // Hosts.
    ParsingCase("http://192.168.1/", "http://192.168.0.1/"),
    ParsingCase("http://0x7f.1/", "http://127.0.0.1/"),
    ParsingCase("http://0300.0250.2.1/", "http://192.168.2.1/"),
    ParsingCase("http://4294967295/", "http://255.255.255.255/"),
    ParsingCase("http://4294967296/", nil),
    ParsingCase("http://1.2.3.4.5/", nil),
    ParsingCase("http://256.1.1.1/", nil),
    ParsingCase("http://10.0.0.1./", "http://10.0.0.1/"),
    ParsingCase("http://1.2.example/", "http://1.2.example/"),
    ParsingCase("http://example.09/", nil),
    ParsingCase("http://[2001:DB8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]/"),
    ParsingCase("http://[::]:8080/", "http://[::]:8080/"),
    ParsingCase("http://[::ffff:192.0.2.33]/", "http://[::ffff:c000:221]/"),
    ParsingCase("http://[1:2:3:4:5:6:7:8:9]/", nil),
    ParsingCase("http://[1::2::3]/", nil),
    ParsingCase("http://[fe80::1%25eth0]/", nil),
    ParsingCase("http://[::1", nil),
    ParsingCase("http://a b/", nil),
    ParsingCase("http://a%00b/", nil),
    ParsingCase("http://a%41b.example/", "http://aab.example/"),
    ParsingCase("http://b\u{FC}cher.example/", "http://xn--bcher-kva.example/"),
    ParsingCase("http://\u{65E5}\u{672C}\u{3002}example/", "http://xn--wgv71a.example/"),
    // Paths.
    ParsingCase("http://h/a/./b/../c", "http://h/a/c"),
    ParsingCase("http://h/a/%2E%2e/b/%2e", "http://h/b/"),
    ParsingCase("http://h/../../a", "http://h/a"),
    ParsingCase("http://h/a/..", "http://h/"),
    ParsingCase("http://h//a//", "http://h//a//"),
    ParsingCase("http://h/a b\"<>`{}^", "http://h/a%20b%22%3C%3E%60%7B%7D%5E"),
    ParsingCase("http://h/\u{E9}", "http://h/%C3%A9"),
    ParsingCase("http://h/%zz%4", "http://h/%zz%4"),
    // Queries and fragments.
    ParsingCase("http://h/?a b'\"#c d`", "http://h/?a%20b%27%22#c%20d%60"),
    ParsingCase("x://h/?a'b", "x://h/?a'b"),
    ParsingCase("http://h?", "http://h/?"),
    ParsingCase("http://h#", "http://h/#"),
    ParsingCase("http://h?a#b?c#d", "http://h/?a#b?c#d"),
    // White space around and within.
    ParsingCase("  http://h/a\t\n ", "http://h/a"),
    ParsingCase("ht\ntp://h/\ta\rb", "http://h/ab"),
    // Other schemes.
    ParsingCase("mailto:ann@grille.example", "mailto:ann@grille.example"),
    ParsingCase("data:text/plain,a b?c#d e", "data:text/plain,a b?c#d%20e"),
    ParsingCase("about:start", "about:start"),
    ParsingCase("x:a  ?b", "x:a %20?b"),
    ParsingCase("x://H/a", "x://H/a"),
    ParsingCase("x://h", "x://h"),
    ParsingCase("x:/..//a", "x:/.//a"),
    ParsingCase("x:///a", "x:///a"),
    ParsingCase("x://a<b/", nil),
    ParsingCase("javascript:alert(1)", "javascript:alert(1)"),
    // Files.
    ParsingCase("file:///home/ann/a.html", "file:///home/ann/a.html"),
    ParsingCase("file:/home", "file:///home"),
    ParsingCase("file:", "file:///"),
    ParsingCase("file://localhost/etc", "file:///etc"),
    ParsingCase("file://server/share", "file://server/share"),
    ParsingCase("file:///c|/x/..", "file:///c:/"),
    ParsingCase("file:///C:/../..", "file:///C:/"),
  ]

  @Test(arguments: cases) func addressIsParsed(_ row: ParsingCase) {
    #expect(WebURL(row.input)?.href == row.expected)
  }

  static let relativeCases: [ParsingCase] = [
    ParsingCase("d", "http://h/a/b/d", at: "http://h/a/b/c?q#f"),
    ParsingCase("./d", "http://h/a/b/d", at: "http://h/a/b/c?q#f"),
    ParsingCase("../d", "http://h/a/d", at: "http://h/a/b/c?q#f"),
    ParsingCase("/d", "http://h/d", at: "http://h/a/b/c?q#f"),
    ParsingCase("//i/d", "http://i/d", at: "http://h/a/b/c?q#f"),
    ParsingCase("?r", "http://h/a/b/c?r", at: "http://h/a/b/c?q#f"),
    ParsingCase("#g", "http://h/a/b/c?q#g", at: "http://h/a/b/c?q#f"),
    ParsingCase("", "http://h/a/b/c?q", at: "http://h/a/b/c?q#f"),
    ParsingCase("http:d", "http://h/a/b/d", at: "http://h/a/b/c?q#f"),
    ParsingCase("https:d", "https://d/", at: "http://h/a/b/c?q#f"),
    ParsingCase("\\d", "http://h/d", at: "http://h/a/b/c"),
    ParsingCase("d", "http://u:p@h:81/d", at: "http://u:p@h:81"),
    ParsingCase("#g", "data:,x#g", at: "data:,x#f"),
    ParsingCase("d", nil, at: "data:,x"),
    ParsingCase("d", nil, at: "mailto:a@b"),
    ParsingCase("d", "x://h/d", at: "x://h"),
    ParsingCase("..//d", "x:/.//d", at: "x:/a/b"),
    ParsingCase("d", "x:/.//d", at: "x:/.//a"),
    ParsingCase("/d", "x:/d", at: "x:/.//a"),
    ParsingCase("?q", "x:/.//a?q", at: "x:/.//a"),
    ParsingCase("d", "file:///a/d", at: "file:///a/b"),
    ParsingCase("/d", "file:///C:/d", at: "file:///C:/a"),
    ParsingCase("..", "file:///C:/", at: "file:///C:/a/b"),
    ParsingCase("D|/e", "file:///D:/e", at: "file:///C:/a"),
    ParsingCase("//server/e", "file://server/e", at: "file:///a"),
    ParsingCase("javascript:void 0", "javascript:void 0", at: "http://h/"),
  ]

  @Test(arguments: relativeCases) func relativeAddressIsResolved(_ row: ParsingCase) throws {
    let base = try #require(WebURL(row.base ?? ""))
    #expect(WebURL(row.input, base: base)?.href == row.expected)
  }

  @Test(arguments: cases + relativeCases) func serialisationParsesToItself(_ row: ParsingCase) {
    guard let url = WebURL(row.input, base: row.base.flatMap { WebURL($0) }) else { return }
    let again = WebURL(url.href)
    #expect(again == url)
    #expect(again?.pathname == url.pathname)
    #expect(again?.hostname == url.hostname)
    #expect(again?.query == url.query)
    #expect(again?.fragment == url.fragment)
    #expect(again?.username == url.username)
    #expect(again?.password == url.password)
    #expect(again?.port == url.port)
  }

  @Test func partsAreSlicesOfTheWhole() throws {
    let url = try #require(WebURL("https://ann:pw@grille.example:8443/a/b?c=d#e"))
    #expect(url.scheme == "https")
    #expect(url.username == "ann")
    #expect(url.password == "pw")
    #expect(url.hostname == "grille.example")
    #expect(url.host == .domain("grille.example"))
    #expect(url.port == 8443)
    #expect(url.pathname == "/a/b")
    #expect(url.search == "?c=d")
    #expect(url.query == "c=d")
    #expect(url.fragment == "e")
    #expect(url.requestTarget == "/a/b?c=d")
    #expect(url.origin.serialized == "https://grille.example:8443")
  }

  @Test func absentPartsAreToldFromEmptyOnes() throws {
    let bare = try #require(WebURL("http://h/"))
    #expect(bare.query == nil)
    #expect(bare.fragment == nil)
    #expect(bare.search == "")
    #expect(bare.port == nil)
    #expect(bare.effectivePort == 80)
    let empty = try #require(WebURL("http://h/?#"))
    #expect(empty.query == "")
    #expect(empty.fragment == "")
    #expect(empty.search == "")
    #expect(WebURL("data:,x")?.host == nil)
    #expect(WebURL("file:///x")?.host == .empty)
    #expect(WebURL("x://a%20b/")?.host == .opaque("a%20b"))
    #expect(WebURL("http://127.1/")?.host == .ipv4(0x7F00_0001))
    #expect(WebURL("http://[::1]/")?.host == .ipv6(IPv6Address(high: 0, low: 1)))
  }

  @Test func longInputIsParsedWhole() throws {
    let spaces = String(repeating: " \u{E9}", count: 20_000)
    let url = try #require(WebURL("http://h/x\(spaces)y"))
    #expect(url.href.utf8.count == 11 + 20_000 * 9)
    let deep = String(repeating: "a/", count: 50_000) + String(repeating: "../", count: 50_000)
    #expect(WebURL("http://h/\(deep)")?.href == "http://h/")
  }

  @Test func brokenBytesBecomeReplacementCharacters() {
    let bytes: [UInt8] = Array("http://h/a".utf8) + [0xC3, 0x28, 0xFF]
    #expect(WebURL(bytes: bytes)?.href == "http://h/a%EF%BF%BD(%EF%BF%BD")
  }

  @Test func queryIsWrittenInTheEncodingOfItsDocument() throws {
    let base = try #require(WebURL("http://h/"))
    let input = "?q=\u{65E5}\u{20AC}#\u{65E5}"
    #expect(
      WebURL(input, base: base, documentEncoding: .shiftJIS)?.href
        == "http://h/?q=%93%FA%26%238364%3B#%E6%97%A5")
    #expect(
      WebURL(input, base: base, documentEncoding: .windows1252)?.href
        == "http://h/?q=%26%2326085%3B%80#%E6%97%A5")
    #expect(
      WebURL(input, base: base, documentEncoding: .utf16LE)?.href
        == "http://h/?q=%E6%97%A5%E2%82%AC#%E6%97%A5")
    #expect(
      WebURL("ws://h/?q=\u{E9}", base: nil, documentEncoding: .windows1252)?.query == "q=%C3%A9")
  }
}
