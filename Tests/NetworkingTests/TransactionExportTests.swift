// SPDX-License-Identifier: MIT
// Part of Grille: tests of records as HTTP archives, JSON and command lines.
import TestSupport
import Testing
import WebInfra

@testable import Networking

@Suite struct TransactionExportTests {
  private func log(
    _ entries: [HARLog.Entry], secrets: CurlCommand.Secrets = .hidden
  ) throws -> JSONValue {
    var archive = HARLog(creator: ("Grille", "0.1"))
    archive.secrets = secrets
    // What another program reads is the text.
    let text = archive.value(of: entries).serialized()
    return try #require(JSONValue(parsing: text)?["log"])
  }

  /// The fields that HAR 1.2 demands of an object, by its place.
  static let demanded: [(path: [String], names: [String])] = [
    ([], ["version", "creator", "entries"]),
    (["creator"], ["name", "version"]),
    (["pages", "0"], ["startedDateTime", "id", "title", "pageTimings"]),
    (["entries", "0"], ["startedDateTime", "time", "request", "response", "cache", "timings"]),
    (
      ["entries", "0", "request"],
      [
        "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize",
        "bodySize",
      ]
    ),
    (
      ["entries", "0", "response"],
      [
        "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
        "headersSize", "bodySize",
      ]
    ),
    (["entries", "0", "request", "cookies", "0"], ["name", "value"]),
    (["entries", "0", "request", "headers", "0"], ["name", "value"]),
    (["entries", "0", "request", "queryString", "1"], ["name", "value"]),
    (["entries", "0", "response", "cookies", "0"], ["name", "value"]),
    (["entries", "0", "response", "headers", "0"], ["name", "value"]),
    (["entries", "0", "response", "content"], ["size", "mimeType"]),
    (["entries", "0", "timings"], ["send", "wait", "receive"]),
  ]

