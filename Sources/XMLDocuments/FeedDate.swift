// SPDX-License-Identifier: MIT
// Part of Grille: the dates of feeds, made short and alike.

internal import DOM

/// Reads the dates of RSS (RFC 822) and Atom (RFC 3339).
enum FeedDate {
  /// "2026-11-30 12:00 +01:00" from either form; the text itself if it is neither.
  static func readable(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return internetDate(bytes) ?? mailDate(bytes) ?? text
  }

  // RFC 3339 §5.6
  private static func internetDate(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ bytes[$0].isASCIIDigit })
    else { return nil }
    var result = Array(bytes[..<10])
    guard bytes.count >= 16, bytes[13] == UInt8(ascii: ":"),
      [11, 12, 14, 15].allSatisfy({ bytes[$0].isASCIIDigit })
    else { return String(decoding: result, as: UTF8.self) }
    result.append(0x20)
    result += bytes[11..<16]
    let rest = bytes[16...]
    if let zone = rest.firstIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
      result.append(0x20)
      result += bytes[zone...].prefix(6)
    } else if let last = rest.last, last | 0x20 == UInt8(ascii: "z") {
      result += Array(" UTC".utf8)
    }
    return String(decoding: result, as: UTF8.self)
  }

  // RFC 822 §5, RFC 1123 §5.2.14
  private static func mailDate(_ bytes: [UInt8]) -> String? {
    var words = bytes.split { $0.isASCIIWhitespace || $0 == UInt8(ascii: ",") }
    if let first = words.first, !(first.first?.isASCIIDigit ?? true) { words.removeFirst() }
    guard words.count >= 3, let day = number(words[0]), let month = month(words[1]),
      var year = number(words[2]), (1...31).contains(day)
    else { return nil }
    if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
    var result = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    guard words.count >= 4 else { return result }
    let clock = words[3].split(separator: UInt8(ascii: ":")).compactMap(number)
    guard clock.count >= 2 else { return result }
    result += " \(padded(clock[0], 2)):\(padded(clock[1], 2))"
    guard words.count >= 5 else { return result }
    let zone = String(decoding: words[4], as: UTF8.self)
    if zone == "GMT" || zone == "Z" || zone == "UT" || zone == "+0000" { return result + " UTC" }
    if zone.utf8.count == 5, zone.hasPrefix("+") || zone.hasPrefix("-") {
      return result + " \(zone.prefix(3)):\(zone.suffix(2))"
    }
    return result + " \(zone)"
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func month(_ word: ArraySlice<UInt8>) -> Int? {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    let start = word.prefix(3).map(\.asciiLowercased)
    return names.firstIndex { Array($0.utf8) == start }.map { $0 + 1 }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
