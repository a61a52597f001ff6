// SPDX-License-Identifier: MIT
// Part of Grille: proxies, on the real stack.
import PracticeSite
import Security
import Synchronization
import Testing
import WebInfra

@testable import Networking

/// Answers questions for passwords in turn, the last answer for ever, and remembers them.
private final class LogInPerson: Sendable {
  private let asked = Mutex<[AuthenticationChallenge]>([])
  private let answers: Mutex<[AuthenticationChallengeDisposition]>
  private let last: AuthenticationChallengeDisposition

  init(_ answers: AuthenticationChallengeDisposition...) {
    self.answers = Mutex(answers)
    last = answers[answers.count - 1]
  }

  var context: LoadContext {
    LoadContext(navigationID: 1) { challenge in
      self.asked.withLock { $0.append(challenge) }
      return self.answers.withLock { $0.isEmpty ? self.last : $0.removeFirst() }
    }
  }

  var challenges: [AuthenticationChallenge] { asked.withLock { $0 } }
}

extension AuthenticationChallengeDisposition {
  fileprivate static func logIn(
    _ user: String = "user", _ password: String = "pass",
    _ persistence: Credential.Persistence = .forSession
  ) -> Self {
    .useCredential(Credential(user: user, password: password, persistence: persistence))
  }
}

@Suite struct ProxyTests {
  let stage: TrustStage
  var site: PracticeSite { stage.site }

  init() throws { stage = try TrustStage() }

  /// A session behind a proxy; names are known to the proxy only, unless it is one of SOCKS 5.
  private func session(
    _ proxy: PracticeProxy, _ kind: ProxyConfiguration.Kind = .http, bypassing: [String] = []
  ) -> NetworkSession {
    stage.session {
      if kind != .socks5 { $0.resolve = [] }
      $0.proxy = ProxyConfiguration(
        kind: kind, host: "127.0.0.1", port: proxy.port, bypassedHosts: bypassing)
    }
  }

