// SPDX-License-Identifier: MIT
// Part of Grille: a feed as a list to read.

internal import DOM

/// Shows a feed: its title and description, then every entry with link, date and summary.
enum FeedPage {
  static func make(_ feed: Feed, notice: String?) -> Document {
    var page = PageBuilder(language: feed.language)
    let title = feed.title.isEmpty ? feed.href : feed.title
    page.title(title)
    if let notice { page.paragraph(notice) }
    page.begin(.h1)
    link(title, feed.href, &page)
    page.end()
    if !feed.description.isEmpty { html(feed.description, &page) }
    var level = 0
    for entry in feed.entries {
      // Levels of an outline become nested lists.
      while level < entry.level {
        page.begin(.ul)
        page.begin(.li)
        level += 1
      }
      while level > entry.level {
        page.end()
        page.end()
        level -= 1
      }
      add(entry, &page)
    }
    return page.finish()
  }

  private static func add(_ entry: Feed.Entry, _ page: inout PageBuilder) {
    page.begin(.article)
    page.begin(.h2)
    let title = [entry.title, entry.href, entry.date].first { !$0.isEmpty } ?? ""
    link(title, entry.href, &page)
    page.end()
    let facts = [entry.date, entry.author].filter { !$0.isEmpty }
    if !facts.isEmpty { page.paragraph(facts.joined(separator: " · ")) }
    if !entry.summary.isEmpty {
      page.begin(.div)
      if entry.isHTML { html(entry.summary, &page) } else { page.text(entry.summary) }
      page.end()
    }
    if !entry.enclosure.isEmpty {
      page.begin(.p)
      link(entry.enclosure, entry.enclosure, &page)
      page.end()
    }
    page.end()
  }

  private static func link(_ text: String, _ href: String, _ page: inout PageBuilder) {
    if href.isEmpty { return page.text(text) }
    page.begin(.a, .href, href)
    page.text(text)
    page.end()
  }

  /// Adds a text that is HTML, without what could act.
  private static func html(_ text: String, _ page: inout PageBuilder) {
    let fragment = HTMLParser.parseFragment(text, of: "div")
    page.copyChildren(of: fragment.documentElement, in: fragment, filtering: true)
  }
}
