// SPDX-License-Identifier: MIT
// Part of Grille: collects the records of one navigation's requests from the loader's thread.

internal import Networking
internal import Synchronization
internal import WebInfra

/// The records of one navigation's requests, in the order they began.
///
/// A loader reports from a thread of its own; the log keeps the newest state of each record and
/// wakes the web view once for any number of reports that came meanwhile.
nonisolated final class TransactionLog: Sendable {
  private struct State {
    var transactions: [Transaction] = []
    var phase: LoadPhase?
    var hasPendingNotice = false
  }

  private let state = Mutex(State())
  private let notify: @MainActor @Sendable () -> Void

  /// - Parameter notify: called on the main actor after reports came.
  init(notify: @escaping @MainActor @Sendable () -> Void) { self.notify = notify }

  /// The records so far.
  var transactions: [Transaction] { state.withLock { $0.transactions } }

  /// The records of parts that were left out because of their servers' certificates: of each address
  /// the last one, if that was blocked.
  var blocked: [Transaction] {
    var addresses: Set<WebURL> = []
    let newest = transactions.reversed().filter { addresses.insert($0.request.url).inserted }
    return newest.reversed().filter { $0.trustOutcome == .blocked }
  }

  /// What the load waits for; nil before the first report.
  var phase: LoadPhase? { state.withLock { $0.phase } }

  /// Takes a report; called on the loader's thread.
  func record(_ event: LoadEvent) {
    let isFirst = state.withLock { state in
      switch event {
      case .phase(let phase, _):
        state.phase = phase
      case .transaction(let transaction):
        if let index = state.transactions.lastIndex(where: { $0.id == transaction.id }) {
          state.transactions[index] = transaction
        } else {
          state.transactions.append(transaction)
        }
      }
      defer { state.hasPendingNotice = true }
      return !state.hasPendingNotice
    }
    guard isFirst else { return }
    Task { @MainActor in
      self.state.withLock { $0.hasPendingNotice = false }
      self.notify()
    }
  }
}
