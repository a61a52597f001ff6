// SPDX-License-Identifier: MIT
// Part of Grille: tests of HTTP methods, status codes, header lists and dates.

import Testing

@testable import WebInfra

@Suite struct HTTPValueTests {
  @Test func knownMethodsAreBroughtIntoUpperCase() {
    #expect(HTTPMethod(rawValue: "post") == .post)
    #expect(HTTPMethod(rawValue: "patch")?.rawValue == "patch")
    #expect(HTTPMethod.head.isSafe)
    #expect(!HTTPMethod.post.isIdempotent)
    #expect(HTTPMethod.put.isIdempotent)
  }

  @Test func statusHasClassAndPhrase() {
    #expect(HTTPStatus(code: 404).description == "404 Not Found")
    #expect(HTTPStatus(code: 200, reason: "Fine").description == "200 Fine")
    #expect(HTTPStatus(code: 299).description == "299")
    #expect(HTTPStatus(code: 299).isSuccessful)
    #expect(HTTPStatus(code: 503).class == .serverError)
    #expect(HTTPStatus(code: 999).class == .unknown)
    #expect(HTTPStatus(code: 308).isRedirect)
    #expect(!HTTPStatus(code: 304).isRedirect)
    #expect(HTTPStatus(code: 304).hasNoBody)
  }

  @Test func headersKeepTheirOrderAndCompareWithoutCase() {
    var headers: HTTPHeaderList = ["Accept": "a", "X-One": "1", "accept": "b"]
    #expect(headers.first("ACCEPT") == "a")
    #expect(headers.all("Accept") == ["a", "b"])
    #expect(headers.combined("accept") == "a, b")
    #expect(headers.combined("missing") == nil)
    #expect(headers.map(\.name) == ["Accept", "X-One", "accept"])
    headers.set("aCCept", "c")
    #expect(headers.map(\.value) == ["c", "1"])
    headers.remove("x-ONE")
    #expect(headers.count == 1)
    headers.set("New", "n")
    #expect(headers.last?.name == "New")
  }

  @Test func listElementsRespectQuotes() {
    let headers: HTTPHeaderList = ["V": "a, \"b, \\\" c\" ;d", "v": ",e,,"]
    #expect(headers.elements("v") == ["a", "\"b, \\\" c\" ;d", "e"])
    #expect(headers.elements("w") == [])
  }

  @Test func descriptionHidesSecrets() {
    let headers: HTTPHeaderList = [
      "Authorization": "Basic c2VjcmV0", "cookie": "s=secret", "Set-Cookie": "s=secret",
      "Proxy-Authorization": "Basic c2VjcmV0", "Accept": "x",
    ]
    #expect(!headers.description.contains("secret"))
    #expect(!headers.description.contains("c2VjcmV0"))
    #expect(headers.description.contains("Accept: x"))
  }

  static let dates: [(String, Int64?)] = [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Mon, 30 Feb 2026 00:00:00 GMT", nil),
    ("Mon, 01 Foo 2026 00:00:00 GMT", nil),
    ("Mon, 01 Jan 2026 24:00:00 GMT", nil),
    ("Mon, 01 Jan 2026 00:00:00 CET", nil),
    ("Mon, 01 Jan 2026 00:00:00 GMT ", nil),
    ("Xxx, 01 Jan 2026 00:00:00 GMT", nil),
    ("0", nil), ("", nil),
  ]

  @Test(arguments: dates) func dateIsRead(_ text: String, _ seconds: Int64?) {
    #expect(HTTPDate.parse(text) == seconds)
  }

  @Test func writtenDatesAreReadBack() {
    #expect(HTTPDate.format(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    for seconds in stride(from: Int64(-5_000_000_000), to: 20_000_000_000, by: 123_456_789) {
      #expect(HTTPDate.parse(HTTPDate.format(seconds)) == seconds)
    }
  }

  @Test func twoDigitYearsLieNearTheClock() throws {
    let now = try #require(HTTPDate.parse("Fri, 01 Jan 2027 00:00:00 GMT"))
    #expect(
      HTTPDate.parse("Wednesday, 01-Jan-76 00:00:00 GMT", now: now).map(HTTPDate.format)
        == "Wed, 01 Jan 2076 00:00:00 GMT")
    #expect(
      HTTPDate.parse("Sunday, 01-Jan-78 00:00:00 GMT", now: now).map(HTTPDate.format)
        == "Sun, 01 Jan 1978 00:00:00 GMT")
  }

  @Test func publicSuffixesAreKnown() {
    #expect(PublicSuffix.isPublicSuffix("com"))
    #expect(PublicSuffix.isPublicSuffix("co.uk"))
    #expect(!PublicSuffix.isPublicSuffix("example.co.uk"))
    #expect(PublicSuffix.registrableDomain(of: "a.b.example.co.uk") == "example.co.uk")
    #expect(PublicSuffix.registrableDomain(of: "example.com.") == "example.com")
    #expect(PublicSuffix.registrableDomain(of: "co.uk") == nil)
    #expect(PublicSuffix.registrableDomain(of: "192.0.2.1") == nil)
    #expect(PublicSuffix.registrableDomain(of: "localhost") == nil)
  }
}
