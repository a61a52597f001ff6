// SPDX-License-Identifier: MIT
// Part of Grille: one attempt's question to the verify callback, and its answer.
import Synchronization

/// What the callbacks of one connection attempt need and what they find out.
///
/// Networking makes one for every attempt, passes it to ``TLSConnectionPolicy``, keeps it with the
/// transfer and reads it when the transfer ends. The connection keeps a reference of its own,
/// because OpenSSL may call back after the transfer that opened it is gone.
package final class HandshakeContext: Sendable {
  /// What the server has to say about a client certificate.
  package struct ClientCertificateRequest: Hashable, Sendable {
    /// The authorities it accepts; empty if it does not say.
    package let acceptableIssuers: [DistinguishedName]
  }

  private struct Findings {
    var judgedTrust: ServerTrust?
    var isDecided = false
    var wasAccepted = false
    var handshakeWasVerified = false
    var alerts: [TLSAlert] = []
    var clientCertificateRequest: ClientCertificateRequest?
    var needsIdentity = false
    var facts: TLSFacts?
  }

  /// The host asked for, without trailing dot or brackets.
  package let host: String
  /// The port asked for.
  package let port: UInt16
  /// The navigation on whose behalf the transfer runs.
  package let navigation: UInt64?
  /// True if valid servers need a decision too (`serverTrustChallenges: .always`).
  package let challengesValidServers: Bool
  /// What the host demands beyond validity.
  package let requirements: TrustRequirements
  /// What is done when the server asks for a client certificate.
  package let identityUse: ClientIdentityUse
  /// Judges chains.
  package let evaluator: TrustEvaluator
  /// Knows the decisions.
  package let ledger: TrustLedger

  private let clock: @Sendable () -> Int64
  private let findings = Mutex(Findings())

  /// Prepares one attempt.
  ///
  /// - Parameters:
  ///   - host: The URL's host: a name in A-label form or an address literal.
  ///   - port: The URL's effective port.
  ///   - navigation: The navigation for which "once" decisions count.
  ///   - challengesValidServers: True if valid chains also need a decision.
  ///   - requirements: Strict transport security and pins of the host.
  ///   - identityUse: What is done when the server asks for a client certificate.
  ///   - evaluator: Judges chains.
  ///   - ledger: Knows the decisions.
  ///   - clock: The present moment in seconds since 1970.
  package init(
    host: String, port: UInt16, navigation: UInt64?, challengesValidServers: Bool = false,
    requirements: TrustRequirements = TrustRequirements(),
    identityUse: ClientIdentityUse = .undecided, evaluator: TrustEvaluator, ledger: TrustLedger,
    clock: @escaping @Sendable () -> Int64 = UnixTime.now
  ) {
    self.host = TrustEvaluator.canonicalHost(host)
    self.port = port
    self.navigation = navigation
    self.challengesValidServers = challengesValidServers
    self.requirements = requirements
    self.identityUse = identityUse
    self.evaluator = evaluator
    self.ledger = ledger
    self.clock = clock
  }

  /// The trust of the connection's server, once it has shown a chain or a pooled connection was
  /// offered; marked as accepted if a decision let it through.
  package var serverTrust: ServerTrust? {
    findings.withLock { $0.isDecided ? $0.judgedTrust?.accepted() : $0.judgedTrust }
  }

  /// True if the callback or the gate has refused the server: the attempt ends in a challenge
  /// about ``serverTrust``.
  package var needsDecision: Bool {
    findings.withLock { $0.judgedTrust != nil && !$0.wasAccepted }
  }

  /// True if this attempt made a handshake of its own instead of using a pooled connection.
  package var handshakeWasVerified: Bool { findings.withLock(\.handshakeWasVerified) }

  /// The alerts seen so far, oldest first.
  package var alerts: [TLSAlert] { findings.withLock(\.alerts) }

  /// Set if the server asked for a client certificate.
  package var clientCertificateRequest: ClientCertificateRequest? {
    findings.withLock(\.clientCertificateRequest)
  }

  /// True if the handshake was ended because the server has asked for a certificate and nothing is
  /// decided: the attempt ends in a challenge about ``clientCertificateRequest``.
  package var needsIdentity: Bool { findings.withLock(\.needsIdentity) }

  /// The connection's parameters, known from the gate on.
  package var facts: TLSFacts? { findings.withLock(\.facts) }

  /// The trust without the mark of a decision, for the status callback and other attempts' gates.
  var judgedTrust: ServerTrust? { findings.withLock(\.judgedTrust) }

  /// The present moment.
  var now: Int64 { clock() }

  /// Decides about a trust and notes the outcome.
  ///
  /// - Returns: True if the connection may be used.
  func decide(about trust: ServerTrust) -> Bool {
    let isDecided =
      trust.leaf.map {
        ledger.accepts(
          host: host, port: port, leafFingerprint: $0.sha256Fingerprint, reasons: trust.reasons,
          navigation: navigation, at: now)
      } ?? false
    let isAccepted = isDecided || (trust.isValid && !challengesValidServers)
    findings.withLock {
      $0.judgedTrust = trust
      $0.isDecided = isDecided
      $0.wasAccepted = isAccepted
    }
    return isAccepted
  }

  func noteVerification() {
    findings.withLock { $0.handshakeWasVerified = true }
  }

  func note(_ alert: TLSAlert) {
    // A server may send warnings without end.
    findings.withLock { if $0.alerts.count < 16 { $0.alerts.append(alert) } }
  }

  func note(_ request: ClientCertificateRequest) {
    findings.withLock { $0.clientCertificateRequest = request }
  }

  /// Notes that nobody has chosen a certificate yet.
  func noteNeedOfIdentity() {
    findings.withLock { $0.needsIdentity = true }
  }

  func note(_ facts: TLSFacts) {
    findings.withLock { $0.facts = facts }
  }
}
