// SPDX-License-Identifier: MIT
// Part of Grille: the inspection pane of the built program, in a real pseudo-terminal.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct InspectionTests {
  @Test(arguments: [
    (80, 24, "en_US", "Requests: 3"), (40, 12, "en_US", "Requests: 3"),
    (40, 12, "ja_JP", "リクエスト: 3"), (40, 12, "zh_CN", "请求：3"),
  ])
  func hopsAreListedAndLookedInto(
    columns: Int, rows: Int, language: String, title: String
  ) throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let terminal = try PseudoTerminal(
      [site.url("/redirect/chain/2")], columns: columns, rows: rows,
      environment: ["LC_ALL": "\(language).UTF-8"])
    try terminal.wait(for: "This is page 1")
    terminal.type("=")
    try terminal.wait(for: title)
    try terminal.wait(for: "302")
    try terminal.wait(for: "/page/1")
    terminal.type("k\r")
    try terminal.wait(for: "302 Found")
    terminal.type("|")
    try terminal.wait(for: "Location: /page/1")
    terminal.type("q")
    try terminal.wait(for: "no pane") { screen in
      !screen.lines.contains { $0.contains("Location") }
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }
}
