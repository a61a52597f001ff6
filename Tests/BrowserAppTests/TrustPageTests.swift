// SPDX-License-Identifier: MIT
// Part of Grille: tests of about:trust, and of the attempts of other pages to use it.
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

extension AppDriver {
  /// Whether the page of decisions takes an action for one of its links.
  fileprivate func follows(_ action: NavigationAction) -> Bool {
    application.window.storePages.trust.follow(linkOf: action, in: application.window)
  }
}

@MainActor
@Suite(.serialized) struct TrustPageTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func appWithDecisions(_ hosts: [String] = ["expired", "self-signed"]) async throws
    -> AppDriver
  {
    let app = try AppDriver(on: site, hosts: hosts + ["good"])
    for host in hosts {
      let address = site.url("/page/1", host: host, isSecure: true)
      app.application.start(opening: .address(address))
      try await app.expectTrustAlert()
      await app.press("s")
      try await app.expectText("This is page 1")
      try await app.expect("end") { !app.application.window.webView.isLoading }
    }
    return app
  }

  private func decisions(_ app: AppDriver) -> [String] {
    app.application.window.webView.configuration.websiteDataStore.trustDecisions
      .filter(\.isException).map(\.host)
  }

  @Test func decisionsAreListedAndWithdrawnOneByOne() async throws {
    let app = try await appWithDecisions()
    await app.press("g", "x")
    try await app.expectText("expired.practice.test:\(site.securePort)")
    for part in [
      "Accepted: expired", "Holds: this session",
      "Decided on \(UnixTime.dateText(UnixTime.now())); last used on",
      ServerTrustAlert.grouped(site.certificate(ofHost: "expired.practice.test").sha256Fingerprint),
    ] {
      #expect(app.shows(part), "\(part)")
    }
    #expect(decisions(app) == ["expired.practice.test", "self-signed.practice.test"])
    await app.press("TAB")
    // Where the link leads is a secret, and nowhere.
    #expect(app.application.window.webView.focusedElement != nil)
    #expect(!app.status.contains("about:"))
    await app.press("RET")
    try await app.expectText("Forgotten: expired.practice.test")
    try await app.expect("page anew") { !app.shows("Accepted: expired") }
    #expect(decisions(app) == ["self-signed.practice.test"])
    // What was forgotten is asked again.
    app.application.start(opening: .address(site.url("/", host: "expired", isSecure: true)))
    try await app.expectTrustAlert()
    await app.press("c")
  }

  @Test func allDecisionsAreWithdrawnAtOnce() async throws {
    let app = try await appWithDecisions()
    app.application.start(opening: .address("about:trust"))
    try await app.expectText("Accepted: expired")
    await app.press("S-TAB", "RET")
    try await app.expectText("All decisions about servers are forgotten.")
    try await app.expectText("No server is trusted in spite of a problem.")
    #expect(decisions(app).isEmpty)
  }

  @Test func strictHostsAreListedAndWithdrawnOneByOneOrTogether() async throws {
    let app = try AppDriver(on: site, hosts: ["hsts"])
    let store = app.application.window.webView.configuration.websiteDataStore
    func visit() async throws {
      try await app.open(site.url("/page/1", host: "hsts", isSecure: true))
      try await app.expect("a strict host") {
        store.strictTransportHosts.map(\.host) == ["hsts.practice.test"]
      }
      try await app.open("about:trust", expecting: "hsts.practice.test and all hosts below it")
    }
    try await visit()
    await app.press("TAB", "RET")
    try await app.expectText("Forgotten: hsts.practice.test")
    try await app.expectText("No host has asked for this yet.")
    #expect(store.strictTransportHosts.isEmpty)
    try await visit()
    await app.press("S-TAB", "RET")
    try await app.expectText("All hosts that demanded a secure connection are forgotten.")
    #expect(store.strictTransportHosts.isEmpty)
  }

  /// The address behind the first link of about:trust.
  private func secretAddress(in app: AppDriver) async throws -> String {
    app.application.start(opening: .address("about:trust"))
    try await app.expectText("Accepted: expired")
    let link = try #require(
      app.application.window.webView.links.first { $0.url.href.contains("do=") })
    return link.url.href
  }

  // The secret itself is of no use to another page, nor to whoever types it.
  @Test func noOtherPageCanHaveADecisionForgotten() async throws {
    let app = try await appWithDecisions(["expired"])
    let secret = try await secretAddress(in: app)
    let view = app.application.window.webView
    let body = "<a href=\"\(secret)\">win</a><meta http-equiv=refresh content=\"0;url=\(secret)\">"
    for base in ["https://expired.practice.test/", "file:///srv/x.html", "about:blank"] {
      view.loadHTMLString("<p>trap \(base)" + body, baseURL: try #require(WebURL(base)))
      try await app.expectText("trap \(base)")
      await app.press("TAB", "RET")
      try await app.expect("an end") { !view.isLoading }
      #expect(decisions(app) == ["expired.practice.test"], "\(base)")
    }
    app.application.start(opening: .address(secret))
    try await app.expectText("Accepted: expired")
    #expect(decisions(app) == ["expired.practice.test"])
    // A guess on the page itself means nothing either.
    let action = NavigationAction(
      request: ResourceRequest(
        url: try #require(WebURL("about:trust?do=1")), isUserInitiated: true),
      navigationType: .linkActivated)
    #expect(!app.follows(action))
    #expect(decisions(app) == ["expired.practice.test"])
  }

  @Test func aLinkThatTheUserDidNotFollowMeansNothing() async throws {
    let app = try await appWithDecisions(["expired"])
    let secret = try #require(WebURL(try await secretAddress(in: app)))
    for (type, isUser) in [
      (NavigationAction.NavigationType.linkActivated, false), (.other, true), (.reload, true),
      (.formSubmitted, true), (.backForward, true),
    ] {
      let action = NavigationAction(
        request: ResourceRequest(url: secret, isUserInitiated: isUser), navigationType: type)
      #expect(!app.follows(action))
    }
    #expect(decisions(app) == ["expired.practice.test"])
  }

  @Test(arguments: Language.allCases)
  func thePageIsInEveryLanguageAndHoldsNoMarkupOfOthers(language: Language) {
    let page = TrustPage(words: Localization(language))
    let decision = TrustDecision(
      host: "<b>\u{202E}", port: 443, leafFingerprint: Fingerprint(bytes: [1, 2]),
      reasons: [.expired, .wrongHost], scope: .permanent(until: 1_900_000_000), decisionDate: 0)
    let html = page.html(
      decisions: [decision],
      strictHosts: [
        .init(host: "a.example", includesSubdomains: true, expiryDate: 1_900_000_000),
        .init(host: "<i>", includesSubdomains: false, expiryDate: 1_900_000_000),
      ])
    #expect(!html.contains("<b>") && !html.contains("<i>") && !html.contains("{host}"))
    #expect(html.contains("\\u{202E}"))
    #expect(html.contains("2030-03-17"))
    #expect(html.contains("a.example"))
    #expect(html.contains(Localization(language).text(.aboutTrustForgetAll)))
    // What is printed has nobody to follow links.
    let printed = TrustPage(words: Localization(language), offersActions: false).html(
      decisions: [decision],
      strictHosts: [.init(host: "a.example", includesSubdomains: true, expiryDate: 0)])
    #expect(printed.contains("a.example") && !printed.contains("<a"))
    let empty = page.html(decisions: [], strictHosts: [])
    #expect(!empty.contains("do="))
  }
}
