// SPDX-License-Identifier: MIT
// Part of Grille: what connections do with identities beside what they are asked for.

import COpenSSL
import PracticeSite
import Synchronization
import Testing
import WebInfra

@testable import Networking
@testable import Security

@Suite struct IdentityConnectionTests {
  let stage: TrustStage
  var site: PracticeSite { stage.site }

  init() throws { stage = try TrustStage() }

  // MARK: After the handshake

  /// A server of TLS 1.3 that asks for a client certificate when a request has come.
  private final class AfterthoughtServer: Sendable {
    struct Visit: Sendable {
      var request: String
      /// Whether the client would let itself be asked now.
      var mayBeAsked: Bool
      var visitor: String?
    }

    private let server: LoopbackServer
    private let log: Log

    private final class Log: Sendable { let visits = Mutex<[Visit]>([]) }

    var port: UInt16 { server.port }
    var visits: [Visit] { log.visits.withLock { $0 } }

    init(_ identity: MintedIdentity) throws {
      let log = Log()
      self.log = log
      server = try LoopbackServer { connection in
        guard let context = SSL_CTX_new(TLS_server_method()) else { return }
        defer { SSL_CTX_free(context) }
        _ = shim_SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION)
        guard let ssl = SSL_new(context),
          let leaf = OwnedX509(derBytes: identity.certificate.derBytes)
        else { return }
        defer { SSL_free(ssl) }
        let issuers = OwnedX509Stack(identity.issuers)
        SSL_use_cert_and_key(ssl, leaf.pointer, identity.privateKey.pointer, issuers.pointer, 1)
        SSL_set_fd(ssl, connection.socketDescriptor)
        guard SSL_accept(ssl) == 1, let request = Self.read(ssl) else { return }
        SSL_set_verify(ssl, SSL_VERIFY_PEER) { _, _ in 1 }
        let mayBeAsked = SSL_verify_client_post_handshake(ssl) == 1
        if mayBeAsked { SSL_do_handshake(ssl) }
        ERR_clear_error()
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
        SSL_write(ssl, answer, Int32(answer.count))
        log.visits.withLock { $0.append(Visit(request: request, mayBeAsked: mayBeAsked)) }
        // The client's answer to the question, if there was one, comes before the end.
        _ = Self.read(ssl)
        let visitor = SSL_get1_peer_certificate(ssl).map {
          Certificate(copying: OwnedX509(takingOwnership: $0)).summary
        }
        log.visits.withLock { $0[$0.count - 1].visitor = visitor }
        ERR_clear_error()
      }
    }

    func stop() { server.stop() }

