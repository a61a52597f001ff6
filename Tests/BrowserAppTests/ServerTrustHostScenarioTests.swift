// SPDX-License-Identifier: MIT
// Part of Grille: acceptance scenarios in which the host decides what is shown, on the real stack.
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

@MainActor
@Suite(.serialized) struct ServerTrustHostScenarioTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  /// A program that is on its way to a host.
  private func app(
    at host: String, configuration: Configuration = Configuration(),
    trustSources: TrustSources = TrustSources()
  ) throws -> AppDriver {
    let app = try AppDriver(
      on: site, hosts: [host], configuration: configuration, trustSources: trustSources)
    app.application.start(opening: .address(site.url("/page/1", host: host, isSecure: true)))
    return app
  }

  /// Waits for a text, and records it if a dialog opens meanwhile.
  private func expectWithoutDialog(_ text: String, in app: AppDriver) async throws {
    var hasAsked = false
    try await app.expect("no “\(text)”") {
      hasAsked = hasAsked || app.hasDialog
      return hasAsked || app.shows(text)
    }
    #expect(!hasAsked, "\(app.screen.text)")
  }

  private func counts(_ host: String) -> PracticeSite.HostCounts {
    site.counts(ofHost: "\(host).practice.test")
  }

  /// Cancels, and expects that nothing was sent.
  private func expectRefusal(by app: AppDriver, of host: String) async throws {
    await app.press("c")
    try await app.expectText("was not trusted")
    #expect(counts(host).handshakes == 0)
    #expect(counts(host).requests == 0)
  }

  @Test func scenario1GoodShowsThePageAndSecureWithoutADialog() async throws {
    let app = try app(at: "good")
    try await expectWithoutDialog("This is page 1", in: app)
    try await app.expect("the mark") { app.status.contains("secure") }
    #expect(!app.status.contains("not secure") && !app.status.contains("exception"))
    #expect(counts("good").connections == 1)
  }

  @Test func scenario15AConfiguredListSaysRevoked() async throws {
    let folder = try TemporaryDirectory()
    var configuration = Configuration()
    configuration.trustRevocationListFiles = [
      try folder.write(site.crlDER, to: "practice.crl")
    ]
    let app = try app(at: "revoked", configuration: configuration)
    try await app.expectTrustAlert()
    #expect(app.shows("was withdrawn by its issuer on"))
    #expect(app.shows("You cannot continue"))
    #expect(!app.shows("[o]nce"))
    try await expectRefusal(by: app, of: "revoked")
    #expect(site.plainConnections.isEmpty)
  }

  @Test func scenario15WithoutAListItLoadsAndDetailsSayNotChecked() async throws {
    let app = try app(at: "revoked")
    try await expectWithoutDialog("This is page 1", in: app)
    await app.press("g", "c")
    #expect(app.application.session.stack?.topDialog is CertificateView)
    await app.press("/")
    await app.type("withdrawal\n")
    #expect(app.shows("Withdrawal: not checked"))
    #expect(site.plainConnections.isEmpty)
  }

  @Test func scenario15HardModeAsksTheIssuerAndRefuses() async throws {
    var configuration = Configuration()
    configuration.trustRevocation = "hard"
    let app = try app(at: "revoked", configuration: configuration)
    try await app.expectTrustAlert()
    #expect(app.shows("was withdrawn by its issuer on"))
    #expect(!app.shows("[o]nce"))
    try await expectRefusal(by: app, of: "revoked")
    #expect(site.fetchCounts.statusQuestions == 1)
  }

  @Test func scenario17ABlockListedRootOffersNoWayOn() async throws {
    let app = try app(
      at: "known-bad", trustSources: TrustSources(blockedKeys: [site.blockListedKey]))
    try await app.expectTrustAlert()
    #expect(app.shows("comes from an issuer known to be misused."))
    #expect(app.shows("You cannot continue"))
    #expect(!app.shows("[o]nce"))
    await app.press("o", "s", "a")
    #expect(app.hasDialog)
    try await expectRefusal(by: app, of: "known-bad")
  }

  @Test func scenario20AMissingIssuerIsNamedOrFetched() async throws {
    let asked = try app(at: "incomplete-no-aia")
    try await asked.expectTrustAlert()
    #expect(
      asked.shows("The server did not send the certificate of the issuer Practice Intermediate."))
    #expect(asked.shows("Continue [o]nce"))
    try await expectRefusal(by: asked, of: "incomplete-no-aia")

    let loading = try app(at: "incomplete-chain")
    try await expectWithoutDialog("This is page 1", in: loading)
    try await loading.expect("the mark") { loading.status.contains("secure") }
    #expect(site.fetchCounts.issuers == 1)
  }

  @Test func scenario21ACommonNameAloneIsNoName() async throws {
    let app = try app(at: "no-san")
    try await app.expectTrustAlert()
    #expect(app.shows("The certificate is from “no-san.practice.test”."))
    #expect(
      app.shows("names no host, so it does not belong to no-san.practice.test."))
    try await expectRefusal(by: app, of: "no-san")
  }

  @Test(arguments: [("rsa1024", "a key of 1024 bits"), ("sha1", "a signature")])
  func scenario23WhatIsWeakCanBeContinued(host: String, fault: String) async throws {
    let app = try app(at: host)
    try await app.expectTrustAlert()
    #expect(app.shows("uses \(fault)"))
    #expect(app.shows("can be forged today."))
    #expect(app.shows("Continue [o]nce"))
    await app.press("o")
    try await app.expectText("This is page 1")
    #expect(counts(host).connections == 2)
  }

  @Test(arguments: [("rsa512", "a key of 512 bits"), ("md5", "a signature")])
  func scenario23WhatIsForgeableCannotBeContinued(host: String, fault: String) async throws {
    let app = try app(at: host)
    try await app.expectTrustAlert()
    #expect(app.shows("uses \(fault)"))
    #expect(!app.shows("[o]nce"))
    await app.press("o", "s", "a")
    try await expectRefusal(by: app, of: host)
  }

  @Test(arguments: ["tls-v1-0", "null", "dh1024", "not-tls", "damaged-der", "huge-chain"])
  func scenario24WhatIsNoQuestionOfTrustIsAnErrorPage(host: String) async throws {
    let app = try app(at: host)
    try await expectWithoutDialog("Code -1200", in: app)
    try await app.expect("an end") { !app.application.window.webView.isLoading }
    #expect(!app.hasDialog)
    #expect(counts(host).handshakes == 0)
    #expect(site.requests.isEmpty)
  }

  @Test func scenario30TheExceptionLeavesAboutTrustOnceTheHostIsValid() async throws {
    // The host is asked about without the root, and valid with it.
    let folder = try TemporaryDirectory()
    let state = folder.path(of: "state")
    func app(trustsRoot: Bool) throws -> AppDriver {
      try AppDriver(on: site, hosts: ["good"], trustsRoot: trustsRoot, stateFolder: state)
    }
    let page = site.url("/page/1", host: "good", isSecure: true)
    let before = try app(trustsRoot: false)
    before.application.start(opening: .address(page))
    try await before.expectTrustAlert()
    await before.press("a")
    try await before.expectText("This is page 1")
    try await before.open("about:trust", expecting: "good.practice.test:\(site.securePort)")
    before.application.window.webView.configuration.websiteDataStore.writePendingChanges()

    let after = try app(trustsRoot: true)
    try await after.open("about:trust", expecting: "good.practice.test:\(site.securePort)")
    try await after.open(page, expecting: "This is page 1")
    try await after.expect("the mark") { after.status.contains("secure") }
    try await after.open("about:trust", expecting: "No server is trusted in spite of a problem.")
  }
}
