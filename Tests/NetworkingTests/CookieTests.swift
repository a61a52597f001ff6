// SPDX-License-Identifier: MIT
// Part of Grille: who may set which cookie, and who gets it.

import Synchronization
import Testing
import WebInfra

@testable import Networking

@Suite struct CookieTests {
  /// A store whose clock the test moves.
  final class Jar: Sendable {
    final class Clock: Sendable {
      let time = Mutex<Int64>(1_700_000_000)
    }

    let clock = Clock()
    let store: CookieStore

    init() {
      let clock = clock
      store = CookieStore(clock: { clock.time.withLock { $0 } })
    }

    @discardableResult
    func set(
      _ field: String, from address: String, _ context: CookieStore.RequestContext = .same
    ) -> Bool {
      guard let url = WebURL(address) else { return false }
      return store.store(field, url: url, context: context)
    }

    func sent(to address: String, _ context: CookieStore.RequestContext = .same) -> String {
      WebURL(address).flatMap { store.header(for: $0, context: context) } ?? ""
    }

    func wait(_ seconds: Int64) { clock.time.withLock { $0 += seconds } }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var label: String
    var field: String
    var from: String
    var to: String
    var sent: String
    var testDescription: String { label }
  }

  static let rows: [Row] = [
    Row(
      label: "host only", field: "a=1", from: "https://x.example.com/",
      to: "https://x.example.com/p", sent: "a=1"),
    Row(
      label: "not to a sibling", field: "a=1", from: "https://x.example.com/",
      to: "https://y.example.com/", sent: ""),
    Row(
      label: "not to a child", field: "a=1", from: "https://example.com/",
      to: "https://x.example.com/", sent: ""),
    Row(
      label: "to a child by domain", field: "a=1; Domain=example.com", from: "https://example.com/",
      to: "https://x.example.com/", sent: "a=1"),
    Row(
      label: "leading dot", field: "a=1; Domain=.Example.COM", from: "https://x.example.com/",
      to: "https://example.com/", sent: "a=1"),
    Row(
      label: "foreign domain", field: "a=1; Domain=other.com", from: "https://example.com/",
      to: "https://other.com/", sent: ""),
    Row(
      label: "name that only ends alike", field: "a=1; Domain=ample.com",
      from: "https://example.com/", to: "https://ample.com/", sent: ""),
    Row(
      label: "public suffix", field: "a=1; Domain=co.uk", from: "https://x.co.uk/",
      to: "https://y.co.uk/", sent: ""),
    Row(
      label: "top level", field: "a=1; Domain=com", from: "https://example.com/",
      to: "https://other.com/", sent: ""),
    Row(
      label: "private suffix", field: "a=1; Domain=github.io", from: "https://me.github.io/",
      to: "https://you.github.io/", sent: ""),
    Row(
      label: "trailing dot in the domain", field: "a=1; Domain=example.com.",
      from: "https://example.com/", to: "https://x.example.com/", sent: ""),
    Row(
      label: "trailing dot in the host", field: "a=1; Domain=com.", from: "https://example.com./",
      to: "https://other.com./", sent: ""),
    Row(
      label: "address", field: "a=1; Domain=0.0.1", from: "http://127.0.0.1/",
      to: "http://127.0.0.1/", sent: ""),
    Row(
      label: "address itself", field: "a=1; Domain=127.0.0.1", from: "http://127.0.0.1/",
      to: "http://127.0.0.1/", sent: "a=1"),
    Row(
      label: "path", field: "a=1; Path=/p", from: "https://e.com/", to: "https://e.com/p/q",
      sent: "a=1"),
    Row(
      label: "path is no text prefix", field: "a=1; Path=/p", from: "https://e.com/",
      to: "https://e.com/pq", sent: ""),
    Row(
      label: "default path", field: "a=1", from: "https://e.com/d/f", to: "https://e.com/d/g",
      sent: "a=1"),
    Row(
      label: "default path, outside", field: "a=1", from: "https://e.com/d/f", to: "https://e.com/",
      sent: ""),
    Row(
      label: "secure over http", field: "a=1; Secure", from: "https://e.com/", to: "http://e.com/",
      sent: ""),
    Row(
      label: "secure set from http", field: "a=1; Secure", from: "http://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "quotes stay", field: "a=\"1 2\"", from: "https://e.com/", to: "https://e.com/",
      sent: "a=\"1 2\""),
    Row(
      label: "no name", field: "bare", from: "https://e.com/", to: "https://e.com/", sent: "bare"),
    Row(label: "nothing", field: "=", from: "https://e.com/", to: "https://e.com/", sent: ""),
    Row(
      label: "control character", field: "a=1\u{1}", from: "https://e.com/", to: "https://e.com/",
      sent: ""),
    Row(
      label: "max-age beats expires",
      field: "a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT", from: "https://e.com/",
      to: "https://e.com/", sent: "a=1"),
    Row(
      label: "expired", field: "a=1; Expires=Thu, 01-Jan-70 00:00:01 GMT", from: "https://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "max-age of nothing", field: "a=1; Max-Age=0", from: "https://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "secure prefix kept", field: "__Secure-a=1; Secure", from: "https://e.com/",
      to: "https://e.com/", sent: "__Secure-a=1"),
    Row(
      label: "secure prefix broken", field: "__Secure-a=1", from: "https://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "host prefix kept", field: "__Host-a=1; Secure; Path=/", from: "https://e.com/",
      to: "https://e.com/", sent: "__Host-a=1"),
    Row(
      label: "host prefix with domain", field: "__Host-a=1; Secure; Path=/; Domain=e.com",
      from: "https://e.com/", to: "https://e.com/", sent: ""),
    Row(
      label: "host prefix without path", field: "__Host-a=1; Secure", from: "https://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "host prefix in another case", field: "__hOST-a=1; Path=/", from: "https://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "prefix hidden in the value", field: "=__Host-a=1", from: "https://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "none needs secure", field: "a=1; SameSite=None", from: "https://e.com/",
      to: "https://e.com/", sent: ""),
    Row(
      label: "too long", field: "a=" + String(repeating: "x", count: 4096), from: "https://e.com/",
      to: "https://e.com/", sent: ""),
  ]

