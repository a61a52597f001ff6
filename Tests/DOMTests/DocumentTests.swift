// SPDX-License-Identifier: MIT
// Part of Grille: the document arena, its reads and its snapshots.

import Testing

@testable import DOM

@Suite struct DocumentTests {
  @Test func snapshotStaysAsItWasWhileParsingGoesOn() {
    var parser = HTMLParser()
    var snapshots: [(Document, String)] = []
    for number in 0..<300 {
      parser.feed(
        Array("<div class=c\(number % 7)>text \(number)<p>more</p> of \(number)".utf8).span)
      if number % 20 == 0 {
        let snapshot = parser.snapshot()
        snapshots.append((snapshot, DocumentDump.string(snapshot)))
      }
    }
    parser.finish()
    for (snapshot, dump) in snapshots { #expect(DocumentDump.string(snapshot) == dump) }
  }

  @Test func snapshotSharesTheTextOfAGrowingNode() {
    var parser = HTMLParser()
    parser.feed(Array("<pre>first".utf8).span)
    let early = parser.snapshot()
    parser.feed(Array(" second".utf8).span)
    let late = parser.snapshot()
    #expect(early.descendantText(of: early.body) == "first")
    #expect(late.descendantText(of: late.body) == "first second")
    let node = early.firstChild(of: early.firstChild(.pre, of: early.body))
    #expect(early.textRange(of: node).offset == late.textRange(of: node).offset)
  }

  @Test func longTextStaysInOnePiece() {
    let line = String(repeating: "abcdefgh", count: 1000)
    var parser = HTMLParser()
    var early: Document?
    for round in 0..<50 {
      parser.feed(Array(line.utf8).span)
      if round == 3 { early = parser.snapshot() }
    }
    parser.finish()
    let document = parser.snapshot()
    #expect(early.map { $0.descendantText(of: $0.body) } == String(repeating: line, count: 4))
    let node = document.firstChild(of: document.body)
    #expect(document.textRange(of: node).count == 400_000)
    #expect(document.descendantText(of: node) == String(repeating: line, count: 50))
  }

  @Test func alternatelyGrowingTextsMoveRarely() {
    // Fostered and kept text grow in turn, each time behind the other.
    let document = parse("<table>" + String(repeating: "x</i> </i>", count: 5000))
    let text = document.descendantText(of: document.body)
    #expect(text.utf8.count { $0 == UInt8(ascii: "x") } == 5000)
    #expect(document.pool.units.count < 8)
  }

  @Test func attributesAreReadByNameOnceEach() {
    let document = parse("<p ID=a id=b Class='x y' data-own=1 hidden>")
    let node = document.firstChild(.p, of: document.body)
    #expect(document.attributes(of: node).count == 4)
    #expect(document.attributeValue(.id, of: node) == "a")
    #expect(document.hasAttribute(.hidden, of: node))
    #expect(document.attributeValue(.hidden, of: node) == "")
    let own = document.nameID(of: "data-own")
    #expect(own.flatMap { document.attributeValue($0, of: node) } == "1")
    #expect(document.nameID(of: "data-other") == nil)
    #expect(document.attribute(.class, of: node, is: "X Y"))
    #expect(document.withAttribute(.class, of: node) { $0.count } == 3)
  }

  @Test func equalValuesAreKeptOnce() {
    let document = parse("<p class=menu><p class=menu>")
    let first = document.firstChild(.p, of: document.body)
    let second = document.nextSibling(of: first)
    #expect(document.attribute(.class, of: first) == document.attribute(.class, of: second))
  }

  @Test(
    arguments: [
      ("12", 12), (" +7x", 7), ("", nil), ("-3", nil), ("x", nil), ("99999999999", 0x7FFF_FFFF),
    ] as [(String, Int?)]) func integersFollowTheStandard(_ text: String, _ number: Int?)
  {
    let document = parse("<td colspan='\(text)'><p colspan='\(text)'>")
    #expect(document.integer(.colspan, of: document.firstChild(.p, of: document.body)) == number)
  }

  @Test func wellKnownNamesHaveFixedNumbers() {
    #expect(NameID(wellKnown: "div") == .div)
    #expect(NameID(wellKnown: "http-equiv") == .httpEquiv)
    #expect(NameID(wellKnown: "viewBox") == .viewBox)
    #expect(NameID(wellKnown: "viewbox") == .viewbox)
    #expect(NameID(wellKnown: "x-own") == nil)
    for number in 1..<NameID.wellKnownCount {
      let text = Document().string(NameID(rawValue: number))
      #expect(NameID(wellKnown: text)?.rawValue == number)
    }
  }

  @Test func ownNamesAreNumberedPerDocument() {
    let names = (0..<3000).map { "x-\($0)" }
    let document = parse(names.map { "<\($0)></\($0)>" }.joined())
    for name in names {
      #expect(document.nameID(of: name).map(document.string) == name)
    }
  }

  @Test func traversalVisitsInTreeOrderAndSkips() {
    let document = parse("<div><p>a<b>c</b></p><template>t</template><i>d</i></div>e")
    var names: [String] = []
    var node = document.body
    while !node.isNone {
      names.append(
        document.isElement(node)
          ? document.string(document.name(of: node)) : document.descendantText(of: node))
      node = document.next(after: node, within: document.body)
    }
    #expect(
      names == ["body", "div", "p", "a", "b", "c", "template", "i", "d", "e"].filter { $0 != "e" }
        + ["e"])
    let div = document.firstChild(.div, of: document.body)
    #expect(document.kind(of: document.nextSkippingChildren(of: div)) == .text)
    #expect(document.nextSkippingChildren(of: div, within: div).isNone)
  }

  @Test func indexFindsIdsBeforeNames() {
    let document = parse("<a name=x>1</a><p id=x>2<p id=x>3<a name=y>4</a><i name=z>")
    let index = ElementIndex(document)
    #expect(document.descendantText(of: index.element(named: "x")) == "2")
    #expect(document.descendantText(of: index.element(named: "y")) == "4")
    #expect(index.element(named: "z").isNone)
    #expect(document.element(withID: "x") == index.element(named: "x"))
  }

  @Test func secondBodyAddsWhatIsMissing() {
    let document = parse("<body class=a><body class=b lang=en>")
    #expect(document.attributeValue(.class, of: document.body) == "a")
    #expect(document.attributeValue(.lang, of: document.body) == "en")
  }
}
