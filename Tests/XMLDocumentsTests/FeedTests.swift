// SPDX-License-Identifier: MIT
// Part of Grille: feeds and outlines as lists to read.

import DOM
import Testing

@testable import XMLDocuments

@Suite struct FeedTests {
  private func read(_ xml: String) -> Feed? {
    Feed(XMLParser.parse(Array(xml.utf8).span).document)
  }

  private let rss = """
    <?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News</title>
    <link>http://e.example/</link><description>All of it</description><language>en</language>
    <item><title>One &amp; only</title><link>http://e.example/1</link><dc:creator>Ann</dc:creator>
    <pubDate>Mon, 30 Nov 2026 09:05:00 +0100</pubDate><media:title>other</media:title>
    <description>&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;script&gt;bad()&lt;/script&gt;</description></item>
    <item><guid>http://e.example/2</guid><title>Two</title><enclosure url="http://e.example/2.mp3"/></item>
    </channel></rss>
    """

  @Test func rssGivesItsEntries() throws {
    let feed = try #require(read(rss))
    #expect(feed.title == "News")
    #expect(feed.href == "http://e.example/")
    #expect(feed.language == "en")
    #expect(feed.entries.count == 2)
    let first = feed.entries[0]
    #expect(first.title == "One & only")
    #expect(first.href == "http://e.example/1")
    #expect(first.date == "2026-11-30 09:05 +01:00")
    #expect(first.author == "Ann")
    #expect(first.isHTML)
    #expect(feed.entries[1].href == "http://e.example/2")
    #expect(feed.entries[1].enclosure == "http://e.example/2.mp3")
  }

  @Test func atomGivesItsEntries() throws {
    let feed = try #require(
      read(
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>F</title><subtitle>s</subtitle>
        <link rel="self" href="/self"/><link href="/site"/>
        <entry><title type="text">T</title><link rel="alternate" href="/t"/><updated>2026-01-02T03:04:05Z</updated>
        <author><name>Bo</name><uri>x</uri></author><content type="html">&lt;i&gt;c&lt;/i&gt;</content></entry>
        <entry><title>U</title><published>2026-01-03</published><summary>a &lt; b</summary></entry></feed>
        """))
    #expect(feed.href == "/site")
    #expect(feed.language == "fr")
    #expect(feed.entries[0].date == "2026-01-02 03:04 UTC")
    #expect(feed.entries[0].author == "Bo")
    #expect(feed.entries[0].summary == "<i>c</i>")
    #expect(feed.entries[0].isHTML)
    #expect(feed.entries[1].summary == "a < b")
    #expect(!feed.entries[1].isHTML)
    #expect(feed.entries[1].date == "2026-01-03")
  }

  @Test func outlineKeepsItsLevels() throws {
    let feed = try #require(
      read(
        """
        <opml version="2.0"><head><title>Mine</title></head><body><outline text="A"><outline text="B"
        xmlUrl="/b"/></outline><outline title="C" htmlUrl="/c"/></body></opml>
        """))
    #expect(feed.title == "Mine")
    #expect(feed.entries.map(\.title) == ["A", "B", "C"])
    #expect(feed.entries.map(\.level) == [0, 1, 0])
    #expect(feed.entries.map(\.href) == ["", "/b", "/c"])
  }

  @Test func pageHoldsLinksAndSummariesButNoScripts() {
    let page = XMLPage.make(Array(rss.utf8).span) { _ in "error" }
    #expect(DocumentMetadata(page).title == "News")
    let text = page.descendantText(of: page.body)
    #expect(text.contains("One & only"))
    #expect(text.contains("Hello you"))
    #expect(!text.contains("bad()"))
    #expect(!text.contains("error"))
    var hrefs: [String] = []
    var node = page.body
    while !node.isNone {
      if page.isHTMLElement(node, .a) { hrefs.append(page.attributeValue(.href, of: node) ?? "") }
      node = page.next(after: node)
    }
    #expect(
      hrefs == [
        "http://e.example/", "http://e.example/1", "http://e.example/2", "http://e.example/2.mp3",
      ])
  }

  @Test func brokenFeedShowsTheErrorAndItsEntries() {
    let xml =
      "<rss><channel><title>N</title><item><title>A & B</title></item><item><title>C</title></item></channel></rss>"
    let page = XMLPage.make(Array(xml.utf8).span) { "line \($0.line)" }
    let text = page.descendantText(of: page.body)
    #expect(text.contains("line 1"))
    #expect(text.contains("A"))
    #expect(text.contains("C"))
  }

  @Test(arguments: [
    ("Tue, 02 Jan 24 00:00 GMT", "2024-01-02 00:00 UTC"), ("2 Jan 2024", "2024-01-02"),
    ("2024-01-02T03:04:05.6-07:00", "2024-01-02 03:04 -07:00"), ("yesterday", "yesterday"),
    ("", ""),
  ]) func datesAreMadeAlike(_ text: String, _ readable: String) {
    #expect(FeedDate.readable(text) == readable)
  }
}
