// SPDX-License-Identifier: MIT
// Part of Grille: what the verify callback and the gate let through.
import COpenSSL
import Testing

@testable import Security

@Suite struct TLSConnectionPolicyTests {
  static let expired = Practice.authority.issue(
    Practice.leaf { $0.notAfter = Practice.now - UnixTime.day })
  static let sound = Practice.authority.issue(Practice.leaf())
  static let soundRSA = Practice.authority.issue(
    Practice.leaf {
      $0.key = .rsa(bits: 2048)
      $0.keyUsage = [.digitalSignature, .keyEncipherment]
    })

  func attempt(
    _ ledger: TrustLedger, navigation: UInt64 = 1, challengesValidServers: Bool = false,
    host: String = Practice.host, port: UInt16 = 443,
    requirements: TrustRequirements = TrustRequirements(),
    identityUse: ClientIdentityUse = .undecided
  ) -> HandshakeContext {
    HandshakeContext(
      host: host, port: port, navigation: navigation,
      challengesValidServers: challengesValidServers, requirements: requirements,
      identityUse: identityUse, evaluator: Practice.evaluator, ledger: ledger,
      clock: { Practice.now })
  }

  func server(
    _ identity: MintedIdentity, _ version: TLSServerConfiguration.Version = .tls13
  ) -> TLSServerConfiguration {
    var configuration = TLSServerConfiguration(identity: identity)
    configuration.versions = { _ in (version, version) }
    return configuration
  }

  static let versions: [TLSServerConfiguration.Version] = [.tls12, .tls13]

