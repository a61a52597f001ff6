// SPDX-License-Identifier: MIT
// Part of Grille: tests of the numbers the program ends with, one by one.
import Foundation
import PracticeSite
import TestSupport
import Testing

/// The contract with scripts: each number of the manual page's table, made by the built program.
@Suite("Exit codes")
struct ExitCodeTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory
  private let root: String

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
    root = try site.writeRoot(to: folder)
  }

  /// Every code that a load gives, with the command line that leads to it.
  ///
  /// `HOST:` stands before a path of a secure host, `closed:` before one where nobody listens.
  static let rows: [(code: Int32, arguments: [String])] = [
    (0, ["/page/1"]), (0, ["good:/page/1"]), (0, ["about:blank"]),
    (2, ["--no-such-option"]), (2, ["gopher://a.test/"]), (2, ["http://[bad/"]),
    (2, ["--max-size=none", "about:blank"]), (2, ["--auth", "me", "/page/1"]),
    (3, ["/loop"]), (3, ["/redirect/file"]), (3, ["--max-redirs", "4", "/redirect/chain/5"]),
    (4, ["/status/404"]), (4, ["/status/451"]), (5, ["/status/500"]), (5, ["/status/599"]),
    (0, ["--no-check-status", "/status/500"]), (0, ["/status/999"]),
    (6, ["http://nowhere.invalid/"]), (7, ["closed:/page/1"]),
    (8, ["--timeout", "0.3", "/hang"]), (9, ["practice", "not-tls", "--dump"]),
    (10, ["expired:/page/1"]), (10, ["wrong.host:/page/1"]),
    (11, ["client:/page/1"]), (12, ["/basic"]), (12, ["--head", "/bearer"]),
    (13, ["/image"]), (14, ["/short"]), (14, ["--max-size", "100", "/big"]),
    (16, ["/nowhere/at/all.html", "--dump"]), (16, ["--batch", "/nowhere/list"]),
    (16, ["--netrc", "/nowhere/netrc", "/page/1"]),
    (17, ["/empty"]), (17, ["/garbage"]), (17, ["/reset"]), (17, ["/bighdr"]),
  ]

  @Test(arguments: rows) func everyCodeIsThatOfTheTable(
    _ code: Int32, _ arguments: [String]
  ) throws {
    var line = ["--cacert", root]
    for word in arguments {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      if word.hasPrefix("/"), !word.hasPrefix("/nowhere") {
        line.append(site.url(word))
      } else if word.hasPrefix("closed:") {
        let other = try PracticeSite.start()
        line.append(other.url(parts[1]))
        other.stop()
      } else if parts.count == 2, parts[1].hasPrefix("/"), !parts[1].hasPrefix("//") {
        line += ["--resolve", site.resolveEntry(for: parts[0], isSecure: true)]
        line.append(site.url(parts[1], host: parts[0], isSecure: true))
      } else {
        line.append(word)
      }
    }
    let outcome = try Program.run(line)
    #expect(outcome.status == code, "\(arguments): \(outcome.errors)")
    // Whoever reads the errors learns why; whoever reads the output gets nothing but the document.
    #expect((code == 0) == outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(!outcome.output.contains("grille:"))
  }

  @Test func aFaultOfTheProgramItselfIsOne() throws {
    // The site needs more sockets than the shell allows.
    let outcome = try Program.shell("ulimit -n 8; exec '\(Program.path)' --dump practice")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("practice site cannot be started"))
  }

  @Test(arguments: [
    "about:licence > /dev/full", "--json about:blank > /dev/full",
    "--head file:///etc/passwd > /dev/full", "--har /dev/full about:blank",
    "--har /nowhere/at/all.har about:blank", "--help > /dev/full", "--version > /dev/full",
  ])
  func whatCannotBeWrittenIsFifteen(command: String) throws {
    let outcome = try Program.shell("'\(Program.path)' \(command)")
    #expect(outcome.status == 15, "\(outcome.errors)")
  }

  @Test func aFileThatMayNotGrowIsFifteen() throws {
    // A block is 512 bytes; what the system sends then is ignored, so that the write fails.
    let outcome = try Program.shell(
      """
      cd '\(folder.path)'; trap '' XFSZ; ulimit -f 8; '\(Program.path)' '\(site.url("/big"))' > page
      """)
    #expect(outcome.status == 15, "\(outcome.errors)")
    #expect(outcome.errors.contains("Standard output could not be written."))
  }

  @Test func aReaderThatGoesAwayIsNoFailure() throws {
    let outcome = try Program.shell(
      "{ '\(Program.path)' '\(site.url("/big"))'; echo $? >&2; } | head -1")
    #expect(outcome.output == "0123456789abcde\n")
    #expect(outcome.errors == "0\n")
  }

  @Test func anInterruptEndsAtOnceByItsSignal() async throws {
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = [site.url("/hang")]
    let home = try TemporaryHome()
    process.environment = home.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    try await waitUntil("the request") { !site.requests(forPath: "/hang").isEmpty }
    process.interrupt()
    process.waitUntilExit()
    // A shell reports 128 + 2.
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
  }

  @Test func theHighestCodeOfSeveralTargetsCounts() throws {
    let outcome = try Program.run([
      "--dump", site.url("/status/503"), "/nowhere.html", site.url("/page/1"),
    ])
    #expect(outcome.status == 16)
    let lines = outcome.errors.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(
      lines == ["5 \(site.url("/status/503"))", "16 /nowhere.html", "0 \(site.url("/page/1"))"])
    #expect(outcome.output.contains("status 503"))
    #expect(outcome.output.contains("This is page 1"))
  }
}
