// SPDX-License-Identifier: MIT
// Part of Grille: which transfers may share a connection.

/// Keeps connections apart that differ in something libcurl's pool does not compare.
///
/// libcurl 7.88.1 compares neither the SSL_CTX callback, its data nor identities when it looks for
/// a connection to reuse, but it does compare CURLOPT_CAPATH; as our own callback verifies, that
/// option is free to carry ``path``.
package struct ConnectionPartition: Hashable, Sendable {
  /// True for a private session.
  package var isPrivate: Bool
  /// What is done when the server asks for a client certificate, from ``ClientIdentityUse/tag``.
  package var identity: String
  /// The identity storage's epoch: withdrawn choices leave connections behind that must not match.
  package var identityEpoch: UInt64
  /// The trust decision in force, from ``TrustLedger/decisionID(host:port:navigation:at:)``.
  package var decisionID: UInt64?
  /// The ledger's epoch: withdrawn decisions leave connections behind that must not match.
  package var epoch: UInt64
  /// A word for the source of the address ("httpdns:3"); empty for the system's resolver.
  package var resolver: String
  /// What tells the log-ins at a proxy apart, of which each has tunnels of its own; empty for none.
  package var proxyLogin: String

  /// Describes a partition.
  package init(
    isPrivate: Bool = false, identity: String = ClientIdentityUse.undecided.tag,
    identityEpoch: UInt64 = 0, decisionID: UInt64? = nil,
    epoch: UInt64 = 0, resolver: String = "",
    proxyLogin: String = ""
  ) {
    self.isPrivate = isPrivate
    self.identity = identity
    self.identityEpoch = identityEpoch
    self.decisionID = decisionID
    self.epoch = epoch
    self.resolver = resolver
    self.proxyLogin = proxyLogin
  }

  /// A path that never exists, different for every partition.
  package var path: String {
    let parts = [
      isPrivate ? "private" : "normal",
      identity,
      String(identityEpoch),
      decisionID.map { String($0) } ?? "-",
      String(epoch),
      resolver.isEmpty ? "-" : resolver,
      proxyLogin.isEmpty ? "-" : proxyLogin,
    ]
    return "/nonexistent/grille/" + parts.joined(separator: "/")
  }
}
