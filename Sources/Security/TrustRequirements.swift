// SPDX-License-Identifier: MIT
// Part of Grille: what a host demands of its chain beyond validity.

/// Demands of one host that are known before the handshake.
package struct TrustRequirements: Hashable, Sendable {
  /// True if the host has declared strict transport security: problems become final.
  package var isStrictHost: Bool
  /// SHA-256 of the keys of which one must be in the chain; empty if nothing is pinned.
  package var pinnedKeys: Set<Fingerprint>

  /// Collects the demands; none by default.
  package init(isStrictHost: Bool = false, pinnedKeys: Set<Fingerprint> = []) {
    self.isStrictHost = isStrictHost
    self.pinnedKeys = pinnedKeys
  }
}
