// SPDX-License-Identifier: MIT
// Part of Grille: what a host has declared about plain http.

internal import Networking

/// A host that is never visited by plain http, nor in spite of a problem with its certificate,
/// because it has said so (RFC 6797).
nonisolated public struct StrictTransportHost: Hashable, Sendable {
  /// The host in its A-label form, lower case.
  public let host: String
  /// Whether names below the host are meant too.
  public let includesSubdomains: Bool
  /// When the declaration ends, in seconds since 1970.
  public let expiryDate: Int64

  init(_ entry: HSTSStore.Entry) {
    host = entry.host
    includesSubdomains = entry.includesSubdomains
    expiryDate = entry.expiry
  }
}
