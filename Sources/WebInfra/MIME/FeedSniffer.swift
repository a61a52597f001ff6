// SPDX-License-Identifier: MIT
// Part of Grille: recognises feeds that are served as HTML.

/// Tells feeds from HTML by their first element.
enum FeedSniffer {
  // mimesniff.spec.whatwg.org/#sniffing-a-mislabeled-feed
  /// The type of the feed that a resource labelled as HTML is, or nil if it is none.
  static func feedType(_ header: Span<UInt8>) -> MIMEType? {
    var index = 0
    if BytePattern.starts(header, 0, "\u{FEFF}") { index = 3 }
    while true {
      while index < header.count, ASCII.isWhitespace(header[index]) { index += 1 }
      guard index < header.count, header[index] == 0x3C else { return nil }
      if BytePattern.starts(header, index, "<!--") {
        guard let end = find("-->", in: header, from: index + 4) else { return nil }
        index = end + 3
      } else if BytePattern.starts(header, index, "<!") {
        guard let end = find(">", in: header, from: index) else { return nil }
        index = end + 1
      } else if BytePattern.starts(header, index, "<?") {
        guard let end = find("?>", in: header, from: index) else { return nil }
        index = end + 2
      } else {
        break
      }
    }
    if BytePattern.starts(header, index, "<rss") { return MIMEType("application", "rss+xml") }
    if BytePattern.starts(header, index, "<feed") { return MIMEType("application", "atom+xml") }
    if BytePattern.starts(header, index, "<rdf:RDF"),
      find("http://purl.org/rss/1.0/", in: header, from: index) != nil,
      find("http://www.w3.org/1999/02/22-rdf-syntax-ns#", in: header, from: index) != nil
    {
      return MIMEType("application", "rss+xml")
    }
    return nil
  }

  private static func find(_ text: StaticString, in header: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + text.utf8CodeUnitCount <= header.count {
      if BytePattern.starts(header, index, text) { return index }
      index += 1
    }
    return nil
  }
}
