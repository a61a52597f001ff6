// SPDX-License-Identifier: MIT
// Part of Grille: what a server presented and what became of its evaluation.

/// A server's certificate chain and every problem found in it: what a challenge is about.
///
/// Immutable; shown in dialogs and bound to decisions by the very bytes in it. At the moment of a
/// challenge the server has not yet proved that it holds the leaf's key.
public struct ServerTrust: Hashable, Sendable {
  /// The outcome of an evaluation, with the numbers of SecTrustResultType.
  public enum Result: Int, Hashable, Sendable {
    /// The user or a delegate has decided to trust it.
    case proceed = 1
    /// Valid, and nobody was asked.
    case unspecified = 4
    /// Not valid, but a person may continue.
    case recoverableTrustFailure = 5
    /// Not valid, and no person is offered to continue; see `isAcceptableByDecision`.
    case fatalTrustFailure = 6
  }

  /// Where the root of a valid chain comes from.
  public enum Anchor: Hashable, Sendable {
    /// The system's store.
    case system
    /// A file named by the user.
    case addedByUser
  }

  /// The host that was asked for: a name in its A-label form or an address without brackets.
  public let host: String
  /// The port that was asked for.
  public let port: UInt16
  /// The chain as built: leaf first, root (if found) last; an incomplete chain ends earlier.
  public let certificateChain: [Certificate]
  /// What the server sent, in its order, leaf first.
  public let presentedCertificates: [Certificate]
  /// Every problem, the gravest first; empty if the chain is valid for the host.
  public let failures: [TrustFailure]
  /// The root's origin; nil if the chain does not end in a trusted one.
  public let anchor: Anchor?
  /// The moment for which validity was judged, in seconds since 1970.
  public let evaluationDate: Int64
  /// True if the user or a delegate has accepted exactly this trust.
  public let isAcceptedByDecision: Bool
  /// Seconds by which the clock here is ahead of those of servers, by what they have sent lately.
  ///
  /// Nil if that is unknown or less than a day. A hint for words alone: no verdict depends on it.
  public let clockDifference: Int64?

  /// What is known about withdrawals, by source.
  let findings: RevocationFindings
  let evaluator: TrustEvaluator?
  let requirements: TrustRequirements

  init(
    host: String, port: UInt16, certificateChain: [Certificate],
    presentedCertificates: [Certificate], failures: [TrustFailure], anchor: Anchor?,
    evaluationDate: Int64, isAcceptedByDecision: Bool = false,
    findings: RevocationFindings = RevocationFindings(), clockDifference: Int64? = nil,
    evaluator: TrustEvaluator?, requirements: TrustRequirements
  ) {
    self.host = host
    self.port = port
    self.certificateChain = certificateChain
    self.presentedCertificates = presentedCertificates
    self.failures = failures.sorted { $0.reason.rank < $1.reason.rank }
    self.anchor = anchor
    self.evaluationDate = evaluationDate
    self.isAcceptedByDecision = isAcceptedByDecision
    self.findings = findings
    self.clockDifference = clockDifference
    self.evaluator = evaluator
    self.requirements = requirements
  }

  /// The server's own certificate; nil only if the server sent none that can be read.
  public var leaf: Certificate? { certificateChain.first }

  /// What is known about the leaf's withdrawal.
  public var revocation: RevocationStatus { findings.status }

  /// The withdrawal that a failure of the reason ``TrustFailure/Reason/revoked`` tells of.
  public func withdrawal(of failure: TrustFailure) -> Revocation? {
    if failure.certificateIndex > 0 { return findings.withdrawnIssuers[failure.certificateIndex] }
    guard case .revoked(let revocation) = revocation else { return nil }
    return revocation
  }

  /// The outcome.
  public var result: Result {
    if isAcceptedByDecision { return .proceed }
    if failures.isEmpty { return .unspecified }
    return failures.allSatisfy(\.isOverridable) ? .recoverableTrustFailure : .fatalTrustFailure
  }

  /// True if somebody may decide to accept it: nothing final is wrong but a withdrawal.
  ///
  /// A withdrawal is accepted by a delegate of its own accord, or by the program's user if the
  /// settings allow it.
  public var isAcceptableByDecision: Bool {
    failures.allSatisfy { $0.isOverridable || $0.reason == .revoked }
  }

  /// True if the chain is valid for the host.
  public var isValid: Bool { failures.isEmpty }

  /// The reasons as a set: what an accepted decision covers.
  public var reasons: Set<TrustFailure.Reason> { Set(failures.map(\.reason)) }

  /// The code of the error that ends the load if nobody accepts the trust; nil if it is valid.
  ///
  /// Strict transport security has no code of its own: the problem that it made final has.
  public var errorCode: Int? {
    (failures.first { $0.reason != .strictHost } ?? failures.first)?.errorCode
  }

  /// The same certificates judged for another host name, for names reached by an address that a
  /// resolver of the embedder's own gave.
  public func evaluated(forHost host: String) -> ServerTrust {
    guard let evaluator else { return self }
    let trust = evaluator.evaluate(
      presentedCertificates, host: host, port: port, at: evaluationDate,
      requirements: requirements)
    return carryingVerdict(to: trust).noting(clockDifference: clockDifference)
  }

  /// Adds to a new judgement of the same certificates what the handshake has said about withdrawal.
  func carryingVerdict(to trust: ServerTrust) -> ServerTrust {
    guard let staple = findings.staple else { return trust }
    var findings = trust.findings
    findings.staple = staple
    return trust.judged(by: findings)
  }

  /// The same trust, marked as accepted.
  package func accepted() -> ServerTrust {
    ServerTrust(
      host: host, port: port, certificateChain: certificateChain,
      presentedCertificates: presentedCertificates, failures: failures, anchor: anchor,
      evaluationDate: evaluationDate, isAcceptedByDecision: true,
      findings: findings, clockDifference: clockDifference, evaluator: evaluator,
      requirements: requirements)
  }

  /// The same trust with what servers' clocks say about ours.
  package func noting(clockDifference: Int64?) -> ServerTrust {
    ServerTrust(
      host: host, port: port, certificateChain: certificateChain,
      presentedCertificates: presentedCertificates, failures: failures, anchor: anchor,
      evaluationDate: evaluationDate, isAcceptedByDecision: isAcceptedByDecision,
      findings: findings, clockDifference: clockDifference, evaluator: evaluator,
      requirements: requirements)
  }

  /// Compares what identifies the value.
  public static func == (one: ServerTrust, other: ServerTrust) -> Bool {
    one.host == other.host && one.port == other.port
      && one.presentedCertificates == other.presentedCertificates
      && one.failures == other.failures
  }

  /// Hashes what identifies the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(host)
    hasher.combine(port)
    hasher.combine(leaf)
    hasher.combine(failures)
  }
}

extension TrustFailure.Reason {
  /// The order in which problems are told: final ones, then who vouches, for whom, strength, dates.
  ///
  /// Dates come last because the dates of a chain nobody vouches for mean nothing.
  var rank: Int {
    switch self {
    case .strictHost: 0
    case .pinMismatch: 1
    case .revoked: 2
    case .blockedRoot: 3
    case .badSignature: 4
    case .malformed: 5
    case .invalidIssuer: 6
    case .constraint: 7
    case .notForServers: 8
    case .mustStapleMissing: 9
    case .revocationUnknown: 10
    case .selfSigned: 11
    case .untrustedRoot: 12
    case .issuerMissing: 13
    case .wrongHost: 14
    case .weakKey: 15
    case .weakSignature: 16
    case .expired: 17
    case .notYetValid: 18
    case .validityTooLong: 19
    }
  }
}
