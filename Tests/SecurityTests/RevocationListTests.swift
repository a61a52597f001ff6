// SPDX-License-Identifier: MIT
// Part of Grille: what lists and fetched proofs do to a chain.
import Foundation
import TestSupport
import Testing

@testable import Security

@Suite struct RevocationListTests {
  static let issuer = Practice.authority.intermediate
  static let leaf = Practice.authority.issue(Practice.leaf())
  static let withdrawal = Revocation(date: Practice.now - 5 * UnixTime.day, reasonCode: 1)

  static func list(
    of certificates: [Certificate] = [leaf.certificate], by issuer: MintedIdentity = issuer,
    revocation: Revocation = withdrawal, thisUpdate: Int64 = Practice.now - UnixTime.day,
    nextUpdate: Int64 = Practice.now + UnixTime.day
  ) -> [UInt8] {
    RevocationListMint.mint(
      certificates.map { ($0.serialNumber, revocation) }, issuer: issuer, thisUpdate: thisUpdate,
      nextUpdate: nextUpdate)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var list: @Sendable () -> [UInt8]
    var status: RevocationStatus
  }

  static let hold = Revocation(date: Practice.now - 60, reasonCode: 6)

  static let cases: [Case] = [
    Case(testDescription: "on it", list: { list() }, status: .revoked(withdrawal)),
    Case(testDescription: "not on it", list: { list(of: []) }, status: .good),
    Case(
      testDescription: "without a reason",
      list: { list(revocation: Revocation(date: Practice.now, reasonCode: nil)) },
      status: .revoked(Revocation(date: Practice.now, reasonCode: nil))),
    Case(
      testDescription: "on an old one, which does not give back what was withdrawn",
      list: { list(nextUpdate: Practice.now - 3600) }, status: .revoked(withdrawal)),
    Case(
      testDescription: "not on an old one, which says nothing of today",
      list: { list(of: [], nextUpdate: Practice.now - 301) }, status: .notChecked),
    Case(
      testDescription: "old by less than clocks may differ",
      list: { list(of: [], nextUpdate: Practice.now - 299) }, status: .good),
    Case(
      testDescription: "not on one of the future",
      list: { list(of: [], thisUpdate: Practice.now + 301) }, status: .notChecked),
    Case(
      testDescription: "on hold", list: { list(revocation: hold) }, status: .revoked(hold)),
    Case(
      testDescription: "once on hold",
      list: { list(revocation: hold, nextUpdate: Practice.now - 3600) }, status: .notChecked),
    Case(
      testDescription: "on a list of another authority",
      list: { list(by: Practice.stranger.intermediate) }, status: .notChecked),
    Case(
      testDescription: "on a list with a false signature",
      list: {
        var bytes = list()
        bytes[bytes.count - 1] ^= 1
        return bytes
      }, status: .notChecked),
    Case(
      testDescription: "on a list signed by a key of the same name",
      list: {
        list(
          by: CertificateMint.mint(
            .authority(named: "Practice Intermediate", at: Practice.now),
            issuer: Practice.stranger.root))
      }, status: .notChecked),
  ]

