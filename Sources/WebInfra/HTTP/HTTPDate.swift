// SPDX-License-Identifier: MIT
// Part of Grille: the dates of HTTP, read and written without regard to locale or time zone.

/// Dates as HTTP writes them; moments are seconds since 1970-01-01 00:00 UTC.
public enum HTTPDate {
  // RFC 9110 §5.6.7
  /// Reads one of the three formats of HTTP; nil if the text is none of them.
  ///
  /// A two-digit year that seems to lie more than 50 years after `now` is taken from the century
  /// before.
  public static func parse(_ text: String, now: Int64? = nil) -> Int64? {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let dayName = scanner.word(), dayName.count >= 3 else { return nil }
    let isRFC850 = dayName.count > 3
    guard isRFC850 ? longDayNames.contains(dayName) : dayNames.contains(dayName) else {
      return nil
    }
    if !scanner.skip(",") {
      // asctime: Sun Nov  6 08:49:37 1994
      guard !isRFC850, scanner.skip(" "), let month = scanner.month(), scanner.skip(" ")
      else { return nil }
      let isPadded = scanner.skip(" ")
      guard let day = scanner.number(digits: isPadded ? 1 : 2), scanner.skip(" "),
        let time = scanner.time(), scanner.skip(" "), let year = scanner.number(digits: 4),
        scanner.isAtEnd
      else { return nil }
      return seconds(year: year, month: month, day: day, secondOfDay: time)
    }
    let separator: Character = isRFC850 ? "-" : " "
    guard scanner.skip(" "), let day = scanner.number(digits: 2), scanner.skip(separator),
      let month = scanner.month(), scanner.skip(separator),
      var year = scanner.number(digits: isRFC850 ? 2 : 4), scanner.skip(" "),
      let time = scanner.time(), scanner.skip(" "), scanner.word() == Array("GMT".utf8),
      scanner.isAtEnd
    else { return nil }
    if isRFC850 {
      // Without a clock, the usual pivot of 1970.
      let latest = now.map { CivilDate(unixSeconds: $0).year + 50 } ?? 2069
      year += latest / 100 * 100
      if year > latest { year -= 100 }
    }
    return seconds(year: year, month: month, day: day, secondOfDay: time)
  }

  /// Writes a moment in the preferred format, as in `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func format(_ unixSeconds: Int64) -> String {
    let date = CivilDate(unixSeconds: unixSeconds)
    let dayName = String(decoding: dayNames[date.weekday], as: UTF8.self)
    let month = String(decoding: monthNames[date.month - 1], as: UTF8.self)
    let time = "\(padded(date.hour)):\(padded(date.minute)):\(padded(date.second))"
    let year = String(date.year)
    let paddedYear = String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year
    return "\(dayName), \(padded(date.day)) \(month) \(paddedYear) \(time) GMT"
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func seconds(year: Int, month: Int, day: Int, secondOfDay: Int) -> Int64? {
    guard let days = CivilDate.daysSince1970(year: year, month: month, day: day) else {
      return nil
    }
    return Int64(days) * 86_400 + Int64(secondOfDay)
  }

  static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map { Array($0.utf8) }
  static let longDayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ].map { Array($0.utf8) }
  static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { Array($0.utf8) }

  /// Reads the fixed parts of a date from left to right.
  private struct Scanner {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ character: Character) -> Bool {
      guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
      index += 1
      return true
    }

    mutating func word() -> [UInt8]? {
      let start = index
      while index < bytes.count, ASCII.isAlpha(bytes[index]) { index += 1 }
      return index > start ? Array(bytes[start..<index]) : nil
    }

    mutating func month() -> Int? {
      guard let name = word() else { return nil }
      return HTTPDate.monthNames.firstIndex(of: name).map { $0 + 1 }
    }

    mutating func number(digits: Int) -> Int? {
      guard index + digits <= bytes.count else { return nil }
      var value = 0
      for _ in 0..<digits {
        guard ASCII.isDigit(bytes[index]) else { return nil }
        value = value * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      return value
    }

    /// `HH:MM:SS` as seconds since midnight; a leap second is allowed.
    mutating func time() -> Int? {
      guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
        let second = number(digits: 2), hour < 24, minute < 60, second <= 60
      else { return nil }
      return hour * 3600 + minute * 60 + second
    }
  }
}
