// SPDX-License-Identifier: MIT
// Part of Grille: hostile servers and pages, numbered as in the list of threats.

import Foundation
import PracticeSite
import Synchronization
import Testing
import WebInfra

@testable import Networking

@Suite struct ThreatTests {
  // MARK: 18 and 19: schemes

  @Test(arguments: [
    "file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "about:start", "ftp://h/",
    "stdin:", "view-source:http://h/",
  ])
  func threat18_redirectLeavesHTTP(target: String) async throws {
    let server = ScriptedServer(answering: { _, connection in
      connection.respond("302 Found", headers: ["Location: \(target)"])
    })
    let loader = FollowingLoader(SchemeLoader(network: makeSession(), local: LocalLoader()))
    let error = await failure(of: loader, try request(server.url()))
    #expect(error?.code == .unsupportedURL)
    #expect(error?.cause == .unsafeRedirect)
  }

  @Test(arguments: [
    ("file:///etc/passwd", true), ("data:text/html,x", true), ("about:start", true),
    ("about:blank", false), ("stdin:", true),
  ])
  func threat19_pageOpensWhatOnlyTheUserMay(target: String, isRefused: Bool) throws {
    var link = try request(target)
    link.initiator = try #require(WebURL("https://evil.example/")).origin
    if isRefused {
      let error = #expect(throws: ResourceError.self) { try SchemeLoader.checkLink(link) }
      #expect(error?.cause == .unsafeLink)
    } else {
      try SchemeLoader.checkLink(link)
    }
    link.initiator = nil
    try SchemeLoader.checkLink(link)
  }

  // MARK: 25: decompression bombs

  /// Bytes the process may grow by, the other tests that run beside included, of which some derive
  /// keys in 64 MiB each; the whole bomb has 805 MB.
  static let allowance = 600 << 20

