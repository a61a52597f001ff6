// SPDX-License-Identifier: MIT
// Part of Grille: names and passwords for a real httpbin.
import Foundation
import Testing

@testable import Networking

/// An httpbin of our own on a port that the system chose, one for all tests.
private final class HTTPBin: Sendable {
  static let shared = Result { try HTTPBin() }

  static let python = "/usr/bin/python3"

  static let isInstalled: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", "import httpbin"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  let port: Int
  private let input = Pipe()

  private init() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [
      "-c",
      """
      import os, sys, threading
      from werkzeug.serving import make_server
      from httpbin import app
      # The tests keep the other end for as long as they run.
      threading.Thread(target=lambda: sys.stdin.read() or os._exit(0), daemon=True).start()
      server = make_server("127.0.0.1", 0, app, threaded=True)
      print(server.server_port, flush=True)
      server.serve_forever()
      """,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += String(decoding: more, as: UTF8.self)
    }
    port = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}

@Suite(
  .enabled(
    if: HTTPBin.isInstalled,
    "httpbin is not installed: `apt-get install python3-httpbin` to run these"))
struct HTTPBinTests {
  @Test(arguments: [
    "basic-auth/user/pass", "digest-auth/auth/user/pass/MD5",
    "digest-auth/auth/user/pass/SHA-256", "digest-auth/auth/user/pass/SHA-256/never",
    // The nonce gets stale after one use, which is no failure.
    "digest-auth/auth/user/pass/MD5/1",
  ])
  func rightPasswordOpens(path: String) async throws {
    let httpbin = try HTTPBin.shared.get()
    let session = makeSession()
    let answers = PasswordTests.Answers(["pass"])
    for _ in 1...3 {
      let load = try await session.load(request(httpbin.url(path)), answers.context)
      #expect(load.response.status?.code == 200)
      let body = String(decoding: try await load.body.collect(), as: UTF8.self)
      #expect(body.filter { !$0.isWhitespace }.contains("\"authenticated\":true"))
    }
    #expect(answers.count == 1)
  }

  @Test(arguments: ["basic-auth/user/pass", "digest-auth/auth/user/pass/SHA-256"])
  func wrongPasswordIsAskedForAgain(path: String) async throws {
    let httpbin = try HTTPBin.shared.get()
    let answers = PasswordTests.Answers(["wrong", "pass"])
    let load = try await makeSession().load(request(httpbin.url(path)), answers.context)
    #expect(load.response.status?.code == 200)
    #expect(answers.questions.withLock { $0.map(\.previousFailureCount) } == [0, 1])
  }

  // Digests of the body, hashes unknown here, and tokens of other programs are named, not tried.
  @Test(arguments: [
    ("digest-auth/auth-int/user/pass/MD5", "digest"),
    ("digest-auth/auth/user/pass/SHA-512", "digest"), ("bearer", "bearer"),
  ])
  func whatCannotBeAnsweredIsShownAsItIs(path: String, scheme: String) async throws {
    let httpbin = try HTTPBin.shared.get()
    let answers = PasswordTests.Answers(["pass"])
    let load = try await makeSession().load(request(httpbin.url(path)), answers.context)
    #expect(load.response.status?.code == 401)
    #expect(load.response.authenticationSchemes == [scheme])
    #expect(!load.response.canBeAuthenticated)
    #expect(answers.count == 0)
  }
}
