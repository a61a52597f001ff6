// SPDX-License-Identifier: MIT
// Part of Grille: tests of the inspection pane.
import CellGrid
import Foundation
import Networking
import PracticeSite
import TerminalUI
import TestSupport
import Testing
import WebInfra

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct InspectorPaneTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  /// A program that shows a page of the practice site.
  private func driver(
    _ path: String = "/page/1", expecting text: String = "This is page 1", columns: Int = 80,
    rows: Int = 24, language: Language = .english, configuration: Configuration = Configuration()
  ) async throws -> AppDriver {
    let app = try AppDriver(
      on: site, hosts: ["good"], columns: columns, rows: rows, language: language,
      configuration: configuration)
    try await app.open(site.url(path, host: "good", isSecure: true), expecting: text)
    return app
  }

  @Test func aPageIsARowWithItsCodeAndItsTrust() async throws {
    let app = try await driver()
    await app.press("=")
    #expect(app.application.session.stack?.topDialog is InspectorPane)
    #expect(app.shows("Requests: 1"))
    let row = try #require(app.lines.first { $0.contains("GET") })
    #expect(row.contains(" 200") && row.contains("/page/1") && row.contains("html"))
    #expect(row.hasSuffix("="))
    // The page stays in sight above.
    #expect(app.shows("This is page 1"))
    await app.press("=")
    #expect(!app.hasDialog)
  }

  @Test func everyHopOfARedirectHasARowAndIsInTheChain() async throws {
    let app = try await driver("/redirect/302?to=/page/1")
    await app.press("=")
    #expect(app.shows("Requests: 2"))
    #expect(app.lines.contains { $0.contains(" 302") && $0.contains("/redirect/302") })
    await app.press("Enter", "]", "]", "]", "]")
    #expect(app.shows("[Redirects]"))
    #expect(app.lines.contains { $0.contains(" 1. 302 GET") })
    #expect(app.lines.contains { $0.contains("*2. 200 GET") })
  }

  @Test func theBarOpensTheResponse() async throws {
    let app = try await driver()
    await app.press("|")
    #expect(app.shows("[Response]"))
    #expect(app.shows("Content-Type: text/html"))
    await app.press("Esc")
    #expect(app.shows("Requests: 1"))
  }

  @Test func aFilterPicksAndAWrongOneIsExplained() async throws {
    let app = try await driver("/redirect/302?to=/page/1")
    await app.press("=", "/")
    await app.type("status:3xx\n")
    #expect(app.shows("Requests: 1  status:3xx"))
    #expect(!app.lines.contains { $0.contains("200 ") })
    await app.press("/", "C-u")
    await app.type("colour:red\n")
    #expect(app.shows("A filter has no key “colour”."))
    #expect(app.shows("Requests: 1  status:3xx"))
  }

  @Test func requestsAreKeptOverNavigationsAndCleared() async throws {
    let app = try await driver()
    try await app.open(site.url("/page/2", host: "good", isSecure: true), expecting: "page 2")
    await app.press("=")
    #expect(app.shows("Requests: 1"))
    await app.press("p")
    #expect(app.shows("Requests: 2  kept over navigations"))
    await app.press("x")
    #expect(app.shows("No requests yet."))
    await app.press("=")
    try await app.open(site.url("/page/1", host: "good", isSecure: true), expecting: "page 1")
    await app.press("=")
    #expect(app.shows("Requests: 1  kept over navigations"))
  }

  @Test func aGetIsSentAgainAndNothingElse() async throws {
    let app = try await driver()
    await app.press("=", "r")
    try await app.expect("another request") { site.requests(forPath: "/page/1").count == 2 }
    // Back to the list of what came of it.
    try await app.expectText("Requests: 1")
    app.application.window.webView.load(
      ResourceRequest(
        url: try #require(WebURL(site.url("/echo", host: "good", isSecure: true))), method: .post))
    try await app.expect("a post") { site.requests(forPath: "/echo").count == 1 }
    try await app.expect("its row") { app.lines.contains { $0.contains("POST") } }
    await app.press("r")
    try await app.expectText("Only a GET is sent again")
    #expect(site.requests(forPath: "/echo").count == 1)
  }

  @Test func secretsAreHiddenUntilTheyAreAskedFor() async throws {
    let app = try await driver("/cookie/set?cookie=crumb%3Ds3cret;%20Path%3D/", expecting: "Set.")
    try await app.open(site.url("/page/1", host: "good", isSecure: true), expecting: "page 1")
    await app.press("=", "z", "Enter", "]")
    #expect(app.shows("Cookie: (hidden)"))
    await app.press("y")
    #expect(app.screen.clipboard?.contains("s3cret") == false)
    await app.press("c")
    #expect(app.screen.clipboard?.hasPrefix("curl ") == true)
    #expect(app.screen.clipboard?.contains("s3cret") == false)
    await app.press("s")
    #expect(app.shows("crumb=s3cret"))
  }

  @Test func whatIsShownIsExportedForItsOwnerAlone() async throws {
    let folder = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.downloadFolder = folder.path
    let app = try await driver(configuration: configuration)
    await app.press("=", "e")
    await app.type("\n")
    let path = folder.path(of: "requests.har")
    let archive = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: path)))
    let log = (archive as? [String: Any])?["log"] as? [String: Any]
    #expect(log?["version"] as? String == "1.2")
    #expect((log?["entries"] as? [Any])?.count == 1)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test(arguments: [Language.english, .japanese, .simplifiedChinese])
  func theSmallestScreenShowsCodeAndAddress(language: Language) async throws {
    let app = try await driver(columns: 40, rows: 12, language: language)
    await app.press("=")
    let row = try #require(app.lines.first { $0.contains("200 ") })
    #expect(row.contains("/page/1"))
    await app.press("Enter")
    #expect(app.lines.contains { $0.contains("200 OK") })
    await app.press("z", "G", "q")
    #expect(!app.hasDialog)
  }

  @Test func theOldestOfVeryManyAreForgotten() throws {
    var recorder = TransactionRecorder()
    recorder.isPersistent = true
    let url = try #require(WebURL("http://a.test/"))
    let all = (1...UInt64(TransactionRecorder.limit + 1)).map {
      Transaction(
        id: Transaction.ID(rawValue: $0),
        request: Transaction.SentRequest(
          url: url, method: .get, headers: HTTPHeaderList(), bodySize: 0))
    }
    for transaction in all { recorder.record([transaction]) }
    #expect(recorder.transactions.count == TransactionRecorder.limit * 9 / 10)
    #expect(recorder.transactions.last?.id == all.last?.id)
    // What is still there is found again, not doubled.
    recorder.record([all[all.count - 1]])
    #expect(recorder.transactions.count == TransactionRecorder.limit * 9 / 10)
  }
}
