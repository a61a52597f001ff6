// SPDX-License-Identifier: MIT
// Part of Grille: tests of the cascade: who wins, what is inherited, what is substituted.
import DOM
import Testing

@testable import CSS

@Suite struct CascadeTests {
  /// The `order` that a paragraph `<p id=x class="a b">` in `<div id=d class=c>` ends with.
  private func order(_ css: String, style: String = "", usesAuthorStyles: Bool = true) -> Int32 {
    StyledDocument(
      "<!DOCTYPE html><div id=d class=c><p id=x class='a b' style='\(style)'>t</p></div>",
      css: css, usesAuthorStyles: usesAuthorStyles)["x"].order
  }

  @Test(arguments: [
    ("later rule wins", ".a{order:1} .b{order:2}", 2),
    ("specificity beats order", "p.a{order:1} .b{order:2}", 1),
    ("id beats classes", "#x{order:1} .c .a.b{order:2}", 1),
    ("important beats specificity", ".a{order:1!important} #x{order:2}", 1),
    ("important within a block", ".a{order:1 ! important;order:2}", 1),
    ("later declaration in a block", ".a{order:1;order:2}", 2),
    ("invalid value is dropped", ".a{order:1;order:x}", 1),
    ("list takes the strongest match", ".b{order:1} .zz, #x{order:2} .a{order:3}", 2),
    ("unlayered beats layers", ".a{order:1} @layer l{#x{order:2}}", 1),
    ("later layer wins", "@layer m{#x{order:1}} @layer n{.a{order:2}}", 2),
    (
      "layer order can be stated first", "@layer n,m; @layer m{.a{order:1}} @layer n{#x{order:2}}",
      1
    ),
    ("important turns layers round", "@layer m{.a{order:1!important}} .a{order:2!important}", 1),
    ("sub-layer is weaker than its layer", "@layer m{.a{order:1} @layer k{#x{order:2}}}", 1),
    ("dotted layer name", "@layer m.k{.a{order:1}} @layer m{.a{order:2}}", 2),
    ("revert-layer goes one down", "@layer m{.a{order:1}} @layer n{.a{order:revert-layer}}", 1),
    ("media that holds", "@media screen and (min-width: 600px){.a{order:4}}", 4),
    ("media that does not", "@media print{.a{order:4}}", 0),
    ("nested media", "@media screen{@media (grid){.a{order:4}}}", 4),
    ("supports that holds", "@supports (display:grid) and (not (foo:bar)){.a{order:4}}", 4),
    ("supports that does not", "@supports (foo:bar){.a{order:4}}", 0),
    ("supports selector", "@supports selector(:has(a)){.a{order:4}}", 4),
    ("unknown at-rule is skipped", "@foo{.a{order:1}} .a{order:4}", 4),
    ("keyframes are skipped", "@keyframes k{from{order:1}to{order:2}} .a{order:4}", 4),
    ("nesting with &", ".c{& .a{order:4}}", 4),
    ("nesting without &", ".c{.a{order:4}}", 4),
    ("nesting relative", ".c{> p{order:4}}", 4),
    ("nesting at the end", ".a{.c &{order:4}}", 4),
    ("nested media in a rule", ".a{order:1;@media screen{order:4}}", 4),
    ("declarations after a nested rule", ".a{order:1;.zz{order:2}order:4}", 4),
    ("broken rule does not swallow the next", ".a{order:1;} }.zz{} .a{order:4}", 4),
    ("bad declaration then good", ".a{order:1;color;;$:3;order:4}", 4),
    ("braces in values are balanced", ".a{foo:{x;y};order:4}", 4),
    ("end of text closes everything", ".a{order:4", 4),
    ("html comments are nothing", "<!-- .a{order:4} -->", 4),
    ("escaped property name", ".a{\\6Frder:4}", 4),
    ("custom property", ".c{--n:4} .a{order:var(--n)}", 4),
    ("fallback", ".a{order:var(--n, 4)}", 4),
    ("nested fallback", ".a{order:var(--n, var(--m, 4))}", 4),
    ("own custom property wins", ".c{--n:1} .a{--n:4;order:var(--n)}", 4),
    ("custom property of a custom property", ".c{--m:4;--n:var(--m)} .a{order:var(--n)}", 4),
    ("cycle is invalid", ".a{--m:var(--n);--n:var(--m);order:var(--n, 4)}", 4),
    ("invalid at computed-value time is unset", ".a{order:1} .b{order:var(--zz)}", 0),
    ("initial custom property", ".c{--n:1} .a{--n:initial;order:var(--n,4)}", 4),
    ("case matters in custom names", ".c{--N:1} .a{order:var(--n,4)}", 4),
    ("all", "#x{order:1} .a{all:initial!important}", 0),
  ])
  func declarationWins(_ label: String, _ css: String, _ expected: Int32) {
    #expect(order(css) == expected, "\(label)")
  }

  @Test(arguments: [
    ("style attribute beats ids", "#x{order:1}", "order:4", 4),
    ("important rule beats style attribute", "#x{order:4!important}", "order:1", 4),
    ("important style attribute beats all", "#x{order:1!important}", "order:4!important", 4),
    ("layers yield to style attribute", "@layer l{#x{order:1}}", "order:4", 4),
    ("variables in style attribute", ".c{--n:4}", "order:var(--n)", 4),
  ])
  func styleAttributeHasItsPlace(
    _ label: String, _ css: String, _ style: String, _ expected: Int32
  ) {
    #expect(order(css, style: style) == expected, "\(label)")
  }

