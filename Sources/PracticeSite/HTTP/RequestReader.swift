// SPDX-License-Identifier: MIT
// Part of Grille: reads HTTP/1.1 requests off a practice connection.
import Security

/// Reads one request after another from a connection.
struct RequestReader {
  /// Bytes of the longest head that is read.
  private static let headLimit = 1 << 20
  private static let headEnd = Array("\r\n\r\n".utf8)

  private let connection: ServerConnection
  private var buffer: [UInt8] = []

  init(_ connection: ServerConnection) {
    self.connection = connection
  }

  /// The next request's head; nil if the client has closed or speaks something else.
  mutating func readHead() -> PracticeRequest? {
    var searched = 0
    while true {
      if let end = Self.find(Self.headEnd, in: buffer, from: searched) {
        let head = Array(buffer[..<end])
        buffer.removeFirst(end + Self.headEnd.count)
        return parse(head)
      }
      searched = max(0, buffer.count - Self.headEnd.count)
      guard buffer.count < Self.headLimit, fill() else { return nil }
    }
  }

  /// The body of a request; nil if the client closes before its end.
  mutating func readBody(of request: PracticeRequest) -> [UInt8]? {
    if request.field("transfer-encoding")?.lowercased().contains("chunked") == true {
      return readChunks()
    }
    let count = request.field("content-length").flatMap { Int($0) } ?? 0
    return take(count)
  }

  private mutating func readChunks() -> [UInt8]? {
    var body: [UInt8] = []
    while let line = readLine() {
      let digits = line.prefix { $0 != UInt8(ascii: ";") }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else {
        return nil
      }
      if size == 0 {
        while let trailer = readLine(), !trailer.isEmpty {}
        return body
      }
      guard let chunk = take(size), readLine() != nil else { return nil }
      body += chunk
    }
    return nil
  }

  private mutating func readLine() -> [UInt8]? {
    while true {
      if let end = Self.find([0x0D, 0x0A], in: buffer, from: 0) {
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 2)
        return line
      }
      guard fill() else { return nil }
    }
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard fill() else { return nil }
    }
    let bytes = Array(buffer[..<count])
    buffer.removeFirst(count)
    return bytes
  }

  private mutating func fill() -> Bool {
    guard let bytes = connection.read() else { return false }
    buffer += bytes
    return true
  }

  private func parse(_ head: [UInt8]) -> PracticeRequest? {
    let text = String(decoding: head, as: UTF8.self)
    // A scalar view, because CR LF is one Character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String(String.UnicodeScalarView($0)).trimmingBlanks()
    }
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().compactMap { line -> PracticeRequest.Field? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return PracticeRequest.Field(
        name: String(line[..<colon]),
        value: String(line[line.index(after: colon)...]).trimmingBlanks())
    }
    return PracticeRequest(
      method: String(words[0]), target: String(words[1]), fields: fields, head: head,
      isSecure: connection.isSecure, port: connection.port, tls: connection.facts,
      serverName: connection.serverName,
      clientCertificate: connection.clientCertificate,
      isClientCertificateRefused: connection.isClientCertificateRefused)
  }

  private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (start...max(start, bytes.count - pattern.count)).first { index in
      index + pattern.count <= bytes.count
        && pattern.indices.allSatisfy { bytes[index + $0] == pattern[$0] }
    }
  }
}

extension String {
  /// The text without blanks, tabs and carriage returns at its ends.
  func trimmingBlanks() -> String {
    let blanks: [UInt8] = [0x20, 0x09, 0x0D]
    let bytes = Array(utf8)
    guard let start = bytes.firstIndex(where: { !blanks.contains($0) }),
      let end = bytes.lastIndex(where: { !blanks.contains($0) })
    else { return "" }
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}
