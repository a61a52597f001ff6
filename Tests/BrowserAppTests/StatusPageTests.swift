// SPDX-License-Identifier: MIT
// Part of Grille: tests of answers that come with a status code and no page.
import Networking
import PracticeSite
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct StatusPageTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func page(
    _ status: HTTPStatus, fields: [(String, String)] = [], language: Language = .english
  ) throws -> String? {
    var headers = HTTPHeaderList()
    for (name, value) in fields { headers.append(name, value) }
    let url = try #require(WebURL("http://a.test/x?<b>"))
    return StatusPage(
      response: ResourceResponse(url: url, status: status, headers: headers),
      words: Localization(language)
    ).html
  }

  @Test(arguments: [
    (404, "404 Not Found", "RFC 9110 §15.5.5"), (429, "429 Too Many Requests", "RFC 6585 §4"),
    (503, "503 Service Unavailable", "RFC 9110 §15.6.4"),
  ])
  func anEmptyFailureIsExplained(code: Int, title: String, reference: String) async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    let meaning = try #require(
      StatusCodeReference(.english).meaning(of: HTTPStatus(code: code)))
    try await app.open(site.url("/page/1"), expecting: "This is page 1")
    app.application.start(opening: .address(site.url("/status/\(code)/empty")))
    try await app.expectText(meaning)
    #expect(app.lines.contains { $0.hasPrefix(title) }, "\(app.lines)")
    #expect(app.shows("\(code) is defined in \(reference)."))
    #expect(app.status.contains(title), "\(app.status)")
    #expect(app.application.window.webView.response?.status?.code == code)

    await app.press("r")
    try await app.expect("the page again") {
      !app.application.window.webView.isLoading && app.shows(meaning)
    }
    await app.press("\\")
    #expect(app.shows("The source of this page is not kept."))
    await app.press("H")
    try await app.expectLine(containing: "This is page 1")
    await app.press("L")
    try await app.expectText(meaning)
  }

  @Test func aPageOfTheServersOwnIsShownAsItIs() async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    try await app.open(site.url("/status/404"), expecting: "This page came with status 404.")
    #expect(!app.shows("RFC 9110"))
    try await app.open(site.url("/status/200/empty"))
    try await app.expect("an empty page") { app.status.contains("200 OK") }
    #expect(!app.shows("RFC 9110"))
  }

  @Test func notModifiedIsExplainedWhenNobodyAskedForIt() async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    try await app.open(site.url("/status/304"), expecting: "304 is defined in RFC 9110")
    #expect(app.status.contains("304 Not Modified"))
  }

  @Test(arguments: [(204, Language.english), (205, .japanese), (204, .simplifiedChinese)])
  func whatHasNoContentLeavesThePageAndSaysSo(code: Int, language: Language) async throws {
    let app = try AppDriver(on: site, hosts: ["good"], columns: 40, rows: 12, language: language)
    let words = Localization(language)
    let detail = code == 204 ? "204 No Content" : "205 Reset Content"
    let values = ["host": "127.0.0.1", "detail": detail]
    app.application.start(opening: .address(site.url("/status/\(code)/empty")))
    try await app.expectText(words.text(.errorNoContent, values))
    try await app.open(site.url("/page/1"), expecting: "This is page 1")
    app.application.start(opening: .address(site.url("/status/\(code)/empty")))
    try await app.expectText(words.text(.messageNoContent, values))
    #expect(app.application.window.webView.committedURL?.pathname == "/page/1")
    await app.press("j")
    try await app.expectLine(containing: "This is page 1")
  }

  @Test func fieldsThatMatterAreNamedAndHarmless() throws {
    let html = try #require(
      try page(
        HTTPStatus(code: 405, reason: "<i>\u{1B}[2JNo</i>"),
        fields: [
          ("Allow", "GET, <script>"), ("Retry-After", "120"), ("Set-Cookie", "secret=1"),
          ("Location", "/" + String(repeating: "a", count: 100_000)),
          ("WWW-Authenticate", "Basic realm=\"\u{1B}]0;x\u{07}\""),
        ]))
    #expect(html.contains("<h1>405 Method Not Allowed</h1>"))
    #expect(html.contains("<li>Allow: GET, &lt;script&gt;</li>"))
    #expect(html.contains("<li>Retry-After: 120</li>"))
    #expect(html.contains("WWW-Authenticate: Basic realm="))
    #expect(!html.contains("secret"))
    #expect(!html.contains("<i>") && !html.contains("\u{1B}") && !html.contains("\u{07}"))
    #expect(html.utf8.count < 4000)
  }

  @Test func oneFieldManyTimesIsCut() throws {
    let fields = (0..<500).map { ("WWW-Authenticate", "Scheme\($0)") }
    let html = try #require(try page(HTTPStatus(code: 401), fields: fields))
    #expect(html.contains("Scheme3<") && !html.contains("Scheme4<"))
  }

  @Test func codesWithoutAMeaningAreNotGivenOne() throws {
    let odd = try #require(try page(HTTPStatus(code: 999, reason: "Go Away")))
    #expect(odd.contains("<h1>999 Go Away</h1>"))
    #expect(odd.contains("999 is not a registered code."))
    #expect(!odd.contains("RFC"))
    let own = try #require(try page(HTTPStatus(code: 404, reason: "Nope")))
    #expect(own.contains("“Nope”"))
    #expect(try page(HTTPStatus(code: 200)) == nil)
    #expect(try page(HTTPStatus(code: 201)) == nil)
  }
}
