// SPDX-License-Identifier: MIT
// Part of Grille: what is sent, and where redirects lead, without any loading.

import Testing
import WebInfra

@testable import Networking

@Suite struct RequestTests {
  // MARK: Redirects

  struct Hop: Sendable, CustomTestStringConvertible {
    var label: String
    var from: String
    var code = 302
    var location: String
    var method = "GET"
    var expected: String
    var testDescription: String { label }
  }

  static let hops: [Hop] = [
    Hop(
      label: "relative", from: "http://a.com/x/y?q", location: "z", expected: "GET http://a.com/x/z"
    ),
    Hop(
      label: "fragment kept", from: "http://a.com/#top", location: "/z",
      expected: "GET http://a.com/z#top"),
    Hop(
      label: "fragment replaced", from: "http://a.com/#top", location: "/z#new",
      expected: "GET http://a.com/z#new"),
    Hop(
      label: "empty fragment counts", from: "http://a.com/#top", location: "/z#",
      expected: "GET http://a.com/z#"),
    Hop(
      label: "credentials ignored", from: "http://u:p@a.com/", location: "http://x:y@b.com/",
      expected: "GET http://b.com/"),
    Hop(
      label: "own credentials not inherited", from: "http://u:p@a.com/", location: "/z",
      expected: "GET http://a.com/z"),
    Hop(
      label: "301 of a post", from: "http://a.com/", code: 301, location: "/z", method: "POST",
      expected: "GET http://a.com/z"),
    Hop(
      label: "302 of a put", from: "http://a.com/", code: 302, location: "/z", method: "PUT",
      expected: "PUT http://a.com/z"),
    Hop(
      label: "303 of a put", from: "http://a.com/", code: 303, location: "/z", method: "PUT",
      expected: "GET http://a.com/z"),
    Hop(
      label: "303 of a head", from: "http://a.com/", code: 303, location: "/z", method: "HEAD",
      expected: "HEAD http://a.com/z"),
    Hop(
      label: "307 of a post", from: "http://a.com/", code: 307, location: "/z", method: "POST",
      expected: "POST http://a.com/z"),
    Hop(
      label: "308 of a post", from: "http://a.com/", code: 308, location: "/z", method: "POST",
      expected: "POST http://a.com/z"),
    Hop(label: "300 is none", from: "http://a.com/", code: 300, location: "/z", expected: "nil"),
    Hop(label: "304 is none", from: "http://a.com/", code: 304, location: "/z", expected: "nil"),
    Hop(label: "unreadable", from: "http://a.com/", location: "http://[", expected: "-1010"),
    Hop(
      label: "to a file", from: "http://a.com/", location: "file:///etc/passwd", expected: "-1002"),
    Hop(
      label: "to http", from: "https://a.com/", location: "http://a.com/",
      expected: "GET http://a.com/"),
  ]

  @Test(arguments: hops)
  func redirectLeads(_ hop: Hop) throws {
    var one = try request(hop.from)
    one.method = try #require(HTTPMethod(rawValue: hop.method))
    one.body = one.method == .get ? nil : [1]
    let response = ResourceResponse(
      url: one.url, status: HTTPStatus(code: hop.code), headers: ["Location": hop.location])
    let found: String
    do {
      let next = try Redirects.next(after: one, response: response, hops: 0)
      found = next.map { "\($0.method.rawValue) \($0.url.href)" } ?? "nil"
      if let next { #expect((next.body != nil) == (next.method != .get)) }
    } catch {
      found = "\(error.code.rawValue)"
    }
    #expect(found == hop.expected)
  }

  @Test func secretsAndOriginStayBehindAtAnotherOrigin() throws {
    var one = try request("https://a.com/")
    one.method = .post
    one.body = [1]
    one.initiator = WebURL("https://page.com/")?.origin
    one.headers = ["Authorization": "x", "Cookie": "y", "Content-Type": "z", "X-Own": "w"]
    let response = ResourceResponse(
      url: one.url, status: HTTPStatus(code: 307), headers: ["Location": "https://b.com/"])
    let next = try #require(try Redirects.next(after: one, response: response, hops: 19))
    #expect(next.headers.map(\.name) == ["Content-Type", "X-Own"])
    #expect(next.initiator?.serialized == "null")
    #expect(throws: ResourceError(.httpTooManyRedirects)) {
      try Redirects.next(after: one, response: response, hops: 20)
    }
  }

  // MARK: Preparation