  @Test(arguments: demanded) func everyDemandedFieldIsThere(
    _ path: [String], _ names: [String]
  ) throws {
    let transaction = try TransactionSamples.answered(
      "https://example.org/?a=1&b=x+y", requestHeaders: ["Cookie": "a=b"],
      headers: ["Set-Cookie": "c=d"])
    var place = try log([.init(transaction)])
    for step in path {
      place = try #require(Int(step).map { place.array?[$0] } ?? place[step])
    }
    for name in names { #expect(place[name] != nil, "\(path) lacks \(name)") }
  }

  @Test func timesAreThoseOfThePhases() throws {
    let transaction = try TransactionSamples.answered("https://example.org/")
    let entry = try #require(try log([.init(transaction)])["entries"]?.array?.first)
    let timings = try #require(entry["timings"])
    #expect(timings["blocked"]?.number == -1)
    #expect(timings["dns"]?.number == 10)
    #expect(timings["connect"]?.number == 60)
    #expect(timings["ssl"]?.number == 40)
    #expect(timings["send"]?.number == 1)
    #expect(timings["wait"]?.number == 100)
    #expect(timings["receive"]?.number == 1000)
    #expect(entry["time"]?.number == 1171)
    #expect(entry["startedDateTime"]?.string == "2026-11-30T17:37:35.017Z")

    var reused = transaction
    reused.isConnectionReused = true
    #expect(reused.phases.map(\.phase) == [.blocked, .wait, .receive])
    #expect(reused.length(of: .blocked) == .milliseconds(71))
  }

  @Test func secretsAreHiddenUnlessAskedFor() throws {
    let transaction = try TransactionSamples.answered(
      "https://example.org/",
      requestHeaders: ["Cookie": "id=s3cret", "Authorization": "Basic s3cret"],
      headers: ["Set-Cookie": "id=s3cret; Path=/"])
    #expect(try !log([.init(transaction)]).serialized().contains("s3cret"))
    #expect(!CurlCommand.text(for: transaction).contains("s3cret"))
    #expect(!transaction.json().serialized().contains("s3cret"))
    let shown = try log([.init(transaction)], secrets: .shown)
    let entry = try #require(shown["entries"]?.array?.first)
    for place in ["request", "response"] {
      #expect(entry[place]?["cookies"]?.array?.first?["name"]?.string == "id")
      #expect(entry[place]?["cookies"]?.array?.first?["value"]?.string == "s3cret")
    }
    #expect(CurlCommand.text(for: transaction, secrets: .shown).contains("Basic s3cret"))
    #expect(transaction.json(secrets: .shown).serialized().contains("s3cret"))
  }

  @Test func passwordsInRedirectsAreHiddenToo() throws {
    var transaction = try TransactionSamples.answered(
      "https://example.org/", status: 302,
      headers: ["Location": "https://me:s3cret@example.net/x"])
    transaction.redirectTarget = WebURL("https://me:s3cret@example.net/x")
    let entry = try #require(try log([.init(transaction)])["entries"]?.array?.first)
    #expect(!entry.serialized().contains("s3cret"))
    #expect(entry["response"]?["redirectURL"]?.string == "https://example.net/x")
    #expect(!transaction.json().serialized().contains("s3cret"))
    #expect(transaction.json()["redirect"]?.string == "https://example.net/x")
  }

  @Test func bodiesThatAreNoTextAreWrittenInBase64() throws {
    let transaction = try TransactionSamples.answered("https://example.org/")
    func content(_ body: [UInt8]) throws -> JSONValue {
      let entry = try log([.init(transaction, body: body)])["entries"]?.array?.first
      return try #require(entry?["response"]?["content"])
    }
    #expect(try content(Array("é\n".utf8))["text"]?.string == "é\n")
    #expect(try content(Array("é\n".utf8))["encoding"] == nil)
    #expect(try content([0xFF, 0x00])["text"]?.string == "/wA=")
    #expect(try content([0xFF, 0x00])["encoding"]?.string == "base64")
  }

  @Test func recordsWithoutAnswerAreEntriesToo() throws {
    var transaction = try TransactionSamples.answered("https://example.org/")
    transaction.response = nil
    transaction.error = ResourceError(.cannotFindHost)
    let entry = try #require(try log([.init(transaction)])["entries"]?.array?.first)
    #expect(entry["response"]?["status"]?.integer == 0)
    #expect(entry["comment"]?.string == "cannotFindHost")
  }

  @Test(arguments: [
    ("https://example.org/a?b=c&d=e", "curl 'https://example.org/a?b=c&d=e'"),
    ("https://example.org/a'b", #"curl 'https://example.org/a'\''b'"#),
    ("https://example.org/$(id)#part", "curl 'https://example.org/$(id)'"),
  ])
  func addressesAreQuoted(_ url: String, _ command: String) throws {
    #expect(try CurlCommand.text(for: TransactionSamples.answered(url)) == command)
  }

  @Test func aShellReadsTheSameWordsBack() throws {
    let value = #"a'b"c$HOME `id` \ ! * é"#
    let transaction = try TransactionSamples.answered(
      "https://example.org/", method: .post,
      requestHeaders: [
        "Host": "example.org", "X-Odd": value, "X-Empty": "", "Accept-Encoding": "br",
      ],
      bodySize: 3)
    let command = CurlCommand.text(for: transaction)
    let words = try OutsideProgram("sh").run(
      ["-c", "shift; printf '%s\\n' \(command.dropFirst("curl ".count))", "sh", "curl"])
    #expect(
      words == """
        --request
        POST
        --header
        X-Odd: \(value)
        --header
        X-Empty;
        --compressed
        --data-binary
        @-
        https://example.org/

        """)
  }

  @Test func everyRegisteredCodeHasAReference() {
    for code in 100...599 {
      #expect(
        (HTTPStatus.reference(for: code) == nil) == (HTTPStatus.registeredReason(for: code) == nil))
    }
    #expect(HTTPStatus.reference(for: 404) == "RFC 9110 §15.5.5")
    #expect(HTTPStatus.reference(for: 308) == "RFC 9110 §15.4.9")
    #expect(HTTPStatus.reference(for: 505) == "RFC 9110 §15.6.6")
    #expect(HTTPStatus.reference(for: 429) == "RFC 6585 §4")
  }
}
