// SPDX-License-Identifier: MIT
// Part of Grille: log-ins that are bound to their connection, and what must not follow from that.
import Foundation
import PracticeSite
import Security
import Synchronization
import Testing
import WebInfra

@testable import Networking

/// A server that lets connections in by NTLM; a connection that is in stays in.
private final class NTLMServer: Sendable {
  let server: ScriptedServer
  /// The users whose proofs have come.
  var users: [String] { box.withLock { $0 } }
  private let box: SharedNames

  final class SharedNames: Sendable {
    private let names = Mutex<[String]>([])
    func withLock<Result>(_ body: (inout sending [String]) -> sending Result) -> Result {
      names.withLock(body)
    }
  }

  init(offering others: [String] = []) {
    let box = SharedNames()
    self.box = box
    server = ScriptedServer { connection, server in
      var conversation = NTLMConversation()
      while let request = connection.readRequest() {
        server.note(request)
        let line = request.components(separatedBy: "\r\n").first {
          $0.lowercased().hasPrefix("authorization: ")
        }
        let step = conversation.take(line.map { String($0.dropFirst("authorization: ".count)) })
        if case .named(let user) = step { box.withLock { $0.append(user) } }
        if case .challenged(let value) = step {
          connection.respond(
            "401 Unauthorized", headers: ["WWW-Authenticate: \(value)"], body: "half way")
        } else if conversation.isIn {
          connection.respond(body: "in")
        } else {
          connection.respond(
            "401 Unauthorized", headers: ["WWW-Authenticate: NTLM"] + others, body: "out")
        }
      }
    }
  }
}

