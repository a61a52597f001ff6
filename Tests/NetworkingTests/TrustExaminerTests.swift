// SPDX-License-Identifier: MIT
// Part of Grille: what is learned about a refused server before anybody is asked.

import PracticeSite
import Security
import Synchronization
import TestSupport
import Testing
import WebInfra

@testable import Networking

@Suite struct TrustExaminerTests {
  let stage: TrustStage

  init() throws { stage = try TrustStage() }

  func hard(_ change: (inout NetworkSession.Configuration) -> Void = { _ in }) -> NetworkSession {
    stage.session {
      $0.revocation.mode = .hard
      change(&$0)
    }
  }

  // MARK: Demanding to know

  @Test func standingLeafLoadsAfterItsIssuerWasAskedOnce() async throws {
    let session = hard()
    let person = TrustPerson(.cancel)
    for navigation in 1...2 as ClosedRange<UInt64> {
      let load = try await session.load(
        stage.page("standing"), person.context(navigation: navigation))
      _ = try await load.body.collect()
      #expect(load.response.serverTrust?.revocation == .good)
    }
    #expect(person.challenges.isEmpty)
    // The proof is kept: the second load needs neither a handshake nor a question.
    #expect(stage.site.fetchCounts.statusQuestions == 1)
    #expect(stage.counts("standing").connections == 2)
  }

  @Test(arguments: [("revoked", 1, 0), ("revoked-crl", 0, 1)])
  func withdrawnLeafIsFoundByAskingItsIssuer(host: String, questions: Int, lists: Int)
    async throws
  {
    let person = TrustPerson(.byDefault)
    let error = await failure(of: hard(), try stage.page(host), person.context())
    #expect(error?.serverTrust?.reasons == [.revoked])
    #expect(person.trusts.map(\.reasons) == [[.revoked]])
    #expect(stage.site.fetchCounts.statusQuestions == questions)
    #expect(stage.site.fetchCounts.revocationLists == lists)
    #expect(stage.counts(host).requests == 0)
  }

  @Test(arguments: ["good", "responder-garbage"])
  func notKnowingIsFinal(host: String) async throws {
    let person = TrustPerson(.accept(.forSession))
    let error = await failure(of: hard(), try stage.page(host), person.context())
    #expect(error?.serverTrust?.reasons == [.revocationUnknown])
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(person.trusts.first?.result == .fatalTrustFailure)
    #expect(stage.counts(host).requests == 0)
  }

  @Test func strictHostThatStandsLoads() async throws {
    let session = hard {
      $0.hsts = HSTSStore(entries: [
        .init(host: "practice.test", includesSubdomains: true, expiry: .max, noted: 0)
      ])
    }
    _ = try await text(of: session, stage.page("standing"))
    let error = await failure(of: session, try stage.page("good"))
    #expect(error?.serverTrust?.reasons == [.revocationUnknown, .strictHost])
  }

  // MARK: Before a question

  /// Serves bytes over http, and counts.
  final class Responder: Sendable {
    let count = Mutex(0)
    private let answer: Mutex<[UInt8]>
    private let kept = Mutex<LoopbackServer?>(nil)

    init(_ body: [UInt8] = []) { answer = Mutex(body) }

    func start() throws -> UInt16 {
      let server = try LoopbackServer { connection in
        guard connection.read() != nil else { return }
        self.count.withLock { $0 += 1 }
        let body = self.answer.withLock { $0 }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        connection.write(Array(head.utf8) + body)
      }
      kept.withLock { $0 = server }
      return server.port
    }

    func set(_ body: [UInt8]) { answer.withLock { $0 = body } }
    func stop() { kept.withLock { $0 }?.stop() }
  }

  @Test func softModeAsksTheIssuerBeforeAQuestionOnly() async throws {
    let now = UnixTime.now()
    let authority = CertificateAuthority(named: "Own", at: now)
    let responder = Responder()
    let port = try responder.start()
    defer { responder.stop() }
    var template = CertificateTemplate.leaf(for: ["own.test"], at: now)
    template.extensions = [
      .authorityInformation(responders: ["http://127.0.0.1:\(port)/"])
    ]
    let sound = authority.issue(template)
    template.notAfter = now - 60
    let expired = authority.issue(template)
    responder.set(
      RevocationProofMint.mint(
        RevocationProofMint.Content(
          revocation: Revocation(date: now - 5, reasonCode: 1), at: now),
        about: expired.certificate, issuer: authority.intermediate))
    for (identity, questions) in [(sound, 0), (expired, 1)] {
      let server = try LoopbackServer(tls: TLSServerConfiguration(identity: identity)) {
        $0.waitForClose()
      }
      defer { server.stop() }
      let session = makeSession {
        $0.trust.addedAnchors = [authority.root.certificate]
        $0.resolve = ["own.test:\(server.port):127.0.0.1"]
      }
      let person = TrustPerson(.cancel)
      let page = try request("https://own.test:\(server.port)/") {
        $0.timeout = .milliseconds(300)
      }
      // The sound server never answers, but it was connected to without any delay by its issuer.
      _ = await failure(of: session, page, person.context())
      #expect(responder.count.withLock { $0 } == questions)
      #expect(person.trusts.map(\.reasons) == (questions == 0 ? [] : [[.expired, .revoked]]))
      // Without anybody to ask there is no question to prepare.
      _ = await failure(of: session, page)
      #expect(responder.count.withLock { $0 } == questions)
    }
  }

