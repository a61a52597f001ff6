// SPDX-License-Identifier: MIT
// Part of Grille: one remembered answer to a challenge.

/// An accepted server trust: bound to host, port, the exact leaf and the problems then known.
public struct TrustDecision: Hashable, Sendable {
  /// How long an answer counts.
  public enum Scope: Hashable, Sendable {
    /// For one navigation and its sub-resources.
    case once(navigation: UInt64)
    /// Until the data store is closed.
    case session
    /// Until a moment (seconds since 1970), across sessions.
    case permanent(until: Int64)
  }

  /// The host, as in ``ServerTrust/host``.
  public let host: String
  /// The port.
  public let port: UInt16
  /// SHA-256 of the accepted leaf.
  public let leafFingerprint: Fingerprint
  /// The problems accepted; empty if a delegate confirmed a valid chain.
  public let reasons: Set<TrustFailure.Reason>
  /// How long it counts.
  public let scope: Scope
  /// When it was made, in seconds since 1970.
  public let decisionDate: Int64
  /// When it last let a connection through, in seconds since 1970.
  public internal(set) var lastUseDate: Int64

  /// Describes a decision, for example one read back from storage.
  public init(
    host: String, port: UInt16, leafFingerprint: Fingerprint, reasons: Set<TrustFailure.Reason>,
    scope: Scope, decisionDate: Int64, lastUseDate: Int64? = nil
  ) {
    self.host = host
    self.port = port
    self.leafFingerprint = leafFingerprint
    self.reasons = reasons
    self.scope = scope
    self.decisionDate = decisionDate
    self.lastUseDate = lastUseDate ?? decisionDate
  }

  /// True for a decision that accepts problems, which people know as an exception.
  public var isException: Bool { !reasons.isEmpty }

  /// True if the decision counts for this navigation at this moment.
  func counts(forNavigation navigation: UInt64?, at moment: Int64) -> Bool {
    switch scope {
    case .once(let decided): decided == navigation
    case .session: true
    case .permanent(let end): moment <= end
    }
  }
}
