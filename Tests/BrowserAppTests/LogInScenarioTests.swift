// SPDX-License-Identifier: MIT
// Part of Grille: the acceptance scenarios of logging in, on the real network stack.
import CellGrid
import Foundation
import Networking
import PracticeSite
import TerminalUI
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

extension AppDriver {
  /// Waits until the question for a password is open and hears.
  func expectLogIn(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expectDialog(LogInDialog.self, sourceLocation: sourceLocation)
  }

  /// The question for a password, if it is open.
  var logIn: LogInDialog? { application.session.stack?.topDialog as? LogInDialog }

  /// Waits until nothing is loading any more.
  func expectEnd(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expect("an end of loading", sourceLocation: sourceLocation) {
      !application.window.webView.isLoading
    }
  }
}

@MainActor
@Suite(.serialized) struct LogInScenarioTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func address(_ path: String, isSecure: Bool = true) -> String {
    site.url(path, host: "good", isSecure: isSecure)
  }

  /// Opens a page, and then one behind a password, up to the question.
  private func question(
    _ path: String = "/basic", isSecure: Bool = true, columns: Int = 80, rows: Int = 24
  ) async throws -> AppDriver {
    let app = try AppDriver(on: site, hosts: ["good"], columns: columns, rows: rows)
    try await app.open(address("/page/2"), expecting: "This is page 2")
    app.application.start(opening: .address(address(path, isSecure: isSecure)))
    try await app.expectLogIn()
    return app
  }

  @Test func scenario44BasicIsAskedForWithHostAndRealmAndOpens() async throws {
    let app = try await question()
    #expect(app.lines.contains { $0.hasPrefix(" Log In") })
    #expect(
      app.shows(
        "“good.practice.test” asks for a log-in (https, port \(site.securePort))."
      ))
    #expect(app.shows("It calls itself “vault”."))
    #expect(!app.shows("Not encrypted"))
    #expect(app.lines.last?.hasSuffix("Grille asks") == true)
    #expect(app.lines[0].hasPrefix("https://good.practice.test:"))
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
    #expect(!app.hasDialog)
    #expect(app.application.window.webView.response?.status?.code == 200)
    #expect(app.status.contains("200 OK"))
    // For the session: no more questions.
    await app.press("r")
    try await app.expect("a reload") { site.requests(forPath: "/basic").count == 3 }
    try await app.expectEnd()
    #expect(!app.hasDialog)
    #expect(app.shows("You are in."))
  }

  @Test func scenario45AWrongPasswordIsToldAndTheNameKept() async throws {
    let app = try await question()
    await app.type("user\nwrong\n")
    try await app.expectText("Log In – the last attempt failed")
    try await app.expectLogIn()
    #expect(app.shows("The server refused the last attempt."))
    #expect(app.logIn?.userField.text == "user")
    #expect(app.logIn?.passwordField.text == "")
    // The cursor waits for the password.
    let cursor = try #require(app.screen.cursor)
    #expect(app.lines[cursor.row].contains("Password:"))
    await app.type("pass\n")
    try await app.expectText("You are in.")
  }

  @Test(arguments: ["Esc", "C-c", "C-g", "M-c"])
  func scenario45CancelKeepsTheOldPage(key: String) async throws {
    let app = try await question()
    await app.type("user\nwrong\n")
    try await app.expectText("the last attempt failed")
    try await app.expectLogIn()
    await app.press(key)
    try await app.expectText("The log-in at good.practice.test was given up.")
    #expect(!app.hasDialog)
    #expect(app.shows("This is page 2"))
    #expect(app.application.window.webView.committedURL?.pathname == "/page/2")
  }

  @Test func scenario45WithoutLoggingInShowsTheServersPage() async throws {
    let app = try await question()
    await app.type("user\nwrong\n")
    try await app.expectText("the last attempt failed")
    try await app.expectLogIn()
    await app.press("M-w")
    try await app.expectText("This page came with status 401.")
    #expect(app.status.contains("401 Unauthorized"))
    #expect(!app.hasDialog)
    #expect(app.application.window.webView.committedURL?.pathname == "/basic")
  }

  @Test(arguments: [
    "/digest/md5", "/digest/sha256", "/digest/sha512", "/digest/stale", "/digest/sess",
    "/digest/userhash", "/digest/both", "/challenges/lines",
  ])
  func scenario46DigestIsAskedForOnce(path: String) async throws {
    let app = try await question(path, isSecure: false)
    // What is known from one question to the next.
    let first = try #require(app.logIn)
    #expect(app.shows("Not encrypted: anybody on the way can read and change pages"))
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
    #expect(!app.hasDialog)
    #expect(first !== app.logIn)
    let sent = site.requests(forPath: path).compactMap { $0.field("authorization") }
    #expect(sent.count == (path == "/digest/stale" ? 2 : 1))
    #expect(sent.allSatisfy { $0.hasPrefix("Digest ") && !$0.contains("pass") })
  }

  @Test func scenario50CredentialsOfTheAddressAreUsedAndNeverShown() async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    let host = address("/basic").replacingOccurrences(of: "https://", with: "")
    // Typed as a user types it.
    await app.press("o")
    await app.type("https://user:pass@\(host)\n")
    var frames: [String] = []
    try await app.expect("the page") {
      frames.append(app.screen.text)
      return app.shows("You are in.")
    }
    #expect(!app.hasDialog)
    #expect(frames.allSatisfy { !$0.contains("user:pass") })
    #expect(app.lines[0].hasPrefix("https://good.practice.test:"))
    let view = app.application.window.webView
    #expect(view.committedURL?.hasCredentials == false)
    #expect(view.backForwardList.currentItem?.url.description.contains("pass") == false)
    // Neither the list of what was typed …
    await app.press("o", "Up")
    #expect(app.shows("good.practice.test") && !app.shows("pass@"))
    await app.press("Esc", ":")
    await app.type("open https://user:pass@\(host)\n")
    try await app.expectEnd()
    await app.press(":", "Up")
    #expect(app.shows("open https://good.practice.test") && !app.shows("pass@"))
    await app.press("Esc")
    // … nor what leads there again shows the password.
    await app.press("g", "e")
    #expect(!app.shows("pass@"))
    await app.press("Esc", "y", "y")
    #expect(app.screen.clipboard?.contains("pass") == false)
  }

  @Test func scenario50WrongCredentialsOfTheAddressAreProposed() async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    let text = address("/basic").replacingOccurrences(of: "https://", with: "https://user:wrong@")
    app.application.start(opening: .address(text))
    try await app.expectLogIn()
    #expect(app.shows("the last attempt failed"))
    #expect(app.logIn?.userField.text == "user")
    #expect(!app.shows("wrong"))
    await app.type("pass\n")
    try await app.expectText("You are in.")
  }

  @Test(arguments: ["https://user:secret@a b/", "//user:secret@[x]/"])
  func scenario50MalformedAddressesAreToldWithoutTheirPassword(text: String) async throws {
    let app = AppDriver()
    try await app.open("about:start")
    await app.press("o")
    await app.type(text + "\n")
    #expect(!app.shows("secret"))
  }

  // MARK: - The course of things

  @Test func onceAsksAgainAtTheNextNavigation() async throws {
    let app = try await question()
    await app.type("user\npass")
    await app.press("M-o")
    try await app.expectText("You are in.")
    try await app.expectEnd()
    await app.press("r")
    try await app.expectLogIn()
    #expect(app.logIn?.userField.text == "")
  }

  @Test func loggingOutForgetsTheHost() async throws {
    let app = try await question()
    await app.press("Esc")
    try await app.expectText("was given up")
    await app.press("g", "o")
    #expect(app.shows("No log-in at good.practice.test is kept."))
    app.application.start(opening: .address(address("/basic")))
    try await app.expectLogIn()
    await app.type("user\npass\n")
    try await app.expectText("You are in.")
    try await app.expectEnd()
    await app.press(":")
    await app.type("logout\n")
    #expect(app.shows("The log-in at good.practice.test is forgotten."))
    await app.press("r")
    try await app.expectLogIn()
  }

  @Test func aColonInAUserNameIsRefusedForBasicOnly() async throws {
    let app = try await question()
    await app.type("a:b\npass\n")
    #expect(app.shows("allows no colon (:) in a user name."))
    #expect(app.hasDialog)
    #expect(site.requests(forPath: "/basic").count == 1)
    await app.press("C-u")
    #expect(!app.shows("allows no colon"))
    await app.type("user\n\n")
    try await app.expectText("You are in.")

    let digest = try await question("/digest/md5")
    await digest.type("a:b\npass\n")
    try await digest.expectText("the last attempt failed")
  }

  @Test func nothingIsSentWhereNothingWasTyped() async throws {
    let app = try await question()
    await app.press("RET", "RET")
    #expect(app.shows("Type a user name and a password first."))
    #expect(site.requests(forPath: "/basic").count == 1)
  }

  @Test(arguments: ["/basic-utf8", "/digest/utf8"])
  func namesAndPasswordsAreUTF8(path: String) async throws {
    let app = try await question(path)
    await app.type("Jäsøn 太郎\npässwörd\n")
    try await app.expectText("You are in.")
  }

  @Test(arguments: ["/bearer", "/digest/integrity"])
  func aLogInThatIsUnknownIsNamedAndItsPageShown(path: String) async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    app.application.start(opening: .address(address(path)))
    try await app.expectText("This page came with status 401.")
    let scheme = path == "/bearer" ? "Bearer" : "Digest"
    try await app.expectText(
      "good.practice.test wants a log-in by “\(scheme)” that Grille cannot do")
    #expect(app.status.contains("401 Unauthorized"))
    #expect(!app.hasDialog)
  }

  @Test func theQuestionClosesWithItsNavigation() async throws {
    let app = try await question()
    app.application.window.webView.stopLoading()
    try await app.expect("no dialog") { !app.hasDialog }
    #expect(!app.shows("was given up"))
    #expect(app.shows("This is page 2"))
  }

  @Test func theQuestionWaitsForAnotherDialog() async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    try await app.open(address("/page/2"), expecting: "This is page 2")
    app.application.start(opening: .address(address("/basic")))
    await app.press("o")
    await app.type("abc")
    try await app.expect("the request") { site.requests(forPath: "/basic").count == 1 }
    await app.settle()
    #expect(app.application.session.stack?.topDialog is PromptDialog)
    await app.press("Esc")
    try await app.expectLogIn()
    #expect(app.logIn?.userField.text == "")
  }

  @Test func theEndOfTheTerminalIsCancel() async throws {
    let app = try await question()
    app.screen.send(.endOfInput)
    try await app.expectEnd()
    #expect(!app.hasDialog)
    #expect(site.requests(forPath: "/basic").count == 1)
  }

  @Test func twoHundredChallengesAreOneQuestion() async throws {
    let app = try await question("/challenges/many")
    #expect(app.shows("It calls itself “vault 0”."))
    await app.press("M-w")
    try await app.expectText("This page came with status 401.")
    #expect(!app.hasDialog)
    #expect(site.requests(forPath: "/challenges/many").count == 1)
  }

  @Test func aServerThatNeverAcceptsANonceIsGivenUp() async throws {
    let app = try await question("/challenges/nonces")
    await app.type("user\npass\n")
    try await app.expectText("This page came with status 401.")
    #expect(!app.hasDialog)
    #expect(site.requests(forPath: "/challenges/nonces").count == 6)
  }
}
