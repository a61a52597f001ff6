// SPDX-License-Identifier: MIT
// Part of Grille: servers that ask for client certificates, on the real stack.
import PracticeSite
import Security
import Synchronization
import Testing
import WebInfra

@testable import Networking

@Suite struct ClientCertificateTests {
  let stage: TrustStage
  var site: PracticeSite { stage.site }

  init() throws { stage = try TrustStage() }

  /// The whole text at `/who` of a host.
  private func who(
    _ host: String, _ session: NetworkSession, _ person: IdentityPerson, navigation: UInt64 = 1
  ) async throws -> String {
    try await text(
      of: session, stage.page(host, "/who"), person.context(navigation: navigation))
  }

  // MARK: Scenarios

  @Test func scenario31TheChallengeComesAfterTheServersTrust() async throws {
    let person = IdentityPerson(.cancelAuthenticationChallenge, trusts: true)
    let session = stage.session { $0.challengesValidServers = true }
    let error = await failure(of: session, try stage.page("client"), person.context())
    #expect(error?.code == .cancelled)
    #expect(person.methods == ["serverTrust", "clientCertificate"])
    #expect(person.issuers == ["Practice Client Root"])
    #expect(person.challenges.first?.previousFailureCount == 0)
    #expect(person.challenges.first?.proposedCredential == nil)
    #expect(person.challenges.first?.protectionSpace.host == "client.practice.test")
    #expect(site.requests.isEmpty)
  }

  @Test func noNameIsGivenToAServerThatIsNotTrusted() async throws {
    let alice = try site.identity("alice")
    let identities = IdentityStorage()
    let session = stage.session { $0.identities = identities }
    identities.choose(
      alice, forHost: "client-self-signed.practice.test", port: site.securePort, scope: .session,
      at: UnixTime.now())
    let wary = IdentityPerson(.show(alice))
    let error = await failure(
      of: session, try stage.page("client-self-signed"), wary.context())
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(wary.methods == ["serverTrust"])
    let trusting = IdentityPerson(.show(alice), trusts: true)
    #expect(try await who("client-self-signed", session, trusting, navigation: 2) == "Alice\n")
  }

  @Test(arguments: ["client", "client-optional", "client-two-cas", "strict12", "strict13"])
  func scenario32WhoeverShowsACertificateIsNamed(_ host: String) async throws {
    let person = IdentityPerson(.show(try site.identity("alice")))
    #expect(try await who(host, stage.session(), person) == "Alice\n")
    #expect(person.challenges.count == 1)
    #expect(site.requests.map(\.clientCertificate?.summary) == ["Alice"])
    // One handshake was given up to ask, the other one shows the certificate.
    #expect(stage.counts(host).connections == 2)
  }

  @Test(arguments: ["strict12", "strict13", "client"], ["stranger", "self-signed", "expired"])
  func scenario36ARefusedCertificateIsProposedAgainAsTheOneThatFailed(
    _ host: String, _ name: String
  ) async throws {
    let (refused, alice) = (try site.identity(name), try site.identity("alice"))
    let person = IdentityPerson(.show(refused), .show(alice))
    #expect(try await who(host, stage.session(), person) == "Alice\n")
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    guard case .identity(let proposed) = person.challenges.last?.proposedCredential?.kind else {
      Issue.record("nothing is proposed")
      return
    }
    #expect(proposed.certificate == refused.certificate)
    #expect(person.challenges.last?.error?.code == .clientCertificateRejected)
  }

  @Test func scenario39PersistenceDecidesWhetherTheNextLoadAsks() async throws {
    let alice = try site.identity("alice")
    let session = stage.session()
    let once = IdentityPerson(.show(alice, .none))
    _ = try await who("strict13", session, once, navigation: 1)
    await session.navigationDidEnd(1)
    _ = try await who("strict13", session, once, navigation: 2)
    #expect(once.challenges.count == 2)

    let forSession = IdentityPerson(.show(alice, .forSession))
    for navigation in 3...5 {
      _ = try await who("strict13", session, forSession, navigation: UInt64(navigation))
    }
    #expect(forSession.challenges.count == 1)
    let later = IdentityPerson(.show(alice, .forSession))
    _ = try await who("strict13", stage.session(), later)
    #expect(later.challenges.count == 1)

    let kept = Mutex<[ClientIdentityChoice]>([])
    let storage = IdentityStorage { choices in kept.withLock { $0 = choices } }
    let permanent = IdentityPerson(.show(alice, .permanent))
    _ = try await who("strict13", stage.session { $0.identities = storage }, permanent)
    #expect(kept.withLock(\.count) == 1)
    let restored = IdentityStorage(identities: [alice], choices: kept.withLock { $0 })
    _ = try await who("strict13", stage.session { $0.identities = restored }, permanent)
    #expect(permanent.challenges.count == 1)
  }

