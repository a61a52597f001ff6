// SPDX-License-Identifier: MIT
// Part of Grille: tests of log-ins from a file in the netrc form.
import Foundation
import Glibc
import PracticeSite
import TestSupport
import Testing

@testable import Networking

@Suite struct NetrcTests {
  private static func file(_ text: String) throws -> NetrcFile {
    try NetrcFile(contents: Array(text.utf8))
  }

  @Test(arguments: [
    ("machine a.test login u password p", "u p"),
    ("machine A.Test\n  login u\r\n\tpassword p\n", "u p"),
    ("machine b.test login x password y machine a.test login u password p", "u p"),
    ("default login u password p", "u p"),
    ("machine b.test login x password y\ndefault login u password p\n", "u p"),
    ("machine a.test login u account n password p", "u p"),
    ("# machine a.test login x password y\nmachine a.test login u password p", "u p"),
    ("machine a.test # a word about it\n login u # and another\n password p", "u p"),
    ("machine a.test login u password #p", "u #p"),
    ("machine a.test login \"a \\\"b\\\\\" password \"p\\tq\"", "a \"b\\ p\tq"),
    ("machine a.test login u password \"\"", "u "),
    ("macdef init\nmachine a.test login x password y\n\nmachine a.test login u password p", "u p"),
    ("machine a.test login u password p macdef m\nls\n\nmachine b.test login x password y", "u p"),
    ("machine a.test login u password p\nmachine a.test login x password y", "u p"),
    ("machine a.test login größe password 鍵", "größe 鍵"),
  ])
  func theFirstFittingEntryCounts(text: String, expected: String) throws {
    let login = try #require(try Self.file(text).login(forHost: "a.test"))
    #expect("\(login.user) \(login.password)" == expected)
  }

  // A name is never joined with another entry's password (CVE-2024-11053, CVE-2025-0167).
  @Test(arguments: [
    "", "\n\n# nothing\n", "machine b.test login x password y",
    "machine a.test login u\nmachine a.test login u password p",
    "machine a.test login u\ndefault login u password p", "machine a.test password p",
    "default\nmachine a.test login u password p", "machine sub.a.test login u password p",
    "macdef init\nmachine a.test login u password p\n",
  ])
  func otherwiseThereIsNone(text: String) throws {
    #expect(try Self.file(text).login(forHost: "a.test") == nil)
  }

  @Test(arguments: [
    ("machine", 1), ("machine a.test\nlogin", 2), ("machine a.test\nlogin u\npass p", 3),
    ("login u password p", 1), ("machine a.test login \"u\npassword p", 1),
  ])
  func whatIsNoPartOfTheFormIsPointedAt(text: String, line: Int) {
    #expect(throws: NetrcFile.Problem.malformed(line: line)) { try Self.file(text) }
  }

  @Test func itsDescriptionTellsNothing() throws {
    let file = try Self.file("machine a.test login somebody password topsecret")
    #expect("\(file)" == "NetrcFile(1 entries)")
  }

  @Test func onlyAFileOfOnesOwnIsRead() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("machine a.test login u password p".utf8), to: "netrc")
    chmod(path, 0o600)
    #expect(try NetrcFile(path: path).login(forHost: "a.test")?.user == "u")
    for mode: mode_t in [0o640, 0o604, 0o620, 0o610] {
      chmod(path, mode)
      #expect(throws: NetrcFile.Problem.openToOthers) { try NetrcFile(path: path) }
    }
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    #expect(throws: NetrcFile.Problem.notRegularFile) { try NetrcFile(path: pipe) }
    #expect(throws: NetrcFile.Problem.notRegularFile) { try NetrcFile(path: folder.path) }
    #expect(throws: NetrcFile.Problem.notRegularFile) { try NetrcFile(path: "/dev/zero") }
    #expect(throws: NetrcFile.Problem.unreadable(code: ENOENT)) {
      try NetrcFile(path: folder.path(of: "none"))
    }
    let sparse = try folder.write([], to: "sparse")
    chmod(sparse, 0o600)
    truncate(sparse, 2 << 30)
    #expect(throws: NetrcFile.Problem.tooLarge) { try NetrcFile(path: sparse) }
  }

  // MARK: Loads

  private static let right = "machine 127.0.0.1 login user password pass"

  @Test(arguments: ["/basic", "/digest/sha256"])
  func itsLogInIsUsedWithoutAQuestion(path: String) async throws {
    let site = try PracticeSite.start()
    let file = try Self.file(Self.right)
    let load = try await makeSession { $0.netrc = file }.load(
      request(site.url(path)), LoadContext())
    #expect(load.response.status?.code == 200)
    #expect(site.requests.count == 2)
  }

  @Test func aWrongPasswordOfItIsTriedOnce() async throws {
    let site = try PracticeSite.start()
    let file = try Self.file("machine 127.0.0.1 login user password wrong")
    let answers = PasswordTests.Answers(["pass"])
    let load = try await makeSession { $0.netrc = file }.load(
      request(site.url("/basic")), answers.context)
    #expect(load.response.status?.code == 200)
    #expect(answers.questions.withLock { $0.map(\.previousFailureCount) } == [1])
    #expect(site.requests.count == 3)
  }

  // Neither a redirect nor another site's link reaches for it.
  @Test func noOtherSiteCanMakeItBeSent() async throws {
    let target = ScriptedServer { _, connection in
      connection.respond(
        "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=vault"], body: "no")
    }
    defer { target.stop() }
    let place = target.url()
    let source = ScriptedServer { _, connection in
      connection.respond("302 Found", headers: ["Location: \(place)"])
    }
    defer { source.stop() }
    let file = try Self.file(Self.right)
    let session = makeSession { $0.netrc = file }
    _ = try await FollowingLoader(session).load(request(source.url()), LoadContext())
    let other = try request("http://other.test/").url.origin
    _ = try await session.load(request(target.url()) { $0.initiator = other }, LoadContext())
    #expect(target.requests.count == 2)
    #expect(!target.requests.contains { $0.lowercased().contains("authorization:") })
    // The user's own request does.
    _ = try await session.load(request(target.url()), LoadContext())
    #expect(target.requests.last?.contains("Authorization: Basic dXNlcjpwYXNz") == true)
  }
}
