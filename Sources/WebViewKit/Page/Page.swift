// SPDX-License-Identifier: MIT
// Part of Grille: one page on show: its content, forms, focus and scroll position.

internal import CSS
internal import CellGrid
internal import DOM
internal import Layout
internal import Networking
internal import WebInfra

/// What rendering a page makes: a document, what it says about itself, and its layout.
nonisolated struct PageContent: Sendable {
  var document: Document
  var metadata: DocumentMetadata
  /// What relative references are resolved against.
  var baseURL: WebURL
  var layout: LayoutResult
  /// The author's style sheets in tree order.
  var authorSheets: [StyleSheet]
  /// The body as it arrived, if the web view keeps it; for viewing the source.
  var source: [UInt8]?
  /// The encoding the text was decoded from.
  var encoding: TextEncoding
}

/// One page of a web view, from its commit until its back-forward item lets go of it.
@MainActor
final class Page {
  let navigation: Navigation
  let request: ResourceRequest
  let response: ResourceResponse
  /// The address, which a step to another place of the page changes.
  var url: WebURL
  /// The records of the navigation's requests.
  let log: TransactionLog
  /// Nil until the first rendering after the commit.
  private(set) var content: PageContent?
  /// What the user typed and chose, by node; survives every layout.
  var forms = FormState()
  /// The focused link or control; nil for none.
  var focus: NodeID?
  /// The content cell that is shown in the upper left corner of the viewport.
  var scroll = CellPoint(column: 0, row: 0)
  /// The `details` elements the user opened or closed.
  var toggledDetails: Set<NodeID> = []
  /// What was searched for last, for going on.
  var find = FindSession()
  /// Whether the fragment of the address has been scrolled to.
  var hasScrolledToFragment = false
  /// The viewport the layout was made for.
  private(set) var laidOutFor: CellSize?

  init(
    navigation: Navigation, request: ResourceRequest, response: ResourceResponse,
    log: TransactionLog
  ) {
    self.navigation = navigation
    self.request = request
    self.response = response
    url = response.url
    self.log = log
  }

  /// Takes a rendering; the text in the first row of the viewport stays there.
  func accept(_ content: PageContent, for viewport: CellSize) {
    let anchor = self.content?.layout.anchor(at: scroll.row)
    self.content = content
    settle(anchor, for: viewport)
  }

  /// Takes a layout of the document it has; the text in the first row of the viewport stays there.
  func accept(_ layout: LayoutResult, for viewport: CellSize) {
    let anchor = content?.layout.anchor(at: scroll.row)
    content?.layout = layout
    settle(anchor, for: viewport)
  }

  private func settle(_ anchor: ScrollAnchor?, for viewport: CellSize) {
    laidOutFor = viewport
    if scroll.row > 0, let anchor, let row = content?.layout.row(of: anchor) { scroll.row = row }
    clampScroll(to: viewport)
    guard !find.text.isEmpty, let layout = content?.layout else { return }
    find.matches = FindInPage(find.text, isCaseSensitive: find.caseSensitive).matches(in: layout)
    if let current = find.current, current >= find.matches.count { find.current = nil }
  }

  /// The title as the document gives it, or nil.
  var title: String? { content?.metadata.title }

  /// The URL that relative references are resolved against.
  var baseURL: WebURL { content?.baseURL ?? url }

  func clampScroll(to viewport: CellSize) {
    guard let size = content?.layout.size else { return }
    scroll.row = max(0, min(scroll.row, size.rows - viewport.rows))
    scroll.column = max(0, min(scroll.column, size.columns - viewport.columns))
  }
}