  @Test func scenario41WithoutACertificateThePageIsAnonymous() async throws {
    let session = stage.session()
    let person = IdentityPerson(.useCredential(nil))
    #expect(try await who("client-optional", session, person) == "nobody\n")
    // The answer counts for the whole navigation, and not for the next one.
    #expect(try await who("client-optional", session, person) == "nobody\n")
    #expect(person.challenges.count == 1)
    #expect(try await who("client-optional", session, person, navigation: 2) == "nobody\n")
    #expect(person.challenges.count == 2)
  }

  @Test(arguments: ["strict12", "strict13"])
  func scenario43DefaultHandlingAfterAFailureEndsTheLoad(_ host: String) async throws {
    let person = IdentityPerson(
      .show(try site.identity("stranger")), .performDefaultHandling)
    let error = await failure(of: stage.session(), try stage.page(host), person.context())
    #expect(error?.code == .clientCertificateRejected)
    #expect(person.challenges.count == 2)
    #expect(stage.counts(host).connections <= 3)
    #expect(site.requests.isEmpty)
  }

  @Test func whoeverAlwaysShowsTheWrongOneIsNotAskedForEver() async throws {
    let person = IdentityPerson(.show(try site.identity("stranger"), .forSession))
    let error = await failure(of: stage.session(), try stage.page("strict13"), person.context())
    #expect(error?.code == .clientCertificateRejected)
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1, 2, 3, 4, 5])
    #expect(stage.counts("strict13").connections == 7)
  }

  @Test(arguments: ["strict12", "strict13"])
  func withoutACertificateWhereOneIsDemandedIsNoLoop(_ host: String) async throws {
    let person = IdentityPerson(.useCredential(nil))
    let error = await failure(of: stage.session(), try stage.page(host), person.context())
    #expect(error?.code == .clientCertificateRequired)
    #expect(person.challenges.count == 2)
    #expect(stage.counts(host).connections == 2)
  }

  /// How a server can end a connection instead of answering.
  enum Ending: CaseIterable, Sendable { case reset, close, silence }

  @Test(arguments: Ending.allCases, [TLSServerConfiguration.Version.tls12, .tls13])
  func aConnectionThatDiesAfterTheQuestionCountsAsARefusal(
    _ ending: Ending, _ version: TLSServerConfiguration.Version
  ) async throws {
    let authority = site.clients.authority.root.certificate
    let own = CertificateAuthority(named: "test", at: UnixTime.now())
    var tls = TLSServerConfiguration(
      identity: own.issue(.leaf(for: ["web.example"], at: UnixTime.now())))
    tls.versions = { _ in (version, version) }
    tls.clientCertificates = { _ in .judgedLater(authorities: [authority]) }
    let server = try LoopbackServer(tls: tls) { connection in
      // A request is read first, because a reset would otherwise meet the handshake.
      _ = connection.read()
      switch ending {
      case .reset: connection.reset()
      case .close: connection.finish()
      case .silence: break
      }
    }
    defer { server.stop() }
    let session = makeSession {
      $0.trust.addedAnchors = [own.root.certificate]
      $0.resolve = ["web.example:\(server.port):127.0.0.1"]
    }
    let page = try request("https://web.example:\(server.port)/")
    let person = IdentityPerson(.show(try site.identity("alice")), .performDefaultHandling)
    let error = await failure(of: session, page, person.context())
    #expect(error?.code == .clientCertificateRejected)
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    let unasked = await failure(of: session, page)
    #expect(unasked?.code == .clientCertificateRequired)
  }

  // MARK: Whom nobody asks

  @Test func withoutAnybodyToAskTheServersAnswerStands() async throws {
    let session = stage.session()
    #expect(try await text(of: session, stage.page("client-optional", "/who")) == "nobody\n")
    let load = try await session.load(stage.page("client"), LoadContext())
    #expect(load.response.status?.code == 400)
    #expect(load.response.refusesClientCertificate)
    let page = String(decoding: try await load.body.collect(), as: UTF8.self)
    #expect(page.hasPrefix("<html>") && page.contains("No required SSL certificate was sent"))
    #expect(
      await failure(of: session, try stage.page("strict13"))?.code == .clientCertificateRequired)
  }

  @Test func partsOfAPageNeverAsk() async throws {
    let alice = try site.identity("alice")
    let session = stage.session()
    let person = IdentityPerson(.show(alice, .none))
    var part = try stage.page("client-optional", "/who")
    part.destination = .styleSheet
    #expect(try await text(of: session, part, person.context()) == "nobody\n")
    #expect(person.challenges.isEmpty)
    // What the page's own load has chosen counts for its parts.
    #expect(try await who("client-optional", session, person, navigation: 2) == "Alice\n")
    #expect(try await text(of: session, part, person.context(navigation: 2)) == "Alice\n")
    #expect(try await text(of: session, part, person.context(navigation: 3)) == "nobody\n")
  }

  @Test func parallelLoadsAreOneQuestion() async throws {
    let person = IdentityPerson(.show(try site.identity("alice"), .forSession))
    let session = stage.session()
    let page = try stage.page("strict13", "/who")
    let answers = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<7 {
        group.addTask { try? await text(of: session, page, person.context()) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: "Alice\n", count: 7))
    #expect(person.challenges.count == 1)
  }

  // MARK: Changes of mind

  @Test func anotherIdentityCountsAtOnceThoughTheConnectionLives() async throws {
    let (alice, bob) = (try site.identity("alice"), try site.identity("bob"))
    let identities = IdentityStorage()
    let session = stage.session { $0.identities = identities }
    let person = IdentityPerson(.show(alice, .forSession), .show(bob, .forSession))
    #expect(try await who("client-two-cas", session, person) == "Alice\n")
    identities.choose(
      bob, forHost: "client-two-cas.practice.test", port: site.securePort, scope: .session,
      at: UnixTime.now())
    #expect(try await who("client-two-cas", session, person, navigation: 2) == "Bob\n")
    identities.choose(
      nil, forHost: "client-two-cas.practice.test", port: site.securePort, scope: .session,
      at: UnixTime.now())
    let anonymous = try await session.load(
      stage.page("client-two-cas", "/who"),
      LoadContext(navigationID: 3))
    #expect(anonymous.response.status?.code == 400)
    identities.choose(
      alice, forHost: "client-two-cas.practice.test", port: site.securePort, scope: .session,
      at: UnixTime.now())
    // The connection made as Alice is there still; one made as somebody else is never used.
    #expect(try await who("client-two-cas", session, person, navigation: 4) == "Alice\n")
    #expect(person.challenges.count == 1)
  }

  @Test func whatWasForgottenIsAskedAnew() async throws {
    let alice = try site.identity("alice")
    let identities = IdentityStorage()
    let session = stage.session { $0.identities = identities }
    let person = IdentityPerson(.show(alice, .forSession))
    _ = try await who("client", session, person)
    identities.remove(alice.certificate.sha256Fingerprint)
    #expect(identities.choices.isEmpty && identities.identities.isEmpty)
    let before = stage.counts("client").connections
    _ = try await who("client", session, person, navigation: 2)
    #expect(person.challenges.count == 2)
    #expect(stage.counts("client").connections == before + 2)
    #expect(identities.forgetChoices(forHost: "client.practice.test", port: site.securePort))
    _ = try await who("client", session, person, navigation: 3)
    #expect(person.challenges.count == 3)
  }

  @Test(arguments: ["strict12", "strict13", "client"])
  func whoHasChosenToShowNoneIsNotAsked(_ host: String) async throws {
    let identities = IdentityStorage()
    let session = stage.session { $0.identities = identities }
    identities.choose(
      nil, forHost: "\(host).practice.test", port: site.securePort, scope: .permanent,
      at: UnixTime.now())
    let person = IdentityPerson(.show(try site.identity("alice")))
    let error = await failure(of: session, try stage.page(host), person.context())
    #expect(error == nil ? host == "client" : error?.code == .clientCertificateRequired)
    #expect(person.challenges.isEmpty)
  }

  @Test func threat13AnotherSitesPageShowsNoIdentity() async throws {
    let alice = try site.identity("alice")
    let session = stage.session()
    let person = IdentityPerson(.show(alice, .forSession))
    #expect(try await who("client-optional", session, person) == "Alice\n")
    var part = try stage.page("client-optional", "/who")
    part.destination = .image
    part.initiator = try stage.page("good").url.origin
    #expect(try await text(of: session, part, person.context(navigation: 2)) == "nobody\n")
    part.initiator = part.url.origin
    #expect(try await text(of: session, part, person.context(navigation: 2)) == "Alice\n")
  }

  // MARK: Threats

  @Test func threat13AnIdentityDoesNotCrossOrigins() async throws {
    let alice = try site.identity("alice")
    let identities = IdentityStorage()
    let session = stage.session { $0.identities = identities }
    let person = IdentityPerson(.show(alice, .forSession), .cancelAuthenticationChallenge)
    let target = site.url("/who", host: "strict13", isSecure: true)
    let load = try await session.load(
      stage.page("client", "/redirect/302?to=\(target)"), person.context())
    #expect(load.response.isRedirect)
    let error = await failure(of: session, try request(target), person.context())
    #expect(error?.code == .cancelled)
    #expect(
      person.challenges.map(\.protectionSpace.host)
        == ["client.practice.test", "strict13.practice.test"])
    #expect(site.requests.count == 1)
    // The same host at another port is another server.
    #expect(
      identities.choices.map { "\($0.host):\($0.port)" }
        == ["client.practice.test:\(site.securePort)"])
  }

  @Test func whatIsKnownOfTheIdentityGoesWithTheAnswer() async throws {
    let person = IdentityPerson(.show(try site.identity("alice")))
    let load = try await stage.session().load(stage.page("client", "/who"), person.context())
    #expect(load.response.clientCertificateDemand?.identity?.label == "alice")
    #expect(load.transaction.response?.clientCertificateDemand?.acceptableIssuers.count == 1)
    let plain = try await stage.session().load(stage.page("good"), LoadContext())
    #expect(plain.response.clientCertificateDemand == nil)
  }
}
