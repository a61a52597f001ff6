// SPDX-License-Identifier: MIT
// Part of Grille: what the practice site answers.
import Security
import WebInfra

/// An answer: a response, or anything else that a server may do to a client.
enum PracticeReply: Sendable {
  /// A well-formed response.
  case response(PracticeResponse)
  /// Any behaviour; the connection is closed after it.
  case behaviour(@Sendable (ServerConnection) -> Void)

  /// An HTML page in UTF-8.
  static func html(_ text: String) -> PracticeReply {
    .response(PracticeResponse(type: "text/html; charset=utf-8", body: Array(text.utf8)))
  }

  /// A whole HTML document around the content of its body.
  static func page(_ title: String, _ body: String) -> PracticeReply {
    html("<!doctype html>\n<html lang=en><title>\(title)</title>\n<h1>\(title)</h1>\n\(body)\n")
  }

  /// Plain text in UTF-8.
  static func text(_ text: String) -> PracticeReply {
    .response(PracticeResponse(type: "text/plain; charset=utf-8", body: Array(text.utf8)))
  }

  /// Bytes of any type.
  static func bytes(_ body: [UInt8], type: String) -> PracticeReply {
    .response(PracticeResponse(type: type, body: body))
  }

  /// Bytes sent as they are in place of a response.
  static func raw(_ bytes: [UInt8]) -> PracticeReply {
    .behaviour { connection in
      connection.write(bytes)
      connection.finish()
    }
  }
}

/// A response of HTTP/1.1.
struct PracticeResponse: Sendable {
  var status = 200
  /// The reason phrase's bytes; nil for the registered one.
  var reason: [UInt8]?
  /// Header fields beside length, date and connection; values are sent as they are.
  var fields: [(name: String, value: [UInt8])] = []
  var body: [UInt8] = []

  init(status: Int = 200, type: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.body = body
    if let type { add("Content-Type", type) }
  }

  mutating func add(_ name: String, _ value: String) {
    fields.append((name, Array(value.utf8)))
  }

  /// The response with one more field.
  func adding(_ name: String, _ value: String) -> PracticeResponse {
    var copy = self
    copy.add(name, value)
    return copy
  }

  /// True if the status allows no body.
  var hasNoBody: Bool { status == 204 || status == 304 || (100..<200).contains(status) }

  /// The head up to and including the empty line; `framing` tells how the body ends.
  func head(framing: (name: String, value: String)?, at moment: Int64) -> [UInt8] {
    var bytes = Array("HTTP/1.1 \(status) ".utf8)
    bytes += reason ?? Array((HTTPStatus.registeredReason(for: status) ?? "").utf8)
    bytes += "\r\nDate: \(HTTPDate.format(moment))\r\n".utf8
    for field in fields {
      bytes += "\(field.name): ".utf8
      bytes += field.value
      bytes += "\r\n".utf8
    }
    if let framing { bytes += "\(framing.name): \(framing.value)\r\n".utf8 }
    bytes += "\r\n".utf8
    return bytes
  }

  /// The whole response to a request of a method.
  func bytes(method: String, at moment: Int64) -> [UInt8] {
    let head = head(
      framing: hasNoBody ? nil : ("Content-Length", String(body.count)), at: moment)
    return method == "HEAD" || hasNoBody ? head : head + body
  }
}
