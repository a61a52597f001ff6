// SPDX-License-Identifier: MIT
// Part of Grille: every host of the practice site leads our evaluator to what it is named after.
import PracticeSite
import Security
import TestSupport
import Testing

/// One attempt to connect to a host of a site, under a policy that trusts the site's root only.
func attempt(
  _ host: String, at site: PracticeSite = site, ledger: TrustLedger = TrustLedger(),
  _ adjust: (inout TrustEvaluator.Configuration) -> Void = { _ in }
) throws -> HandshakeContext {
  var configuration = TrustEvaluator.Configuration()
  configuration.systemDirectories = []
  configuration.addedAnchors = [site.rootCertificate]
  adjust(&configuration)
  return HandshakeContext(
    host: host, port: site.securePort, navigation: nil,
    evaluator: try TrustEvaluator(configuration), ledger: ledger)
}

@Suite struct HostVerdictTests {
  @Test(arguments: PracticeHost.judged)
  func hostLeadsToItsProblems(_ host: PracticeHost) throws {
    let ledger = TrustLedger()
    // A site of its own where the certificate depends on who has been there before.
    let place = host.group == .swapping ? try PracticeSite.start() : site
    defer { if host.group == .swapping { place.stop() } }
    let first = try attempt(host.name, at: place, ledger: ledger)
    let probe = try #require(TLSProbe(port: place.securePort, context: first))
    #expect(probe.isEstablished == host.reasons.isEmpty)
    let trust = try #require(first.serverTrust)
    #expect(trust.reasons == host.reasons)
    #expect(
      trust.result
        == (host.reasons.isEmpty
          ? .unspecified : host.isOverridable ? .recoverableTrustFailure : .fatalTrustFailure))
    guard !host.reasons.isEmpty else {
      let reply = probe.exchange("GET /sni HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(String(decoding: reply, as: UTF8.self).hasSuffix("\(host.name)\n"))
      return
    }
    let isAccepted = ledger.accept(trust, scope: .session, at: UnixTime.now())
    #expect(isAccepted == (host.isOverridable || host.reasons == [.revoked]))
    let second = try attempt(host.name, at: place, ledger: ledger)
    let again = try #require(TLSProbe(port: place.securePort, context: second))
    if host.label == "flip" || host.label == "bait" {
      #expect(!again.isEstablished)
      #expect(second.serverTrust?.leaf != trust.leaf)
    } else {
      #expect(again.isEstablished == isAccepted)
      #expect((second.serverTrust?.result == .proceed) == isAccepted)
    }
  }

