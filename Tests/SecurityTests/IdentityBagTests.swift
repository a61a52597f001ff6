// SPDX-License-Identifier: MIT
// Part of Grille: how keys and certificates of a file find each other.
import Testing

@testable import Security

@Suite struct IdentityBagTests {
  static let one = IdentityWorkshop.mint("One")
  static let two = IdentityWorkshop.mint("Two")
  /// Nearest first, as a chain shall have them.
  static let above = [
    IdentityWorkshop.authority.intermediate.certificate,
    IdentityWorkshop.authority.root.certificate,
  ]
  /// The wrong way round, as files may have them.
  static let authorities = [above[1], above[0]]

  /// The same key in another certificate.
  static func renewed(_ identity: MintedIdentity, until moment: Int64) throws -> Certificate {
    let issuer = IdentityWorkshop.authority.intermediate.privateKey
    let parts = try #require(DERReader.value(of: identity.certificate.derBytes)).elements
    var fields = parts[0].elements.map { DER.value(tag: $0.tag, Array($0.content)) }
    fields[4] = DER.sequence([DER.time(identity.certificate.notValidBefore), DER.time(moment)])
    let body = DER.sequence(fields)
    return try #require(
      Certificate(
        derBytes: DER.sequence([
          body, issuer.signatureAlgorithm(digest: .sha256),
          DER.bitString(issuer.sign(body, digest: .sha256)),
        ])))
  }

  static func read(_ bags: [IdentityFileForgery.Bag]) -> ImportOutcome {
    ImportOutcome(bytes: IdentityFileForgery.pkcs12(bags), "secret")
  }

  @Test func severalKeysArePairedByTheirPublicKeys() {
    let outcome = Self.read(
      [.certificate(Self.two.certificate), .key(Self.one.privateKey)]
        + Self.authorities.map { .certificate($0) }
        + [.key(Self.two.privateKey, name: "second"), .certificate(Self.one.certificate)])
    #expect(outcome.labels == ["One", "second"])
    #expect(
      outcome.chains == [
        [Self.one.certificate] + Self.above,
        [Self.two.certificate] + Self.above,
      ])
    #expect(outcome.warnings.isEmpty)
  }

  @Test func localKeyIDChoosesAmongCertificatesOfOneKey() throws {
    let later = try Self.renewed(Self.one, until: Self.one.certificate.notValidAfter + UnixTime.day)
    func certificates(_ id: [UInt8]) -> [IdentityFileForgery.Bag] {
      [.certificate(Self.one.certificate, localKeyID: id), .certificate(later)]
    }
    #expect(
      Self.read(certificates([1]) + [.key(Self.one.privateKey, localKeyID: [1])]).chains
        == [[Self.one.certificate]])
    #expect(Self.read(certificates([]) + [.key(Self.one.privateKey)]).chains == [[later]])
    // A missing identifier is no identifier that others without one share.
    #expect(
      Self.read([
        .certificate(later, localKeyID: [1]), .certificate(Self.one.certificate),
        .key(Self.one.privateKey),
      ]).chains == [[later]])
  }

  @Test func localKeyIDDoesNotMakeAStrangersCertificateFit() {
    let outcome = Self.read([
      .certificate(Self.two.certificate, localKeyID: [1]),
      .key(Self.one.privateKey, localKeyID: [1]),
    ])
    #expect(outcome.problem == .noCertificateForKey)
  }

  @Test func keyWithoutCertificateIsLeftOutWithAWarning() {
    let outcome = Self.read([
      .key(Self.one.privateKey), .key(Self.two.privateKey), .certificate(Self.two.certificate),
    ])
    #expect(outcome.labels == ["Two"])
    #expect(outcome.warnings == [.keysLeftOut])
  }

  @Test func bagsInBagsAreFoundButNotWithoutEnd() {
    let pair: [IdentityFileForgery.Bag] = [
      .key(Self.one.privateKey), .certificate(Self.one.certificate),
    ]
    func nested(_ depth: Int) -> [IdentityFileForgery.Bag] {
      depth == 0 ? pair : [.nested(nested(depth - 1))]
    }
    #expect(Self.read(nested(3)).chains == [[Self.one.certificate]])
    #expect(Self.read(nested(9)).problem == .damaged)
  }

  @Test func namesMayHoldAnythingButHaveAnEnd() {
    func label(_ name: String) -> [String] {
      Self.read([
        .key(Self.one.privateKey), .certificate(Self.one.certificate, name: name),
      ]).labels
    }
    #expect(label("a\u{0}b\u{1B}[2J🔑") == ["a\u{0}b\u{1B}[2J🔑"])
    #expect(label(String(repeating: "x", count: 5000)).map(\.count) == [256])
  }

  @Test func authoritiesOfTheSameNameAreToldApartByTheirSignatures() {
    let impostor = CertificateAuthority(named: "Clients", at: UnixTime.now())
    let outcome = Self.read(
      [
        .certificate(impostor.intermediate.certificate), .certificate(impostor.root.certificate),
        .key(Self.one.privateKey), .certificate(Self.one.certificate),
      ] + Self.authorities.map { .certificate($0) })
    #expect(outcome.chains == [[Self.one.certificate] + Self.above])
  }
}
