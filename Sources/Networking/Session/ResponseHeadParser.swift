// SPDX-License-Identifier: MIT
// Part of Grille: reads the status line and header fields that libcurl hands over line by line.

import WebInfra

/// Collects one response head; interim (1xx) heads are read and forgotten.
struct ResponseHeadParser {
  /// The code of the head being read; 0 before a status line.
  private(set) var statusCode = 0
  /// The words after the code; empty in HTTP/2.
  private(set) var reason = ""
  /// "h2", "http/1.1" or "http/1.0".
  private(set) var version = ""
  /// The fields so far.
  private(set) var fields = HTTPHeaderList()

  /// Takes one line with its line end; true when it ended the final head.
  mutating func feed(line: Span<UInt8>) -> Bool {
    var end = line.count
    while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
    if end == 0 { return statusCode >= 200 }
    let content = line.extracting(0..<end)
    if Self.isStatusLine(content) {
      readStatusLine(content)
    } else {
      readField(content)
    }
    return false
  }

  private static func isStatusLine(_ line: Span<UInt8>) -> Bool {
    let prefix: StaticString = "HTTP/"
    guard line.count > prefix.utf8CodeUnitCount else { return false }
    return line[0] == 0x48 && line[1] == 0x54 && line[2] == 0x54 && line[3] == 0x50
      && line[4] == 0x2F
  }

  // RFC 9112 §4
  private mutating func readStatusLine(_ line: Span<UInt8>) {
    fields = HTTPHeaderList()
    var index = 5
    let versionStart = index
    while index < line.count, line[index] != 0x20 { index += 1 }
    version =
      switch Self.text(line.extracting(versionStart..<index)) {
      case "2", "2.0": "h2"
      case "3": "h3"
      case "1.0": "http/1.0"
      default: "http/1.1"
      }
    while index < line.count, line[index] == 0x20 { index += 1 }
    statusCode = 0
    var digits = 0
    while index < line.count, digits < 3, ASCII.isDigit(line[index]) {
      statusCode = statusCode * 10 + Int(line[index] - 0x30)
      index += 1
      digits += 1
    }
    while index < line.count, line[index] == 0x20 { index += 1 }
    reason = Self.text(line.extracting(index..<line.count))
  }

  // RFC 9112 §5
  private mutating func readField(_ line: Span<UInt8>) {
    // A folded line belongs to the field before it; libcurl has joined those already.
    var colon = 0
    while colon < line.count, line[colon] != 0x3A { colon += 1 }
    guard colon > 0, colon < line.count else { return }
    for index in 0..<colon where !ASCII.isToken(line[index]) { return }
    var start = colon + 1
    var end = line.count
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let value = [UInt8](copying: line.extracting(start..<end))
    let name = Self.text(line.extracting(0..<colon))
    if let text = String(validating: value, as: UTF8.self) {
      fields.append(name, text)
    } else {
      fields.append(name, Isomorphic.decode(value), isByteString: true)
    }
  }

  /// The bytes as text: UTF-8 where they are, else one character for each byte.
  private static func text(_ bytes: Span<UInt8>) -> String {
    let array = [UInt8](copying: bytes)
    return String(validating: array, as: UTF8.self) ?? Isomorphic.decode(array)
  }
}
