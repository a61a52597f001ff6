// SPDX-License-Identifier: MIT
// Part of Grille: the requests of the session, for the inspection pane.
import Networking
import WebInfra

/// Remembers the requests of every navigation, the oldest of very many being forgotten.
struct TransactionRecorder {
  /// The most requests that are remembered.
  static let limit = 10_000

  /// What is remembered, in the order in which it was begun.
  private(set) var transactions: [Transaction] = []
  /// Whether the pane shows more than the requests of the last navigation.
  var isPersistent = false { didSet { generation += 1 } }
  /// Grows with every change, so that what was made of the requests need not be made again.
  private(set) var generation = 0

  private var positions: [Transaction.ID: Int] = [:]
  /// The last request that was cleared away.
  private var cleared: UInt64 = 0

  /// Takes over what is known of a navigation's requests by now.
  mutating func record(_ news: [Transaction]) {
    for transaction in news where transaction.id.rawValue > cleared {
      if let position = positions[transaction.id] {
        // What is finished does not change any more.
        guard !transactions[position].isFinished else { continue }
        generation += 1
        transactions[position] = transaction
      } else {
        generation += 1
        positions[transaction.id] = transactions.count
        transactions.append(transaction)
      }
    }
    guard transactions.count > Self.limit else { return }
    // A tenth at once, so that not every request moves all others.
    transactions.removeFirst(transactions.count - Self.limit + Self.limit / 10)
    positions = Dictionary(
      uniqueKeysWithValues: transactions.enumerated().map { ($1.id, $0) })
  }

  /// What the pane shows.
  ///
  /// - Parameter current: The requests of the last navigation.
  /// - Returns: Everything, or the requests of the last navigation.
  func shown(_ current: [Transaction]) -> [Transaction] {
    isPersistent ? transactions : current.filter { $0.id.rawValue > cleared }
  }

  /// The codes that addresses were answered with last; none for those that are unknown.
  func codes(of urls: [WebURL]) -> [WebURL: String] {
    var wanted: [String: [WebURL]] = [:]
    for url in urls { wanted[url.withoutCredentials.withoutFragment.href, default: []].append(url) }
    var codes: [WebURL: String] = [:]
    for transaction in transactions {
      let code = transaction.response?.status.map { String($0.code) }
      guard let code = code ?? (transaction.error == nil ? nil : "ERR") else { continue }
      for url in wanted[transaction.request.url.withoutFragment.href] ?? [] { codes[url] = code }
    }
    return codes
  }

  /// Forgets what there is.
  mutating func clear(_ current: [Transaction]) {
    cleared = max(
      cleared, transactions.map(\.id.rawValue).max() ?? 0, current.map(\.id.rawValue).max() ?? 0)
    transactions = []
    positions = [:]
    generation += 1
  }
}
