// SPDX-License-Identifier: MIT
// Part of Grille: the built program in a real pseudo-terminal.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct BrowsingTests {
  @Test(arguments: [
    ("en_US.UTF-8", "There is nothing at this address."),
    ("ja_JP.UTF-8", "このアドレスには何もありません。"), ("zh_CN.UTF-8", "此地址没有任何内容。"),
  ])
  func aStatusWithoutAPageIsExplainedOnASmallTerminal(locale: String, meaning: String) throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let terminal = try PseudoTerminal(
      [site.url("/status/404/empty")], columns: 40, rows: 12, environment: ["LC_ALL": locale])
    try terminal.wait(for: "404 Not Found")
    try terminal.wait(for: "the meaning") { screen in
      screen.lines.dropLast().contains { $0.contains(meaning) }
    }
    #expect(terminal.screen.lines[1].hasPrefix("404 Not Found"), "\(terminal.screen.lines)")
    #expect(terminal.screen.lines[11].contains("404"), "\(terminal.screen.lines)")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func aPageIsOpenedFollowedLeftAndTheTerminalIsAsBefore() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let terminal = try PseudoTerminal([site.url("/")])
    let modes = terminal.modes
    try terminal.wait(for: "Every link below")
    #expect(terminal.screen.isAlternateScreen)
    #expect(terminal.modes != modes)
    #expect(terminal.screen.lines[0].contains("Practice site"))
    try terminal.wait(for: "200 OK")

    terminal.type("\t")
    try terminal.wait(for: "cursor on the link") { screen in
      String(screen.lines[screen.cursor.row].dropFirst(screen.cursor.column)).hasPrefix("A page")
    }
    try terminal.wait(for: "/page/1")
    terminal.type("\r")
    try terminal.wait(for: "This is page 1")
    terminal.type("H")
    try terminal.wait(for: "Every link below")

    terminal.resize(columns: 40, rows: 12)
    try terminal.wait(for: "Every link below")
    #expect(terminal.screen.lines.count == 12)

    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(!terminal.screen.isAlternateScreen)
    #expect(terminal.screen.isCursorVisible)
    #expect(terminal.modes == modes)
  }

  @Test func longPagesScroll() throws {
    let folder = try TemporaryDirectory()
    let lines = (1...200).map { "<p>Paragraph \($0)" }.joined()
    let file = try folder.write(lines, to: "long.html")
    let terminal = try PseudoTerminal([file])
    try terminal.wait(for: "Paragraph 1")
    terminal.type("G")
    try terminal.wait(for: "Paragraph 200")
    terminal.type("gg")
    try terminal.wait(for: "top") { $0.lines[1].contains("Paragraph 1") }
    terminal.type("/graph 150\r")
    try terminal.wait(for: "Paragraph 150")
    terminal.type("\u{1B}[<65;10;10M")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func formsAreFilledInAndSent() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let terminal = try PseudoTerminal([site.url("/form")])
    try terminal.wait(for: "Send")
    terminal.type("\t Lovelace")
    try terminal.wait(for: "Ada Lovelace")
    terminal.type("\r")
    try terminal.wait(for: "200 OK")
    try terminal.wait(for: "sent") { _ in
      site.requests.contains { request in
        request.method == "POST" && request.path == "/echo"
          && String(decoding: request.body, as: UTF8.self).hasPrefix("name=Ada+Lovelace&")
      }
    }
    terminal.type("Q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func aDownloadIsOfferedAndSavedUnderASafeName() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let folder = try TemporaryDirectory()
    try folder.write("set download-folder \(folder.path)\n", to: "grille/config")
    let terminal = try PseudoTerminal(
      [site.url("/download/traverse")], environment: ["XDG_CONFIG_HOME": folder.path])
    try terminal.wait(for: "Save this file?")
    try terminal.wait(for: "application/octet-stream")
    try terminal.wait(for: "4.0 kB")
    try terminal.waitUntilDialogHears()
    terminal.type("s")
    try terminal.wait(for: "Save as:")
    terminal.type("\u{1}\u{B}\(folder.path)/\r")
    try terminal.wait(for: "Saved")
    let saved = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(saved) == ["grille", "evil.bin"])
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  // Threat 1: what a stranger wrote never reaches a terminal as a command.
  @Test(arguments: ["title", "text", "pre", "link", "alt", "plain", "header", "reason", "realm"])
  func threat1NoEscapeOfAPageReachesTheTerminal(kind: String) throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let terminal = try PseudoTerminal([site.url("/evil/\(kind)")])
    // Bytes like these make a file of plain text, by the rules of sniffing, no text.
    if kind == "plain" {
      try terminal.wait(for: "Save this file?")
      try terminal.waitUntilDialogHears()
      terminal.type("c")
    } else {
      if kind == "realm" {
        try terminal.wait(for: "Log In")
        try terminal.waitUntilDialogHears()
        // Without logging in.
        terminal.type("w")
      }
      try terminal.wait(for: "a status") { screen in
        ["200", "404", "401"].contains { screen.lines.last?.contains($0) == true }
      }
    }
    // The inspection pane, with two of its tabs, and the source.
    terminal.type("\t=\r")
    try terminal.wait(for: "[Summary]")
    terminal.type("|")
    try terminal.wait(for: "[Response]")
    terminal.type("qu\\")
    try terminal.wait(for: "source or no source") { _ in true }
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    // The only texts sent to the terminal itself are titles, and these are the program's own.
    for command in terminal.screen.commands {
      #expect(command.hasPrefix("OSC 0;") || command.hasPrefix("OSC 2;"), "\(command)")
      #expect(command.hasSuffix("Grille"), "\(command)")
    }
    let raw = String(decoding: terminal.output, as: UTF8.self)
    #expect(!raw.contains("\u{1B}]0;pwned"))
    #expect(!raw.contains("\u{1B}]52;"))
    #expect(!raw.contains("\u{1B}P"))
    #expect(!raw.contains("\u{9B}") && !raw.contains("\u{9D}"))
  }

  // Threat 19: pages of the network lead to no file of this computer.
  @Test func threat19LinksToFilesAreRefusedWithAMessage() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let terminal = try PseudoTerminal([site.url("/evil/filelink")])
    // The page also refreshes itself to a file at once, which leaves it as it is.
    try terminal.wait(for: "A file")
    terminal.type("\t\r")
    try terminal.wait(for: "may not lead to this address")
    terminal.type("\t\r")
    try terminal.wait(for: "may not lead to this address")
    #expect(!terminal.screen.lines.contains { $0.contains("root:") })
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test(arguments: [(1, 1), (2, 2), (10, 3), (300, 100)])
  func everySizeOfTerminalWorks(columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal(["about:help"], columns: columns, rows: rows)
    try terminal.wait(for: "something to be drawn") { $0.isAlternateScreen }
    terminal.type("\tjjGgg /x\u{1B}")
    terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "Keys and commands")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func underTheCLocaleTheScreenIsASCII() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("<meta charset=utf-8><p>naïve “quoted” 日本", to: "a.html")
    let terminal = try PseudoTerminal([file], environment: ["LC_ALL": "C"])
    try terminal.wait(for: "quoted")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test func aSignalGivesTheTerminalBack() throws {
    let terminal = try PseudoTerminal(["about:start"])
    let modes = terminal.modes
    try terminal.wait(for: "Grille")
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
    #expect(!terminal.screen.isAlternateScreen)
    #expect(terminal.modes == modes)
  }

  @Test func withoutATerminalTypeNothingBreaks() throws {
    let terminal = try PseudoTerminal(["about:start"], environment: ["TERM": "nonsense"])
    _ = try terminal.waitForExit(seconds: 5)
    #expect(!terminal.screen.isAlternateScreen)
  }
}
