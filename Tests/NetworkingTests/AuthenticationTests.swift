// SPDX-License-Identifier: MIT
// Part of Grille: names and passwords, asked for and sent.

import PracticeSite
import Synchronization
import Testing
import WebInfra

@testable import Networking
@testable import Security

@Suite struct ChallengeParserTests {
  static let rows: [(String, [String])] = [
    ("Basic realm=\"a\"", ["basic realm=a"]),
    (
      "Basic realm=\"a, b\", Digest realm=c, nonce=\"n\\\"q\"",
      ["basic realm=a, b", "digest realm=c nonce=n\"q"]
    ),
    ("Negotiate", ["negotiate"]),
    ("Negotiate, Basic realm=x", ["negotiate", "basic realm=x"]),
    ("NTLM TlRMTVNTUAAB==, basic REALM = \"y\"", ["ntlm TlRMTVNTUAAB==", "basic realm=y"]),
    ("Bearer a.b-c_d~e+f/g=", ["bearer a.b-c_d~e+f/g="]),
    (" , ,Basic realm=\"a\" , ,charset=\"UTF-8\",", ["basic realm=a charset=UTF-8"]),
    (
      "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
      ["newauth realm=apps type=1 title=Login to \"apps\"", "basic realm=simple"]
    ),
    ("Basic realm=\"unclosed", ["basic realm=unclosed"]),
    ("=bad, Basic realm=x", ["basic realm=x"]),
    ("Basic", ["basic"]),
    ("", []),
    ("Digest qop=\"auth,auth-int\", stale=TRUE", ["digest qop=auth,auth-int stale=TRUE"]),
  ]

  @Test(arguments: rows)
  func fieldIsSplit(field: String, expected: [String]) {
    let found = ChallengeParser.challenges(in: field).map { challenge in
      ([challenge.scheme] + (challenge.token68.map { [$0] } ?? [])
        + challenge.parameters.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
    }
    #expect(found == expected)
  }

  @Test func strongestOfferComesFirst() {
    let headers = HTTPHeaderList([
      ("WWW-Authenticate", "Basic realm=b, Digest realm=m, nonce=1, qop=\"auth\""),
      ("WWW-Authenticate", "Digest realm=s, nonce=2, algorithm=SHA-256, qop=\"auth-int, auth\""),
      ("WWW-Authenticate", "Digest realm=x, nonce=3, algorithm=GOST, Negotiate"),
      ("WWW-Authenticate", "Digest realm=y, nonce=3, qop=\"auth-int\""),
    ])
    let offers = AuthenticationOffer.offers(
      in: ChallengeParser.challenges(in: headers, field: "www-authenticate"))
    #expect(
      offers.map { $0.method.name }
        == ["negotiate", "httpDigest", "httpDigest", "httpBasic"])
    guard case .digest(let first) = offers[1] else { return }
    #expect(first.realm == "s")
  }
}

@Suite struct DigestTests {
  static func responder(_ challenge: String) throws -> DigestResponder {
    DigestResponder(try #require(DigestChallenge(ChallengeParser.challenges(in: challenge)[0])))
  }

  // RFC 7616 §3.9.1
  @Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
  ])
  func exampleOfTheStandard(algorithm: String, response: String) throws {
    var responder = try Self.responder(
      """
      Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
      nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
      opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
      """)
    let made = responder.header(
      user: "Mufasa", password: "Circle of Life", method: .get, target: "/dir/index.html",
      clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
    let header = try #require(made)
    #expect(header.contains("response=\"\(response)\""))
    #expect(header.contains("nc=00000001"))
    #expect(header.contains("opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""))
  }

  // RFC 2069 §2.4, with the erratum's value.
  @Test func oldFormWithoutQuality() throws {
    var responder = try Self.responder(
      """
      Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"
      """)
    let made = responder.header(
      user: "Mufasa", password: "CircleOfLife", method: .get, target: "/dir/index.html",
      clientNonce: "x")
    let header = try #require(made)
    #expect(header.contains("response=\"1949323746fe6a43ef61f9606e7febea\""))
    #expect(!header.contains("cnonce"))
  }

  @Test func nonceCountGoesUp() throws {
    var responder = try Self.responder("Digest realm=r, nonce=n, qop=auth, algorithm=MD5-sess")
    for count in 1...17 {
      let header = responder.header(
        user: "u", password: "p", method: .get, target: "/", clientNonce: "c")
      let digits = String(count, radix: 16)
      let padded = String(repeating: "0", count: 8 - digits.count) + digits
      #expect(header?.contains("nc=\(padded),") == true)
    }
  }

  @Test func realmCannotBreakOutOfItsQuotes() throws {
    var responder = try Self.responder("Digest realm=\"a\\\"b\\\\c\", nonce=n")
    let made = responder.header(
      user: "u\"x", password: "p", method: .get, target: "/", clientNonce: "c")
    let header = try #require(made)
    #expect(header.contains("realm=\"a\\\"b\\\\c\""))
    #expect(header.contains("username=\"u\\\"x\""))
  }

  @Test func nameOutsideASCIIGoesExtended() throws {
    var responder = try Self.responder("Digest realm=r, nonce=n, qop=auth, charset=UTF-8")
    let made = responder.header(
      user: "Jäsøn", password: "p", method: .get, target: "/", clientNonce: "c")
    let header = try #require(made)
    #expect(header.contains("username*=UTF-8''J%C3%A4s%C3%B8n"))
  }
}

