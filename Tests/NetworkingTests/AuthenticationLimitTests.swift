// SPDX-License-Identifier: MIT
// Part of Grille: challenges that are many, long, strange or never the same twice.

import PracticeSite
import Synchronization
import Testing
import WebInfra

@testable import Networking
@testable import Security

@Suite struct AuthenticationLimitTests {
  private let site: PracticeSite

  init() throws { site = try PracticeSite.start() }

  private func digest(_ field: String) -> DigestChallenge? {
    ChallengeParser.challenges(in: field).first.flatMap { DigestChallenge($0) }
  }

  private func header(_ field: String, user: String) throws -> String {
    var responder = DigestResponder(try #require(digest(field)))
    let made = responder.header(
      user: user, password: "p", method: .get, target: "/", clientNonce: "c")
    return try #require(made)
  }

  @Test func userNamesOutsideASCIIAreExtendedOnlyWhereTheServerKnowsThat() throws {
    let user = "Jäsøn"
    let known = try header("Digest realm=r, nonce=n, qop=auth, charset=UTF-8", user: user)
    #expect(known.contains("username*=UTF-8''J%C3%A4s%C3%B8n"))
    let unknown = try header("Digest realm=r, nonce=n, qop=auth", user: user)
    #expect(unknown.contains("username=\"Jäsøn\""))
    // What would end the line is never sent as it is.
    let evil = try header("Digest realm=r, nonce=n, qop=auth", user: "a\r\nX: y")
    #expect(evil.contains("username*=UTF-8''a%0D%0AX%3A%20y"))
  }

  // RFC 7616 §3.9.2
  @Test func exampleOfTheStandardWithUserhash() throws {
    var responder = DigestResponder(
      try #require(
        digest(
          """
          Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, \
          nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", \
          opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true
          """)))
    let made = responder.header(
      user: "Jäsøn Doe", password: "Secret, or not?", method: .get, target: "/doe.json",
      clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm")
    let header = try #require(made)
    // Reckoned with another library: the standard's own values are of another hash (erratum 4897).
    #expect(
      header.contains(
        "username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\""))
    #expect(
      header.contains(
        "response=\"7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c\""))
    #expect(header.contains("userhash=true") && !header.contains("username*"))
    #expect(header.contains("algorithm=SHA-512-256"))
  }

  @Test(arguments: [
    "Digest realm=\"\(String(repeating: "r", count: 100_000))\", nonce=n",
    "Digest realm=r, nonce=\"\(String(repeating: "n", count: 100_000))\"",
    "Digest realm=r, nonce=n, opaque=\"\(String(repeating: "o", count: 100_000))\"",
    "Digest realm=\"a\rX-Injected: y\", nonce=n", "Digest realm=r, nonce=\"a\\\nb\"",
    "Digest realm=r, nonce=\"a\u{0}b\"", "Digest realm=r, nonce=\"\u{1B}[2J\"",
    "Digest realm=r", "Digest realm=r, nonce=n, algorithm=SHA-1",
    "Digest realm=r, nonce=n, qop=\"auth-int\"",
  ])
  func challengesThatCannotBeAnsweredAreNone(field: String) {
    #expect(digest(field) == nil)
  }

  @Test func schemesOfAnAnswerAreNamedOnce() throws {
    let response = ResourceResponse(
      url: try #require(WebURL("https://a.test/")), status: HTTPStatus(code: 401),
      headers: HTTPHeaderList([
        ("WWW-Authenticate", "Bearer realm=a, Negotiate"), ("WWW-Authenticate", "bearer"),
      ]))
    #expect(response.authenticationSchemes == ["bearer", "negotiate"])
    #expect(!response.canBeAuthenticated)
    var found = response
    found.status = HTTPStatus(code: 200)
    #expect(found.authenticationSchemes.isEmpty)
  }

  @Test(arguments: [
    "/digest/sha512", "/digest/sess", "/digest/userhash", "/challenges/lines",
  ])
  func rightPasswordOpens(path: String) async throws {
    let answers = PasswordTests.Answers(["pass"])
    let load = try await makeSession().load(request(site.url(path)), answers.context)
    #expect(load.response.status?.code == 200)
    #expect(answers.count == 1)
  }

  @Test func strongestOfSeveralLinesIsAskedForAndUsed() async throws {
    let answers = PasswordTests.Answers(["pass"])
    _ = try await makeSession().load(request(site.url("/challenges/lines")), answers.context)
    let sent = site.requests.compactMap { $0.field("authorization") }
    #expect(sent.count == 1)
    #expect(sent.first?.contains("algorithm=SHA-256") == true)
  }

  @Test func twoHundredChallengesRaiseOneQuestion() async throws {
    let answers = PasswordTests.Answers(["a", "b", "c", "d", "e", "f", "g", "h"])
    let load = try await makeSession().load(
      request(site.url("/challenges/many")), answers.context)
    #expect(load.response.status?.code == 401)
    // Each answer may fail, but only so many times.
    #expect(answers.count == TransferStateMachine.maximumRounds)
    #expect(site.requests.count == TransferStateMachine.maximumRounds + 1)
    let asked = answers.questions.withLock { $0.map(\.protectionSpace.realm) }
    #expect(Set(asked) == ["vault 0"])
  }

  @Test func rejectingASchemeAsksAboutTheNextAndThenNoMore() async throws {
    let asked = Mutex<[String]>([])
    let context = LoadContext(challenge: { challenge in
      asked.withLock { $0.append(challenge.protectionSpace.authenticationMethod.name) }
      return .rejectProtectionSpace
    })
    let load = try await makeSession().load(request(site.url("/challenges/lines")), context)
    #expect(load.response.status?.code == 401)
    #expect(asked.withLock { $0 } == ["httpDigest", "ntlm", "httpBasic"])
    _ = try await makeSession().load(request(site.url("/challenges/many")), context)
    #expect(asked.withLock { $0.count } == 4)
  }

  @Test func noncesThatAreAlwaysStaleAreGivenUp() async throws {
    let answers = PasswordTests.Answers(["pass"])
    let load = try await makeSession().load(
      request(site.url("/challenges/nonces")), answers.context)
    #expect(load.response.status?.code == 401)
    #expect(answers.count == 1)
    #expect(site.requests.count == TransferStateMachine.maximumRounds + 1)
  }

  @Test func aLongRealmIsAskedAboutAsItIs() async throws {
    let answers = PasswordTests.Answers([])
    _ = try await makeSession().load(request(site.url("/challenges/realm")), answers.context)
    #expect(answers.questions.withLock { $0.first?.protectionSpace.realm?.utf8.count } == 102_000)
  }

  @Test func aColonInAUserNameCannotBeSentByBasic() {
    func space(_ method: ProtectionSpace.AuthenticationMethod) -> ProtectionSpace {
      ProtectionSpace(host: "h", port: 80, scheme: "http", authenticationMethod: method)
    }
    #expect(!space(.httpBasic(realm: "r")).canSend(user: "a:b"))
    #expect(space(.httpBasic(realm: "r")).canSend(user: "a"))
    #expect(space(.httpDigest(realm: "r")).canSend(user: "a:b"))
  }

  @Test func whatIsForgottenIsAskedForAgain() async throws {
    let credentials = CredentialStorage()
    let session = makeSession { $0.credentials = credentials }
    let answers = PasswordTests.Answers(["pass", "pass", "pass"])
    for path in ["/basic", "/digest/md5"] {
      _ = try await session.load(request(site.url(path)), answers.context)
    }
    #expect(answers.count == 2)
    #expect(!credentials.remove(forHost: "other.test"))
    #expect(credentials.remove(forHost: "127.0.0.1"))
    #expect(!credentials.remove(forHost: "127.0.0.1"))
    _ = try await session.load(request(site.url("/basic")), answers.context)
    #expect(answers.count == 3)
  }

  @Test func theNoncesThatAreCountedAreBounded() throws {
    let storage = CredentialStorage()
    let url = try #require(WebURL("http://h.test/"))
    func count(_ realm: Int) throws -> String {
      let challenge = try #require(digest("Digest realm=\(realm), nonce=n, qop=auth"))
      let use = TransferStateMachine.AuthorizationUse(
        offer: .digest(challenge), user: "u", password: "p", persistence: .none)
      let header = try #require(storage.authorization(use, method: .get, url: url))
      return header.text.contains("nc=00000001") ? "first" : "again"
    }
    #expect(try count(0) == "first")
    #expect(try count(0) == "again")
    for realm in 1...CredentialStorage.maximumResponders { #expect(try count(realm) == "first") }
    #expect(try count(0) == "first")
    #expect(try count(CredentialStorage.maximumResponders) == "again")
  }

  // Threat 24: what observers are told, and may write into a log, holds no proof of identity.
  @Test(arguments: ["/basic", "/digest/sha256"])
  func threat24_observersHearOnlyTheScheme(path: String) async throws {
    let log = EventLog()
    var context = PasswordTests.Answers(["pass"]).context
    context.observer = log.observer
    let load = try await makeSession().load(request(site.url(path)), context)
    #expect(load.response.status?.code == 200)
    let told = log.transactions.compactMap { $0.request.headers.first("authorization") }
    #expect(told == [path == "/basic" ? "Basic …" : "Digest …"])
    let text = String(describing: log.transactions)
    #expect(!text.contains("dXNlcjpwYXNz") && !text.contains("response=\""))
  }
}
