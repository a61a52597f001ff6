// SPDX-License-Identifier: MIT
// Part of Grille: trees that the HTML parser makes.

import Testing

@testable import DOM

/// One input and the tree expected below `body`, written on one line.
struct TreeCase: CustomTestStringConvertible, Sendable {
  let name: String
  let html: String
  let tree: String
  var testDescription: String { name }
  init(_ name: String, _ html: String, _ tree: String) {
    self.name = name
    self.html = html
    self.tree = tree
  }
}

/// A tree on one line: `p[b["x"] "y"]`.
func outline(_ document: Document, below root: NodeID) -> String {
  var parts: [String] = []
  var child = document.firstChild(of: root)
  while !child.isNone {
    switch document.kind(of: child) {
    case .element:
      let prefix = document.namespace(of: child) == .html ? "" : "\(document.namespace(of: child)):"
      let contents = document.templateContents(of: child)
      let inner = outline(document, below: contents.isNone ? child : contents)
      let name = prefix + document.string(document.name(of: child))
      parts.append(inner.isEmpty ? name : "\(name)[\(inner)]")
    case .text: parts.append("'\(document.string(document.textRange(of: child)))'")
    case .comment: parts.append("<!\(document.string(document.textRange(of: child)))>")
    default: break
    }
    child = document.nextSibling(of: child)
  }
  return parts.joined(separator: " ")
}

func parse(_ html: String, chunk: Int = .max) -> Document {
  let bytes = Array(html.utf8)
  var parser = HTMLParser()
  var position = 0
  while position < bytes.count {
    let end = min(bytes.count, position + min(chunk, bytes.count))
    parser.feed(bytes.span.extracting(position..<end))
    position = end
  }
  parser.finish()
  return parser.snapshot()
}

@Suite struct HTMLTreeTests {
  static let cases = [
    TreeCase("blocks close a paragraph", "<p>a<section>b", "p['a'] section['b']"),
    TreeCase("list items close each other", "<ul><li>a<li>b</ul>", "ul[li['a'] li['b']]"),
    TreeCase("terms close each other", "<dl><dt>a<dd>b<dt>c</dl>", "dl[dt['a'] dd['b'] dt['c']]"),
    TreeCase("headings close each other", "<h1>a<h2>b", "h1['a'] h2['b']"),
    TreeCase("misnested formatting is untangled", "<b>1<i>2</b>3</i>4", "b['1' i['2']] i['3'] '4'"),
    TreeCase(
      "formatting is reopened in the next paragraph", "<p><b>a<p>b", "p[b['a']] p[b['b']]"),
    TreeCase(
      "a link around a block is adopted", "<a>1<div>2</a>3</div>", "a['1'] div[a['2'] '3']"),
    TreeCase(
      "a table gets its body", "<table><tr><td>x</table>", "table[tbody[tr[td['x']]]]"),
    TreeCase(
      "text in a table moves before it", "<table>a<tr><td>b</table>",
      "'a' table[tbody[tr[td['b']]]]"),
    TreeCase(
      "blank text in a table stays", "<table> <tr><td>b</table>", "table[' ' tbody[tr[td['b']]]]"),
    TreeCase("forms do not nest", "<form>a<form>b</form>c", "form['ab'] 'c'"),
    TreeCase("buttons do not nest", "<button>a<button>b", "button['a'] button['b']"),
    TreeCase("a lone end tag of a paragraph makes one", "a</p>b", "'a' p 'b'"),
    TreeCase("an end tag of a break is one", "a</br>b", "'a' br 'b'"),
    TreeCase("image is img", "<image>", "img"),
    TreeCase("a slash does not close an element", "<div/>a", "div['a']"),
    TreeCase("the first line feed in pre is dropped", "<pre>\n\na</pre>", "pre['\na']"),
    TreeCase("textarea holds text", "<textarea><b>&amp;</textarea>", "textarea['<b>&']"),
    TreeCase(
      "templates keep their contents apart", "<template><td>a</template>", "template[td['a']]"),
    TreeCase(
      "select holds other elements", "<select><div><option>a</select>", "select[div[option['a']]]"),
    TreeCase("a select ends at the next", "<select><option>a<select>b", "select[option['a']] 'b'"),
    TreeCase(
      "the chosen option is shown in the button",
      "<select><button><selectedcontent></button><option>a<option selected>b</select>",
      "select[button[selectedcontent['b']] option['a'] option['b']]"),
    TreeCase(
      "drawings keep their names", "<svg><foreignObject><p>a", "svg:svg[svg:foreignObject[p['a']]]"),
    TreeCase("a paragraph ends a drawing", "<svg><g><p>a", "svg:svg[svg:g] p['a']"),
    TreeCase("CDATA is text in a drawing", "<svg><![CDATA[<a>]]></svg>", "svg:svg['<a>']"),
    TreeCase("CDATA is a comment elsewhere", "<p><![CDATA[a]]>", "p[<![CDATA[a]]>]"),
    TreeCase("comments end in odd ways", "<!--a--!><!--><!-->b-->c", "<!a> <!> <!> 'b-->c'"),
    TreeCase(
      "scripts hold comments", "<div><script><!--<script></script>--></script>a",
      "div[script['<!--<script></script>-->'] 'a']"),
    TreeCase("processing instructions are comments", "<p><?php a?>", "p[<!?php a?>]"),
    TreeCase("content after the body goes there", "</body></html>a<p>b", "'a' p['b']"),
    TreeCase(
      "noscript is markup without scripts", "<div><noscript><p>a</noscript>",
      "div[noscript[p['a']]]"),
  ]

