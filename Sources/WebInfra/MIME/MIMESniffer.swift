// SPDX-License-Identifier: MIT
// Part of Grille: finds out what a resource is when its header does not say or may be wrong.

/// Computes the MIME type of a resource from its header and its first bytes.
package enum MIMESniffer {
  /// The number of bytes at the start of a resource that matter.
  package static let headerLength = 1445

  // mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm
  /// The type to treat a resource as.
  ///
  /// `supplied` is the type of the header, nil if there is none; `noSniff` tells that
  /// `X-Content-Type-Options: nosniff` was sent. Fewer than `headerLength` bytes are enough only
  /// if the resource has no more.
  package static func sniff(bytes: Span<UInt8>, supplied: MIMEType?, noSniff: Bool) -> MIMEType {
    let header = bytes.extracting(first: headerLength)
    guard let supplied, !isUnknown(supplied) else {
      return unknownType(header, sniffsScriptable: !noSniff)
    }
    if noSniff { return supplied }
    if mayBeApacheDefault(supplied) {
      return isTextual(header) ? supplied : .octetStream
    }
    if supplied.isXML { return supplied }
    if supplied.isHTML { return FeedSniffer.feedType(header) ?? supplied }
    if supplied.isImage { return BytePattern.images.match(header) ?? supplied }
    if supplied.isAudioOrVideo { return audioOrVideo(header) ?? supplied }
    return supplied
  }

  private static func isUnknown(_ type: MIMEType) -> Bool {
    switch type.essence {
    case "unknown/unknown", "application/unknown", "*/*": true
    default: false
    }
  }

  // mimesniff.spec.whatwg.org/#supplied-mime-type-detection-algorithm
  // Deviation: the parsed header is compared, so that other spacing counts too.
  /// Whether the header is one that old servers send for everything they do not know.
  private static func mayBeApacheDefault(_ type: MIMEType) -> Bool {
    guard type.essence == "text/plain", type.parameters.count <= 1 else { return false }
    guard let parameter = type.parameters.first else { return true }
    return parameter.name == "charset"
      && ["ISO-8859-1", "iso-8859-1", "UTF-8"].contains(parameter.value)
  }

  // mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type
  private static func unknownType(_ header: Span<UInt8>, sniffsScriptable: Bool) -> MIMEType {
    if sniffsScriptable {
      var start = 0
      while start < header.count, ASCII.isWhitespace(header[start]) { start += 1 }
      if isMarkup(header, start) { return .html }
      if BytePattern.starts(header, start, "<?xml") { return MIMEType("text", "xml") }
      if BytePattern.starts(header, 0, "%PDF-") { return MIMEType("application", "pdf") }
    }
    if BytePattern.starts(header, 0, "%!PS-Adobe-") {
      return MIMEType("application", "postscript")
    }
    if EncodingSniffer.byteOrderMark(header) != nil { return .plainText }
    return BytePattern.images.match(header) ?? audioOrVideo(header)
      ?? BytePattern.archives.match(header) ?? (isTextual(header) ? .plainText : .octetStream)
  }

  private static let markup: [StaticString] = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table",
    "<a", "<style", "<title", "<b", "<body", "<br", "<p", "<!--",
  ]

  /// Whether a tag that only HTML has begins there.
  private static func isMarkup(_ header: Span<UInt8>, _ start: Int) -> Bool {
    markup.contains { tag in
      let end = start + tag.utf8CodeUnitCount
      return end < header.count && (header[end] == 0x20 || header[end] == 0x3E)
        && BytePattern.starts(header, start, tag, ignoringCase: true)
    }
  }

  // mimesniff.spec.whatwg.org/#sniffing-a-mislabeled-binary-resource
  /// Whether the bytes hold none that text never has, or begin with a byte order mark.
  package static func isTextual(_ header: Span<UInt8>) -> Bool {
    if EncodingSniffer.byteOrderMark(header) != nil { return true }
    for index in header.indices {
      switch header[index] {
      case 0x00...0x08, 0x0B, 0x0E...0x1A, 0x1C...0x1F: return false
      default: break
      }
    }
    return true
  }

  private static func audioOrVideo(_ header: Span<UInt8>) -> MIMEType? {
    // Not implemented: MP3 without an ID3 tag.
    BytePattern.audioAndVideo.match(header) ?? mp4(header) ?? webM(header)
  }

  // mimesniff.spec.whatwg.org/#signature-for-mp4
  private static func mp4(_ header: Span<UInt8>) -> MIMEType? {
    guard header.count >= 12, BytePattern.starts(header, 4, "ftyp") else { return nil }
    let size = (0..<4).reduce(0) { $0 << 8 | Int(header[$1]) }
    guard size <= header.count, size % 4 == 0 else { return nil }
    var brand = 8
    while brand + 3 <= size {
      if brand != 12, BytePattern.starts(header, brand, "mp4") { return MIMEType("video", "mp4") }
      brand += 4
    }
    return nil
  }

  // mimesniff.spec.whatwg.org/#signature-for-webm
  private static func webM(_ header: Span<UInt8>) -> MIMEType? {
    guard header.count >= 4, header[0] == 0x1A, header[1] == 0x45, header[2] == 0xDF,
      header[3] == 0xA3
    else { return nil }
    // The document type stands in the first elements, as a text.
    for start in 4..<min(header.count, 64) where BytePattern.starts(header, start, "webm") {
      return MIMEType("video", "webm")
    }
    return nil
  }
}
