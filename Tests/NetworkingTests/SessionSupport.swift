// SPDX-License-Identifier: MIT
// Part of Grille: what the tests of the session share.

import PracticeSite
import Security
import Synchronization
import Testing
import WebInfra

@testable import Networking

/// A session for tests.
func makeSession(
  _ change: (inout NetworkSession.Configuration) -> Void = { _ in }
) -> NetworkSession {
  var configuration = NetworkSession.Configuration(userAgent: "Grille-test")
  change(&configuration)
  return NetworkSession(configuration)
}

/// A request for an address.
func request(
  _ address: String, _ change: (inout ResourceRequest) -> Void = { _ in }
) throws -> ResourceRequest {
  var request = ResourceRequest(url: try #require(WebURL(address)))
  change(&request)
  return request
}

/// The error a load ends in, from its head or from its body.
func failure(
  of session: some ResourceLoader, _ request: ResourceRequest,
  _ context: LoadContext = LoadContext()
)
  async -> ResourceError?
{
  do throws(ResourceError) {
    let load = try await session.load(request, context)
    _ = try await load.body.collect()
    return nil
  } catch {
    return error
  }
}

/// The text of a whole answer.
func text(
  of session: some ResourceLoader, _ request: ResourceRequest,
  _ context: LoadContext = LoadContext()
)
  async throws(ResourceError) -> String
{
  let load = try await session.load(request, context)
  return String(decoding: try await load.body.collect(), as: UTF8.self)
}

/// A practice site, sessions that know it, and somebody who is asked about its servers.
struct TrustStage {
  let site: PracticeSite

  init(at moment: Int64 = UnixTime.now()) throws { site = try PracticeSite.start(at: moment) }

  /// A session that trusts the site's root and finds its hosts, on both ports.
  func session(_ change: (inout NetworkSession.Configuration) -> Void = { _ in })
    -> NetworkSession
  {
    makeSession {
      $0.trust.addedAnchors = [site.rootCertificate]
      $0.resolve = PracticeHost.all.flatMap {
        [
          site.resolveEntry(for: $0.label, isSecure: true), site.resolveEntry(for: $0.label),
        ]
      }
      change(&$0)
    }
  }

  func page(_ host: String, _ path: String = "/text", isSecure: Bool = true) throws
    -> ResourceRequest
  {
    try request(site.url(path, host: host, isSecure: isSecure))
  }

  func counts(_ host: String) -> PracticeSite.HostCounts {
    site.counts(ofHost: "\(host).\(PracticeHost.domain)")
  }
}

/// Answers server-trust questions in a fixed way, and remembers them.
final class TrustPerson: Sendable {
  enum Answer: Sendable { case accept(Credential.Persistence), cancel, byDefault }

  private let asked = Mutex<[AuthenticationChallenge]>([])
  private let answer: @Sendable (ServerTrust) -> Answer

  init(_ answer: Answer) { self.answer = { _ in answer } }

  init(_ answer: @escaping @Sendable (ServerTrust) -> Answer) { self.answer = answer }

  func context(
    navigation: UInt64 = 1, observer: (@Sendable (LoadEvent) -> Void)? = nil
  ) -> LoadContext {
    LoadContext(
      navigationID: navigation, challenge: { await self.respond(to: $0) }, observer: observer)
  }

  func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallengeDisposition {
    guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod else {
      return .performDefaultHandling
    }
    asked.withLock { $0.append(challenge) }
    return switch answer(trust) {
    case .accept(let persistence):
      .useCredential(Credential(trust: trust, persistence: persistence))
    case .cancel: .cancelAuthenticationChallenge
    case .byDefault: .performDefaultHandling
    }
  }

  var challenges: [AuthenticationChallenge] { asked.withLock { $0 } }

  var trusts: [ServerTrust] {
    challenges.compactMap {
      if case .serverTrust(let trust) = $0.protectionSpace.authenticationMethod {
        trust
      } else {
        nil
      }
    }
  }
}

/// Collects what an observer is told.
final class EventLog: Sendable {
  private let log = Mutex<[LoadEvent]>([])

  var observer: @Sendable (LoadEvent) -> Void {
    { event in self.log.withLock { $0.append(event) } }
  }

  /// The last state of each transaction, in order of their beginning.
  var transactions: [Transaction] {
    log.withLock { events in
      var order: [Transaction.ID] = []
      var latest: [Transaction.ID: Transaction] = [:]
      for case .transaction(let transaction) in events {
        if latest[transaction.id] == nil { order.append(transaction.id) }
        latest[transaction.id] = transaction
      }
      return order.compactMap { latest[$0] }
    }
  }

  var phases: [LoadPhase] {
    log.withLock { events in
      events.compactMap { if case .phase(let phase, _) = $0 { phase } else { nil } }
    }
  }
}
