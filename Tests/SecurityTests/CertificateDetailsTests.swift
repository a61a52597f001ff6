// SPDX-License-Identifier: MIT
// Part of Grille: tests of the parts of a certificate that only a viewer asks for.
import Testing

@testable import Security

@Suite struct CertificateDetailsTests {
  private func details(
    _ extensions: [(identifier: String, isCritical: Bool, value: [UInt8])]
  ) -> CertificateDetails {
    var template = CertificateTemplate.leaf(for: ["a.test"], at: UnixTime.now())
    template.extensions = extensions.map {
      .init(objectIdentifier: $0.identifier, isCritical: $0.isCritical, value: $0.value)
    }
    return CertificateMint.mint(template).certificate.details
  }

  private func uri(_ text: String) -> [UInt8] { DER.value(tag: 0x86, Array(text.utf8)) }

  @Test func policiesAndAddressesAreRead() {
    let policies = DER.sequence([
      DER.sequence([DER.objectIdentifier("2.23.140.1.2.1")]),
      DER.sequence([DER.objectIdentifier("1.3.6.1.4.1.44947.1.1.1"), DER.sequence([])]),
    ])
    let access = DER.sequence([
      DER.sequence([DER.objectIdentifier("1.3.6.1.5.5.7.48.1"), uri("http://ocsp.test/\0\u{202E}")]
      ),
      DER.sequence([DER.objectIdentifier("1.3.6.1.5.5.7.48.2"), uri("http://ca.test/ca.der")]),
    ])
    let points = DER.sequence([
      DER.sequence([DER.explicit(0, DER.explicit(0, uri("http://crl.test/1") + uri("ldap:2")))])
    ])
    let details = details([
      ("2.5.29.32", false, policies), ("1.3.6.1.5.5.7.1.1", false, access),
      ("2.5.29.31", false, points), ("1.2.3.4", true, DER.null),
    ])
    #expect(details.policies == ["2.23.140.1.2.1", "1.3.6.1.4.1.44947.1.1.1"])
    #expect(details.statusResponders == ["http://ocsp.test/\0\u{202E}"])
    #expect(details.issuerAddresses == ["http://ca.test/ca.der"])
    #expect(details.revocationLists == ["http://crl.test/1", "ldap:2"])
    let own = details.extensions.first { $0.objectIdentifier == "1.2.3.4" }
    #expect(own?.isCritical == true && own?.value == DER.null)
  }

  // RFC 6962 §3.3
  @Test func timestampsAreRead() {
    let log = [UInt8](repeating: 7, count: 32)
    let moment: UInt64 = 1_700_000_000_123
    let time = (0..<8).reversed().map { UInt8(truncatingIfNeeded: moment >> ($0 * 8)) }
    let entry = [0] + log + time + [0, 0, 4, 3, 0, 2, 0xAA, 0xBB]
    let item = [0, UInt8(entry.count)] + entry
    let list = [UInt8(0), UInt8(item.count * 2)] + item + item
    let details = details([("1.3.6.1.4.1.11129.2.4.2", false, DER.octetString(list))])
    #expect(details.timestamps.count == 2)
    #expect(details.timestamps.first?.version == 1)
    #expect(details.timestamps.first?.timestamp == 1_700_000_000)
    #expect(details.timestamps.first?.logID == Fingerprint(bytes: log))
  }

  @Test(
    arguments: [
      [], [0x30], [0x30, 0x85], [0x30, 0x82, 0xFF], [0x04, 0x7F, 1], [0x04, 0x02, 0xFF, 0xFF],
      [0x30, 0x80], [0x1F, 0x01, 0x00], [0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF],
      [0x30, 0x03, 0x30, 0x7F, 0x00], [0x30, 0x02, 0x06, 0x00], [0x04, 0x04, 0, 2, 0, 9],
    ] as [[UInt8]])
  func damagedExtensionsAreEmpty(value: [UInt8]) {
    for identifier in [
      "2.5.29.32", "1.3.6.1.5.5.7.1.1", "2.5.29.31", "1.3.6.1.4.1.11129.2.4.2", "2.5.29.14",
    ] {
      let made = CertificateDetails(extensions: [
        .init(objectIdentifier: identifier, isCritical: false, value: value)
      ])
      #expect(made.policies.isEmpty && made.timestamps.isEmpty && made.statusResponders.isEmpty)
      #expect(made.revocationLists.isEmpty && made.authorityKeyIdentifier.isEmpty)
    }
  }

  @Test func objectIdentifiersHaveNamesAndDots() {
    #expect(ObjectIdentifierName.text(for: "1.3.6.1.5.5.7.3.1") == "TLS Web Server Authentication")
    #expect(ObjectIdentifierName.text(for: "1.2.3.4.5") == nil)
    #expect(ObjectIdentifierName.text(for: "x") == nil)
    #expect(DERReader.value(of: DER.objectIdentifier("2.999.3"))?.objectIdentifier == "2.999.3")
    #expect(DERValue(tag: 6, content: [0x80][...]).objectIdentifier == nil)
  }
}