  @Test(arguments: rows)
  func threat22_cookieGoesWhereItMay(_ row: Row) {
    let jar = Jar()
    jar.set(row.field, from: row.from)
    #expect(jar.sent(to: row.to) == row.sent)
  }

  @Test func threat22_secureCookieIsNotOverwrittenFromHTTP() {
    let jar = Jar()
    jar.set("id=good; Secure; Domain=example.com; Path=/", from: "https://x.example.com/")
    jar.set("id=evil; Domain=example.com; Path=/", from: "http://x.example.com/")
    jar.set("id=evil; Path=/", from: "http://x.example.com/")
    jar.set("id=; Max-Age=0; Domain=example.com; Path=/", from: "http://x.example.com/")
    #expect(jar.sent(to: "https://x.example.com/") == "id=good")
  }

  @Test func longerPathsAndOlderCookiesComeFirst() {
    let jar = Jar()
    jar.set("a=1; Path=/", from: "https://e.com/")
    jar.set("b=2; Path=/", from: "https://e.com/")
    jar.set("c=3; Path=/d", from: "https://e.com/")
    jar.set("a=4; Path=/", from: "https://e.com/")
    #expect(jar.sent(to: "https://e.com/d/") == "c=3; a=4; b=2")
  }

  @Test func cookieEndsInTime() {
    let jar = Jar()
    jar.set("a=1; Max-Age=60", from: "https://e.com/")
    jar.wait(59)
    #expect(jar.sent(to: "https://e.com/") == "a=1")
    jar.wait(1)
    #expect(jar.sent(to: "https://e.com/") == "")
    #expect(jar.store.all.isEmpty)
  }

  @Test func noCookieLivesLongerThanFourHundredDays() throws {
    let jar = Jar()
    jar.set("a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT", from: "https://e.com/")
    #expect(try #require(jar.store.all.first?.expires) == 1_700_000_000 + 400 * 86_400)
  }

  @Test(arguments: [
    ("SameSite=Strict", "", "", ""), ("SameSite=Lax", "a=1", "", ""),
    ("SameSite=None; Secure", "a=1", "a=1", "a=1"), ("", "a=1", "a=1", ""),
  ])
  func otherSitesGetWhatTheCookieAllows(
    attribute: String, get: String, post: String, image: String
  ) {
    let jar = Jar()
    jar.set("a=1; \(attribute)", from: "https://e.com/")
    #expect(jar.sent(to: "https://e.com/") == "a=1")
    #expect(jar.sent(to: "https://e.com/", .crossGet) == get)
    #expect(jar.sent(to: "https://e.com/", .crossPost) == post)
    #expect(jar.sent(to: "https://e.com/", .crossImage) == image)
    jar.wait(121)
    #expect(jar.sent(to: "https://e.com/", .crossPost) == (attribute.isEmpty ? "" : post))
  }

  @Test func oneSiteCannotPushTheOthersOut() {
    let jar = Jar()
    jar.set("keep=1", from: "https://good.com/")
    for number in 0..<500 { jar.set("c\(number)=1", from: "https://evil.com/") }
    #expect(jar.sent(to: "https://good.com/") == "keep=1")
    #expect(jar.store.all.count <= 181)
  }

  @Test(arguments: [
    ("Wed, 09 Jun 2021 10:18:14 GMT", 1_623_233_894),
    ("Wednesday, 09-Jun-21 10:18:14 GMT", 1_623_233_894),
    ("Wed Jun  9 10:18:14 2021", 1_623_233_894), ("9 june 2021 10:18:14", 1_623_233_894),
    ("10:18:14 2021 JUN 09th", 1_623_233_894), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
  ])
  func dateIsReadInEveryForm(text: String, expected: Int64) {
    #expect(CookieDate.parse(text) == expected)
  }

  @Test(arguments: [
    "", "tomorrow", "31 Feb 2021 10:18:14", "9 Jun 1600 10:18:14", "9 Jun 2021 25:00:00",
    "9 Jun 2021",
  ])
  func noDateIsNoDate(text: String) { #expect(CookieDate.parse(text) == nil) }
}

extension CookieStore.RequestContext {
  static let same = Self(isSameSite: true, isTopLevelNavigation: true, hasSafeMethod: true)
  static let crossGet = Self(isSameSite: false, isTopLevelNavigation: true, hasSafeMethod: true)
  static let crossPost = Self(isSameSite: false, isTopLevelNavigation: true, hasSafeMethod: false)
  static let crossImage = Self(isSameSite: false, isTopLevelNavigation: false, hasSafeMethod: true)
}
