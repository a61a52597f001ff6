// SPDX-License-Identifier: MIT
// Part of Grille: certificates with fields that nobody should have to read are read all the same.
import PracticeSite
import Security
import Testing

@Suite struct OddCertificateTests {
  private func certificate(_ label: String) -> Certificate {
    site.certificate(ofHost: "\(label).practice.test")
  }

  private func names(_ label: String) -> [String] {
    certificate(label).subjectAlternativeNames.compactMap {
      if case .dnsName(let name) = $0 { name } else { nil }
    }
  }

  private func contains(_ text: [UInt8], in bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: text) }
  }

  @Test func nulStandsInTheNameItself() {
    let derBytes = certificate("nul-in-san").derBytes
    #expect(contains(Array("nul-in-san.practice.test\0.evil.test".utf8), in: derBytes))
    #expect(names("nul-in-san") != ["nul-in-san.practice.test"])
  }

  @Test func oddStringTypesAndControlsAreInTheSubject() {
    let certificate = certificate("evil-names")
    // BMPString "Bü", T61String "Cé" in Latin 1, a PrintableString with an escape.
    #expect(contains([0x1E, 6, 0, 0x42, 0, 0xFC, 0, 9], in: certificate.derBytes))
    #expect(contains([0x14, 2, 0x43, 0xE9], in: certificate.derBytes))
    #expect(contains([0x13, 6, 0x1B] + Array("]0;x\u{7}".utf8), in: certificate.derBytes))
    #expect(certificate.subject.attributes.count == 4)
  }

  @Test func damagedNamesLeaveTheRestReadable() {
    let certificate = certificate("damaged-names")
    #expect(certificate.subjectAlternativeNames.isEmpty)
    #expect(certificate.subject.summary.contains("damaged-names"))
  }

  @Test(arguments: [("sans-1000", 1_000), ("sans-10000", 10_000)])
  func thousandsOfNamesAreThere(_ label: String, _ count: Int) {
    #expect(names(label).count == count)
    #expect(names(label).first == "\(label).practice.test")
  }

  @Test(arguments: [("big-chain", 100_000, 110_000), ("huge-chain", 600_000, 650_000)])
  func chainsHaveTheirSize(_ label: String, _ low: Int, _ high: Int) {
    let chain = site.chain(ofHost: "\(label).practice.test")
    let size = chain.map(\.derBytes.count).reduce(0, +)
    #expect((low...high).contains(size), "\(size)")
  }

  @Test func hugeKeysAndDamagedBytesAreWhatTheySay() {
    #expect(certificate("rsa512").publicKey.bitCount == 512)
    #expect(certificate("rsa2048").publicKey.bitCount == 2048)
    #expect(certificate("no-subject").subject.attributes.isEmpty)
    #expect(site.chain(ofHost: "weak-intermediate.practice.test")[1].publicKey.bitCount == 1024)
    let sound = certificate("damaged-der")
    var bytes = sound.derBytes
    bytes[8] ^= 0xFF
    #expect(Certificate(derBytes: bytes) == nil)
  }
}
