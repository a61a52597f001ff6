// SPDX-License-Identifier: MIT
// Part of Grille: the host that tells its visitors what it has learned of them.
import Foundation
import PracticeSite
import Security
import TestSupport
import Testing
import WebInfra

@Suite struct EchoHostTests {
  private static let host = "echo.practice.test"

  /// The answer to a request over TLS, after an optional certificate.
  private func visit(
    _ target: String, _ fields: String = "", showing identity: ClientIdentityUse = .none
  ) throws -> (head: String, body: String) {
    var configuration = TrustEvaluator.Configuration()
    configuration.systemDirectories = []
    configuration.addedAnchors = [site.rootCertificate]
    let context = HandshakeContext(
      host: Self.host, port: site.securePort, navigation: nil, identityUse: identity,
      evaluator: try TrustEvaluator(configuration), ledger: TrustLedger())
    let probe = try #require(TLSProbe(port: site.securePort, context: context))
    try #require(probe.isEstablished)
    #expect(context.clientCertificateRequest?.acceptableIssuers.count == 1)
    let reply = probe.exchange(
      "GET \(target) HTTP/1.1\r\nHost: \(Self.host)\r\n\(fields)Connection: close\r\n\r\n")
    let text = String(decoding: reply, as: UTF8.self)
    let end = try #require(text.range(of: "\r\n\r\n"))
    return (String(text[..<end.lowerBound]), String(text[end.upperBound...]))
  }

  private func json(_ text: String) throws -> JSONValue {
    try #require(JSONValue(parsing: text))
  }

  private func identity(_ name: String) throws -> ClientIdentityUse {
    let file = try #require(site.clients[name])
    let bytes = SecretBytes(copying: file.pkcs12.span)
    let passPhrase: SecretBytes? = SecretBytes(copying: Array(file.passPhrase.utf8).span)
    return .identity(
      try #require(try IdentityImport(bytes, passPhrase: passPhrase).identities.first))
  }

  @Test func aPageIsTheUsualAnswer() throws {
    let reply = try visit("/any/path?x=<1>&y", "X-Odd:   <b>&amp;\t\r\nAccept: text/html\r\n")
    #expect(reply.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(reply.head.contains("Content-Type: text/html; charset=utf-8"))
    #expect(reply.body.contains("<tr><th>Host<td>echo.practice.test\n"))
    #expect(reply.body.contains("<tr><th>Server name (SNI)<td>echo.practice.test\n"))
    #expect(reply.body.contains("<tr><th>Protocol<td>TLSv1.3\n"))
    #expect(reply.body.contains("<tr><th>Application protocol (ALPN)<td>none\n"))
    #expect(reply.body.contains("<tr><th>Client certificate<td>none\n"))
    // The head stands there as it came, and makes no markup of its own.
    #expect(
      reply.body.contains(
        """
        <pre>GET /any/path?x=&lt;1>&amp;y HTTP/1.1
        Host: echo.practice.test
        X-Odd:   &lt;b>&amp;amp;\t
        Accept: text/html
        Connection: close</pre>
        """))
  }

  @Test(arguments: [("/?json", ""), ("/", "Accept: text/plain, application/JSON;q=0.5\r\n")])
  func programsGetJSON(_ target: String, _ fields: String) throws {
    let reply = try visit(target, fields + "X-Two: a\r\nx-two: \u{E9}\"\r\n")
    #expect(reply.head.contains("Content-Type: application/json"))
    let value = try json(reply.body)
    #expect(value["method"]?.string == "GET" && value["target"]?.string == target)
    #expect(value["head"]?.string?.hasPrefix("GET \(target) HTTP/1.1\r\nHost: echo.") == true)
    let twice = value["fields"]?.array?.filter { $0["name"]?.string?.lowercased() == "x-two" }
    #expect(twice?.map { $0["name"]?.string } == ["X-Two", "x-two"])
    #expect(twice?.map { $0["value"]?.string } == ["a", "\u{E9}\""])
    #expect(value["host"]?.string == Self.host && value["serverName"]?.string == Self.host)
    #expect(value["port"]?.integer == Int(site.securePort))
    #expect(value["tls"]?["version"]?.string == "TLSv1.3")
    #expect(value["tls"]?["cipherSuite"]?.string?.hasPrefix("TLS_") == true)
    #expect(value["applicationProtocol"] == .null && value["clientCertificate"] == .null)
  }

  @Test(arguments: [("alice", true), ("bob", false), ("expired", false)])
  func aCertificateIsToldWithItsVerdict(_ name: String, _ isAccepted: Bool) throws {
    let file = try #require(site.clients[name])
    let shown = try visit("/?json", showing: identity(name))
    let told = try #require(try json(shown.body)["clientCertificate"])
    #expect(told["summary"]?.string == file.identity.certificate.summary)
    #expect(told["issuer"]?.string == file.identity.certificate.issuer.commonName)
    #expect(
      told["sha256"]?.string
        == MessageDigest.hexadecimal(file.identity.certificate.sha256Fingerprint.bytes))
    #expect(told["isAccepted"]?.bool == isAccepted)
    let page = try visit("/", showing: identity(name)).body
    #expect(page.contains("<tr><th>Client certificate<td>\(file.identity.certificate.summary)\n"))
    #expect(page.contains("<tr><th>Accepted<td>\(isAccepted ? "yes" : "no")\n"))
  }

  @Test func theChosenProtocolIsTold() throws {
    let curl = OutsideProgram("curl")
    guard curl.isInstalled else { return }
    let directory = try TemporaryDirectory()
    let output = try curl.run([
      "-s", "--cacert", try site.writeRoot(to: directory), "--tls-max", "1.2", "--resolve",
      site.resolveEntry(for: "echo", isSecure: true), "-d", "a=<b>",
      site.url("/?json", host: "echo", isSecure: true),
    ])
    let value = try json(output)
    #expect(value["applicationProtocol"]?.string == "http/1.1")
    #expect(value["tls"]?["version"]?.string == "TLSv1.2")
    #expect(value["method"]?.string == "POST" && value["body"]?.string == "a=<b>")
  }

  @Test func withoutTLSThereIsNothingOfIt() throws {
    let client = try #require(RawClient(port: site.port))
    client.send("GET /?json HTTP/1.1\r\nHost: \(Self.host)\r\nConnection: close\r\n\r\n")
    let text = String(decoding: client.readToEnd().bytes, as: UTF8.self)
    let end = try #require(text.range(of: "\r\n\r\n"))
    let value = try json(String(text[end.upperBound...]))
    #expect(value["tls"] == .null && value["serverName"] == .null)
    #expect(value["host"]?.string == Self.host)
    // The files can be fetched here too, and other hosts answer as they did.
    for (host, path, word) in [
      (Self.host, "/identities", "alice.p12"), ("good.practice.test", "/text", "Plain text"),
    ] {
      let other = try #require(RawClient(port: site.port))
      other.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      #expect(String(decoding: other.readToEnd().bytes, as: UTF8.self).contains(word))
    }
  }
}
