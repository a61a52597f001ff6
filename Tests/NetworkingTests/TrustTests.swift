// SPDX-License-Identifier: MIT
// Part of Grille: refuse, ask, retry against the practice site.

import PracticeSite
import Synchronization
import Testing
import WebInfra

@testable import Networking
@testable import Security

@Suite struct TrustTests {
  let site: PracticeSite
  let hosts = [
    "good", "expired", "not-yet-valid", "wrong-host", "self-signed", "untrusted-root",
    "incomplete-no-aia", "bad-signature", "flip", "tls-v1-0", "other",
  ]

  init() throws { site = try PracticeSite.start() }

  func session(_ change: (inout NetworkSession.Configuration) -> Void = { _ in })
    -> NetworkSession
  {
    makeSession {
      $0.trust.addedAnchors = [site.rootCertificate]
      $0.resolve = hosts.map { site.resolveEntry(for: $0, isSecure: true) }
      change(&$0)
    }
  }

  func page(_ host: String, _ path: String = "/text") throws -> ResourceRequest {
    try request(site.url(path, host: host, isSecure: true))
  }

  @Test func soundServerLoads() async throws {
    let log = EventLog()
    let load = try await session().load(page("good"), LoadContext(observer: log.observer))
    #expect(load.response.status?.code == 200)
    #expect(load.response.serverTrust?.isValid == true)
    _ = try await load.body.collect()
    let transaction = try #require(log.transactions.last)
    #expect(transaction.trustOutcome == .valid)
    #expect(transaction.tls?.protocolVersion == "TLSv1.3")
    #expect(log.phases.contains(.securing))
  }

  @Test(arguments: [
    ("expired", -1201), ("not-yet-valid", -1204), ("wrong-host", -1202), ("self-signed", -1202),
    ("untrusted-root", -1202), ("incomplete-no-aia", -1203), ("bad-signature", -1202),
  ])
  func withoutAnyoneToAskTheReasonIsTheError(host: String, code: Int) async throws {
    let error = await failure(of: session(), try page(host))
    #expect(error?.code.rawValue == code)
    #expect(error?.serverTrust?.isValid == false)
    #expect(site.requests.isEmpty)
  }

  @Test func oldProtocolIsNoQuestionOfTrust() async throws {
    let asked = Mutex(0)
    let context = LoadContext(challenge: { _ in
      asked.withLock { $0 += 1 }
      return .performDefaultHandling
    })
    let error = await failure(of: session(), try page("tls-v1-0"), context)
    #expect(error?.code == .secureConnectionFailed)
    #expect(asked.withLock { $0 } == 0)
  }

  /// Accepts every server trust, and counts.
  final class Accepting: Sendable {
    let leaves = Mutex<[Fingerprint?]>([])
    let persistence: Credential.Persistence

    init(_ persistence: Credential.Persistence) { self.persistence = persistence }

    func context(navigation: UInt64 = 1) -> LoadContext {
      LoadContext(navigationID: navigation) { challenge in
        guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod else {
          return .performDefaultHandling
        }
        self.leaves.withLock { $0.append(trust.leaf?.sha256Fingerprint) }
        return .useCredential(Credential(trust: trust, persistence: self.persistence))
      }
    }

    var count: Int { leaves.withLock { $0.count } }
  }

  @Test func acceptedServerLoadsOverASecondConnection() async throws {
    let accepting = Accepting(.forSession)
    let session = session()
    let load = try await session.load(page("expired"), accepting.context())
    _ = try await load.body.collect()
    #expect(load.response.serverTrust?.isAcceptedByDecision == true)
    #expect(load.transaction.trustOutcome == .exception)
    #expect(accepting.count == 1)
    #expect(site.secureConnections.count == 2)
    // The decision counts for the session; the pooled connection carries the next request.
    _ = try await text(of: session, page("expired"), accepting.context(navigation: 2))
    #expect(accepting.count == 1)
    #expect(site.secureConnections.count == 2)
    // Another session knows nothing of it.
    let other = await failure(of: self.session(), try page("expired"))
    #expect(other?.code == .serverCertificateHasBadDate)
  }

  @Test func wrongNameCanBeAccepted() async throws {
    let accepting = Accepting(.forSession)
    _ = try await text(of: session(), page("wrong-host"), accepting.context())
    #expect(accepting.count == 1)
  }

  @Test func acceptedOnceIsAskedAgainInTheNextNavigation() async throws {
    let accepting = Accepting(.none)
    let session = session()
    _ = try await text(of: session, page("expired"), accepting.context(navigation: 1))
    _ = try await text(of: session, page("expired"), accepting.context(navigation: 1))
    #expect(accepting.count == 1)
    _ = try await text(of: session, page("expired"), accepting.context(navigation: 2))
    #expect(accepting.count == 2)
    let error = await failure(of: session, try page("expired"))
    #expect(error?.code == .serverCertificateHasBadDate)
  }

  @Test func acceptanceIsBoundToHostAndPort() async throws {
    let accepting = Accepting(.forSession)
    let session = session()
    _ = try await text(of: session, page("self-signed"), accepting.context())
    let error = await failure(of: session, try page("untrusted-root"))
    #expect(error?.code == .serverCertificateUntrusted)
  }

