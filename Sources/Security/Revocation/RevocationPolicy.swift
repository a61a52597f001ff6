// SPDX-License-Identifier: MIT
// Part of Grille: how far one goes to learn whether a certificate was withdrawn.

/// How withdrawal is looked for.
///
/// Proofs that servers staple and lists in files always count: they cost nothing and tell nobody
/// anything. What the mode decides is whether issuers are asked over the network, and what it
/// means if they do not answer.
public struct RevocationPolicy: Hashable, Sendable {
  /// What is done beyond looking at staples and lists.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Issuers are never asked about withdrawals.
    case off
    /// Issuers are asked only about certificates that raise a question anyway, before it is put;
    /// no sound server waits for that. Not knowing is no failure.
    case soft
    /// Issuers are asked about every certificate whose server gave no proof, and not knowing is
    /// final (``TrustFailure/Reason/revocationUnknown``). Certificates valid for a week or less
    /// are exempt, as their issuers need not speak about them.
    case hard
  }

  /// How far one goes; ``Mode/soft`` by default.
  public var mode = Mode.soft
  /// Files of certificate revocation lists, in PEM or DER; read once, with the first connection.
  public var revocationListFiles: [String] = []
  /// True if issuers may be asked over the network before a question is put.
  ///
  /// They are asked for proofs (OCSP), lists, and certificates that a server has left out. That
  /// tells them which site is visited, so private sessions never do it.
  public var fetches = true

  /// What a session uses by default.
  public init() {}
}
