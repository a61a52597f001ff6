// SPDX-License-Identifier: MIT
// Part of Grille: tests of the widgets.
import CellGrid
import Testing

@testable import TerminalUI

@MainActor
private func draw(_ view: any View, columns: Int, rows: Int) -> String {
  var surface = CellSurface(size: CellSize(columns: columns, rows: rows))
  view.draw(into: &surface, in: surface.bounds, theme: Theme())
  return SurfaceDump.text(surface)
}

@MainActor
private func press(_ view: any View, _ names: String...) {
  for name in names {
    if let key = KeyEvent(name: name) { _ = view.handle(.key(key)) }
  }
}

@MainActor
struct TextFieldTests {
  @Test(arguments: [
    (["C-a", "x"], "xone two"), (["C-w"], "one "), (["M-b", "C-k"], "one "), (["C-u"], ""),
    (["Backspace", "Left", "Delete"], "one t"), (["Home", "M-d"], " two"),
    (["Home", "M-f", "!"], "one! two"),
    (["C-w", "C-a", "C-y"], "twoone "), (["C-b", "C-b", "C-d"], "one to"),
    (["M-Backspace", "M-Backspace"], ""),
    (["Home", "C-f", "C-e", "C-h"], "one tw"), (["M-Left", "M-Left", "M-Right", ","], "one, two"),
  ])
  func keysEdit(keys: [String], result: String) {
    let field = TextField(text: "one two")
    for key in keys { press(field, key) }
    #expect(field.text == result)
  }

  @Test func aMarkJoinsItsBase() {
    let field = TextField()
    for scalar in "e\u{301}👨\u{200D}👩".unicodeScalars { _ = field.handle(.key(KeyEvent(scalar))) }
    #expect(field.text == "é👨‍👩")
    press(field, "Backspace", "Backspace")
    #expect(field.text == "")
  }

  @Test func theTextScrollsWithTheCursor() {
    let field = TextField(text: "0123456789")
    #expect(draw(field, columns: 6, rows: 1) == "56789\n")
    press(field, "Home")
    #expect(draw(field, columns: 6, rows: 1) == "012345\n")
    #expect(
      field.cursor(in: CellRect(column: 2, row: 3, columns: 6, rows: 1))
        == CellPoint(column: 2, row: 3))
    let wide = TextField(text: "日本語")
    #expect(draw(wide, columns: 5, rows: 1) == "本語\n")
    #expect(
      wide.cursor(in: CellRect(column: 0, row: 0, columns: 5, rows: 1))
        == CellPoint(column: 4, row: 0))
    #expect(draw(wide, columns: 0, rows: 0) == "")
  }

  @Test func aMaskedFieldHidesItsTextAndItsWords() {
    let field = TextField(text: "my pass", isMasked: true)
    field.history = ["old"]
    #expect(draw(field, columns: 10, rows: 1) == "*******\n")
    press(field, "Up")
    #expect(field.text == "my pass")
    press(field, "C-w")
    #expect(field.text == "")
    press(field, "C-y")
    #expect(field.text == "")
  }

  @Test func theHistoryComesBackAndTheDraftToo() {
    let field = TextField(text: "draft")
    field.history = ["one", "two"]
    press(field, "Up")
    #expect(field.text == "two")
    press(field, "Up", "Up")
    #expect(field.text == "one")
    press(field, "Down", "Down")
    #expect(field.text == "draft")
  }

  @Test func theLimitHoldsForPastes() {
    let field = TextField(text: "ab")
    field.maximumLength = 4
    _ = field.handle(.paste("cdef"))
    press(field, "x")
    #expect(field.text == "abcd")
  }

  @Test func changesAreTold() {
    let field = TextField()
    var changes: [String] = []
    field.onChange = { changes.append($0) }
    press(field, "a", "b", "Left", "Backspace")
    #expect(changes == ["a", "ab", "b"])
    #expect(field.handle(.key(KeyEvent("x", .control))) == false)
  }
}

@MainActor
struct ListAndTextTests {
  @Test func aListKeepsItsChoiceInView() {
    let list = ListView(count: 10) { row, _ in DisplayString("row \(row)") }
    var activated: [Int] = []
    list.onActivate = { activated.append($0) }
    _ = draw(list, columns: 8, rows: 3)
    press(list, "PgDn", "j")
    #expect(draw(list, columns: 8, rows: 3) == "row 1\nrow 2\nrow 3\n")
    press(list, "G", "RET")
    #expect(activated == [9])
    list.count = 4
    #expect(list.selection == 3)
    #expect(draw(list, columns: 8, rows: 6) == "row 0\nrow 1\nrow 2\nrow 3\n")
    _ = list.handle(.mouse(MouseEvent(.press(1), at: CellPoint(column: 1, row: 1))))
    #expect(list.selection == 1)
    list.count = 0
    press(list, "RET", "j")
    #expect(draw(list, columns: 8, rows: 2) == "")
  }

  @Test func textIsWrappedAtWords() {
    let wrapper = TextWrapper(columns: 10)
    func rows(_ text: String) -> [String] { wrapper.wrap(DisplayString(text)).map(\.text) }
    #expect(rows("one two three four") == ["one two", "three four"])
    #expect(rows("abcdefghijklmno pq") == ["abcdefghij", "klmno pq"])
    #expect(rows("日本語日本語 x") == ["日本語日本", "語 x"])
    #expect(rows("") == [""])
    #expect(rows("exactly10! next") == ["exactly10!", "next"])
    #expect(TextWrapper(columns: 1).wrap("日x").map(\.text) == ["日", "x"])
  }

