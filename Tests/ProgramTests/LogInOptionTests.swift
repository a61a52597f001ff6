// SPDX-License-Identifier: MIT
// Part of Grille: the built program with a log-in that the command line names.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct LogInOptionTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  private func arguments(
    _ path: String, isSecure: Bool = true, user: String? = "user"
  ) throws -> [String] {
    ["--cacert", try site.writeRoot(to: folder)]
      + ["good", "client-optional"].flatMap {
        ["--resolve", site.resolveEntry(for: $0, isSecure: isSecure)]
      } + (user.map { ["--auth", $0] } ?? [])
      + [site.url(path, host: "good", isSecure: isSecure)]
  }

  private func dump(
    _ path: String, password: String, isSecure: Bool = true
  ) throws -> Program.Outcome {
    try Program.run(
      ["--dump", "--auth-pass-fd", "0"] + arguments(path, isSecure: isSecure),
      input: Array("\(password)\n".utf8))
  }

  @Test(arguments: ["/basic", "/digest/md5", "/digest/sha256", "/digest/stale"])
  func theFirstQuestionIsAnswered(path: String) throws {
    let outcome = try dump(path, password: "pass")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("You are in."))
    #expect(outcome.errors.isEmpty)
  }

  @Test func thePasswordComesFromAFileToo() throws {
    let secret = try folder.write("pass", to: "secret")
    let outcome = try Program.run(
      ["--dump", "--auth-pass-file", secret] + arguments("/basic"))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: ["/basic", "/digest/sha256"])
  func aWrongPasswordIsSentOnceAndEndsWithTwelve(path: String) throws {
    let outcome = try dump(path, password: "s3cretword")
    #expect(outcome.status == 12)
    #expect(site.requests(forPath: path).count { $0.field("authorization") != nil } == 1)
    #expect(outcome.errors.contains("did not accept the user name and the password"))
    #expect(outcome.errors.contains("vault”."), "\(outcome.errors)")
    #expect(!(outcome.output + outcome.errors).contains("s3cretword"))
  }

  @Test func withoutALogInTheSchemesAndTheOptionAreNamed() throws {
    let outcome = try Program.run(["--dump"] + arguments("/basic", user: nil))
    #expect(outcome.status == 12)
    #expect(outcome.errors.contains("good.practice.test asks for a log-in: Basic “vault”."))
    #expect(outcome.errors.contains("--auth USER with --auth-pass-fd N or --auth-pass-file FILE"))
    let bearer = try Program.run(["--dump"] + arguments("/bearer", user: nil))
    #expect(bearer.status == 12)
    #expect(bearer.errors.contains("Bearer “api”") && !bearer.errors.contains("--auth"))
  }

  // Threat 2: the realm of a server is its own words.
  @Test func threat2NoEscapeOfARealmReachesStandardError() throws {
    let outcome = try Program.run(["--dump"] + arguments("/evil/realm", user: nil))
    #expect(outcome.status == 12)
    #expect(outcome.errors.contains("vault"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\u{202E}"))
  }

  // Threats 14 and 15: what is meant for one origin is never sent to another.
  @Test func threat14AnotherOriginGetsNothing() throws {
    let there = site.url("/basic", host: "client-optional", isSecure: true)
    let outcome = try dump("/redirect/302?to=\(there)", password: "pass")
    #expect(outcome.status == 12, "\(outcome.errors)")
    #expect(site.requests(forPath: "/basic").count == 1)
    #expect(site.requests.allSatisfy { $0.field("authorization") == nil })
  }

  @Test func threat14WithoutEncryptionIsAnotherOrigin() throws {
    let there = site.url("/basic", host: "good")
    let outcome = try dump("/redirect/302?to=\(there)", password: "pass")
    #expect(outcome.status != 0)
    #expect(site.requests.allSatisfy { $0.field("authorization") == nil })
  }

  @Test func basicInClearTextIsWarnedOf() throws {
    let basic = try dump("/basic", password: "pass", isSecure: false)
    #expect(basic.status == 0)
    #expect(basic.errors.contains("over a connection that others can read"), "\(basic.errors)")
    let digest = try dump("/digest/md5", password: "pass", isSecure: false)
    #expect(digest.status == 0)
    #expect(digest.errors.isEmpty, "\(digest.errors)")
  }

  // MARK: - Mistakes

  @Test(arguments: [
    (["--auth", "user:s3cretword"], Int32(2), "without a colon"),
    (["--auth=user:s3cretword"], 2, "without a colon"),
    (["--auth", "user"], 2, "--auth-pass-fd N or --auth-pass-file FILE"),
    (["--auth", "user", "--auth-pass-fd", "s3cretword"], 2, "number of an open file descriptor"),
    (["--auth", "user", "--auth-pass-fd", "0", "--auth-pass-file", "f"], 2, "not both"),
    (["--auth-pass-fd", "0"], 2, "--auth USER"),
    (["--cert-pass-fd", "0"], 2, "--cert FILE"),
    (["--key", "f"], 2, "--cert FILE"),
    (["--cert", "f", "--cert-pass-fd", "0", "--cert-pass-file", "f"], 2, "not both"),
    (["--auth", "user", "--auth-pass-fd", "99"], 16, "Bad file descriptor"),
    (["--auth", "user", "--auth-pass-file", "/dev/null"], 16, "no ordinary file"),
  ])
  func mistakesAreToldWithoutTheSecret(
    options: [String], status: Int32, sentence: String
  ) throws {
    let outcome = try Program.run(["--dump"] + options + arguments("/basic", user: nil))
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(!outcome.errors.contains("s3cretword"))
    #expect(site.requests.isEmpty)
  }

  @Test func aLogInForAFileIsAMistake() throws {
    let page = try folder.write("text", to: "page.txt")
    let outcome = try Program.run(["--auth", "user", "--auth-pass-fd", "0", page])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("http or https"))
  }

  // MARK: - The screen

  @Test func inATerminalASecureServerIsAnsweredAtOnce() throws {
    let secret = try folder.write("pass\n", to: "secret")
    let terminal = try PseudoTerminal(["--auth-pass-file", secret] + arguments("/basic"))
    try terminal.wait(for: "You are in.")
    #expect(site.requests(forPath: "/basic").count == 2)
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func inATerminalClearTextIsAskedAbout() throws {
    let secret = try folder.write("pass\n", to: "secret")
    let terminal = try PseudoTerminal(
      ["--auth-pass-file", secret] + arguments("/basic", isSecure: false))
    try terminal.wait(for: "Log In")
    #expect(site.requests.allSatisfy { $0.field("authorization") == nil })
    try terminal.waitUntilDialogHears()
    terminal.type("\u{1B}s")
    try terminal.wait(for: "You are in.")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test(arguments: [true, false])
  func inATerminalTheNameAloneIsFilledInAndThePasswordAskedFor(isSecure: Bool) throws {
    let terminal = try PseudoTerminal(arguments("/basic", isSecure: isSecure))
    try terminal.wait(for: "User name: user")
    if !isSecure { try terminal.wait(for: "Not encrypted") }
    #expect(site.requests.allSatisfy { $0.field("authorization") == nil })
    // The cursor waits for the password; C-u takes away what was typed until it was heard.
    try terminal.wait(for: "a dialog that hears") { screen in
      terminal.type("x")
      return screen.lines.contains { $0.contains("Password:  *") }
    }
    terminal.type("\u{15}pass\r")
    try terminal.wait(for: "You are in.")
    #expect(site.requests(forPath: "/basic").count == 2)
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }
}
