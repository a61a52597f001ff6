// SPDX-License-Identifier: MIT
// Part of Grille: scenarios of server trust at the API, against real TLS servers on loopback.

import Networking
import PracticeSite
import Security
import TestSupport
import Testing

@testable import WebViewKit

@MainActor
@Suite("Trust scenarios at the API")
struct TrustScenarioTests {
  @Test(arguments: [WebsiteDataStore.ServerTrustChallenges.onFailure, .always])
  func scenario1AGoodHostLoadsAndIsSecure(
    challenges: WebsiteDataStore.ServerTrustChallenges
  ) async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(
      networkOptions: setting.options("good", challenges: challenges))
    let delegate = TrustDelegate { _ in .performDefaultHandling }
    let view = setting.view(store, delegate)
    #expect(await setting.load("good", in: view) == 0)
    #expect(await setting.load("good", in: view, path: "/?again") == 0)
    #expect(view.serverTrust?.isValid == true)
    #expect(view.hasOnlySecureContent)
    #expect(setting.site.requests.count == 2)
    // `.always` costs one more handshake for a certificate, and one question.
    let isAlways = challenges == .always
    #expect(delegate.trusts.count == (isAlways ? 1 : 0))
    #expect(setting.connections == (isAlways ? 2 : 1))
    #expect(delegate.trusts.allSatisfy { $0.result == .unspecified })
  }

  @Test func scenario4ContinueLoadsOnExactlyTwoConnections() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("expired"))
    let delegate = TrustDelegate.accepting(.none)
    let view = setting.view(store, delegate)
    #expect(await setting.load("expired", in: view) == 0)
    #expect(delegate.trusts.map(\.reasons) == [[.expired]])
    #expect(setting.connections == 2)
    #expect(setting.site.requests.count == 1)
    #expect(view.serverTrust?.isAcceptedByDecision == true)
    #expect(view.serverTrust?.result == .proceed)
  }

  @Test func scenario5ADecisionForTheSessionCountsForTheStoreAlone() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("expired"))
    let delegate = TrustDelegate.accepting(.forSession)
    let view = setting.view(store, delegate)
    #expect(await setting.load("expired", in: view) == 0)
    let reload = try #require(view.reloadFromOrigin())
    #expect(await setting.code(of: reload, in: view) == 0)
    #expect(delegate.trusts.count == 1)
    #expect(store.trustDecisions.map(\.scope) == [.session])

    let other = setting.view(
      WebsiteDataStore(networkOptions: setting.options("expired")), delegate)
    #expect(await setting.load("expired", in: other) == 0)
    #expect(delegate.trusts.count == 2)
  }

  @Test func scenario5ADecisionForOnceIsAskedForAgainByAReload() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("expired"))
    let delegate = TrustDelegate.accepting(.none)
    let view = setting.view(store, delegate)
    #expect(await setting.load("expired", in: view) == 0)
    let reload = try #require(view.reloadFromOrigin())
    #expect(await setting.code(of: reload, in: view) == 0)
    #expect(delegate.trusts.count == 2)
    #expect(setting.connections == 4)
  }

  @Test func scenario26ADelegateThatRejectsEveryTrustEndsWithCancelled() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("good", challenges: .always))
    let delegate = TrustDelegate { _ in .rejectProtectionSpace }
    #expect(await setting.load("good", in: setting.view(store, delegate)) == -999)
    #expect(delegate.trusts.count == 1)
    #expect(delegate.failures.map(\.code) == [.cancelled])
    #expect(setting.site.requests.isEmpty)
    #expect(store.trustDecisions.isEmpty)
  }

  @Test(arguments: [("good", 0, 1), ("expired", -1201, 0)])
  func scenario27WithoutTheMethodTheDefaultHolds(
    host: String, code: Int, requests: Int
  ) async throws {
    final class Silent: NavigationDelegate {
      var failures: [ResourceError] = []
      func didFailProvisionalNavigation(
        _ navigation: Navigation, with error: ResourceError, in webView: WebView
      ) { failures.append(error) }
    }
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options(host, challenges: .always))
    let delegate = Silent()
    #expect(await setting.load(host, in: setting.view(store, delegate)) == code)
    #expect(setting.site.requests.count == requests)
    #expect(delegate.failures.map(\.code.rawValue) == (code == 0 ? [] : [code]))
    if code != 0 { #expect(delegate.failures.first?.serverTrust?.reasons == [.expired]) }
  }

  @Test(arguments: [("untrusted-root", -1202), ("not-yet-valid", -1204), ("expired", -1201)])
  func scenario28DefaultHandlingFailsWithTheReasonsCode(host: String, code: Int) async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options(host))
    for answer: AuthenticationChallengeDisposition in [
      .performDefaultHandling, .useCredential(nil),
    ] {
      let delegate = TrustDelegate { _ in answer }
      #expect(await setting.load(host, in: setting.view(store, delegate)) == code)
      #expect(delegate.trusts.count == 1)
    }
    #expect(setting.site.requests.isEmpty)
  }

  @Test func scenario30AnExceptionIsGoneOnceTheHostIsValid() async throws {
    // Two sites of different authorities stand for one host before and after its renewal.
    let (before, after) = (try TrustSetting(), try TrustSetting())
    defer {
      before.site.stop()
      after.site.stop()
    }
    let directory = try TemporaryDirectory()
    func store(_ setting: TrustSetting) -> WebsiteDataStore {
      var options = WebsiteDataStore.NetworkOptions()
      options.connectTo = [setting.site.connectToEntry(for: "good", isSecure: true)]
      options.addedAnchors = [after.site.rootCertificate]
      options.serverTrustChallenges = .onFailure
      return .persistent(in: directory.path(of: "profile"), networkOptions: options)
    }
    let request = ResourceRequest(url: try #require(WebURL("https://good.practice.test/")))
    func load(_ store: WebsiteDataStore, _ delegate: TrustDelegate) async -> Int {
      let view = before.view(store, delegate)
      return await before.code(of: view.load(request), in: view)
    }

    let accepting = TrustDelegate.accepting(.permanent)
    let first = store(before)
    #expect(await load(first, accepting) == 0)
    #expect(accepting.trusts.map(\.reasons) == [[.issuerMissing]])
    first.writePendingChanges()

    // Another program on the same profile: the exception is there, and nobody is asked.
    let refusing = TrustDelegate { _ in .cancelAuthenticationChallenge }
    let second = store(before)
    #expect(await load(second, refusing) == 0)
    #expect(second.trustDecisions.map(\.isException) == [true])

    let third = store(after)
    #expect(await load(third, refusing) == 0)
    #expect(third.trustDecisions.isEmpty)
    third.writePendingChanges()
    #expect(refusing.trusts.isEmpty)

    // Back to the old certificate: it is asked about as if it were new.
    let fourth = store(before)
    #expect(await load(fourth, refusing) == -999)
    #expect(refusing.trusts.count == 1)
  }
}