  @Test(arguments: cases) func treeIsTheStandards(_ item: TreeCase) {
    let document = parse("<!DOCTYPE html><body>" + item.html)
    #expect(outline(document, below: document.body) == item.tree)
  }

  @Test(arguments: cases) func treeDoesNotDependOnTheCuts(_ item: TreeCase) {
    let whole = DocumentDump.string(parse(item.html))
    for chunk in [1, 2, 3, 7] {
      #expect(DocumentDump.string(parse(item.html, chunk: chunk)) == whole, "chunks of \(chunk)")
    }
  }

  @Test(arguments: [
    ("&amp;&lt;&gt;", "&<>"), ("&copy &copyx", "© ©x"), ("&notit; &notin;", "¬it; ∉"),
    ("&#65;&#x42;&#x43", "ABC"), ("&#150;&#0;&#xD800;&#x110000;", "–\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&#;&#x;&;& &unknown;", "&#;&#x;&;& &unknown;"), ("&nGt;", "\u{226B}\u{20D2}"),
    ("&CounterClockwiseContourIntegral;", "\u{2233}"),
  ]) func referencesStandForTheirText(_ source: String, _ text: String) {
    for chunk in [1, 4, .max] {
      let document = parse("<p>" + source, chunk: chunk)
      #expect(document.descendantText(of: document.body) == text)
    }
  }

  @Test(arguments: [
    ("a&amp;b", "a&b"), ("a?b=1&copy=2", "a?b=1&copy=2"), ("&copy", "©"),
    ("&copyright", "&copyright"),
    ("&copy;x", "©x"), ("&#65", "A"),
  ]) func referencesInValuesKeepQueries(_ source: String, _ value: String) {
    for quote in ["\"", "'", ""] {
      let document = parse("<a href=\(quote)\(source)\(quote)>", chunk: 3)
      let link = document.firstChild(.a, of: document.body)
      #expect(document.attributeValue(.href, of: link) == value)
    }
  }

  @Test func everyNamedReferenceIsKnown() {
    var count = 0
    var bare = 0
    NamedReferences.text.withUTF8Buffer { bytes in
      for line in bytes.split(separator: 0x0A) {
        let name = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        if line[line.startIndex + name.count] == UInt8(ascii: ",") { bare += 1 }
        if HTMLParser.namedReference(Array(name).span) != nil { count += 1 }
      }
    }
    #expect(count + bare == 2231)
  }

  @Test func lineEndsBecomeLineFeedsAcrossCuts() {
    for chunk in [1, 2, 3, .max] {
      let document = parse("<pre>\r\n\ra\r\nb\rc", chunk: chunk)
      #expect(document.descendantText(of: document.body) == "\na\nb\nc")
    }
  }

  @Test func zeroBytesVanishFromTextAndAreReplacedInValues() {
    let document = parse("<p title='a\0b'>a\0b<script>a\0</script>")
    let paragraph = document.firstChild(.p, of: document.body)
    #expect(document.attributeValue(.title, of: paragraph) == "a\u{FFFD}b")
    #expect(document.descendantText(of: paragraph) == "aba\u{FFFD}")
  }

  @Test(arguments: [
    ("<!DOCTYPE html>", QuirksMode.noQuirks), ("", .quirks),
    ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">", .quirks),
    (
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" "
        + "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">", .limitedQuirks
    ),
  ]) func doctypeDecidesTheMode(_ doctype: String, _ mode: QuirksMode) {
    #expect(parse(doctype + "<p>a").quirksMode == mode)
  }

  @Test func fragmentsFollowTheirContext() {
    let row = HTMLParser.parseFragment("<td>a<td>b", of: "tr")
    #expect(outline(row, below: row.documentElement) == "td['a'] td['b']")
    let plain = HTMLParser.parseFragment("<td>a", of: "div")
    #expect(outline(plain, below: plain.documentElement) == "'a'")
    let text = HTMLParser.parseFragment("<b>a", of: "textarea")
    #expect(outline(text, below: text.documentElement) == "'<b>a'")
  }

  @Test func declaredEncodingIsReported() {
    var parser = HTMLParser()
    parser.feed(
      Array("<head><meta http-equiv=Content-Type content='text/html; charset=\"koi8-r\"'>".utf8)
        .span)
    #expect(parser.declaredEncoding == "koi8-r")
  }

  @Test func budgetReturnsControlAndReadingGoesOn() {
    let bytes = Array(String(repeating: "<p>text ", count: 4000).utf8)
    var parser = HTMLParser()
    var position = 0
    var rounds = 0
    while position < bytes.count {
      position += parser.feed(bytes.span.extracting(position..<bytes.count), budget: 8192)
      rounds += 1
    }
    parser.finish()
    #expect(rounds > 4)
    #expect(DocumentDump.tree(parser.snapshot()) == DocumentDump.tree(HTMLParser.parse(bytes.span)))
  }

  @Test func scriptTextCanBeLeftOut() {
    var options = HTMLParser.Options()
    options.keepsScriptText = false
    let document = HTMLParser.parse("<script>var a</script><p>b", options)
    #expect(document.descendantText(of: .document) == "b")
  }
}
