// SPDX-License-Identifier: MIT
// Part of Grille: the acceptance scenarios of client certificates, on the real network stack.
import CellGrid
import Foundation
import Networking
import PracticeSite
import Security
import TerminalUI
import TestSupport
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

extension AppDriver {
  /// The data store of the program.
  var store: WebsiteDataStore { application.window.webView.configuration.websiteDataStore }
}

@MainActor
@Suite(.serialized) struct ClientIdentityScenarioTests {
  private let site: PracticeSite
  private let files: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    files = try TemporaryDirectory()
  }

  /// Writes one of the site's identity files.
  private func file(_ name: String, _ suffix: String = "p12") throws -> String {
    let known = try #require(site.clients[name])
    let path = files.path(of: "\(name).\(suffix)")
    let bytes = suffix == "p12" ? known.pkcs12 : known.pem
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// One of the site's identities, taken from its file.
  private func identity(_ name: String) throws -> ClientIdentity {
    let passPhrase: SecretBytes? = SecretBytes(
      copying: Array(try #require(site.clients[name]).passPhrase.utf8).span)
    let read = try IdentityImport(contentsOf: file(name), passPhrase: passPhrase)
    return try #require(read.identities.first)
  }

  private func address(_ host: String, _ path: String = "/who") -> String {
    site.url(path, host: host, isSecure: true)
  }

  /// A program at whose disposal some identities are, on a page, and asked by a host.
  private func question(
    by host: String, _ names: String..., columns: Int = 80, rows: Int = 24,
    language: Language = .english, stateFolder: String? = nil
  ) async throws -> AppDriver {
    let app = try AppDriver(
      on: site, hosts: ["good", host], columns: columns, rows: rows, language: language,
      stateFolder: stateFolder)
    for name in names { app.store.add(try identity(name), persistence: .forSession) }
    try await app.open(
      site.url("/page/2", host: "good", isSecure: true), expecting: "This is page 2")
    app.application.window.open(address: address(host))
    try await app.expectDialog(AlertDialog.self)
    return app
  }

  // MARK: Scenarios

  @Test func scenario31TheQuestionNamesHostAndIssuers() async throws {
    let app = try await question(by: "client")
    #expect(app.lines.contains { $0.hasPrefix(" Client Certificate") })
    #expect(app.shows("“client.practice.test” (port \(site.securePort)) asks who you are."))
    #expect(app.shows("It accepts certificates issued by “Practice Client Root”."))
    #expect(app.shows("You have no client certificate here yet."))
    #expect(app.lines.last?.hasSuffix("Grille asks") == true)
    #expect(app.lines[0].hasPrefix("https://good.practice.test:"))
    #expect(!app.shows("[o]nce"))
    await app.press("Esc")
    try await app.expectText("No certificate was chosen for client.practice.test.")
    #expect(site.requests(forPath: "/who").isEmpty)
  }

  @Test func aPassPhraseOutlastsAServerThatHangsUp() async throws {
    let app = try await question(by: "client")
    await app.press("i")
    try await app.expectText("Import a client certificate from file:")
    await app.type(try file("alice") + "\n")
    try await app.expectText("Pass phrase of alice.p12:")
    await app.type("p")
    site.stop()
    await app.type("w\n")
    try await app.expectText("“alice” can be kept in your profile")
    await app.wait(DeafTime.duration)
    await app.press("s")
    try await app.expectText("> alice")
    await app.wait(DeafTime.duration)
    await app.press("s")
    // The certificate is there, and what went wrong is the server.
    try await app.expectText("cannotConnectToHost")
    #expect(!app.hasDialog)
    #expect(app.store.identities.count == 1)
  }

  @Test func scenario32AnImportedIdentityNamesItsOwner() async throws {
    let app = try await question(by: "client")
    await app.press("i")
    try await app.expectText("Import a client certificate from file:")
    await app.type(try file("alice") + "\n")
    try await app.expectText("Pass phrase of alice.p12:")
    await app.type("pw")
    #expect(!app.shows("pw"))
    #expect(app.lines.last?.hasSuffix("**") == true)
    await app.type("\n")
    try await app.expectText("“alice” can be kept in your profile")
    await app.wait(DeafTime.duration)
    await app.press("s")
    try await app.expectText("> alice")
    #expect(app.shows("Issued to: CN=Alice"))
    #expect(app.shows("File: \(files.path(of: "alice.p12"))"))
    await app.wait(DeafTime.duration)
    await app.press("s")
    try await app.expectText("Alice")
    try await app.expect("the page") { app.lines.contains { $0.hasPrefix("Alice") } }
    #expect(app.status.contains("as alice"))
    // For the session: no more questions.
    await app.press("r")
    try await app.expect("a reload") { site.requests(forPath: "/who").count == 2 }
    try await app.expectEnd()
    #expect(!app.hasDialog)
  }

  @Test func scenario33AWrongPassPhraseIsSaidAndTheFileNameKept() async throws {
    let app = try await question(by: "client")
    let path = try file("alice")
    await app.press("i")
    try await app.expectText("Import a client certificate from file:")
    await app.type(path + "\n")
    try await app.expectText("Pass phrase of alice.p12:")
    for _ in 0..<2 {
      await app.type("wrong\n")
      try await app.expectText("Wrong pass phrase. Once more for alice.p12:")
    }
    await app.type("wrong\n")
    try await app.expectText("No pass phrase of three has opened \(path).")
    // The question for a certificate is still there.
    #expect(app.shows("asks who you are"))
    await app.wait(DeafTime.duration)
    await app.press("i")
    try await app.expectText("Import a client certificate from file:")
    // The file need not be typed again.
    await app.type("\n")
    try await app.expectText("Pass phrase of alice.p12:")
    await app.type("wrong\n")
    try await app.expectText("Wrong pass phrase.")
    await app.type("pw\n")
    try await app.expectText("“alice” can be kept in your profile")
    await app.wait(DeafTime.duration)
    await app.press("Esc")
    try await app.expectText("> alice")
  }

  @Test(arguments: ["strict12", "strict13", "client"])
  func scenario36TheRefusedCertificateIsMarkedAndAnotherOpens(_ host: String) async throws {
    let app = try await question(by: host, "stranger", "alice")
    // What does not fit is not listed.
    #expect(app.shows("Others that do not fit: 1."))
    #expect(!app.shows("stranger"))
    await app.press("l")
    try await app.expectText("stranger")
    #expect(!app.shows("[l]ist all"))
    await app.press("Up")
    #expect(app.shows("> stranger"))
    await app.press("o")
    try await app.expectText("the last one was not accepted")
    try await app.expectDialog(AlertDialog.self)
    #expect(app.shows("It did not accept your certificate “stranger”"))
    #expect(app.shows("> alice"))
    await app.press("o")
    try await app.expect("the page") { app.lines.contains { $0.hasPrefix("Alice") } }
    #expect(!app.hasDialog)
  }

  @Test func scenario39OnceIsForgottenAndAlwaysOutlivesTheProgram() async throws {
    let folder = files.path(of: "state")
    let app = try await question(by: "client", "alice", stateFolder: folder)
    await app.press("o")
    try await app.expect("the page") { app.lines.contains { $0.hasPrefix("Alice") } }
    await app.press("r")
    try await app.expectDialog(AlertDialog.self)
    await app.press("a")
    try await app.expect("a second load") { site.requests(forPath: "/who").count == 2 }
    try await app.expectEnd()
    app.store.writePendingChanges()

    let later = try AppDriver(on: site, hosts: ["client"], stateFolder: folder)
    try await later.open(address("client"))
    try await later.expect("the page") { later.lines.contains { $0.hasPrefix("Alice") } }
    #expect(!later.hasDialog)
    #expect(later.store.identities.map(\.label) == ["alice"])
    // The choice can be withdrawn, and then there is a question again.
    await later.press("g", "K")
    try await later.expectDialog(AlertDialog.self)
    #expect(later.store.identityChoices.isEmpty)
  }

  @Test func scenario41WithoutACertificateThePageIsAnonymous() async throws {
    let app = try await question(by: "client-optional", "alice")
    await app.press("w")
    try await app.expect("the page") { app.lines.contains { $0.hasPrefix("nobody") } }
    #expect(!app.status.contains("as alice"))
    await app.press("r")
    try await app.expectDialog(AlertDialog.self)
    await app.press("n")
    try await app.expect("a second load") { site.requests(forPath: "/who").count == 2 }
    await app.press("r")
    try await app.expect("a third load") { site.requests(forPath: "/who").count == 3 }
    #expect(!app.hasDialog)
    #expect(app.store.identityChoices.map(\.identity) == [nil])
  }

  @Test func scenario43GivingUpAfterARefusalEndsTheLoad() async throws {
    let app = try await question(by: "strict13", "stranger")
    #expect(app.shows("None of your certificates is from one of these."))
    await app.press("l", "o")
    try await app.expectText("the last one was not accepted")
    try await app.expectDialog(AlertDialog.self)
    await app.press("q")
    try await app.expectText("No certificate was chosen")
    #expect(!app.hasDialog)
    #expect(site.counts(ofHost: "strict13.practice.test").connections <= 3)
    #expect(site.requests(forPath: "/who").isEmpty)
  }

  @Test func aRefusalByAPageTellsHowToChooseAnother() async throws {
    let app = try await question(by: "client")
    await app.press("w")
    // The page says so, and the question is put again with the reason.
    try await app.expectText("It does not go on without a certificate")
    try await app.expectDialog(AlertDialog.self)
    await app.press("w")
    try await app.expectText("400 Bad Request")
    #expect(app.shows("gK chooses another one"))
    #expect(app.status.contains("400"))
  }

  // MARK: Safety

  @Test func returnNeverShowsACertificate() async throws {
    let app = try await question(by: "client", "alice")
    await app.press("RET")
    try await app.expectText("No certificate was chosen")
    app.application.window.open(address: address("client"))
    try await app.expectDialog(AlertDialog.self)
    for _ in 0..<3 {
      await app.press("Right", "RET")
      #expect(app.hasDialog)
    }
    #expect(site.requests(forPath: "/who").isEmpty)
  }

  @Test func keysTypedAheadShowNothing() async throws {
    let app = try AppDriver(on: site, hosts: ["client"])
    app.store.add(try identity("alice"), persistence: .forSession)
    app.application.start(opening: .address(address("client")))
    try await app.expect("a question") {
      app.screen.send(.key(KeyEvent(name: "o")!))
      app.application.session.loop.turn()
      return app.hasDialog
    }
    for _ in 0..<3 { app.screen.send(.key(KeyEvent(name: "o")!)) }
    app.application.session.loop.turn()
    #expect(app.hasDialog)
    #expect(site.requests(forPath: "/who").isEmpty)
  }

  @Test func threat2NamesInFilesAndListsStayHarmless() async throws {
    let app = try await question(by: "client", "evil")
    let shown = app.lines.joined(separator: "\n")
    #expect(shown.contains("Evil"))
    for scalar in ["\u{1B}", "\u{7}", "\u{202E}"] { #expect(!shown.contains(scalar)) }
    await app.press("o")
    try await app.expect("the page") { !app.hasDialog }
    #expect(!app.lines.joined().contains("\u{202E}"))
  }

  @Test(arguments: Language.allCases)
  func everySizeIsDrawn(language: Language) async throws {
    let app = try await question(by: "client-two-cas", "alice", "bob", language: language)
    for (columns, rows) in [(80, 24), (40, 12), (20, 5), (5, 3), (1, 1), (200, 60), (80, 24)] {
      app.screen.resize(to: CellSize(columns: columns, rows: rows))
      await app.press("Down", "Up")
    }
    #expect(app.hasDialog)
    #expect(app.shows("> alice"))
  }
}
