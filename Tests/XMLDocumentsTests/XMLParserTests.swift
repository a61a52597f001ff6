// SPDX-License-Identifier: MIT
// Part of Grille: XML read through libxml2, and what may not happen there.

import DOM
import Testing

@testable import XMLDocuments

@Suite struct XMLParserTests {
  private func parse(_ xml: String, recovering: Bool = false) -> XMLParseResult {
    XMLParser.parse(Array(xml.utf8).span, recovering: recovering)
  }

  private func page(_ xml: String) -> Document {
    XMLPage.make(Array(xml.utf8).span) { "\($0.line):\($0.column) \($0.message)" }
  }

  @Test func xhtmlKeepsNamesNamespacesAndCase() {
    let result = parse(
      """
      <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="ja"><head><title>T</title></head>
      <body><p Class="x" class="y">a<![CDATA[<b>]]><!--c--><br/></p><svg xmlns="http://www.w3.org/2000/svg"
      xmlns:l="http://www.w3.org/1999/xlink" viewBox="0 0"><a l:href="u"/></svg></body></html>
      """)
    #expect(result.error == nil)
    let document = result.document
    let paragraph = document.firstChild(.p, of: document.body)
    #expect(document.descendantText(of: paragraph) == "a<b>")
    #expect(document.attributeValue(.class, of: paragraph) == "y")
    #expect(document.attributes(of: paragraph).count == 2)
    let drawing = document.nextElementSibling(of: paragraph)
    #expect(document.namespace(of: drawing) == .svg)
    #expect(document.attributeValue(.viewBox, of: drawing) == "0 0")
    let link = document.firstElementChild(of: drawing)
    #expect(document.attribute(.href, in: .xlink, of: link).map(document.string) == "u")
    #expect(DocumentMetadata(document).title == "T")
    #expect(DocumentMetadata(document).language == "ja")
  }

  @Test func errorNamesLineAndColumnAndWhatWasReadStays() {
    let result = parse("<r>\n<a>one</a>\n<b>two</c>\n</r>")
    #expect(result.error?.line == 3)
    #expect((result.error?.column ?? 0) > 0)
    #expect(result.error?.message.isEmpty == false)
    #expect(result.document.descendantText(of: .document).contains("one"))
  }

  @Test func brokenXHTMLShowsTheErrorAndThePartRead() {
    let document = page(
      "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title></head><body><p>good</p>"
        + "\n<p>bad</i></body></html>")
    #expect(DocumentMetadata(document).title == "T")
    let text = document.descendantText(of: document.body)
    #expect(text.hasPrefix("2:"))
    #expect(text.contains("good"))
  }

  @Test func namedReferencesOfHTMLAreKnownWhereADoctypeAllowsThem() {
    let result = parse(
      """
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://127.0.0.1:1/x.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml"><body>a&nbsp;&copy;</body></html>
      """)
    #expect(result.document.descendantText(of: result.document.body) == "a\u{A0}©")
  }

  @Test(arguments: [false, true]) func threat29BillionLaughsAreRefused(_ recovering: Bool) {
    var xml = "<!DOCTYPE l [<!ENTITY l0 \"ha\">"
    for level in 1..<30 {
      xml += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
    }
    xml += "]><l a='&l29;'>&l29;</l>"
    let clock = ContinuousClock()
    var text = ""
    var value = ""
    let elapsed = clock.measure {
      let document = parse(xml, recovering: recovering).document
      text = document.descendantText(of: .document)
      let root = document.documentElement
      value =
        root.isNone
        ? "" : document.nameID(of: "a").flatMap { document.attributeValue($0, of: root) } ?? ""
    }
    #expect(text.utf8.count < 1000)
    #expect(value.utf8.count < 1_000_000)
    #expect(elapsed < .seconds(5))
  }

  @Test(arguments: [false, true]) func threat29EntitiesNeverReadFilesOrAddresses(_ recovering: Bool)
  {
    for system in ["file:///etc/passwd", "/etc/passwd", "http://127.0.0.1:1/x"] {
      let xml = """
        <!DOCTYPE r [<!ENTITY x SYSTEM "\(system)"><!ENTITY % p SYSTEM "\(system)"> %p;]>
        <r>before &x; after</r>
        """
      let document = parse(xml, recovering: recovering).document
      #expect(!document.descendantText(of: .document).contains("root:"))
      let whole = page(xml)
      #expect(!whole.descendantText(of: .document).contains("root:"))
    }
  }

