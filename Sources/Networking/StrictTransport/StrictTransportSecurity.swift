// SPDX-License-Identifier: MIT
// Part of Grille: reads the field by which hosts declare strict transport security.

import WebInfra

/// The value of a `Strict-Transport-Security` field.
struct StrictTransportSecurity: Equatable {
  /// Seconds for which the declaration counts; 0 withdraws it.
  var maxAge: Int64
  /// Whether names below the host are meant too.
  var includesSubdomains = false

  // RFC 6797 §6.1
  /// Reads a field's value; nil if it breaks the grammar, for then it counts for nothing.
  init?(parsing value: String) {
    var maxAge: Int64?
    var seen: Set<String> = []
    for (name, argument) in Self.directives(in: Array(value.utf8)) ?? [] {
      // §6.1, 2: a directive must not appear twice.
      guard seen.insert(name).inserted else { return nil }
      switch name {
      case "max-age":
        guard let seconds = argument.flatMap(Self.seconds) else { return nil }
        maxAge = seconds
      case "includesubdomains":
        guard argument == nil else { return nil }
        includesSubdomains = true
      default: break
      }
    }
    guard let maxAge else { return nil }
    self.maxAge = maxAge
  }

  /// Names in lower case with their arguments; nil for a broken one.
  private static func directives(in bytes: [UInt8]) -> [(String, [UInt8]?)]? {
    var result: [(String, [UInt8]?)] = []
    var index = 0
    func skipBlanks() {
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }
    func token() -> [UInt8] {
      let start = index
      while index < bytes.count, ASCII.isToken(bytes[index]) { index += 1 }
      return Array(bytes[start..<index])
    }
    while true {
      skipBlanks()
      let name = token()
      var argument: [UInt8]?
      skipBlanks()
      if !name.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") {
        index += 1
        skipBlanks()
        if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
          guard let text = quotedText(in: bytes, from: &index) else { return nil }
          argument = text
        } else {
          let text = token()
          guard !text.isEmpty else { return nil }
          argument = text
        }
        skipBlanks()
      }
      if !name.isEmpty {
        result.append((ASCII.lowercased(String(decoding: name, as: UTF8.self)), argument))
      }
      guard index < bytes.count else { return result }
      guard bytes[index] == UInt8(ascii: ";") else { return nil }
      index += 1
    }
  }

  // RFC 9110 §5.6.4
  private static func quotedText(in bytes: [UInt8], from index: inout Int) -> [UInt8]? {
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return text
      case UInt8(ascii: "\\"):
        index += 1
        guard index < bytes.count else { return nil }
        text.append(bytes[index])
      default: text.append(bytes[index])
      }
      index += 1
    }
    return nil
  }

  /// Digits as a number that stays below the greatest.
  private static func seconds(_ digits: [UInt8]) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
    return digits.reduce(0) { min($0 * 10 + Int64($1 - 0x30), Int64.max / 100) }
  }
}
