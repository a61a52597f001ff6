// SPDX-License-Identifier: MIT
// Part of Grille: the session against a server whose every byte is scripted.

import Foundation
import Synchronization
import Testing
import WebInfra

@testable import Networking

@Suite struct SessionTests {
  @Test func headAndBodyArrive() async throws {
    let server = ScriptedServer(answering: { _, connection in
      connection.respond(
        "404 Gone Fishing",
        headers: ["Content-Type: text/html; charset=utf-8", "X-A: 1", "X-A: 2"],
        body: "<p>no</p>")
    })
    let load = try await makeSession().load(request(server.url("/a?b#c")), LoadContext())
    #expect(load.response.status == HTTPStatus(code: 404, reason: "Gone Fishing"))
    #expect(load.response.protocolName == "http/1.1")
    #expect(load.response.headers.all("x-a") == ["1", "2"])
    #expect(load.response.mimeType?.essence == "text/html")
    #expect(load.response.textEncodingName == "utf-8")
    #expect(load.response.expectedContentLength == 9)
    #expect(try await load.body.collect() == Array("<p>no</p>".utf8))
    let sent = try #require(server.requests.first)
    #expect(sent.hasPrefix("GET /a?b HTTP/1.1\r\n"))
  }

  @Test func recordedRequestIsTheOneSent() async throws {
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    let log = EventLog()
    let post = try request(server.url("/p")) {
      $0.method = .post
      $0.body = Array("a=1".utf8)
      $0.headers.append("Content-Type", "application/x-www-form-urlencoded")
      $0.headers.append("X-Empty", "")
      $0.referrer = WebURL("http://user:pw@127.0.0.1:\(server.port)/from?q#f")
      $0.initiator = $0.url.origin
    }
    _ = try await text(of: makeSession(), post, LoadContext(observer: log.observer))
    let lines = try #require(server.requests.first).components(separatedBy: "\r\n")
    let transaction = try #require(log.transactions.first)
    let recorded = transaction.request.headers.map {
      $0.value.isEmpty ? "\($0.name):" : "\($0.name): \($0.value)"
    }
    #expect(Array(lines[1..<(lines.count - 2)]) == recorded)
    #expect(lines.last == "a=1")
    #expect(recorded.contains("Origin: http://127.0.0.1:\(server.port)"))
    #expect(recorded.contains("Referer: http://127.0.0.1:\(server.port)/from?q"))
    #expect(transaction.isFinished)
    #expect(transaction.decodedSize == 2)
    #expect(transaction.remoteAddress == "127.0.0.1")
    #expect(transaction.remotePort == server.port)
    #expect(log.phases == [.connecting, .waiting, .receiving])
  }

  @Test func connectionIsKeptAlive() async throws {
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    let session = makeSession()
    let log = EventLog()
    for _ in 0..<3 {
      _ = try await text(of: session, request(server.url()), LoadContext(observer: log.observer))
    }
    #expect(server.connectionCount == 1)
    #expect(log.transactions.map(\.isConnectionReused) == [false, true, true])
  }

  @Test func redirectIsAnAnswerAndCanBeFollowed() async throws {
    let server = ScriptedServer(answering: { request, connection in
      if request.hasPrefix("GET /end ") {
        connection.respond(body: "end")
      } else {
        connection.respond("302 Found", headers: ["Location: /end"], body: "moved")
      }
    })
    let session = makeSession()
    let hop = try await session.load(request(server.url()), LoadContext())
    #expect(hop.response.isRedirect)
    #expect(hop.transaction.redirectTarget?.pathname == "/end")
    #expect(try await text(of: FollowingLoader(session), request(server.url())) == "end")
    // The body of the redirect was read to its end, so its connection served again.
    #expect(server.connectionCount <= 2)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectOfAPostKeepsOrChangesTheMethod(code: Int) async throws {
    let server = ScriptedServer(answering: { request, connection in
      if request.contains(" /end ") {
        connection.respond(body: "end")
      } else {
        connection.respond("\(code) X", headers: ["Location: /end"])
      }
    })
    let post = try request(server.url()) {
      $0.method = .post
      $0.body = Array("x".utf8)
    }
    _ = try await text(of: FollowingLoader(makeSession()), post)
    let last = try #require(server.requests.last)
    #expect(last.hasPrefix(code >= 307 ? "POST /end " : "GET /end "))
    #expect(last.hasSuffix(code >= 307 ? "\r\n\r\nx" : "\r\n\r\n"))
  }

  @Test func redirectLoopEndsAfterTwentyHops() async throws {
    let server = ScriptedServer(answering: { _, connection in
      connection.respond("302 Found", headers: ["Location: /again"])
    })
    let error = await failure(of: FollowingLoader(makeSession()), try request(server.url()))
    #expect(error?.code == .httpTooManyRedirects)
    #expect(server.requests.count == 21)
  }

  @Test(arguments: ["gzip", "deflate", "br", "zstd"])
  func offeredCodingIsOneTheLibraryHas(coding: String) async throws {
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    _ = try await text(of: makeSession(), request(server.url()))
    #expect(try #require(server.requests.first).contains(coding))
  }

