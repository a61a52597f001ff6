// SPDX-License-Identifier: MIT
// Part of Grille: reads Set-Cookie fields.

import WebInfra

/// A Set-Cookie field, split but not judged.
struct SetCookie: Hashable, Sendable {
  var name = ""
  var value = ""
  var expires: Int64?
  var maximumAge: Int64?
  var domain: String?
  var path: String?
  var isSecure = false
  var isHTTPOnly = false
  var sameSite = Cookie.SameSite.unspecified
}

/// Reads what servers write, errors and all.
enum CookieParser {
  private static let longestNameAndValue = 4096
  private static let longestAttribute = 1024
  private static let latestAge: Int64 = 400 * 86_400

  // RFC 6265bis §5.6
  /// The parts of a field's value; nil when the whole cookie is to be ignored.
  static func parse(_ field: String) -> SetCookie? {
    // 1
    for byte in field.utf8 where byte != 0x09 && (byte < 0x20 || byte == 0x7F) { return nil }
    var parts = field.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let pair = parts.removeFirst()
    // 2 to 6
    var cookie = SetCookie()
    if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
      cookie.name = trimmed(pair[..<equals])
      cookie.value = trimmed(pair[pair.index(after: equals)...])
    } else {
      cookie.value = trimmed(pair)
    }
    guard cookie.name.utf8.count + cookie.value.utf8.count <= longestNameAndValue,
      !cookie.name.isEmpty || !cookie.value.isEmpty
    else { return nil }
    for part in parts { read(attribute: part, into: &cookie) }
    return cookie
  }

  private static func read(attribute part: Substring.UTF8View, into cookie: inout SetCookie) {
    var name = trimmed(part)
    var value = ""
    if let equals = part.firstIndex(of: UInt8(ascii: "=")) {
      name = trimmed(part[..<equals])
      value = trimmed(part[part.index(after: equals)...])
    }
    guard value.utf8.count <= longestAttribute else { return }
    switch ASCII.lowercased(name) {
    case "expires": if let date = CookieDate.parse(value) { cookie.expires = date }
    case "max-age": if let age = age(value) { cookie.maximumAge = age }
    case "domain":
      let bare = value.hasPrefix(".") ? String(value.dropFirst()) : value
      // The last attribute counts, an empty one included.
      cookie.domain = bare.isEmpty ? nil : ASCII.lowercased(bare)
    case "path": cookie.path = value.hasPrefix("/") ? value : nil
    case "secure": cookie.isSecure = true
    case "httponly": cookie.isHTTPOnly = true
    case "samesite":
      cookie.sameSite =
        switch ASCII.lowercased(value) {
        case "none": .none
        case "lax": .lax
        case "strict": .strict
        default: .unspecified
        }
    default: break
    }
  }

  // RFC 6265bis §5.6.2
  private static func age(_ text: String) -> Int64? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
    var age: Int64 = 0
    for digit in digits { age = min(age * 10 + Int64(digit - 0x30), latestAge) }
    return isNegative ? 0 : age
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> String {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(Substring(bytes))
  }
}

/// Dates as cookies write them, which is in nearly any form.
enum CookieDate {
  // RFC 6265bis §5.1.1
  /// The moment in seconds since 1970; nil when the text is no date.
  static func parse(_ text: String) -> Int64? {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = readTime(token) {
        time = found
      } else if day == nil, let found = readNumber(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = readMonth(token) {
        month = found
      } else if year == nil, let found = readNumber(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 }
    if (0...69).contains(year) { year += 2000 }
    guard year >= 1601, time.hour < 24, time.minute < 60, time.second < 60,
      let days = CivilDate.daysSince1970(year: year, month: month, day: day)
    else { return nil }
    return Int64(days) * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + time.second)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Digits of an allowed number, then anything that begins with no digit.
  private static func readNumber(_ token: Substring.UTF8View, digits allowed: ClosedRange<Int>)
    -> Int?
  {
    let digits = token.prefix(while: ASCII.isDigit)
    guard allowed.contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func readTime(_ token: Substring.UTF8View) -> (
    hour: Int, minute: Int, second: Int
  )? {
    let fields = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].allSatisfy(ASCII.isDigit),
      fields[1].allSatisfy(ASCII.isDigit), let hour = readNumber(fields[0], digits: 1...2),
      let minute = readNumber(fields[1], digits: 1...2),
      let second = readNumber(fields[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func readMonth(_ token: Substring.UTF8View) -> Int? {
    guard token.count >= 3 else { return nil }
    let name = ASCII.lowercased(String(Substring(token.prefix(3))))
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    return names.firstIndex(of: name).map { $0 + 1 }
  }
}
