// SPDX-License-Identifier: MIT
// Part of Grille: about:identities, and the commands around it.
import CellGrid
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
@Suite(.serialized) struct IdentitiesPageTests {
  private let site: PracticeSite
  private let files: TemporaryDirectory
  private let app: AppDriver

  init() throws {
    site = try PracticeSite.start()
    files = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.downloadFolder = files.path
    app = try AppDriver(on: site, hosts: ["client"], configuration: configuration)
  }

  private func add(_ name: String) throws {
    let file = try #require(site.clients[name])
    let passPhrase: SecretBytes? = SecretBytes(copying: Array(file.passPhrase.utf8).span)
    let read = try IdentityImport(SecretBytes(copying: file.pem.span), passPhrase: passPhrase)
    app.store.add(try #require(read.identities.first), persistence: .forSession)
  }

  /// Follows the link with a text.
  private func follow(_ text: String) async throws {
    let links = app.application.window.webView.links
    let index = try #require(links.firstIndex { $0.text == text }, "no link “\(text)”")
    await app.press("g", "g")
    for _ in 0...index { await app.press("Tab") }
    await app.press("RET")
  }

  @Test func thePageListsForgetsAndLetsChoicesBeAskedAgain() async throws {
    try add("alice")
    try add("evil")
    let alice = try #require(app.store.identities.first)
    app.store.choose(
      alice, forHost: "client.practice.test", port: site.securePort, persistence: .forSession)
    app.store.choose(nil, forHost: "other.test", port: 443, persistence: .forSession)
    try await app.open("about:identities", expecting: "Client certificates")
    await app.press("g", "k")
    try await app.expectText("Issued to: CN=Alice")
    #expect(!app.lines.joined().contains("\u{202E}"))
    #expect(app.application.window.webView.links.count == 7)
    await app.press("G")
    try await app.expectText("other.test:443: none (this session)")
    #expect(
      app.shows("client.practice.test:\(site.securePort): “\(alice.label)” (this session)"))

    try await follow("Ask again")
    try await app.expect("a choice less") { app.store.identityChoices.count == 1 }
    try await app.expectEnd()
    try await follow("Forget this certificate")
    try await app.expect("an identity less") { app.store.identities.count == 1 }
    #expect(app.store.identities.first?.label != alice.label)
  }

  @Test func thePublicPartAloneIsExported() async throws {
    try add("alice")
    try await app.open("about:identities", expecting: "Issued to")
    try await follow("Save the public part")
    try await app.expectDialog(PromptDialog.self)
    await app.press("RET")
    try await app.expectText("The public part is saved")
    let text = try String(contentsOfFile: files.path(of: "certificate.pem"), encoding: .utf8)
    #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----"))
    #expect(!text.contains("PRIVATE"))
  }

  @Test func aFileIsImportedFromThePageAndByCommand() async throws {
    let path = files.path(of: "alice.pem")
    try Data(try #require(site.clients["alice"]).pem).write(to: URL(fileURLWithPath: path))
    try await app.open("about:identities", expecting: "There is none yet.")
    await app.type(":import-identity \(path)\n")
    try await app.expectText("Pass phrase of alice.pem:")
    await app.type("pw\n")
    try await app.expectDialog(AlertDialog.self)
    await app.press("s")
    try await app.expectText("is ready.")
    try await app.expectText("Issued to: CN=Alice")
  }

  @Test(arguments: [
    ("nothing.p12", "cannot be read: No such file or directory."), (".", "is no ordinary file."),
    ("empty.p12", "is damaged, or no file of certificates and keys."),
    ("leaf.pem", "holds certificates, but no private key."),
  ])
  func whatCannotBeImportedIsSaid(_ name: String, _ sentence: String) async throws {
    try Data().write(to: URL(fileURLWithPath: files.path(of: "empty.p12")))
    let leaf = try #require(site.clients["alice"]).identity.certificate.pemText
    try Data(leaf.utf8).write(to: URL(fileURLWithPath: files.path(of: "leaf.pem")))
    try await app.open("about:identities", expecting: "There is none yet.")
    await app.type(":import-identity \(files.path(of: name))\n")
    try await app.expectText(sentence)
    #expect(app.store.identities.isEmpty)
  }

  @Test(arguments: Language.allCases)
  func aSealedKeyIsMarked(language: Language) throws {
    try add("alice")
    let alice = try #require(app.store.identities.first)
    let words = Localization(language)
    let page = IdentitiesPage(words: words)
    let sentence = words.text(.aboutIdentitiesSealed)
    #expect(page.html(identities: [alice.locked], choices: []).contains(sentence))
    #expect(!page.html(identities: [alice], choices: []).contains(sentence))
  }

  @Test func noOtherPageCanForgetAnIdentity() async throws {
    try add("alice")
    try await app.open("about:identities", expecting: "Issued to")
    let link = try #require(
      app.application.window.webView.links.last { $0.url.href.contains("do=") }
    ).url.href
    try await app.open(
      "data:text/html,<a href=\"\(link)\">a trap</a>", expecting: "a trap")
    await app.press("Tab", "RET")
    await app.settle()
    #expect(app.store.identities.count == 1)
  }
}
