// SPDX-License-Identifier: MIT
// Part of Grille: web views that reach the practice site, and delegates that answer as they are told.

import CellGrid
import Networking
import PracticeSite
import Security
import WebInfra

@testable import WebViewKit

/// A practice site, and what is needed to load from it.
@MainActor
struct TrustSetting {
  let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  /// How a store reaches hosts of the site, whose authority it trusts.
  func options(
    _ hosts: String..., challenges: WebsiteDataStore.ServerTrustChallenges = .onFailure
  ) -> WebsiteDataStore.NetworkOptions {
    var options = WebsiteDataStore.NetworkOptions()
    options.resolve = hosts.map { site.resolveEntry(for: $0, isSecure: true) }
    options.addedAnchors = [site.rootCertificate]
    options.serverTrustChallenges = challenges
    return options
  }

  func view(
    _ store: WebsiteDataStore, _ delegate: (any NavigationDelegate)? = nil
  ) -> WebView {
    let view = WebView(
      configuration: WebViewConfiguration(websiteDataStore: store),
      viewportSize: CellSize(columns: 40, rows: 10))
    view.navigationDelegate = delegate
    return view
  }

  func request(_ host: String, _ path: String = "/") -> ResourceRequest {
    guard let url = WebURL(site.url(path, host: host, isSecure: true)) else {
      preconditionFailure("the site's addresses are addresses")
    }
    return ResourceRequest(url: url)
  }

  /// The code that loading ends with, 0 for success.
  func load(_ host: String, in view: WebView, path: String = "/") async -> Int {
    await code(of: view.load(request(host, path)), in: view)
  }

  func code(of navigation: Navigation, in view: WebView) async -> Int {
    do {
      try await view.finishedLoading(navigation)
      return 0
    } catch {
      return error.code.rawValue
    }
  }

  /// Connections of the https server so far, refused handshakes among them.
  var connections: Int { site.secureConnections.count }
}

/// Answers server-trust challenges as a closure says, and records what it was told.
@MainActor
final class TrustDelegate: NavigationDelegate {
  private let answer: (ServerTrust) async -> AuthenticationChallengeDisposition
  var trusts: [ServerTrust] = []
  var failures: [ResourceError] = []

  init(_ answer: @escaping (ServerTrust) async -> AuthenticationChallengeDisposition) {
    self.answer = answer
  }

  /// Accepts what it is asked about.
  static func accepting(_ persistence: Credential.Persistence) -> TrustDelegate {
    TrustDelegate { .useCredential(Credential(trust: $0, persistence: persistence)) }
  }

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod else {
      return .performDefaultHandling
    }
    trusts.append(trust)
    return await answer(trust)
  }

  func didFailProvisionalNavigation(
    _ navigation: Navigation, with error: ResourceError, in webView: WebView
  ) { failures.append(error) }
}

/// A gate that is passed when somebody opens it.
@MainActor
final class Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// How many wait.
  var waiting: Int { waiters.count }

  func pass() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
