// SPDX-License-Identifier: MIT
// Part of Grille: scenarios of reading, following and going back.
import CellGrid
import Networking
import TerminalUI
import Testing
import WebInfra

@testable import BrowserApp

@MainActor
@Suite struct BrowsingTests {
  private static let long = (1...100).map { "<p>Paragraph \($0)</p>" }.joined()

  @Test func aPageIsShownWithAddressTitleAndStatus() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "<title>First</title><p>Hello there")
    try await app.open("http://a.test/", expecting: "Hello there")
    #expect(app.lines[0].hasPrefix("http://a.test/"))
    #expect(app.lines[0].hasSuffix("First"))
    #expect(app.status.hasSuffix("200 OK http/1.1 not secure"))
    #expect(app.screen.title?.text == "First – Grille")
  }

  @Test func linksAreReachedFollowedAndLeftAgain() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "<a href=/b>one</a> <a href=/c>two</a>")
    app.loader.answer("http://a.test/c", html: "<p>third page")
    try await app.open("http://a.test/", expecting: "one two")
    await app.press("TAB")
    try await app.expectCursor(on: "one")
    #expect(app.status.hasPrefix("http://a.test/b"))
    await app.press("TAB")
    try await app.expectCursor(on: "two")
    await app.press("RET")
    try await app.expectLine(containing: "third page")
    await app.press("H")
    try await app.expectLine(containing: "one two")
    try await app.expectCursor(on: "two")
    await app.press("L")
    try await app.expectLine(containing: "third page")
    await app.press("L")
    try await app.expectLine(containing: "no page to go forward to")
  }

  @Test func theCursorFocusesTheLinkItComesTo() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "<p>text<p><a href=/b>link</a>")
    try await app.open("http://a.test/", expecting: "link")
    await app.press("j", "j")
    #expect(app.status.hasPrefix("http://a.test/b"))
    await app.press("k")
    #expect(!app.status.hasPrefix("http://a.test/b"))
  }

  @Test func keysScrollAndCount() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: Self.long)
    try await app.open("http://a.test/", expecting: "Paragraph 1")
    await app.press("G")
    try await app.expectLine(containing: "Paragraph 100")
    await app.press("g", "g")
    try await app.expectLine(containing: "Paragraph 1")
    #expect(!app.lines.contains { $0.contains("Paragraph 100") })
    let first = app.lines[1...4]
    await app.press("4", "C-e")
    #expect(Array(app.lines[1...4]) != Array(first))
    await app.press("4", "C-y")
    #expect(Array(app.lines[1...4]) == Array(first))
    await app.press("SPC")
    #expect(app.application.window.webView.scrollOffset.row == 20)
    await app.press("b")
    #expect(app.application.window.webView.scrollOffset.row == 0)
    await app.press("C-d")
    #expect(app.application.window.webView.scrollOffset.row == 11)
  }

  @Test func anAddressIsTypedOrEdited() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "first")
    app.loader.answer("http://a.test/x", html: "second")
    app.loader.answer("https://b.test", html: "third")
    app.loader.answer("https://b.test/", html: "third")
    try await app.open("http://a.test/", expecting: "first")
    await app.press("C-l")
    try await app.expectDialog(PromptDialog.self)
    await app.type("x\n")
    try await app.expectLine(containing: "second")
    await app.press("o")
    await app.type("b.test\n")
    try await app.expectLine(containing: "third")
    await app.press("o")
    await app.type("nothing here\n")
    try await app.expectLine(containing: "“nothing here” is neither a file here nor an address.")
  }

  // Threat 32.
  @Test func threat32PastedLineEndsAreNoCommands() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "first")
    try await app.open("http://a.test/", expecting: "first")
    app.screen.send(.paste("q\n"))
    await app.press("o")
    app.screen.send(.paste("http://b.test/\nq\n"))
    await app.settle()
    #expect(app.status.contains("http://b.test/q"))
    #expect(app.loader.sent.count == 1)
  }

  @Test func aFailureIsExplainedAndCanBeTriedAgain() async throws {
    let app = AppDriver()
    app.loader.answer(
      "http://a.test/",
      ScriptedLoader.Answer(
        error: ResourceError(.cannotConnectToHost, url: WebURL("http://a.test/"))))
    try await app.open("http://a.test/", expecting: "could not be opened")
    try await app.expectLine(containing: "a.test refused the connection on port 80")
    try await app.expectLine(containing: "Code -1004 (cannotConnectToHost)")
    try await app.expect("status says so") { app.status.contains("Failed -1004") }
    app.loader.answer("http://a.test/", html: "now it works")
    await app.press("r")
    try await app.expectLine(containing: "now it works")
    #expect(app.status.contains("200 OK"))
  }

  @Test func theStatusShowsWhatIsWaitedForAndLoadingCanBeStopped() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "first")
    app.loader.answer("http://slow.test/", ScriptedLoader.Answer(isHeld: true))
    try await app.open("http://a.test/", expecting: "first")
    app.application.window.open(address: "http://slow.test/")
    try await app.expect("waits") { app.status.contains("Waiting for slow.test") }
    // What is on the screen is still the old page.
    #expect(app.lines[0].hasPrefix("http://a.test/"))
    await app.press("C-c")
    try await app.expect("stops") { app.status.contains("Loading was stopped.") }
    #expect(app.lines[0].hasPrefix("http://a.test/"))
    app.loader.release()
    await app.settle()
    #expect(app.lines[1].contains("first"))
  }

  @Test func errorStatusesKeepTheirPages() async throws {
    let app = AppDriver()
    app.loader.answer(
      "http://a.test/", html: "nothing of that name", status: HTTPStatus(code: 404))
    try await app.open("http://a.test/", expecting: "nothing of that name")
    #expect(app.status.contains("404 Not Found"))
  }

  @Test func searchingShowsPlacesWhileTyping() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: Self.long)
    try await app.open("http://a.test/", expecting: "Paragraph 1")
    await app.press("/")
    await app.type("graph 70")
    try await app.expectLine(containing: "Paragraph 70")
    await app.press("Esc")
    try await app.expect("back where it began") { app.lines[1].contains("Paragraph 1") }
    await app.press("/")
    await app.type("paragraph 9\n")
    try await app.expectLine(containing: "1 of 11")
    await app.press("n")
    try await app.expectLine(containing: "2 of 11")
    await app.press("N", "N")
    try await app.expectLine(containing: "11 of 11; went on from the other end")
    await app.press("/")
    await app.type("zebra\n")
    try await app.expectLine(containing: "“zebra” was not found.")
  }

  @Test func theMouseScrollsAndFollows() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "<a href=/b>link</a>" + Self.long)
    app.loader.answer("http://a.test/b", html: "<p>second page")
    try await app.open("http://a.test/", expecting: "link")
    app.screen.send(.mouse(MouseEvent(.wheelDown, at: CellPoint(column: 5, row: 5))))
    await app.settle()
    #expect(app.application.window.webView.scrollOffset.row == 3)
    app.screen.send(.mouse(MouseEvent(.wheelUp, at: CellPoint(column: 5, row: 5))))
    await app.settle()
    app.screen.send(.mouse(MouseEvent(.press(1), at: CellPoint(column: 1, row: 1))))
    try await app.expectLine(containing: "second page")
  }

  @Test func linksAreChosenFromAList() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "<a href=/b>one</a> <a href=/c>two</a>")
    app.loader.answer("http://a.test/c", html: "<p>third page")
    try await app.open("http://a.test/", expecting: "one two")
    await app.press("g", "l")
    try await app.expectDialog(ListDialog.self)
    await app.press("j", "RET")
    try await app.expectLine(containing: "third page")
  }

  @Test func addressesAreClimbed() async throws {
    let app = AppDriver()
    for path in ["a/b?q", "a/b", "a/", ""] {
      app.loader.answer("http://a.test/\(path)", html: "<p>page [\(path)]")
    }
    try await app.open("http://a.test/a/b?q", expecting: "page [a/b?q]")
    await app.press("g", "u")
    try await app.expectLine(containing: "page [a/b]")
    await app.press("g", "u")
    try await app.expectLine(containing: "page [a/]")
    await app.press("g", "u")
    try await app.expectLine(containing: "page []")
    await app.press("g", "u")
    try await app.expectLine(containing: "The address has no level above.")
  }

  @Test func theSourceIsShownAndLeft() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "<p>Hello <b>there</b>")
    try await app.open("http://a.test/", expecting: "Hello there")
    await app.press("\\")
    try await app.expectLine(containing: "<p>Hello <b>there</b>")
    try await app.expect("said to be source") { app.status.contains("source") }
    await app.press("\\")
    try await app.expectLine(containing: "Hello there")
  }

  @Test func prefixesShowTheirContinuationsAfterAWhile() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "first")
    try await app.open("http://a.test/", expecting: "first")
    screenSend(app, "z")
    app.application.session.loop.turn()
    #expect(!app.lines.contains { $0.contains("z  center") })
    await app.wait(.milliseconds(500))
    #expect(app.lines.contains { $0.contains("z  center") })
    await app.press("z")
    #expect(!app.lines.contains { $0.contains("z  center") })
    await app.press("F5")
    try await app.expectLine(containing: "F5 stands for nothing. F1 lists the keys.")
  }

  private func screenSend(_ app: AppDriver, _ key: Unicode.Scalar) {
    app.screen.send(.key(KeyEvent(key)))
  }

  @Test func commandsAreTypedByName() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "first")
    try await app.open("http://a.test/", expecting: "first")
    await app.press(":")
    await app.type("set wheel-rows 7\n")
    #expect(app.preferences.configuration.wheelRows == 7)
    await app.press(":")
    await app.type("map x bottom\n")
    #expect(app.preferences.keymap.match([KeyEvent("x")]) == .command("bottom"))
    await app.press(":")
    await app.type("relod\n")
    try await app.expectLine(containing: "There is no command “relod”. Did you mean reload?")
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (5, 3), (20, 5), (200, 60), (80, 1)])
  func everySizeOfTerminalWorks(columns: Int, rows: Int) async throws {
    let app = AppDriver(columns: columns, rows: rows)
    app.loader.answer("http://a.test/", html: "<a href=/b>日本語</a>" + Self.long)
    try await app.open("http://a.test/")
    await app.press("TAB", "j", "SPC", "G", "g", "g", "o", "Esc", "g", ":", "Esc")
    await app.wait(.seconds(1))
    #expect(app.lines.count == rows)
    #expect(app.screen.frameCount > 0)
  }

  @Test func aResizeLaysThePageOutAgain() async throws {
    let app = AppDriver()
    app.loader.answer(
      "http://a.test/", html: "<p>" + String(repeating: "word ", count: 30))
    try await app.open("http://a.test/", expecting: "word word")
    app.screen.resize(to: CellSize(columns: 20, rows: 10))
    try await app.expect("narrower") {
      app.lines.count == 10 && app.lines[1] == "word word word word"
    }
  }

  @Test func theProgramSpeaksTheUsersLanguage() async throws {
    let app = AppDriver(language: .japanese)
    try await app.open("http://nowhere.test/", expecting: "ページを開けませんでした")
  }

  @Test func quittingStopsTheLoop() async throws {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: "first")
    try await app.open("http://a.test/", expecting: "first")
    await app.press("C-z")
    #expect(app.screen.suspendCount == 1)
    app.screen.type("q")
    app.application.run(opening: nil, problems: [])
    #expect(app.screen.isClosed)
  }
}
