// SPDX-License-Identifier: MIT
// Part of Grille: document to layout, away from the main actor.

internal import CSS
internal import DOM
internal import Layout
internal import Networking

/// What is known of a page besides its document.
struct PageFacts: Sendable {
  var response: ResourceResponse
  var encodingName: String
  var source: [UInt8]?
}

/// Styles and lays out documents; functions over values.
enum PageRenderer {
  /// Everything a page shows of a document, for one viewport.
  @concurrent
  static func content(
    of document: Document, _ facts: PageFacts, _ parameters: RenderingParameters
  ) async -> PageContent {
    let metadata = DocumentMetadata(document, url: facts.response.url)
    let sheets = parameters.allowsAuthorStyles ? authorSheets(of: document) : []
    return PageContent(
      document: document, metadata: metadata,
      layout: layOut(document, sheets, parameters), authorSheets: sheets, source: facts.source,
      encodingName: facts.encodingName)
  }

  /// A layout of a page that is here already, for another viewport or other form values.
  @concurrent
  static func layout(
    of document: Document, sheets: [StyleSheet], _ parameters: RenderingParameters
  ) async -> LayoutResult {
    layOut(document, sheets, parameters)
  }

  private static func layOut(
    _ document: Document, _ sheets: [StyleSheet], _ parameters: RenderingParameters
  ) -> LayoutResult {
    var resolver = StyleResolver(
      document: document, sheets: sheets, environment: parameters.environment)
    var options = LayoutOptions()
    options.numbersLinks = parameters.numbersLinks
    return LayoutEngine.layOut(
      document, resolver: &resolver, viewport: parameters.viewport, options: options,
      forms: parameters.forms)
  }

  /// The sheets of the document's `style` elements, in tree order.
  private static func authorSheets(of document: Document) -> [StyleSheet] {
    var sheets: [StyleSheet] = []
    var bytes: [UInt8] = []
    var node = document.next(after: .document)
    while !node.isNone {
      if document.isHTMLElement(node, .style) {
        bytes.removeAll(keepingCapacity: true)
        document.appendDescendantText(of: node, into: &bytes)
        var sheet = StyleSheet.parse(bytes.span, origin: .author)
        sheet.media = document.attributeValue(.media, of: node)
        sheets.append(sheet)
      }
      node = document.next(after: node)
    }
    return sheets
  }
}
