// SPDX-License-Identifier: MIT
// Part of Grille: tests of URLs made from URLs, of their display and their origins.

import Testing

@testable import WebInfra

@Suite struct URLEditingTests {
  @Test func credentialsAreTakenOut() throws {
    let url = try #require(WebURL("https://ann:pw@grille.example:81/a?b#c"))
    let plain = url.withoutCredentials
    #expect(url.hasCredentials)
    #expect(!plain.hasCredentials)
    #expect(plain.href == "https://grille.example:81/a?b#c")
    #expect(plain.hostname == "grille.example")
    #expect(plain.pathname == "/a")
    #expect(plain.query == "b")
    #expect(plain.fragment == "c")
    #expect(plain.username == "")
    #expect(plain.password == "")
    #expect("\(url)" == plain.href)
  }

  @Test func fragmentIsReplacedAndRemoved() throws {
    let url = try #require(WebURL("http://h/a?b#c"))
    #expect(url.withoutFragment.href == "http://h/a?b")
    #expect(url.withoutFragment.fragment == nil)
    #expect(url.replacingFragment("d e").href == "http://h/a?b#d%20e")
    #expect(url.replacingFragment(nil) == url.withoutFragment)
    #expect(url.equalsIgnoringFragment(url.replacingFragment("x")))
    #expect(!url.equalsIgnoringFragment(url.replacingQuery("x")))
  }

  @Test func queryIsReplacedAndRemoved() throws {
    let url = try #require(WebURL("http://h/a?b#c"))
    #expect(url.replacingQuery("d=e f#").href == "http://h/a?d=e%20f%23#c")
    #expect(url.replacingQuery("d").query == "d")
    #expect(url.replacingQuery("d").fragment == "c")
    #expect(url.replacingQuery(nil).href == "http://h/a#c")
    #expect(url.replacingQuery("").href == "http://h/a?#c")
  }

  @Test func filePathsGoThereAndBack() throws {
    for path in ["/", "/home/ann/a b.html", "/x/%41?#\\:|", "/\u{65E5}\u{672C}", "/a\tb\n"] {
      let url = try #require(WebURL.file(path: path))
      #expect(url.filePath == Array(path.utf8), "\(path)")
    }
    let notUTF8: [UInt8] = [0x2F, 0xFF, 0xFE]
    #expect(WebURL.file(path: notUTF8)?.filePath == notUTF8)
    #expect(WebURL.file(path: "relative") == nil)
    #expect(WebURL("file://server/x")?.filePath == nil)
    #expect(WebURL("http://h/x")?.filePath == nil)
    #expect(WebURL("file:///a%00b")?.filePath == nil)
  }

  @Test func originIsSchemeHostAndPort() throws {
    let origin = try #require(WebURL("https://h/a")).origin
    #expect(origin.isSameOrigin(try #require(WebURL("https://u@h:443/b")).origin))
    #expect(!origin.isSameOrigin(try #require(WebURL("http://h/")).origin))
    #expect(!origin.isSameOrigin(try #require(WebURL("https://h:444/")).origin))
    #expect(origin.serialized == "https://h")
    #expect(origin.effectivePort == 443)
    #expect(try #require(WebURL("blob:https://h/x")).origin == origin)
  }

  @Test func opaqueOriginIsTheSameOnlyAsItself() throws {
    let url = try #require(WebURL("data:,x"))
    let origin = url.origin
    #expect(origin.isOpaque)
    #expect(origin.serialized == "null")
    #expect(origin.isSameOrigin(origin))
    #expect(!origin.isSameOrigin(url.origin))
  }

  @Test func siteIsTheRegistrableDomain() throws {
    let origin = try #require(WebURL("https://a.grille.co.uk/")).origin
    #expect(origin.isSameSite(try #require(WebURL("https://b.grille.co.uk:81/")).origin))
    #expect(!origin.isSameSite(try #require(WebURL("https://other.co.uk/")).origin))
    #expect(!origin.isSameSite(try #require(WebURL("http://a.grille.co.uk/")).origin))
  }

  static let displayed: [(String, String)] = [
    ("https://ann:pw@grille.example/a", "https://grille.example/a"),
    ("https://bank.example@evil.example/", "https://evil.example/"),
    ("https://xn--bcher-kva.example/", "https://b\u{FC}cher.example/"),
    ("https://xn--wgv71a119e.jp/", "https://\u{65E5}\u{672C}\u{8A9E}.jp/"),
    // A Cyrillic word that cannot be taken for a Latin one.
    (
      "https://xn--d1acpjx3f.xn--p1ai/",
      "https://\u{44F}\u{43D}\u{434}\u{435}\u{43A}\u{441}.\u{440}\u{444}/"
    ),
    // Cyrillic letters that read "apple".
    ("https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/"),
    // Latin and Cyrillic in one label.
    ("https://p\u{430}ypal.example/", "https://xn--pypal-4ve.example/"),
    // A Greek omicron among Latin letters.
    ("https://g\u{3BF}ogle.example/", "https://xn--gogle-rce.example/"),
    ("http://h:8080/%E6%97%A5%E6%9C%AC?q=%C3%A9", "http://h:8080/\u{65E5}\u{672C}?q=\u{E9}"),
    ("http://h/%E2%80%AEgpj.exe", "http://h/%E2%80%AEgpj.exe"),
    ("http://h/a%20b%2Fc%00%C2%85%E2%80%8B", "http://h/a%20b%2Fc%00%C2%85%E2%80%8B"),
    ("http://h/%CC%81", "http://h/%CC%81"),
    ("http://h/%FF%E9", "http://h/%FF%E9"),
    ("mailto:ann@grille.example", "mailto:ann@grille.example"),
    ("x:/.//a", "x:/.//a"),
  ]

  @Test(arguments: displayed) func addressIsShownWithoutDisguise(_ address: String, _ shown: String)
    throws
  {
    let url = try #require(WebURL(address))
    #expect(url.displayString == shown)
    #expect(WebURL(url.displayString) == url.withoutCredentials)
  }

  static let fitness: [(String, Bool)] = [
    ("m\u{FC}nchen", true), ("fran\u{E7}ais", true), ("\u{131}nstagram", false),
    ("\u{251}bc", false), ("\u{440}\u{430}\u{443}", false),
    ("\u{43C}\u{43E}\u{441}\u{43A}\u{432}\u{430}", true),
    ("\u{3C1}\u{3B1}\u{3BD}", false), ("\u{3B5}\u{3BB}\u{3BB}\u{3AC}\u{3B4}\u{3B1}", true),
    ("\u{3042}\u{30A2}\u{4E9C}", true), ("\u{30CE}\u{30FC}", false), ("\u{D55C}\u{AE00}", true),
    ("\u{D55C}\u{3042}", false), ("a\u{200D}b", false), ("\u{13A0}\u{13A1}", false),
    ("\u{9E6}\u{9ED}", false), ("\u{4E00}", false), ("\u{20AC}uro", false),
  ]

  @Test(arguments: fitness) func labelIsJudgedByItsScript(_ label: String, _ isFit: Bool) {
    #expect(HostDisplay.isFitToShow(label) == isFit)
  }
}
