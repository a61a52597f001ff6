// SPDX-License-Identifier: MIT
// Part of Grille: the clock and the calendar of certificates, in seconds since 1970 (UTC).
import Glibc
import WebInfra

/// Moments as seconds since 1970-01-01T00:00:00Z, without Foundation and without a locale.
package enum UnixTime {
  /// Seconds in a day.
  package static let day: Int64 = 86_400

  /// The present moment by the system's clock.
  package static func now() -> Int64 {
    Int64(time(nil))
  }

  /// The moment of a date and time of the Gregorian calendar in UTC; `month` counts from 1.
  ///
  /// A date that does not exist, such as a damaged certificate may hold, is the earliest moment.
  package static func moment(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) -> Int64 {
    guard let days = CivilDate.daysSince1970(year: year, month: month, day: day) else {
      return .min
    }
    return Int64(days) * UnixTime.day + Int64(hour * 3600 + minute * 60 + second)
  }

  /// A moment's date as "2026-11-30".
  package static func dateText(_ moment: Int64) -> String {
    let parts = CivilDate(unixSeconds: moment)
    return "\(padded(parts.year, to: 4))-\(padded(parts.month))-\(padded(parts.day))"
  }

  /// A moment as "2026-11-30 17:42:35 UTC".
  package static func text(_ moment: Int64) -> String {
    let parts = CivilDate(unixSeconds: moment)
    let time = "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
    return "\(dateText(moment)) \(time) UTC"
  }

  /// Decimal digits with leading zeros up to a width.
  package static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
