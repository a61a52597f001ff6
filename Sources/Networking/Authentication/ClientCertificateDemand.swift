// SPDX-License-Identifier: MIT
// Part of Grille: what a server wants to see of its client, and what it was shown.

public import Security

/// A server's demand for a client certificate, with the answer it got.
public struct ClientCertificateDemand: Sendable {
  /// The authorities whose certificates it takes, in its own words; empty if it does not say.
  public let acceptableIssuers: [DistinguishedName]
  /// What it was shown; nil for nothing.
  public let identity: ClientIdentity?

  /// Describes a demand.
  public init(acceptableIssuers: [DistinguishedName], identity: ClientIdentity? = nil) {
    self.acceptableIssuers = acceptableIssuers
    self.identity = identity
  }
}
