// SPDX-License-Identifier: MIT
// Part of Grille: tests of property values.
import DOM
import Testing

@testable import CSS

@Suite struct PropertyTests {
  private func style(_ declarations: String, parent: String = "") -> ComputedStyle {
    StyledDocument(
      "<!DOCTYPE html><div style='\(parent)'><i id=x style='\(declarations)'>t</i></div>")["x"]
  }

  @Test(
    arguments: [
      ("#f00", 0xFFFF_0000), ("#F80C", 0xCCFF_8800), ("#102030", 0xFF10_2030),
      ("#10203040", 0x4010_2030),
      ("RebeccaPurple", 0xFF66_3399), ("rgb(1,2,3)", 0xFF01_0203),
      ("rgb(10% 20% 30% / 50%)", 0x801A_334D),
      ("rgba(255, 0, 0, .5)", 0x80FF_0000), ("hsl(120 100% 25%)", 0xFF00_8000),
      ("hsla(240deg,100%,50%,1)", 0xFF00_00FF), ("hwb(0 20% 20%)", 0xFFCC_3333),
      ("lab(50% 0 0)", 0xFF77_7777), ("oklch(0.628 0.2577 29.23)", 0xFFFF_0000),
      ("oklab(1 0 0)", 0xFFFF_FFFF), ("color(srgb 1 0.5 0)", 0xFFFF_8000),
      ("color-mix(in srgb, red, blue)", 0xFF80_0080), ("light-dark(red, lime)", 0xFF00_FF00),
      ("transparent", 0), ("rgb(calc(100 + 55), 0, 0)", 0xFF9B_0000),
      ("rgb(none 0 0)", 0xFF00_0000),
    ] as [(String, UInt32)])
  func colorIsRead(_ text: String, _ expected: UInt32) {
    #expect(style("background-color:\(text)").backgroundColor.rawValue == expected)
  }

