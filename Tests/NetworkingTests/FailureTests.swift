// SPDX-License-Identifier: MIT
// Part of Grille: every way a server can fail has its own error.

import Foundation
import Synchronization
import Testing
import WebInfra

@testable import Networking

@Suite struct FailureTests {
  @Test func refusedPort() async throws {
    let server = ScriptedServer({ (_, _: ScriptedServer) in })
    server.stop()
    let error = await failure(of: makeSession(), try request(server.url()))
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test(arguments: ["http://no-such-name.invalid/", "http://x.onion/"])
  func nameWithoutAddress(address: String) async throws {
    let error = await failure(of: makeSession(), try request(address))
    #expect(error?.code == .cannotFindHost)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var label: String
    var code: ResourceError.Code
    var cause: ResourceError.Cause?
    var script: @Sendable (ScriptedConnection) -> Void
    var testDescription: String { label }
  }

  static let cases = [
    Case(label: "empty reply", code: .zeroByteResource, cause: .emptyReply) { _ in },
    Case(label: "reset before the head", code: .networkConnectionLost, cause: .connectionReset) {
      $0.resetOnClose()
    },
    Case(label: "reset in the body", code: .networkConnectionLost, cause: .connectionReset) {
      $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
      $0.resetOnClose()
    },
    Case(label: "body too short", code: .networkConnectionLost, cause: .bodyTruncated) {
      $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
    },
    Case(label: "chunks cut off", code: .networkConnectionLost, cause: .bodyTruncated) {
      $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab")
    },
    Case(label: "garbage", code: .cannotParseResponse, cause: .malformedReply) {
      $0.write("\u{1}\u{2}SSH-2.0 garbage\r\n\r\nmore\r\n")
    },
    Case(label: "no HTTP at all", code: .cannotParseResponse, cause: .malformedReply) {
      $0.write("<html>old style</html>")
    },
    Case(label: "head cut off", code: .cannotParseResponse, cause: .malformedReply) {
      $0.write("HTTP/1.1 200 OK\r\nContent-")
    },
    Case(label: "false compression", code: .cannotDecodeContentData, cause: nil) {
      $0.respond(headers: ["Content-Encoding: gzip"], body: "this is no gzip at all")
    },
    Case(label: "unknown coding", code: .cannotDecodeContentData, cause: nil) {
      $0.respond(headers: ["Content-Encoding: rot13"], body: "uryyb")
    },
  ]

  @Test(arguments: cases)
  func badServer(_ one: Case) async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      one.script(connection)
    }
    let error = await failure(of: makeSession(), try request(server.url()))
    #expect(error?.code == one.code)
    #expect(error?.cause == one.cause)
    #expect(error?.url == WebURL(server.url()))
  }

  @Test func plainTextOnATLSPort() async throws {
    let server = ScriptedServer { connection, _ in
      connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    let error = await failure(of: makeSession(), try request("https://127.0.0.1:\(server.port)/"))
    #expect(error?.code == .secureConnectionFailed)
    #expect(error?.cause == .notTLS)
  }

  @Test func portsOfOtherServicesAreNotTalkedTo() async throws {
    let error = await failure(of: makeSession(), try request("http://127.0.0.1:25/"))
    #expect(error?.code == .cannotUseRestrictedPort)
  }

  @Test func partOfATruncatedBodyIsDelivered() async throws {
    let server = ScriptedServer { connection, _ in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
    }
    let load = try await makeSession().load(request(server.url()), LoadContext())
    var iterator = load.body.makeAsyncIterator()
    #expect(try await iterator.next() == Array("abc".utf8))
    let error = await #expect(throws: ResourceError.self) { try await iterator.next() }
    #expect(error?.cause == .bodyTruncated)
  }

  @Test func unknownSchemeIsUnsupported() async throws {
    let loader = SchemeLoader(network: makeSession(), local: LocalLoader())
    for address in ["gopher://x/", "javascript:alert(1)", "foo:bar"] {
      #expect(await failure(of: loader, try request(address))?.code == .unsupportedURL)
    }
  }

  @Test func everyCodeHasANameOfItsOwn() {
    let names = ResourceError.Code.allNamed.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(ResourceError(.timedOut, cause: .stalled).name == "stalled")
    #expect(ResourceError(.timedOut).name == "timedOut")
    #expect(ResourceError(.timedOut, cause: .stalled) == ResourceError(.timedOut))
  }
}
