// SPDX-License-Identifier: MIT
// Part of Grille: what stapled proofs do to a handshake.
import COpenSSL
import Testing

@testable import Security

@Suite struct RevocationTests {
  static let issuer = Practice.authority.intermediate
  static let leaf = Practice.authority.issue(Practice.leaf())
  static let withdrawal = Revocation(date: Practice.now - 5 * UnixTime.day, reasonCode: 1)

  static func content(
    _ revocation: Revocation? = nil,
    _ adjust: (inout RevocationProofMint.Content) -> Void = { _ in }
  ) -> RevocationProofMint.Content {
    var content = RevocationProofMint.Content(revocation: revocation, at: Practice.now)
    adjust(&content)
    return content
  }

  static func delegate(_ purposes: [String], issuer: MintedIdentity = issuer) -> MintedIdentity {
    CertificateMint.mint(
      Practice.leaf(["responder.test"]) { $0.purposes = purposes }, issuer: issuer)
  }

  static let ocspSigning = "1.3.6.1.5.5.7.3.9"

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var proof: @Sendable () -> [UInt8]
    var status: RevocationStatus
  }

  static func proof(
    _ content: RevocationProofMint.Content, about identity: MintedIdentity = leaf,
    responder: MintedIdentity? = nil
  ) -> [UInt8] {
    RevocationProofMint.mint(
      content, about: identity.certificate, issuer: issuer, responder: responder)
  }

  static let cases: [Case] = [
    Case(testDescription: "good", proof: { proof(content()) }, status: .good),
    Case(
      testDescription: "withdrawn", proof: { proof(content(withdrawal)) },
      status: .revoked(withdrawal)),
    Case(
      testDescription: "withdrawn without a reason",
      proof: { proof(content(Revocation(date: Practice.now, reasonCode: nil))) },
      status: .revoked(Revocation(date: Practice.now, reasonCode: nil))),
    Case(
      testDescription: "out of date",
      proof: { proof(content { $0.nextUpdate = Practice.now - 301 }) }, status: .unusableProof),
    Case(
      testDescription: "out of date by less than clocks may differ",
      proof: { proof(content { $0.nextUpdate = Practice.now - 299 }) }, status: .good),
    Case(
      testDescription: "of the future",
      proof: { proof(content { $0.thisUpdate = Practice.now + 301 }) }, status: .unusableProof),
    Case(
      testDescription: "about another leaf",
      proof: { proof(content(), about: Practice.authority.issue(Practice.leaf())) },
      status: .unusableProof),
    Case(
      testDescription: "signed by a delegate of the issuer",
      proof: { proof(content(withdrawal), responder: delegate([ocspSigning])) },
      status: .revoked(withdrawal)),
    Case(
      testDescription: "signed by another leaf of the issuer",
      proof: { proof(content(), responder: delegate([CertificateTemplate.serverAuthentication])) },
      status: .unusableProof),
    Case(
      testDescription: "signed by a delegate of somebody else",
      proof: {
        proof(
          content(), responder: delegate([ocspSigning], issuer: Practice.stranger.intermediate))
      }, status: .unusableProof),
    Case(
      testDescription: "spoiled",
      proof: {
        var bytes = proof(content())
        bytes[bytes.count - 1] ^= 1
        return bytes
      }, status: .unusableProof),
    Case(testDescription: "no proof at all", proof: { [1, 2, 3] }, status: .unusableProof),
  ]

  @Test(arguments: cases)
  func proofIsJudged(_ example: Case) {
    #expect(
      OCSPProof.judge(
        example.proof(), leaf: Self.leaf.certificate, issuer: Self.issuer.certificate,
        at: Practice.now) == example.status)
  }

  @Test func everyTruncationOfAProofIsUnusableWithoutHarm() {
    let bytes = Self.proof(Self.content())
    for count in bytes.indices {
      #expect(
        OCSPProof.judge(
          Array(bytes[..<count]), leaf: Self.leaf.certificate, issuer: Self.issuer.certificate,
          at: Practice.now) == .unusableProof)
    }
  }

  func handshake(
    _ identity: MintedIdentity, staple: [UInt8]?, _ version: TLSServerConfiguration.Version,
    ledger: TrustLedger = TrustLedger()
  ) -> (attempt: HandshakeContext, isEstablished: Bool) {
    let attempt = HandshakeContext(
      host: Practice.host, port: 443, navigation: nil, evaluator: Practice.evaluator,
      ledger: ledger, clock: { Practice.now })
    var server = TLSServerConfiguration(identity: identity)
    server.versions = { _ in (version, version) }
    server.staple = { _ in staple }
    return (attempt, MemoryHandshake(client: attempt, server: server).isEstablished)
  }

  static let versions: [TLSServerConfiguration.Version] = [.tls12, .tls13]

  @Test(arguments: versions)
  func goodStapleIsNoted(_ version: TLSServerConfiguration.Version) {
    let (attempt, isEstablished) = handshake(
      Self.leaf, staple: Self.proof(Self.content()), version)
    #expect(isEstablished)
    #expect(attempt.serverTrust?.revocation == .good)
  }

  @Test(arguments: versions)
  func serverWithoutStapleIsNotChecked(_ version: TLSServerConfiguration.Version) {
    let (attempt, isEstablished) = handshake(Self.leaf, staple: nil, version)
    #expect(isEstablished)
    #expect(attempt.serverTrust?.revocation == .notChecked)
  }

  @Test(arguments: versions)
  func withdrawnLeafIsRefusedForGood(_ version: TLSServerConfiguration.Version) {
    let (attempt, isEstablished) = handshake(
      Self.leaf, staple: Self.proof(Self.content(Self.withdrawal)), version)
    #expect(!isEstablished)
    #expect(attempt.needsDecision)
    #expect(attempt.serverTrust?.reasons == [.revoked])
    #expect(attempt.serverTrust?.result == .fatalTrustFailure)
    #expect(
      attempt.serverTrust?.failureDescriptions.first
        == "The certificate was withdrawn by its issuer on 2026-06-10: its key was stolen.")
  }

  @Test(arguments: versions)
  func acceptedExpiryDoesNotCoverAWithdrawal(_ version: TLSServerConfiguration.Version) {
    let expired = Practice.authority.issue(Practice.leaf { $0.notAfter = Practice.now - 60 })
    let ledger = TrustLedger()
    let first = handshake(expired, staple: nil, version, ledger: ledger).attempt
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    #expect(handshake(expired, staple: nil, version, ledger: ledger).isEstablished)
    let staple = Self.proof(Self.content(Self.withdrawal), about: expired)
    let (second, isEstablished) = handshake(expired, staple: staple, version, ledger: ledger)
    #expect(!isEstablished)
    #expect(second.serverTrust?.reasons == [.expired, .revoked])
  }

  @Test func withdrawalOutlivesANewJudgement() {
    let staple = Self.proof(Self.content(Self.withdrawal))
    let ledger = TrustLedger()
    let first = handshake(Self.leaf, staple: staple, .tls13, ledger: ledger).attempt
    #expect(
      first.serverTrust?.evaluated(forHost: "other.test").reasons == [.revoked, .wrongHost])
    ledger.accept(first.serverTrust!, scope: .once(navigation: 1), at: Practice.now)
    func attempt(_ navigation: UInt64, _ requirements: TrustRequirements) -> HandshakeContext {
      HandshakeContext(
        host: Practice.host, port: 443, navigation: navigation, requirements: requirements,
        evaluator: Practice.evaluator, ledger: ledger, clock: { Practice.now })
    }
    var server = TLSServerConfiguration(identity: Self.leaf)
    server.staple = { _ in staple }
    let pooled = MemoryHandshake(client: attempt(1, TrustRequirements()), server: server)
    #expect(pooled.isEstablished)
    let pins: Set = [Self.issuer.privateKey.publicKeyFingerprint]
    let other = attempt(2, TrustRequirements(pinnedKeys: pins))
    #expect(!TLSConnectionPolicy.permitsRequest(ofSSL: pooled.connection, for: other))
    #expect(other.serverTrust?.reasons == [.revoked])
  }

  static let demanding = Practice.authority.issue(
    Practice.leaf { $0.extensions = [.statusRequestDemand] })

  @Test(arguments: versions)
  func demandedStapleMustBeThere(_ version: TLSServerConfiguration.Version) {
    #expect(Self.demanding.certificate.demandsStapledProof)
    #expect(!Self.leaf.certificate.demandsStapledProof)
    let good = Self.proof(Self.content(), about: Self.demanding)
    #expect(handshake(Self.demanding, staple: good, version).isEstablished)
    let (attempt, isEstablished) = handshake(Self.demanding, staple: nil, version)
    #expect(!isEstablished)
    #expect(attempt.serverTrust?.reasons == [.mustStapleMissing])
  }

  @Test(arguments: versions)
  func unusableStapleIsNoFailureUnlessDemanded(_ version: TLSServerConfiguration.Version) {
    let (attempt, isEstablished) = handshake(Self.leaf, staple: [1, 2, 3], version)
    #expect(isEstablished)
    #expect(attempt.serverTrust?.revocation == .unusableProof)
    #expect(!handshake(Self.demanding, staple: [1, 2, 3], version).isEstablished)
  }
}
