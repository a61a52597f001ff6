// SPDX-License-Identifier: MIT
// Part of Grille: tests of what is said of links before they are followed.
import CellGrid
import PracticeSite
import TerminalUI
import TestSupport
import Testing
import WebInfra

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct HeadTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  /// A program on a page with one link, which has the focus.
  private func driver(linkTo target: String) async throws -> AppDriver {
    let app = try AppDriver(on: site, hosts: ["good", "expired"])
    app.application.window.webView.loadHTMLString(
      "<p>A page. <a href='\(target)'>link</a>",
      baseURL: WebURL(site.url("/", host: "good", isSecure: true)))
    try await app.expectText("A page.")
    await app.press("Tab")
    return app
  }

  private func address(_ path: String, host: String = "good") -> String {
    site.url(path, host: host, isSecure: true)
  }

  @Test func codeTypeAndSizeAreSaidWithoutGoingThere() async throws {
    let app = try await driver(linkTo: address("/status/404"))
    await app.press(";", "=")
    try await app.expectText("HEAD 404 Not Found · text/html")
    #expect(app.shows("A page."))
    #expect(site.requests(forPath: "/status/404").map(\.method) == ["HEAD"])
    // The list of links knows it now.
    await app.press("g", "l")
    #expect(app.lines.contains { $0.hasPrefix("1  404  link") })
  }

  @Test func aRedirectIsNotFollowed() async throws {
    let app = try await driver(linkTo: address("/redirect/302?to=/page/1"))
    await app.press(";", "=")
    try await app.expectText("HEAD 302 Found")
    #expect(app.shows("-> https://good.practice.test"))
    #expect(site.requests(forPath: "/page/1").isEmpty)
  }

  @Test func nobodyIsAsked() async throws {
    let app = try await driver(linkTo: address("/basic"))
    await app.press(";", "=")
    try await app.expectText("HEAD 401 Unauthorized")
    #expect(app.shows("Basic"))
    #expect(!app.hasDialog)
    let other = try await driver(linkTo: address("/page/1", host: "expired"))
    await other.press(";", "=")
    try await other.expectText("expired")
    #expect(!other.hasDialog)
    #expect(site.requests(forPath: "/page/1").isEmpty)
  }

  @Test func aFileOfThisComputerIsNotAskedFor() async throws {
    let app = try await driver(linkTo: "file:///etc/passwd")
    await app.press(";", "=")
    try await app.expect("a refusal") { !app.shows("Asking") }
    #expect(!app.shows("HEAD"))
  }
}