  @Test(arguments: PracticeHost.identifying)
  func hostsThatIdentifyAskOnlyThoseWhoTrustThem(_ host: PracticeHost) throws {
    let ledger = TrustLedger()
    let first = try attempt(host.name, ledger: ledger)
    let probe = try #require(TLSProbe(port: site.securePort, context: first))
    #expect(!probe.isEstablished)
    #expect(first.needsIdentity == host.reasons.isEmpty)
    let trust = try #require(first.serverTrust)
    #expect(trust.reasons == host.reasons)
    let second = host.reasons.isEmpty ? first : try attempt(host.name, ledger: ledger)
    if !host.reasons.isEmpty {
      #expect(first.clientCertificateRequest == nil)
      ledger.accept(trust, scope: .session, at: UnixTime.now())
      _ = TLSProbe(port: site.securePort, context: second)
      #expect(second.needsIdentity)
    }
    let issuers = second.clientCertificateRequest?.acceptableIssuers.compactMap(\.commonName)
    #expect(
      issuers
        == (host.label == "client-two-cas"
          ? ["Practice Client Root", "Other Client Root"] : ["Practice Client Root"]))
  }

  @Test func filesOfIdentitiesCanBeFetchedAndImported() throws {
    let client = try #require(RawClient(port: site.port))
    client.send("GET /identities HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    let list = String(decoding: client.readToEnd().bytes, as: UTF8.self)
    for file in site.clients.files {
      #expect(list.contains("/identities/\(file.name).p12"))
      let passPhrase: SecretBytes? = SecretBytes(copying: Array(file.passPhrase.utf8).span)
      for name in ["\(file.name).p12", "\(file.name).pem"] {
        let fetch = try #require(RawClient(port: site.port))
        fetch.send("GET /identities/\(name) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let reply = fetch.readToEnd().bytes
        let end = try #require(reply.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
        let bytes = SecretBytes(copying: reply.span.extracting(end...))
        let read = try IdentityImport(bytes, passPhrase: passPhrase)
        #expect(read.identities.map(\.certificate) == [file.identity.certificate], "\(name)")
      }
    }
  }

  @Test func namesKeysAndExpectationsOfTheTableAreInOrder() {
    #expect(Set(PracticeHost.all.map(\.label)).count == PracticeHost.all.count)
    #expect(Set(PracticeHost.all.map(\.key)).count == PracticeHost.all.count)
    #expect(Set(PracticeHost.all.map(\.group)) == Set(PracticeHost.Group.allCases))
    for host in PracticeHost.all where host.expectation == .opens {
      // Whoever fetches the missing issuer finds nothing wrong.
      let left = host.label == "incomplete-chain" ? host.reasons : []
      #expect(host.reasons == left, "\(host.label)")
    }
    let long = PracticeHost.named("long-name")
    #expect(long?.name.utf8.count == 250)
    #expect(long?.name.split(separator: ".").allSatisfy { $0.utf8.count <= 63 } == true)
    #expect(PracticeHost.named("long-label")?.name.prefix { $0 != "." }.utf8.count == 64)
  }

  @Test func misusedRootIsKnownByItsKey() throws {
    let context = try attempt("known-bad.practice.test") {
      $0.blockedKeys = [site.blockListedKey]
    }
    _ = TLSProbe(port: site.securePort, context: context)
    #expect(context.serverTrust?.reasons == [.blockedRoot, .untrustedRoot])
    #expect(context.serverTrust?.result == .fatalTrustFailure)
  }

  @Test func baitSwitchesBetweenTwoCertificates() throws {
    let own = try PracticeSite.start()
    defer { own.stop() }
    let seen = try (0..<4).map { _ in
      let context = try attempt("bait.practice.test", at: own)
      _ = TLSProbe(port: own.securePort, context: context)
      return try #require(context.serverTrust)
    }
    #expect(
      seen.map(\.reasons) == [[.selfSigned], [.untrustedRoot], [.selfSigned], [.untrustedRoot]])
    #expect(seen[0].leaf == seen[2].leaf && seen[1].leaf == seen[3].leaf)
    #expect(seen[0].leaf != seen[1].leaf)
    #expect(own.counts(ofHost: "bait.practice.test").connections == 4)
    #expect(own.counts(ofHost: "bait.practice.test").handshakes == 0)
  }

  @Test func handshakesAndRequestsAreCountedByHost() throws {
    let own = try PracticeSite.start()
    defer { own.stop() }
    for path in ["/page/1", "/page/2"] {
      let context = try attempt("good.practice.test", at: own)
      let probe = try #require(TLSProbe(port: own.securePort, context: context))
      _ = probe.exchange(
        "GET \(path) HTTP/1.1\r\nHost: good.practice.test\r\nConnection: close\r\n\r\n")
    }
    let client = try #require(RawClient(port: own.port))
    client.send("GET / HTTP/1.1\r\nHost: good.practice.test\r\nConnection: close\r\n\r\n")
    _ = client.readToEnd()
    let counts = own.counts(ofHost: "good.practice.test")
    #expect(counts.connections == 2 && counts.handshakes == 2)
    #expect(counts.requests == 2 && counts.plainRequests == 1)
    #expect(own.counts(ofHost: "expired.practice.test").connections == 0)
    #expect(own.fetchCounts.statusQuestions == 0 && own.fetchCounts.revocationLists == 0)
  }

  @Test func certificatesAreValidAroundTheMomentOfTheSite() throws {
    // 2031-05-05
    let moment: Int64 = 1_935_705_600
    let own = try PracticeSite.start(at: moment)
    defer { own.stop() }
    func validity(_ label: String) -> ClosedRange<Int64> {
      let certificate = own.certificate(ofHost: "\(label).practice.test")
      return certificate.notValidBefore...certificate.notValidAfter
    }
    #expect(validity("good").contains(moment))
    #expect(validity("expired").upperBound < moment)
    #expect(validity("not-yet-valid").lowerBound > moment)
    let context = try attempt("good.practice.test", at: own)
    _ = TLSProbe(port: own.securePort, context: context)
    #expect(context.serverTrust?.reasons.contains(.notYetValid) == true)
  }

  @Test func siteStartsWithoutMintingItsHosts() throws {
    let own = try PracticeSite.start()
    let duration = try ContinuousClock().measure { _ = try PracticeSite.start().stop() }
    own.stop()
    // A key of RSA with 2048 bits alone would take longer on most computers, and there are several.
    #expect(duration < .milliseconds(500))
  }
}