  @Test(arguments: ["#12", "#ggg", "rgb(1 2)", "rgb(1, 2 3)", "hsl()", "nocolor", "rgb(1,2,3", "1"])
  func whatIsNoColorIsRefused(_ text: String) {
    // An unclosed function at the end of the text is closed by it.
    let expected: UInt32 = text == "rgb(1,2,3" ? 0xFF01_0203 : 0xFF00_0001
    #expect(
      style("background-color:#000001;background-color:\(text)").backgroundColor.rawValue
        == expected)
  }

  @Test(
    arguments: [
      ("10px", .px(10)), ("2em", .px(32)), ("3ch", .px(24)), ("1in", .px(96)), ("72pt", .px(96)),
      ("50%", .percent(50)), ("10vw", .px(64)), ("auto", .auto), ("0", .zero),
      ("calc(1em + 2ch)", .px(32)), ("calc(100% - 2em)", LengthPercentage(px: -32, percent: 100)),
      ("calc(2 * (1px + 3px))", .px(8)), ("calc(10px / 4)", .px(2.5)), ("min(10px, 1em)", .px(10)),
      ("max(10px, 1em)", .px(16)), ("clamp(10px, 1px, 20px)", .px(10)),
      ("min(100%, 60ch)", LengthPercentage(kind: .minimum, px: 480, percent: 100)),
      ("max-content", LengthPercentage(kind: .maxContent)),
      ("fit-content", LengthPercentage(kind: .fitContent)),
      ("calc(1px * 1px)", .px(7)), ("calc(1px + 1)", .px(7)), ("-1px", .px(7)), ("5", .px(7)),
      ("calc(1px+1px)", .px(7)), ("1foo", .px(7)), ("10px 10px", .px(7)),
    ] as [(String, LengthPercentage)])
  func widthIsRead(_ text: String, _ expected: LengthPercentage) {
    // 7px is what stands when the value is refused.
    #expect(style("width:7px;width:\(text)").width == expected)
  }

  @Test func boxShorthandsExpand() {
    let box = style(
      "margin:1px 2px 3px;padding:1px 2px;border:2px dashed #010203;inset:5px;position:relative")
    #expect(box.margin == BoxEdges(top: .px(1), right: .px(2), bottom: .px(3), left: .px(2)))
    #expect(box.padding.left == .px(2))
    #expect(
      box.border.left
        == BorderEdge(style: .dashed, width: 2, color: StyleColor(rawValue: 0xFF01_0203)))
    #expect(box.inset.bottom == .px(5))
  }

  @Test func borderNeedsAStyleAndTakesTheTextColor() {
    #expect(style("border-width:5px").border.top.width == 0)
    let solid = style("border-style:solid;color:#010203")
    #expect(solid.border.top.width == 3)
    #expect(solid.border.top.color.rawValue == 0xFF01_0203)
    #expect(style("border:1px solid;border-left:0").border.left.width == 0)
  }

  @Test(arguments: [
    ("normal", WhiteSpaceCollapse.collapse, true), ("nowrap", .collapse, false),
    ("pre", .preserve, false), ("pre-wrap", .preserve, true), ("pre-line", .preserveBreaks, true),
    ("break-spaces", .breakSpaces, true), ("preserve nowrap", .preserve, false),
  ])
  func whiteSpaceSetsBothParts(_ text: String, _ collapse: WhiteSpaceCollapse, _ wraps: Bool) {
    let result = style("white-space:\(text)")
    #expect(result.whiteSpaceCollapse == collapse)
    #expect(result.wrapsText == wraps)
  }

  @Test(arguments: [
    ("inline-block", Display.inlineBlock), ("block flow-root", .flowRoot),
    ("inline flex", .inlineFlex),
    ("block list-item", .listItem), ("table-cell", .tableCell), ("NONE", .none),
    ("nonsense", .inline),
    ("block inline-block", .inline), ("contents", .contents),
  ])
  func displayIsRead(_ text: String, _ expected: Display) {
    #expect(style("display:\(text)").display == expected)
  }

  @Test func displayIsBlockified() {
    #expect(style("float:left").display == .block)
    #expect(style("position:absolute;display:inline-flex").display == .flex)
    #expect(style("", parent: "display:flex").display == .block)
    #expect(style("position:absolute;float:left").float == .none)
  }

  @Test func logicalSidesFollowTheDirection() {
    #expect(style("margin-inline-start:9px").margin.left == .px(9))
    #expect(style("margin-inline-start:9px;direction:rtl").margin.right == .px(9))
    #expect(style("padding-inline:1px 2px", parent: "direction:rtl").padding.right == .px(1))
    #expect(style("float:inline-end", parent: "direction:rtl").float == .left)
    #expect(style("margin-left:1px;margin-inline-start:2px").margin.left == .px(2))
    #expect(style("margin-inline-start:2px;margin-left:1px").margin.left == .px(1))
  }

  @Test func decorationsReachDescendantsButNotAtomicBoxes() {
    let under = "text-decoration: underline dotted red"
    #expect(style("", parent: under).decorationInEffect == .underline)
    #expect(style("", parent: under).textDecoration == [])
    #expect(
      style("text-decoration:line-through", parent: under).decorationInEffect == [
        .underline, .lineThrough,
      ])
    #expect(style("text-decoration:none", parent: under).decorationInEffect == .underline)
    #expect(style("display:inline-block", parent: under).decorationInEffect == [])
  }

  @Test func fontShorthandSetsWeightAndStyle() {
    let font = style("font: italic small-caps bold 12px/1.5 Menlo, monospace")
    #expect(font.isItalic && font.isSmallCaps && font.isBold && font.isMonospace)
    #expect(font.fontSize == 12)
    #expect(style("font:2em serif", parent: "font-size:10px").fontSize == 20)
    #expect(style("font-weight:bolder", parent: "font-weight:bold").fontWeight == 900)
    #expect(style("font-weight:lighter", parent: "font-weight:bold").fontWeight == 400)
  }

  @Test(arguments: [
    "position:absolute;clip:rect(0 0 0 0)", "position:absolute;left:-9999px",
    "position:absolute!important;width:1px;height:1px;overflow:hidden", "clip-path:inset(50%)",
  ])
  func hidingPatternsAreSeen(_ text: String) {
    #expect(style(text).isVisuallyHidden)
  }

  @Test(arguments: [
    "position:absolute;left:10px", "overflow:hidden;width:1px",
    "text-indent:-9999px;overflow:hidden", "font-size:0", "opacity:0",
  ])
  func otherPatternsStayVisible(_ text: String) {
    #expect(!style(text).isVisuallyHidden)
  }

  @Test func listStyleIsRead() {
    #expect(style("list-style:square inside").listStyleType == .square)
    #expect(style("list-style:square inside").listStylePosition == .inside)
    #expect(style("list-style:none").listStyleType == .none)
    #expect(style("list-style:inside none").listStylePosition == .inside)
    #expect(style("list-style:url(x.png)").listStyleType == .disc)
    let styled = StyledDocument("<i id=x style='list-style-type:\"→ \"'>")
    #expect(
      styled["x"].listStyleType.stringIndex.map { styled.resolver.table.markerStrings[$0] } == "→ ")
  }

  @Test func flexAndGridAreRead() throws {
    #expect(style("flex:1").flexBasis == .zero)
    #expect(style("flex:2 3 10px").flexShrink == 3)
    #expect(style("flex:none").flexShrink == 0)
    #expect(style("flex-flow:column wrap").flexWrap == .wrap)
    #expect(style("gap:1em 2em").columnGap == .px(32))
    #expect(style("place-items:center").justifyItems == .center)
    #expect(style("justify-content:safe flex-end").justifyContent == .end)
    let styled = StyledDocument(
      """
      <i id=x style="grid-template:'a b' 2em 'c c' / 1fr minmax(10px,auto);grid-column:2/span 3">
      <i id=y style="grid-template-columns:[s] repeat(2,1fr) repeat(auto-fill,10ch)">
      """)
    let grid = styled.resolver.table.gridValues[Int(styled["x"].gridValues)]
    #expect(grid.areas == [["a", "b"], ["c", "c"]])
    #expect(grid.rows.leading == [.size(.breadth(.px(32))), .size(.breadth(.auto))])
    #expect(grid.columns.leading == [.size(.flex(1)), .minmax(.breadth(.px(10)), .breadth(.auto))])
    #expect(grid.columnStart.number == 2)
    #expect(grid.columnEnd.isSpan && grid.columnEnd.number == 3)
    let tracks = styled.resolver.table.gridValues[Int(styled["y"].gridValues)].columns
    #expect(tracks.leading.count == 3)
    #expect(tracks.autoRepeat == .autoFill)
  }

  @Test func countersAndQuotesAreRead() {
    let styled = StyledDocument(
      "<i id=x style='counter-reset:a 3 b;counter-increment:c;quotes:\"«\" \"»\"'>")
    #expect(
      styled.resolver.table.counterOperations[Int(styled["x"].counterOperations)] == [
        CounterOperation(kind: .reset, name: "a", value: 3),
        CounterOperation(kind: .reset, name: "b", value: 0),
        CounterOperation(kind: .increment, name: "c", value: 1),
      ])
    #expect(styled.resolver.table.quotes[Int(styled["x"].quotes)].opening(depth: 4) == "«")
  }

  @Test func backgroundGivesItsColor() {
    #expect(
      style("background:#123 url(x.png) no-repeat center / cover").backgroundColor.rawValue
        == 0xFF11_2233)
    #expect(
      style("background:linear-gradient(red, blue), #123").backgroundColor.rawValue == 0xFF11_2233)
    #expect(style("background:red;background:none").backgroundColor == .transparent)
    #expect(style("background:red;background:bogus").backgroundColor.rawValue == 0xFFFF_0000)
  }
}
