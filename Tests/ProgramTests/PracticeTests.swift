// SPDX-License-Identifier: MIT
// Part of Grille: `grille practice` in a pseudo-terminal and as a dump.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct PracticeTests {
  @Test func theListIsShownAndLeadsToAHost() throws {
    let terminal = try PseudoTerminal(["practice"])
    try terminal.wait(for: "Every link leads to a server that runs inside this program")
    try terminal.wait(for: "200 OK")
    #expect(terminal.screen.lines[0].contains("https://practice.test/"))
    #expect(terminal.screen.lines.last?.contains("secure") == true)
    try terminal.wait(for: "good") { screen in
      screen.lines.contains { $0.contains("good: Everything is in order.") }
    }
    terminal.type("\t\r")
    try terminal.wait(for: "You have reached good.practice.test.")
    #expect(terminal.screen.lines[0].contains("https://good.practice.test/"))
    #expect(terminal.screen.lines.last?.contains("secure") == true)
    terminal.type("H")
    try terminal.wait(for: "Every link leads to a server")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func theListFitsASmallScreen() throws {
    let terminal = try PseudoTerminal(["practice"], columns: 40, rows: 12)
    try terminal.wait(for: "Practice site")
    terminal.type("/expired:\r")
    try terminal.wait(for: "expired: The certificate’s time")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test(arguments: [80, 40])
  func everyCaseStandsInThePrintedList(columns: Int) throws {
    let outcome = try Program.run(["practice", "--dump", "--links", "--cols", "\(columns)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let parts = outcome.output.components(separatedBy: "\nhttps://")
    for host in PracticeHost.all {
      #expect(outcome.output.contains(host.address), "\(host.key)")
      #expect(outcome.output.contains("\(host.key):"), "\(host.key)")
    }
    let list = outcome.output.split(separator: "\n").filter { !$0.contains("://") }
    #expect(list.count > 60 && !parts.isEmpty)
    #expect(list.allSatisfy { $0.count <= columns })
  }

  /// The way to each host ends as the list says.
  @Test(arguments: PracticeHost.all)
  func everyCaseEndsAsTheListSays(_ host: PracticeHost) throws {
    let outcome = try Program.run(["practice", host.key, "--dump", "--timeout", "5"])
    switch host.expectation {
    case .opens:
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("You have reached"))
    case .asks, .refuses:
      #expect(outcome.status == 10, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    case .asksForIdentity:
      // Nobody is there to choose one.
      let goesOn = ["client-optional", "echo"].contains(host.label)
      #expect(outcome.status == (goesOn ? 0 : 11), "\(outcome.errors)")
    case .fails:
      #expect([8, 9, 17].contains(outcome.status), "\(outcome.status) \(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(arguments: [("known-bad", "misused"), ("pin-mismatch", "pinned")])
  func theRunDistrustsWhatTheCasesNeed(_ host: String, _ word: String) throws {
    let outcome = try Program.run(["practice", host, "--dump"])
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
  }

  @Test func theProfileIsLeftAlone() throws {
    let home = try TemporaryHome()
    let outcome = try Program.run(["practice", "hsts", "--dump"], environment: home.environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
  }

  @Test func theNamesExistInThePracticeRunOnly() throws {
    let outcome = try Program.run(["--dump", "https://good.practice.test/"])
    #expect(outcome.status == 6, "\(outcome.errors)")
  }

  @Test func anUnknownHostIsNamedWithTheNearest() throws {
    let outcome = try Program.run(["practice", "expird"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("“expird”"))
    #expect(outcome.errors.contains("expired?"))
  }
}
