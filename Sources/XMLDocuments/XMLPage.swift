// SPDX-License-Identifier: MIT
// Part of Grille: what is shown for an XML text.

package import DOM

/// Makes a document to be shown of any XML text.
///
/// XHTML is shown as it is; of SVG the texts and links; a feed as a list of its entries; any other
/// XML as its source.
package enum XMLPage {
  /// Makes the page.
  ///
  /// - Parameters:
  ///   - utf8: The text in UTF-8, without a byte order mark.
  ///   - limits: What is kept at most.
  ///   - notice: Gives the sentence that is put on top if the text is not well-formed.
  /// - Returns: The page.
  package static func make(
    _ utf8: Span<UInt8>, limits: DocumentLimits = DocumentLimits(),
    notice: (XMLSyntaxError) -> String
  ) -> Document {
    var result = XMLParser.parse(utf8, limits: limits)
    let page = page(of: &result, utf8, limits: limits, notice: notice)
    guard !result.document.limitsReached.isEmpty else { return page }
    var builder = DocumentBuilder(extending: page)
    builder.reach(result.document.limitsReached)
    return builder.snapshot()
  }

  private static func page(
    of result: inout XMLParseResult, _ utf8: Span<UInt8>, limits: DocumentLimits,
    notice: (XMLSyntaxError) -> String
  ) -> Document {
    let root = result.document.documentElement
    let name = root.isNone ? "" : result.document.string(result.document.name(of: root))
    if ["rss", "RDF", "feed", "opml"].contains(name) {
      // Feeds are often not well-formed; what can be read is of use all the same.
      if result.error != nil { result = XMLParser.parse(utf8, recovering: true, limits: limits) }
      if let feed = Feed(result.document) {
        return FeedPage.make(feed, notice: result.error.map(notice))
      }
    }
    let text = result.error.map(notice)
    if !root.isNone, result.document.namespace(of: root) == .html {
      guard let text else { return result.document }
      let metadata = DocumentMetadata(result.document)
      var page = PageBuilder(language: metadata.language ?? "")
      if let title = metadata.title { page.title(title) }
      page.paragraph(text)
      page.copyChildren(of: result.document.body, in: result.document, filtering: false)
      return page.finish()
    }
    if !root.isNone, result.document.namespace(of: root) == .svg {
      return DrawingPage.make(result.document, notice: text)
    }
    var page = PageBuilder()
    if let text { page.paragraph(text) }
    page.preformatted(utf8)
    return page.finish()
  }

  /// The label of the encoding that an XML declaration names, or nil; looks at the first bytes
  /// only.
  // www.w3.org/TR/xml/#NT-XMLDecl
  package static func declaredEncoding(_ bytes: Span<UInt8>) -> String? {
    let head = (0..<min(bytes.count, 256)).map { bytes[$0] }
    guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">")),
      let found = range(of: Array("encoding".utf8), in: head[..<end])
    else { return nil }
    var rest = head[found..<end].drop(while: \.isASCIIWhitespace)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop(while: \.isASCIIWhitespace)
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = rest.firstIndex(of: quote)
    else { return nil }
    return String(decoding: rest[..<close], as: UTF8.self)
  }

  /// The place behind a word.
  private static func range(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + word.count <= bytes.endIndex {
      if bytes[index..<index + word.count].elementsEqual(word) { return index + word.count }
      index += 1
    }
    return nil
  }
}
