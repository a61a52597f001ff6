// SPDX-License-Identifier: MIT
// Part of Grille: transactions as an HTTP archive, which other tools read.

package import WebInfra

/// Writes an HTTP Archive (HAR) 1.2.
///
/// What Grille does not know has the value that the format has for it: −1 for sizes and times.
package struct HARLog: Sendable {
  /// Who writes the archive.
  package var creator: (name: String, version: String)
  /// What is done with the values of fields that are secret.
  package var secrets = CurlCommand.Secrets.hidden

  /// Describes an archive.
  package init(creator: (name: String, version: String)) { self.creator = creator }

  /// A transaction with what was kept of the bodies.
  package struct Entry {
    /// The record.
    package var transaction: Transaction
    /// The decoded body of the answer; nil if it was not kept whole.
    package var body: [UInt8]?

    /// Joins a record with its body.
    package init(_ transaction: Transaction, body: [UInt8]? = nil) {
      self.transaction = transaction
      self.body = body
    }
  }

  /// The archive of some transactions, ordered by when they began.
  package func value(of entries: [Entry]) -> JSONValue {
    let ordered = entries.sorted { $0.transaction.startDate < $1.transaction.startDate }
    return [
      "log": [
        "version": "1.2",
        "creator": ["name": .string(creator.name), "version": .string(creator.version)],
        "pages": .array(pages(ordered)),
        "entries": .array(ordered.map(entry)),
      ]
    ]
  }

  /// A page for each navigation, named by the address it began with.
  private func pages(_ entries: [Entry]) -> [JSONValue] {
    var known: Set<UInt64> = []
    return entries.compactMap { entry in
      let transaction = entry.transaction
      guard transaction.navigationID != 0, known.insert(transaction.navigationID).inserted else {
        return nil
      }
      return [
        "startedDateTime": .string(transaction.startText),
        "id": .string("page_\(transaction.navigationID)"),
        "title": .string(transaction.request.url.href),
        "pageTimings": ["onContentLoad": -1, "onLoad": -1],
      ]
    }
  }

  private func entry(_ entry: Entry) -> JSONValue {
    let transaction = entry.transaction
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name, value)) }
    if transaction.navigationID != 0 {
      add("pageref", .string("page_\(transaction.navigationID)"))
    }
    add("startedDateTime", .string(transaction.startText))
    let phases = transaction.phases
    add("time", .number(Self.milliseconds(phases.reduce(.zero) { $0 + $1.length })))
    add("request", request(transaction))
    add("response", response(entry))
    add("cache", [:])
    add("timings", timings(phases))
    if let address = transaction.remoteAddress { add("serverIPAddress", .string(address)) }
    if let error = transaction.error { add("comment", .string(error.name)) }
    return .object(members)
  }

  private func request(_ transaction: Transaction) -> JSONValue {
    let request = transaction.request
    let sent = request.headers.all("cookie").flatMap { $0.split(separator: ";") }
    return [
      "method": .string(request.method.rawValue),
      "url": .string(request.url.withoutFragment.href),
      "httpVersion": .string(transaction.protocolText ?? "unknown"),
      "cookies": .array(cookies(sent)),
      "headers": fields(request.headers),
      "queryString": .array(Self.query(request.url)),
      "headersSize": -1,
      "bodySize": .integer(Int(request.bodySize)),
    ]
  }

  private func response(_ entry: Entry) -> JSONValue {
    let transaction = entry.transaction
    let response = transaction.response
    let headers = response?.headers ?? HTTPHeaderList()
    // A cookie is the part of the field before its attributes.
    let given = headers.all("set-cookie").map { $0.prefix { $0 != ";" } }
    return [
      "status": .integer(response?.status?.code ?? 0),
      "statusText": .string(response?.status?.reason ?? ""),
      "httpVersion": .string(transaction.protocolText ?? "unknown"),
      "cookies": .array(cookies(given)),
      "headers": fields(headers),
      "content": content(entry),
      "redirectURL": .string(transaction.redirectTarget?.withoutCredentials.href ?? ""),
      "headersSize": .integer(response == nil ? -1 : Int(transaction.headerSize)),
      "bodySize": .integer(response == nil ? -1 : Int(transaction.wireSize)),
    ]
  }

  private func content(_ entry: Entry) -> JSONValue {
    let transaction = entry.transaction
    let size = Int(transaction.decodedSize)
    let saved = size - Int(transaction.wireSize)
    let type = transaction.response?.headers.combined("content-type")
    var members: [JSONValue.Member] = [.init("size", .integer(size))]
    if saved > 0 { members.append(.init("compression", .integer(saved))) }
    members.append(.init("mimeType", .string(type ?? "x-unknown")))
    if let body = entry.body {
      // JSON holds characters only; what is none of UTF-8 is written in base 64.
      if UTF8Validation.isValid(body.span) {
        members.append(.init("text", .string(String(decoding: body, as: UTF8.self))))
      } else {
        members.append(.init("text", .string(Base64.encode(body))))
        members.append(.init("encoding", "base64"))
      }
    }
    return .object(members)
  }

  private func fields(_ headers: HTTPHeaderList) -> JSONValue {
    .array(
      headers.map { field in
        ["name": .string(field.name), "value": .string(shown(field.value, of: field.name))]
      })
  }

  private func cookies(_ pairs: [Substring]) -> [JSONValue] {
    pairs.compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = ASCII.trimmingHTTPWhitespace(String(parts[0]))
      guard !name.isEmpty else { return nil }
      let value = parts.count == 2 ? ASCII.trimmingHTTPWhitespace(String(parts[1])) : ""
      return ["name": .string(name), "value": .string(shown(value, of: "Cookie"))]
    }
  }

  private func shown(_ value: String, of name: String) -> String {
    secrets.shown(value, of: name)
  }

  private static func query(_ url: WebURL) -> [JSONValue] {
    (url.query ?? "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return [
        "name": .string(decoded(parts[0])),
        "value": .string(parts.count == 2 ? decoded(parts[1]) : ""),
      ]
    }
  }

  // url.spec.whatwg.org/#concept-urlencoded-parser
  private static func decoded(_ part: Substring) -> String {
    let spaced = String(part).split(separator: "+", omittingEmptySubsequences: false)
      .joined(separator: " ")
    return String(decoding: PercentEncoding.decode(spaced), as: UTF8.self)
  }

  private func timings(
    _ phases: [(phase: Transaction.Phase, start: Duration, length: Duration)]
  ) -> JSONValue {
    func time(_ phase: Transaction.Phase) -> Duration? {
      phases.first { $0.phase == phase }?.length
    }
    func value(_ duration: Duration?) -> JSONValue {
      duration.map { .number(Self.milliseconds($0)) } ?? -1
    }
    // The format counts securing a connection as a part of making it, and demands the last three.
    let connect = time(.connect).map { $0 + (time(.tls) ?? .zero) }
    return [
      "blocked": value(time(.blocked)), "dns": value(time(.dns)), "connect": value(connect),
      "ssl": value(time(.tls)), "send": value(time(.send) ?? .zero),
      "wait": value(time(.wait) ?? .zero), "receive": value(time(.receive) ?? .zero),
    ]
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.wholeMicroseconds) / 1000
  }
}
