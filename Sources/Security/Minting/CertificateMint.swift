// SPDX-License-Identifier: MIT
// Part of Grille: makes certificates in memory, sound ones and unsound ones.

/// Writes and signs certificates.
package enum CertificateMint {
  /// Mints a certificate and the key it speaks of.
  ///
  /// - Parameters:
  ///   - template: What it shall say.
  ///   - issuer: Who signs it; nil to let it sign itself.
  /// - Returns: The certificate with its key; every issuer up to the root is to be sent.
  package static func mint(
    _ template: CertificateTemplate, issuer: MintedIdentity? = nil
  ) -> MintedIdentity {
    let key = PrivateKey(template.key)
    let signer = issuer?.privateKey ?? key
    let subject = name(template.subject)
    let algorithm = signer.signatureAlgorithm(digest: template.digest)
    let body = DER.sequence([
      DER.explicit(0, DER.integer(2)),
      DER.integer([0x40] + RandomBytes.generate(count: 15)),
      algorithm,
      issuer?.certificate.subject.derBytes ?? subject,
      DER.sequence([DER.time(template.notBefore), DER.time(template.notAfter)]),
      subject,
      key.publicKeyBytes,
      DER.explicit(3, DER.sequence(extensions(of: template, key: key, signer: signer))),
    ])
    var signature = signer.sign(body, digest: template.digest)
    if template.hasFalseSignature {
      // Within the number, so that the encoding of an ECDSA signature stays sound.
      signature[signature.count - 1] ^= 0x55
    }
    let encoding = DER.sequence([body, algorithm, DER.bitString(signature)])
    guard let certificate = Certificate(derBytes: encoding) else {
      preconditionFailure("the template does not make a readable certificate")
    }
    return MintedIdentity(
      certificate: certificate, privateKey: key,
      issuers: issuer.map { [$0.certificate] + $0.issuers } ?? [])
  }

  private static func name(_ attributes: [CertificateTemplate.NameAttribute]) -> [UInt8] {
    DER.sequence(
      attributes.map {
        DER.set([DER.sequence([DER.objectIdentifier($0.objectIdentifier), $0.value])])
      })
  }

  private static func extensions(
    of template: CertificateTemplate, key: PrivateKey, signer: PrivateKey
  ) -> [[UInt8]] {
    var result: [[UInt8]] = []
    if template.isAuthority {
      let limit = template.pathLength.map { [DER.integer($0)] } ?? []
      result.append(
        encode("2.5.29.19", critical: true, DER.sequence([DER.boolean(true)] + limit)))
    }
    if let usage = template.keyUsage {
      result.append(encode("2.5.29.15", critical: true, keyUsage(usage)))
    }
    if !template.purposes.isEmpty {
      result.append(encode("2.5.29.37", DER.sequence(template.purposes.map(DER.objectIdentifier))))
    }
    if !template.alternativeNames.isEmpty {
      let names = template.alternativeNames.map { name in
        switch name {
        case .dns(let bytes): DER.value(tag: 0x82, bytes)
        case .address(let bytes): DER.value(tag: 0x87, bytes)
        }
      }
      result.append(
        encode("2.5.29.17", critical: template.subject.isEmpty, DER.sequence(names)))
    }
    if !template.permittedNames.isEmpty || !template.excludedNames.isEmpty {
      let parts = [(UInt8(0), template.permittedNames), (1, template.excludedNames)]
      result.append(
        encode(
          "2.5.29.30", critical: true,
          DER.sequence(
            parts.filter { !$0.1.isEmpty }.map { tag, names in
              DER.explicit(
                tag, names.flatMap { DER.sequence([DER.value(tag: 0x82, Array($0.utf8))]) })
            })))
    }
    result.append(encode("2.5.29.14", DER.octetString(keyIdentifier(of: key))))
    if signer !== key {
      result.append(
        encode("2.5.29.35", DER.sequence([DER.value(tag: 0x80, keyIdentifier(of: signer))])))
    }
    for other in template.extensions {
      result.append(encode(other.objectIdentifier, critical: other.isCritical, other.value))
    }
    return result
  }

  private static func encode(
    _ identifier: String, critical: Bool = false, _ value: [UInt8]
  ) -> [UInt8] {
    DER.sequence(
      [DER.objectIdentifier(identifier)] + (critical ? [DER.boolean(true)] : [])
        + [DER.octetString(value)])
  }

  /// The identifier of a key that certificates and lists name it by.
  static func keyIdentifier(of key: PrivateKey) -> [UInt8] {
    Array(MessageDigest.sha256(key.publicKeyBytes).prefix(20))
  }

  /// The bits of KeyUsage, of which OpenSSL's KU_ numbers are the encoding's bytes.
  private static func keyUsage(_ usage: Certificate.KeyUsage) -> [UInt8] {
    let first = UInt8(usage.rawValue & 0xFF)
    let second = UInt8(usage.rawValue >> 8)
    if second != 0 { return DER.bitString([first, second], unusedBits: 7) }
    return DER.bitString([first], unusedBits: UInt8(min(7, first.trailingZeroBitCount)))
  }
}
