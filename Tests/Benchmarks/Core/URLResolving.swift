// SPDX-License-Identifier: MIT
// Part of Grille: measures how long addresses of a page take to be resolved.

import WebInfra

private let references = [
  "index.html", "../images/photo%20of%20a%20cat.png", "/a/b/../c/./d?x=1&y=2#part", "?page=2",
  "#section-3", "//static.example.com/scripts/main.js?v=20240131",
  "https://www.example.org:8443/wiki/Special:Search?search=grille&go=Go",
  "  spaced out\n.html ", "mailto:someone@example.net", "http://192.168.0.1/status",
  "http://[2001:db8::1]/", "/検索?言葉=端末", "javascript:void(0)",
  "very/long/path/with/many/segments/and/a/last/one/that/is/longer/than/all/others.html",
]
private let internationalHosts = ["http://日本語.example/", "http://bücher.example/"]

/// Time to resolve and serialise one reference.
func measureURLResolving() {
  guard let base = WebURL("https://www.example.com/docs/guide/chapter/start.html?from=home#top")
  else { fail("the base is an address") }
  let times = medians(
    rounds: 9,
    [
      { for _ in 0..<1000 { for text in references { resolve(text, base) } } },
      { for _ in 0..<1000 { for text in internationalHosts { resolve(text, base) } } },
    ])
  report("url", times[0] / Double(1000 * references.count), "ns")
  report("url-idna", times[1] / Double(1000 * internationalHosts.count), "ns")
}

private func resolve(_ reference: String, _ base: WebURL) {
  consume(WebURL(reference, base: base)?.href.utf8.count)
}
