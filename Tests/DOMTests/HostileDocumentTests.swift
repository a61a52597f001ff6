// SPDX-License-Identifier: MIT
// Part of Grille: documents made to break parsers.

import Testing

@testable import DOM

/// The depth of the deepest node.
func depth(of document: Document) -> Int {
  var deepest = 0
  var node = document.firstChild(of: .document)
  var level = 1
  while !node.isNone {
    deepest = max(deepest, level)
    let child = document.firstChild(of: node)
    if !child.isNone {
      node = child
      level += 1
      continue
    }
    while !node.isNone, document.nextSibling(of: node).isNone {
      node = document.parent(of: node)
      level -= 1
    }
    if !node.isNone { node = document.nextSibling(of: node) }
  }
  return deepest
}

/// Whether all links between nodes agree with each other.
func isConsistent(_ document: Document) -> Bool {
  for number in 0..<document.nodeCount {
    let node = NodeID(rawValue: Int32(number))
    var previous = NodeID.none
    var child = document.firstChild(of: node)
    while !child.isNone {
      guard document.parent(of: child) == node, document.previousSibling(of: child) == previous
      else {
        return false
      }
      previous = child
      child = document.nextSibling(of: child)
    }
    if document.lastChild(of: node) != previous { return false }
  }
  return true
}

@Suite struct HostileDocumentTests {
  @Test(arguments: [
    String(repeating: "<div>", count: 20_000) + "END",
    String(repeating: "<span>", count: 20_000) + "END",
    String(repeating: "<b><div>", count: 5_000) + "END",
    String(repeating: "<ul><li>", count: 5_000) + "END",
    String(repeating: "<svg><g>", count: 5_000) + "<text>END",
    String(repeating: "<template>", count: 3_000) + "</template>END",
  ]) func threat28DeepNestingIsCutAndTheLastWordKept(_ html: String) {
    let document = parse(html)
    #expect(depth(of: document) <= 1100)
    #expect(document.limitsReached.contains(.depth))
    if !html.contains("template") {
      #expect(document.descendantText(of: .document).hasSuffix("END"))
    }
    #expect(isConsistent(document))
  }

  @Test func tooManyFormattingElementsAreForgotten() {
    let fonts = (0..<600).map { "<font size=\($0)>" }.joined()
    let document = parse(fonts + String(repeating: "<p>x", count: 20))
    #expect(document.limitsReached.contains(.formatting))
    #expect(document.nodeCount < 20_000)
    #expect(isConsistent(document))
  }

  @Test func tooManyAttributesAreDropped() {
    let document = parse("<p " + (0..<3000).map { "a\($0)=1 " }.joined() + ">x")
    let node = document.firstChild(.p, of: document.body)
    #expect(document.attributes(of: node).count == 1024)
    #expect(document.limitsReached == .attributes)
    #expect(document.descendantText(of: node) == "x")
  }

  @Test func tooManyNodesEndParsing() {
    var options = HTMLParser.Options()
    options.limits.nodes = 1000
    let document = HTMLParser.parse(String(repeating: "<p>x", count: 2000), options)
    #expect(document.nodeCount <= 1010)
    #expect(document.limitsReached.contains(.nodes))
  }

  @Test func adoptionOfDeepBlocksEnds() {
    let document = parse(
      "<a>" + String(repeating: "<div>", count: 1500) + String(repeating: "</a>", count: 200))
    #expect(isConsistent(document))
  }

  @Test func mutatedDocumentsParseTheSameInAnyPieces() {
    var random = SplitMix(state: 20_260_101)
    let words = [
      "<p>", "</p>", "<b>", "</b>", "<a href='x&amp;y'>", "</a>", "<table>", "<tr>", "<td>",
      "</table>",
      "<div>", "</div>", "<!--", "-->", "<script>", "</script>", "&amp", "&notin;", "&#x41;",
      "text ",
      "\r\n", "\0", "<svg>", "<math><mi>", "</svg>", "<select><option>", "</select>", "<template>",
      "</template>", "<![CDATA[", "]]>", "<!DOCTYPE html>", "<title>", "</title>", "<i", " x=1",
      ">",
      "<frameset>", "<nobr>", "<form>", "</form>", "<li>", "<h1>", "<button>", "é", "<caption>",
      "<",
      "<col>", "<ruby><rt>", "<textarea>", "</textarea>", "<plaintex", "<body>", "</body>",
      "</html>",
    ]
    for _ in 0..<400 {
      var html = ""
      for _ in 0..<Int(random.next() % 40) {
        html += words[Int(random.next() % UInt64(words.count))]
      }
      let whole = parse(html)
      #expect(isConsistent(whole), "\(html)")
      let cut = parse(html, chunk: Int(random.next() % 6) + 1)
      #expect(DocumentDump.string(cut) == DocumentDump.string(whole), "\(html)")
    }
  }
}

/// A small generator with a fixed start, so that a failure can be seen again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