  @Test func swappingServerIsAskedAboutEachCertificateAndEnds() async throws {
    let accepting = Accepting(.forSession)
    let error = await failure(of: session(), try page("flip"), accepting.context())
    #expect(error?.cause == .tooManyChallenges)
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(accepting.count == 3)
    #expect(Set(accepting.leaves.withLock { $0 }).count == 3)
    #expect(site.requests.isEmpty)
  }

  @Test func fatalTrustCannotBeAccepted() async throws {
    let error = await failure(
      of: session(), try page("bad-signature"), Accepting(.forSession).context())
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(site.requests.isEmpty)
  }

  @Test func forgottenDecisionLeavesNoUsableConnection() async throws {
    let ledger = TrustLedger()
    let session = session { $0.ledger = ledger }
    _ = try await text(of: session, page("expired"), Accepting(.forSession).context())
    ledger.forgetAll()
    let error = await failure(of: session, try page("expired"))
    #expect(error?.code == .serverCertificateHasBadDate)
    #expect(site.requests.count == 1)
  }

  @Test func everyServerIsAskedAboutWhereThatIsWanted() async throws {
    let asked = Mutex(0)
    let context = LoadContext(navigationID: 1) { _ in
      asked.withLock { $0 += 1 }
      return .performDefaultHandling
    }
    let session = session { $0.challengesValidServers = true }
    for _ in 0..<2 { _ = try await text(of: session, page("good"), context) }
    #expect(asked.withLock { $0 } == 1)
    let rejecting = LoadContext(challenge: { _ in .rejectProtectionSpace })
    let fresh = self.session { $0.challengesValidServers = true }
    #expect(await failure(of: fresh, try page("good"), rejecting)?.code == .cancelled)
  }

  @Test func cancelledQuestionIsCancelled() async throws {
    let error = await failure(
      of: session(), try page("expired"),
      LoadContext(challenge: { _ in .cancelAuthenticationChallenge }))
    #expect(error?.code == .cancelled)
  }

  @Test func parallelLoadsAskOnce() async throws {
    let accepting = Accepting(.forSession)
    let session = session()
    let one = try page("expired")
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<7 {
        group.addTask { try await text(of: session, one, accepting.context()) }
      }
      for try await text in group { #expect(text.hasPrefix("Plain text")) }
    }
    #expect(accepting.count == 1)
  }

  @Test func loadWaitingForAnAnswerIsCancelledAtOnce() async throws {
    let asked = Mutex(false)
    let session = session()
    let one = try page("expired")
    let task = Task {
      await failure(
        of: session, one,
        LoadContext(challenge: { _ in
          asked.withLock { $0 = true }
          // Someone who never answers, and does not even notice being cancelled.
          await withCheckedContinuation { (never: CheckedContinuation<Void, Never>) in
            Self.unanswered.withLock { $0.append(never) }
          }
          return .performDefaultHandling
        }))
    }
    while !asked.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    for waiting in Self.unanswered.withLock({ $0 }) { waiting.resume() }
  }

  static let unanswered = Mutex<[CheckedContinuation<Void, Never>]>([])

  @Test func otherTransfersGoOnWhileSomebodyIsAsked() async throws {
    let session = session()
    let question = Mutex(false)
    let answer = Mutex(false)
    let asking = try page("expired")
    let task = Task {
      try await text(
        of: session, asking,
        LoadContext(navigationID: 1) { challenge in
          question.withLock { $0 = true }
          while !answer.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
          guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod else {
            return .cancelAuthenticationChallenge
          }
          return .useCredential(Credential(trust: trust))
        })
    }
    while !question.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
    for _ in 0..<20 { _ = try await text(of: session, page("good")) }
    answer.withLock { $0 = true }
    #expect(try await task.value.hasPrefix("Plain text"))
  }

  @Test(arguments: [TLSServerConfiguration.Version.tls12, .tls13])
  func serverThatDemandsAClientCertificateHasItsOwnError(version: TLSServerConfiguration.Version)
    async throws
  {
    let authority = CertificateAuthority(named: "test", at: UnixTime.now())
    var tls = TLSServerConfiguration(
      identity: authority.issue(.leaf(for: ["other.practice.test"], at: UnixTime.now())))
    tls.versions = { _ in (version, version) }
    tls.clientCertificates = { _ in .required(authorities: [authority.root.certificate]) }
    let server = try LoopbackServer(tls: tls) { $0.waitForClose() }
    defer { server.stop() }
    let session = makeSession {
      $0.trust.addedAnchors = [authority.root.certificate]
      $0.resolve = ["other.practice.test:\(server.port):127.0.0.1"]
    }
    let error = await failure(
      of: session, try request("https://other.practice.test:\(server.port)/"))
    #expect(error?.code == .clientCertificateRequired)
  }

  @Test func postIsSentOnceAfterTheQuestion() async throws {
    var post = try page("expired", "/echo")
    post.method = .post
    post.body = Array("a=1".utf8)
    _ = try await text(of: session(), post, Accepting(.forSession).context())
    #expect(site.requests.map(\.method) == ["POST"])
    #expect(site.requests.first?.body == Array("a=1".utf8))
  }
}
