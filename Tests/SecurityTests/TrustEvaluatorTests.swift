// SPDX-License-Identifier: MIT
// Part of Grille: what the evaluator says about sound and unsound chains.
import Foundation
import Security
import Testing

@Suite struct TrustEvaluatorTests {
  /// One chain, the host it is asked for, and what must be found.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var identity: @Sendable () -> MintedIdentity
    var host = Practice.host
    var findings: [String]
    var errorCode: Int?
    var result: ServerTrust.Result
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a sound chain is valid", identity: { issue() }, findings: [],
      result: .unspecified),
    Case(
      testDescription: "an expired leaf is named at depth 0",
      identity: { issue { $0.notAfter = Practice.now - UnixTime.day } },
      findings: ["expired@0"], errorCode: -1201, result: .recoverableTrustFailure),
    Case(
      testDescription: "a leaf of the future is named at depth 0",
      identity: { issue { $0.notBefore = Practice.now + UnixTime.day } },
      findings: ["notYetValid@0"], errorCode: -1204, result: .recoverableTrustFailure),
    Case(
      testDescription: "an expired intermediate is named, not the leaf",
      identity: {
        below { $0.notAfter = Practice.now - UnixTime.day }
      }, findings: ["expired@1"], errorCode: -1201, result: .recoverableTrustFailure),
    Case(
      testDescription: "a self-signed leaf is called self-signed",
      identity: { CertificateMint.mint(Practice.leaf()) },
      findings: ["selfSigned@0"], errorCode: -1202, result: .recoverableTrustFailure),
    Case(
      testDescription: "an unknown root that was sent is called untrusted",
      identity: {
        let identity = Practice.stranger.issue(Practice.leaf())
        return identity.sending(identity.issuers + [Practice.stranger.root.certificate])
      }, findings: ["untrustedRoot@2"], errorCode: -1202, result: .recoverableTrustFailure),
    Case(
      testDescription: "a missing intermediate is one failure, not two",
      identity: { issue().sending([]) },
      findings: ["issuerMissing@0"], errorCode: -1203, result: .recoverableTrustFailure),
    Case(
      testDescription: "a leaf for another host", identity: { issue() },
      host: "other.practice.test", findings: ["wrongHost@0"], errorCode: -1202,
      result: .recoverableTrustFailure),
    Case(
      testDescription: "a common name without alternative names does not count",
      identity: { issue { $0.alternativeNames = [] } },
      findings: ["wrongHost@0"], errorCode: -1202, result: .recoverableTrustFailure),
    Case(
      testDescription: "expired, self-signed and for another host are all told at once",
      identity: {
        CertificateMint.mint(Practice.leaf(["x.test"]) { $0.notAfter = Practice.now - 60 })
      }, findings: ["selfSigned@0", "wrongHost@0", "expired@0"], errorCode: -1202,
      result: .recoverableTrustFailure),
    Case(
      testDescription: "expired, unknown root and another host are all told at once",
      identity: {
        let identity = Practice.stranger.issue(
          Practice.leaf(["x.test"]) { $0.notAfter = Practice.now - 60 })
        return identity.sending(identity.issuers + [Practice.stranger.root.certificate])
      }, findings: ["untrustedRoot@2", "wrongHost@0", "expired@0"], errorCode: -1202,
      result: .recoverableTrustFailure),
    Case(
      testDescription: "an RSA key of 1024 bits is weak but may be accepted",
      identity: { issue { $0.key = .rsa(bits: 1024) } },
      findings: ["weakKey@0"], errorCode: -1202, result: .recoverableTrustFailure),
    Case(
      testDescription: "an RSA key of 512 bits is never accepted",
      identity: { issue { $0.key = .rsa(bits: 512) } },
      findings: ["weakKey@0"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "a weak key of the intermediate is named there",
      identity: { below { $0.key = .rsa(bits: 1024) } },
      findings: ["weakKey@1"], errorCode: -1202, result: .recoverableTrustFailure),
    Case(
      testDescription: "an RSA key of 2048 bits is strong enough",
      identity: { issue { $0.key = .rsa(bits: 2048) } }, findings: [], result: .unspecified),
    Case(
      testDescription: "a SHA-1 signature is weak but may be accepted",
      identity: { issue { $0.digest = .sha1 } },
      findings: ["weakSignature@0"], errorCode: -1202, result: .recoverableTrustFailure),
    Case(
      testDescription: "an MD5 signature is never accepted",
      identity: { rsaRootIssue { $0.digest = .md5 } },
      findings: ["weakSignature@0"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "a false signature is final",
      identity: { issue { $0.hasFalseSignature = true } },
      findings: ["badSignature@0"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "a leaf for clients is not for servers",
      identity: { issue { $0.purposes = [CertificateTemplate.clientAuthentication] } },
      findings: ["notForServers@0"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "an issuer that is no authority is told once, of the issuer",
      identity: {
        below {
          $0.isAuthority = false
          $0.keyUsage = [.digitalSignature]
        }
      }, findings: ["invalidIssuer@1"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "one authority more than the path length allows",
      identity: {
        let first = CertificateMint.mint(
          authorityTemplate("First") { $0.pathLength = 0 }, issuer: Practice.authority.root)
        let second = CertificateMint.mint(authorityTemplate("Second"), issuer: first)
        return CertificateMint.mint(Practice.leaf(), issuer: second)
      }, findings: ["invalidIssuer@2"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "a name outside the permitted subtree",
      identity: { below { $0.permittedNames = ["example.test"] } },
      findings: ["constraint@0"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "a name inside the excluded subtree",
      identity: { below { $0.excludedNames = ["practice.test"] } },
      findings: ["constraint@0"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "a name inside the permitted subtree is valid",
      identity: { below { $0.permittedNames = ["practice.test"] } }, findings: [],
      result: .unspecified),
    Case(
      testDescription: "a critical extension that nobody knows",
      identity: {
        issue {
          $0.extensions = [
            .init(objectIdentifier: "1.2.3.4.5", isCritical: true, value: DER.null)
          ]
        }
      }, findings: ["constraint@0"], errorCode: -1202, result: .fatalTrustFailure),
    Case(
      testDescription: "the same extension without the mark does no harm",
      identity: {
        issue {
          $0.extensions = [
            .init(objectIdentifier: "1.2.3.4.5", isCritical: false, value: DER.null)
          ]
        }
      }, findings: [], result: .unspecified),
    Case(
      testDescription: "no subject but an alternative name is valid",
      identity: { issue { $0.subject = [] } }, findings: [], result: .unspecified),
  ]

  @Test(arguments: cases)
  func chainIsJudged(_ example: Case) {
    let trust = Practice.evaluate(example.identity(), host: example.host)
    #expect(Practice.findings(trust) == example.findings)
    #expect(trust.errorCode == example.errorCode)
    #expect(trust.result == example.result)
    #expect(trust.certificateChain.first == trust.presentedCertificates.first)
  }

  /// One name in the leaf, one host, and whether they belong together.
  struct NameCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var name: CertificateTemplate.AlternativeName
    var host: String
    var matches: Bool
  }

  static let names: [NameCase] = [
    .init(testDescription: "same", name: .dns("a.example"), host: "a.example", matches: true),
    .init(testDescription: "case", name: .dns("A.Example"), host: "a.example", matches: true),
    .init(testDescription: "dot", name: .dns("a.example"), host: "a.example.", matches: true),
    .init(
      testDescription: "wildcard", name: .dns("*.b.example"), host: "a.b.example", matches: true),
    .init(
      testDescription: "wildcard, two labels", name: .dns("*.b.example"), host: "x.a.b.example",
      matches: false),
    .init(
      testDescription: "wildcard, no label", name: .dns("*.b.example"), host: "b.example",
      matches: false),
    .init(
      testDescription: "partial wildcard", name: .dns("w*.b.example"), host: "www.b.example",
      matches: false),
    .init(testDescription: "star alone", name: .dns("*"), host: "example", matches: false),
    .init(
      testDescription: "two stars", name: .dns("*.*.example"), host: "a.b.example",
      matches: false),
    .init(testDescription: "star on top", name: .dns("*.com"), host: "a.com", matches: false),
    .init(
      testDescription: "star below a public suffix", name: .dns("*.co.uk"), host: "a.co.uk",
      matches: false),
    .init(
      testDescription: "star below a company's public suffix", name: .dns("*.github.io"),
      host: "a.github.io", matches: true),
    .init(
      testDescription: "NUL inside", name: .dns("a.example\0.evil.test"), host: "a.example",
      matches: false),
    .init(
      testDescription: "IPv4", name: .address([127, 0, 0, 1]), host: "127.0.0.1", matches: true),
    .init(
      testDescription: "IPv6",
      name: .address([UInt8](repeating: 0, count: 15) + [1]), host: "[::1]", matches: true),
    .init(
      testDescription: "address as a name", name: .dns("127.0.0.1"), host: "127.0.0.1",
      matches: false),
    .init(
      testDescription: "another address", name: .address([127, 0, 0, 2]), host: "127.0.0.1",
      matches: false),
    .init(
      testDescription: "A-label", name: .dns("xn--bcher-kva.example"),
      host: "xn--bcher-kva.example", matches: true),
  ]

  @Test(arguments: names)
  func nameInTheLeafIsComparedWithTheHost(_ example: NameCase) {
    let evaluator = Practice.evaluator {
      $0.isPublicSuffix = { ["com", "uk", "co.uk", "example", "io", "github.io"].contains($0) }
    }
    let identity = Practice.authority.issue(
      Practice.leaf { $0.alternativeNames = [example.name] })
    let trust = Practice.evaluate(identity, host: example.host, by: evaluator)
    #expect(Practice.findings(trust) == (example.matches ? [] : ["wrongHost@0"]))
  }

  @Test func exactNameBehindARegistrysWildcardStillCounts() {
    let identity = Practice.authority.issue(Practice.leaf(["*.com", "A.com."]))
    #expect(Practice.evaluate(identity, host: "a.com").reasons == [.wrongHost])
    let sound = Practice.authority.issue(Practice.leaf(["*.com", "A.com"]))
    #expect(Practice.evaluate(sound, host: "a.com").isValid)
    #expect(Practice.evaluate(sound, host: "b.com").reasons == [.wrongHost])
  }

  @Test func hostThatBeginsWithADotIsNobodys() {
    let identity = Practice.authority.issue(Practice.leaf(["a.b.example"]))
    #expect(Practice.evaluate(identity, host: ".b.example").reasons == [.wrongHost])
  }

  @Test func nameInItsOwnScriptIsComparedAsAnALabel() {
    let identity = Practice.authority.issue(Practice.leaf(["xn--bcher-kva.example"]))
    let trust = Practice.evaluate(identity, host: "other.example")
    #expect(trust.evaluated(forHost: "BÜCHER.example.").isValid)
  }

  @Test func propertiesTellEverythingInOrder() {
    let expired = Practice.authority.issue(
      Practice.leaf(["x.test"]) { $0.notAfter = Practice.now - 60 })
    let trust = Practice.evaluate(expired).noting(clockDifference: 2 * UnixTime.day)
    #expect(
      trust.properties.map(\.kind) == [
        .title, .summary, .failure(trust.failures[0]), .failure(trust.failures[1]), .information,
        .information,
      ])
    #expect(
      trust.properties.last?.text == "The clock here seems to be 2 days ahead of the clocks of "
        + "servers.")
    #expect(trust == Practice.evaluate(expired))
  }

  @Test func intermediateAddedByTheUserIsAnAnchor() {
    let evaluator = Practice.evaluator {
      $0.addedAnchors = [Practice.authority.intermediate.certificate]
    }
    let trust = Practice.evaluate(Self.issue(), by: evaluator)
    #expect(trust.isValid)
    #expect(trust.anchor == .addedByUser)
  }

  @Test func intermediateOfTheSystemIsNoAnchor() throws {
    let folder = try TemporaryFiles.certificates([Practice.authority.intermediate.certificate])
    let evaluator = Practice.evaluator {
      $0.addedAnchors = []
      $0.systemFiles = [folder.file]
    }
    let trust = Practice.evaluate(Self.issue(), by: evaluator)
    #expect(Practice.findings(trust) == ["issuerMissing@1"])
    #expect(trust.anchor == nil)
  }

  @Test func selfSignedLeafAddedByTheUserIsValid() {
    let identity = CertificateMint.mint(Practice.leaf())
    let evaluator = Practice.evaluator { $0.addedAnchors = [identity.certificate] }
    #expect(Practice.evaluate(identity, by: evaluator).isValid)
  }

  @Test func rootOfTheSystemIsAnAnchorOfTheSystem() throws {
    let folder = try TemporaryFiles.certificates([Practice.authority.root.certificate])
    let evaluator = Practice.evaluator {
      $0.addedAnchors = []
      $0.systemFiles = [folder.file]
    }
    let trust = Practice.evaluate(Self.issue(), by: evaluator)
    #expect(trust.anchor == .system)
    #expect(trust.certificateChain.count == 3)
    #expect(trust.presentedCertificates.count == 2)
  }

  @Test func rootInTheHashedDirectoryIsFound() throws {
    let system = try SystemStore(roots: [Practice.authority.root.certificate])
    let trust = Practice.evaluate(Self.issue(), by: system.evaluator())
    #expect(trust.isValid)
    #expect(trust.anchor == .system)
  }

  @Test func rootsOfAFileOfTheSystemsCount() throws {
    let files = try TemporaryFiles.certificates([Practice.authority.root.certificate])
    let identity = Practice.authority.issue(Practice.leaf())
    let deaf = Practice.evaluator {
      $0.addedAnchors = []
      $0.systemDirectories = ["/etc/ssl/certs"]
    }
    #expect(Practice.evaluate(identity, by: deaf).reasons == [.issuerMissing])
    let listening = Practice.evaluator {
      $0.addedAnchors = []
      $0.systemFiles = [files.file]
    }
    #expect(Practice.evaluate(identity, by: listening).isValid)
  }

  @Test func directoryThatIsNotThereTrustsNobody() {
    let evaluator = Practice.evaluator {
      $0.addedAnchors = []
      $0.systemDirectories = ["/nonexistent/certs"]
    }
    #expect(
      Practice.findings(Practice.evaluate(Self.issue(), by: evaluator)) == ["issuerMissing@1"])
  }

  @Test func longValidityIsAFailureBelowPublicRootsOnly() throws {
    let long = Self.issue { $0.notAfter = $0.notBefore + 399 * UnixTime.day }
    let system = try SystemStore(roots: [Practice.authority.root.certificate])
    let below = Practice.evaluate(long, by: system.evaluator(areRootsPublic: true))
    #expect(Practice.findings(below) == ["validityTooLong@0"])
    #expect(below.result == .recoverableTrustFailure)
    #expect(Practice.evaluate(long, by: system.evaluator(areRootsPublic: false)).isValid)
    #expect(Practice.evaluate(long).isValid)

    let allowed = Self.issue { $0.notAfter = $0.notBefore + 398 * UnixTime.day }
    #expect(Practice.evaluate(allowed, by: system.evaluator(areRootsPublic: true)).isValid)
  }

  @Test func everyRootOfThisSystemCanBeRead() throws {
    let bundle = "/etc/ssl/certs/ca-certificates.crt"
    guard FileManager.default.isReadableFile(atPath: bundle) else { return }
    let roots = try CertificateFile.read(bundle)
    #expect(roots.count > 50)
    #expect(roots.allSatisfy { $0.isCertificateAuthority || $0.version == 1 })
    // With the real store a chain of one of its own roots ends in an anchor of the system.
    let evaluator = try TrustEvaluator()
    // Of two roots with one name OpenSSL 3.0 finds only the first when it looks for a leaf.
    let names = Dictionary(grouping: roots, by: \.subject)
    for root in roots where names[root.subject]?.count == 1 {
      let trust = evaluator.evaluate([root], host: "x.test", port: 443, at: Practice.now)
      #expect(trust.anchor == .system, "\(root.subject)")
    }
  }

  @Test func keyOnTheBlockListIsFinal() {
    let evaluator = Practice.evaluator {
      $0.blockedKeys = [Practice.authority.root.privateKey.publicKeyFingerprint]
    }
    let trust = Practice.evaluate(Self.issue(), by: evaluator)
    #expect(Practice.findings(trust) == ["blockedRoot@2"])
    #expect(trust.result == .fatalTrustFailure)
  }

  @Test func strictHostMakesEveryProblemFinalButKeepsItsCode() {
    let identity = Self.issue { $0.notAfter = Practice.now - UnixTime.day }
    let trust = Practice.evaluator.evaluate(
      identity.chain, host: Practice.host, port: 443, at: Practice.now,
      requirements: TrustRequirements(isStrictHost: true))
    #expect(Practice.findings(trust) == ["strictHost@0", "expired@0"])
    #expect(trust.errorCode == -1201)
    #expect(trust.result == .fatalTrustFailure)
  }

  @Test func strictHostWithSoundChainIsValid() {
    let trust = Practice.evaluator.evaluate(
      Self.issue().chain, host: Practice.host, port: 443, at: Practice.now,
      requirements: TrustRequirements(isStrictHost: true))
    #expect(trust.isValid)
  }

  @Test func pinOfAnyKeyInTheChainSuffices() {
    let pins: Set = [Practice.authority.intermediate.privateKey.publicKeyFingerprint]
    let trust = Practice.evaluator.evaluate(
      Self.issue().chain, host: Practice.host, port: 443, at: Practice.now,
      requirements: TrustRequirements(pinnedKeys: pins))
    #expect(trust.isValid)
  }

  @Test func chainWithoutPinnedKeyIsFinal() {
    let trust = Practice.evaluator.evaluate(
      Self.issue().chain, host: Practice.host, port: 443, at: Practice.now,
      requirements: TrustRequirements(pinnedKeys: [Fingerprint(bytes: [1, 2, 3])]))
    #expect(Practice.findings(trust) == ["pinMismatch@0"])
    #expect(trust.result == .fatalTrustFailure)
  }

  @Test func trustCanBeJudgedForAnotherHost() {
    let trust = Practice.evaluate(Self.issue(), host: "127.0.0.1")
    #expect(Practice.findings(trust) == ["wrongHost@0"])
    #expect(trust.evaluated(forHost: Practice.host).isValid)
  }

  @Test func noCertificateAtAllIsMalformed() {
    let trust = Practice.evaluator.evaluate([], host: Practice.host, port: 443, at: Practice.now)
    #expect(Practice.findings(trust) == ["malformed@0"])
    #expect(trust.leaf == nil)
  }

  @Test func everyReasonHasASentenceOfItsOwn() {
    let sentences = TrustFailure.Reason.allCases.map {
      Practice.evaluate(Self.issue()).sentence(for: TrustFailure($0))
    }
    #expect(Set(sentences).count == TrustFailure.Reason.allCases.count)
  }

  @Test func sentencesNameDatesHostsAndIssuers() {
    let identity = CertificateMint.mint(
      Practice.leaf(["a.test", "b.test"]) { $0.notAfter = Practice.now - 3 * UnixTime.day })
    let trust = Practice.evaluate(identity)
    let text = trust.failureDescriptions.joined(separator: " ")
    #expect(trust.title == "Cannot Verify Server Identity")
    #expect(text.contains("2026-06-12"))
    #expect(text.contains("3 days ago"))
    #expect(text.contains("\"a.test\", \"b.test\""))
    #expect(text.contains("\"www.practice.test\""))
  }

  static func issue(
    _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> MintedIdentity {
    Practice.authority.issue(Practice.leaf(adjusting: adjust))
  }

  static func authorityTemplate(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> CertificateTemplate {
    var template = CertificateTemplate.authority(named: name, at: Practice.now)
    adjust(&template)
    return template
  }

  /// A leaf below an intermediate of one's own making.
  static func below(_ adjust: (inout CertificateTemplate) -> Void) -> MintedIdentity {
    let issuer = CertificateMint.mint(
      authorityTemplate("Special", adjust), issuer: Practice.authority.root)
    return CertificateMint.mint(Practice.leaf(), issuer: issuer)
      .sending([issuer.certificate])
  }

  static let rsaAuthority = CertificateMint.mint(
    authorityTemplate("RSA") { $0.key = .rsa(bits: 2048) }, issuer: Practice.authority.root)

  /// A leaf signed with RSA, for digests that ECDSA does not go with.
  static func rsaRootIssue(_ adjust: (inout CertificateTemplate) -> Void) -> MintedIdentity {
    CertificateMint.mint(Practice.leaf(adjusting: adjust), issuer: rsaAuthority)
      .sending([rsaAuthority.certificate])
  }
}

extension Practice {
  static func leaf(adjusting adjust: (inout CertificateTemplate) -> Void) -> CertificateTemplate {
    leaf([host], adjust)
  }
}
