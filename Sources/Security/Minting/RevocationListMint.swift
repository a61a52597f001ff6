// SPDX-License-Identifier: MIT
// Part of Grille: makes lists of withdrawn certificates.

/// Writes and signs certificate revocation lists (RFC 5280 §5).
package enum RevocationListMint {
  /// Makes a list.
  ///
  /// - Parameters:
  ///   - withdrawals: The serial numbers of the withdrawn certificates, with what is said of each.
  ///   - issuer: The authority that has issued them; it signs.
  ///   - thisUpdate: From when the list counts, in seconds since 1970.
  ///   - nextUpdate: Until when it counts.
  /// - Returns: The list in DER.
  package static func mint(
    _ withdrawals: [(serialNumber: [UInt8], revocation: Revocation)], issuer: MintedIdentity,
    thisUpdate: Int64, nextUpdate: Int64
  ) -> [UInt8] {
    let algorithm = issuer.privateKey.signatureAlgorithm(digest: .sha256)
    var elements = [
      DER.integer(1), algorithm, issuer.certificate.subject.derBytes, DER.time(thisUpdate),
      DER.time(nextUpdate),
    ]
    if !withdrawals.isEmpty { elements.append(DER.sequence(withdrawals.map(entry))) }
    elements.append(DER.explicit(0, DER.sequence(extensions(issuer: issuer, at: thisUpdate))))
    let body = DER.sequence(elements)
    let signature = issuer.privateKey.sign(body, digest: .sha256)
    return DER.sequence([body, algorithm, DER.bitString(signature)])
  }

  private static func entry(
    _ withdrawal: (serialNumber: [UInt8], revocation: Revocation)
  ) -> [UInt8] {
    var elements = [
      DER.integer(withdrawal.serialNumber), DER.time(withdrawal.revocation.date),
    ]
    if let code = withdrawal.revocation.reasonCode {
      let reason = DER.value(tag: 0x0A, [UInt8(code)])
      elements.append(DER.sequence([encode("2.5.29.21", reason)]))
    }
    return DER.sequence(elements)
  }

  /// AuthorityKeyIdentifier and CRLNumber, which the standard asks of every list.
  private static func extensions(issuer: MintedIdentity, at moment: Int64) -> [[UInt8]] {
    let key = CertificateMint.keyIdentifier(of: issuer.privateKey)
    return [
      encode("2.5.29.35", DER.sequence([DER.value(tag: 0x80, key)])),
      encode("2.5.29.20", DER.integer(Int(moment))),
    ]
  }

  private static func encode(_ identifier: String, _ value: [UInt8]) -> [UInt8] {
    DER.sequence([DER.objectIdentifier(identifier), DER.octetString(value)])
  }
}
