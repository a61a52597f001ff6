// SPDX-License-Identifier: MIT
// Part of Grille: the practice site does what its cases promise.
import Foundation
import PracticeSite
import Security
import TestSupport
import Testing

/// One site for all tests; each looks only at requests of its own path.
let site: PracticeSite = {
  do {
    return try PracticeSite.start()
  } catch {
    preconditionFailure("no practice site: \(error)")
  }
}()

@Suite struct PracticeSiteTests {
  func fetch(_ target: String, method: String = "GET", _ fields: String = "", body: String = "")
    -> (head: String, body: [UInt8])
  {
    guard let client = RawClient(port: site.port) else { return ("", []) }
    client.send(
      "\(method) \(target) HTTP/1.1\r\nHost: www.practice.test\r\nConnection: close\r\n\(fields)"
        + (body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n") + "\r\n\(body)")
    let bytes = client.readToEnd().bytes
    let end = bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }
    guard let end else { return (String(decoding: bytes, as: UTF8.self), []) }
    return (String(decoding: bytes[..<end], as: UTF8.self), Array(bytes[(end + 4)...]))
  }

  func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func pageIsServedAndRecorded() {
    let page = fetch("/page/7?from=test")
    #expect(page.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(text(page.body).contains("Page 7"))
    let recorded = site.requests(forPath: "/page/7")
    #expect(recorded.count == 1)
    #expect(recorded.first?.host == "www.practice.test")
    #expect(recorded.first?.parameter("from") == "test")
    #expect(recorded.first?.isSecure == false)
  }

  @Test(arguments: [200, 204, 304, 404, 418, 500, 503])
  func statusIsServedWithItsReason(_ code: Int) {
    let reply = fetch("/status/\(code)")
    #expect(reply.head.hasPrefix("HTTP/1.1 \(code) "))
    #expect(reply.body.isEmpty == (code == 204 || code == 304))
    #expect(fetch("/status/\(code)/empty").body.isEmpty)
  }

  @Test func unknownPathIsNotFound() {
    #expect(fetch("/nothing/here").head.hasPrefix("HTTP/1.1 404 "))
  }

  @Test func headRequestGetsNoBody() {
    let reply = fetch("/page/1", method: "HEAD")
    #expect(reply.head.contains("Content-Length:"))
    #expect(reply.body.isEmpty)
  }

  @Test func echoTellsMethodFieldsAndBody() {
    let reply = fetch("/echo?a=b", method: "POST", "X-One: 1\r\n", body: "name=value")
    #expect(text(reply.body).hasPrefix("POST /echo?a=b\n"))
    #expect(text(reply.body).contains("\nX-One: 1\n"))
    #expect(text(reply.body).hasSuffix("\n\nname=value"))
  }

  @Test func chunkedBodyIsJoined() {
    let client = RawClient(port: site.port)!
    client.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n")
    #expect(text(client.readToEnd().bytes).hasSuffix("\n\nabcdefg"))
  }

  @Test func oneConnectionServesManyRequests() {
    let client = RawClient(port: site.port)!
    client.send("GET /text HTTP/1.1\r\nHost: x\r\n\r\nGET /text HTTP/1.1\r\nHost: x\r\n\r\n")
    client.send("GET /sni HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    let reply = text(client.readToEnd().bytes)
    #expect(reply.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectLeadsWhereItIsTold(_ code: Int) {
    let reply = fetch("/redirect/\(code)?to=http%3A%2F%2Fother.test%2Fx")
    #expect(reply.head.hasPrefix("HTTP/1.1 \(code) "))
    #expect(reply.head.contains("\r\nLocation: http://other.test/x"))
  }

  @Test(arguments: [
    ("/loop", "/loop?n=1"), ("/redirect/chain/3", "/redirect/chain/2"),
    ("/redirect/chain/1", "/page/1"), ("/redirect/file", "file:///etc/passwd"),
    ("/redirect/data", "data:text/html"), ("/redirect/js", "javascript:"),
  ])
  func specialRedirectsLeadAstray(_ path: String, _ target: String) {
    #expect(fetch(path).head.contains("\r\nLocation: \(target)"))
  }

  @Test func cookieIsSetAndShown() {
    let set = fetch("/cookie/set?cookie=a%3Db%3B%20Path%3D%2F")
    #expect(set.head.contains("\r\nSet-Cookie: a=b; Path=/"))
    #expect(text(fetch("/cookie/show", "Cookie: a=b\r\n").body) == "a=b\n")
    #expect(text(fetch("/cookie/show").body) == "none\n")
  }

  @Test func basicOpensWithTheRightPasswordOnly() {
    let closed = fetch("/basic")
    #expect(closed.head.hasPrefix("HTTP/1.1 401 "))
    #expect(closed.head.contains("WWW-Authenticate: Basic realm=\"vault\""))
    #expect(fetch("/basic", "Authorization: Basic dXNlcjpwYXNz\r\n").head.contains(" 200 "))
    #expect(fetch("/basic", "Authorization: Basic dXNlcjp4\r\n").head.contains(" 401 "))
  }

  func answer(
    to challenge: String, uri: String, _ algorithm: MessageDigest.Algorithm, qop: Bool,
    password: String = "pass"
  ) -> String {
    func hash(_ text: String) -> String {
      MessageDigest.hash(Array(text.utf8), with: algorithm).map(MessageDigest.hexadecimal) ?? ""
    }
    let nonce = challenge.components(separatedBy: "nonce=\"")[1].components(separatedBy: "\"")[0]
    let first = hash("user:digest vault:\(password)")
    let second = hash("GET:\(uri)")
    let middle = qop ? "\(nonce):00000001:abc:auth" : nonce
    return "Authorization: Digest username=\"user\", realm=\"digest vault\", nonce=\"\(nonce)\", "
      + "uri=\"\(uri)\", response=\"\(hash("\(first):\(middle):\(second)"))\""
      + (qop ? ", qop=auth, nc=00000001, cnonce=\"abc\"" : "") + "\r\n"
  }

  @Test(arguments: [
    ("/digest/md5", MessageDigest.Algorithm.md5, true), ("/digest/sha256", .sha256, true),
    ("/digest/noqop", .md5, false), ("/digest/both", .md5, true),
  ])
  func digestOpensWithTheRightAnswerOnly(
    _ path: String, _ algorithm: MessageDigest.Algorithm, _ qop: Bool
  ) {
    let challenge = fetch(path).head
    #expect(challenge.hasPrefix("HTTP/1.1 401 "))
    let right = answer(to: challenge, uri: path, algorithm, qop: qop)
    #expect(fetch(path, right).head.hasPrefix("HTTP/1.1 200 "))
    let wrong = answer(to: challenge, uri: path, algorithm, qop: qop, password: "x")
    let refused = fetch(path, wrong).head
    #expect(refused.hasPrefix("HTTP/1.1 401 "))
    #expect(!refused.contains("stale"))
  }

  @Test func firstRightDigestAnswerIsCalledStale() {
    let path = "/digest/stale"
    let first = fetch(path).head
    let stale = fetch(path, answer(to: first, uri: path, .md5, qop: true)).head
    #expect(stale.contains("stale=true"))
    #expect(fetch(path, answer(to: stale, uri: path, .md5, qop: true)).head.contains(" 200 "))
  }

  @Test func silentServerKeepsSilent() {
    let client = RawClient(port: site.port)!
    client.send("GET /hang HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.isSilent(milliseconds: 50))
  }

  @Test func resetIsAReset() {
    let client = RawClient(port: site.port)!
    client.send("GET /reset HTTP/1.1\r\nHost: x\r\n\r\n")
    let reply = client.readToEnd()
    #expect(reply.bytes.isEmpty)
    #expect(reply.error == ECONNRESET)
  }

  @Test func emptyReplyIsEmpty() {
    let client = RawClient(port: site.port)!
    client.send("GET /empty HTTP/1.1\r\nHost: x\r\n\r\n")
    let reply = client.readToEnd()
    #expect(reply.bytes.isEmpty)
    #expect(reply.error == 0)
  }

  @Test func shortBodyIsShorterThanPromised() {
    let reply = fetch("/short")
    #expect(reply.head.contains("Content-Length: 1000"))
    #expect(reply.body.count < 1000)
  }

  @Test func slowPageComesInPieces() {
    let reply = fetch("/slow?pieces=3&pause=1")
    #expect(text(reply.body).contains("Piece 3 of 3"))
    #expect(text(reply.body).hasSuffix("0\r\n\r\n"))
  }

  @Test func bigBodyHasItsLength() {
    #expect(fetch("/big?bytes=3000001").body.count == 3_000_001)
  }

  @Test(arguments: ["gzip", "bomb?bytes=500000"])
  func gzipStreamIsSound(_ path: String) throws {
    let directory = try TemporaryDirectory()
    let packed = fetch("/" + path).body
    let file = try directory.write(packed, to: "data.gz")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.arguments = ["--test", file]
    process.standardError = Pipe()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(path == "gzip" || packed.count < 3000)
  }

  @Test func evilPagesCarryTheirControls() {
    for kind in ["title", "text", "link", "alt", "plain"] {
      #expect(fetch("/evil/\(kind)").body.contains(0x1B), "\(kind)")
    }
    for kind in ["header", "reason", "realm"] {
      #expect(fetch("/evil/\(kind)").head.utf8.contains(0x1B), "\(kind)")
    }
  }

  @Test func deepPageIsDeep() {
    #expect(text(fetch("/deep?depth=1000").body).components(separatedBy: "<div>").count == 1001)
  }

  @Test func stopBreaksConnectionsAndReturns() throws {
    let other = try PracticeSite.start()
    let client = RawClient(port: other.port)!
    client.send("GET /hang HTTP/1.1\r\nHost: x\r\n\r\n")
    let slow = RawClient(port: other.port)!
    slow.send("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = slow.readSome()
    other.stop()
    #expect(client.readToEnd().bytes.isEmpty)
    #expect(RawClient(port: other.port) == nil)
  }
}
