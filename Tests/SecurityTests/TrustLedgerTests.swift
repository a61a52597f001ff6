// SPDX-License-Identifier: MIT
// Part of Grille: how long and for what a decision counts.
import Security
import Synchronization
import Testing

@Suite struct TrustLedgerTests {
  let trust = Practice.evaluate(
    Practice.authority.issue(Practice.leaf { $0.notAfter = Practice.now - UnixTime.day }))

  func accepts(
    _ ledger: TrustLedger, navigation: UInt64? = nil, at moment: Int64 = Practice.now,
    reasons: Set<TrustFailure.Reason>? = nil
  ) -> Bool {
    guard let leaf = trust.leaf else { return false }
    return ledger.accepts(
      host: trust.host, port: trust.port, leafFingerprint: leaf.sha256Fingerprint,
      reasons: reasons ?? trust.reasons, navigation: navigation, at: moment)
  }

  @Test func emptyLedgerAcceptsNothing() {
    #expect(!accepts(TrustLedger()))
  }

  @Test func onceCountsForItsNavigationOnly() {
    let ledger = TrustLedger()
    ledger.accept(trust, scope: .once(navigation: 7), at: Practice.now)
    #expect(accepts(ledger, navigation: 7))
    #expect(!accepts(ledger, navigation: 8))
    #expect(!accepts(ledger))
    ledger.navigationDidEnd(7)
    #expect(!accepts(ledger, navigation: 7))
    #expect(ledger.decisions.isEmpty)
  }

  @Test func permanentEndsAtItsDate() {
    let ledger = TrustLedger()
    ledger.accept(trust, scope: .permanent(until: Practice.now + 10), at: Practice.now)
    #expect(accepts(ledger, at: Practice.now + 10))
    #expect(!accepts(ledger, at: Practice.now + 11))
  }

  @Test func fewerProblemsAreCoveredMoreAreNot() {
    let ledger = TrustLedger()
    ledger.accept(trust, scope: .session, at: Practice.now)
    #expect(accepts(ledger, reasons: []))
    #expect(!accepts(ledger, reasons: [.expired, .wrongHost]))
  }

  @Test func pinMismatchIsNeverAccepted() {
    let pinned = Practice.evaluator.evaluate(
      trust.presentedCertificates, host: Practice.host, port: 443, at: Practice.now,
      requirements: TrustRequirements(pinnedKeys: [Fingerprint(bytes: [0])]))
    let ledger = TrustLedger()
    #expect(!ledger.accept(pinned, scope: .session, at: Practice.now))
    #expect(ledger.decisions.isEmpty)
  }

  @Test(arguments: TrustFailure.Reason.allCases)
  func onlyWhatSomebodyMayAcceptIsAccepted(_ reason: TrustFailure.Reason) {
    let decision = TrustDecision(
      host: "a.test", port: 443, leafFingerprint: Fingerprint(bytes: [1]), reasons: [reason],
      scope: .session, decisionDate: 0)
    let ledger = TrustLedger(decisions: [decision])
    #expect(
      ledger.accepts(
        host: "a.test", port: 443, leafFingerprint: Fingerprint(bytes: [1]), reasons: [reason],
        navigation: nil, at: 0) == (reason.isOverridable || reason == .revoked))
  }

  @Test func lastUseIsNoted() {
    let ledger = TrustLedger()
    ledger.accept(trust, scope: .session, at: Practice.now)
    _ = accepts(ledger, at: Practice.now + 5)
    #expect(ledger.decisions.first?.lastUseDate == Practice.now + 5)
    #expect(ledger.decisions.first?.decisionDate == Practice.now)
  }

  @Test func permanentDecisionsAreHandedToStorageAndComeBack() {
    let stored = Mutex<[TrustDecision]>([])
    let ledger = TrustLedger(permanentDecisionsDidChange: { decisions in
      stored.withLock { $0 = decisions }
    })
    ledger.accept(trust, scope: .session, at: Practice.now)
    #expect(stored.withLock { $0.isEmpty })
    ledger.accept(trust, scope: .permanent(until: Practice.now + 10), at: Practice.now)
    #expect(stored.withLock { $0.count } == 1)
    #expect(accepts(TrustLedger(decisions: stored.withLock { $0 })))
    ledger.forgetAll()
    #expect(stored.withLock { $0.isEmpty })
  }

  @Test func decisionsOfDifferentScopeHaveDifferentPartitions() {
    let ledger = TrustLedger()
    func path(_ navigation: UInt64) -> String {
      ConnectionPartition(
        decisionID: ledger.decisionID(
          host: trust.host, port: trust.port, navigation: navigation, at: Practice.now),
        epoch: ledger.epoch
      ).path
    }
    let before = path(1)
    ledger.accept(trust, scope: .once(navigation: 1), at: Practice.now)
    #expect(path(1) != before)
    #expect(path(2) == before)
  }

  @Test func everyPartOfAPartitionShowsInItsPath() {
    let partitions = [
      ConnectionPartition(), ConnectionPartition(isPrivate: true),
      ConnectionPartition(identity: ClientIdentityUse.none.tag),
      ConnectionPartition(identityEpoch: 1), ConnectionPartition(decisionID: 1),
      ConnectionPartition(epoch: 1), ConnectionPartition(resolver: "httpdns:1"),
    ]
    #expect(Set(partitions.map(\.path)).count == partitions.count)
    #expect(partitions.allSatisfy { $0.path.hasPrefix("/nonexistent/") })
  }
}