    private static func read(_ ssl: OpaquePointer) -> String? {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = SSL_read(ssl, &buffer, Int32(buffer.count))
      return count > 0 ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : nil
    }
  }

  @Test func nobodyIsAskedAfterTheHandshake() async throws {
    let authority = CertificateAuthority(named: "own", at: UnixTime.now())
    let server = try AfterthoughtServer(
      authority.issue(.leaf(for: ["web.example"], at: UnixTime.now())))
    let identities = IdentityStorage()
    identities.choose(
      try site.identity("alice"), forHost: "web.example", port: server.port, scope: .session,
      at: UnixTime.now())
    let session = makeSession {
      $0.trust.addedAnchors = [authority.root.certificate]
      $0.resolve = ["web.example:\(server.port):127.0.0.1"]
      $0.identities = identities
    }
    let person = IdentityPerson(.show(try site.identity("alice")))
    let page = try request("https://web.example:\(server.port)/secret")
    #expect(try await text(of: session, page, person.context()) == "ok")
    // Every connection ends now, so that all is known that the server was told.
    server.stop()
    #expect(server.visits.map(\.mayBeAsked) == [false])
    #expect(server.visits.map(\.visitor) == [nil])
    #expect(server.visits.first?.request.hasPrefix("GET /secret ") == true)
    #expect(person.questions.isEmpty)
  }

  // MARK: Keys that do not fit

  @Test(arguments: ["strict12", "strict13", "client", "client-optional"])
  func aKeyThatDoesNotFitShowsNothing(_ host: String) async throws {
    let (alice, bob) = (try site.identity("alice"), try #require(site.clients["bob"]?.identity))
    EVP_PKEY_up_ref(bob.privateKey.pointer)
    let mixed = ClientIdentity(
      certificate: alice.certificate, issuers: [],
      privateKey: OwnedPrivateKey(takingOwnership: bob.privateKey.pointer), label: "mixed")
    #expect(!mixed.keyFitsCertificate)
    let person = IdentityPerson(.show(mixed), .performDefaultHandling)
    let error = await failure(of: stage.session(), try stage.page(host), person.context())
    #expect(error?.code == .clientCertificateRejected)
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    #expect(stage.counts(host).connections == 2)
    #expect(site.requests.isEmpty && stage.counts(host).handshakes == 0)
    #expect(site.secureConnections.allSatisfy { $0.clientCertificate == nil })
    // One that fits is shown after it.
    let better = IdentityPerson(.show(mixed), .show(alice))
    let who = try await text(of: stage.session(), stage.page(host, "/who"), better.context())
    #expect(who == "Alice\n")
  }

  // MARK: Whoever fetches for the trust

  @Test(arguments: ["client-optional", "strict13"])
  func theExaminerShowsNobodyAnything(_ host: String) async throws {
    let identities = IdentityStorage()
    let alice = try site.identity("alice")
    let credentials = CredentialStorage()
    let netrc = try NetrcFile(contents: Array("default login user password pass".utf8))
    let session = stage.session {
      $0.identities = identities
      $0.credentials = credentials
      $0.netrc = netrc
      $0.revocation.mode = .hard
    }
    identities.choose(
      alice, forHost: "\(host).practice.test", port: site.securePort, scope: .permanent,
      at: UnixTime.now())
    let page = try stage.page(host, "/who")
    let examiner = try #require(await session.knownExaminer(RevocationPolicy()))
    let person = IdentityPerson(.show(alice))
    // Its own trust is the session's, so that nothing but the identity can be missing.
    let loader = await examiner.loader
    let error = await failure(of: loader, page, person.context())
    if host == "strict13" { #expect(error != nil) }
    #expect(site.requests.allSatisfy { $0.clientCertificate == nil })
    #expect(site.secureConnections.allSatisfy { $0.clientCertificate == nil })
    #expect(stage.counts(host).connections > 0)
    // Nor does it log in.
    let vault = try stage.page("good", "/basic", isSecure: false)
    let answer = try await loader.load(vault, LoadContext())
    #expect(answer.response.status?.code == 401)
    #expect(site.requests(forPath: "/basic").count == 1)
    #expect(site.requests.allSatisfy { $0.field("authorization") == nil })
  }

  // MARK: Redirects

  @Test(arguments: [Credential.Persistence.none, .forSession])
  func anIdentityIsShownAgainAfterAWayThroughAnotherOrigin(
    _ persistence: Credential.Persistence
  ) async throws {
    let (alice, bob) = (try site.identity("alice"), try site.identity("bob"))
    let back = site.url("/who", host: "client-two-cas", isSecure: true)
    let away = site.url("/redirect/302?to=\(back)", host: "strict13", isSecure: true)
    let person = IdentityPerson(.show(bob, persistence), .show(alice, persistence))
    let start = try stage.page("client-two-cas", "/redirect/302?to=\(away)")
    let loader = FollowingLoader(stage.session())
    #expect(try await text(of: loader, start, person.context()) == "Bob\n")
    #expect(
      person.challenges.map(\.protectionSpace.host)
        == ["client-two-cas.practice.test", "strict13.practice.test"])
    #expect(person.challenges.allSatisfy { $0.proposedCredential == nil })
    #expect(site.requests.map(\.clientCertificate?.summary) == ["Bob", "Alice", "Bob"])
    // Both handshakes of each host: one was given up to ask, and the connection was kept.
    #expect(stage.counts("client-two-cas").connections == 2)
    #expect(stage.counts("strict13").connections == 2)
  }

  @Test func aLogInIsUsedAgainAfterAWayThroughAnotherOrigin() async throws {
    let other = try PracticeSite.start()
    defer { other.stop() }
    // Below the first page, so that it is known at once to be of the same realm.
    let back = site.url("/basic/vault")
    let away = other.url("/redirect/302?to=\(back)")
    let answers = PasswordTests.Answers(["pass"])
    let start = try request(site.url("/basic/cross?to=\(away)"))
    let loader = FollowingLoader(stage.session())
    #expect(try await text(of: loader, start, answers.context).contains("You are in."))
    #expect(answers.count == 1)
    #expect(site.requests.map { $0.field("authorization") != nil } == [false, true, true])
    #expect(other.requests.map { $0.field("authorization") } == [nil])
  }

  // MARK: Ports

  @Test func threat13TheSameHostAtAnotherPortIsAnotherServer() async throws {
    let other = try PracticeSite.start()
    defer { other.stop() }
    let alice = try site.identity("alice")
    let host = "client-optional"
    let session = stage.session {
      $0.trust.addedAnchors.append(other.rootCertificate)
      $0.resolve.append(other.resolveEntry(for: host, isSecure: true))
    }
    let person = IdentityPerson(
      .show(alice, .forSession), .useCredential(nil), .cancelAuthenticationChallenge)
    #expect(
      try await text(of: session, stage.page(host, "/who"), person.context()) == "Alice\n")
    // By a link of the page, by a redirect, and as a part of the page.
    let address = other.url("/who", host: host, isSecure: true)
    var part = try request(address)
    part.destination = .image
    part.initiator = try stage.page(host).url.origin
    #expect(try await text(of: session, part, person.context()) == "nobody\n")
    #expect(try await text(of: session, request(address), person.context()) == "nobody\n")
    let redirect = try stage.page(host, "/redirect/302?to=\(address)")
    let loader = FollowingLoader(session)
    let error = await failure(of: loader, redirect, person.context(navigation: 2))
    #expect(error?.code == .cancelled)
    #expect(
      person.challenges.map(\.protectionSpace.port)
        == [site.securePort, other.securePort, other.securePort])
    #expect(other.requests.count == 2)
    #expect(other.requests.allSatisfy { $0.clientCertificate == nil })
    #expect(other.secureConnections.allSatisfy { $0.clientCertificate == nil })
    #expect(site.requests.map(\.clientCertificate?.summary) == ["Alice", "Alice"])
  }
}
