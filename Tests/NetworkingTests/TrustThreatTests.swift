// SPDX-License-Identifier: MIT
// Part of Grille: threats to server trust, each with the test that shows safety.

import PracticeSite
import Synchronization
import TestSupport
import Testing
import WebInfra

@testable import Networking
@testable import Security

@Suite struct TrustThreatTests {
  let stage: TrustStage

  init() throws { stage = try TrustStage() }

  // MARK: 4: NUL in names

  @Test func threat4NULInANameDoesNotEndIt() async throws {
    let person = TrustPerson(.byDefault)
    let error = await failure(of: stage.session(), try stage.page("nul-in-san"), person.context())
    #expect(error?.code == .serverCertificateUntrusted)
    let trust = try #require(person.trusts.first)
    #expect(trust.reasons == [.wrongHost])
    let name = "nul-in-san.practice.test\0.evil.test"
    #expect(trust.leaf?.subjectAlternativeNames == [.dnsName(name)])
    #expect(trust.failureDescriptions.first?.contains(name) == true)
  }

  @Test func threat4OddStringTypesAreReadOrShownAsHexadecimal() async throws {
    let person = TrustPerson(.byDefault)
    _ = await failure(of: stage.session(), try stage.page("evil-names"), person.context())
    let subject = try #require(person.trusts.first?.leaf?.subject)
    #expect(subject.value(of: "OU") == "Bü\t")
    #expect(subject.value(of: "L") == "Cé")
    #expect(subject.commonName == "\u{1B}]0;x\u{7}")
    let damaged = TrustPerson(.byDefault)
    _ = await failure(of: stage.session(), try stage.page("damaged-names"), damaged.context())
    #expect(damaged.trusts.first?.result == .fatalTrustFailure)
  }

  // MARK: 10: floods of questions

  // Redirects lead through any number of servers, and each may have a certificate of its own.
  @Test func threat10ThreeQuestionsAreAllThatANavigationMayRaise() async throws {
    let session = stage.session()
    let person = TrustPerson(.accept(.none))
    for host in ["expired", "self-signed", "wrong-host"] {
      _ = try await text(of: session, stage.page(host), person.context())
    }
    let error = await failure(of: session, try stage.page("untrusted-root"), person.context())
    #expect(error?.cause == .tooManyChallenges)
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(person.challenges.count == 3)
    #expect(stage.counts("untrusted-root").handshakes == 0)
    // Another navigation may ask.
    _ = try await text(of: session, stage.page("untrusted-root"), person.context(navigation: 2))
    #expect(person.challenges.count == 4)
  }

  // MARK: 11: decisions belong to one certificate, host and port

  @Test func threat11BaitCannotSwapTheCertificateUnderADecision() async throws {
    let bait = stage.site.certificate(ofHost: "bait.practice.test").sha256Fingerprint
    let person = TrustPerson { trust in
      trust.leaf?.sha256Fingerprint == bait ? .accept(.forSession) : .cancel
    }
    let error = await failure(of: stage.session(), try stage.page("bait"), person.context())
    #expect(error?.code == .cancelled)
    #expect(person.trusts.map { $0.leaf?.sha256Fingerprint == bait } == [true, false])
    #expect(stage.counts("bait").connections == 2)
    #expect(stage.counts("bait").requests == 0)
  }

