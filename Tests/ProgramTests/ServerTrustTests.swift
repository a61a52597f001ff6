// SPDX-License-Identifier: MIT
// Part of Grille: the alert about a server in a real pseudo-terminal, against the practice site.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct ServerTrustTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  /// Starts the program on a page of a host whose certificate is to be judged.
  private func open(
    _ host: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      [
        "--cacert", try site.writeRoot(to: folder),
        "--resolve", site.resolveEntry(for: host, isSecure: true),
        site.url("/page/1", host: host, isSecure: true),
      ], columns: columns, rows: rows, environment: environment)
  }

  @Test func scenario2And4InATerminalTheAlertIsReadAndAnsweredByItsLetter() throws {
    let terminal = try open("expired")
    try terminal.wait(for: "Cannot Verify Server Identity")
    try terminal.wait(for: "expired.practice.test")
    try terminal.wait(for: "Grille asks")
    try terminal.wait(for: "[C]ancel  [D]etails  Continue [o]nce")
    try terminal.waitUntilDialogHears()
    #expect(site.requests.isEmpty)
    terminal.type("o")
    try terminal.wait(for: "This is page 1")
    try terminal.wait(for: "exception (once)")
    #expect(site.secureConnections.count == 2)
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func scenario3InATerminalEscSendsNothing() throws {
    let terminal = try open("self-signed")
    try terminal.wait(for: "vouches for itself")
    try terminal.waitUntilDialogHears()
    terminal.type("\u{1B}")
    try terminal.wait(for: "was not trusted")
    #expect(site.requests.isEmpty)
    #expect(site.secureConnections.count == 1)
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func scenario9InATerminalDetailsAreSearchedAndSaved() throws {
    let terminal = try open("expired")
    try terminal.wait(for: "Cannot Verify Server Identity")
    try terminal.waitUntilDialogHears()
    terminal.type("d")
    try terminal.wait(for: "Certificate 1 of 3")
    terminal.type("/signature\r")
    try terminal.wait(for: "ecdsa-with-SHA256")
    terminal.type("]")
    try terminal.wait(for: "Certificate 2 of 3")
    let path = folder.path(of: "saved.pem")
    terminal.type("w")
    try terminal.wait(for: "Save as PEM:")
    terminal.type("\u{1}\u{B}\(path)\r")
    try terminal.wait(for: "Saved as")
    let saved = try String(contentsOfFile: path, encoding: .utf8)
    #expect(saved.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    terminal.type("w")
    try terminal.wait(for: "Save as PEM:")
    terminal.type("\u{1}\u{B}\(path)\r")
    try terminal.wait(for: "nothing was written")
    terminal.type("y")
    try terminal.wait(for: "clipboard")
    #expect(terminal.screen.commands.contains { $0.hasPrefix("OSC 52;") || $0.contains("52;c;") })
    terminal.type("q")
    try terminal.wait(for: "Cannot Verify Server Identity")
    try terminal.waitUntilDialogHears()
    terminal.type("c")
    try terminal.wait(for: "was not trusted")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(site.requests.isEmpty)
  }

  // Threat 2: certificates hold what a terminal would obey.
  @Test func threat2NoEscapeOfACertificateReachesTheTerminal() throws {
    let terminal = try open("evil-names")
    try terminal.wait(for: "Cannot Verify Server Identity")
    try terminal.waitUntilDialogHears()
    terminal.type("d")
    try terminal.wait(for: "Certificate 1 of 1")
    terminal.type("   G")
    try terminal.wait(for: "END CERTIFICATE")
    terminal.type("q")
    try terminal.wait(for: "Cannot Verify Server Identity")
    try terminal.waitUntilDialogHears()
    terminal.type("c")
    try terminal.wait(for: "was not trusted")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    for command in terminal.screen.commands {
      #expect(command.hasPrefix("OSC 0;") || command.hasPrefix("OSC 2;"), "\(command)")
      #expect(command.hasSuffix("Grille"), "\(command)")
    }
    let raw = String(decoding: terminal.output, as: UTF8.self)
    #expect(!raw.contains("\u{1B}]0;pwned") && !raw.contains("\u{1B}]0;x"))
    #expect(!raw.contains("\u{9B}") && !raw.contains("\u{202E}"))
  }

  // Threat 9: 20 × RET while the page is being loaded.
  @Test func threat9EarlyReturnKeysDoNotTrust() throws {
    let terminal = try open("expired")
    try terminal.wait(for: "the screen") { $0.isAlternateScreen }
    for _ in 0..<20 { terminal.type("\r") }
    // Whether the keys came before the alert, or in its first half second, they are gone; or RET has
    // pressed the only button it can press.
    try terminal.wait(for: "an alert or its refusal") { screen in
      screen.lines.contains {
        $0.contains("Cannot Verify Server Identity") || $0.contains("was not trusted")
      }
    }
    try terminal.wait(for: "an end of the dialog") { screen in
      terminal.type("\r")
      return !screen.lines.contains { $0.contains("Cannot Verify Server Identity") }
    }
    #expect(site.requests.isEmpty)
    #expect(site.secureConnections.allSatisfy { !$0.isEstablished })
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  // Threat 33: the terminal changes its size, or goes away.
  @Test func threat33ResizeRedrawsAndHangUpIsCancel() throws {
    let terminal = try open("expired")
    try terminal.wait(for: "Cannot Verify Server Identity")
    terminal.resize(columns: 20, rows: 5)
    try terminal.wait(for: "[c] [d] [o] [s] [a]")
    terminal.resize(columns: 40, rows: 12)
    try terminal.wait(for: "Continue [o]nce")
    terminal.signal(SIGHUP)
    _ = try terminal.waitForExit()
    #expect(!terminal.screen.isAlternateScreen)
    #expect(site.requests.isEmpty)
    #expect(site.secureConnections.allSatisfy { !$0.isEstablished })
  }

  @Test(arguments: [
    ("ja", "接続はプライベートではありません", "[o] 接続する（今回のみ）"),
    ("zh-Hans", "无法验证服务器身份", "[o] 连接（仅此一次）"),
  ])
  func theAlertSpeaksTheUsersLanguage(language: String, title: String, answer: String) throws {
    try folder.write("set language \(language)\n", to: "grille/config")
    let speaking = try open("expired", environment: ["XDG_CONFIG_HOME": folder.path])
    try speaking.wait(for: title)
    try speaking.wait(for: answer)
    try speaking.waitUntilDialogHears()
    speaking.type("c")
    try speaking.wait(for: "an end of the dialog") { screen in
      !screen.lines.contains { $0.contains(title) }
    }
    speaking.type("q")
    #expect(try speaking.waitForExit() == 0)
  }

  @Test func underTheCLocaleTheAlertIsASCII() throws {
    let terminal = try open("evil-names", environment: ["LC_ALL": "C"])
    try terminal.wait(for: "Cannot Verify Server Identity")
    try terminal.waitUntilDialogHears()
    terminal.type("d")
    try terminal.wait(for: "Certificate 1 of 1")
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }
}