  @Test(arguments: versions)
  func soundChainIsAcceptedWithoutDecision(_ version: TLSServerConfiguration.Version) {
    let attempt = attempt(TrustLedger())
    let handshake = MemoryHandshake(client: attempt, server: server(Self.sound, version))
    #expect(handshake.isEstablished)
    #expect(attempt.serverTrust?.result == .unspecified)
    #expect(attempt.handshakeWasVerified)
    #expect(!attempt.needsDecision)
    #expect(TLSConnectionPolicy.permitsRequest(ofSSL: handshake.connection, for: attempt))
    #expect(
      TLSConnectionPolicy.leafFingerprint(ofSSL: handshake.connection)
        == Self.sound.certificate.sha256Fingerprint)
    #expect(attempt.facts?.protocolVersion == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
  }

  @Test(arguments: versions)
  func expiredChainIsRefusedAndLeftForADecision(_ version: TLSServerConfiguration.Version) {
    let attempt = attempt(TrustLedger())
    let handshake = MemoryHandshake(client: attempt, server: server(Self.expired, version))
    #expect(!handshake.isEstablished)
    #expect(attempt.needsDecision)
    #expect(attempt.serverTrust?.reasons == [.expired])
    #expect(attempt.alerts.contains { !$0.isReceived && $0.isFatal })
  }

  @Test(arguments: versions)
  func acceptedLeafIsLetThroughOnTheSecondAttempt(_ version: TLSServerConfiguration.Version) {
    let ledger = TrustLedger()
    let first = attempt(ledger)
    _ = MemoryHandshake(client: first, server: server(Self.expired, version))
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    let second = attempt(ledger)
    let handshake = MemoryHandshake(client: second, server: server(Self.expired, version))
    #expect(handshake.isEstablished)
    #expect(second.serverTrust?.result == .proceed)
    #expect(SSL_get_verify_result(handshake.client) == Int(X509_V_OK))
    #expect(TLSConnectionPolicy.permitsRequest(ofSSL: handshake.connection, for: second))
  }

  @Test func swappedLeafIsRefusedThoughItsFaultWasAccepted() {
    let ledger = TrustLedger()
    let first = attempt(ledger)
    _ = MemoryHandshake(client: first, server: server(Self.expired))
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    let other = Practice.authority.issue(
      Practice.leaf { $0.notAfter = Practice.now - UnixTime.day })
    let second = attempt(ledger)
    #expect(!MemoryHandshake(client: second, server: server(other)).isEstablished)
    #expect(second.needsDecision)
    #expect(second.serverTrust?.leaf == other.certificate)
  }

  @Test func sameLeafWithANewFaultIsRefused() {
    let ledger = TrustLedger()
    let first = attempt(ledger)
    _ = MemoryHandshake(client: first, server: server(Self.expired))
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    let second = attempt(ledger)
    let server = server(Self.expired.sending([]))
    #expect(!MemoryHandshake(client: second, server: server).isEstablished)
    #expect(second.serverTrust?.reasons == [.expired, .issuerMissing])
  }

  @Test func acceptedLeafIsRefusedOnAnotherPort() {
    let ledger = TrustLedger()
    let first = attempt(ledger)
    _ = MemoryHandshake(client: first, server: server(Self.expired))
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    let second = attempt(ledger, port: 8443)
    #expect(!MemoryHandshake(client: second, server: server(Self.expired)).isEstablished)
  }

  @Test func soundChainWaitsForADecisionIfAllServersAreChallenged() {
    let ledger = TrustLedger()
    let first = attempt(ledger, challengesValidServers: true)
    #expect(!MemoryHandshake(client: first, server: server(Self.sound)).isEstablished)
    #expect(first.needsDecision)
    #expect(first.serverTrust?.isValid == true)
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    let second = attempt(ledger, challengesValidServers: true)
    #expect(MemoryHandshake(client: second, server: server(Self.sound)).isEstablished)
  }

  @Test func gateRefusesAPooledConnectionOfAnotherNavigationsException() {
    let ledger = TrustLedger()
    let first = attempt(ledger, navigation: 1)
    _ = MemoryHandshake(client: first, server: server(Self.expired))
    ledger.accept(first.serverTrust!, scope: .once(navigation: 1), at: Practice.now)
    let opener = attempt(ledger, navigation: 1)
    let pooled = MemoryHandshake(client: opener, server: server(Self.expired))
    #expect(TLSConnectionPolicy.permitsRequest(ofSSL: pooled.connection, for: opener))

    let later = attempt(ledger, navigation: 2)
    #expect(!TLSConnectionPolicy.permitsRequest(ofSSL: pooled.connection, for: later))
    #expect(later.needsDecision)
    #expect(!later.handshakeWasVerified)
    #expect(later.serverTrust?.reasons == [.expired])
    #expect(later.serverTrust?.result == .recoverableTrustFailure)
  }

  @Test func gateRefusesAPooledConnectionOnceTheDecisionIsForgotten() {
    let ledger = TrustLedger()
    let first = attempt(ledger)
    _ = MemoryHandshake(client: first, server: server(Self.expired))
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    let opener = attempt(ledger)
    let pooled = MemoryHandshake(client: opener, server: server(Self.expired))
    let epoch = ledger.epoch
    ledger.forget(ledger.decisions[0])
    #expect(ledger.epoch > epoch)
    let later = attempt(ledger)
    #expect(!TLSConnectionPolicy.permitsRequest(ofSSL: pooled.connection, for: later))
  }

  /// Library trap: a session that is taken up again goes past the verify callback, in both versions.
  @Test(arguments: versions)
  func resumedSessionThatNobodyHasJudgedCarriesNoRequest(_ version: TLSServerConfiguration.Version)
  {
    let ledger = TrustLedger()
    let configuration = server(Self.expired, version)
    let refused = attempt(ledger)
    _ = MemoryHandshake(client: refused, server: configuration)
    ledger.accept(refused.serverTrust!, scope: .session, at: Practice.now)
    let first = MemoryHandshake(client: attempt(ledger), server: configuration)
    #expect(first.isEstablished)
    let second = attempt(ledger)
    let resumed = MemoryHandshake(client: second, server: configuration, resuming: first)
    #expect(SSL_session_reused(resumed.client) == 1)
    #expect(!second.handshakeWasVerified)
    #expect(
      !resumed.isEstablished
        || !TLSConnectionPolicy.permitsRequest(ofSSL: resumed.connection, for: second))
  }

  @Test func gateRefusesAConnectionToAnotherHost() {
    let opener = attempt(TrustLedger())
    let pooled = MemoryHandshake(client: opener, server: server(Self.sound))
    let other = attempt(TrustLedger(), host: "other.practice.test")
    #expect(!TLSConnectionPolicy.permitsRequest(ofSSL: pooled.connection, for: other))
    #expect(!other.needsDecision)
  }

  @Test func gateJudgesAnewUnderStricterRequirements() {
    let ledger = TrustLedger()
    let opener = attempt(ledger)
    let pooled = MemoryHandshake(client: opener, server: server(Self.sound))
    let pinned = attempt(
      ledger, requirements: TrustRequirements(pinnedKeys: [Fingerprint(bytes: [1])]))
    #expect(!TLSConnectionPolicy.permitsRequest(ofSSL: pooled.connection, for: pinned))
    #expect(pinned.serverTrust?.reasons == [.pinMismatch])
  }

  @Test func validChainEndsTheException() {
    let ledger = TrustLedger()
    let first = attempt(ledger)
    _ = MemoryHandshake(client: first, server: server(Self.expired))
    ledger.accept(
      first.serverTrust!, scope: .permanent(until: Practice.now + 1000), at: Practice.now)
    _ = MemoryHandshake(client: attempt(ledger), server: server(Self.sound))
    #expect(ledger.decisions.isEmpty)
    let again = attempt(ledger)
    #expect(!MemoryHandshake(client: again, server: server(Self.expired)).isEstablished)
  }

  @Test func oldProtocolFailsWithoutAQuestion() {
    let attempt = attempt(TrustLedger())
    let handshake = MemoryHandshake(client: attempt, server: server(Self.expired, .tls11))
    #expect(!handshake.isEstablished)
    #expect(attempt.serverTrust == nil)
    #expect(!attempt.needsDecision)
    #expect(attempt.alerts.contains { $0.name == "protocol_version" })
  }

  @Test func rsaKeyWithForwardSecrecyIsFine() {
    let attempt = attempt(TrustLedger())
    let handshake = MemoryHandshake(client: attempt, server: server(Self.soundRSA, .tls12))
    #expect(handshake.isEstablished)
    #expect(TLSConnectionPolicy.permitsRequest(ofSSL: handshake.connection, for: attempt))
    #expect(attempt.facts?.cipherSuite.hasPrefix("TLS_ECDHE_RSA_") == true)
  }

  @Test(arguments: ["NULL", "kRSA", "kDHE"])
  func keyExchangeWithoutForwardSecrecyOrWithFiniteFieldsFails(_ ciphers: String) {
    let attempt = attempt(TrustLedger())
    var configuration = server(Self.soundRSA, .tls12)
    configuration.cipherList = ciphers + ":@SECLEVEL=0"
    let handshake = MemoryHandshake(client: attempt, server: configuration)
    #expect(!handshake.isEstablished)
    #expect(!attempt.needsDecision)
  }

  static let weak: [@Sendable (inout CertificateTemplate) -> Void] = [
    { $0.key = .rsa(bits: 1024) },
    { $0.digest = .sha1 },
  ]

  @Test(arguments: versions, [0, 1])
  func weakCertificateCanStillBeAccepted(_ version: TLSServerConfiguration.Version, _ index: Int) {
    let identity = Practice.authority.issue(Practice.leaf([Practice.host], Self.weak[index]))
    let ledger = TrustLedger()
    let first = attempt(ledger)
    _ = MemoryHandshake(client: first, server: server(identity, version))
    #expect(first.needsDecision)
    ledger.accept(first.serverTrust!, scope: .session, at: Practice.now)
    let second = attempt(ledger)
    #expect(MemoryHandshake(client: second, server: server(identity, version)).isEstablished)
  }

  @Test(arguments: versions)
  func requestForAClientCertificateIsNoted(_ version: TLSServerConfiguration.Version) {
    var configuration = server(Self.sound, version)
    let client = CertificateAuthority(named: "Client", at: Practice.now)
    configuration.clientCertificates = { _ in .optional(authorities: [client.root.certificate]) }
    let attempt = attempt(TrustLedger(), identityUse: .none)
    #expect(MemoryHandshake(client: attempt, server: configuration).isEstablished)
    #expect(
      attempt.clientCertificateRequest?.acceptableIssuers == [client.root.certificate.subject])
  }

  @Test func refusalOfAMissingClientCertificateIsNotedAsAnAlert() {
    var configuration = server(Self.sound, .tls13)
    configuration.clientCertificates = {
      _ in .required(authorities: [Practice.authority.root.certificate])
    }
    let attempt = attempt(TrustLedger(), identityUse: .none)
    _ = MemoryHandshake(client: attempt, server: configuration)
    #expect(attempt.clientCertificateRequest != nil)
    #expect(attempt.alerts.contains { $0.isReceived && $0.name == "certificate_required" })
  }

  @Test func tenThousandNamesFitIntoTheHandshake() {
    let identity = Practice.authority.issue(
      Practice.leaf { template in
        template.alternativeNames += (0..<10_000).map { .dns("n\($0).practice.test") }
      })
    let attempt = attempt(TrustLedger())
    #expect(MemoryHandshake(client: attempt, server: server(identity)).isEstablished)
    #expect(attempt.serverTrust?.leaf?.subjectAlternativeNames.count == 10_001)
  }

  @Test func errorQueueIsAsItWasAfterARefusal() {
    ERR_clear_error()
    let attempt = attempt(TrustLedger())
    let handshake = MemoryHandshake(client: attempt, server: server(Self.sound))
    ERR_new()
    ERR_set_debug("file", 1, "function")
    let before = ERR_peek_error()
    _ = TLSConnectionPolicy.permitsRequest(
      ofSSL: handshake.connection, for: self.attempt(TrustLedger(), host: "x.test"))
    #expect(ERR_peek_error() == before)
    ERR_clear_error()
  }

  @Test func contextIsFreedWithTheConnection() {
    weak var kept: HandshakeContext?
    do {
      let attempt = attempt(TrustLedger())
      kept = attempt
      let handshake = MemoryHandshake(client: attempt, server: server(Self.sound))
      #expect(handshake.isEstablished)
    }
    #expect(kept == nil)
  }
}
