// SPDX-License-Identifier: MIT
// Part of Grille: days and times of the Gregorian calendar in UTC.

/// A moment split into the fields of the Gregorian calendar, in UTC.
public struct CivilDate: Hashable, Sendable {
  /// The year; 1 BC is 0.
  public let year: Int
  /// 1–12.
  public let month: Int
  /// 1–31.
  public let day: Int
  /// 0–23.
  public let hour: Int
  /// 0–59.
  public let minute: Int
  /// 0–59.
  public let second: Int
  /// 0 for Sunday to 6 for Saturday.
  public let weekday: Int

  /// Splits a moment given in seconds since 1970-01-01 00:00 UTC.
  public init(unixSeconds: Int64) {
    // The earliest moment stands for a damaged date; half of it can be reckoned with.
    let seconds = max(Int.min / 2, Int(unixSeconds))
    let secondOfDay = ((seconds % 86_400) + 86_400) % 86_400
    let days = (seconds - secondOfDay) / 86_400
    hour = secondOfDay / 3600
    minute = secondOfDay / 60 % 60
    second = secondOfDay % 60
    weekday = ((days + 4) % 7 + 7) % 7

    // Count in eras of 400 years, from 1 March of year 0, so that leap days come last.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1970-01-01 to a date; nil if there is no such date.
  public static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else {
      return nil
    }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