  @Test func threat11DecisionCountsForItsHostAndPortOnly() async throws {
    let now = UnixTime.now()
    let identity = CertificateMint.mint(.leaf(for: ["one.test", "two.test"], at: now))
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    let serve: @Sendable (ServerConnection) -> Void = { connection in
      while connection.read() != nil { guard connection.write(answer) else { return } }
    }
    let tls = TLSServerConfiguration(identity: identity)
    let (first, second) = (
      try LoopbackServer(tls: tls, handler: serve), try LoopbackServer(tls: tls, handler: serve)
    )
    defer {
      first.stop()
      second.stop()
    }
    let session = makeSession {
      $0.trust.systemDirectories = []
      $0.resolve = [first.port, second.port].flatMap { port in
        ["one.test", "two.test"].map { "\($0):\(port):127.0.0.1" }
      }
    }
    let person = TrustPerson(.accept(.forSession))
    for address in [
      "https://one.test:\(first.port)/", "https://one.test:\(second.port)/",
      "https://two.test:\(first.port)/", "https://one.test:\(first.port)/",
    ] {
      #expect(try await text(of: session, request(address), person.context()) == "ok")
    }
    #expect(
      person.challenges.map { "\($0.protectionSpace.host):\($0.protectionSpace.port)" } == [
        "one.test:\(first.port)", "one.test:\(second.port)", "two.test:\(first.port)",
      ])
  }

  // MARK: 12: resumed and pooled connections

  @Test(arguments: ["expired", "tls-v1-2"])
  func threat12AnotherSessionIsAskedAgainOverAFullHandshake(host: String) async throws {
    for round in 1...2 {
      let session = stage.session { $0.challengesValidServers = true }
      let person = TrustPerson(.accept(.none))
      let load = try await session.load(stage.page(host), person.context())
      _ = try await load.body.collect()
      #expect(person.challenges.count == 1)
      #expect(load.transaction.tls?.isResumed == false)
      #expect(stage.counts(host).connections == 2 * round)
    }
  }

  @Test func threat12PooledConnectionOfAnExceptionCarriesNobodyElsesRequest() async throws {
    let session = stage.session()
    let person = TrustPerson(.accept(.none))
    _ = try await text(of: session, stage.page("expired"), person.context(navigation: 1))
    let error = await failure(of: session, try stage.page("expired"), LoadContext(navigationID: 2))
    #expect(error?.code == .serverCertificateHasBadDate)
    #expect(stage.counts("expired").requests == 1)
    #expect(stage.counts("expired").connections == 3)
  }

  /// Library trap: libcurl keeps one parsed store per multi handle, and OpenSSL resumes sessions
  /// without asking anybody; neither may decide here.
  @Test func anchorsOfOneSessionAreUnknownToTheNext() async throws {
    let knowing = stage.session()
    for round in 1...3 {
      _ = try await text(of: knowing, stage.page("good"))
      let stranger = stage.session {
        $0.trust.addedAnchors = []
        $0.trust.systemDirectories = []
      }
      let error = await failure(of: stranger, try stage.page("good"))
      #expect(error?.serverTrust?.isValid == false)
      #expect(stage.counts("good").requests == round)
    }
  }

  /// Library trap: the server offers tickets, and connections that are made anew by force still
  /// go through the verify callback.
  @Test func ticketsAreNeverUsed() async throws {
    let ledger = TrustLedger()
    let session = stage.session { $0.ledger = ledger }
    for navigation in 1...3 as ClosedRange<UInt64> {
      let person = TrustPerson(.accept(.none))
      let load = try await session.load(
        stage.page("expired"), person.context(navigation: navigation))
      _ = try await load.body.collect()
      #expect(person.challenges.count == 1)
      #expect(load.transaction.tls?.isResumed == false)
      #expect(load.transaction.isConnectionReused == false)
      await session.navigationDidEnd(navigation)
    }
    #expect(ledger.decisions.isEmpty)
  }

  // MARK: 34: fetches on a certificate's word

  func hardFailure(
    _ host: String, _ change: (inout NetworkSession.Configuration) -> Void = { _ in }
  ) async throws -> ResourceError? {
    await failure(
      of: stage.session {
        $0.revocation.mode = .hard
        change(&$0)
      }, try stage.page(host))
  }

  @Test func threat34AddressesThatNoCertificateMayNameAreNotVisited() async throws {
    let error = try await hardFailure("responder-forbidden")
    #expect(error?.serverTrust?.reasons == [.revocationUnknown])
    #expect(error?.serverTrust?.result == .fatalTrustFailure)
    #expect(stage.site.plainConnections.isEmpty)
    #expect(stage.counts("responder-forbidden").requests == 0)
  }

  @Test(arguments: [
    "https://a.test/", "file:///etc/passwd", "ftp://a.test/", "http://u:p@a.test/", "http:///",
    "data:,x", "//a.test/", "http://a.test/" + String(repeating: "a", count: 2048),
  ])
  func threat34AddressIsRefused(_ address: String) {
    #expect(TrustExaminer.url(of: address) == nil)
    #expect(TrustExaminer.url(of: "http://a.test/x#y")?.href == "http://a.test/x")
  }

  @Test func threat34RedirectsAreNotFollowed() async throws {
    let error = try await hardFailure("responder-redirects")
    #expect(error?.serverTrust?.reasons == [.revocationUnknown])
    #expect(stage.site.requests.map(\.path) == ["/ocsp-redirects"])
  }

  @Test func threat34FetchesCarryNoCookiesAndNoNames() async throws {
    let cookies = CookieStore()
    let session = stage.session {
      $0.revocation.mode = .hard
      $0.cookies = cookies
    }
    let url = try #require(WebURL("http://127.0.0.1:\(stage.site.port)/"))
    var headers = HTTPHeaderList()
    headers.append("Set-Cookie", "a=b")
    cookies.store(from: headers, url: url, context: .init(ResourceRequest(url: url)))
    _ = try await text(of: session, stage.page("standing"))
    let question = try #require(stage.site.requests.first { $0.path == "/ocsp" })
    #expect(question.method == "POST")
    for name in ["cookie", "referer", "authorization", "accept-language", "origin"] {
      #expect(question.field(name) == nil, "\(name)")
    }
  }

  @Test func threat34PrivateSessionsAskNobody() async throws {
    let error = try await hardFailure("standing") { $0.isPrivate = true }
    #expect(error?.serverTrust?.reasons == [.revocationUnknown])
    #expect(stage.site.plainConnections.isEmpty)
    let person = TrustPerson(.byDefault)
    _ = await failure(
      of: stage.session { $0.isPrivate = true }, try stage.page("incomplete-chain"),
      person.context())
    #expect(person.trusts.first?.reasons == [.issuerMissing])
    #expect(stage.site.plainConnections.isEmpty)
  }

  @Test func threat34OnlyServersNearbyMayNameAddressesNearby() async throws {
    var context = LoadContext()
    context.refusesPrivateAddresses = true
    let error = await failure(
      of: makeSession(), try request(stage.site.url("/text")), context)
    #expect(error?.code == .cannotConnectToHost)
    #expect(stage.site.requests.isEmpty)
  }

  /// Every server of a test is nearby; one from afar is so by the address that the session is told.
  @Test(
    arguments: [
      ("127.0.0.1", 1), ("192.168.1.1", 1), ("::1", 1), ("1.1.1.1", 0), ("2606:4700::1111", 0),
      (nil, 0),
    ] as [(String?, Int)])
  func threat34SessionTellsFromTheAddressWhetherItsServerIsNearby(address: String?, fetches: Int)
    async throws
  {
    let page = try stage.page("incomplete-chain")
    let error = await failure(of: stage.session { $0.revocation.fetches = false }, page)
    let trust = try #require(error?.serverTrust)
    #expect(trust.reasons == [.issuerMissing])
    let server = address.map { ServerAddress(address: $0, port: 443, source: .system) }
    _ = try await stage.session().examined(trust, server, page, LoadContext())
    #expect(stage.site.fetchCounts.issuers == fetches)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("10.1.2.3", true), ("172.31.0.1", true), ("192.168.1.1", true),
    ("169.254.169.254", true), ("100.64.0.1", true), ("0.0.0.0", true), ("224.0.0.1", true),
    ("198.18.0.1", true), ("::1", true), ("::", true), ("fe80::1", true), ("fd00::1", true),
    ("::ffff:10.0.0.1", true), ("64:ff9b::7f00:1", true), ("ff02::1", true), ("", true),
    ("1.1.1.1", false), ("172.32.0.1", false), ("100.128.0.1", false), ("198.20.0.1", false),
    ("2606:4700::1111", false), ("::ffff:1.1.1.1", false),
  ])
  func threat34AddressesNearbyAreKnown(address: String, isPrivate: Bool) {
    #expect(PrivateAddress.contains(address) == isPrivate)
  }

  @Test func threat34SilentResponderDoesNotHoldTheQuestionUp() async throws {
    // The responder never answers: without patience of our own there would be no end.
    let error = try await hardFailure("responder-silent") {
      $0.issuerPatience = .milliseconds(200)
    }
    #expect(error?.serverTrust?.reasons == [.revocationUnknown])
    #expect(stage.site.fetchCounts.statusQuestions == 1)
  }

  // MARK: 35: huge certificates

  @Test(arguments: ["sans-1000", "sans-10000", "big-chain"])
  func threat35HugeCertificateIsJudged(host: String) async throws {
    let load = try await stage.session().load(stage.page(host), LoadContext())
    _ = try await load.body.collect()
    #expect(load.response.serverTrust?.isValid == true)
    #expect(stage.counts(host).connections == 1)
  }

  @Test func threat35TenThousandNamesMakeAShortSentence() async throws {
    let person = TrustPerson(.byDefault)
    let session = stage.session { $0.trust.addedAnchors = [] }
    _ = await failure(of: session, try stage.page("sans-10000"), person.context())
    let trust = try #require(person.trusts.first)
    #expect(trust.leaf?.subjectAlternativeNames.count == 10_000)
    #expect(
      trust.evaluated(forHost: "elsewhere.test").failureDescriptions.allSatisfy {
        $0.utf8.count < 500
      })
  }

  @Test func threat35ChainWithoutEndIsAnErrorWithoutAQuestion() async throws {
    let person = TrustPerson(.accept(.none))
    let error = await failure(of: stage.session(), try stage.page("huge-chain"), person.context())
    #expect(error?.code == .secureConnectionFailed)
    #expect(person.challenges.isEmpty)
  }

  // MARK: 36: a clock that is far off

  static let twoYears = 730 * UnixTime.day

  @Test(arguments: [twoYears, -twoYears])
  func threat36QuestionTellsThatTheClockIsFarOff(offset: Int64) async throws {
    let session = stage.session { $0.clock = { UnixTime.now() + offset } }
    let person = TrustPerson(.byDefault)
    _ = await failure(of: session, try stage.page("good"), person.context(navigation: 1))
    // Nothing has told the time yet.
    #expect(person.trusts.last?.clockDifference == nil)
    _ = try await text(of: session, stage.page("good", isSecure: false))
    let error = await failure(of: session, try stage.page("good"), person.context(navigation: 2))
    let trust = try #require(person.trusts.last)
    #expect(trust.reasons.contains(offset > 0 ? .expired : .notYetValid))
    let difference = try #require(trust.clockDifference)
    #expect(abs(difference - offset) < 60)
    #expect(error?.serverTrust?.clockDifference == difference)
    let direction = offset > 0 ? "730 days ahead of" : "730 days behind"
    #expect(trust.properties.last?.text.contains(direction) == true)
  }

  @Test func threat36ClockThatIsRightIsNotSpokenOf() async throws {
    let session = stage.session()
    let person = TrustPerson(.byDefault)
    _ = try await text(of: session, stage.page("good", isSecure: false))
    _ = await failure(of: session, try stage.page("expired"), person.context())
    #expect(person.trusts.last?.clockDifference == nil)
  }

  @Test func oneServersBadClockSaysNothingAboutOurs() throws {
    let clocks = ServerClocks()
    func note(_ host: String, _ date: String, age: String? = nil, at moment: Int64) throws {
      var headers = HTTPHeaderList()
      headers.append("Date", date)
      if let age { headers.append("Age", age) }
      let url = try #require(WebURL("http://\(host)/"))
      clocks.note(ResourceResponse(url: url, headers: headers), at: moment)
    }
    // RFC 9110's example is the moment 784,111,777.
    let moment: Int64 = 784_111_777 + 3 * UnixTime.day
    try note("a.test", "Sun, 06 Nov 1994 08:49:37 GMT", age: "5", at: moment)
    #expect(clocks.difference == nil)
    try note("a.test", "Sun, 06 Nov 1994 08:49:37 GMT", at: moment)
    #expect(clocks.difference == 3 * UnixTime.day)
    try note("b.test", "nonsense", at: moment)
    #expect(clocks.difference == 3 * UnixTime.day)
    try note("b.test", "Wed, 09 Nov 1994 08:49:37 GMT", at: moment)
    #expect(clocks.difference == nil)
  }
}
