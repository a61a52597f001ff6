// SPDX-License-Identifier: MIT
// Part of Grille: the server-trust challenge of a web view, against real TLS servers on loopback.

import CellGrid
import Networking
import PracticeSite
import Security
import Testing
import WebInfra

@testable import WebViewKit

/// Answers server-trust challenges with one disposition and records what it was asked.
@MainActor
private final class TrustDelegate: NavigationDelegate {
  enum Answer {
    case accept
    case leave
    case cancel
    case reject
  }

  let answer: Answer
  var trusts: [ServerTrust] = []

  init(_ answer: Answer) { self.answer = answer }

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod else {
      return .performDefaultHandling
    }
    trusts.append(trust)
    switch answer {
    case .accept: return .useCredential(Credential(trust: trust))
    case .leave: return .performDefaultHandling
    case .cancel: return .cancelAuthenticationChallenge
    case .reject: return .rejectProtectionSpace
    }
  }
}

@MainActor
@Suite("Server trust in a web view")
struct ServerTrustTests {
  /// A view that reaches a host of the practice site, whose authority it trusts.
  private func view(
    _ site: PracticeSite, _ host: String,
    _ challenges: WebsiteDataStore.ServerTrustChallenges = .always
  ) -> WebView {
    var options = WebsiteDataStore.NetworkOptions()
    options.resolve = [site.resolveEntry(for: host, isSecure: true)]
    options.addedAnchors = [site.rootCertificate]
    options.serverTrustChallenges = challenges
    return WebView(
      configuration: WebViewConfiguration(
        websiteDataStore: WebsiteDataStore(networkOptions: options)),
      viewportSize: CellSize(columns: 40, rows: 10))
  }

  /// The code that loading a host's page ends with, 0 for success.
  private func load(_ site: PracticeSite, _ host: String, in view: WebView) async throws -> Int {
    let url = try #require(WebURL(site.url("/", host: host, isSecure: true)))
    do {
      try await view.finishedLoading(view.load(ResourceRequest(url: url)))
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  @Test func aDelegateIsAskedAboutAValidServerOnceForItsCertificate() async throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let view = view(site, "good")
    let delegate = TrustDelegate(.leave)
    view.navigationDelegate = delegate
    #expect(try await load(site, "good", in: view) == 0)
    #expect(delegate.trusts.count == 1)
    #expect(delegate.trusts.first?.failures.isEmpty == true)
    #expect(view.serverTrust != nil)
  }

  @Test func onFailureSparesValidServers() async throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let view = view(site, "good", .onFailure)
    let delegate = TrustDelegate(.cancel)
    view.navigationDelegate = delegate
    #expect(try await load(site, "good", in: view) == 0)
    #expect(delegate.trusts.isEmpty)
  }

  @Test func withoutADelegateAnExpiredCertificateIsRefusedAndNothingIsSent() async throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    #expect(try await load(site, "expired", in: view(site, "expired")) == -1201)
    #expect(site.requests.isEmpty)
  }

  @Test func anAcceptedCertificateLoadsOnASecondConnection() async throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let view = view(site, "expired")
    let delegate = TrustDelegate(.accept)
    view.navigationDelegate = delegate
    #expect(try await load(site, "expired", in: view) == 0)
    #expect(delegate.trusts.count == 1)
    #expect(delegate.trusts.first?.failures.isEmpty == false)
    #expect(site.requests.count == 1)
  }

  @Test(arguments: [true, false])
  func cancellingAndRejectingEndWithCancelled(rejects: Bool) async throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let view = view(site, "expired")
    let delegate = TrustDelegate(rejects ? .reject : .cancel)
    view.navigationDelegate = delegate
    #expect(try await load(site, "expired", in: view) == -999)
    #expect(site.requests.isEmpty)
  }
}
