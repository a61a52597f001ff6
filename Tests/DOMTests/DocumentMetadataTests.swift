// SPDX-License-Identifier: MIT
// Part of Grille: what documents say about themselves.

import DOM
import Testing

@Suite struct DocumentMetadataTests {
  private func metadata(_ html: String) -> DocumentMetadata {
    DocumentMetadata(HTMLParser.parse(html))
  }

  @Test func factsOfTheHeadAreCollected() {
    let facts = metadata(
      """
      <html lang=de><head><title> A
        title </title><title>second</title><base target=x><base href=/b/><base href=/c/>
      <meta charset=utf-8><meta name=description content="What it is">
      <link rel="canonical" href=/real><link rel="prev" href=1><link rel=NEXT href=3>
      <link rel="alternate" type="application/rss+xml" title=News href=/feed>
      <link rel="alternate" hreflang=en href=/en>
      """)
    #expect(facts.title == "A title")
    #expect(facts.baseHref == "/b/")
    #expect(facts.charset == "utf-8")
    #expect(facts.language == "de")
    #expect(facts.description == "What it is")
    #expect(facts.canonicalHref == "/real")
    #expect(facts.previousHref == "1")
    #expect(facts.nextHref == "3")
    #expect(facts.feeds == [.init(href: "/feed", type: "application/rss+xml", title: "News")])
  }

  @Test func contentsOfTemplatesSayNothing() {
    #expect(metadata("<template><title>x</title></template>").title == nil)
  }

  @Test(
    arguments: [
      ("5", 5, nil), ("0; url=/a", 0, "/a"), ("3;URL='b c'x", 3, "b c"), (" 1.5, c", 1, "c"),
      ("2 url = d", 2, "d"), ("7;", 7, nil), ("4;urlx", 4, "urlx"),
    ] as [(String, Int, String?)]) func refreshesAreRead(
      _ text: String, _ delay: Int, _ href: String?
    )
  {
    #expect(DocumentMetadata.refresh(text) == .init(delay: delay, href: href))
  }

  @Test(arguments: ["", "x", "url=/a", "5x"]) func otherRefreshesAreIgnored(_ text: String) {
    #expect(DocumentMetadata.refresh(text) == nil)
  }

  @Test(
    arguments: [
      ("text/html; charset=utf-8", "utf-8"), ("charset = 'x y'", "x y"), ("charset=a;b", "a"),
      ("charsetcharset=b", "b"), ("text/html", nil), ("charset=\"open", nil),
    ] as [(String, String?)]) func charsetIsFoundInContentTypes(_ text: String, _ label: String?)
  {
    let found = DocumentMetadata.charset(inContentType: Array(text.utf8))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == label)
  }
}
