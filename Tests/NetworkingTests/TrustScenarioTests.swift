// SPDX-License-Identifier: MIT
// Part of Grille: the scenarios of server trust that need no screen, on the real stack.

import PracticeSite
import Security
import TestSupport
import Testing
import WebInfra

@testable import Networking

@Suite struct TrustScenarioTests {
  let stage: TrustStage

  init() throws { stage = try TrustStage() }

  /// Loads a page whose server must be asked about once, and returns the question.
  func question(
    _ host: String, _ person: TrustPerson = TrustPerson(.byDefault),
    _ change: (inout NetworkSession.Configuration) -> Void = { _ in }
  ) async throws -> (trust: ServerTrust, error: ResourceError?) {
    let error = await failure(
      of: stage.session(change), try stage.page(host), person.context())
    let trusts = person.trusts
    #expect(trusts.count == 1)
    return (try #require(trusts.first), error)
  }

  // MARK: Withdrawal

  @Test(arguments: ["revoked-stapled", "revoked-stapled-tls12"])
  func scenario13RevokedStapledCannotBeContinued(host: String) async throws {
    let (trust, error) = try await question(host)
    #expect(trust.reasons == [.revoked])
    #expect(trust.result == .fatalTrustFailure)
    #expect(trust.failureDescriptions.first?.contains("was withdrawn by its issuer") == true)
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(stage.counts(host).requests == 0)
    #expect(stage.site.fetchCounts.statusQuestions == 0)
  }

  @Test func scenario13TheAPIMayDecideOtherwise() async throws {
    let person = TrustPerson(.accept(.forSession))
    let (_, error) = try await question("revoked-stapled", person)
    #expect(error == nil)
    #expect(stage.counts("revoked-stapled").requests == 1)
  }

  @Test func scenario15ConfiguredListFindsTheRevokedWithoutAnyFetch() async throws {
    let directory = try TemporaryDirectory()
    let list = try directory.write(stage.site.crlDER, to: "practice.crl")
    let (trust, error) = try await question("revoked") {
      $0.revocation.revocationListFiles = [list]
    }
    #expect(trust.reasons == [.revoked])
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(stage.site.plainConnections.isEmpty)
    #expect(stage.counts("revoked").requests == 0)
  }

  @Test func scenario15RevokedLoadsUncheckedInSoftMode() async throws {
    let person = TrustPerson(.cancel)
    let load = try await stage.session().load(stage.page("revoked"), person.context())
    _ = try await load.body.collect()
    #expect(load.response.serverTrust?.revocation == .notChecked)
    #expect(person.challenges.isEmpty)
    #expect(stage.site.plainConnections.isEmpty)
    #expect(stage.counts("revoked").connections == 1)
  }

  // MARK: Issuers

  @Test func scenario17BlockListedRootCannotBeContinued() async throws {
    let person = TrustPerson(.accept(.forSession))
    let (trust, error) = try await question("known-bad", person) {
      $0.trust.blockedKeys = [stage.site.blockListedKey]
    }
    #expect(trust.reasons.contains(.blockedRoot))
    #expect(trust.result == .fatalTrustFailure)
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(stage.counts("known-bad").requests == 0)
  }

  @Test(arguments: ["incomplete-no-aia", "incomplete-chain"])
  func scenario20MissingIssuerIsNamed(host: String) async throws {
    let (trust, error) = try await question(host) { $0.revocation.fetches = false }
    #expect(trust.reasons == [.issuerMissing])
    #expect(trust.result == .recoverableTrustFailure)
    #expect(trust.failureDescriptions.first?.contains("\"Practice Intermediate\"") == true)
    #expect(error?.code == .serverCertificateHasUnknownRoot)
    #expect(stage.site.fetchCounts.issuers == 0)
  }

  @Test func scenario20MissingIssuerIsFetchedAndNobodyIsAsked() async throws {
    let person = TrustPerson(.cancel)
    let session = stage.session()
    let load = try await session.load(stage.page("incomplete-chain"), person.context())
    _ = try await load.body.collect()
    #expect(load.response.serverTrust?.isValid == true)
    #expect(load.response.serverTrust?.certificateChain.count == 3)
    #expect(person.challenges.isEmpty)
    #expect(stage.site.fetchCounts.issuers == 1)
    // The first handshake was refused, the second one knew the issuer.
    #expect(stage.counts("incomplete-chain").connections == 2)
    #expect(stage.counts("incomplete-chain").requests == 1)
  }

  // MARK: Names, keys, signatures

  @Test func scenario21CommonNameAloneIsForAnotherHost() async throws {
    let (trust, error) = try await question("no-san")
    #expect(trust.leaf?.subject.commonName == "no-san.practice.test")
    #expect(trust.reasons == [.wrongHost])
    #expect(error?.code == .serverCertificateUntrusted)
  }

  @Test(arguments: [
    ("rsa1024", TrustFailure.Reason.weakKey), ("sha1", .weakSignature),
    ("weak-intermediate", .weakKey),
  ])
  func scenario23WeakCertificateCanBeContinued(host: String, reason: TrustFailure.Reason)
    async throws
  {
    let (trust, error) = try await question(host, TrustPerson(.accept(.none)))
    #expect(trust.reasons == [reason])
    #expect(trust.result == .recoverableTrustFailure)
    #expect(error == nil)
    #expect(stage.counts(host).requests == 1)
  }

  @Test(arguments: [
    ("rsa512", TrustFailure.Reason.weakKey), ("md5", .weakSignature),
  ])
  func scenario23ForgeableCertificateCannotBeContinued(host: String, reason: TrustFailure.Reason)
    async throws
  {
    let (trust, error) = try await question(host, TrustPerson(.accept(.none)))
    #expect(trust.reasons == [reason])
    #expect(trust.result == .fatalTrustFailure)
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(stage.counts(host).requests == 0)
  }

  @Test(arguments: [
    ("tls-v1-0", ResourceError.Cause.noCommonTLSVersion), ("tls-v1-1", .noCommonTLSVersion),
    ("null", .noCommonCipherSuite), ("dh1024", .noCommonCipherSuite), ("not-tls", .notTLS),
    ("damaged-der", .unreadableCertificate), ("huge-chain", .unreadableCertificate),
  ])
  func scenario24BrokenTransportIsAnErrorWithoutAQuestion(
    host: String, cause: ResourceError.Cause
  ) async throws {
    let person = TrustPerson(.accept(.none))
    let error = await failure(of: stage.session(), try stage.page(host), person.context())
    #expect(error?.code == .secureConnectionFailed)
    #expect(error?.cause == cause, "\(error?.underlyingText ?? "")")
    #expect(person.challenges.isEmpty)
    #expect(stage.counts(host).requests == 0)
  }

  @Test func scenario65AResetDuringTheHandshakeIsALostConnection() async throws {
    let person = TrustPerson(.accept(.none))
    let error = await failure(of: stage.session(), try stage.page("resets"), person.context())
    #expect(error?.code == .networkConnectionLost)
    #expect(error?.cause == .connectionReset)
    #expect(person.challenges.isEmpty)
  }

  // MARK: Counts

  @Test func refusedServerGetsNoByteOfTheRequest() async throws {
    for host in ["expired", "self-signed", "wrong-host", "untrusted-root"] {
      let (_, error) = try await question(host, TrustPerson(.cancel))
      #expect(error?.code == .cancelled)
      let counts = stage.counts(host)
      #expect(counts.connections == 1)
      // What was never established has carried no byte of a request.
      #expect(counts.handshakes == 0)
      #expect(counts.requests == 0)
    }
    #expect(stage.site.requests.isEmpty)
  }

  @Test func acceptingOnceCostsTwoHandshakes() async throws {
    let (_, error) = try await question("expired", TrustPerson(.accept(.none)))
    #expect(error == nil)
    #expect(stage.counts("expired").connections == 2)
    #expect(stage.counts("expired").handshakes == 1)
    #expect(stage.counts("expired").requests == 1)
  }

  /// A server that gives up on handshakes after a second has nothing to be impatient about: none is
  /// held while somebody thinks.
  @Test func impatientServerLoadsHoweverLongTheAnswerTakes() async throws {
    let person = TrustPerson(.accept(.none))
    let host = "impatient"
    let site = stage.site
    let context = LoadContext(navigationID: 1) { challenge in
      // The refused connection is over before the answer comes.
      try? await waitUntil("the first connection has ended", limit: .seconds(60)) {
        site.secureConnections.contains { !$0.isEstablished }
      }
      return await person.respond(to: challenge)
    }
    _ = try await text(of: stage.session(), stage.page(host), context)
    #expect(stage.counts(host).connections == 2)
    #expect(stage.counts(host).handshakes == 1)
  }

  @Test func challengeTellsWhereTheServerWasReached() async throws {
    let person = TrustPerson(.cancel)
    _ = try await question("expired", person)
    let port = stage.site.securePort
    #expect(
      person.challenges.first?.serverAddress
        == ServerAddress(address: "127.0.0.1", port: port, source: .rule))
    let literal = TrustPerson(.cancel)
    let session = makeSession { $0.trust.systemDirectories = [] }
    _ = await failure(
      of: session, try request("https://127.0.0.1:\(port)/"), literal.context())
    #expect(literal.challenges.first?.serverAddress?.source == .literal)
  }
}
