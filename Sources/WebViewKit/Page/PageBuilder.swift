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
  private var decoder: DocumentDecoder
  private let limits: DocumentLimits
  private var parser: HTMLParser
  private var text: [UInt8] = []
  /// The bytes as they came: as long as a declaration further down may change the encoding, and for
  /// good if the source is kept or an XML parser wants them whole.
  private var raw: [UInt8] = []

  private var received = 0

  /// The most bytes of a page that are read; what never ends has to stop somewhere.
  private static let largestPage = 128 << 20
  /// The most bytes of XML, which is kept whole until it is parsed.
  private static let largestXML = 64 << 20

  /// How far into a page a declaration of its encoding may still stand.
  private static let lateDeclarationWindow = 1 << 20

  /// - Parameters:
  ///   - head: The head of the response.
  ///   - parameters: What the page is rendered for.
  init(head: ContentHead, _ parameters: RenderingParameters) {
    limits = parameters.documentLimits
    parser = Self.makeParser(parameters.documentLimits)
    var response = head.response
    if let name = parameters.forcedEncodingName { response.textEncodingName = name }
    self.response = response
    kind = head.kind ?? .plainText
    keepsSource = parameters.keepsSource
    decoder = DocumentDecoder(transportLabel: response.textEncodingName)
    if kind == .plainText {
      // html.spec.whatwg.org/#read-text: a document whose one element holds the text as it is.
      parser.feed(Array("<!DOCTYPE html><plaintext>".utf8).span)
    }
  }

  /// Takes the next piece; false when the page has reached a limit and more would not be looked at.
  func append(_ bytes: [UInt8]) -> Bool {
    received += bytes.count
    if kind == .xml || keepsSource || mayStartOver { raw += bytes }
    guard kind != .xml else { return received < Self.largestXML }
    read(bytes, isFinal: false)
    startOverIfDeclaredOtherwise()
    return !parser.isStopped && received < Self.largestPage
  }

  /// What there is of the page so far.
  func render(_ parameters: RenderingParameters) async -> PageContent {
    text.removeAll(keepingCapacity: true)
    decoder.flush(into: &text)
    if !text.isEmpty { parser.feed(text.span) }
    return await PageRenderer.content(of: parser.snapshot(), facts(), parameters)
  }

  /// The whole page; nothing can be appended after it.
  func renderEnd(_ parameters: RenderingParameters) async -> PageContent {
    var document: Document
    if kind == .xml {
      document = xmlDocument(parameters)
    } else {
      read([], isFinal: true)
      startOverIfDeclaredOtherwise(isFinal: true)
      parser.finish()
      document = parser.snapshot()
    }
    if let limit = limitReached(by: document) {
      var builder = DocumentBuilder(extending: document)
      builder.prependNotice(parameters.limitNotice(limit))
      document = builder.snapshot()
    }
    let facts = facts()
    // The document and the source live on in the page alone.
    text = []
    raw = []
    parser = Self.makeParser(limits)
    return await PageRenderer.content(of: document, facts, parameters)
  }

  /// Why not everything of a finished document is kept; nil if it is.
  private func limitReached(by document: Document) -> PageLimit? {
    let largest = kind == .xml ? Self.largestXML : Self.largestPage
    if received >= largest || document.limitsReached.contains(.nodes) { return .size }
    return document.limitsReached.contains(.attributes) ? .attributes : nil
  }

  /// The page of an XML text, which is parsed whole.
  private func xmlDocument(_ parameters: RenderingParameters) -> Document {
    var decoder = DocumentDecoder(
      transportLabel: response.textEncodingName ?? XMLPage.declaredEncoding(raw.span) ?? "utf-8")
    text.removeAll(keepingCapacity: true)
    decoder.decode(raw.span, into: &text, isFinal: true)
    return XMLPage.make(text.span, limits: limits) { error in
      parameters.xmlErrorNotice(error.line, error.column, error.message)
    }
  }

  /// A parser that leaves the text of scripts out, which nothing here reads.
  private static func makeParser(_ limits: DocumentLimits) -> HTMLParser {
    var options = HTMLParser.Options()
    options.limits = limits
    options.keepsScriptText = false
    return HTMLParser(options)
  }

  private func read(_ bytes: [UInt8], isFinal: Bool) {
    text.removeAll(keepingCapacity: true)
    decoder.decode(bytes.span, into: &text, isFinal: isFinal)
    parser.feed(text.span)
  }

  private func facts() -> PageFacts {
    PageFacts(
      response: response, encoding: decoder.result?.encoding ?? .utf8,
      source: keepsSource ? raw : nil)
  }

  /// Whether the encoding is a guess that a declaration could still overrule.
  private var mayStartOver: Bool {
    kind == .html && decoder.result?.confidence != .certain
      && raw.count < Self.lateDeclarationWindow
  }

  /// Starts the page over when a declaration behind the first 1,024 bytes names another encoding.
  // html.spec.whatwg.org/#change-the-encoding
  private func startOverIfDeclaredOtherwise(isFinal: Bool = false) {
    guard kind == .html, let current = decoder.result, current.confidence == .tentative,
      let label = parser.declaredEncoding, var declared = TextEncoding(label: label)
    else { return }
    // A declaration that could be read is not in UTF-16.
    if declared == .utf16LE || declared == .utf16BE { declared = .utf8 }
    let all = raw
    let isWhole = keepsSource || all.count < Self.lateDeclarationWindow
    guard declared != current.encoding, isWhole else { return }
    decoder = DocumentDecoder(declared, source: .declaration)
    parser = Self.makeParser(limits)
    read(all, isFinal: isFinal)
    if !keepsSource { raw = [] }
  }
}
