// SPDX-License-Identifier: MIT
// Part of Grille: strict transport security: its field, its store, and what sessions do with it.

import PracticeSite
import Security
import Synchronization
import Testing
import WebInfra

@testable import Networking

@Suite struct HSTSTests {
  // MARK: The field

  @Test(
    arguments: [
      ("max-age=31536000", 31_536_000, false), ("MAX-AGE=\"10\" ; IncludeSubDomains", 10, true),
      (" ; max-age = 5 ; preload;;foo=\"a;b\\\"c\"", 5, false), ("max-age=0", 0, false),
      ("max-age=99999999999999999999999", Int64.max / 100, false),
      ("includesubdomains;max-age=1", 1, true),
    ] as [(String, Int64, Bool)])
  func fieldIsRead(text: String, maxAge: Int64, includesSubdomains: Bool) {
    let field = StrictTransportSecurity(parsing: text)
    #expect(field?.maxAge == maxAge)
    #expect(field?.includesSubdomains == includesSubdomains)
  }

  @Test(arguments: [
    "", "includeSubDomains", "max-age", "max-age=", "max-age=-1", "max-age=1.5", "max-age=abc",
    "max-age=1; max-age=2", "max-age=1; includeSubDomains=1", "max-age=\"1", "max-age=1, foo",
    "max-age=1; includeSubDomains; INCLUDESUBDOMAINS", "=1;max-age=1", "max-age='1'x y",
  ])
  func brokenFieldCountsForNothing(_ text: String) {
    #expect(StrictTransportSecurity(parsing: text) == nil)
  }

  // MARK: The store

  static func headers(_ values: String...) -> HTTPHeaderList {
    var headers = HTTPHeaderList()
    for value in values { headers.append("Strict-Transport-Security", value) }
    return headers
  }

  @Test func hostIsStrictUntilItsAgeIsOver() {
    let store = HSTSStore()
    store.note(Self.headers("max-age=100"), host: "A.test.", at: 1000)
    #expect(store.isStrict(host: "a.TEST", at: 1099))
    #expect(!store.isStrict(host: "a.test", at: 1100))
    #expect(!store.isStrict(host: "b.a.test", at: 1000))
    #expect(!store.isStrict(host: "test", at: 1000))
    #expect(!store.isStrict(host: "evila.test", at: 1000))
  }

  @Test func hostMaySpeakForThoseBelowIt() {
    let store = HSTSStore()
    store.note(Self.headers("max-age=100; includeSubDomains"), host: "a.test", at: 0)
    #expect(store.isStrict(host: "c.b.a.test", at: 0))
    store.note(Self.headers("max-age=200"), host: "b.a.test", at: 0)
    // The child's own word does not take the parent's back.
    #expect(store.isStrict(host: "c.b.a.test", at: 0))
    store.note(Self.headers("max-age=100"), host: "a.test", at: 0)
    #expect(!store.isStrict(host: "c.b.a.test", at: 0))
  }

  @Test func ageOfZeroForgets() {
    let changes = Mutex<[String]>([])
    let store = HSTSStore(entries: []) { host, entry in
      changes.withLock { $0.append("\(host) \(entry?.expiry ?? -1)") }
    }
    store.note(Self.headers("max-age=100", "max-age=0"), host: "a.test", at: 0)
    store.note(Self.headers("max-age=100"), host: "a.test", at: 0)
    #expect(store.isStrict(host: "a.test", at: 0))
    store.note(Self.headers("max-age=0; includeSubDomains"), host: "a.test", at: 0)
    #expect(!store.isStrict(host: "a.test", at: 0))
    store.note(Self.headers("max-age=0"), host: "a.test", at: 0)
    #expect(changes.withLock { $0 } == ["a.test 100", "a.test -1"])
  }

  @Test func addressesAreNeverStrict() {
    let store = HSTSStore(entries: [
      .init(host: "127.0.0.1", includesSubdomains: true, expiry: .max, noted: 0)
    ])
    store.note(Self.headers("max-age=100"), host: "[::1]", at: 0)
    #expect(store.entries.count == 1)
    #expect(!store.isStrict(host: "127.0.0.1", at: 0))
    #expect(!store.isStrict(host: "[::1]", at: 0))
  }

  @Test func oldestEntryMakesRoom() {
    let store = HSTSStore(
      entries: (0..<HSTSStore.capacity).map {
        .init(host: "h\($0).test", includesSubdomains: false, expiry: .max, noted: Int64($0) + 5)
      })
    store.note(Self.headers("max-age=99999999999"), host: "new.test", at: 1)
    // Two years are the most that counts, and the entry noted longest ago makes room.
    #expect(store.entries.count == HSTSStore.capacity)
    #expect(!store.isStrict(host: "new.test", at: 1))
    store.note(Self.headers("max-age=99999999999"), host: "new.test", at: 50_000)
    #expect(store.isStrict(host: "new.test", at: 49_999 + HSTSStore.longestAge))
    #expect(!store.isStrict(host: "new.test", at: 50_001 + HSTSStore.longestAge))
    #expect(!store.isStrict(host: "h0.test", at: 0))
    store.forgetAll()
    #expect(store.entries.isEmpty)
  }