  @Test func threat25_decompressionBombIsCutOff() async throws {
    let site = try PracticeSite.start()
    let before = Memory.peak()
    let load = try await makeSession().load(request(site.url("/bomb")), LoadContext())
    var total = 0
    let error = await #expect(throws: ResourceError.self) {
      for try await piece in load.body { total += piece.count }
    }
    #expect(error?.code == .dataLengthExceedsMaximum)
    #expect(error?.cause == .decompressionBomb)
    #expect(total <= 65 << 20)
    #expect(Memory.peak() - before < Self.allowance)
  }

  @Test func threat25_bombIsCutOffAlsoWhenNobodyReads() async throws {
    let site = try PracticeSite.start()
    let before = Memory.peak()
    let load = try await makeSession().load(request(site.url("/bomb")), LoadContext())
    // Time for the session to take in what it can.
    try await Task.sleep(for: .milliseconds(200))
    let error = await #expect(throws: ResourceError.self) {
      for try await _ in load.body {}
    }
    #expect(error?.code == .dataLengthExceedsMaximum)
    #expect(Memory.peak() - before < Self.allowance)
  }

  @Test func longRunsOfBlanksAreNoBomb() async throws {
    let site = try PracticeSite.start()
    let page = try request(site.url("/bomb?bytes=10000000"))
    let load = try await makeSession().load(page, LoadContext())
    #expect(try await load.body.collect().count > 9_000_000)
  }

  // MARK: 26: huge headers

  @Test func threat26_endlessHeaderIsCutOff() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n")
      let line = "X-Filler: " + String(repeating: "a", count: 4000) + "\r\n"
      while connection.write(line) {}
    }
    let error = await failure(of: makeSession(), try request(server.url()))
    #expect(error?.code == .cannotParseResponse)
    #expect(error?.cause == .headersTooLarge)
  }

  @Test func threat26_manyHeadersAreCutOff() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n")
      while connection.write("a: b\r\n") {}
    }
    let error = await failure(of: makeSession(), try request(server.url()))
    #expect(error?.cause == .headersTooLarge)
  }

  @Test func threat26_oneLongLineIsCutOff() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nX-Long: ")
      let block = String(repeating: "a", count: 10000)
      while connection.write(block) {}
    }
    let error = await failure(of: makeSession(), try request(server.url()))
    #expect(error?.cause == .headersTooLarge)
  }

  // MARK: 27: slow servers

  @Test func threat27_silentServerTimesOut() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.waitForClose()
    }
    let error = await failure(
      of: makeSession(), try request(server.url()) { $0.timeout = .milliseconds(150) })
    #expect(error?.code == .timedOut)
    #expect(error?.cause == .stalled)
    #expect(error?.underlyingText.isEmpty == false)
  }

  @Test func threat27_headerThatNeverEndsTimesOut() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n")
      while connection.write("a: b\r\n") { usleep(20_000) }
    }
    let error = await failure(
      of: makeSession(), try request(server.url()) { $0.timeout = .milliseconds(200) })
    #expect(error?.cause == .stalled)
  }

  @Test func threat27_stalledBodyTimesOut() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n\r\nbegin")
      connection.waitForClose()
    }
    let error = await failure(
      of: makeSession(), try request(server.url()) { $0.timeout = .milliseconds(150) })
    #expect(error?.cause == .stalled)
  }

  @Test func threat27_endlessBodyTimesOutOverall() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      while connection.write("a") { usleep(10_000) }
    }
    let error = await failure(
      of: makeSession(), try request(server.url()) { $0.overallTimeout = .milliseconds(300) })
    #expect(error?.cause == .overallTimedOut)
  }

  @Test func slowReaderIsNoStalledServer() async throws {
    let size = 8 << 20
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      connection.write([UInt8](repeating: 0x61, count: size))
      connection.waitForClose()
    }
    let patient = try request(server.url()) { $0.timeout = .seconds(1) }
    let load = try await makeSession().load(patient, LoadContext())
    var iterator = load.body.makeAsyncIterator()
    var total = try #require(try await iterator.next()).count
    try await Task.sleep(for: .milliseconds(1500))
    while let piece = try await iterator.next() { total += piece.count }
    #expect(total == size)
  }

  @Test func threat27_connectionThatIsNeverMadeTimesOut() async throws {
    // A listener whose queue is full answers no further connection.
    let full = FullListener()
    let error = await failure(
      of: makeSession { $0.limits.connect = .milliseconds(200) },
      try request("http://127.0.0.1:\(full.port)/"))
    #expect(error?.cause == .connectTimedOut)
  }

  @Test func threat27_secureHandshakeThatNeverEndsTimesOut() async throws {
    let server = ScriptedServer { connection, _ in connection.waitForClose() }
    let error = await failure(
      of: makeSession { $0.limits.connect = .milliseconds(200) },
      try request("https://127.0.0.1:\(server.port)/"))
    #expect(error?.cause == .connectTimedOut)
  }

  // MARK: 30: request splitting

  @Test func threat30_encodedLineEndStaysEncoded() async throws {
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    _ = try await text(of: makeSession(), request(server.url("/a%0d%0aX-Evil:%201?q=%0D%0Ab")))
    let sent = try #require(server.requests.first)
    #expect(sent.hasPrefix("GET /a%0d%0aX-Evil:%201?q=%0D%0Ab HTTP/1.1\r\n"))
    #expect(!sent.contains("\nX-Evil"))
  }

  @Test(arguments: ["\r\nX-Evil: 1", "a\nb", "a\0b", "a\rb"])
  func threat30_headerWithLineEndIsNotSent(value: String) async throws {
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    var one = try request(server.url())
    one.headers.append("X-A", "v" + value)
    #expect(HTTPMethod(rawValue: "GET" + value) == nil)
    _ = try await text(of: makeSession { $0.acceptLanguage = "en" + value }, one)
    let sent = try #require(server.requests.first)
    #expect(!sent.contains("X-Evil") && !sent.contains("X-A") && !sent.contains("Accept-Language"))
  }

  @Test func threat30_redirectCannotSplitTheNextRequest() async throws {
    let server = ScriptedServer(answering: { request, connection in
      if request.hasPrefix("GET / ") {
        connection.respond("302 Found", headers: ["Location: /x\tX-Evil: 1 \u{1}y"])
      } else {
        connection.respond(body: "ok")
      }
    })
    _ = try await text(of: FollowingLoader(makeSession()), request(server.url()))
    let sent = try #require(server.requests.last)
    #expect(sent.components(separatedBy: "\r\n")[0].split(separator: " ").count == 3)
  }
}

enum Memory {
  /// The process's largest resident size so far, in bytes.
  static func peak() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }
}

/// A port whose queue of connections is full.
final class FullListener {
  let port: UInt16
  private var descriptors: [Int32] = []

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = bind(listener, pointer, length)
        _ = listen(listener, 0)
        getsockname(listener, pointer, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    descriptors.append(listener)
    for _ in 0..<4 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(client, $0, length)
        }
      }
      descriptors.append(client)
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
