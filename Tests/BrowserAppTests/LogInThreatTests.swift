// SPDX-License-Identifier: MIT
// Part of Grille: threats against logging in, a test each.
import CellGrid
import Foundation
import Networking
import PracticeSite
import TerminalUI
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct LogInThreatTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func question(
    _ address: String, hosts: [String] = ["good"], columns: Int = 80, rows: Int = 24
  ) async throws -> AppDriver {
    let app = try AppDriver(on: site, hosts: hosts, columns: columns, rows: rows)
    app.application.start(opening: .address(address))
    try await app.expectLogIn()
    return app
  }

  private func address(_ path: String, isSecure: Bool = true) -> String {
    site.url(path, host: "good", isSecure: isSecure)
  }

  // "user:pass" in base64.
  private static let secret = "dXNlcjpwYXNz"

  @Test func threat2ARealmIsQuotedEscapedAndCut() async throws {
    let app = try await question(address("/evil/realm"))
    #expect(app.shows("It calls itself “␛]0;pwned␇\\u{202E}vault”."))
    let long = try await question(address("/challenges/realm"), columns: 40, rows: 12)
    #expect(long.shows("“good.practice.test”"))
    #expect(long.lines.joined().contains("…"))
    for label in ["User name:", "Password:", "[C]ancel"] { #expect(long.shows(label)) }
  }

  @Test func threat9KeysTypedAheadDoNotLogIn() async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    app.application.start(opening: .address(address("/basic")))
    for _ in 0..<20 { app.screen.press("x", "RET", "M-s") }
    try await app.expect("the question") { app.hasDialog }
    for _ in 0..<5 {
      app.screen.press("x", "RET", "M-s")
      app.screen.send(.paste("x"))
      app.application.session.loop.turn()
    }
    #expect(app.logIn?.userField.text == "")
    #expect(site.requests(forPath: "/basic").count == 1)
    await app.wait(DeafTime.duration)
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
  }

  // A redirect to another origin takes nothing along, nor does a visit there.
  @Test func threat14ARedirectTakesNoPasswordAlong() async throws {
    let target = site.url("/echo", host: "wildcard", isSecure: true)
    let encoded = try #require(
      target.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let app = try await question(
      address("/basic/cross?to=\(encoded)"), hosts: ["good", "wildcard"])
    await app.type("user\npass\n")
    try await app.expectText("GET /echo")
    let echo = try #require(site.requests(forPath: "/echo").last)
    #expect(echo.host == "wildcard.practice.test")
    #expect(echo.field("authorization") == nil)
    #expect(echo.field("referer")?.contains("pass") != true)
    #expect(site.requests(forPath: "/basic/cross").last?.field("authorization") != nil)
  }

  @Test func threat14ADigestIsForItsOwnServerOnly() async throws {
    let app = try await question(address("/digest/sha256"), hosts: ["good", "wildcard"])
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
    try await app.open(
      site.url("/echo", host: "wildcard", isSecure: true), expecting: "GET /echo")
    #expect(site.requests(forPath: "/echo").last?.field("authorization") == nil)
    // What two sites call their realm makes them no relatives: the other one asks for itself.
    app.application.start(
      opening: .address(site.url("/digest/sha256", host: "wildcard", isSecure: true)))
    try await app.expectLogIn()
    #expect(app.shows("“wildcard.practice.test”"))
  }

  @Test func threat15BasicOverHTTPWarnsAndGetsNothingOfHTTPS() async throws {
    let app = try await question(address("/basic"))
    #expect(!app.shows("Not encrypted"))
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
    app.application.start(opening: .address(address("/basic", isSecure: false)))
    try await app.expectLogIn()
    #expect(app.shows("(http, port \(site.port))."))
    #expect(app.shows("Not encrypted: anybody on the way can read the password."))
    #expect(app.logIn?.userField.text == "")
    await app.press("M-w")
    try await app.expectText("This page came with status 401.")
    let plain = site.requests.filter { !$0.isSecure }
    #expect(!plain.isEmpty && plain.allSatisfy { $0.field("authorization") == nil })
    #expect(
      site.requests.last { $0.isSecure }?.field("authorization") == "Basic \(Self.secret)")
  }

  @Test func threat24NoTransactionTellsAPassword() async throws {
    let app = try await question(address("/basic"))
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
    let view = app.application.window.webView
    let text = String(describing: view.transactions) + String(reflecting: view.response)
    #expect(!text.contains(Self.secret) && !text.contains("user:pass"))
    #expect(!app.screen.text.contains("pass"))
  }

  @Test func threat33AResizeKeepsWhatWasTyped() async throws {
    let app = try await question(address("/basic"))
    await app.type("user\npa")
    app.screen.resize(to: CellSize(columns: 20, rows: 5))
    await app.settle()
    #expect(app.lines.count == 5)
    app.screen.resize(to: CellSize(columns: 40, rows: 12))
    await app.type("ss\n")
    try await app.expectText("You are in.")
  }
}