  @Test func cookiesComeBackToTheirHost() async throws {
    let server = ScriptedServer(answering: { request, connection in
      if request.hasPrefix("GET /in ") {
        connection.respond(
          "302 Found", headers: ["Location: /", "Set-Cookie: id=7; HttpOnly", "Set-Cookie: b=2"])
      } else {
        connection.respond(body: request.contains("Cookie: id=7; b=2\r\n") ? "known" : "stranger")
      }
    })
    let loader = FollowingLoader(makeSession())
    #expect(try await text(of: loader, request(server.url())) == "stranger")
    #expect(try await text(of: loader, request(server.url("/in"))) == "known")
    #expect(try await text(of: loader, request(server.url())) == "known")
  }

  @Test func slowReaderHoldsTheServerUp() async throws {
    let sent = Mutex(0)
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      let block = [UInt8](repeating: 0x61, count: 1 << 16)
      for _ in 0..<2000 where connection.write(block) { sent.withLock { $0 += block.count } }
    }
    let load = try await makeSession().load(request(server.url()), LoadContext())
    // The server can fill the sockets and the pipe, but not more.
    var before = -1
    while before != sent.withLock({ $0 }) {
      before = sent.withLock { $0 }
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(before < 32 << 20)
    var total = 0
    for try await piece in load.body { total += piece.count }
    #expect(total == 2000 << 16)
  }

  @Test func cancelTakesEffectAtOnceWhileTheServerIsSilent() async throws {
    let server = ScriptedServer { connection, server in
      if let request = connection.readRequest() { server.note(request) }
      connection.waitForClose()
      server.note("closed")
    }
    let session = makeSession()
    let silent = try request(server.url())
    let task = Task { await failure(of: session, silent) }
    while server.requests.isEmpty { try? await Task.sleep(for: .milliseconds(1)) }
    let start = ContinuousClock.now
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    // Far below the time-out; the rest is for the machine to find the time.
    #expect(ContinuousClock.now - start < .seconds(20))
    while server.requests.count < 2 { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func cancellingTheBodyClosesTheConnection() async throws {
    let closed = Mutex(false)
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n\r\nbegin")
      connection.waitForClose()
      closed.withLock { $0 = true }
    }
    let load = try await makeSession().load(request(server.url()), LoadContext())
    var iterator = load.body.makeAsyncIterator()
    #expect(try await iterator.next() == Array("begin".utf8))
    load.cancel()
    await #expect(throws: ResourceError(.cancelled)) { try await iterator.next() }
    while !closed.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func droppedAnswerFreesItsConnection() async throws {
    let closed = Mutex(false)
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n\r\nbegin")
      connection.waitForClose()
      closed.withLock { $0 = true }
    }
    let session = makeSession()
    _ = try await session.load(request(server.url()), LoadContext())
    while !closed.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func interimHeadsAndTrailersAreNotTheHead() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write(
        "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n"
          + "Transfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\nhi\r\n0\r\nX-T: 1\r\n\r\n")
    }
    let load = try await makeSession().load(request(server.url()), LoadContext())
    #expect(load.response.status?.code == 200)
    #expect(!load.response.headers.contains("link"))
    #expect(try await load.body.collect() == Array("hi".utf8))
    #expect(!load.response.headers.contains("x-t"))
  }

  @Test func headRequestHasNoBody() async throws {
    let server = ScriptedServer(answering: { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
    })
    let head = try request(server.url()) { $0.method = .head }
    let load = try await makeSession().load(head, LoadContext())
    #expect(load.response.expectedContentLength == 5)
    #expect(try await load.body.collect().isEmpty)
  }

  @Test func pathIsSentAsItIs() async throws {
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    _ = try await text(of: makeSession(), request(server.url("/a//b/%2e%2e/;c/[x]|'?q='[]|%")))
    let url = try #require(WebURL(server.url("/a//b/%2e%2e/;c/[x]|'?q='[]|%")))
    #expect(try #require(server.requests.first).hasPrefix("GET \(url.requestTarget) HTTP/1.1\r\n"))
  }

  @Test func resolveAndConnectToReachTheServerByAnyName() async throws {
    let server = ScriptedServer(answering: { request, connection in
      connection.respond(body: request.contains("Host: a.example") ? "a" : "other")
    })
    let resolving = makeSession { $0.resolve = ["a.example:\(server.port):127.0.0.1"] }
    #expect(try await text(of: resolving, request("http://a.example:\(server.port)/")) == "a")
    let connecting = makeSession { $0.connectTo = ["a.example:80:127.0.0.1:\(server.port)"] }
    #expect(try await text(of: connecting, request("http://a.example/")) == "a")
  }

  @Test func environmentNamesNoProxy() async throws {
    setenv("http_proxy", "http://127.0.0.1:9", 1)
    defer { unsetenv("http_proxy") }
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    #expect(try await text(of: makeSession(), request(server.url())) == "ok")
  }

  @Test func nothingRunsOnTheMainThread() async throws {
    let server = ScriptedServer(answering: { _, connection in connection.respond(body: "ok") })
    let onMain = Mutex<[Bool]>([])
    let context = LoadContext(observer: { _ in
      onMain.withLock { $0.append(Thread.isMainThread) }
    })
    let session = makeSession()
    let one = try request(server.url())
    let body = try await Task { @MainActor in try await text(of: session, one, context) }.value
    #expect(body == "ok")
    #expect(onMain.withLock { !$0.isEmpty && !$0.contains(true) })
  }
}
