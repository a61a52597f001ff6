// SPDX-License-Identifier: MIT
// Part of Grille: pages made to break a layout (threat 28).

import CellGrid
import DOM
import Layout
import Testing

@Suite struct RobustnessTests {
  @Test func threat28HundredThousandNestedBlocksKeepTheirText() {
    let page = String(repeating: "<div>", count: 100_000) + "deep" + "</div><p>after"
    let dump = TextDump.string(layOut(page))
    #expect(dump.contains("deep"))
    #expect(dump.contains("after"))
  }

  @Test func deepListsStayOnTheScreen() {
    let page = String(repeating: "<ul><li>", count: 600) + "<p>end of the lists"
    let result = layOut(page, columns: 60)
    #expect(result.size.columns == 60)
    #expect(TextDump.string(result).contains("end of the lists"))
  }

  @Test func unclosedInlineTagsKeepTheirText() {
    var page = "<p>"
    for number in 0..<2000 { page += "<b><i>w\(number) " }
    let words = TextDump.string(layOut(page)).split { $0.isWhitespace }
    #expect(words.count == 2000)
    #expect(words.last == "w1999")
  }

  @Test func tablesNestedBeyondAllMeasureKeepTheirText() {
    let page = String(repeating: "<table><tr><td>x", count: 400) + "core"
    let dump = TextDump.string(layOut(page))
    #expect(dump.contains("core"))
  }

  @Test func inlineBlocksNestedBeyondAllMeasureKeepTheirText() {
    let page = String(repeating: "<span style='display:inline-block'>x ", count: 400) + "core"
    #expect(TextDump.string(layOut(page)).contains("core"))
  }

  /// Each level of a nested table is placed once: twice as deep is not four times as much.
  @Test func nestedTablesGrowInProportion() {
    func page(_ depth: Int) -> String {
      var inner = "core words"
      for _ in 0..<depth {
        inner = "<table><tr><td>a b<td>c d<tr><td>e f<td>\(inner)</table>"
      }
      return inner
    }
    let ten = layOut(page(10), columns: 200)
    let twenty = layOut(page(20), columns: 200)
    #expect(twenty.fragments.count <= 2 * ten.fragments.count + 4)
    #expect(TextDump.string(twenty).contains("core words"))
  }

  @Test func threat28HugeTableHasEveryRow() {
    var page = "<table>"
    for row in 0..<3000 { page += "<tr><td>\(row)<td>b<td>c" }
    #expect(layOut(page).size.rows == 3000)
  }

  @Test func tenThousandEmptyCellsTakeNoRoom() {
    let page = "<table>" + String(repeating: "<tr><td><td><td><td>", count: 2500) + "</table>end"
    #expect(lines(page) == ["end"])
  }

  @Test(arguments: [
    "<table><tr><td colspan=100000>wide<td>next</table>",
    "<table><tr><td rowspan=0 colspan=512>wide<td>next<tr><td colspan=0>below</table>",
    "<table><tr><td rowspan=65534>tall<td>next<tr><td>x</table>",
    "<table border=1 cellpadding=99999 width=99999999><tr><td width=99999999>a<td>next</table>",
    "<ol start=2147483647><li>next</ol>", "<ol start=-2147483648><li>next</ol>",
    "<textarea rows=999999999 cols=999999999>next</textarea>",
    "<input size=999999999 value=next>",
    "<div style='margin: -99999px; padding: 1e30px; width: 1e30px; text-indent: 1e9px'>next</div>",
    "<div style='width: 0; height: 0; margin-left: 1e38px'>next</div>",
    "<hr width=999999999><p>next", "<pre>\t\t\t\t\u{0}next</pre>",
    "<div style='border: 9999px solid'><div style='border: 1px solid'>next</div></div>",
    "<div style='display: table-cell; width: 1e20%'>next</div>",
    "<table><tr><td width='9e30%'>next</table>", "<div style='tab-size: 60000'>next</div>",
  ])
  func absurdNumbersKeepTheText(_ page: String) {
    for columns in [1, 2, 5, 40, 1000] {
      for options in [LayoutOptions.dump, LayoutOptions()] {
        let result = layOut(page, columns: columns, options: options)
        #expect(isConsistent(result))
        let text = TextDump.string(result).filter { !$0.isWhitespace }
        #expect(text.contains("next") || columns < 6 || page.contains("textarea"))
      }
    }
  }

  @Test func oneLongWordIsOneFragment() {
    let result = layOut("<p>" + String(repeating: "a", count: 300_000))
    #expect(result.fragments.count == 1)
    #expect(result.size.columns == 300_000)
  }

  @Test func longWordIsBrokenWhenAsked() {
    var options = LayoutOptions.dump
    options.breaksLongWords = true
    let result = layOut("<p>" + String(repeating: "ab", count: 5000), options: options)
    #expect(result.size == CellSize(columns: 40, rows: 250))
  }

  @Test func controlCharactersNeverReachTheText() {
    var page = "<p title='\u{1B}'>"
    for code in 1..<0xA0 { page += "&#\(code);x" }
    page += "<pre>\u{1B}]0;title\u{7}</pre><img alt='\u{1B}[2J'><input value='\u{9B}1m'>"
    let result = layOut(page)
    #expect(!result.text.contains { $0 < 0x20 || $0 == 0x7F })
    let scalars = String(decoding: result.text, as: UTF8.self).unicodeScalars
    #expect(!scalars.contains { 0x80..<0xA0 ~= $0.value || 0x202A...0x202E ~= $0.value })
  }
}
