// SPDX-License-Identifier: MIT
// Part of Grille: tests of the browser's own sheet, presentational hints and media queries.
import DOM
import Testing

@testable import CSS

@Suite struct UserAgentSheetTests {
  @Test(arguments: [
    ("<p id=x>", Display.block), ("<span id=x>", .inline), ("<li id=x>", .listItem),
    ("<table><tr id=x>", .tableRow), ("<table><td id=x>", .tableCell), ("<ol id=x>", .block),
    ("<img id=x>", .inlineBlock), ("<template id=x>", .none), ("<datalist id=x>", .none),
    ("<input id=x type=HIDDEN>", .none), ("<input id=x>", .inlineBlock), ("<dialog id=x>", .none),
    ("<dialog open id=x>", .block), ("<div hidden id=x>", .none), ("<rp id=x>", .none),
    ("<noscript id=x>", .inline), ("<details><p id=x>", .none), ("<details open><p id=x>", .block),
    ("<details><summary id=x>", .block), ("<details><summary></summary><summary id=x>", .none),
    ("<svg><title id=x>", .inline), ("<my-element id=x>", .inline),
  ])
  func elementIsDisplayedAs(_ html: String, _ expected: Display) {
    #expect(StyledDocument("<!DOCTYPE html><body>" + html)["x"].display == expected)
  }

  @Test func detailsFollowTheReader() {
    let html = "<details id=d><p id=x></p></details><details open id=e><p id=y></p></details>"
    let toggled = StyledDocument(html, toggled: ["d", "e"])
    #expect(toggled["x"].display == .block)
    #expect(!toggled["d"].hidesContents)
    #expect(toggled["y"].display == .none)
    #expect(toggled["e"].hidesContents)
  }

  @Test func textLevelElementsLookDifferent() {
    let styled = StyledDocument(
      "<b id=b></b><em id=em></em><u id=u></u><del id=del></del><code id=code></code><sup id=sup></sup><a id=a href=x></a><a id=n></a>"
    )
    #expect(styled["b"].isBold)
    #expect(styled["em"].isItalic)
    #expect(styled["u"].decorationInEffect == .underline)
    #expect(styled["del"].decorationInEffect == .lineThrough)
    #expect(styled["code"].isMonospace)
    #expect(styled["sup"].verticalAlign == .super)
    #expect(styled["a"].color.rawValue == 0xFF9E_9EFF)
    #expect(styled["a"].decorationInEffect == .underline)
    #expect(styled["n"].color == .default)
  }

  @Test func listsNest() {
    let styled = StyledDocument(
      "<ul id=a><li><ul id=b><li><ul id=c></ul></ul></ul><ol><li><ul id=d></ul></ol><ol id=o>")
    #expect(styled["a"].listStyleType == .disc)
    #expect(styled["b"].listStyleType == .circle)
    #expect(styled["c"].listStyleType == .square)
    #expect(styled["d"].listStyleType == .circle)
    #expect(styled["o"].listStyleType == .decimal)
    #expect(styled["a"].margin.top == .px(16))
    #expect(styled["b"].margin.top == .zero)
    #expect(styled["b"].padding.left == .px(32))
  }

  @Test(arguments: [
    ("<p align=center id=x>", TextAlign.legacyCenter),
    ("<div align=Right id=x>", .legacyRight),
    ("<center><p id=x>", .legacyCenter),
    ("<table align=center><td id=x>", .start),
    ("<table><th id=x>", .center),
    ("<table><th align=left id=x>", .legacyLeft),
    ("<table><tr align=right><td id=x>", .legacyRight),
  ])
  func alignmentIsMapped(_ html: String, _ expected: TextAlign) {
    #expect(StyledDocument("<!DOCTYPE html><body>" + html)["x"].textAlign == expected)
  }

  @Test func tableAttributesReachTheCells() {
    let styled = StyledDocument(
      """
      <!DOCTYPE html><table id=t border cellpadding=8 cellspacing=0 width=50% bgcolor=ff0000>
      <td id=c valign=top nowrap width=100 bgcolor=lime><table><td id=n></table></table>
      """)
    #expect(styled["t"].width == .percent(50))
    #expect(styled["t"].border.top.style == .outset)
    #expect(styled["t"].horizontalBorderSpacing == 0)
    #expect(styled["t"].backgroundColor.rawValue == 0xFFFF_0000)
    #expect(styled["c"].padding.left == .px(8))
    #expect(styled["c"].border.left == BorderEdge(style: .inset, width: 1, color: .default))
    #expect(styled["c"].verticalAlign == .top)
    #expect(!styled["c"].wrapsText)
    #expect(styled["c"].width == .px(100))
    #expect(styled["c"].backgroundColor.rawValue == 0xFF00_FF00)
    #expect(styled["n"].border.left.width == 0)
  }