  @Test func aTextPaneScrolls() {
    let pane = TextPane(paragraphs: (0..<6).map { DisplayString("p\($0)") })
    #expect(draw(pane, columns: 5, rows: 2) == "p0\np1\n")
    press(pane, "Down")
    #expect(draw(pane, columns: 5, rows: 2) == "p1\np2\n")
    press(pane, "End")
    #expect(draw(pane, columns: 5, rows: 2) == "p4\np5\n")
    _ = pane.handle(.mouse(MouseEvent(.wheelUp, at: .zero)))
    #expect(pane.firstRow == 1)
    #expect(draw(pane, columns: 5, rows: 9) == "p0\np1\np2\np3\np4\np5\n")
  }

  @Test func aPressOnAStatusLineFindsThePartThatIsDrawnThere() {
    let line = StatusLine()
    line.left = [.init("left", priority: 9, command: "left")]
    line.right = [
      .init("a", priority: 0, command: "gone"), .init("200", priority: 3),
      .init("漢字", priority: 2, command: "mark"),
    ]
    // "left 200 漢字"
    let found = (0..<18).map { line.command(atColumn: $0, ofColumns: 13) }
    #expect(found[..<9].allSatisfy { $0 == nil })
    #expect(found[9..<13].allSatisfy { $0 == "mark" })
    #expect(found[13...].allSatisfy { $0 == nil })
    #expect(line.command(atColumn: 10, ofColumns: 20) == "gone")
  }

  @Test func aStatusLineKeepsWhatMatters() {
    let line = StatusLine()
    line.left = [.init("https://example.org/a/long/address", priority: 1)]
    line.right = [
      .init("200 OK", priority: 3), .init("HTTP/2", priority: 0), .init("secure", priority: 2),
    ]
    #expect(
      draw(line, columns: 60, rows: 1)
        == "https://example.org/a/long/address      200 OK HTTP/2 secure\n")
    #expect(
      draw(line, columns: 50, rows: 1) == "https://example.org/a/long/address   200 OK secure\n")
    #expect(draw(line, columns: 14, rows: 1) == " 200 OK secure\n")
    #expect(draw(line, columns: 4, rows: 1) == "200…\n")
    line.right = []
    #expect(draw(line, columns: 10, rows: 1) == "https://e…\n")
    #expect(draw(line, columns: 1, rows: 1) == "…\n")
  }
}

@MainActor
struct LazyTextPaneTests {
  private func text(_ pane: LazyTextPane, columns: Int, rows: Int) -> String {
    var surface = CellSurface(size: CellSize(columns: columns, rows: rows))
    pane.draw(into: &surface, in: surface.bounds, theme: Theme())
    return SurfaceDump.text(surface)
  }

  @Test func onlyWhatIsInSightIsMade() {
    var made: Set<Int> = []
    let pane = LazyTextPane(count: 10_000) { number in
      made.insert(number)
      return DisplayString("line \(number)")
    }
    #expect(text(pane, columns: 20, rows: 3) == "line 0\nline 1\nline 2\n")
    pane.scroll(rows: 5)
    #expect(text(pane, columns: 20, rows: 3) == "line 5\nline 6\nline 7\n")
    #expect(made.count < 30)
    _ = pane.handle(.key(KeyEvent(.end)))
    #expect(text(pane, columns: 20, rows: 3) == "line 9997\nline 9998\nline 9999\n")
    #expect(!pane.hasMoreBelow)
    _ = pane.handle(.key(KeyEvent("k")))
    #expect(text(pane, columns: 20, rows: 2) == "line 9996\nline 9997\n")
    _ = pane.handle(.key(KeyEvent("g")))
    #expect(pane.firstParagraph == 0)
    #expect(made.count < 60)
  }

  @Test func paragraphsWrapAndScrollByRows() {
    let pane = LazyTextPane(count: 3) { _ in "one two three" }
    #expect(text(pane, columns: 7, rows: 3) == "one two\nthree\none two\n")
    _ = pane.handle(.key(KeyEvent("j")))
    #expect(text(pane, columns: 7, rows: 3) == "three\none two\nthree\n")
    _ = pane.handle(.key(KeyEvent(.pageDown)))
    #expect(text(pane, columns: 7, rows: 3) == "three\none two\nthree\n")
    #expect(text(pane, columns: 20, rows: 3) == "one two three\none two three\none two three\n")
  }

  @Test func aSearchGoesRoundInBothDirections() {
    let pane = LazyTextPane(count: 100) { DisplayString($0 % 30 == 7 ? "Needle \($0)" : "hay") }
    _ = text(pane, columns: 20, rows: 3)
    var places: [Int?] = []
    for _ in 0..<5 {
      let isFound = pane.find("needle", backwards: false)
      places.append(isFound ? pane.match : nil)
    }
    #expect(places == [7, 37, 67, 97, 7])
    let isFound = pane.find("NEEDLE", backwards: true)
    #expect(isFound && pane.match == 97)
    #expect(text(pane, columns: 20, rows: 3).contains("Needle 97"))
    let isMissing = pane.find("pin", backwards: false)
    #expect(!isMissing)
    let isNothing = pane.find("", backwards: false)
    #expect(!isNothing)
  }
}