@Suite struct PasswordTests {
  let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  /// Answers with the passwords in turn, and keeps the questions.
  final class Answers: Sendable {
    let questions = Mutex<[AuthenticationChallenge]>([])
    let passwords: [String]
    let persistence: Credential.Persistence

    init(_ passwords: [String], _ persistence: Credential.Persistence = .forSession) {
      self.passwords = passwords
      self.persistence = persistence
    }

    var context: LoadContext {
      LoadContext(challenge: { challenge in
        let count = self.questions.withLock { questions in
          questions.append(challenge)
          return questions.count
        }
        guard count <= self.passwords.count else { return .performDefaultHandling }
        return .useCredential(
          Credential(
            user: "user", password: self.passwords[count - 1], persistence: self.persistence))
      })
    }

    var count: Int { questions.withLock { $0.count } }
  }

  @Test(arguments: [
    "/basic", "/digest/md5", "/digest/sha256", "/digest/noqop", "/digest/plain", "/digest/both",
    "/digest/stale", "/digest/md5?a=1&b=%20",
  ])
  func rightPasswordOpens(path: String) async throws {
    let answers = Answers(["pass"])
    let session = makeSession()
    let log = EventLog()
    var context = answers.context
    context.observer = log.observer
    let load = try await session.load(request(site.url(path)), context)
    #expect(load.response.status?.code == 200)
    #expect(answers.count == 1)
    #expect(log.transactions.first?.response?.status?.code == 401)
    #expect(log.transactions.allSatisfy { $0.navigationID == 0 })
    // The session knows it now: no more questions.
    let again = try await session.load(request(site.url(path)), answers.context)
    #expect(again.response.status?.code == 200)
    #expect(answers.count == 1)
  }

  @Test func wrongPasswordIsAskedForAgain() async throws {
    let answers = Answers(["wrong", "pass"])
    let load = try await makeSession().load(request(site.url("/basic")), answers.context)
    #expect(load.response.status?.code == 200)
    let second = try #require(answers.questions.withLock { $0.last })
    #expect(second.previousFailureCount == 1)
    #expect(second.proposedCredential?.user == "user")
    #expect(second.failureResponse?.status?.code == 401)
    #expect(second.protectionSpace.realm == "vault")
    #expect(second.protectionSpace.host == "127.0.0.1")
    #expect(!second.protectionSpace.receivesCredentialSecurely)
  }

  @Test func defaultHandlingShowsThePage() async throws {
    let answers = Answers([])
    let load = try await makeSession().load(request(site.url("/basic")), answers.context)
    #expect(load.response.status?.code == 401)
    #expect(!(try await load.body.collect().isEmpty))
  }

  @Test func credentialOfTheAddressIsUsedWithoutAQuestion() async throws {
    let answers = Answers([])
    let address = "http://user:pass@127.0.0.1:\(site.port)/basic"
    let load = try await makeSession().load(request(address), answers.context)
    #expect(load.response.status?.code == 200)
    #expect(answers.count == 0)
    #expect(!load.response.url.hasCredentials)
    #expect(!load.transaction.request.url.hasCredentials)
    #expect(site.requests.count == 2)
    #expect(site.requests[0].field("authorization") == nil)
  }

  @Test func credentialForOneLoadIsNotKept() async throws {
    let answers = Answers(["pass", "pass"], .none)
    let session = makeSession()
    for _ in 0..<2 { _ = try await text(of: session, request(site.url("/basic")), answers.context) }
    #expect(answers.count == 2)
  }

  @Test func passwordDoesNotFollowARedirectToAnotherOrigin() async throws {
    let other = ScriptedServer(answering: { _, connection in connection.respond(body: "other") })
    let server = ScriptedServer(answering: { request, connection in
      connection.respond("302 Found", headers: ["Location: http://a:b@127.0.0.1:\(other.port)/x"])
    })
    var one = try request(server.url())
    one.headers.append("Authorization", "Bearer secret")
    _ = try await text(of: FollowingLoader(makeSession()), one)
    #expect(server.requests[0].contains("Authorization: Bearer secret"))
    #expect(!(try #require(other.requests.first).contains("Authorization")))
  }

  @Test func passwordOfOnePortIsNotSentToAnother() async throws {
    let session = makeSession()
    _ = try await text(of: session, request(site.url("/basic")), Answers(["pass"]).context)
    let other = ScriptedServer(answering: { _, connection in connection.respond(body: "x") })
    _ = try await text(of: session, request(other.url("/basic")))
    #expect(!other.requests[0].contains("Authorization"))
  }

  @Test func crossOriginSubresourceRaisesNoQuestion() async throws {
    let answers = Answers(["pass"])
    var image = try request(site.url("/basic"))
    image.destination = .image
    image.initiator = try #require(WebURL("http://evil.example/")).origin
    let load = try await makeSession().load(image, answers.context)
    #expect(load.response.status?.code == 401)
    #expect(answers.count == 0)
  }

  @Test func basicIsSentUnaskedOnlyBelowItsPath() async throws {
    let server = ScriptedServer(answering: { request, connection in
      if request.contains("Authorization: Basic") {
        connection.respond(body: "in")
      } else if request.hasPrefix("GET /private/") {
        connection.respond("401 X", headers: ["WWW-Authenticate: Basic realm=r"])
      } else {
        connection.respond(body: "open")
      }
    })
    let session = makeSession()
    let answers = Answers(["p"])
    _ = try await text(of: session, request(server.url("/private/a")), answers.context)
    #expect(try await text(of: session, request(server.url("/private/b/c"))) == "in")
    #expect(try await text(of: session, request(server.url("/public"))) == "open")
    #expect(server.requests.count == 4)
  }
}
