// SPDX-License-Identifier: MIT
// Part of Grille: what clients and tests may know about the practice site's certificates.
package import Security

extension PracticeSite {
  /// The root that a client has to trust for the sound hosts to be sound.
  package var rootCertificate: Certificate { certificates.authority.root.certificate }

  /// The key that a client's block-list has to hold for the host "known-bad" to be refused for it.
  package var blockListedKey: Fingerprint {
    certificates.misused.root.privateKey.publicKeyFingerprint
  }

  /// The certificate that a host presents; another one every time for the host that flips.
  package func certificate(ofHost name: String) -> Certificate {
    certificates.identity(for: name).certificate
  }

  /// What a host presents: its certificate, then those of its issuers that it sends.
  package func chain(ofHost name: String) -> [Certificate] {
    certificates.identity(for: name).chain
  }

  /// The authority that issues the sound hosts' certificates, below the root.
  package var intermediateCertificate: Certificate {
    certificates.authority.intermediate.certificate
  }

  /// The identities with which clients can practise.
  package var clients: PracticeClients { certificates.clients }

  /// The list of withdrawn certificates in DER, as the site serves it.
  package var crlDER: [UInt8] { certificates.revocationList }

  /// The key of the host "pinned", by SHA-256 of its SubjectPublicKeyInfo.
  package var pinnedKey: Fingerprint {
    Fingerprint(sha256Of: certificate(ofHost: "pinned.practice.test").publicKey.derBytes)
  }

  /// A key that no host has, to be pinned for the host "pin-mismatch".
  package var strangersKey: Fingerprint {
    certificates.stranger.root.privateKey.publicKeyFingerprint
  }

  /// What the authority's responder would say about the certificate of a host, in DER.
  package func revocationProof(ofHost name: String) -> [UInt8] { certificates.proof(for: name) }
}
