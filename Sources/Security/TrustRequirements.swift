// SPDX-License-Identifier: MIT
// Part of Grille: what a host demands of its chain beyond validity.

/// Demands of one host that are known before the handshake.
package struct TrustRequirements: Hashable, Sendable {
  /// True if the host has declared strict transport security: problems become final.
  package var isStrictHost: Bool
  /// SHA-256 of the keys of which one must be in the chain; empty if nothing is pinned.
  package var pinnedKeys: Set<Fingerprint>
  /// True if somebody has to say that the leaf stands (``RevocationPolicy/Mode/hard``).
  package var demandsRevocationStatus: Bool

  /// Collects the demands; none by default.
  package init(
    isStrictHost: Bool = false, pinnedKeys: Set<Fingerprint> = [],
    demandsRevocationStatus: Bool = false
  ) {
    self.isStrictHost = isStrictHost
    self.pinnedKeys = pinnedKeys
    self.demandsRevocationStatus = demandsRevocationStatus
  }
}
