// SPDX-License-Identifier: MIT
// Part of Grille: the moment at which a request began.

import Glibc
import WebInfra

extension Transaction {
  // RFC 3339 §5.6
  /// When it began, such as `2026-11-30T17:42:35.017Z`.
  public var startText: String {
    let milliseconds = startDate.wholeMicroseconds / 1000
    let date = CivilDate(unixSeconds: Int64(milliseconds / 1000))
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return "\(digits(date.year, 4))-\(digits(date.month))-\(digits(date.day))T"
      + "\(digits(date.hour)):\(digits(date.minute)):\(digits(date.second))"
      + ".\(digits(milliseconds % 1000, 3))Z"
  }
}

extension Duration {
  /// The time since 1970-01-01 00:00 UTC by the system's clock.
  public static func sinceEpoch() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// The microseconds in it, without the rest.
  var wholeMicroseconds: Int {
    Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
  }
}