  static let preparation = RequestPreparation(
    userAgent: "UA", acceptLanguage: "en", acceptEncoding: "gzip")

  @Test(
    arguments: [
      ("https://a.com/p?q#f", "https://a.com/x", "https://a.com/p?q"),
      ("https://u:p@a.com/p", "https://a.com/x", "https://a.com/p"),
      ("https://a.com/p?q", "https://b.com/x", "https://a.com/"),
      ("https://a.com/p", "http://a.com/x", nil),
      ("http://a.com/p", "http://b.com/", "http://a.com/"),
      ("http://a.com/p", "https://a.com/", "http://a.com/"),
      ("file:///home/me/x", "https://a.com/", nil), ("about:start", "https://a.com/", nil),
    ] as [(String, String, String?)])
  func refererTellsNoMoreThanItMust(from: String, to: String, expected: String?) throws {
    let url = try #require(WebURL(to))
    #expect(ReferrerPolicy.referer(from: WebURL(from), to: url) == expected)
  }

  @Test func documentIsAskedForAsABrowserDoes() throws {
    let fields = Self.preparation.fields(
      for: try request("http://a.com/"), cookie: "a=1", authorization: nil)
    #expect(
      fields.map { "\($0.name): \($0.value)" } == [
        "User-Agent: UA",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language: en", "Accept-Encoding: gzip", "Cookie: a=1",
      ])
  }

  @Test func ownFieldsReplaceButNeverFrameTheMessage() throws {
    var one = try request("http://a.com/")
    one.headers = [
      "accept": "x/y", "Content-Length": "5", "Transfer-Encoding": "chunked", "Host": "evil",
      "Connection": "close", "X-Own": "1",
    ]
    let fields = Self.preparation.fields(for: one, cookie: nil, authorization: nil)
    #expect(fields.all("accept") == ["x/y"])
    #expect(
      fields.map(\.name) == ["User-Agent", "accept", "Accept-Language", "Accept-Encoding", "X-Own"])
  }

  @Test func originIsSentWithUnsafeMethodsOnly() throws {
    var one = try request("https://a.com/")
    one.initiator = WebURL("https://p.com/")?.origin
    func origin() -> String? {
      Self.preparation.fields(for: one, cookie: nil, authorization: nil).first("origin")
    }
    #expect(origin() == nil)
    one.method = .post
    #expect(origin() == "https://p.com")
    one.url = try #require(WebURL("http://a.com/"))
    #expect(origin() == "null")
    one.initiator = nil
    #expect(origin() == nil)
  }

  // MARK: File names

  @Test(
    arguments: [
      ("http://a.com/d/f.txt", nil, "f.txt"), ("http://a.com/d/", nil, "index.html"),
      ("http://a.com/x%2Fy%00z", nil, "yz"), ("http://a.com/.bashrc", nil, "bashrc"),
      ("http://a.com/x", "attachment; filename=\"../../etc/passwd\"", "passwd"),
      ("http://a.com/x", "attachment; filename=\"a\\\"b.txt\"", "a\"b.txt"),
      (
        "http://a.com/x", "attachment; filename=plain.txt; filename*=UTF-8''na%C3%AFve.txt",
        "naïve.txt"
      ),
      ("http://a.com/x", "attachment; filename=\"\u{202E}gpj.exe\"", "gpj.exe"),
      ("http://a.com/x", "attachment; filename=\"..\"", "x"),
      ("http://a.com/x", "attachment; filename=\"C:\\\\dir\\\\f.txt\"", "f.txt"),
      ("http://a.com/x", "inline", "x"), ("data:text/plain,abc/def", nil, "document.txt"),
    ] as [(String, String?, String)])
  func suggestedNameIsHarmless(address: String, disposition: String?, expected: String) throws {
    var headers = HTTPHeaderList()
    if let disposition { headers.append("Content-Disposition", disposition) }
    let url = try #require(WebURL(address))
    let type = address.hasPrefix("data:") ? MIMEType.plainText : .html
    let response = ResourceResponse(url: url, headers: headers, mimeType: type)
    #expect(response.suggestedFilename == expected)
  }

  @Test(arguments: [("5", 5), ("5, 5", 5), (" 7 ", 7)])
  func contentLengthIsRead(value: String, expected: Int64) {
    #expect(ContentLength.parse(value) == expected)
  }

  @Test(arguments: ["", "-1", "+1", "5, 6", "1e3", "99999999999999999999", "0x10"])
  func badContentLengthIsNone(value: String) { #expect(ContentLength.parse(value) == nil) }
}
