// SPDX-License-Identifier: MIT
// Part of Grille: what is read out of certificates and files.
import TestSupport
import Testing

@testable import Security

@Suite struct CertificateTests {
  @Test func fieldsAreReadAsMinted() {
    let identity = Practice.authority.issue(
      Practice.leaf(["a.test", "*.b.test"]) {
        $0.alternativeNames.append(.address([192, 0, 2, 1]))
        $0.keyUsage = [.digitalSignature, .keyEncipherment]
      })
    let certificate = identity.certificate
    #expect(certificate.version == 3)
    #expect(certificate.subject.commonName == "a.test")
    #expect(certificate.subject.description == "CN=a.test, O=Grille Practice")
    #expect(certificate.issuer.commonName == "Practice Intermediate")
    #expect(
      certificate.subjectAlternativeNames == [
        .dnsName("a.test"), .dnsName("*.b.test"), .ipAddress([192, 0, 2, 1]),
      ])
    #expect(certificate.notValidBefore == Practice.now - UnixTime.day)
    #expect(certificate.notValidAfter == Practice.now + 90 * UnixTime.day)
    #expect(certificate.publicKey.algorithm == .ellipticCurve(curve: "prime256v1"))
    #expect(certificate.publicKey.bitCount == 256)
    #expect(certificate.publicKey.fingerprint == identity.privateKey.publicKeyFingerprint)
    #expect(certificate.signatureAlgorithm == "ecdsa-with-SHA256")
    #expect(certificate.signatureDigest == "SHA256")
    #expect(certificate.keyUsage == [.digitalSignature, .keyEncipherment])
    #expect(certificate.extendedKeyUsage == ["1.3.6.1.5.5.7.3.1"])
    #expect(!certificate.isCertificateAuthority)
    #expect(certificate.serialNumber.count == 16)
  }

  @Test func placesWhereIssuersSayMoreAreRead() {
    let identity = Practice.authority.issue(
      Practice.leaf {
        $0.extensions = [
          .authorityInformation(
            responders: ["http://o.test/1", "http://o.test/\u{7}"], issuers: ["http://i.test/"]),
          .distributionPoints(["http://l.test/a", "ldap://l.test/b"]),
        ]
      })
    let certificate = identity.certificate
    #expect(certificate.statusResponders == ["http://o.test/1"])
    #expect(certificate.issuerLocations == ["http://i.test/"])
    #expect(certificate.revocationListLocations == ["http://l.test/a", "ldap://l.test/b"])
  }

  @Test func authoritySaysSo() {
    let root = Practice.authority.root.certificate
    #expect(root.isCertificateAuthority)
    #expect(root.isSelfIssued)
    #expect(root.keyUsage == [.keyCertSign, .crlSign])
    #expect(root.pathLength == nil)
    #expect(root.extendedKeyUsage == nil)
  }

  @Test func dateBeyondTheTwoDigitYearsIsRead() {
    let late = UnixTime.moment(year: 2055, month: 2, day: 28, hour: 23, minute: 59, second: 58)
    let certificate = CertificateMint.mint(Practice.leaf { $0.notAfter = late }).certificate
    #expect(certificate.notValidAfter == late)
  }

  @Test func hostileStringsOfEveryTypeAreReadWhole() {
    var template = Practice.leaf(["a.test\0.evil.test"])
    template.alternativeNames.append(.dns([0xFF, 0x41]))
    template.subject = [
      .init(objectIdentifier: "2.5.4.3", value: DER.utf8String("a\0b\u{1B}[2J\u{202E}")),
      .init(objectIdentifier: "2.5.4.10", value: DER.value(tag: 0x1E, [0, 0x42, 0, 0xFC])),
      .init(objectIdentifier: "2.5.4.7", value: DER.value(tag: 0x14, [0x43, 0xE9])),
      .init(objectIdentifier: "1.2.3.4", value: DER.utf8String("odd")),
    ]
    let certificate = CertificateMint.mint(template).certificate
    #expect(certificate.subject.commonName == "a\0b\u{1B}[2J\u{202E}")
    #expect(certificate.subject.organization == "Bü")
    #expect(certificate.subject.value(of: "L") == "Cé")
    #expect(certificate.subject.value(of: "1.2.3.4") == "odd")
    #expect(
      certificate.subjectAlternativeNames == [
        .dnsName("a.test\0.evil.test"), .dnsName("#ff41"),
      ])
  }

  @Test func nameThatIsNotUTF8AsItClaimsIsDamage() {
    let good = CertificateMint.mint(Practice.leaf(["marker"])).certificate.derBytes
    let place = good.indices.first { good[$0...].starts(with: Array("marker".utf8)) }!
    var bytes = good
    bytes[place] = 0xFF
    #expect(Certificate(derBytes: bytes) == nil)
  }

  @Test func damagedEncodingIsNoCertificate() {
    let bytes = Practice.authority.root.certificate.derBytes
    #expect(Certificate(derBytes: bytes) != nil)
    #expect(Certificate(derBytes: []) == nil)
    #expect(Certificate(derBytes: Array(bytes.dropLast())) == nil)
    #expect(Certificate(derBytes: bytes + [0]) == nil)
    #expect(Certificate(derBytes: Array("-----BEGIN".utf8)) == nil)
  }

  @Test func everyTruncationOfACertificateIsRefusedWithoutHarm() {
    let bytes = Practice.authority.root.certificate.derBytes
    for count in bytes.indices { #expect(Certificate(derBytes: Array(bytes[..<count])) == nil) }
  }

  @Test func fileOfSeveralCertificatesIsReadInOrder() throws {
    let certificates = [
      Practice.authority.root.certificate, Practice.authority.intermediate.certificate,
    ]
    let files = try TemporaryFiles.certificates(certificates)
    #expect(try CertificateFile.read(files.file) == certificates)
  }

  @Test func binaryFileIsRead() throws {
    let directory = try TemporaryDirectory()
    let root = Practice.authority.root.certificate
    let file = try directory.write(root.derBytes, to: "root.der")
    #expect(try CertificateFile.read(file) == [root])
  }

  @Test(
    arguments: [
      ("missing.pem", nil, TrustStoreError.Problem.unreadable),
      ("empty.pem", "", .empty),
      ("text.pem", "no certificate here", .empty),
      (
        "damaged.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", .damaged
      ),
    ] as [(String, String?, TrustStoreError.Problem)])
  func unusableFileIsNamedWithItsProblem(
    _ name: String, _ content: String?, _ problem: TrustStoreError.Problem
  ) throws {
    let directory = try TemporaryDirectory()
    if let content { try directory.write(content, to: name) }
    let path = directory.path(of: name)
    let error = #expect(throws: TrustStoreError.self) { try CertificateFile.read(path) }
    #expect(error?.path == path)
    #expect(error?.problem == problem)
  }

  @Test func knownDigestsAreComputed() {
    let input = Array("abc".utf8)
    func hexadecimal(_ algorithm: MessageDigest.Algorithm) -> String? {
      MessageDigest.hash(input, with: algorithm).map(MessageDigest.hexadecimal)
    }
    #expect(hexadecimal(.md5) == "900150983cd24fb0d6963f7d28e17f72")
    #expect(hexadecimal(.sha1) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hexadecimal(.sha256)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hexadecimal(.sha512Truncated256)
        == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23")
  }

  @Test func fingerprintIsShownInPairs() {
    #expect(Fingerprint(bytes: [0x0A, 0xFF, 0x00]).description == "0A:FF:00")
  }

  @Test func randomBytesDiffer() {
    #expect(RandomBytes.generate(count: 16) != RandomBytes.generate(count: 16))
    #expect(RandomBytes.generate(count: 0).isEmpty)
  }
}
