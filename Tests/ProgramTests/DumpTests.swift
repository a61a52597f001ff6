// SPDX-License-Identifier: MIT
// Part of Grille: tests of the program without a terminal: output, messages, exit codes.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct DumpTests {
  @Test func aFileIsPrintedWhateverItsName() throws {
    let folder = try TemporaryDirectory()
    for name in ["a#b.html", "b?b.html", "c%20.html", "d e.html", "x:y.html", "日本.html"] {
      try folder.write("<p>text of \(name)", to: name)
      let outcome = try Program.run([name], folder: URL(filePath: folder.path))
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
      #expect(outcome.output.contains("text of \(name)"), "\(name)")
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test func standardInputIsRead() throws {
    let outcome = try Program.run(["-"], input: Array("<p>one <b>two</b>".utf8))
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("one two"))
    let implied = try Program.run([], input: Array("<p>three".utf8))
    #expect(implied.output.contains("three"))
  }

  @Test func linksAreListedAndColumnsKept() throws {
    let text = "<a href=http://a.test/>first</a> " + String(repeating: "word ", count: 40)
    let outcome = try Program.run(["--links", "--cols", "40", "-"], input: Array(text.utf8))
    #expect(outcome.output.contains("http://a.test/"))
    let lines = outcome.output.split(separator: "\n").prefix { !$0.contains("http") }
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  @Test(arguments: [
    (["/nowhere/at/all.html"], 16, "There is no file"),
    (["intranet"], 2, "neither a file here nor an address"),
    (["gopher://a.test/"], 2, "gopher:"),
    (["http://[bad/"], 2, "malformed"),
    (["--colls", "3"], 2, "Did you mean --cols?"),
    (["about:nothing"], 2, "no page of this name"),
    (["http://nowhere.invalid/"], 6, "nowhere.invalid"),
    (["http://127.0.0.1:25/"], 2, "Port 25"),
    (["--cacert", "/nowhere.pem", "about:blank"], 16, "/nowhere.pem"),
  ])
  func failuresAreNamedOnStandardErrorOnly(
    arguments: [String], status: Int32, message: String
  ) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    ("/page/1", 0, "This is page 1", ""),
    ("/text", 0, "Plain text.", ""),
    ("/status/404", 4, "status 404", "404"),
    ("/status/503", 5, "status 503", "503"),
    ("/status/404/empty", 4, "", "404 Not Found"),
    ("/status/503/empty", 5, "", "503 Service Unavailable"),
    ("/status/204", 0, "", "answered 204 No Content: there is nothing to show"),
    ("/status/205/empty", 0, "", "answered 205 Reset Content: there is nothing to show"),
    ("/status/304", 0, "", "the server answered 304 Not Modified"),
    ("/redirect/302?to=/page/2", 0, "This is page 2", ""),
    ("/redirect/chain/5", 0, "This is page 1", ""),
    ("/loop", 3, "", "circle"),
    ("/redirect/file", 3, "", "redirects"),
    ("/redirect/js", 3, "", "redirects"),
    ("/refresh", 0, "This is page 2", "leads on to"),
    ("/refresh/loop", 0, "Round", "leads on to"),
    ("/refresh/self", 0, "Again", ""),
    ("/short", 14, "Less than promised.", "ended before"),
    ("/empty", 17, "", "without an answer"),
    ("/reset", 17, "", "127.0.0.1"),
    ("/garbage", 17, "", "127.0.0.1"),
    ("/image", 13, "", "image/png"),
    ("/download", 13, "", "application/octet-stream"),
  ])
  func everyAnswerHasItsExitCodeAndWords(
    path: String, status: Int32, output: String, message: String
  ) throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let outcome = try Program.run([site.url(path)])
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(output.isEmpty || outcome.output.contains(output), "\(outcome.output)")
    #expect(message.isEmpty || outcome.errors.contains(message), "\(outcome.errors)")
    if output.isEmpty { #expect(outcome.output.isEmpty) }
    if message.isEmpty { #expect(outcome.errors.isEmpty, "\(outcome.errors)") }
  }

  @Test func aRefusedConnectionNamesThePort() throws {
    let site = try PracticeSite.start()
    let address = site.url("/")
    let port = site.port
    site.stop()
    let outcome = try Program.run([address])
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("refused the connection on port \(port)"))
  }

  @Test func aSilentServerIsGivenUp() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let outcome = try Program.run(["--timeout", "0.5", site.url("/hang")])
    #expect(outcome.status == 8)
    #expect(outcome.errors.contains("127.0.0.1"))
  }

  @Test func trustedPagesNeedTheRootOnly() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let folder = try TemporaryDirectory()
    let root = try site.writeRoot(to: folder)
    let outcome = try Program.run([
      "--cacert", root, "--resolve", site.resolveEntry(for: "good", isSecure: true),
      site.url("/page/1", host: "good", isSecure: true),
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("This is page 1"))
  }

  @Test func everyFaultOfACertificateIsNamed() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let folder = try TemporaryDirectory()
    let root = try site.writeRoot(to: folder)
    let outcome = try Program.run([
      "--cacert", root, "--resolve", site.resolveEntry(for: "all-wrong", isSecure: true),
      site.url("/page/1", host: "all-wrong", isSecure: true),
    ])
    #expect(outcome.status == 10)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("expired on"))
    #expect(outcome.errors.contains("which is not trusted here"))
    #expect(outcome.errors.contains("not to all-wrong.practice.test"))
    #expect(outcome.errors.contains("-1202"))
    #expect(site.requests(forPath: "/page/1").isEmpty)
  }

  @Test func aBrokenPipeIsQuiet() throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let shell = try Program.shell("'\(Program.path)' '\(site.url("/big"))' | head -1")
    #expect(shell.output == "0123456789abcde\n")
    #expect(shell.errors.isEmpty, "\(shell.errors)")
  }

  @Test func aFullDeviceIsAnError() throws {
    let shell = try Program.shell("'\(Program.path)' about:licence > /dev/full")
    #expect(shell.status == 15)
    #expect(shell.errors.contains("Standard output could not be written."))
  }

  @Test func helpAndVersionAreShort() throws {
    let version = try Program.run(["--version"])
    #expect(version.output.split(separator: "\n").count == 1)
    #expect(version.output.hasPrefix("Grille "))
    let help = try Program.run(["--help"])
    #expect(help.output.contains("--no-author-css"))
    #expect(help.status == 0)
    let japanese = try Program.run(["--help"], environment: ["LC_ALL": "ja_JP.UTF-8"])
    #expect(japanese.output.contains("使い方"))
  }

  @Test(arguments: ["C", "C.UTF-8", "POSIX"])
  func theLocaleDoesNotChangeThePage(locale: String) throws {
    let text = "<meta charset=utf-8><p>naïve 日本語 1.5 <time>2026</time>"
    let outcome = try Program.run(["-"], input: Array(text.utf8), environment: ["LC_ALL": locale])
    #expect(outcome.output.contains("naïve 日本語 1.5 2026"))
    #expect(outcome.status == 0)
  }

  @Test func theConfigurationsMistakesAreNamed() throws {
    let folder = try TemporaryDirectory()
    try folder.write("set timeout 5\nset colour red\n", to: "grille/config")
    let outcome = try Program.run(
      ["about:licence"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("config:2: There is no setting “colour”."))
  }

  // Bad input: every one ends by itself, with words or with a page.
  @Test(arguments: [
    ("/nul", 0, ""), ("/line?bytes=1000000", 0, "xxxx"), ("/deep?depth=20000", 0, "The bottom."),
    ("/table/span", 0, "a"), ("/table/nested", 0, "The bottom."), ("/bighdr", 17, ""),
    ("/xml", 0, ""), ("/xxe", 0, ""),
  ])
  func hostilePagesEndByThemselves(path: String, status: Int32, output: String) throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    let outcome = try Program.run([site.url(path)])
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(output.isEmpty || outcome.output.contains(output))
    #expect(status == 0 || !outcome.errors.isEmpty)
    #expect(!outcome.output.contains("root:"))
  }

  // Threat 1: what a stranger wrote never reaches a terminal as a command.
  @Test(arguments: ["title", "text", "pre", "link", "alt", "plain", "header", "reason", "realm"])
  func threat1NoEscapeOfAPageReachesTheOutput(kind: String) throws {
    let site = try PracticeSite.start()
    defer { site.stop() }
    for options in [
      ["--links"], ["--links=inline", "--status"], ["--number"], ["--dump=links"],
      ["--dump=headers"], ["--print=Hhbmrt"], ["--json"], ["--dump=markdown"], ["--dump=ansi"],
      ["--links=osc8"],
    ] {
      let outcome = try Program.run(options + [site.url("/evil/\(kind)")])
      // The sequences of the program's own: attributes, and links to addresses without blanks.
      let output = outcome.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        .replacing(/\u{1B}\]8;;[!-~]*\u{1B}\\/, with: "")
      for text in [output, outcome.errors] {
        let controls = text.unicodeScalars.filter {
          $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value)
        }
        #expect(controls.isEmpty, "\(kind), \(options): \(controls)")
      }
    }
  }
}