  @Test func otherAttributesAreMapped() {
    let styled = StyledDocument(
      """
      <!DOCTYPE html><body text=navy><font id=f color=#abc face="Courier, x">y</font><br id=br clear=all>
      <ol><li id=l type=a></ol><ol type=I><li id=i></ol><ul type=Circle id=u></ul>
      <hr id=h width=50% align=left><img id=g align=right width=80 hspace=4>
      <p id=d dir=rtl></p><p id=au dir=auto>שלום</p><p id=al dir=auto>12 abc</p><bdi id=bd>שלום</bdi>
      """)
    #expect(styled.first(.body).color.rawValue == 0xFF00_0080)
    #expect(styled["f"].color.rawValue == 0xFFAA_BBCC)
    #expect(styled["f"].isMonospace)
    #expect(styled["br"].clear == .both)
    #expect(styled["l"].listStyleType == .lowerAlpha)
    #expect(styled["i"].listStyleType == .upperRoman)
    #expect(styled["u"].listStyleType == .circle)
    #expect(styled["h"].width == .percent(50))
    #expect(styled["h"].margin.left == .zero)
    #expect(styled["g"].float == .right)
    #expect(styled["g"].margin.left == .px(4))
    #expect(styled["d"].direction == .rtl)
    #expect(styled["au"].direction == .rtl)
    #expect(styled["al"].direction == .ltr)
    #expect(styled["bd"].direction == .rtl)
    #expect(styled["bd"].unicodeBidi == .isolate)
  }

  @Test func hintsYieldToAuthorRules() {
    let styled = StyledDocument("<p id=x align=center>", css: "*{text-align:right}")
    #expect(styled["x"].textAlign == .right)
  }

  @Test(
    arguments: [
      ("red", 0xFFFF_0000), ("#abc", 0xFFAA_BBCC), ("abcdef", 0xFFAB_CDEF), ("#12", 0xFF01_0200),
      ("chucknorris", 0xFFC0_0000), ("#123456789", 0xFF12_4578), ("zzz", 0xFF00_0000),
    ] as [(String, UInt32)])
  func legacyColorsAreForced(_ text: String, _ expected: UInt32) {
    #expect(LegacyColor.parse(Array(text.utf8).span)?.rawValue == expected)
  }

  @Test func displayNoneOfAuthorsIsObeyed() {
    let styled = StyledDocument(
      """
      <!DOCTYPE html><style>.away { display: none } nav > ul.menu { display: none }
      .imp { display: none !important } #back { display: block }</style>
      <div class=away id=a></div><p style="display: none" id=b><span style="DISPLAY:NONE;color:red" id=c></span>
      <nav><ul class=menu id=d></ul></nav><p class=imp style="display:block" id=e><p class=away id=back>
      """)
    #expect("a b c d e".split(separator: " ").allSatisfy { styled[String($0)].display == .none })
    #expect(styled["back"].display == .block)
  }

  @Test func everyRuleOfTheSheetIsUnderstood() {
    let sheet = StyleSheet.userAgent
    #expect(sheet.ruleCount > 50)
    for rule in sheet.rules {
      var parser = PropertyParser(context: LengthContext(MediaEnvironment(columns: 80, rows: 25)))
      let text = String(decoding: sheet.bytes[Int(rule.start)..<Int(rule.end)], as: UTF8.self)
      let names = text.split(separator: ";").count { $0.contains(":") }
      let range = parser.parseBlock(sheet.bytes, from: Int(rule.start), to: Int(rule.end))
      #expect(range.count >= names, "\(text)")
    }
    // As many rules as braces: no selector was dropped.
    #expect(sheet.ruleCount == sheet.bytes.count { $0 == 0x7B })
  }

  @Test(arguments: [
    ("", true), ("all", true), ("screen", true), ("print", false), ("not print", true),
    ("only screen and (color)", true), ("(min-width: 640px)", true), ("(min-width: 641px)", false),
    ("(max-width: 40em)", true), ("(width >= 600px) and (width < 700px)", true),
    ("(400px <= width <= 600px)", false), ("print, (grid: 1)", true), ("(hover: hover)", false),
    ("(hover: none)", true), ("(prefers-color-scheme: dark)", true),
    ("(prefers-color-scheme: light)", false),
    ("(prefers-reduced-motion)", true), ("(scripting: none)", true), ("(scripting)", false),
    ("not (grid)", false), ("(unknown-feature)", false), ("not (unknown-feature)", false),
    ("(unknown-feature) or (grid)", true), ("screen and", false),
    ("(orientation: landscape)", true),
    ("(min-aspect-ratio: 1/1)", true), ("(min-resolution: 2dppx)", false),
    ("((grid) and (color))", true),
    ("screen and (grid), bogus(", true), ("(width: calc(320px * 2))", true),
  ])
  func mediaQueriesAreAnswered(_ query: String, _ expected: Bool) {
    // 80 × 25 cells are 640 × 400 pixels.
    #expect(MediaQuery.matches(query, in: MediaEnvironment(columns: 80, rows: 25)) == expected)
  }

  @Test func importsAreRecorded() {
    let sheet = StyleSheet.parse(
      """
      @charset "utf-8"; @import "a.css"; @import url(b.css) print; @import url("c.css") layer(x) screen;
      @import "d.css" supports(foo: bar); p{} @import "late.css";
      """, origin: .author)
    #expect(sheet.imports.map(\.address) == ["a.css", "b.css", "c.css"])
    #expect(sheet.imports[1].media == "print")
    #expect(sheet.imports[2].layer == "x")
    #expect(sheet.imports[2].media == "screen")
  }

  @Test func sourcesAreFoundInTreeOrder() {
    let document = HTMLParser.parse(
      """
      <link rel=stylesheet href=a.css><style>p{}</style><link rel="StyleSheet x" href=b.css media=print>
      <link rel="alternate stylesheet" href=c.css><style type=text/less>p{}</style><link rel=icon href=d>
      """)
    let found = AuthorStyles.sources(in: document).map { source in
      switch source {
      case .inline: "style"
      case .external(let address, let media, _): address + media
      }
    }
    #expect(found == ["a.css", "style", "b.cssprint"])
  }
}
