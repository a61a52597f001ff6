// SPDX-License-Identifier: MIT
// Part of Grille: what kind of content a response is, judged by its type and first bytes.

internal import Networking
internal import WebInfra

/// The kinds of content a page can be made of.
nonisolated enum ContentKind: Sendable {
  case html
  /// XHTML, SVG, feeds: what an XML parser reads.
  case xml
  /// Shown as it stands.
  case plainText

  /// The kind a type is shown as; nil for what cannot be shown.
  init?(_ type: MIMEType) {
    if type.isHTML {
      self = .html
    } else if type.isXML {
      self = .xml
    } else if type.type == "text" || type.isJSON || type.isJavaScript {
      self = .plainText
    } else {
      return nil
    }
  }
}

/// The head of a response with its type settled, and the bytes that were read to settle it.
nonisolated struct ContentHead: Sendable {
  /// The response, with the type that its first bytes confirmed or revealed.
  let response: ResourceResponse
  /// The kind the content is shown as; nil for what cannot be shown.
  let kind: ContentKind?
  /// The first piece of the body, or nil for an empty one.
  let firstBytes: [UInt8]?

  /// Reads the first piece of the body and judges.
  // mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm
  init(
    response: ResourceResponse, body: inout BodyStream.Iterator
  ) async throws(ResourceError) {
    firstBytes = try await body.next()
    let bytes = firstBytes ?? []
    let type = MIMESniffer.sniff(
      bytes: bytes.span, supplied: response.mimeType,
      noSniff: response.headers.first("x-content-type-options")?.lowercased() == "nosniff")
    var settled = response
    settled.mimeType = type
    self.response = settled
    // An empty body can always be shown, whatever its type.
    kind = firstBytes == nil ? ContentKind(type) ?? .plainText : ContentKind(type)
  }

  /// Puts a page of the program's own into the place of a body that is empty.
  init(standIn html: String, for response: ResourceResponse) {
    var described = response
    described.mimeType = .html
    described.textEncodingName = "utf-8"
    self.response = described
    kind = .html
    firstBytes = Array(html.utf8)
  }
}
