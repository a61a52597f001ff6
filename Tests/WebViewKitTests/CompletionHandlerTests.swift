// SPDX-License-Identifier: MIT
// Part of Grille: delegates that answer through handlers: once, twice, late, or not at all.

import Networking
import PracticeSite
import Security
import Synchronization
import TestSupport
import Testing
import WebInfra

@testable import WebViewKit

/// Does with the handlers what it is told.
@MainActor
private final class HandlerDelegate: CompletionHandlerNavigationDelegate {
  typealias Handler<Answer> = @MainActor (Answer) -> Void

  var onAction: (@escaping Handler<NavigationActionPolicy>) -> Void = { $0(.allow) }
  var onResponse: (@escaping Handler<NavigationResponsePolicy>) -> Void = { $0(.allow) }
  var onTrust: (ServerTrust, @escaping Handler<AuthenticationChallengeDisposition>) -> Void = {
    $1(.performDefaultHandling)
  }
  var failures: [ResourceError] = []

  func decidePolicy(
    for action: NavigationAction, in webView: WebView,
    decisionHandler: @escaping @MainActor (NavigationActionPolicy) -> Void
  ) { onAction(decisionHandler) }

  func decidePolicy(
    for response: NavigationResponse, in webView: WebView,
    decisionHandler: @escaping @MainActor (NavigationResponsePolicy) -> Void
  ) { onResponse(decisionHandler) }

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView,
    completionHandler: @escaping @MainActor (AuthenticationChallengeDisposition) -> Void
  ) {
    guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod else {
      return completionHandler(.performDefaultHandling)
    }
    onTrust(trust, completionHandler)
  }

  func didFailProvisionalNavigation(
    _ navigation: Navigation, with error: ResourceError, in webView: WebView
  ) { failures.append(error) }
}

/// What a delegate was told to have done wrong.
private final class Reports: Sendable {
  private let state = Mutex<[String]>([])
  var all: [String] { state.withLock { $0 } }
  func add(_ text: String) { state.withLock { $0.append(text) } }
}

@MainActor
@Suite("Completion handlers")
struct CompletionHandlerTests {
  private let setting: TrustSetting
  private let store: WebsiteDataStore
  private let delegate = HandlerDelegate()
  private let reports = Reports()
  private let view: WebView

  init() throws {
    setting = try TrustSetting()
    store = WebsiteDataStore(networkOptions: setting.options("expired", "good"))
    view = setting.view(store, delegate)
    let reports = reports
    view.configuration.delegateMisuseHandler = { reports.add($0) }
  }

  private func accept(_ trust: ServerTrust) -> AuthenticationChallengeDisposition {
    .useCredential(Credential(trust: trust, persistence: .none))
  }

  @Test func anAnswerMayComeAtOnceOrLater() async throws {
    delegate.onTrust = { trust, handler in handler(self.accept(trust)) }
    #expect(await setting.load("expired", in: view) == 0)
    delegate.onTrust = { trust, handler in
      Task { handler(self.accept(trust)) }
    }
    #expect(await setting.load("expired", in: view) == 0)
    #expect(reports.all.isEmpty)
    #expect(setting.connections == 4)
  }

  @Test func ofTwoAnswersTheFirstCounts() async throws {
    delegate.onTrust = { trust, handler in
      handler(self.accept(trust))
      handler(.cancelAuthenticationChallenge)
    }
    #expect(await setting.load("expired", in: view) == 0)
    delegate.onTrust = { trust, handler in
      handler(.cancelAuthenticationChallenge)
      handler(self.accept(trust))
    }
    #expect(await setting.load("expired", in: view) == -999)
    #expect(reports.all.count == 2)
    #expect(reports.all.allSatisfy { $0.contains("respond(to:in:)") && $0.contains("twice") })
    #expect(setting.site.requests.count == 1)
  }

  @Test func aHandlerThatIsLetGoOfRejects() async throws {
    delegate.onTrust = { _, _ in }
    #expect(await setting.load("expired", in: view) == -999)
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.contains("without an answer") == true)
    #expect(setting.site.requests.isEmpty)
    #expect(delegate.failures.map(\.code) == [.cancelled])
  }

  @Test func aHandlerThatIsKeptWaitsUntilTheLoadIsStopped() async throws {
    var kept: [@MainActor (AuthenticationChallengeDisposition) -> Void] = []
    var trust: ServerTrust?
    delegate.onTrust = {
      trust = $0
      kept.append($1)
    }
    let navigation = view.load(setting.request("expired"))
    try await waitUntil("the delegate is asked") { kept.count == 1 }
    view.stopLoading()
    #expect(await setting.code(of: navigation, in: view) == -999)
    // Too late: nothing is accepted, nothing is wrong with it, and letting go of it is no misuse.
    kept[0](accept(try #require(trust)))
    kept = []
    #expect(reports.all.isEmpty)
    #expect(store.trustDecisions.isEmpty)
    delegate.onTrust = { $1(.cancelAuthenticationChallenge) }
    #expect(await setting.load("expired", in: view) == -999)
    #expect(setting.site.requests.isEmpty)
  }

  @Test func policiesAreAnsweredTheSameWay() async throws {
    delegate.onAction = { $0(.cancel) }
    #expect(await setting.load("good", in: view) == 102)
    delegate.onAction = { handler in
      handler(.allow)
      handler(.cancel)
    }
    delegate.onResponse = { handler in
      handler(.allow)
      handler(.cancel)
    }
    #expect(await setting.load("good", in: view) == 0)
    #expect(reports.all.count == 2)
    delegate.onAction = { $0(.allow) }
    delegate.onResponse = { _ in }
    #expect(await setting.load("good", in: view) == 102)
    delegate.onAction = { _ in }
    #expect(await setting.load("good", in: view) == 102)
    #expect(reports.all.count == 4)
    #expect(setting.site.requests.count == 2)
  }

  @Test func stoppingWhileAPolicyIsOpenEndsTheLoad() async throws {
    var kept: [@MainActor (NavigationActionPolicy) -> Void] = []
    delegate.onAction = { kept.append($0) }
    let navigation = view.load(setting.request("good"))
    try await waitUntil("the delegate is asked") { kept.count == 1 }
    view.stopLoading()
    #expect(await setting.code(of: navigation, in: view) == -999)
    kept[0](.allow)
    kept[0](.cancel)
    #expect(reports.all.isEmpty)
    #expect(setting.connections == 0)
  }

  @Test func aDelegateWithoutTheTwinsGetsTheDefaults() async throws {
    final class Empty: CompletionHandlerNavigationDelegate {}
    let empty = Empty()
    view.navigationDelegate = empty
    #expect(await setting.load("good", in: view) == 0)
    #expect(await setting.load("expired", in: view) == -1201)
  }

  @Test func aViewWithoutItsDelegateUsesTheDefaults() async throws {
    let other = setting.view(store)
    #expect(await setting.load("expired", in: other) == -1201)
  }
}
