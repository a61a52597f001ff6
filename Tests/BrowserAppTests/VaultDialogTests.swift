// SPDX-License-Identifier: MIT
// Part of Grille: keeping log-ins and certificates under a master pass phrase, as the user meets it.
import Foundation
import PracticeSite
import Security
import TerminalUI
import TestSupport
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct VaultDialogTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  private func address(_ path: String, host: String = "good") -> String {
    site.url(path, host: host, isSecure: true)
  }

  /// The program anew, with the profile of the test.
  private func start(_ path: String = "/basic", host: String = "good") throws -> AppDriver {
    let app = try AppDriver(on: site, hosts: ["good", "client"], stateFolder: folder.path)
    app.application.start(opening: .address(address(path, host: host)))
    return app
  }

  private func store(_ app: AppDriver) -> WebsiteDataStore {
    app.application.window.webView.configuration.websiteDataStore
  }

  private func enter(_ text: String, in app: AppDriver) async throws {
    try await app.expectDialog(PassPhraseDialog.self)
    await app.type(text + "\n")
  }

  /// A profile with a kept log-in.
  private func keep(_ passPhrase: String = "open sesame") async throws {
    let app = try start()
    try await app.expectLogIn()
    await app.type("user\npass")
    await app.press("M-k")
    try await app.expectTrustAlert()
    await app.press("s")
    try await enter(passPhrase, in: app)
    try await enter(passPhrase, in: app)
    try await app.expectText("You are in.")
    store(app).writePendingChanges()
    #expect(store(app).credentials.map(\.persistence) == [.permanent])
  }

  @Test func scenario39KeepingAsksForAMasterPassPhraseTwiceAndLosesNothing() async throws {
    let app = try start()
    try await app.expectLogIn()
    await app.type("user\npass")
    await app.press("M-k")
    try await app.expectTrustAlert()
    #expect(app.shows("Passwords are kept only encrypted"))
    await app.press("s")
    try await enter("one", in: app)
    try await app.expectText("The same again:")
    try await enter("two", in: app)
    try await app.expectText("They differed.")
    try await enter("", in: app)
    try await app.expectText("It is empty.")
    try await enter("three", in: app)
    #expect(!app.shows("three"))
    try await enter("three", in: app)
    try await app.expectText("You are in.")
    #expect(site.requests(forPath: "/basic").count == 2)
    store(app).writePendingChanges()

    let again = try start()
    try await enter("wrong", in: again)
    try await again.expectText("Wrong. Master pass phrase:")
    try await enter("three", in: again)
    try await again.expectText("You are in.")
    #expect(!again.hasDialog)
  }

  @Test func whoWantsNoMasterPassPhraseIsLoggedInForTheSession() async throws {
    let app = try start()
    try await app.expectLogIn()
    await app.type("user\npass")
    await app.press("M-k")
    try await app.expectTrustAlert()
    await app.press("Esc")
    try await app.expectText("You are in.")
    try await app.expectText("is kept for this session only.")
    #expect(store(app).vaultState == .none)
    #expect(store(app).credentials.map(\.persistence) == [.forSession])
  }

  @Test func withoutTheMasterPassPhraseOneGoesOnAndNothingIsLost() async throws {
    try await keep()
    for keys in [["Esc"], ["a", "RET", "b", "RET", "c", "RET"]] {
      let app = try start()
      try await app.expectDialog(PassPhraseDialog.self)
      for key in keys {
        try await app.expect("the question") {
          app.application.session.stack?.topDialog is PassPhraseDialog
        }
        await app.press(key)
      }
      try await app.expectLogIn()
      await app.type("user\npass\n")
      try await app.expectText("You are in.")
      #expect(store(app).vaultState == .locked)
    }
    let last = try start()
    try await enter("open sesame", in: last)
    try await last.expectText("You are in.")
  }

  @Test func aForgottenMasterPassPhraseIsResetAfterAQuestion() async throws {
    try await keep()
    let app = try AppDriver(on: site, hosts: ["good"], stateFolder: folder.path)
    try await app.open("about:logins", expecting: "Log-ins")
    #expect(app.shows("good.practice.test") && app.shows("user") && !app.shows("pass,"))
    await app.press(":")
    await app.type("reset-vault\n")
    try await app.expectTrustAlert()
    await app.press("RET")
    try await app.expect("no dialog") { !app.hasDialog }
    #expect(store(app).vaultState == .locked)
    await app.press(":")
    await app.type("reset-vault\n")
    try await app.expectTrustAlert()
    // By habit nobody loses anything: on the answer itself RET does nothing.
    await app.press("TAB", "RET")
    #expect(app.hasDialog && store(app).vaultState == .locked)
    await app.press("f")
    try await app.expect("the end of the vault") { store(app).vaultState == .none }
    #expect(store(app).credentials == [])
    try await app.expectText("No log-in is kept.")
  }

  /// A profile with a client certificate that a host is shown, sealed.
  private func sealAlice() async throws {
    let file = try #require(site.clients["alice"])
    let bytes = SecretBytes(copying: file.pkcs12.span)
    let passPhrase: SecretBytes? = SecretBytes(copying: Array(file.passPhrase.utf8).span)
    let read = try IdentityImport(bytes, passPhrase: passPhrase)
    let alice = try #require(read.identities.first)
    let app = try AppDriver(on: site, hosts: ["good"], stateFolder: folder.path)
    let store = store(app)
    store.choose(
      alice, forHost: "client.practice.test", port: UInt16(site.securePort),
      persistence: .permanent)
    try await store.setMasterPassPhrase(
      SecretBytes(copying: Array("open sesame".utf8).span))
    store.writePendingChanges()
  }

  @Test func aChosenCertificateThatIsSealedIsUnsealedFirst() async throws {
    try await sealAlice()
    let app = try start("/", host: "client")
    try await enter("open sesame", in: app)
    try await app.expect("the page") {
      app.application.window.webView.response?.status?.code == 200
    }
    #expect(!app.hasDialog)

    let without = try start("/", host: "client")
    try await without.expectDialog(PassPhraseDialog.self)
    await without.press("Esc")
    try await without.expectTrustAlert()
    #expect(without.shows("(sealed)"))
    // To pick it all the same asks again.
    await without.press("o")
    try await enter("open sesame", in: without)
    try await without.expect("the page") {
      without.application.window.webView.response?.status?.code == 200
    }
  }

  @Test func thePageOfCertificatesMarksSealedKeysAndFollowsTheVault() async throws {
    try await sealAlice()
    let app = try AppDriver(on: site, hosts: ["good"], stateFolder: folder.path)
    let sentence = "The key is sealed until the master pass phrase is given (:unlock)."
    try await app.open("about:identities", expecting: "Issued to: CN=Alice")
    try await app.expectText(sentence)
    await app.press(":")
    await app.type("unlock\n")
    try await enter("open sesame", in: app)
    try await app.expect("the page anew") {
      app.shows("Issued to: CN=Alice") && app.shows("Forget this") && !app.shows(sentence)
    }
    await app.press(":")
    await app.type("lock\n")
    try await app.expectText(sentence)
  }

  @Test func thePageOfLogInsForgetsAndLocks() async throws {
    try await keep()
    let app = try start("/page/2")
    try await app.expectText("This is page 2")
    await app.press(":")
    await app.type("unlock\n")
    try await enter("open sesame", in: app)
    try await app.expectText("What is kept can be used.")
    await app.press("g", "p")
    try await app.expectLine(containing: "Forget every log-in")
    #expect(app.shows("Change the master pass phrase") && app.shows("kept)"))
    await app.press(":")
    await app.type("lock\n")
    try await app.expectText("Unlock")
    #expect(store(app).vaultState == .locked)
    await app.press("TAB", "RET")
    try await app.expectText("No log-in is kept.")
    #expect(store(app).credentials == [])
  }

  @Test(arguments: Language.allCases)
  func noRealmGetsOutOfItsQuotationMarks(language: Language) {
    let page = LoginsPage(words: Localization(language))
    let html = page.html(
      credentials: [
        StoredCredential(
          space: .init(
            scheme: "https", host: "good.test", port: 443, isProxy: false, method: "httpBasic",
            realm: "<b>\u{1B}[31m\u{202E}x"),
          user: "<i>&", persistence: .permanent, date: 1)
      ], vault: .locked)
    #expect(!html.contains("<b>") && !html.contains("<i>"))
    #expect(!html.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }
}
