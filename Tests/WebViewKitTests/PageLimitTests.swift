// SPDX-License-Identifier: MIT
// Part of Grille: a page of which not everything is kept says so.

import CellGrid
import Testing
import WebInfra

@testable import WebViewKit

@MainActor
@Suite("Page limits")
struct PageLimitTests {
  private func firstRow(
    of html: String, type: String = "text/html; charset=utf-8", nodes: Int = 8_000_000
  ) async throws -> String {
    let address = "https://example.test/"
    let loader = ScriptedLoader([address: .page(html, type: type)])
    var configuration = WebViewConfiguration()
    configuration.documentLimits.nodes = nodes
    configuration.limitNotice = { limit in
      switch limit {
      case .size: "The rest is missing."
      case .attributes: "Attributes are missing."
      }
    }
    let webView = WebView(
      configuration: configuration, viewportSize: CellSize(columns: 60, rows: 5), loader: loader)
    let navigation = webView.load(ResourceRequest(url: try #require(WebURL(address))))
    try? await webView.finishedLoading(navigation)
    var text: [UInt8] = []
    webView.writeText(listsLinks: false) { bytes in
      text.append(copying: bytes)
      return true
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.first.map(String.init) ?? ""
  }

  @Test func missingAttributesAreToldOfOnThePage() async throws {
    let attributes = (0..<1100).map { "a\($0)=1" }.joined(separator: " ")
    #expect(try await firstRow(of: "<p \(attributes)>Text") == "Attributes are missing.")
  }

  @Test func missingAttributesOfXHTMLAreToldOfToo() async throws {
    let attributes = (0..<1100).map { "a\($0)='1'" }.joined(separator: " ")
    let page = """
      <html xmlns="http://www.w3.org/1999/xhtml"><body><p \(attributes)>Text</p></body></html>
      """
    #expect(
      try await firstRow(of: page, type: "application/xhtml+xml") == "Attributes are missing.")
  }

  @Test func aPageThatEndsEarlySaysSo() async throws {
    let page = String(repeating: "<p>Text", count: 100)
    #expect(try await firstRow(of: page, nodes: 50) == "The rest is missing.")
  }

  @Test func anOrdinaryPageHasNoNotice() async throws {
    #expect(try await firstRow(of: "<p class=a id=b>Text") == "Text")
  }
}
