// SPDX-License-Identifier: MIT
// Part of Grille: tests of the status line's facts and of addresses cut to a width.
import CellGrid
import Security
import TerminalUI
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

@MainActor
@Suite struct PageStatusTests {
  private let words = Localization(.english)

  private func line(_ status: PageStatus, columns: Int, left: String = "") -> String {
    let line = StatusLine()
    line.left = [StatusLine.Part(DisplayString(left), priority: 9)]
    line.right = status.parts(in: words)
    var surface = CellSurface(size: CellSize(columns: columns, rows: 1))
    line.draw(into: &surface, in: surface.bounds, theme: Theme())
    return SurfaceDump.lines(surface)[0]
  }

  @Test func everyFactIsShownWhereThereIsRoom() {
    var status = PageStatus(load: .done, httpStatus: HTTPStatus(code: 404, reason: "Not Found"))
    status.protocolName = "h2"
    status.trust = .secure
    status.position = 50
    #expect(line(status, columns: 60, left: "x").hasSuffix("Done 404 Not Found h2 secure 50%"))
  }

  @Test func theCodeStaysToTheLast() {
    var status = PageStatus(load: .done, httpStatus: HTTPStatus(code: 500, reason: "Bad Day"))
    status.protocolName = "http/1.1"
    status.trust = .insecure
    #expect(line(status, columns: 24) == " 500 http/1.1 not secure")
    #expect(line(status, columns: 4) == " 500")
  }

  @Test func aMissingReasonIsTheRegisteredOne() {
    let status = PageStatus(load: .done, httpStatus: HTTPStatus(code: 404))
    #expect(line(status, columns: 30).contains("404 Not Found"))
  }

  @Test func anExceptionTellsHowLongItCountsAndStaysLong() {
    for (scope, text) in [
      (TrustDecision.Scope.once(navigation: 1), "exception (once)"),
      (.session, "exception (this session)"),
      (.permanent(until: 1_900_000_000), "exception (until 2030-03-17)"),
    ] {
      var status = PageStatus(load: .done, httpStatus: HTTPStatus(code: 200))
      status.protocolName = "h2"
      status.trust = .exception(scope)
      status.position = 3
      #expect(line(status, columns: 60).contains(text))
      // Only the status code stays as long.
      #expect(line(status, columns: text.count + 4) == "200 \(text)")
    }
  }

  @Test func progressIsSizeAndShare() {
    let known = PageStatus(load: .loading(received: 1_500_000, fraction: 0.5))
    #expect(line(known, columns: 40).hasSuffix("Loading 1.5 MB 50%"))
    let unknown = PageStatus(load: .loading(received: 999, fraction: nil))
    #expect(line(unknown, columns: 40).hasSuffix("Loading 999 bytes"))
  }

  @Test(arguments: [
    (0, "0 bytes"), (1000, "1.0 kB"), (12_345, "12 kB"), (9_999, "9.9 kB"), (1_000_000, "1.0 MB"),
    (999_999, "999 kB"), (12_000_000_000, "12 GB"), (5_000_000_000_000, "5000 GB"),
  ])
  func sizesAreRounded(count: Int64, text: String) {
    #expect(ByteCount.text(count, words) == text)
  }

  @Test(arguments: [
    ("https://user:pass@example.com:81/a/b?c#d", 80, "https://", "example.com", ":81/a/b?c#d"),
    ("https://example.com/a/long/path", 23, "https://", "example.com", "/a…h"),
    ("https://www.bank.example.com/", 12, "", "…example.com", ""),
    ("http://[::1]:8080/x", 80, "http://", "[::1]", ":8080/x"),
    ("data:text/plain,hello", 80, "", "", "data:text/plain,hello"),
  ])
  func theHostIsWhatStays(
    address: String, columns: Int, before: String, host: String, after: String
  ) throws {
    let text = AddressText(try #require(WebURL(address))).fitted(to: columns)
    #expect(text.beforeHost.text == before)
    #expect(text.host.text == host)
    #expect(text.afterHost.text == after)
  }
}
