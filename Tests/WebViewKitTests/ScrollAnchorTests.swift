// SPDX-License-Identifier: MIT
// Part of Grille: the place being read stays when the page is laid out for another width.

import CellGrid
import Networking
import Testing
import WebInfra

@testable import WebViewKit

@MainActor
@Suite("Keeping the reader's place")
struct ScrollAnchorTests {
  /// The text of the first row of the viewport.
  func firstRow(of view: WebView) -> String {
    var surface = CellSurface(size: view.viewportSize)
    view.paint(into: &surface, in: CellRect(view.viewportSize))
    return SurfaceDump.text(surface).split(separator: "\n", omittingEmptySubsequences: false)
      .first.map(String.init) ?? ""
  }

  @Test func theTextAtTheTopStaysThereWhenTheWidthChanges() async throws {
    let paragraphs = (1...60).map { "<p>Start\($0) " + String(repeating: "words ", count: 40) }
    let url = try #require(WebURL("https://a.test/"))
    let view = WebView(
      configuration: WebViewConfiguration(websiteDataStore: .nonPersistent()),
      viewportSize: CellSize(columns: 80, rows: 10),
      loader: ScriptedLoader([url.href: .page(paragraphs.joined())]))
    try await view.finishedLoading(view.load(ResourceRequest(url: url)))
    view.find("Start40 ")
    view.scroll(rows: 9)
    while !firstRow(of: view).contains("Start40") { view.scroll(rows: -1) }
    view.viewportSize = CellSize(columns: 30, rows: 10)
    await view.finishedLayout()
    #expect(firstRow(of: view).contains("Start40"))
    view.viewportSize = CellSize(columns: 120, rows: 10)
    await view.finishedLayout()
    #expect(firstRow(of: view).contains("Start40"))
  }
}