  @Test(arguments: [
    ("http://a.test/x?y#z", "https://a.test/x?y#z"), ("http://a.test:80/", "https://a.test/"),
    ("http://u:p@a.test:8080/", "https://a.test:8080/"), ("http://a.test:443/", "https://a.test/"),
  ])
  func addressIsMadeSecure(from: String, to: String) throws {
    let url = try #require(WebURL(from))
    #expect(NetworkSession.secureAddress(of: url)?.href == to)
  }
}

/// Strict transport security on the real stack.
@Suite struct HSTSSessionTests {
  let stage: TrustStage
  let store = HSTSStore()

  init() throws { stage = try TrustStage() }

  func session(_ change: (inout NetworkSession.Configuration) -> Void = { _ in })
    -> NetworkSession
  {
    stage.session {
      // The usual ports, since the upgrade keeps any other.
      $0.connectTo = stage.site.connectToEntries
      $0.hsts = store
      change(&$0)
    }
  }

  @Test func threat17StrictHostIsNeverVisitedByHTTPAgain() async throws {
    let session = session()
    _ = try await text(of: session, request("https://hsts.practice.test/"))
    #expect(store.entries.map(\.host) == ["hsts.practice.test"])
    let log = EventLog()
    let load = try await FollowingLoader(session).load(
      request("http://hsts.practice.test/text?a#b"), LoadContext(observer: log.observer))
    _ = try await load.body.collect()
    #expect(load.response.url.href == "https://hsts.practice.test/text?a#b")
    // No byte on the clear port, and the hop is on the record.
    #expect(stage.site.plainConnections.isEmpty)
    #expect(log.transactions.map(\.isInternalRedirect) == [true, false])
    #expect(
      log.transactions.first?.redirectTarget?.href == "https://hsts.practice.test/text?a#b")
    #expect(log.transactions.first?.isFinished == true)
  }

  @Test func threat17UpgradeKeepsMethodAndBody() async throws {
    _ = try await text(of: session(), request("https://hsts.practice.test/"))
    stage.site.forgetRequests()
    let post = try request("http://hsts.practice.test/echo") {
      $0.method = .post
      $0.body = Array("a=1".utf8)
    }
    _ = try await text(of: FollowingLoader(session()), post)
    #expect(stage.site.requests.map(\.method) == ["POST"])
    #expect(stage.site.requests.first?.isSecure == true)
    #expect(stage.site.requests.first?.body == Array("a=1".utf8))
  }

  @Test func threat17NothingIsNotedFromHTTP() async throws {
    _ = try await text(of: session(), request("http://hsts-plain.practice.test/"))
    #expect(
      stage.site.requests.count == 1 && stage.counts("hsts-plain").plainRequests == 1)
    #expect(store.entries.isEmpty)
  }

  @Test func threat17NothingIsNotedUnderAnException() async throws {
    let person = TrustPerson(.accept(.forSession))
    let session = session { $0.trust.addedAnchors = [] }
    _ = try await text(of: session, request("https://hsts.practice.test/"), person.context())
    #expect(person.challenges.count == 1)
    #expect(store.entries.isEmpty)
    // A delegate that confirms a sound server makes no exception.
    let confirming = self.session { $0.challengesValidServers = true }
    _ = try await text(
      of: confirming, request("https://hsts.practice.test/"), person.context(navigation: 2))
    #expect(store.entries.count == 1)
  }

  @Test func threat17NothingIsNotedFromAnAddress() async throws {
    let session = session()
    let address = "https://127.0.0.1:\(stage.site.securePort)/"
    let host = LoadContext()
    let response = try await session.load(request(address), host).response
    #expect(response.serverTrust?.isValid == true)
    store.note(HSTSTests.headers("max-age=9"), host: "127.0.0.1", at: 0)
    #expect(store.entries.isEmpty)
  }

  @Test func threat17ProblemsOfAStrictHostAreFinal() async throws {
    let session = session()
    let person = TrustPerson(.accept(.forSession))
    let page = try request("https://expired.hsts.practice.test/")
    // Not strict yet: the exception is possible, and must not outlive the declaration.
    _ = try await text(of: session, page, person.context())
    _ = try await text(of: session, request("https://hsts.practice.test/"))
    #expect(store.entries.first?.includesSubdomains == true)
    stage.site.forgetRequests()
    let error = await failure(of: session, page, person.context(navigation: 2))
    #expect(error?.code == .serverCertificateHasBadDate)
    #expect(error?.serverTrust?.reasons == [.expired, .strictHost])
    #expect(error?.serverTrust?.result == .fatalTrustFailure)
    #expect(person.challenges.count == 2)
    #expect(stage.site.requests.isEmpty)
  }
}
