// SPDX-License-Identifier: MIT
// Part of Grille: choosing a client certificate with the built program, in a real pseudo-terminal.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct ClientIdentityTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  private func terminal(
    _ host: String, columns: Int = 80, rows: Int = 24, language: String = "en"
  ) throws -> PseudoTerminal {
    try folder.write("set language \(language)\n", to: "grille/config")
    return try PseudoTerminal(
      [
        "--cacert", try site.writeRoot(to: folder),
        "--resolve", site.resolveEntry(for: host, isSecure: true),
        site.url("/who", host: host, isSecure: true),
      ],
      columns: columns, rows: rows,
      environment: [
        "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path(of: "state"),
      ])
  }

  @Test func scenario31To33InATerminalAnIdentityIsImportedAndShown() throws {
    let alice = try #require(site.clients["alice"])
    let path = try folder.write(alice.pkcs12, to: "alice.p12")
    let terminal = try terminal("strict13")
    try terminal.wait(for: "Client Certificate")
    try terminal.wait(for: "Practice Client Root")
    try terminal.wait(for: "Grille asks")
    try terminal.waitUntilDialogHears()
    terminal.type("i")
    try terminal.wait(for: "Import a client certificate")
    terminal.type(path + "\r")
    try terminal.wait(for: "Pass phrase of alice.p12")
    terminal.type("wr0ngphrase\r")
    try terminal.wait(for: "Wrong pass phrase")
    terminal.type("pw\r")
    try terminal.wait(for: "can be kept in your profile")
    try terminal.waitUntilDialogHears()
    terminal.type("s")
    try terminal.wait(for: "> alice")
    try terminal.waitUntilDialogHears()
    terminal.type("o")
    try terminal.wait(for: "as alice")
    try terminal.wait(for: "200")
    let raw = String(decoding: terminal.output, as: UTF8.self)
    #expect(!raw.contains("wr0ngphrase"))
    #expect(site.requests(forPath: "/who").map(\.clientCertificate?.summary) == ["Alice"])
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    // For this session alone: nothing of it is on disk.
    let state = folder.path(of: "state")
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: state)) ?? [] {
      let bytes = FileManager.default.contents(atPath: state + "/" + name) ?? Data()
      #expect(bytes.range(of: Data("wr0ngphrase".utf8)) == nil)
      #expect(bytes.range(of: Data("alice".utf8)) == nil)
    }
  }

  @Test(arguments: [
    ("en", "asks who you are", "[w]ithout a certificate"),
    ("ja", "があなたの証明書を求めています", "[w] 証明書なしで続ける"),
    ("zh-Hans", "要求您出示证书", "[w] 不出示证书"),
  ])
  func theQuestionSpeaksTheUsersLanguage(language: String, text: String, answer: String) throws {
    let terminal = try terminal("client", columns: 120, language: language)
    try terminal.wait(for: text)
    try terminal.wait(for: answer)
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
  }

  @Test func theQuestionFitsASmallTerminal() throws {
    let terminal = try terminal("client-optional", columns: 40, rows: 12)
    try terminal.wait(for: "client-optional.practice.test")
    try terminal.wait(for: "Grille asks")
    try terminal.waitUntilDialogHears()
    terminal.type("w")
    try terminal.wait(for: "nobody")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }
}