  @Test(arguments: [TrustExaminer.smallLimit, TrustExaminer.smallLimit + 1])
  func tooLargeAnAnswerIsNotRead(size: Int) async throws {
    let now = UnixTime.now()
    let authority = CertificateAuthority(named: "Own", at: now)
    // A sound certificate in front, so that only the size can be what is wrong.
    let text = CertificateFile.pemText(of: authority.intermediate.certificate)
    let padding = [UInt8](repeating: 0x0A, count: size - text.utf8.count)
    let responder = Responder(Array(text.utf8) + padding)
    let port = try responder.start()
    defer { responder.stop() }
    var template = CertificateTemplate.leaf(for: ["own.test"], at: now)
    template.extensions = [.authorityInformation(issuers: ["http://127.0.0.1:\(port)/"])]
    let server = try LoopbackServer(
      tls: TLSServerConfiguration(identity: authority.issue(template).sending([]))
    ) { connection in
      guard connection.read() != nil else { return }
      connection.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
    }
    defer { server.stop() }
    let session = makeSession {
      $0.trust.addedAnchors = [authority.root.certificate]
      $0.resolve = ["own.test:\(server.port):127.0.0.1"]
    }
    let error = await failure(of: session, try request("https://own.test:\(server.port)/"))
    let isTooLarge = size > TrustExaminer.smallLimit
    #expect(error?.code == (isTooLarge ? .serverCertificateHasUnknownRoot : nil))
    // An address that has failed is left alone for a while.
    _ = await failure(of: session, try request("https://own.test:\(server.port)/"))
    #expect(responder.count.withLock { $0 } == 1)
  }

  @Test func parallelLoadsFetchOnce() async throws {
    let session = stage.session()
    let page = try stage.page("incomplete-chain")
    await withTaskGroup(of: ResourceError?.self) { group in
      for _ in 0..<6 { group.addTask { await failure(of: session, page) } }
      for await error in group { #expect(error == nil) }
    }
    #expect(stage.site.fetchCounts.issuers == 1)
  }

  @Test func loadIsCancelledAtOnceWhileIssuersAreAsked() async throws {
    let session = hard { $0.issuerPatience = .seconds(600) }
    let page = try stage.page("responder-silent")
    let task = Task { await failure(of: session, page) }
    try await waitUntil("the question came", limit: .seconds(120)) {
      stage.site.fetchCounts.statusQuestions == 1
    }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }

  // MARK: Parts of a page

  @Test func partOfAPageIsBlockedWithoutAQuestion() async throws {
    let person = TrustPerson(.accept(.forSession))
    let log = EventLog()
    var style = try stage.page("expired")
    style.destination = .styleSheet
    let session = stage.session()
    let error = await failure(
      of: session, style, person.context(observer: log.observer))
    #expect(error?.code == .serverCertificateHasBadDate)
    #expect(error?.serverTrust?.reasons == [.expired])
    #expect(person.challenges.isEmpty)
    #expect(log.transactions.map(\.trustOutcome) == [.blocked])
    #expect(stage.counts("expired").requests == 0)
    // What was accepted for the page's own server counts for its parts too.
    _ = try await text(of: session, stage.page("expired"), person.context())
    _ = try await text(of: session, style, person.context())
    #expect(person.challenges.count == 1)
  }

  @Test func partOfAPageIsAskedAboutWhereEveryServerIs() async throws {
    let person = TrustPerson(.cancel)
    var style = try stage.page("good")
    style.destination = .styleSheet
    let session = stage.session { $0.challengesValidServers = true }
    let error = await failure(of: session, style, person.context())
    #expect(error?.code == .cancelled)
    #expect(person.trusts.map(\.isValid) == [true])
  }

  // MARK: Several web views with one session

  @Test func twoNavigationsRaiseOneQuestionAndEachGetsItsOwnOnce() async throws {
    let session = stage.session()
    let log = EventLog()
    let count = Mutex(0)
    let ask: @Sendable (AuthenticationChallenge) async -> AuthenticationChallengeDisposition = {
      challenge in
      count.withLock { $0 += 1 }
      // The answer comes when both wait for it: the session's own turn comes after they do.
      try? await waitUntil("both ask", limit: .seconds(120)) {
        log.phases.count { $0 == .asking } >= 2
      }
      _ = await session.libraryDescription()
      guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod else {
        return .cancelAuthenticationChallenge
      }
      return .useCredential(Credential(trust: trust, persistence: .none))
    }
    let page = try stage.page("expired")
    await withTaskGroup(of: ResourceError?.self) { group in
      for navigation in 1...2 as ClosedRange<UInt64> {
        group.addTask {
          await failure(
            of: session, page,
            LoadContext(navigationID: navigation, challenge: ask, observer: log.observer))
        }
      }
      for await error in group { #expect(error == nil) }
    }
    #expect(count.withLock { $0 } == 1)
    #expect(stage.counts("expired").connections == 4)
    #expect(stage.counts("expired").requests == 2)
    // A third navigation has no part in it.
    let error = await failure(of: session, page, LoadContext(navigationID: 3))
    #expect(error?.code == .serverCertificateHasBadDate)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://a.test/", ServerAddress.Source.rule), ("https://a.test:444/", .system),
    ("https://b.test/", .system), ("https://c.test:8443/", .rule), ("https://d.test:1/", .rule),
    ("https://127.0.0.1/", .literal), ("https://[::1]/", .literal), ("https://[::2]/", .rule),
    ("https://x.test:9/", .rule),
  ])
  func sourceOfAnAddressIsKnown(address: String, source: ServerAddress.Source) throws {
    let rules = AddressRules(
      resolve: ["A.test:443:127.0.0.1", "+c.test:8443:[::1]"],
      connectTo: ["d.test::e.test:", "[::2]:443:127.0.0.1:1", ":9:127.0.0.1:1"])
    #expect(rules.source(for: try #require(WebURL(address))) == source)
  }
}
