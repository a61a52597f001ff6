// SPDX-License-Identifier: MIT
// Part of Grille: tests of the forms in which documents are printed, with the built program.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite("Forms of documents")
struct DocumentFormTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  @Test func theSourceIsPrintedByteForByte() throws {
    let bytes: [UInt8] = Array("<p>caf\u{E9}\u{1B}[31m</p>\r\n".utf8) + [0xFF, 0x00, 0x80]
    let file = folder.path(of: "page.html")
    try Data(bytes).write(to: URL(filePath: file))
    let out = folder.path(of: "out")
    for option in ["--dump=source", "-source", "-dump_source"] {
      let outcome = try Program.shell("'\(Program.path)' \(option) '\(file)' > '\(out)'")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Data(contentsOf: URL(filePath: out)) == Data(bytes))
    }
    let picture = try Program.shell(
      "'\(Program.path)' --dump=source '\(site.url("/image"))' > '\(out)'")
    #expect(picture.status == 0, "\(picture.errors)")
    #expect(try Data(contentsOf: URL(filePath: out)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func theDocumentIsPrintedAsTheParserTookIt() throws {
    let source = "<p class=a>one<p>two &amp; &lt;three<br><img src='x\"y'><template><b>t"
    let outcome = try Program.run(["--dump=html", "-"], input: Array(source.utf8))
    #expect(
      outcome.output == """
        <html><head></head><body><p class="a">one</p><p>two &amp; &lt;three<br>\
        <img src="x&quot;y"><template><b>t</b></template></p></body></html>

        """)
  }

  @Test func linksAreNumberedAndListed() throws {
    let source = "<base href=http://a.test/><a href=x>one</a> <a href=y>two</a> <a href=x>three</a>"
    let input = Array(source.utf8)
    let numbered = try Program.run(["--number", "--links", "-"], input: input).output
    #expect(numbered.contains("[1]one [2]two [1]three"))
    #expect(numbered.contains("\n[1] http://a.test/x\n[2] http://a.test/y\n"))
    let list = try Program.run(["--dump=links", "-"], input: input).output
    #expect(list == "http://a.test/x\nhttp://a.test/y\n")
    let listed = try Program.run(["-listonly", "--number", "-"], input: input).output
    #expect(listed == "[1] http://a.test/x\n[2] http://a.test/y\n")
    let none = try Program.run(["--links", "-nolist", "-"], input: input).output
    #expect(none == "one two three\n")
  }

  @Test func addressesCanStandBehindTheirTextOrOutOfSight() throws {
    let input = Array("<a href=http://a.test/x>one</a> and <a href=http://a.test/y>two".utf8)
    let inline = try Program.run(["--links=inline", "-"], input: input).output
    #expect(inline == "one <http://a.test/x> and two <http://a.test/y>\n")
    let both = try Program.run(["--number", "--links=inline", "-"], input: input).output
    #expect(both == "[1]one <http://a.test/x> and [2]two <http://a.test/y>\n")
    let hidden = try Program.run(["--links=osc8", "-"], input: input).output
    let (open, close) = ("\u{1B}]8;;http://a.test/", "\u{1B}]8;;\u{1B}\\")
    #expect(
      hidden == "\(open)x\u{1B}\\one\(close) and \(open)y\u{1B}\\two\(close)\n")
  }

  @Test func coloursAreThoseOfThePage() throws {
    let input = Array("<p>a <b>b</b> <span style='color:#0f0'>c</span>\n".utf8)
    let output = try Program.run(["--dump=ansi", "-"], input: input).output
    #expect(
      output == "a \u{1B}[0;1mb\u{1B}[0m \u{1B}[0;38;2;0;255;0mc\u{1B}[0m\n", "\(output)")
  }

  @Test func theDocumentIsPrintedAsMarkdown() throws {
    let input = Array("<h1>T</h1><p><a href=x>y</a> \u{1B}z".utf8)
    let output = try Program.run(
      ["--dump=markdown", "--base", "http://a.test/b/", "-"], input: input
    ).output
    #expect(output.hasPrefix("# T\n\n[y](http://a.test/b/x) "))
    #expect(!output.contains("\u{1B}"))
  }

  @Test func linesAreShapedAsAskedFor() throws {
    let word = Array(String(repeating: "x", count: 15).utf8)
    let broken = try Program.run(["--cols=10", "--hard-wrap", "-"], input: word).output
    #expect(broken == "xxxxxxxxxx\nxxxxx\n")
    #expect(try Program.run(["--cols=10", "-"], input: word).output.first { $0 == "\n" } != nil)
    let narrow = try Program.run(
      ["--cols=10", "--margin=3", "-"], input: Array("<p>ab cd ef<p>g".utf8)
    ).output
    #expect(narrow == "   ab\n   cd\n   ef\n\n   g\n", "\(narrow)")
    let list = try Program.run(["--ascii", "-"], input: Array("<ul><li>a<hr>".utf8)).output
    #expect(list.utf8.allSatisfy { $0 < 0x80 }, "\(list)")
  }

  @Test func whatComesInAndGoesOutHasTypeAndEncoding() throws {
    let plain = try Program.run(["-T", "text/plain", "-"], input: Array("<p>a".utf8)).output
    #expect(plain == "<p>a\n")
    // "é€" in windows-1252, and a page that claims to be something else.
    let bytes = Array("<meta charset=utf-8><p>".utf8) + [0xE9, 0x80]
    #expect(try Program.run(["-I", "windows-1252", "-"], input: bytes).output == "é€\n")
    let input = try folder.write("<meta charset=utf-8><p>é日", to: "in.html")
    let out = folder.path(of: "out")
    let shell = try Program.shell("'\(Program.path)' -O iso-8859-1 '\(input)' > '\(out)'")
    #expect(shell.status == 0, "\(shell.errors)")
    #expect(try Array(Data(contentsOf: URL(filePath: out))) == [0xE9, 0x3F, 0x0A])
  }

  @Test func aTerminalGetsNoCommandOfASource() throws {
    let file = try folder.write("<p>\u{1B}]0;title\u{7}\u{9B}31m text", to: "evil.html")
    for option in ["--dump=source", "--dump=html", "--json"] {
      let outcome = try Program.shell(
        "script -qec \"'\(Program.path)' \(option) '\(file)'\" /dev/null < /dev/null")
      #expect(outcome.output.contains("text"), "\(outcome.output)")
      #expect(!outcome.output.unicodeScalars.contains("\u{1B}"), "\(option)")
      #expect(!outcome.output.unicodeScalars.contains("\u{9B}"), "\(option)")
    }
  }
}
