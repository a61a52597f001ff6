// SPDX-License-Identifier: MIT
// Part of Grille: what an identity says of itself, and that servers see it.
import COpenSSL
import Foundation
import TestSupport
import Testing

@testable import Security

@Suite struct ClientIdentityTests {
  static let person = IdentityWorkshop.mint("Ada")
  static let identity = IdentityWorkshop.identity(of: person)
  static let authority = IdentityWorkshop.authority

  func name(_ commonName: String, tag: UInt8 = 0x0C) -> DistinguishedName {
    func attribute(_ type: String, _ text: String) -> [UInt8] {
      DER.set([
        DER.sequence([DER.objectIdentifier(type), DER.value(tag: tag, Array(text.utf8))])
      ])
    }
    return DistinguishedName(
      attributes: [],
      derBytes: DER.sequence([
        attribute("2.5.4.10", "Grille Practice"), attribute("2.5.4.3", commonName),
      ]))
  }

  @Test func issuersAreLookedForInTheWholeChain() {
    let identity = Self.identity
    #expect(identity.leads(toOneOf: []))
    #expect(identity.leads(toOneOf: [Self.authority.intermediate.certificate.subject]))
    // The root itself is not in the file: the intermediate names it.
    #expect(identity.chain.count == 2)
    #expect(
      identity.leads(toOneOf: [name("Other"), Self.authority.root.certificate.subject]))
    #expect(!identity.leads(toOneOf: [name("Other")]))
    #expect(!identity.leads(toOneOf: [Self.person.certificate.subject]))
  }

  @Test func namesAreComparedWhateverTheirEncoding() {
    #expect(Self.identity.leads(toOneOf: [name("clients  ROOT", tag: 0x13)]))
    #expect(!Self.identity.leads(toOneOf: [name("ClientsRoot")]))
    let damaged = DistinguishedName(attributes: [], derBytes: [0x30, 0x05, 1])
    #expect(!Self.identity.leads(toOneOf: [damaged]))
  }

  @Test func timeIsJudgedByTheCertificate() {
    let certificate = Self.person.certificate
    let (begin, end) = (certificate.notValidBefore, certificate.notValidAfter)
    #expect([begin - 1, begin].map(Self.identity.isNotYetValid) == [true, false])
    #expect([end, end + 1].map(Self.identity.isExpired) == [false, true])
  }

  @Test func foreignKeyDoesNotFit() {
    let foreign = MintedIdentity(
      certificate: Self.person.certificate, privateKey: PrivateKey(.ellipticCurve("P-256")),
      issuers: [])
    let identity = IdentityWorkshop.identity(of: foreign)
    #expect(Self.identity.keyFitsCertificate)
    #expect(!identity.keyFitsCertificate)
    let context = SSL_CTX_new(TLS_client_method())!
    defer { SSL_CTX_free(context) }
    let connection = SSL_new(context)!
    defer { SSL_free(connection) }
    #expect(!identity.install(onConnection: .init(connection)))
    #expect(Self.identity.install(onConnection: .init(connection)))
    #expect(ERR_peek_error() == 0)
  }

  @Test func publicPartIsExported() throws {
    let text = Self.identity.pemText
    #expect(text == Self.identity.chain.map(CertificateFile.pemText).joined())
    #expect(!text.contains("PRIVATE"))
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "public.pem")
    #expect(try CertificateFile.read(file) == Self.identity.chain)
  }

  // MARK: Connections

  static let server = Practice.authority.issue(Practice.leaf())

  func attempt(_ use: ClientIdentityUse) -> HandshakeContext {
    HandshakeContext(
      host: Practice.host, port: 443, navigation: 1, identityUse: use,
      evaluator: Practice.evaluator, ledger: TrustLedger(), clock: { Practice.now })
  }

  func configuration(
    _ version: TLSServerConfiguration.Version, for root: Certificate
  ) -> TLSServerConfiguration {
    var configuration = TLSServerConfiguration(identity: Self.server)
    configuration.versions = { _ in (version, version) }
    configuration.clientCertificates = { _ in .required(authorities: [root]) }
    return configuration
  }

  static let versions: [TLSServerConfiguration.Version] = [.tls12, .tls13]

  @Test(arguments: versions)
  func serverSeesTheInstalledIdentity(_ version: TLSServerConfiguration.Version) {
    let root = Self.authority.root.certificate
    let attempt = attempt(.identity(Self.identity))
    let handshake = MemoryHandshake(client: attempt, server: configuration(version, for: root))
    #expect(handshake.isEstablished)
    #expect(handshake.chainSeenByServer == Self.identity.chain)
    #expect(attempt.clientCertificateRequest?.acceptableIssuers == [root.subject])
    let issuers = attempt.clientCertificateRequest?.acceptableIssuers ?? []
    #expect(Self.identity.leads(toOneOf: issuers))
    let without = MemoryHandshake(
      client: self.attempt(.none), server: configuration(version, for: root))
    #expect(without.chainSeenByServer.isEmpty)
    let undecided = self.attempt(.undecided)
    let stopped = MemoryHandshake(client: undecided, server: configuration(version, for: root))
    #expect(!stopped.isEstablished)
    #expect(undecided.needsIdentity)
    #expect(!undecided.needsDecision)
  }

  @Test(arguments: versions)
  func rootIsNotSent(_ version: TLSServerConfiguration.Version) {
    let root = Self.authority.root.certificate
    let complete = IdentityWorkshop.identity(
      of: Self.person.sending([Self.authority.intermediate.certificate, root]))
    let handshake = MemoryHandshake(
      client: attempt(.identity(complete)), server: configuration(version, for: root))
    #expect(handshake.chainSeenByServer == Array(complete.chain.dropLast()))
  }

  @Test func serverThatIsNotTrustedSeesNothing() {
    var configuration = configuration(.tls12, for: Self.authority.root.certificate)
    configuration.identity = { _ in Practice.stranger.issue(Practice.leaf()) }
    let attempt = attempt(.identity(Self.identity))
    let handshake = MemoryHandshake(client: attempt, server: configuration)
    #expect(attempt.clientCertificateRequest == nil)
    #expect(!handshake.isEstablished)
    #expect(handshake.chainSeenByServer.isEmpty)
  }

  @Test(
    .enabled(if: OutsideProgram.openssl.isInstalled, "the openssl program is not installed"),
    arguments: [[], ["-legacy"], ["-nomac"]])
  func importedIdentityOpensTheDoor(_ options: [String]) throws {
    let workshop = try IdentityWorkshop.shared.get()
    let identity = try IdentityWorkshop.imported(workshop.pkcs12(options))
    let handshake = MemoryHandshake(
      client: attempt(.identity(identity)),
      server: configuration(.tls13, for: Self.authority.root.certificate))
    #expect(handshake.isEstablished)
    #expect(handshake.chainSeenByServer.first == workshop.person.certificate)
  }

  @Test func identityCanBeInstalledOnOneConnection() {
    let context = SSL_CTX_new(TLS_client_method())!
    defer { SSL_CTX_free(context) }
    let connection = SSL_new(context)!
    defer { SSL_free(connection) }
    #expect(Self.identity.install(onConnection: .init(connection)))
    let shown = SSL_get_certificate(connection).map {
      Certificate(copying: OwnedX509(retaining: $0))
    }
    #expect(shown == Self.person.certificate)
    #expect(SSL_CTX_get0_certificate(context) == nil)
  }
}
