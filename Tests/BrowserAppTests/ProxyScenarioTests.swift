// SPDX-License-Identifier: MIT
// Part of Grille: acceptance scenario 51, a proxy that wants a log-in, on the real network stack.
import Foundation
import PracticeSite
import TerminalUI
import Testing
import WebViewKit

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct ProxyScenarioTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  /// The program behind a proxy, without which it reaches one host only.
  private func start(
    behind proxy: PracticeProxy, language: Language = .english
  ) throws -> AppDriver {
    var configuration = Configuration()
    configuration.proxy = "http://127.0.0.1:\(proxy.port)"
    configuration.proxyBypass = "wildcard.practice.test"
    return try AppDriver(
      on: site, hosts: ["wildcard"], language: language, configuration: configuration)
  }

  /// Opens a page without the proxy, and then one through it, up to the question.
  private func question(
    of proxy: PracticeProxy, _ path: String = "/page/1", isSecure: Bool = true,
    language: Language = .english
  ) async throws -> AppDriver {
    let app = try start(behind: proxy, language: language)
    try await app.open(
      site.url("/page/2", host: "wildcard", isSecure: true), expecting: "This is page 2")
    app.application.start(opening: .address(site.url(path, host: "good", isSecure: isSecure)))
    try await app.expectLogIn()
    return app
  }

  /// What the proxy says instead of a page.
  private static let words = "The words of the proxy"

  @Test(arguments: [true, false])
  func scenario51TheProxyIsNamedAndAskedAgainUntilThePasswordIsRight(isSecure: Bool) async throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let app = try await question(of: proxy, isSecure: isSecure)
    #expect(
      app.shows(
        "The proxy “127.0.0.1” (port \(proxy.port)) asks for a log-in."
          + " It is not the site you are going to."))
    #expect(app.shows("It calls itself “proxy vault”."))
    #expect(app.shows("Not encrypted: anybody on the way can read the password."))
    #expect(!app.shows("good.practice.test” asks"))
    #expect(app.lines.last?.hasSuffix("Grille asks") == true)
    // Until its page comes the address bar names the old one, and no page of the proxy is on show.
    #expect(app.lines[0].hasPrefix("https://wildcard.practice.test:"))

    await app.type("user\nwrong\n")
    try await app.expectText("Log In – the last attempt failed")
    try await app.expectLogIn()
    #expect(app.shows("The proxy refused the last attempt."))
    #expect(app.logIn?.userField.text == "user" && app.logIn?.passwordField.text == "")

    await app.type("pass")
    app.screen.press("RET")
    var sawWords = false
    try await app.expect("the page") {
      sawWords = sawWords || app.shows(Self.words)
      return app.shows("This is page 1")
    }
    #expect(!sawWords && !app.hasDialog)
    try await app.expectEnd()
    // For the session: the proxy is told again without a question, the site never.
    await app.press("r")
    try await app.expect("a reload") { site.requests(forPath: "/page/1").count == 2 }
    try await app.expectEnd()
    #expect(!app.hasDialog && app.shows("This is page 1"))
    #expect(site.requests.allSatisfy { $0.field("proxy-authorization") == nil })
    #expect(site.requests.allSatisfy { $0.field("authorization") == nil })
  }

  @Test func scenario51ADigestForTheProxyIsNoPasswordInClearText() async throws {
    let proxy = try PracticeProxy(demanding: .digest)
    defer { proxy.stop() }
    let app = try await question(of: proxy)
    #expect(app.shows("The way to the proxy is not encrypted; the password itself is not sent."))
    #expect(!app.shows("read and change pages") && !app.shows("read the password"))
    await app.type("user\npass\n")
    try await app.expectText("This is page 1")
    #expect(proxy.visits.allSatisfy { $0.authorization?.contains("pass") != true })
  }

  @Test func scenario51TheLogInsOfProxyAndSiteAreAskedForOneAfterTheOther() async throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let app = try await question(of: proxy, "/basic")
    await app.type("user\npass\n")
    try await app.expectText("“good.practice.test” asks for a log-in")
    try await app.expectLogIn()
    #expect(!app.shows("proxy") && app.logIn?.userField.text == "")
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
    await app.press("g", "p")
    try await app.expectText("proxy http://127.0.0.1:\(proxy.port) “proxy vault”: user")
    try await app.expectText("https://good.practice.test:\(site.securePort) “vault”: user")
  }

  // MARK: - Whoever does not log in

  @Test(arguments: [true, false])
  func scenario51CancelKeepsTheOldPage(isSecure: Bool) async throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let app = try await question(of: proxy, isSecure: isSecure)
    await app.press("Esc")
    try await app.expectText("The log-in at 127.0.0.1 was given up.")
    #expect(!app.hasDialog && app.shows("This is page 2") && !app.shows(Self.words))
    #expect(site.requests(forPath: "/page/1").isEmpty)
  }

  @Test(arguments: Language.allCases)
  func scenario51NoPageOfTheProxyStandsForASiteByHTTPS(language: Language) async throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let app = try await question(of: proxy, language: language)
    await app.press("M-w")
    let words = Localization(language)
    try await app.expectText(
      words.text(.errorProxyAuthenticationRequired, ["host": "good.practice.test"]))
    #expect(!app.hasDialog && !app.shows(Self.words))
    #expect(app.application.window.webView.response?.status == nil)
    #expect(!app.status.contains("407") && !app.status.contains("HTTP/"))
    #expect(site.requests(forPath: "/page/1").isEmpty)
  }

  // By http the proxy may answer for the site, and its number says that it does.
  @Test func scenario51ByHTTPTheNumberSaysWhoseThePageIs() async throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let app = try await question(of: proxy, isSecure: false)
    await app.press("M-w")
    try await app.expectText(Self.words)
    #expect(app.status.contains("407 Proxy Authentication"))
  }

  @Test func scenario51ARefusingProxyIsAnErrorOfItsOwn() async throws {
    let proxy = try PracticeProxy(demanding: .refusal)
    defer { proxy.stop() }
    let app = try start(behind: proxy)
    app.application.start(
      opening: .address(site.url("/page/1", host: "good", isSecure: true)))
    try await app.expectText("The proxy makes no connection to good.practice.test:")
    #expect(app.shows("403 Forbidden") && !app.shows(Self.words))
    #expect(!app.hasDialog)
    #expect(app.application.window.webView.response?.status == nil)
  }

  @Test func scenario51OnceIsAskedAgain() async throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let app = try await question(of: proxy)
    await app.type("user\npass")
    await app.press("M-o")
    try await app.expectText("This is page 1")
    try await app.expectEnd()
    app.application.start(
      opening: .address(site.url("/page/3", host: "good", isSecure: false)))
    try await app.expectLogIn()
    #expect(app.shows("The proxy “127.0.0.1”") && app.logIn?.userField.text == "")
  }
}