  @Test func authorStylesCanBeTurnedOff() {
    #expect(order("#x{order:1}", style: "order:2", usesAuthorStyles: false) == 0)
    let page = "<style>p{order:1}</style><p id=x>"
    #expect(StyledDocument(page)["x"].order == 1)
    #expect(StyledDocument(page, usesAuthorStyles: false)["x"].order == 0)
  }

  @Test func userSheetYieldsToAuthorUnlessImportant() {
    let document = HTMLParser.parse("<p id=x>")
    func result(_ user: String) -> Int32 {
      var resolver = StyleResolver(
        document: document,
        sheets: [.parse(user, origin: .user), .parse("p{order:1;flex-grow:1}", origin: .author)],
        environment: MediaEnvironment(columns: 80, rows: 25))
      let style = resolver.enter(document.element(withID: "x"), parent: .initial)
      return resolver.table[style].order
    }
    #expect(result("p{order:2}") == 1)
    #expect(result("p{order:2!important}") == 2)
  }

  @Test func inheritanceFollowsTheProperty() {
    let styled = StyledDocument(
      """
      <div id=d style="color:#123456;margin:3em;font-weight:bold;white-space:pre;visibility:hidden">
      <p id=p style="margin-left:inherit;color:initial;white-space:unset;visibility:visible">
      <b id=b style="font-weight:inherit;margin:unset">x</b></p></div>
      """)
    #expect(styled["p"].margin.left == .px(48))
    #expect(styled["p"].color == .default)
    #expect(styled["p"].whiteSpaceCollapse == .preserve)
    #expect(styled["p"].wrapsText == false)
    #expect(styled["p"].visibility == .visible)
    #expect(styled["b"].fontWeight == 700)
    #expect(styled["b"].margin.left == .zero)
  }

  @Test func revertGoesBackToTheBrowsersSheet() {
    let styled = StyledDocument(
      "<b id=b>x</b><div id=d>y</div>",
      css: "b{font-weight:100} div{display:inline} #b{font-weight:revert} #d{display:revert}")
    #expect(styled["b"].isBold)
    #expect(styled["d"].display == .block)
  }

  @Test func equalElementsShareAStyle() {
    let styled = StyledDocument(
      "<ul><li id=a class=q>1<li id=b class=q>2<li id=c>3</ul><p id=d>x<p id=e>y",
      css: ".q{color:red}")
    #expect(styled.styleID("a") == styled.styleID("b"))
    #expect(styled.styleID("a") != styled.styleID("c"))
    #expect(styled.styleID("d") == styled.styleID("e"))
  }

  @Test func generatedContentIsGiven() {
    let styled = StyledDocument(
      "<q id=q>x</q><p id=p title=T>y</p><p id=n>z</p>",
      css: """
        #p::before { content: "[" attr(title) attr(zz, "-") counter(c, upper-roman) "]" }
        #n::before { display: none; content: "x" } #n { content: "y" }
        """)
    #expect(styled.before("q") == [.openQuote])
    #expect(
      styled.before("p") == [
        .text("["), .text("T"), .text("-"), .counter(name: "c", style: .upperRoman), .text("]"),
      ])
    #expect(styled.before("n") == nil)
  }

  @Test func remFollowsTheRootsFontSize() {
    let styled = StyledDocument(
      "<p id=x>", css: "html{font-size:62.5%} p{margin-left:2rem;padding-left:2em}")
    #expect(styled["x"].margin.left == .px(20))
    #expect(styled["x"].padding.left == .px(32))
  }

  @Test func resolverFindsItsPlaceAgain() {
    // Layout may enter an element of which it never entered the parents.
    let document = HTMLParser.parse("<div class=c><ul><li id=x>")
    var resolver = StyleResolver(
      document: document, sheets: [.parse(".c li{order:5}", origin: .author)],
      environment: MediaEnvironment(columns: 80, rows: 25))
    let item = document.element(withID: "x")
    for _ in 0..<2 {
      let style = resolver.enter(item, parent: .initial)
      #expect(resolver.table[style].order == 5)
      resolver.leave(item)
    }
  }

  @Test func hostileSheetsEnd() {
    let deep = String(repeating: "calc(", count: 5000) + "1px" + String(repeating: ")", count: 5000)
    let nested = String(repeating: "a{", count: 5000)
    let media = String(repeating: "@media screen{", count: 5000) + ".a{order:9}"
    let not = String(repeating: ":not(", count: 5000)
    #expect(order(".a{width:\(deep);order:4}") == 4)
    #expect(order(nested + ".a{order:9}") == 0)
    #expect(order(media) == 0)
    #expect(order(".a{order:4} \(not)a{order:1}") == 4)
    var bomb = ".a{--a0:xxxxxxxxxx;"
    for index in 1..<40 { bomb += "--a\(index):var(--a\(index - 1)) var(--a\(index - 1));" }
    #expect(order(bomb + "order:var(--a39, 4)}") == 4)
  }
}