  @Test func internalEntitiesStayAsTheyAreWritten() {
    let result = parse("<!DOCTYPE r [<!ENTITY own \"text\">]><r>a &own; b</r>")
    #expect(result.document.descendantText(of: .document) == "a &own; b")
  }

  @Test func entitiesInAttributesStayAsTheyAreWritten() {
    let result = parse(
      "<!DOCTYPE r [<!ENTITY own \"text\">]><r a='&own; &lt;b' xmlns:x='u'/>")
    let root = result.document.documentElement
    let values = result.document.attributes(of: root).map {
      result.document.string(result.document.attribute(at: $0).value)
    }
    #expect(values.sorted() == ["&own; <b", "u"])
  }

  @Test(arguments: [false, true]) func threat29DefaultAttributesDoNotGrowATree(_ recovering: Bool) {
    for name in ["a", "xmlns", "xmlns:x"] {
      let value = String(repeating: "x", count: 10_000)
      let xml =
        "<!DOCTYPE r [<!ATTLIST d \(name) CDATA '\(value)'>]><r>"
        + String(repeating: "<d b='1'/>", count: 1000) + "</r>"
      let result = parse(xml, recovering: recovering)
      let size = (0..<result.document.nodeCount).reduce(0) { size, number in
        result.document.attributes(of: NodeID(rawValue: Int32(number))).reduce(size) {
          $0 + result.document.string(result.document.attribute(at: $1).value).utf8.count
        }
      }
      #expect(size < 2 * xml.utf8.count, "\(name)")
      #expect((result.error == nil) == (name == "a"))
      #expect(result.document.nodeCount == 1002 || name != "a")
    }
  }

  @Test func threat28DeepNestingIsRefusedByTheLibraryWithoutHarm() {
    let xml = String(repeating: "<d>", count: 100_000)
    let result = parse(xml)
    #expect(result.error != nil)
    #expect(result.document.nodeCount < 1000)
  }

  @Test(arguments: ["", "<", "\0", "plain", "<a", "<a/><b/>", "\u{FEFF}"])
  func otherTextsAreErrorsNotCrashes(_ xml: String) {
    #expect(parse(xml).error != nil)
    #expect(page(xml).nodeCount > 3)
  }

  @Test func otherXMLIsShownAsItsSource() {
    let document = page("<data><x>1</x></data>")
    #expect(document.descendantText(of: document.body) == "<data><x>1</x></data>")
  }

  @Test(
    arguments: [
      ("<?xml version='1.0' encoding='euc-jp'?><a/>", "euc-jp"),
      ("<?xml version=\"1.0\" encoding = \"UTF-8\" ?><a/>", "UTF-8"),
      ("<?xml version='1.0'?>", nil),
      ("<a encoding='x'/>", nil),
    ] as [(String, String?)]) func encodingDeclarationIsFound(_ xml: String, _ label: String?)
  {
    #expect(XMLPage.declaredEncoding(Array(xml.utf8).span) == label)
  }

  @Test func drawingShowsItsTextsAndLinks() {
    let document = page(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
      <title>Chart</title><desc>About it</desc><defs><text>never</text></defs>
      <a xlink:href="more"><text>Go <tspan>on</tspan></text></a></svg>
      """)
    #expect(DocumentMetadata(document).title == "Chart")
    let text = document.descendantText(of: document.body)
    #expect(text.contains("About it"))
    #expect(text.contains("Go on"))
    #expect(!text.contains("never"))
  }

  @Test func mutatedTextsAreReadWithoutHarm() {
    let source = Array(
      """
      <?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "b&lt;">]><rss xmlns:x="u"><channel><title>T&a;</title>
      <item><title>&amp;&#65;</title><link>l</link><x:date>2026-01-02</x:date><description><![CDATA[<p>x]]>
      </description></item></channel></rss><!-- c -->
      """.utf8)
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<500 {
      var bytes = source
      for _ in 0...random(4) {
        switch random(3) {
        case 0: bytes[random(bytes.count)] = UInt8(random(128))
        case 1: bytes.remove(at: random(bytes.count))
        default: bytes.insert(contentsOf: bytes.prefix(random(40)), at: random(bytes.count))
        }
      }
      let page = XMLPage.make(bytes.span) { $0.message }
      #expect(!page.documentElement.isNone)
    }
  }
}
