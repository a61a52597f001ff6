// SPDX-License-Identifier: MIT
// Part of Grille: a minted certificate with its key.

/// A certificate, its private key and the certificates above it.
package struct MintedIdentity: Sendable {
  /// The certificate.
  package var certificate: Certificate
  /// Its key.
  package var privateKey: PrivateKey
  /// The certificates above it, nearest first, root last; a server sends them as they stand here.
  package var issuers: [Certificate]

  /// Joins a certificate with its key and issuers.
  package init(certificate: Certificate, privateKey: PrivateKey, issuers: [Certificate]) {
    self.certificate = certificate
    self.privateKey = privateKey
    self.issuers = issuers
  }

  /// The certificate followed by its issuers.
  package var chain: [Certificate] { [certificate] + issuers }

  /// The same identity that sends other issuers: none, for an incomplete chain.
  package func sending(_ issuers: [Certificate]) -> MintedIdentity {
    MintedIdentity(certificate: certificate, privateKey: privateKey, issuers: issuers)
  }
}
