// SPDX-License-Identifier: MIT
// Part of Grille: the clock and the calendar of certificates, in seconds since 1970 (UTC).
import Glibc

/// Moments as seconds since 1970-01-01T00:00:00Z, without Foundation and without a locale.
package enum UnixTime {
  /// Seconds in a day.
  package static let day: Int64 = 86_400

  /// The present moment by the system's clock.
  package static func now() -> Int64 {
    Int64(time(nil))
  }

  /// The moment of a date and time of the Gregorian calendar in UTC; `month` counts from 1.
  package static func moment(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Int64(days) * UnixTime.day + Int64(hour * 3600 + minute * 60 + second)
  }

  /// Year, month (from 1), day, hour, minute and second of a moment in UTC.
  package static func components(
    of moment: Int64
  ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    let seconds = Int(((moment % day) + day) % day)
    let days = Int((moment - Int64(seconds)) / day) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
      seconds / 3600, seconds / 60 % 60, seconds % 60
    )
  }

  /// A moment's date as "2026-11-30".
  package static func dateText(_ moment: Int64) -> String {
    let parts = components(of: moment)
    return "\(padded(parts.year, to: 4))-\(padded(parts.month))-\(padded(parts.day))"
  }

  /// A moment as "2026-11-30 17:42:35 UTC".
  package static func text(_ moment: Int64) -> String {
    let parts = components(of: moment)
    let time = "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
    return "\(dateText(moment)) \(time) UTC"
  }

  /// Decimal digits with leading zeros up to a width.
  package static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
