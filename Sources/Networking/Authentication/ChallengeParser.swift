// SPDX-License-Identifier: MIT
// Part of Grille: reads WWW-Authenticate and Proxy-Authenticate fields.

import WebInfra

/// One challenge of a 401 or 407 answer.
struct HTTPChallenge: Hashable, Sendable {
  /// The scheme in lower case.
  var scheme: String
  /// The single value some schemes have instead of parameters.
  var token68: String?
  /// The parameters in order, names in lower case, values unquoted.
  var parameters: [Parameter] = []
  /// Whether each character of the values stands for one byte: the server did not write UTF-8.
  var isByteString = false

  /// A name and its value.
  struct Parameter: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// The first parameter of that name.
  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}

/// Splits the fields of an answer into challenges.
// RFC 9110 §11.6.1
struct ChallengeParser {
  private let bytes: [UInt8]
  private var index = 0

  private init(_ field: String) { bytes = Array(field.utf8) }

  /// Every challenge of every field of that name, in order; malformed parts are skipped.
  static func challenges(in headers: HTTPHeaderList, field name: String) -> [HTTPChallenge] {
    headers.filter { ASCII.equalsIgnoringCase($0.name, name) }.flatMap { field in
      challenges(in: field.value).map { challenge in
        var challenge = challenge
        challenge.isByteString = field.isByteString
        return challenge
      }
    }
  }

  /// Every challenge of one field's value.
  static func challenges(in value: String) -> [HTTPChallenge] {
    var parser = ChallengeParser(value)
    return parser.parse()
  }

  private mutating func parse() -> [HTTPChallenge] {
    var result: [HTTPChallenge] = []
    while true {
      skip(while: { $0 == 0x2C || Self.isBlank($0) })
      guard index < bytes.count else { return result }
      let name = take(while: ASCII.isToken)
      guard !name.isEmpty else {
        skipElement()
        continue
      }
      let afterName = index
      skip(while: Self.isBlank)
      // A token with "=" behind it is a parameter of the challenge before it; but one "=" at the
      // very end of an element is the padding of a token68, which is read below.
      if peek == 0x3D, !result.isEmpty {
        index += 1
        skip(while: Self.isBlank)
        guard let value = takeValue() else {
          skipElement()
          continue
        }
        result[result.count - 1].parameters.append(
          HTTPChallenge.Parameter(name: ASCII.lowercased(name), value: value))
        skip(while: Self.isBlank)
        if let next = peek, next != 0x2C { skipElement() }
        continue
      }
      guard peek == nil || peek == 0x2C || index > afterName else {
        skipElement()
        continue
      }
      var challenge = HTTPChallenge(scheme: ASCII.lowercased(name))
      challenge.token68 = takeToken68()
      result.append(challenge)
    }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private mutating func skip(while isWanted: (UInt8) -> Bool) {
    while index < bytes.count, isWanted(bytes[index]) { index += 1 }
  }

  private mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let start = index
    skip(while: isWanted)
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Goes to the next comma outside quotes.
  private mutating func skipElement() {
    while index < bytes.count, bytes[index] != 0x2C {
      if bytes[index] == 0x22 { _ = takeQuoted() } else { index += 1 }
    }
  }

  private mutating func takeValue() -> String? {
    if peek == 0x22 { return takeQuoted() }
    // More than a token is let through, since servers forget quotes; the comma ends it.
    let value = take(while: { $0 != 0x2C && !Self.isBlank($0) && $0 != 0x22 })
    return value.isEmpty ? nil : value
  }

  private mutating func takeQuoted() -> String {
    var value: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != 0x22 {
      if bytes[index] == 0x5C, index + 1 < bytes.count { index += 1 }
      value.append(bytes[index])
      index += 1
    }
    index = min(index + 1, bytes.count)
    return String(decoding: value, as: UTF8.self)
  }

  // RFC 9110 §11.2
  /// A token68, if what follows the scheme is one rather than a parameter.
  private mutating func takeToken68() -> String? {
    let start = index
    skip(while: { ASCII.isAlphanumeric($0) || "-._~+/".utf8.contains($0) })
    guard index > start else { return nil }
    let padding = index
    skip(while: { $0 == 0x3D })
    let end = index
    skip(while: Self.isBlank)
    guard peek == nil || peek == 0x2C, end > padding || peek != 0x3D else {
      index = start
      return nil
    }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