  @Test func requestsByHTTPArePassedOn() async throws {
    let proxy = try PracticeProxy()
    defer { proxy.stop() }
    let page = try stage.page("good", "/text?a=1", isSecure: false)
    #expect(try await text(of: session(proxy), page).hasPrefix("Plain text"))
    #expect(proxy.visits.map(\.method) == ["GET"])
    #expect(proxy.visits.first?.target == page.url.href)
    #expect(site.requests.first?.field("host") == "good.practice.test:\(site.port)")
    // Nothing that is for the proxy reaches the server.
    #expect(
      site.requests.first?.fields.contains { $0.name.lowercased().hasPrefix("proxy") } == false)
  }

  @Test func secureRequestsGoThroughATunnelAndTheCertificateIsTheServers() async throws {
    let proxy = try PracticeProxy()
    defer { proxy.stop() }
    let session = session(proxy)
    let load = try await session.load(stage.page("good"), LoadContext())
    _ = try await load.body.collect()
    #expect(load.response.serverTrust?.isValid == true)
    #expect(load.response.headers.first("content-type")?.hasPrefix("text/plain") == true)
    #expect(
      proxy.visits.map { "\($0.method) \($0.target)" }
        == ["CONNECT good.practice.test:\(site.securePort)"])
    let error = await failure(of: session, try stage.page("wrong.host"))
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(error?.serverTrust?.reasons == [.wrongHost])
  }

  @Test(arguments: [ProxyConfiguration.Kind.socks5, .socks5h])
  func socksIsSpoken(_ kind: ProxyConfiguration.Kind) async throws {
    let proxy = try PracticeProxy(.socks5)
    defer { proxy.stop() }
    let session = session(proxy, kind)
    #expect(try await text(of: session, stage.page("good")).hasPrefix("Plain text"))
    let host = kind == .socks5 ? "127.0.0.1" : "good.practice.test"
    #expect(proxy.visits.map(\.target) == ["\(host):\(site.securePort)"])
  }

  @Test func hostsThatAreBypassedAreReachedDirectly() async throws {
    let proxy = try PracticeProxy(demanding: .refusal)
    defer { proxy.stop() }
    let direct = stage.session {
      $0.proxy = ProxyConfiguration(
        kind: .http, host: "127.0.0.1", port: proxy.port, bypassedHosts: ["practice.test"])
    }
    #expect(try await text(of: direct, stage.page("good")).hasPrefix("Plain text"))
    #expect(proxy.visits.isEmpty)
  }

  // MARK: Log-ins

  @Test(arguments: [true, false])
  func aProxyLogsInByNTLMOnAConnectionOfItsOwn(_ isSecure: Bool) async throws {
    let proxy = try PracticeProxy(demanding: .ntlm)
    defer { proxy.stop() }
    let session = session(proxy)
    let person = LogInPerson(.logIn("wrong"), .logIn())
    let page = try stage.page("good", isSecure: isSecure)
    for _ in 1...2 {
      #expect(try await text(of: session, page, person.context).hasPrefix("Plain text"))
    }
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    let space = person.challenges.first?.protectionSpace
    #expect(space?.isProxy == true && space?.authenticationMethod.name == "ntlm")
    #expect(site.requests.count == 2)
    #expect(!site.requests.contains { $0.field("authorization") != nil })
  }

  @Test func aTicketIsNeverOfferedToASOCKSProxy() async throws {
    let proxy = try PracticeProxy(.socks5)
    defer { proxy.stop() }
    _ = try await text(of: session(proxy, .socks5), stage.page("good"))
    // RFC 1928 §3: 1 stands for GSS-API.
    #expect(proxy.visits.first.map { $0.methods.contains(1) } == false)
  }

  @Test(arguments: [PracticeProxy.Demand.basic, .digest], [true, false])
  func scenario51TheProxyAsksForItself(
    _ demand: PracticeProxy.Demand, _ isSecure: Bool
  ) async throws {
    let proxy = try PracticeProxy(demanding: demand)
    defer { proxy.stop() }
    let session = session(proxy)
    let person = LogInPerson(.logIn("user", "wrong"), .logIn())
    let page = try stage.page("good", isSecure: isSecure)
    #expect(try await text(of: session, page, person.context).hasPrefix("Plain text"))
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    let space = try #require(person.challenges.first?.protectionSpace)
    #expect(space.isProxy && space.host == "127.0.0.1" && space.port == proxy.port)
    #expect(person.challenges.last?.proposedCredential?.user == "user")
    #expect(!space.receivesCredentialSecurely || demandIsDigest(demand))
    // The proxy is told again without a question, and the server never.
    #expect(try await text(of: session, page, person.context).hasPrefix("Plain text"))
    let other = try stage.page("wildcard", isSecure: isSecure)
    #expect(try await text(of: session, other, person.context).hasPrefix("Plain text"))
    #expect(person.challenges.count == 2)
    #expect(site.requests.allSatisfy { $0.field("proxy-authorization") == nil })
    #expect(site.requests.allSatisfy { $0.field("authorization") == nil })
  }

  private func demandIsDigest(_ demand: PracticeProxy.Demand) -> Bool {
    if case .digest = demand { true } else { false }
  }

  @Test(arguments: [true, false]) func scenario51TheProxysPageIsNeverTheSites(
    _ isSecure: Bool
  ) async throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let page = try stage.page("good", isSecure: isSecure)
    let cancelling = LogInPerson(.cancelAuthenticationChallenge)
    let cancelled = await failure(of: session(proxy), page, cancelling.context)
    #expect(cancelled?.code == .cancelled)
    if isSecure {
      for context in [LogInPerson(.performDefaultHandling).context, LoadContext()] {
        let error = await failure(of: session(proxy), page, context)
        #expect(error?.code == .userAuthenticationRequired)
        #expect(error?.cause == .proxyAuthenticationRequired)
        #expect(error?.underlyingText == "http://127.0.0.1:\(proxy.port)")
      }
    } else {
      // By http the answer is the proxy's to give; its code says whose it is.
      let load = try await session(proxy).load(page, LoadContext())
      #expect(load.response.status?.code == 407)
    }
    #expect(site.requests.isEmpty)
  }

  @Test func aProxyThatRefusesIsNamed() async throws {
    let proxy = try PracticeProxy(demanding: .refusal)
    defer { proxy.stop() }
    let error = await failure(of: session(proxy), try stage.page("good"))
    #expect(error?.code == .cannotConnectToHost && error?.cause == .proxyRefused)
    #expect(error?.underlyingText.contains("403 Forbidden") == true)
    #expect(error?.underlyingText.contains("words of the proxy") == false)
  }

  @Test func aProxyThatIsNotThereIsNotTheSitesFault() async throws {
    let proxy = try PracticeProxy()
    let session = session(proxy)
    proxy.stop()
    let error = await failure(of: session, try stage.page("good"))
    #expect(error?.code == .cannotConnectToHost)
    #expect(error?.cause == .proxyFailed)
  }

  @Test func socksAsksForANameAndAPasswordToo() async throws {
    let proxy = try PracticeProxy(.socks5, demanding: .basic)
    defer { proxy.stop() }
    let session = session(proxy, .socks5h)
    let person = LogInPerson(.logIn("user", "wrong"), .logIn())
    #expect(
      try await text(of: session, stage.page("good"), person.context).hasPrefix("Plain text"))
    #expect(person.challenges.map(\.previousFailureCount) == [0, 1])
    #expect(proxy.visits.last?.authorization == "user:pass")
    let unasked = await failure(of: self.session(proxy, .socks5h), try stage.page("good"))
    #expect(unasked?.cause == .proxyAuthenticationRequired)
  }

  // MARK: Threats

  @Test func threat14ALogInForTheSiteIsNotForTheProxy() async throws {
    let proxy = try PracticeProxy()
    defer { proxy.stop() }
    let session = session(proxy)
    let person = LogInPerson(.logIn())
    #expect(
      try await text(of: session, stage.page("good", "/basic"), person.context)
        .contains("You are in."))
    #expect(person.challenges.first?.protectionSpace.isProxy == false)
    #expect(proxy.visits.allSatisfy { $0.authorization == nil && $0.serverAuthorization == nil })
  }

  @Test func theProxysFieldsDoNotMakeTheSiteStrict() async throws {
    // A head in place of a tunnel is not the server's: neither cookies nor HSTS come from it.
    let proxy = ScriptedServer(answering: { _, connection in
      connection.write(
        "HTTP/1.1 403 Forbidden\r\nStrict-Transport-Security: max-age=9999\r\n"
          + "Set-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")
    })
    defer { proxy.stop() }
    let (hsts, cookies) = (HSTSStore(), CookieStore())
    let session = stage.session {
      $0.hsts = hsts
      $0.cookies = cookies
      $0.proxy = ProxyConfiguration(kind: .http, host: "127.0.0.1", port: proxy.port)
    }
    let error = await failure(of: session, try stage.page("good"))
    #expect(error?.cause == .proxyRefused)
    #expect(hsts.entries.isEmpty)
    let url = try #require(WebURL("https://good.practice.test:\(site.securePort)/"))
    #expect(
      cookies.header(for: url, context: CookieStore.RequestContext(try request(url.href))) == nil)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("proxy.example", "http://proxy.example:80"),
    ("http://proxy.example:3128", "http://proxy.example:3128"),
    ("HTTP://proxy.example:3128/", "http://proxy.example:3128"),
    ("socks5://127.0.0.1:9050", "socks5://127.0.0.1:9050"),
    ("socks5h://[::1]", "socks5h://[::1]:1080"),
  ])
  func addressesAreRead(_ text: String, _ address: String) throws {
    #expect(try ProxyConfiguration(address: text).address == address)
  }

  @Test(arguments: [
    ("", ProxyConfiguration.Problem.malformed), ("http://", .malformed),
    ("http://proxy.example/path", .malformed), ("http://proxy.example:99999", .malformed),
    ("https://proxy.example", .unknownScheme("https")),
    ("ftp://proxy.example", .unknownScheme("ftp")),
    ("http://user:pw@proxy.example", .holdsCredentials),
  ])
  func otherAddressesAreRefused(_ text: String, _ problem: ProxyConfiguration.Problem) {
    #expect(throws: problem) { try ProxyConfiguration(address: text) }
  }

  @Test(arguments: [
    ("a.example", true), ("example.org", false), ("www.example.org", false),
    ("badexample.org", true), ("intranet", false), ("192.0.2.1", false), ("192.0.2.10", true),
  ])
  func bypassedHostsStandForThoseBelow(_ host: String, _ isUsed: Bool) throws {
    let proxy = ProxyConfiguration(
      kind: .http, host: "p", port: 1,
      bypassedHosts: [".Example.org", "intranet", "192.0.2.1"])
    #expect(proxy.isUsed(for: try #require(WebURL("http://\(host)/"))) == isUsed)
  }
}
