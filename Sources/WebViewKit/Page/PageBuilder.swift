// SPDX-License-Identifier: MIT
// Part of Grille: makes a page from a body that arrives in pieces.

internal import CSS
internal import DOM
internal import Networking
internal import WebInfra
internal import XMLDocuments

/// Makes a page from a body that arrives in pieces: decodes, parses, styles and lays out.
///
/// An actor of its own, so that none of it happens on the main actor; what it hands out are values.
actor PageBuilder {
  private let response: ResourceResponse
  private let kind: ContentKind
  private let keepsSource: Bool
  private var input: TextInput
  private var parser = HTMLParser()
  private var text: [UInt8] = []
  /// The bytes as they came: as long as a declaration further down may change the encoding, and for
  /// good if the source is kept or an XML parser wants them whole.
  private var raw: [UInt8] = []

  /// How far into a page a declaration of its encoding may still stand.
  private static let lateDeclarationWindow = 1 << 20

  init(head: ContentHead, keepsSource: Bool) {
    response = head.response
    kind = head.kind ?? .plainText
    self.keepsSource = keepsSource
    input = TextInput(suppliedLabel: head.response.textEncodingName)
    if kind == .plainText {
      // html.spec.whatwg.org/#read-text: a document whose one element holds the text as it is.
      parser.feed(Array("<!DOCTYPE html><plaintext>".utf8).span)
    }
  }

  /// Takes the next piece.
  func append(_ bytes: [UInt8]) {
    if kind == .xml || keepsSource || mayRedecode { raw += bytes }
    guard kind != .xml else { return }
    text.removeAll(keepingCapacity: true)
    input.append(bytes, into: &text)
    parser.feed(text.span)
    redecodeIfDeclaredOtherwise()
  }

  /// What there is of the page so far.
  func render(_ parameters: RenderingParameters) async -> PageContent {
    kind == .xml
      ? await PageRenderer.content(of: Document(), facts(), parameters)
      : await PageRenderer.content(of: parser.document, facts(), parameters)
  }

  /// The whole page; nothing can be appended after it.
  func renderEnd(_ parameters: RenderingParameters) async -> PageContent {
    let document: Document
    if kind == .xml {
      document = XMLDocumentParser.parse(
        raw.span, url: response.url, suppliedEncoding: response.textEncodingName)
    } else {
      text.removeAll(keepingCapacity: true)
      input.finish(into: &text)
      parser.feed(text.span)
      redecodeIfDeclaredOtherwise()
      document = parser.finish()
    }
    text = []
    let facts = facts()
    raw = []
    parser = HTMLParser()
    return await PageRenderer.content(of: document, facts, parameters)
  }

  private func facts() -> PageFacts {
    PageFacts(
      response: response, encodingName: input.encoding?.name ?? "UTF-8",
      source: keepsSource ? raw : nil)
  }

  /// Whether the encoding is a guess that a declaration could still overrule.
  private var mayRedecode: Bool {
    kind == .html && input.isTentative && raw.count < Self.lateDeclarationWindow
  }

  /// Starts the page over when a declaration behind the first 1,024 bytes names another encoding.
  // html.spec.whatwg.org/#change-the-encoding
  private func redecodeIfDeclaredOtherwise() {
    guard kind == .html, input.isTentative, let label = parser.lateEncodingLabel,
      let declared = TextEncoding(label: label)?.forMetaDeclaration, declared != input.encoding,
      input.encoding != nil
    else { return }
    input = TextInput(encoding: declared)
    parser = HTMLParser()
    text.removeAll(keepingCapacity: true)
    input.append(raw, into: &text)
    parser.feed(text.span)
    if !keepsSource { raw = [] }
  }
}
