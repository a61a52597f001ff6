// SPDX-License-Identifier: MIT
// Part of Grille: what answers to a server-trust challenge do, when, and to whom.

import Networking
import PracticeSite
import Security
import TestSupport
import Testing
import WebInfra

@testable import WebViewKit

@MainActor
@Suite("Dispositions")
struct DispositionTests {
  enum Answer: String, CaseIterable, Sendable {
    case accept, acceptNothing, password, leave, cancel, reject

    @MainActor
    func disposition(_ trust: ServerTrust) -> AuthenticationChallengeDisposition {
      switch self {
      case .accept: .useCredential(Credential(trust: trust, persistence: .none))
      case .acceptNothing: .useCredential(nil)
      case .password:
        .useCredential(Credential(user: "u", password: "p", persistence: .forSession))
      case .leave: .performDefaultHandling
      case .cancel: .cancelAuthenticationChallenge
      case .reject: .rejectProtectionSpace
      }
    }
  }

  /// Answer, code for a good host, code for an expired one, code for one nobody may accept.
  @Test(arguments: [
    (Answer.accept, 0, 0, -1202), (.acceptNothing, 0, -1201, -1202),
    (.password, 0, -1201, -1202), (.leave, 0, -1201, -1202), (.cancel, -999, -999, -999),
    (.reject, -999, -999, -999),
  ])
  func everyAnswerHasItsOutcome(answer: Answer, good: Int, expired: Int, fatal: Int) async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(
      networkOptions: setting.options("good", "expired", "bad-signature", challenges: .always))
    let delegate = TrustDelegate { answer.disposition($0) }
    let view = setting.view(store, delegate)
    #expect(await setting.load("good", in: view) == good)
    #expect(await setting.load("expired", in: view) == expired)
    #expect(await setting.load("bad-signature", in: view) == fatal)
    #expect(delegate.trusts.count == 3)
    let loaded = [good, expired, fatal].count { $0 == 0 }
    #expect(setting.site.requests.count == loaded)
  }

  @Test func stoppingWhileAskedEndsTheLoadAndTheLateAnswerIsIgnored() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("expired"))
    let gate = Gate()
    let delegate = TrustDelegate { trust in
      await gate.pass()
      return .useCredential(Credential(trust: trust, persistence: .permanent))
    }
    let view = setting.view(store, delegate)
    let navigation = view.load(setting.request("expired"))
    try await waitUntil("the delegate is asked") { gate.waiting == 1 }
    view.stopLoading()
    #expect(await setting.code(of: navigation, in: view) == -999)
    gate.open()
    // Another load shows that the late answer has changed nothing: the question is put again.
    let second = TrustDelegate { _ in .cancelAuthenticationChallenge }
    view.navigationDelegate = second
    #expect(await setting.load("expired", in: view) == -999)
    #expect(second.trusts.count == 1)
    #expect(store.trustDecisions.isEmpty)
    #expect(setting.site.requests.isEmpty)
    #expect(delegate.failures.map(\.code) == [.cancelled])
  }

  @Test func anotherLoadEndsTheOneThatIsAskedAbout() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("expired", "good"))
    let gate = Gate()
    let delegate = TrustDelegate { _ in
      await gate.pass()
      return .performDefaultHandling
    }
    let view = setting.view(store, delegate)
    let first = view.load(setting.request("expired"))
    try await waitUntil("the delegate is asked") { gate.waiting == 1 }
    #expect(await setting.load("good", in: view) == 0)
    #expect(await setting.code(of: first, in: view) == -999)
    gate.open()
    #expect(view.committedURL?.hostname == "good.practice.test")
  }

  @Test func equalQuestionsOfTwoViewsAreAskedOnce() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("expired"))
    let gate = Gate()
    let asked = TrustDelegate { trust in
      await gate.pass()
      return .useCredential(Credential(trust: trust, persistence: .forSession))
    }
    let (one, two) = (setting.view(store, asked), setting.view(store, asked))
    let first = one.load(setting.request("expired", "/?one"))
    try await waitUntil("the first view asks") { gate.waiting == 1 }
    let second = two.load(setting.request("expired", "/?two"))
    try await waitUntil("the second view waits") { two.loadPhase == .asking }
    // The session has gone on to wait by the time it takes another call.
    _ = await store.networkSession.libraryDescription()
    gate.open()
    #expect(await setting.code(of: first, in: one) == 0)
    #expect(await setting.code(of: second, in: two) == 0)
    #expect(asked.trusts.count == 1)
    #expect(setting.site.requests.count == 2)
  }

  @Test func aTrustCanBeJudgedForAnotherName() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let store = WebsiteDataStore(networkOptions: setting.options("wrong-host"))
    // The certificate is for elsewhere.test, the name that was meant.
    for (name, code) in [("elsewhere.test", 0), ("other.test", -1202)] {
      let delegate = TrustDelegate { trust in
        let named = trust.evaluated(forHost: name)
        guard named.isValid else { return .performDefaultHandling }
        return .useCredential(Credential(trust: named, persistence: .none))
      }
      #expect(await setting.load("wrong-host", in: setting.view(store, delegate)) == code)
      let asked = try #require(delegate.trusts.first)
      #expect(asked.host == "wrong-host.practice.test")
      #expect(asked.reasons == [.wrongHost])
      #expect(asked.evaluated(forHost: name).host == name)
    }
    #expect(setting.site.requests.count == 1)
  }

  @Test func aPinIsFinalWhateverTheDelegateSays() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let chain = setting.site.chain(ofHost: "good.practice.test")
    let key = try #require(chain.first).publicKey.fingerprint
    let host = "good.practice.test"
    for (keys, code) in [([key], 0), ([setting.site.blockListedKey], -1202)] {
      var options = setting.options("good", challenges: .onFailure)
      options.pinning = PublicKeyPinning(pins: [.init(host: host, keys: Set(keys))])
      let store = WebsiteDataStore(networkOptions: options)
      let delegate = TrustDelegate.accepting(.permanent)
      #expect(await setting.load("good", in: setting.view(store, delegate)) == code)
      #expect(delegate.trusts.map(\.reasons) == (code == 0 ? [] : [[.pinMismatch]]))
      #expect(store.trustDecisions.isEmpty)
    }
    #expect(setting.site.requests.count == 1)
  }

  @Test func aBlockedKeyIsFinal() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    var options = setting.options("known-bad")
    options.blockedKeys = [setting.site.blockListedKey]
    let delegate = TrustDelegate.accepting(.none)
    let view = setting.view(WebsiteDataStore(networkOptions: options), delegate)
    #expect(await setting.load("known-bad", in: view) == -1202)
    #expect(delegate.trusts.first?.reasons.contains(.blockedRoot) == true)
    #expect(setting.site.requests.isEmpty)
  }

  // The issuer would learn who is visited.
  @Test func aPrivateStoreAsksNoIssuer() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let options = setting.options("incomplete-chain")
    let view = setting.view(.nonPersistent(networkOptions: options))
    #expect(await setting.load("incomplete-chain", in: view) == -1203)
    #expect(setting.site.fetchCounts.issuers == 0)
    let ordinary = setting.view(WebsiteDataStore(networkOptions: options))
    #expect(await setting.load("incomplete-chain", in: ordinary) == 0)
    #expect(setting.site.fetchCounts.issuers == 1)
  }

  @Test func anchorsMayStandInFilesThatAreReadWithTheFirstLoad() async throws {
    let setting = try TrustSetting()
    defer { setting.site.stop() }
    let directory = try TemporaryDirectory()
    var options = setting.options("good")
    options.addedAnchors = []
    options.addedAnchorFiles = [directory.path(of: "practice-root.pem")]
    // Not there yet when the store is made.
    let store = WebsiteDataStore(networkOptions: options)
    _ = try setting.site.writeRoot(to: directory)
    #expect(await setting.load("good", in: setting.view(store)) == 0)

    options.addedAnchorFiles = [try directory.write("no certificate", to: "bad.pem")]
    let broken = WebsiteDataStore(networkOptions: options)
    let view = setting.view(broken)
    #expect(await setting.load("good", in: view) == -1200)
    let plain = try #require(WebURL(setting.site.url("/")))
    let code = await setting.code(of: view.load(ResourceRequest(url: plain)), in: view)
    #expect(code == 0)
  }
}
