// SPDX-License-Identifier: MIT
// Part of Grille: parts of a page whose servers cannot be verified are left out, counted and named.

import Networking
import PracticeSite
import Security
import Testing

@testable import WebViewKit

@MainActor
@Suite("Blocked parts")
struct BlockedPartTests {
  @Test func partsNeverPromptAndAreCountedOncePerAddress() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(
      networkOptions: setting.options("good", "expired", "self-signed", "incomplete-chain"))
    let delegate = TrustDelegate.accepting(.forSession)
    let view = setting.view(store, delegate)
    #expect(await setting.load("good", in: view) == 0)
    #expect(view.blockedTransactions.isEmpty)
    let page = try #require(view.page)

    /// Loads a style sheet as a part of the page on show.
    func part(_ host: String, _ path: String) async -> Int {
      var request = setting.request(host, path)
      request.destination = .styleSheet
      let log = page.log
      let context = LoadContext(
        navigationID: page.navigation.id,
        challenge: { await delegate.respond(to: $0, in: view) }, observer: { log.record($0) })
      do {
        let load = try await view.loader.load(request, context)
        load.cancel()
        return 0
      } catch {
        return error.code.rawValue
      }
    }
    #expect(await part("expired", "/a.css") == -1201)
    #expect(await part("expired", "/a.css") == -1201)
    #expect(await part("self-signed", "/b.css") == -1202)
    #expect(await part("good", "/c.css") == 0)
    // Refused at first, but its issuer could be fetched.
    #expect(await part("incomplete-chain", "/d.css") == 0)
    #expect(delegate.trusts.isEmpty)
    let blocked = view.blockedTransactions
    #expect(blocked.map { $0.request.url.pathname } == ["/a.css", "/b.css"])
    #expect(blocked.map { $0.error?.serverTrust?.reasons } == [[.expired], [.selfSigned]])
    #expect(setting.site.counts(ofHost: "expired.practice.test").handshakes == 0)
    #expect(setting.site.counts(ofHost: "self-signed.practice.test").handshakes == 0)

    // Accepted for the page's sake, the server's parts are no longer left out.
    #expect(await setting.load("expired", in: setting.view(store, delegate)) == 0)
    #expect(await part("expired", "/a.css") == 0)
    #expect(view.blockedTransactions.map { $0.request.url.pathname } == ["/b.css"])
    // The next page starts anew.
    #expect(await setting.load("good", in: view) == 0)
    #expect(view.blockedTransactions.isEmpty)
  }
}