  @Test(arguments: cases)
  func listIsJudged(_ example: Case) throws {
    let list = try #require(RevocationList(derBytes: example.list()))
    for _ in 0..<2 {
      #expect(
        list.status(
          of: Self.leaf.certificate, issuer: Self.issuer.certificate, at: Practice.now)
          == example.status)
    }
  }

  @Test func everyTruncationOfAListIsRefusedWithoutHarm() {
    let bytes = Self.list()
    for count in bytes.indices { #expect(RevocationList(derBytes: Array(bytes[..<count])) == nil) }
    #expect(RevocationList(derBytes: bytes + [0]) == nil)
  }

  static func evaluator(_ lists: [UInt8]...) throws -> (TrustEvaluator, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    var paths: [String] = []
    for (index, list) in lists.enumerated() {
      paths.append(try directory.write(list, to: "list\(index).crl"))
    }
    return (Practice.evaluator { $0.revocationListFiles = paths }, directory)
  }

  @Test func withdrawnLeafOnAConfiguredListIsFinal() throws {
    let (evaluator, _) = try Self.evaluator(Self.list())
    let trust = Practice.evaluate(Self.leaf, by: evaluator)
    #expect(Practice.findings(trust) == ["revoked@0"])
    #expect(trust.revocation == .revoked(Self.withdrawal))
    #expect(trust.result == .fatalTrustFailure)
    #expect(trust.failureDescriptions[0].contains("2026-06-10: its key was stolen"))
    let sound = Practice.authority.issue(Practice.leaf())
    #expect(Practice.evaluate(sound, by: evaluator).isValid)
    #expect(Practice.evaluate(sound, by: evaluator).revocation == .good)
  }

  @Test func withdrawnAuthorityIsNamed() throws {
    let (evaluator, _) = try Self.evaluator(
      Self.list(of: [Self.issuer.certificate], by: Practice.authority.root))
    let trust = Practice.evaluate(Self.leaf, by: evaluator)
    #expect(Practice.findings(trust) == ["revoked@1"])
    #expect(trust.revocation == .notChecked)
    #expect(
      trust.failureDescriptions[0]
        == "The issuer \"Practice Intermediate\" was withdrawn by its issuer on 2026-06-10: "
        + "its key was stolen.")
  }

  @Test func fileOfSeveralListsInPEMIsRead() throws {
    let directory = try TemporaryDirectory()
    func block(_ bytes: [UInt8]) -> String {
      let text = Data(bytes).base64EncodedString(options: .lineLength64Characters)
      return "-----BEGIN X509 CRL-----\n\(text)\n-----END X509 CRL-----\n"
    }
    let text = block(Self.list()) + block(Self.list(by: Practice.stranger.intermediate))
    let path = try directory.write(Array(text.utf8), to: "lists.pem")
    #expect(try RevocationList.read(path).count == 2)
    let damaged = try directory.write(Array((text.dropLast(60)).utf8), to: "damaged.pem")
    #expect(throws: TrustStoreError(path: damaged, problem: .damaged)) {
      try RevocationList.read(damaged)
    }
    let empty = try directory.write(Array("nothing".utf8), to: "empty.pem")
    #expect(throws: TrustStoreError(path: empty, problem: .empty)) {
      try RevocationList.read(empty)
    }
  }

  // MARK: Fetched evidence

  @Test func fetchedProofCountsUntilItsEnd() {
    let evaluator = Practice.evaluator { _ in }
    let proof = RevocationProofMint.mint(
      RevocationProofMint.Content(revocation: Self.withdrawal, at: Practice.now),
      about: Self.leaf.certificate, issuer: Self.issuer)
    #expect(
      !evaluator.evidence.keep(
        proof: [1, 2], about: Self.leaf.certificate, issuer: Self.issuer.certificate,
        at: Practice.now))
    #expect(Practice.evaluate(Self.leaf, by: evaluator).isValid)
    #expect(
      evaluator.evidence.keep(
        proof: proof, about: Self.leaf.certificate, issuer: Self.issuer.certificate,
        at: Practice.now))
    #expect(Practice.findings(Practice.evaluate(Self.leaf, by: evaluator)) == ["revoked@0"])
    let later = Practice.now + 7 * UnixTime.day
    #expect(Practice.evaluate(Self.leaf, at: later, by: evaluator).isValid)
  }

  @Test func proofByAnImpostorOfTheIssuerSaysNothingAboutTheRealOne() {
    let evaluator = Practice.evaluator { _ in }
    let impostor = CertificateMint.mint(
      .authority(named: "Practice Intermediate", at: Practice.now))
    let proof = RevocationProofMint.mint(
      RevocationProofMint.Content(revocation: Self.withdrawal, at: Practice.now),
      about: Self.leaf.certificate, issuer: impostor)
    #expect(
      evaluator.evidence.keep(
        proof: proof, about: Self.leaf.certificate, issuer: impostor.certificate,
        at: Practice.now))
    #expect(Practice.evaluate(Self.leaf, by: evaluator).isValid)
  }

  @Test func fetchedIssuerCompletesTheChainAndNothingElse() {
    let evaluator = Practice.evaluator { _ in }
    let incomplete = Self.leaf.sending([])
    #expect(Practice.findings(Practice.evaluate(incomplete, by: evaluator)) == ["issuerMissing@0"])
    let impostor = CertificateMint.mint(
      .authority(named: "Practice Intermediate", at: Practice.now))
    #expect(
      evaluator.evidence.keep(issuer: impostor.certificate.derBytes, of: Self.leaf.certificate)
        == nil)
    #expect(
      evaluator.evidence.keep(issuer: Array("<html>".utf8), of: Self.leaf.certificate) == nil)
    #expect(
      evaluator.evidence.keep(issuer: Self.issuer.certificate.derBytes, of: Self.leaf.certificate)
        == Self.issuer.certificate)
    let trust = Practice.evaluate(incomplete, by: evaluator)
    #expect(trust.isValid)
    #expect(trust.presentedCertificates.count == 1)
    #expect(trust.certificateChain.count == 3)
    // It is a link, not an anchor.
    let stranger = Practice.stranger.issue(Practice.leaf()).sending([])
    _ = evaluator.evidence.keep(
      issuer: Practice.stranger.intermediate.certificate.derBytes, of: stranger.certificate)
    #expect(Practice.findings(Practice.evaluate(stranger, by: evaluator)) == ["issuerMissing@1"])
  }

  // MARK: Demanding to know

  func handshake(
    _ identity: MintedIdentity, staple: [UInt8]? = nil,
    _ version: TLSServerConfiguration.Version, by evaluator: TrustEvaluator = Practice.evaluator
  ) -> (attempt: HandshakeContext, isEstablished: Bool) {
    let attempt = HandshakeContext(
      host: Practice.host, port: 443, navigation: nil,
      requirements: TrustRequirements(demandsRevocationStatus: true), evaluator: evaluator,
      ledger: TrustLedger(), clock: { Practice.now })
    var server = TLSServerConfiguration(identity: identity)
    server.versions = { _ in (version, version) }
    server.staple = { _ in staple }
    return (attempt, MemoryHandshake(client: attempt, server: server).isEstablished)
  }

  @Test(arguments: [TLSServerConfiguration.Version.tls12, .tls13])
  func unknownStatusIsFinalWhereItIsDemanded(_ version: TLSServerConfiguration.Version) throws {
    let (attempt, isEstablished) = handshake(Self.leaf, version)
    #expect(!isEstablished)
    #expect(attempt.serverTrust?.reasons == [.revocationUnknown])
    #expect(attempt.serverTrust?.result == .fatalTrustFailure)
    let proof = RevocationProofMint.mint(
      RevocationProofMint.Content(at: Practice.now), about: Self.leaf.certificate,
      issuer: Self.issuer)
    #expect(handshake(Self.leaf, staple: proof, version).isEstablished)
    #expect(!handshake(Self.leaf, staple: [1], version).isEstablished)
    let (evaluator, _) = try Self.evaluator(Self.list(of: []))
    #expect(handshake(Self.leaf, version, by: evaluator).isEstablished)
    let brief = Practice.authority.issue(
      Practice.leaf {
        $0.notBefore = Practice.now - UnixTime.day
        $0.notAfter = Practice.now + 6 * UnixTime.day
      })
    #expect(handshake(brief, version).isEstablished)
  }
}
