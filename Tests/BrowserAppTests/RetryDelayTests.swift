// SPDX-License-Identifier: MIT
// Part of Grille: tests of when a load is tried again.
import Networking
import Testing
import WebInfra

@testable import BrowserApp

@Suite struct RetryDelayTests {
  private func seconds(_ status: Int, _ field: String? = nil, retries: Int = 0) throws -> Int? {
    let url = try #require(WebURL("http://example.org/"))
    var headers = HTTPHeaderList()
    if let field { headers.append("Retry-After", field) }
    let response = ResourceResponse(url: url, status: HTTPStatus(code: status), headers: headers)
    return RetryDelay.seconds(
      afterRetries: retries, error: nil, response: response, now: 784_111_777)
  }

  @Test func onlyWhatMayPassIsTriedAgain() throws {
    for status in [408, 425, 429, 500, 502, 503, 504] { #expect(try seconds(status) == 1) }
    for status in [200, 301, 400, 401, 404, 410, 501, 505] { #expect(try seconds(status) == nil) }
    func wait(_ code: ResourceError.Code) -> Int? {
      RetryDelay.seconds(afterRetries: 2, error: ResourceError(code), response: nil)
    }
    for code in [ResourceError.Code.timedOut, .cannotConnectToHost, .networkConnectionLost] {
      #expect(wait(code) == 4)
    }
    for code in [
      ResourceError.Code.cannotFindHost, .badURL, .serverCertificateUntrusted,
      .httpTooManyRedirects, .cancelled,
    ] {
      #expect(wait(code) == nil)
    }
  }

  @Test func waitsGrowUnlessTheServerNamesOne() throws {
    #expect(try (0...4).map { try seconds(503, retries: $0) } == [1, 2, 4, 8, 16])
    #expect(try seconds(503, retries: 99) == 600)
    #expect(try seconds(503, "7") == 7)
    #expect(try seconds(503, "99999") == 600)
    #expect(try seconds(503, "-5") == 0)
    #expect(try seconds(503, "Sun, 06 Nov 1994 08:49:47 GMT") == 10)
    #expect(try seconds(503, "Sun, 06 Nov 1993 08:49:47 GMT") == 0)
    #expect(try seconds(503, "soon", retries: 1) == 2)
  }
}
