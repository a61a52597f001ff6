// SPDX-License-Identifier: MIT
// Part of Grille: the answers given to server-trust challenges.
import Synchronization

/// Who is trusted in spite of what: read by the verify callback and by the gate before a request.
///
/// Safe to use from any thread; no method blocks for longer than a look-up.
public final class TrustLedger: Sendable {
  private struct Entry {
    var id: UInt64
    var decision: TrustDecision
  }

  private struct Endpoint: Hashable {
    var host: String
    var port: UInt16
  }

  private struct State {
    var entries: [Endpoint: [Entry]] = [:]
    var nextID: UInt64 = 1
    var epoch: UInt64 = 0
  }

  private let state: Mutex<State>
  private let permanentDecisionsDidChange: (@Sendable ([TrustDecision]) -> Void)?

  /// Starts with the decisions read from storage.
  ///
  /// - Parameters:
  ///   - decisions: Decisions of an earlier session.
  ///   - permanentDecisionsDidChange: Called on the caller's thread with all permanent decisions
  ///     whenever one was added or dropped; the place to write them to storage.
  public init(
    decisions: [TrustDecision] = [],
    permanentDecisionsDidChange: (@Sendable ([TrustDecision]) -> Void)? = nil
  ) {
    var initial = State()
    for decision in decisions { Self.insert(decision, into: &initial) }
    state = Mutex(initial)
    self.permanentDecisionsDidChange = permanentDecisionsDidChange
  }

  /// Accepts exactly this trust: its leaf, and no problem beyond those it has now.
  ///
  /// Withdrawn certificates can be accepted, as Apple's API allows it; no other final problem can.
  ///
  /// - Returns: False if the trust cannot be accepted: it has no leaf, or such a problem.
  @discardableResult
  public func accept(
    _ trust: ServerTrust, scope: TrustDecision.Scope, at moment: Int64
  ) -> Bool {
    guard let leaf = trust.leaf, trust.isAcceptableByDecision else { return false }
    let decision = TrustDecision(
      host: trust.host, port: trust.port, leafFingerprint: leaf.sha256Fingerprint,
      reasons: trust.reasons, scope: scope, decisionDate: moment)
    change { Self.insert(decision, into: &$0) }
    return true
  }

  /// True if a decision covers this leaf and all these problems; the use is noted.
  public func accepts(
    host: String, port: UInt16, leafFingerprint: Fingerprint,
    reasons: Set<TrustFailure.Reason>, navigation: UInt64?, at moment: Int64
  ) -> Bool {
    // A list of decisions that somebody has tampered with opens nothing either.
    guard reasons.allSatisfy({ $0.isOverridable || $0 == .revoked }) else { return false }
    return state.withLock { state in
      let endpoint = Endpoint(host: host, port: port)
      guard
        let index = state.entries[endpoint]?.firstIndex(where: {
          $0.decision.leafFingerprint == leafFingerprint
            && reasons.isSubset(of: $0.decision.reasons)
            && $0.decision.counts(forNavigation: navigation, at: moment)
        })
      else { return false }
      state.entries[endpoint]?[index].decision.lastUseDate = moment
      return true
    }
  }

  /// Drops the exceptions of an endpoint that has just shown a valid chain.
  package func validChainWasSeen(host: String, port: UInt16) {
    let endpoint = Endpoint(host: host, port: port)
    let hasException = state.withLock { state in
      state.entries[endpoint]?.contains { $0.decision.isException } ?? false
    }
    guard hasException else { return }
    change { state in
      state.entries[endpoint]?.removeAll { $0.decision.isException }
      state.epoch += 1
    }
  }

  /// Forgets one decision; connections made under it are never used again.
  public func forget(_ decision: TrustDecision) {
    change { state in
      let endpoint = Endpoint(host: decision.host, port: decision.port)
      state.entries[endpoint]?.removeAll {
        $0.decision.leafFingerprint == decision.leafFingerprint
          && $0.decision.scope == decision.scope
      }
      state.epoch += 1
    }
  }

  /// Forgets every decision.
  public func forgetAll() {
    change { state in
      state.entries.removeAll()
      state.epoch += 1
    }
  }

  /// Forgets what was accepted for one navigation only, when that navigation has ended.
  package func navigationDidEnd(_ navigation: UInt64) {
    change { state in
      let before = state.entries.values.reduce(0) { $0 + $1.count }
      for endpoint in state.entries.keys {
        state.entries[endpoint]?.removeAll { $0.decision.scope == .once(navigation: navigation) }
      }
      if state.entries.values.reduce(0, { $0 + $1.count }) != before { state.epoch += 1 }
    }
  }

  /// Every decision, ordered by host and port.
  public var decisions: [TrustDecision] {
    state.withLock { Self.decisions(of: $0) }
  }

  /// A number that grows whenever a decision is withdrawn; part of the partition tag.
  package var epoch: UInt64 { state.withLock(\.epoch) }

  /// The number of the decision under which a connection to this endpoint would be made.
  package func decisionID(
    host: String, port: UInt16, navigation: UInt64?, at moment: Int64
  ) -> UInt64? {
    state.withLock { state in
      state.entries[Endpoint(host: host, port: port)]?.last {
        $0.decision.counts(forNavigation: navigation, at: moment)
      }?.id
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let (before, after) = state.withLock { state in
      let before = Self.decisions(of: state).filter(\.isPermanent)
      body(&state)
      return (before, Self.decisions(of: state).filter(\.isPermanent))
    }
    if before != after { permanentDecisionsDidChange?(after) }
  }

  private static func insert(_ decision: TrustDecision, into state: inout State) {
    let endpoint = Endpoint(host: decision.host, port: decision.port)
    state.entries[endpoint, default: []].removeAll {
      $0.decision.leafFingerprint == decision.leafFingerprint
        && $0.decision.scope == decision.scope
    }
    state.entries[endpoint, default: []].append(Entry(id: state.nextID, decision: decision))
    state.nextID += 1
  }

  private static func decisions(of state: State) -> [TrustDecision] {
    state.entries.values.flatMap { $0 }.map(\.decision)
      .sorted { ($0.host, $0.port, $0.decisionDate) < ($1.host, $1.port, $1.decisionDate) }
  }
}

extension TrustDecision {
  /// True if the decision outlives the session.
  var isPermanent: Bool {
    if case .permanent = scope { true } else { false }
  }
}