@Suite struct ConnectionLoginTests {
  @Test func strongestComesFirst() {
    let challenges = ChallengeParser.challenges(
      in: "Basic realm=b, NTLM, Negotiate, Bearer, Digest realm=d, nonce=n, qop=auth")
    #expect(
      AuthenticationOffer.offers(in: challenges).map(\.method.name) == [
        "negotiate", "httpDigest", "ntlm", "httpBasic",
      ])
    let token = ChallengeParser.challenges(in: "NTLM TlRMTVNTUAAB, Basic realm=b")
    #expect(AuthenticationOffer.offers(in: token).map(\.method.name) == ["httpBasic"])
  }

  @Test func ntlmLogsIn() async throws {
    let ntlm = NTLMServer(offering: ["WWW-Authenticate: Basic realm=weak"])
    defer { ntlm.server.stop() }
    let answers = PasswordTests.Answers(["pass"])
    let session = makeSession()
    let first = try await session.load(request(ntlm.server.url()), answers.context)
    #expect(first.response.status?.code == 200)
    #expect(String(decoding: try await first.body.collect(), as: UTF8.self) == "in")
    #expect(ntlm.users == ["user"])
    let asked = answers.questions.withLock { $0.map(\.protectionSpace.authenticationMethod.name) }
    #expect(asked == ["ntlm"])
    // The next request logs another connection in without a question.
    let second = try await session.load(request(ntlm.server.url("/2")), answers.context)
    #expect(second.response.status?.code == 200)
    #expect(answers.count == 1)
    #expect(ntlm.server.connectionCount == 3)
    #expect(!ntlm.server.requests.contains { $0.contains("Basic ") })
  }

  @Test func aWrongNameIsAskedForAgainAndTheAnswerOnlyShownAtTheEnd() async throws {
    let ntlm = NTLMServer()
    defer { ntlm.server.stop() }
    let asked = Mutex<[Int]>([])
    let context = LoadContext(challenge: { challenge in
      let count = asked.withLock {
        $0.append(challenge.previousFailureCount)
        return $0.count
      }
      return count <= 2
        ? .useCredential(Credential(user: "wrong", password: "p", persistence: .none))
        : .performDefaultHandling
    })
    let load = try await makeSession().load(request(ntlm.server.url()), context)
    #expect(load.response.status?.code == 401)
    #expect(String(decoding: try await load.body.collect(), as: UTF8.self) == "out")
    #expect(asked.withLock { $0 } == [0, 1, 2])
    #expect(ntlm.users == ["wrong", "wrong"])
  }

  // CVE-2026-1965, CVE-2026-5545, CVE-2026-8458: libcurl would lend it to the next request.
  @Test func aConnectionThatIsLoggedInServesNobodyElse() async throws {
    let ntlm = NTLMServer()
    defer { ntlm.server.stop() }
    let answers = PasswordTests.Answers(["pass"], .none)
    let session = makeSession()
    let own = try await session.load(request(ntlm.server.url()), answers.context)
    _ = try await own.body.collect()
    #expect(own.response.status?.code == 200)
    let other = try await session.load(request(ntlm.server.url()), LoadContext())
    #expect(other.response.status?.code == 401)
    #expect(ntlm.users == ["user"])
  }

  /// A server that sends its half of a conversation that nobody has begun.
  @Test(arguments: ["", "words"])
  func halfOfALogInThatNobodyBeganIsAnAnswer(body: String) async throws {
    let server = ScriptedServer { _, connection in
      connection.respond(
        "401 Unauthorized", headers: ["WWW-Authenticate: NTLM TlRMTVNTUAACAAAA"], body: body)
    }
    defer { server.stop() }
    let load = try await makeSession().load(
      request(server.url()), PasswordTests.Answers(["pass"]).context)
    #expect(load.response.status?.code == 401)
    #expect(String(decoding: try await load.body.collect(), as: UTF8.self) == body)
    #expect(server.requests.count == 1)
  }

  // CVE-2026-11856: a handle that is used again tells the next host the last one's digest.
  @Test func aDigestIsToldToItsServerOnly() async throws {
    let (first, second) = (digestServer(), digestServer())
    defer {
      first.stop()
      second.stop()
    }
    let session = makeSession()
    let answers = PasswordTests.Answers(["pass"])
    _ = try await session.load(request(first.url()), answers.context)
    #expect(first.requests.count { $0.contains("Authorization: Digest") } == 1)
    _ = try await session.load(request(second.url()), LoadContext())
    _ = try await session.load(request(second.url()), LoadContext())
    #expect(second.requests.count == 2)
    #expect(!second.requests.contains { $0.lowercased().contains("authorization") })
  }

  private func digestServer() -> ScriptedServer {
    ScriptedServer { request, connection in
      if request.contains("Authorization: Digest") { return connection.respond(body: "in") }
      connection.respond(
        "401 Unauthorized",
        headers: ["WWW-Authenticate: Digest realm=\"same\", nonce=\"same\", qop=\"auth\""])
    }
  }

  // RFC 7616 §3.3
  @Test(arguments: [
    ("/a /b/", "/a/x", true), ("/a /b/", "/b/x", true), ("/a /b/", "/c", false),
    ("http://other.test/", "/a", false), ("", "/c", true),
  ])
  func aDigestIsSentUnaskedWithinItsDomain(domain: String, path: String, isSent: Bool) async throws
  {
    let server = ScriptedServer { request, connection in
      if request.contains("Authorization: Digest") { return connection.respond(body: "in") }
      connection.respond(
        "401 Unauthorized",
        headers: ["WWW-Authenticate: Digest realm=r, nonce=n, qop=auth, domain=\"\(domain)\""])
    }
    defer { server.stop() }
    let session = makeSession()
    _ = try await session.load(request(server.url("/a/")), PasswordTests.Answers(["pass"]).context)
    let before = server.requests.count
    _ = try await session.load(request(server.url(path)), LoadContext())
    let sent = server.requests.dropFirst(before).first ?? ""
    #expect(sent.contains("Authorization: Digest") == isSent)
  }

  // RFC 7616 §3.4.2: the digest is of what the server wrote, whatever its letters mean.
  @Test func aRealmInLatin1IsAnsweredInItsOwnBytes() async throws {
    let answers = Mutex<[[UInt8]]>([])
    let server = ScriptedServer { connection, _ in
      while let request = connection.readRequestBytes() {
        let text = String(decoding: request, as: UTF8.self)
        if text.contains("Authorization: Digest") {
          answers.withLock { $0.append(request) }
          connection.respond(body: "in")
        } else {
          connection.write(
            Array("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"Ger".utf8) + [0xE4]
              + Array("t\", nonce=n\r\nContent-Length: 0\r\n\r\n".utf8))
        }
      }
    }
    defer { server.stop() }
    let load = try await makeSession().load(
      request(server.url("/a")), PasswordTests.Answers(["pass"]).context)
    #expect(load.response.status?.code == 200)
    let answer = try #require(answers.withLock { $0.first })
    let realm = Array("Ger".utf8) + [0xE4] + Array("t".utf8)
    #expect(answer.firstRange(of: Array("realm=\"".utf8) + realm + Array("\"".utf8)) != nil)
    func hash(_ bytes: [UInt8]) throws -> String {
      MessageDigest.hexadecimal(try #require(MessageDigest.hash(bytes, with: .md5)))
    }
    let secret = try hash(Array("user:".utf8) + realm + Array(":pass".utf8))
    let proof = try hash(Array("\(secret):n:\(hash(Array("GET:/a".utf8)))".utf8))
    #expect(String(decoding: answer, as: UTF8.self).contains("response=\"\(proof)\""))
  }
}
