// SPDX-License-Identifier: MIT
// Part of Grille: makes responses of the Online Certificate Status Protocol.
import COpenSSL
import WebInfra

/// Writes and signs proofs about certificates (RFC 6960 §4.2).
package enum RevocationProofMint {
  /// What a proof shall say.
  package struct Content: Sendable {
    /// The withdrawal; nil to say that the certificate stands.
    package var revocation: Revocation?
    /// From when the proof counts.
    package var thisUpdate: Int64
    /// Until when it counts.
    package var nextUpdate: Int64

    /// A proof for a week around `moment`.
    package init(revocation: Revocation? = nil, at moment: Int64) {
      self.revocation = revocation
      thisUpdate = moment - UnixTime.day
      nextUpdate = moment + 6 * UnixTime.day
    }
  }

  /// Makes a proof about a certificate.
  ///
  /// - Parameters:
  ///   - content: What it shall say.
  ///   - certificate: The certificate in question.
  ///   - issuer: The authority that has issued it.
  ///   - responder: Who signs the proof; nil for the issuer itself.
  /// - Returns: The response in DER, ready to be stapled.
  package static func mint(
    _ content: Content, about certificate: Certificate, issuer: MintedIdentity,
    responder: MintedIdentity? = nil
  ) -> [UInt8] {
    let signer = responder ?? issuer
    let status =
      content.revocation.map { revocation in
        DER.value(
          tag: 0xA1,
          time(revocation.date)
            + (revocation.reasonCode.map {
              DER.explicit(0, DER.value(tag: 0x0A, [UInt8($0)]))
            } ?? []))
      } ?? DER.value(tag: 0x80, [])
    let answer = DER.sequence([
      identifier(of: certificate, issuer: issuer.certificate), status, time(content.thisUpdate),
      DER.explicit(0, time(content.nextUpdate)),
    ])
    let data = DER.sequence([
      DER.explicit(1, signer.certificate.subject.derBytes), time(content.thisUpdate),
      DER.sequence([answer]),
    ])
    var basic = [
      data, signer.privateKey.signatureAlgorithm(digest: .sha256),
      DER.bitString(signer.privateKey.sign(data, digest: .sha256)),
    ]
    if let responder {
      basic.append(DER.explicit(0, DER.sequence([responder.certificate.derBytes])))
    }
    return DER.sequence([
      DER.value(tag: 0x0A, [0]),
      DER.explicit(
        0,
        DER.sequence([
          DER.objectIdentifier("1.3.6.1.5.5.7.48.1.1"),
          DER.octetString(DER.sequence(basic)),
        ])),
    ])
  }

  /// CertID: digests of the issuer's name and key, and the serial number.
  private static func identifier(of certificate: Certificate, issuer: Certificate) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: 20)
    var count: UInt32 = 0
    if let x509 = OwnedX509(derBytes: issuer.derBytes) {
      unsafe X509_pubkey_digest(x509.pointer, EVP_sha1(), &key, &count)
    }
    let name = MessageDigest.hash(issuer.subject.derBytes, with: .sha1) ?? []
    return DER.sequence([
      DER.sequence([DER.objectIdentifier("1.3.14.3.2.26"), DER.null]), DER.octetString(name),
      DER.octetString(key), DER.integer(certificate.serialNumber),
    ])
  }

  /// GeneralizedTime, the only form that the protocol knows.
  private static func time(_ moment: Int64) -> [UInt8] {
    let date = CivilDate(unixSeconds: moment)
    let digits =
      UnixTime.padded(date.year, to: 4)
      + [date.month, date.day, date.hour, date.minute, date.second]
      .map { UnixTime.padded($0) }.joined()
    return DER.value(tag: 0x18, Array((digits + "Z").utf8))
  }
}
