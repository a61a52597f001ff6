// SPDX-License-Identifier: MIT
// Part of Grille: tests of internationalised domain names.
import Foundation
import Testing

@testable import UnicodeText

struct IDNATests {
  @Test(arguments: [
    ("example.org", "example.org"), ("EXAMPLE.Org", "example.org"), ("faß.de", "xn--fa-hia.de"),
    ("日本語。jp", "xn--wgv71a119e.jp"), ("Bücher.example", "xn--bcher-kva.example"),
    ("xn--BCHER-kva.example", "xn--bcher-kva.example"), ("a..b", "a..b"), ("-a-.b", "-a-.b"),
    ("ab--c.d", "ab--c.d"), ("x_y.z", "x_y.z"), ("xn--A", "xn--a"), ("ẞ.com", "xn--zca.com"),
    ("日\u{180E}本.jp", "xn--wgv71a.jp"),
    ("ＡＢＣ.com", "abc.com"),
  ])
  func validNamesGetAnASCIIForm(name: String, ascii: String) {
    #expect(IDNA.toASCII(name) == ascii)
  }

  @Test(arguments: ["xn--a.日本", "a\u{200D}b.c", "אa.b", "日本.xn--", "\u{AD}xn--a", "日本.\u{2FF0}"])
  func invalidNamesHaveNone(name: String) {
    #expect(IDNA.toASCII(name) == nil)
  }

  @Test func strictNamesObeyHyphensAndLengths() {
    #expect(IDNA.toASCII("x_y.z", beStrict: true) == nil)
    #expect(IDNA.toASCII("-a.z", beStrict: true) == nil)
    #expect(IDNA.toASCII("ok.z", beStrict: true) == "ok.z")
    #expect(IDNA.toASCII(String(repeating: "a", count: 64), beStrict: true) == nil)
  }

  @Test func namesAreShownInUnicode() {
    #expect(IDNA.toUnicode("xn--bcher-kva.example") == "bücher.example")
    #expect(IDNA.toUnicode("example.org") == "example.org")
    #expect(IDNA.toUnicode("xn--999999.x") == "xn--999999.x")
  }

  private static let folder = ProcessInfo.processInfo.environment["GRILLE_CONFORMANCE"]

  @Test(.enabled(if: folder != nil, "set GRILLE_CONFORMANCE to the conformance folder"))
  func theStandardsTableIsMet() throws {
    let folder = try #require(Self.folder)
    struct Case: Decodable {
      var input: String
      var output: String?
      var urlStandardOnly: Bool?
    }
    struct Entry: Decodable {
      var value: Case?
      init(from decoder: any Decoder) throws { value = try? Case(from: decoder) }
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/data/url/toascii.json"))
    let cases = try JSONDecoder().decode([Entry].self, from: data).compactMap(\.value)
    let names = cases.filter { $0.urlStandardOnly != true }
    #expect(names.count > 50)
    let wrong = names.filter { IDNA.toASCII($0.input) != $0.output }.map(\.input)
    #expect(wrong.isEmpty, "\(wrong)")
  }
}
