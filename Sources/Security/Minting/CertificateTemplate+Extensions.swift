// SPDX-License-Identifier: MIT
// Part of Grille: the extensions by which certificates name the services of their issuer.

extension CertificateTemplate.Extension {
  /// Demands that servers staple a proof (RFC 7633).
  package static let statusRequestDemand = CertificateTemplate.Extension(
    objectIdentifier: "1.3.6.1.5.5.7.1.24", isCritical: false,
    value: DER.sequence([DER.integer(5)]))

  /// Names where the issuer tells about its certificates (RFC 5280 §4.2.2.1).
  ///
  /// - Parameters:
  ///   - responders: Addresses of services that tell whether the certificate still stands.
  ///   - issuers: Addresses of the issuer's own certificate.
  /// - Returns: The extension, which no client has to understand.
  package static func authorityInformation(
    responders: [String] = [], issuers: [String] = []
  ) -> CertificateTemplate.Extension {
    let methods =
      responders.map { ("1.3.6.1.5.5.7.48.1", $0) } + issuers.map { ("1.3.6.1.5.5.7.48.2", $0) }
    return CertificateTemplate.Extension(
      objectIdentifier: "1.3.6.1.5.5.7.1.1", isCritical: false,
      value: DER.sequence(
        methods.map { DER.sequence([DER.objectIdentifier($0), address($1)]) }))
  }

  /// Names where the issuer's list of withdrawn certificates is (RFC 5280 §4.2.1.13).
  package static func distributionPoints(_ addresses: [String]) -> CertificateTemplate.Extension {
    CertificateTemplate.Extension(
      objectIdentifier: "2.5.29.31", isCritical: false,
      value: DER.sequence(
        addresses.map { DER.sequence([DER.explicit(0, DER.explicit(0, address($0)))]) }))
  }

  /// GeneralName of the kind uniformResourceIdentifier.
  private static func address(_ text: String) -> [UInt8] {
    DER.value(tag: 0x86, Array(text.utf8))
  }
}
