// SPDX-License-Identifier: MIT
// Part of Grille: focus, hit testing, anchors, finding and painting.

import CellGrid
import DOM
import Layout
import Testing

@Suite struct InteractionTests {
  private func page(_ html: String, columns: Int = 20) -> LayoutResult {
    layOut(html, columns: columns, options: LayoutOptions())
  }

  @Test func focusableElementsAreInTreeOrder() {
    let result = page(
      """
      <a href=1>one</a> <a name=x>no</a> <input disabled> <input type=checkbox>
      <details><summary>more</summary>hidden</details><button>go</button>
      """)
    #expect(result.focusables.map(\.kind) == [.link, .control, .summary, .control])
    #expect(result.focusables.map(\.node) == result.focusables.map(\.node).sorted())
  }

  @Test func wrappedLinkHasARectangleOnEachRow() {
    let result = page("<p>before <a href=x>a link that goes on</a>", columns: 14)
    let rects = Array(result.rects(ofFocusable: 0))
    #expect(
      rects == [
        CellRect(column: 7, row: 0, columns: 6, rows: 1),
        CellRect(column: 0, row: 1, columns: 12, rows: 1),
      ])
  }

  @Test func cellsTellWhatIsInThem() throws {
    let result = page("<p>ab <a href=x>cd</a>")
    #expect(result.hitTest(CellPoint(column: 0, row: 0))?.focusable == nil)
    #expect(result.hitTest(CellPoint(column: 4, row: 0))?.focusable == 0)
    #expect(result.hitTest(CellPoint(column: 9, row: 0)) == nil)
    #expect(result.hitTest(CellPoint(column: 0, row: 7)) == nil)
    #expect(result.firstFocusable(inRows: 0..<5) == 0)
    #expect(result.firstFocusable(inRows: 1..<5) == nil)
  }

  @Test func anchorsKnowTheirRows() {
    let html = """
      <h1 id=a>A</h1><p>text<p id=b>B<ul><li>x<li id=c>y</ul>
      <table><tr><td>1<tr id=d><td>2<tr><td><span id=e>3</span></table><a name=f></a><p>end
      """
    let document = HTMLParser.parse(html)
    let result = layOut(document, columns: 20, options: LayoutOptions())
    let text = TextDump.string(result).split(separator: "\n", omittingEmptySubsequences: false)
    let index = ElementIndex(document)
    for (name, line) in [("a", "A"), ("b", "B"), ("c", "y"), ("d", "2"), ("e", "3"), ("f", "end")] {
      let row = result.row(of: index.element(named: name))
      #expect(row.map { text[$0].contains(line) } == true, "\(name)")
    }
  }

  @Test func findSearchesAcrossLooksAndMindsCapitals() {
    let result = page("<p>The <b>old</b>er house<br>holds <i>Old</i> coats", columns: 30)
    let small = FindInPage("old").matches(in: result)
    #expect(
      small == [
        TextMatch(row: 0, columns: 4..<7), TextMatch(row: 1, columns: 1..<4),
        TextMatch(row: 1, columns: 6..<9),
      ])
    #expect(FindInPage("Old").matches(in: result).map(\.row) == [1])
    #expect(FindInPage("older house").matches(in: result).count == 1)
    #expect(FindInPage("").matches(in: result).isEmpty)
  }

  @Test func findCountsColumnsOfWideCharacters() {
    let result = page("<p>山の川 ÉTÉ", columns: 30)
    #expect(FindInPage("川").matches(in: result) == [TextMatch(row: 0, columns: 4..<6)])
    #expect(FindInPage("été").matches(in: result) == [TextMatch(row: 0, columns: 7..<10)])
  }

  @Test func painterShowsRowsFocusAndFinds() {
    let result = page("<p>one<p><a href=x>two</a> three", columns: 12)
    var surface = CellSurface(size: CellSize(columns: 12, rows: 2))
    var options = PaintOptions()
    options.focused = 0
    options.matches = FindInPage("three").matches(in: result)
    Painter.paint(
      result, rows: 2..<4, into: &surface, in: CellRect(column: 0, row: 0, columns: 12, rows: 2),
      options: options)
    #expect(surface[0, 0].content == 0x74)
    #expect(surface[0, 0].style.attributes.contains(.reverse))
    #expect(!surface[4, 0].style.background.isDefault)
    #expect(surface[0, 1].isBlank)
  }

  @Test func painterClipsToItsTarget() {
    let result = page("<pre>0123456789</pre>")
    var surface = CellSurface(size: CellSize(columns: 8, rows: 3))
    Painter.paint(
      result, rows: 0..<3, firstColumn: 4, into: &surface,
      in: CellRect(column: 2, row: 1, columns: 3, rows: 1))
    #expect((0..<8).map { surface[$0, 1].content } == [32, 32, 52, 53, 54, 32, 32, 32])
    #expect(surface[2, 0].isBlank && surface[2, 2].isBlank)
  }

  @Test func unreadableColoursAreNotUsed() {
    let result = page("<p style='color: #111'>dark</p><p style='color: #0f0'>green</p>")
    var surface = CellSurface(size: CellSize(columns: 8, rows: 3))
    Painter.paint(
      result, rows: 0..<3, into: &surface, in: CellRect(column: 0, row: 0, columns: 8, rows: 3))
    #expect(surface[0, 0].style.foreground.isDefault)
    #expect(surface[0, 2].style.foreground == .rgb(0, 255, 0))
  }

  @Test func controlsShowWhatWasTyped() {
    let document = HTMLParser.parse("<input size=5 value=old><input type=checkbox>")
    var forms = FormState()
    let text = document.firstChild(of: document.body)
    forms.setValue("new", of: text, in: document)
    forms.setChecked(true, of: document.nextSibling(of: text), in: document)
    let result = layOut(document, options: LayoutOptions(), forms: forms)
    #expect(TextDump.string(result) == "[new  ][x]\n")
  }

  @Test func toggledDetailsShowTheOpposite() {
    let document = HTMLParser.parse("<details><summary>s</summary>inside</details>")
    var options = LayoutOptions()
    options.toggledDetails = [document.firstChild(of: document.body)]
    #expect(TextDump.string(layOut(document, options: options)).contains("inside"))
  }
}
