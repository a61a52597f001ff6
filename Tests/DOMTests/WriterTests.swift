// SPDX-License-Identifier: MIT
// Part of Grille: tests of documents written as HTML and as Markdown.
import DOM
import Testing
import WebInfra

@Suite struct HTMLWriterTests {
  @Test(arguments: [
    "<!DOCTYPE html><p>a &amp; b<p title='\"<>&'>c",
    "<table><tr><td>x<td>y</table><select><option>z",
    "<template><p>inside<template>deeper</template></template>after",
    "<svg viewBox='0 0 1 1'><a xlink:href='#x'>t</a></svg><math><mi>x</mi></math>",
    "<style>a > b { content: '&lt;' }</style><xmp><b></xmp>",
    "<br><hr><img src=x><wbr><!-- a comment -->&nbsp;", "",
  ])
  func whatIsWrittenIsParsedToTheSameTree(html: String) {
    let document = HTMLParser.parse(html)
    let again = HTMLParser.parse(HTMLWriter.string(document))
    #expect(DocumentDump.string(again) == DocumentDump.string(document))
  }

  @Test func deepNestingIsWrittenWithoutHarm() {
    let html = String(repeating: "<div>", count: 50_000) + "x"
    #expect(HTMLWriter.string(HTMLParser.parse(html)).contains("x</div>"))
  }
}

@Suite struct MarkdownWriterTests {
  static let rows: [(html: String, markdown: String)] = [
    ("", ""),
    (
      "<h1>One</h1><p>two  three\nfour<h3>Five <i>six</i></h3>",
      "# One\n\ntwo three four\n\n### Five *six*\n"
    ),
    (
      "a <b>bold</b>, <em> loose </em>and <code>x*y`z</code>",
      "a **bold**, *loose* and ``x*y`z``\n"
    ),
    (
      "<a href=/x?a=(1)>link</a> <a>none</a> <img src=p.png alt=Pic><img src=q.png>",
      "[link](http://site.test/x?a=%281%29) none ![Pic](http://site.test/dir/p.png)\n"
    ),
    (
      "<ul><li>one<li>two<ol start=3><li>deep<li>er</ol></ul>",
      "- one\n- two\n\n  3. deep\n  4. er\n"
    ),
    ("<blockquote><p>said<p>twice</blockquote>after", "> said\n>\n> twice\n\nafter\n"),
    ("<pre>a\n  b\n```\n</pre>", "````\na\n  b\n```\n````\n"),
    ("one<br>two<br>", "one\\\ntwo\n"),
    ("<table><tr><th>a<th>b|c<tr><td>1</table>", "| a | b\\|c |\n| --- | --- |\n| 1 |  |\n"),
    ("<div>x<div>y</div>z</div>", "x\n\ny\n\nz\n"),
    (
      "<p>* _ [ ] # &lt;b> \\<p># no<p>1. no<p>- no",
      "\\* \\_ \\[ \\] # \\<b\\> \\\\\n\n\\# no\n\n1\\. no\n\n\\- no\n"
    ),
    ("<script>x</script><style>y</style><p hidden>z<p>shown<hr>", "shown\n\n---\n"),
    ("<dl><dt>term<dd>meaning</dl>", "term\n\nmeaning\n"),
  ]

  @Test(arguments: rows) func everyElementHasItsForm(_ html: String, _ markdown: String) {
    let base = WebURL("http://site.test/dir/page")
    #expect(MarkdownWriter(HTMLParser.parse(html), base: base).text() == markdown)
  }

  @Test(arguments: ["<div>", "<ul><li>", "<blockquote>", "<b>", "<a href=x>"])
  func deepNestingIsWrittenWithoutHarm(tag: String) {
    let html = String(repeating: tag, count: 20_000) + "bottom"
    #expect(MarkdownWriter(HTMLParser.parse(html)).text().contains("bottom"))
  }
}
