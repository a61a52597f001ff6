// SPDX-License-Identifier: MIT
// Part of Grille: document to layout, away from the main actor.

internal import CSS
internal import DOM
internal import Layout
internal import Networking
internal import WebInfra

/// What is known of a page besides its document.
nonisolated struct PageFacts: Sendable {
  var response: ResourceResponse
  var encoding: TextEncoding
  var source: [UInt8]?
}

/// Styles and lays out documents; functions over values.
nonisolated enum PageRenderer {
  /// Everything a page shows of a document, for one viewport.
  @concurrent
  static func content(
    of document: Document, _ facts: PageFacts, _ parameters: RenderingParameters
  ) async -> PageContent {
    let metadata = DocumentMetadata(document)
    let own = facts.response.url
    let isLocal = own.scheme == "file" || own.scheme == "stdin"
    let url = isLocal ? parameters.localBaseURL ?? own : own
    let base = metadata.baseHref.flatMap { WebURL($0, base: url) } ?? url
    let sheets = parameters.allowsAuthorStyles ? AuthorStyles.styleElements(in: document) : []
    return PageContent(
      document: document, metadata: metadata, baseURL: base,
      layout: layOut(document, sheets, base, parameters), authorSheets: sheets,
      source: facts.source, encoding: facts.encoding)
  }

  /// A layout of a page that is here already, for another viewport or other form values.
  @concurrent
  static func layout(
    of content: PageContent, _ parameters: RenderingParameters
  ) async -> LayoutResult {
    layOut(content.document, content.authorSheets, content.baseURL, parameters)
  }

  private static func layOut(
    _ document: Document, _ sheets: [StyleSheet], _ base: WebURL,
    _ parameters: RenderingParameters
  ) -> LayoutResult {
    var resolver = StyleResolver(
      document: document, sheets: sheets, environment: parameters.environment,
      includesStyleElements: false)
    resolver.toggledDetails = parameters.options.toggledDetails
    var options = parameters.options
    options.baseURL = base
    return LayoutEngine.layOut(
      document, resolver: &resolver, viewport: parameters.viewport, options: options,
      forms: parameters.forms)
  }
}
