// SPDX-License-Identifier: MIT
// Part of Grille: what the tests of the session share.

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
