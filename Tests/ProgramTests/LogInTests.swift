// SPDX-License-Identifier: MIT
// Part of Grille: logging in with the built program, in a real pseudo-terminal and in a dump.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct LogInTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  private func arguments(_ address: String, isSecure: Bool = true) throws -> [String] {
    [
      "--cacert", try site.writeRoot(to: folder),
      "--resolve", site.resolveEntry(for: "good", isSecure: isSecure), address,
    ]
  }

  @Test func scenario44And45InATerminalAPasswordIsTyped() throws {
    let address = site.url("/basic", host: "good", isSecure: true)
    let terminal = try PseudoTerminal(arguments(address), columns: 40, rows: 12)
    try terminal.wait(for: "Log In")
    try terminal.wait(for: "good.practice.test")
    try terminal.wait(for: "“vault”")
    try terminal.wait(for: "Grille asks")
    try terminal.waitUntilDialogHears()
    terminal.type("\u{1B}s")
    try terminal.wait(for: "Type a user name")
    terminal.type("user\rwr0ngpass")
    try terminal.wait(for: "*********")
    terminal.type("\r")
    try terminal.wait(for: "the last attempt failed")
    try terminal.waitUntilDialogHears()
    terminal.type("\u{1B}c")
    try terminal.wait(for: "given up")
    terminal.type(":open \(address)\r")
    try terminal.wait(for: "Password:")
    try terminal.waitUntilDialogHears()
    terminal.type("\u{1B}s")
    try terminal.wait(for: "Type a user name")
    terminal.type("user\rpass\r")
    try terminal.wait(for: "You are in.")
    let raw = String(decoding: terminal.output, as: UTF8.self)
    #expect(!raw.contains("wr0ngpass"))
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  // Threat 2: the realm of a server is its own words.
  @Test func threat2InATerminalNoEscapeOfARealmIsObeyed() throws {
    let address = site.url("/evil/realm", host: "good", isSecure: true)
    let terminal = try PseudoTerminal(arguments(address))
    try terminal.wait(for: "vault")
    let raw = String(decoding: terminal.output, as: UTF8.self)
    #expect(!raw.contains("\u{1B}]0;pwned") && !raw.contains("\u{202E}"))
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
  }

  @Test(arguments: [
    ("ja", "がログインを求めています", "[s] ログイン（終了まで）"),
    ("zh-Hans", "要求登录", "[s] 登录（本次运行）"),
  ])
  func theQuestionSpeaksTheUsersLanguage(language: String, text: String, answer: String) throws {
    try folder.write("set language \(language)\n", to: "grille/config")
    let address = site.url("/basic", host: "good", isSecure: true)
    let terminal = try PseudoTerminal(
      arguments(address), columns: 120, environment: ["XDG_CONFIG_HOME": folder.path])
    try terminal.wait(for: text)
    try terminal.wait(for: answer)
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
  }

  // Threat 24: neither the dump nor its errors tell the password of an address.
  @Test(arguments: [
    ("user:pass", "/basic", 0), ("user:s3cretword", "/basic", 22), ("user:pass", "/digest/md5", 0),
    ("user:s3cretword", "/bearer", 22), ("user:s3cretword", "/hang-up-here", 22),
  ])
  func threat24ADumpNeverTellsThePassword(userInfo: String, path: String, status: Int32) throws {
    let address = site.url(path, host: "good", isSecure: true)
      .replacingOccurrences(of: "https://", with: "https://\(userInfo)@")
    let outcome = try Program.run(
      ["--dump", "--links"] + arguments(address),
      environment: ["XDG_STATE_HOME": folder.path(of: "state")])
    let text = outcome.output + outcome.errors
    #expect(!text.contains(userInfo) && !text.contains("s3cretword"))
    #expect((outcome.status == 0) == (status == 0), "\(outcome)")
    #expect(outcome.output.contains("You are in.") == (status == 0))
  }

  @Test(arguments: ["https://user:s3cretword@a b/", "user:s3cretword@a b"])
  func threat24MalformedAddressesAreToldWithoutTheirPassword(address: String) throws {
    let outcome = try Program.run(["--dump", address])
    #expect(outcome.status != 0)
    #expect(!outcome.errors.isEmpty)
    #expect(!(outcome.output + outcome.errors).contains("s3cretword"))
  }
}
