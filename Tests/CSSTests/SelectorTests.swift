// SPDX-License-Identifier: MIT
// Part of Grille: tests of selectors: what matches, what is invalid, and specificity.
import DOM
import Testing

@testable import CSS

@Suite struct SelectorTests {
  private static let page = """
    <!DOCTYPE html><html lang="en"><body class="page Main">
    <div id="a" class="box first" data-x="One two" lang="de-AT"><p id="p1">x</p><p id="p2" class="on">y</p>
    <span id="s1"></span><p id="p3">z</p></div>
    <div id="b" title="hello-world"><ul id="u"><li id="l1">1</li><li id="l2" class="on">2</li><li id="l3">3</li>
    <li id="l4">4</li></ul><a id="k" href="/x">k</a><a id="n">n</a></div>
    <form id="f"><input id="i1" type="checkbox" checked><input id="i2" disabled required>
    <fieldset disabled id="fs"><legend><input id="i4"></legend><input id="i3" placeholder="p"></fieldset></form>
    <p id="r" dir="rtl"><b id="rb">x</b></p>
    </body></html>
    """

  /// The ids of the elements that a selector matches, in tree order.
  private func matches(_ selector: String, html: String = page) -> String {
    let styled = StyledDocument(html, css: "\(selector) { order: 7 }", targetID: "l3")
    var found: [String] = []
    var node = styled.document.next(after: .document)
    while !node.isNone {
      if styled.document.isElement(node), let id = styled.document.attributeValue(.id, of: node),
        styled[id].order == 7
      {
        found.append(id)
      }
      node = styled.document.next(after: node)
    }
    return found.joined(separator: " ")
  }

  @Test(arguments: [
    ("p", "p1 p2 p3 r"), ("P.on", "p2"), ("#l2", "l2"), (".on", "p2 l2"), ("*#u", "u"),
    ("div p", "p1 p2 p3"), ("div > ul > li.on", "l2"), ("body li", "l1 l2 l3 l4"),
    ("div div", ""), (".page #b .on", "l2"), (".main p", ""), (".Main > p", "r"),
    ("p + p", "p2"), ("p + span", "s1"), ("p ~ p", "p2 p3"), (".on ~ p", "p3"),
    ("#a + div a", "k n"),
    ("[title]", "b"), ("[data-x=\"One two\"]", "a"), ("[data-x~=two]", "a"), ("[data-x~=on]", ""),
    ("[title|=hello]", "b"), ("[title^=hel]", "b"), ("[title$=world]", "b"), ("[title*=lo-w]", "b"),
    ("[title=HELLO-world i]", "b"), ("[title=HELLO-world]", ""), ("input[TYPE=CHECKBOX]", "i1"),
    ("li:first-child", "l1"), ("li:last-child", "l4"), ("li:nth-child(2n+1)", "l1 l3"),
    ("li:nth-child(even)", "l2 l4"), ("li:nth-last-child(2)", "l3"), ("p:nth-of-type(3)", "p3"),
    ("li:nth-child(-n+2)", "l1 l2"), ("li:nth-child(1 of .on)", "l2"), ("span:only-of-type", "s1"),
    ("p:last-of-type", "p3 r"), ("ul:only-child", ""), ("b:only-child", "rb"), ("span:empty", "s1"),
    (":is(ul, form) > *", "l1 l2 l3 l4 i1 i2 fs"), ("li:not(.on, :first-child)", "l3 l4"),
    (":where(#a) p.on", "p2"), (":is(.nope, ::before, #u)", "u"), ("div:has(> ul)", "b"),
    ("p:has(+ span)", "p2"), ("div:has(.on)", "a b"), (":not(div):has(b)", "r"),
    (":any-link", "k"), ("a:not(:link)", "n"), ("a:visited", ""), ("a:hover", ""),
    (":checked", "i1"), ("input:disabled", "i2 i3"), ("input:enabled", "i1 i4"),
    (":required", "i2"), (":placeholder-shown", "i3"), (":target", "l3"),
    (":lang(de)", "a p1 p2 s1 p3"), (":dir(rtl)", "r rb"), (":root li.on", "l2"),
    ("#\\61", "a"), ("li\u{0}x, #l1", "l1"), ("svg|a", ""), ("*|li.on", "l2"),
  ])
  func selectorMatches(_ selector: String, _ ids: String) {
    #expect(matches(selector) == ids)
  }

  @Test(arguments: [
    "", ",p", "p,", "p >", "> p", "p:unknown", "p::unknown", "p:nth-child(x)", "#1", ".1", "p..a",
    "[a", "[a=]", "[a==b]", "p:not()", "::before p", "p:has(::before)", "a:lang()", "!p", "p{",
  ])
  func invalidSelectorDropsTheRule(_ selector: String) {
    var parser = SelectorParser(arena: SelectorArena())
    var tokens = Tokenizer(Array(selector.utf8))
    #expect(parser.parseList(&tokens, context: .rule) == nil)
  }

  @Test(arguments: [
    ("*", 0, 0, 0), ("li", 0, 0, 1), ("ul li", 0, 0, 2), ("ul ol+li", 0, 0, 3),
    ("h1 + *[rel=up]", 0, 1, 1), ("ul ol li.red", 0, 1, 3), ("li.red.level", 0, 2, 1),
    ("#x34y", 1, 0, 0), (":not(em, #foo)", 1, 0, 0), (":where(em, #foo)", 0, 0, 0),
    (":is(.a, p) b", 0, 1, 1), (":nth-child(2n of #a, b)", 1, 1, 0), ("p::before", 0, 0, 2),
    ("a:has(#x)", 1, 0, 1),
  ])
  func specificityIsCounted(_ selector: String, _ ids: UInt32, _ classes: UInt32, _ types: UInt32)
    throws
  {
    var parser = SelectorParser(arena: SelectorArena())
    var tokens = Tokenizer(Array(selector.utf8))
    let list = try #require(parser.parseList(&tokens, context: .rule))
    let complex = parser.arena.complexes[Int(parser.arena.lists[Int(list)].start)]
    #expect(complex.specificity == ids << 20 | classes << 10 | types)
  }

  @Test func quirksModeIgnoresTheCaseOfIdsAndClasses() {
    let quirky = "<body class=Main><p id=x class=Note>"
    #expect(StyledDocument(quirky, css: ".main .NOTE#X { order: 3 }")["x"].order == 3)
    #expect(
      StyledDocument("<!DOCTYPE html>" + quirky, css: ".main .NOTE#X { order: 3 }")["x"].order == 0)
  }

  @Test func manySiblingsStayLinear() {
    let rows = String(repeating: "<li></li>", count: 3000)
    let styled = StyledDocument(
      "<ul>\(rows)<li id=last></li></ul>", css: "li:nth-child(odd) { order: 1 }")
    #expect(styled["last"].order == 1)
    // One walk forwards: the position of each follows from that of the one before.
    #expect(styled.resolver.walkBudget > 20_000_000 - 20_000)
  }
}
