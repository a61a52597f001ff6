// SPDX-License-Identifier: MIT
// Part of Grille: the type of a file, by its bytes and, among texts, by its name.

import WebInfra

/// Finds the type of content that no server describes.
enum FileType {
  /// How many bytes at the beginning decide.
  static let sniffedBytes = MIMESniffer.headerLength

  /// The type of a file; a name's ending chooses between kinds of text, and never beats a signature.
  static func guess(name: [UInt8], bytes: [UInt8]) -> MIMEType {
    let sniffed = MIMESniffer.sniff(bytes: bytes.span, supplied: nil, noSniff: false)
    let first = bytes.first { !ASCII.isWhitespace($0) }
    // What begins with a tag is meant for a browser, even if bytes of no text follow.
    let isMarkup = first == UInt8(ascii: "<") && sniffed == .octetStream
    let isText = sniffed.isHTML || sniffed.isXML || sniffed.essence == "text/plain"
    guard isText || isMarkup else { return sniffed }
    if let byName = type(ofEnding: name) { return byName }
    return first == UInt8(ascii: "<") && !sniffed.isHTML && !sniffed.isXML ? .html : sniffed
  }

  private static func type(ofEnding name: [UInt8]) -> MIMEType? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let ending = String(decoding: name[(dot + 1)...].map(ASCII.lowercase), as: UTF8.self)
    let essence: String? =
      switch ending {
      case "html", "htm", "shtml": "text/html"
      case "xhtml", "xht": "application/xhtml+xml"
      case "xml", "xsl", "xslt", "opml": "text/xml"
      case "svg": "image/svg+xml"
      case "rss": "application/rss+xml"
      case "atom": "application/atom+xml"
      case "css": "text/css"
      case "js", "mjs": "text/javascript"
      case "json": "application/json"
      case "txt", "text", "md", "markdown", "rst", "log", "csv", "tsv", "c", "h", "swift", "py",
        "sh", "conf", "ini", "toml", "yaml", "yml", "diff", "patch", "tex", "go", "rs", "java":
        "text/plain"
      default: nil
      }
    return essence.flatMap { MIMEType(parsing: $0) }
  }
}
