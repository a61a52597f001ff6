// SPDX-License-Identifier: MIT
// Part of Grille: parts of a page that were left out are counted in the status line and listed.
import CellGrid
import Networking
import PracticeSite
import Security
import TerminalUI
import Testing
import WebInfra

@testable import BrowserApp
@testable import WebViewKit

@MainActor
@Suite struct BlockedPartTests {
  @Test(arguments: Language.allCases)
  func blockedPartsAreCountedAndLeadToTheirCertificates(language: Language) async throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let app = try AppDriver(on: site, hosts: ["good", "expired"], language: language)
    let view = app.application.window.webView
    try await app.open(site.url("/page/1", host: "good", isSecure: true), expecting: "This is page")
    let words = Localization(language)
    await app.press("g", "X")
    #expect(app.shows(words.text(.certificateBlockedNone)))

    let url = try #require(WebURL(site.url("/style.css", host: "expired", isSecure: true)))
    let page = try #require(view.page)
    let log = page.log
    await #expect(throws: ResourceError(.serverCertificateHasBadDate)) {
      try await view.loader.load(
        ResourceRequest(url: url, destination: .styleSheet),
        LoadContext(navigationID: page.navigation.id, observer: { log.record($0) }))
    }
    app.application.session.setNeedsFrame()
    try await app.expect("the count") {
      app.status.contains(words.text(.statusBlocked, ["count": "1"]))
    }
    #expect(!app.hasDialog)
    await app.press("g", "X")
    #expect(app.shows(words.text(.certificateBlockedTitle)))
    #expect(app.shows("expired.practice.test:\(site.securePort)/style.css"))
    await app.press("RET")
    #expect(app.application.session.stack?.topDialog is CertificateView)
    #expect(app.shows("expired.practice.test"))
    await app.press("q")
    #expect(!app.hasDialog)
    #expect(site.counts(ofHost: "expired.practice.test").handshakes == 0)
  }
}
