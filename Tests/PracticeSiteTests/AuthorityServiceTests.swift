// SPDX-License-Identifier: MIT
// Part of Grille: the authority's responder, list and certificate, as the openssl program sees them.
import Foundation
import PracticeSite
import Security
import TestSupport
import Testing

/// Asks the site over http.
private func get(_ path: String) throws -> (head: String, body: [UInt8]) {
  let client = try #require(RawClient(port: site.port))
  client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
  let bytes = client.readToEnd().bytes
  let end = try #require(
    bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) })
  return (String(decoding: bytes[..<end], as: UTF8.self), Array(bytes[(end + 4)...]))
}

@Suite(.enabled(if: OutsideProgram.openssl.isInstalled, "the openssl program is not installed"))
struct AuthorityServiceTests {
  /// A folder with the files that the program asks for.
  private struct Files {
    let directory: TemporaryDirectory
    let root: String
    let issuer: String

    init() throws {
      directory = try TemporaryDirectory()
      root = try site.writeRoot(to: directory)
      issuer = try directory.write(certificates: [site.intermediateCertificate], to: "issuer.pem")
    }

    func leaf(_ host: String) throws -> String {
      try directory.write(
        certificates: [site.certificate(ofHost: "\(host).practice.test")], to: "\(host).pem")
    }
  }

  private func ask(about host: String) throws -> String {
    let files = try Files()
    return try OutsideProgram.openssl.outcome(of: [
      "ocsp", "-issuer", files.issuer, "-cert", try files.leaf(host), "-CAfile", files.root,
      "-verify_other", files.issuer, "-url", "http://127.0.0.1:\(site.port)/ocsp",
    ]).output
  }

  @Test(arguments: [
    ("revoked", "revoked"), ("revoked-crl", "revoked"), ("standing", "good"), ("good", "good"),
  ])
  func responderTellsWhatStands(_ host: String, _ status: String) throws {
    let before = site.fetchCounts.statusQuestions
    let output = try ask(about: host)
    #expect(output.contains("Response verify OK"), "\(output)")
    #expect(output.contains(": \(status)\n"), "\(output)")
    #expect(output.contains("keyCompromise") == (status == "revoked"))
    #expect(site.fetchCounts.statusQuestions > before)
  }

  /// The same question behind the path, as a client asks that wants to be cached.
  @Test func responderReadsQuestionsInAddresses() throws {
    let files = try Files()
    let question = files.directory.path(of: "question.der")
    let answer = files.directory.path(of: "answer.der")
    _ = try OutsideProgram.openssl.outcome(of: [
      "ocsp", "-issuer", files.issuer, "-cert", try files.leaf("revoked"), "-no_nonce", "-reqout",
      question,
    ])
    let text = try Data(contentsOf: URL(fileURLWithPath: question)).base64EncodedString()
    let path = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    try files.directory.write(try get("/ocsp/\(path)").body, to: "answer.der")
    let output = try OutsideProgram.openssl.outcome(of: [
      "ocsp", "-respin", answer, "-issuer", files.issuer, "-cert", files.leaf("revoked"),
      "-CAfile", files.root, "-verify_other", files.issuer,
    ]).output
    #expect(output.contains("revoked.pem: revoked"), "\(output)")
  }

  @Test func responderAnswersNothingAboutStrangers() throws {
    #expect(try ask(about: "untrusted-root").contains("unauthorized"))
  }

  @Test(arguments: [
    ("good", 0), ("standing", 0), ("revoked", 2), ("revoked-crl", 2), ("responder-silent", 2),
  ])
  func listHoldsTheWithdrawn(_ host: String, _ status: Int32) throws {
    let files = try Files()
    let list = try site.writeRevocationList(to: files.directory)
    let outcome = try OutsideProgram.openssl.outcome(of: [
      "verify", "-crl_check", "-CRLfile", list, "-no-CApath", "-no-CAstore", "-CAfile",
      files.root, "-untrusted", files.issuer, try files.leaf(host),
    ])
    #expect(outcome.status == status, "\(outcome.output)")
    #expect(outcome.output.contains("certificate revoked") == (status != 0))
  }

  @Test func certificatesNameTheRealPort() throws {
    let files = try Files()
    func text(_ host: String) throws -> String {
      try OutsideProgram.openssl.outcome(of: [
        "x509", "-noout", "-text", "-in", try files.leaf(host),
      ]).output
    }
    let place = "URI:http://127.0.0.1:\(site.port)"
    let revoked = try text("revoked")
    #expect(revoked.contains("OCSP - \(place)/ocsp\n"))
    #expect(revoked.contains("\(place)/crl\n"))
    #expect(try text("incomplete-chain").contains("CA Issuers - \(place)/ca/intermediate\n"))
    let forbidden = try text("responder-forbidden")
    #expect(forbidden.contains("OCSP - URI:file:///etc/passwd"))
    #expect(forbidden.contains("OCSP - URI:http://127.0.0.1:22/"))
    #expect(try !text("incomplete-no-aia").contains("Authority Information Access"))
  }
}

/// The same services, byte by byte.
@Suite struct AuthorityFetchTests {
  @Test func listAndIssuerAreServedAndCounted() throws {
    let before = site.fetchCounts
    let list = try get("/crl")
    #expect(list.head.contains("application/pkix-crl"))
    // ECDSA signatures differ each time; what is signed does not.
    #expect(list.body.dropFirst(4).prefix(100) == site.crlDER.dropFirst(4).prefix(100))
    let issuer = try get("/ca/intermediate")
    #expect(Certificate(derBytes: issuer.body) == site.intermediateCertificate)
    let after = site.fetchCounts
    #expect(after.revocationLists > before.revocationLists)
    #expect(after.issuers > before.issuers)
  }

  @Test func unhelpfulRespondersAreUnhelpful() throws {
    #expect(try get("/ocsp-garbage").body == Array("not a proof".utf8))
    let elsewhere = try get("/ocsp-redirects/MEIw")
    #expect(elsewhere.head.contains(" 307 "))
    #expect(elsewhere.head.contains("Location: /ocsp/MEIw"))
    // OCSPResponseStatus malformedRequest
    #expect(try get("/ocsp/nonsense").body == [0x30, 0x03, 0x0A, 0x01, 0x01])
    let client = try #require(RawClient(port: site.port))
    client.send("GET /ocsp-silent/x HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.isSilent(milliseconds: 50))
  }

  @Test func strictnessIsAskedForWhereItCountsAndWhereItDoesNot() throws {
    func head(_ host: String, isSecure: Bool) throws -> String {
      let request =
        "GET /page/1 HTTP/1.1\r\nHost: \(host).practice.test\r\nConnection: close\r\n\r\n"
      if isSecure {
        let context = try attempt("\(host).practice.test")
        let probe = try #require(TLSProbe(port: site.securePort, context: context))
        return String(decoding: probe.exchange(request), as: UTF8.self)
      }
      let client = try #require(RawClient(port: site.port))
      client.send(request)
      return String(decoding: client.readToEnd().bytes, as: UTF8.self)
    }
    let field = "\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n"
    #expect(try head("hsts", isSecure: true).contains(field))
    #expect(try !head("hsts", isSecure: false).contains("Strict-Transport-Security"))
    #expect(try !head("hsts-plain", isSecure: true).contains("Strict-Transport-Security"))
    #expect(try head("hsts-plain", isSecure: false).contains(field))
    #expect(try !head("good", isSecure: true).contains("Strict-Transport-Security"))
  }
}
