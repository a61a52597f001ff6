// SPDX-License-Identifier: MIT
// Part of Grille: the acceptance scenarios of the alert about a server, on the real network stack.
import CellGrid
import Foundation
import Networking
import PracticeSite
import Security
import TerminalUI
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

@MainActor
@Suite(.serialized) struct ServerTrustScenarioTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func address(_ host: String, _ path: String = "/page/1") -> String {
    site.url(path, host: host, isSecure: true)
  }

  /// Opens a host in a program of its own, up to the alert.
  private func alert(
    for host: String, columns: Int = 80, rows: Int = 24, language: Language = .english
  ) async throws -> AppDriver {
    let app = try AppDriver(
      on: site, hosts: [host, "good"], columns: columns, rows: rows, language: language)
    try await app.open(address("good", "/page/2"), expecting: "This is page 2")
    app.application.start(opening: .address(address(host)))
    try await app.expectTrustAlert()
    site.forgetRequests()
    return app
  }

  private var connections: Int { site.secureConnections.filter { $0.serverName != goodName }.count }
  private var goodName: String { "good.\(PracticeHost.domain)" }

  @Test func scenario2ExpiredNamesHostIssuerAndDateWithCancelFocused() async throws {
    let app = try await alert(for: "expired")
    let leaf = site.certificate(ofHost: "expired.practice.test")
    #expect(app.lines.contains { $0.contains("Cannot Verify Server Identity") })
    #expect(
      app.shows(
        "The identity of “expired.practice.test” cannot be verified by Grille. "
          + "The certificate is from “\(leaf.summary)”."))
    #expect(
      app.shows(
        "The certificate expired on \(UnixTime.dateText(leaf.notValidAfter)), 10 days ago"))
    let bytes = leaf.sha256Fingerprint.bytes
    for half in [bytes[..<16], bytes[16...]] {
      #expect(app.shows(Fingerprint(bytes: Array(half)).description))
    }
    for label in ["[C]ancel", "[D]etails", "Continue [o]nce", "this [s]ession", "[a]lways (until"] {
      #expect(app.shows(label))
    }
    #expect(app.lines.last?.hasSuffix("Grille asks") == true)
    // The cursor is on the button that RET presses.
    let cursor = try #require(app.screen.cursor)
    #expect(app.lines[cursor.row].dropFirst(cursor.column).hasPrefix("[C]ancel"))
    #expect(site.requests.isEmpty)
  }

  @Test(arguments: ["c", "Esc", "q", "RET", "C-c"])
  func scenario3CancelKeepsTheOldPageAndSaysSo(key: String) async throws {
    let app = try await alert(for: "expired")
    await app.press(key)
    try await app.expectText("The server expired.practice.test was not trusted.")
    #expect(!app.hasDialog)
    #expect(app.lines.contains { $0.contains("This is page 2") })
    #expect(app.application.window.webView.committedURL?.hostname == goodName)
    // Refused: one handshake, broken off, and not one request.
    try await app.expect("the end of the handshake at the server") { connections == 1 }
    #expect(site.secureConnections.last?.isEstablished == false)
    #expect(site.requests.isEmpty)
  }

  @Test func scenario4ContinueLoadsOverExactlyTwoConnections() async throws {
    let app = try await alert(for: "expired")
    await app.press("o")
    try await app.expectText("This is page 1")
    try await app.expect("mark") { app.status.contains("exception (once)") }
    #expect(connections == 2)
    #expect(site.requests.map(\.path) == ["/page/1"])
  }

  @Test func scenario5OnceAsksAgainAtAReload() async throws {
    let app = try await alert(for: "expired")
    await app.press("o")
    try await app.expectText("This is page 1")
    try await app.expect("end") { !app.application.window.webView.isLoading }
    await app.press("r")
    try await app.expectTrustAlert()
    #expect(site.requests.count == 1)
    await app.press("c")
    try await app.expectText("was not trusted")
  }

  @Test func scenario5SessionAsksNoMoreUntilANewSession() async throws {
    let app = try await alert(for: "expired")
    await app.press("s")
    try await app.expectText("This is page 1")
    try await app.expect("mark") { app.status.contains("exception (this session)") }
    await app.press("r")
    try await app.expect("second load") { site.requests.count == 2 }
    try await app.expect("end") { !app.application.window.webView.isLoading }
    #expect(!app.hasDialog)
    _ = try await alert(for: "expired")
  }

  @Test func scenario5AlwaysTellsUntilWhen() async throws {
    let app = try await alert(for: "expired")
    let date = UnixTime.dateText(UnixTime.now() + 365 * UnixTime.day)
    #expect(app.shows("[a]lways (until \(date))"))
    await app.press("a")
    try await app.expectText("This is page 1")
    try await app.expect("mark") { app.status.contains("exception (until \(date))") }
  }

  @Test func scenario7WrongHostNamesBothHosts() async throws {
    let app = try await alert(for: "wrong.host")
    #expect(
      app.shows(
        "The certificate belongs to “elsewhere.test”, not to wrong.host.practice.test."))
  }

  @Test func scenario8SelfSignedAndUntrustedRootAreToldApart() async throws {
    let selfSigned = try await alert(for: "self-signed")
    #expect(selfSigned.shows("vouches for itself; no authority has signed it."))
    #expect(!selfSigned.shows("which is not trusted here"))
    let stranger = try await alert(for: "untrusted-root")
    #expect(stranger.shows("which is not trusted here."))
    #expect(!stranger.shows("vouches for itself"))
  }

  @Test func scenario9DetailsPageThroughTheChainAndLeadBack() async throws {
    let app = try await alert(for: "expired")
    await app.press("d")
    #expect(app.application.session.stack?.topDialog is CertificateView)
    let text = try await everything(in: app).filter { !$0.isWhitespace }
    let leaf = site.certificate(ofHost: "expired.practice.test")
    for part in [
      "Subject", "CN = expired.practice.test", "O = Grille Practice", "Issuer",
      "DNS expired.practice.test", "Validity", UnixTime.text(leaf.notValidAfter),
      "ended 10 days ago", Fingerprint(bytes: leaf.serialNumber).description,
      "ECDSA prime256v1, 256 bits", "ecdsa-with-SHA256", "digitalSignature",
      "TLS Web Server Authentication (1.3.6.1.5.5.7.3.1)", "may not issue certificates",
      ServerTrustAlert.grouped(leaf.sha256Fingerprint), leaf.sha1Fingerprint?.description ?? "?",
      ServerTrustAlert.grouped(leaf.publicKey.fingerprint), "(code expired 10)",
      "-----BEGIN CERTIFICATE-----", "Withdrawal: not checked",
    ] {
      #expect(text.contains(part.filter { !$0.isWhitespace }), "\(part)")
    }
    await app.press("]")
    #expect(app.lines[0].contains("Certificate 2 of 3"))
    #expect(app.shows("An issuer’s certificate"))
    await app.press("]")
    #expect(app.shows("The root, trusted here"))
    await app.press("]", "[", "[")
    #expect(app.lines[0].contains("Certificate 1 of 3"))
    await app.press("q")
    #expect(app.application.session.stack?.topDialog is AlertDialog)
    #expect(app.shows("Cannot Verify Server Identity"))
    await app.wait(DeafTime.duration)
    await app.press("c")
    try await app.expectText("was not trusted")
  }

  /// All that can be seen by turning pages to the end.
  private func everything(in app: AppDriver) async throws -> String {
    var text = ""
    var last: [String] = []
    while app.lines != last {
      last = app.lines
      text += last.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ") + " "
      await app.press("SPC")
    }
    return text
  }

  @Test func scenario15RevocationIsToldToBeUnchecked() async throws {
    let app = try await alert(for: "untrusted-root")
    #expect(
      app.shows("Whether the issuer has withdrawn the certificate was not checked."))
    let selfSigned = try await alert(for: "self-signed")
    #expect(!selfSigned.shows("was not checked"))
  }

  @Test func severalProblemsAreAllTold() async throws {
    let app = try await alert(for: "all-wrong")
    for part in ["which is not trusted here", "belongs to “elsewhere.test”", "expired on"] {
      #expect(app.shows(part))
    }
  }

  // MARK: - What nobody may overlook

  @Test func scenario13RevokedOffersNoWayOn() async throws {
    let app = try await alert(for: "revoked-stapled")
    #expect(app.shows("was withdrawn by its issuer on"))
    #expect(app.shows("(its key was stolen)"))
    #expect(app.shows("You cannot continue"))
    #expect(!app.shows("[o]nce"))
    await app.press("o", "s", "a", "y")
    #expect(app.hasDialog)
    await app.press("c")
    try await app.expectText("was not trusted")
    #expect(site.requests.isEmpty)
  }

  @Test func revokedCanBeAcceptedBySettingAndTypedName() async throws {
    var configuration = Configuration()
    configuration.trustAllowsRevoked = true
    let app = try AppDriver(on: site, hosts: ["revoked-stapled"], configuration: configuration)
    app.application.start(opening: .address(address("revoked-stapled")))
    try await app.expectTrustAlert()
    #expect(app.shows("Continue [o]nce"))
    #expect(!app.shows("[s]ession"))
    await app.press("o")
    try await app.expectText("To continue, type the host name:")
    await app.type("revoked.practice.test\n")
    #expect(app.screen.beepCount == 1)
    await app.wait(DeafTime.duration)
    #expect(site.requests.isEmpty)
    await app.press("o")
    await app.type("revoked-stapled.practice.test\n")
    try await app.expectText("This is page 1")
    #expect(!app.hasDialog)
  }

  @Test(arguments: ["rsa512", "bad-signature", "wrong-purpose", "critical-unknown"])
  func whatCannotBeOverlookedSaysSo(host: String) async throws {
    let app = try await alert(for: host)
    #expect(app.shows("You cannot continue: with a fault of this kind anybody could"))
    #expect(!app.shows("Continue [o]nce"))
    #expect(app.shows("[D]etails"))
  }

  // MARK: - The course of things

  @Test func aDialogClosesWithItsNavigation() async throws {
    let app = try await alert(for: "expired")
    app.application.window.webView.stopLoading()
    try await app.expect("no dialog") { !app.hasDialog }
    #expect(!app.shows("was not trusted"))
    await app.press("d")
    #expect(!app.hasDialog)
  }

  @Test func anAlertWaitsForAnotherDialog() async throws {
    let app = try AppDriver(on: site, hosts: ["expired", "good"])
    try await app.open(address("good", "/page/2"), expecting: "This is page 2")
    app.application.start(opening: .address(address("expired")))
    await app.press("o")
    await app.type("oosa")
    try await app.expect("the question") { connections == 1 }
    await app.settle()
    #expect(app.application.session.stack?.topDialog is PromptDialog)
    await app.press("Esc")
    try await app.expectTrustAlert()
    #expect(site.requests(forPath: "/page/1").isEmpty)
    await app.press("c")
    try await app.expectText("was not trusted")
  }

  @Test func theEndOfTheTerminalIsCancel() async throws {
    let app = try await alert(for: "expired")
    app.screen.send(.endOfInput)
    try await app.expect("cancelled") { !app.application.window.webView.isLoading }
    #expect(!app.hasDialog)
    #expect(site.requests.isEmpty)
  }

  @Test func goodConnectionsShowTheirCertificatesToo() async throws {
    let app = try AppDriver(on: site, hosts: ["good"])
    try await app.open(address("good"), expecting: "This is page 1")
    #expect(app.status.contains("secure"))
    await app.press("g", "c")
    #expect(app.shows("No problem was found in the chain."))
    await app.press("Esc")
    #expect(app.lines.contains { $0.contains("This is page 1") })
    // The mark itself leads there too, and what stands beside it does not.
    let mark = try #require(app.status.range(of: "secure"))
    let column = app.status.distance(from: app.status.startIndex, to: mark.lowerBound)
    for (offset, opens) in [(-1, false), (0, true)] {
      let place = CellPoint(column: column + offset, row: 23)
      app.screen.send(.mouse(MouseEvent(.press(1), at: place)))
      await app.settle()
      #expect((app.application.session.stack?.topDialog is CertificateView) == opens)
    }
    await app.press("Esc")
    app.application.start(opening: .address("about:start"))
    try await app.expectText("Grille reads web pages")
    await app.press("g", "c")
    #expect(app.shows("there is no certificate to show"))
  }

  @Test func theErrorPageAgreesWithTheAlert() async throws {
    let trust = try #require(await refusedTrust("expired"))
    let words = Localization(.english)
    let alert = ServerTrustAlert(trust: trust, words: words).message(columns: 200).map(\.text)
    for reason in ErrorPage(
      error: ResourceError(.serverCertificateHasBadDate, serverTrust: trust), words: words
    ).trustReasons {
      #expect(alert.contains(reason))
    }
  }

  /// What is found wrong with a host, as a program without questions gets it.
  private func refusedTrust(_ host: String) async throws -> ServerTrust? {
    let app = try AppDriver(on: site, hosts: [host])
    let view = app.application.window.webView
    view.navigationDelegate = nil
    let url = try #require(WebURL(address(host)))
    do throws(ResourceError) {
      try await view.finishedLoading(view.load(ResourceRequest(url: url)))
    } catch {
      return error.serverTrust
    }
    return nil
  }
}
