// SPDX-License-Identifier: MIT
// Part of Grille: IPv4 addresses in all the notations that URLs accept.

/// An IPv4 address as URLs write it.
struct IPv4Address: Hashable, Sendable {
  /// The address, most significant byte first.
  var value: UInt32

  enum ParseResult {
    /// The host's last label is no number: it is a domain.
    case notNumeric
    case failure
    case address(IPv4Address)
  }

  // url.spec.whatwg.org/#ends-in-a-number-checker, #concept-ipv4-parser
  /// Reads a host that may be an IPv4 address.
  static func parse(_ host: Span<UInt8>) -> ParseResult {
    var end = host.count
    if end > 0, host[end - 1] == 0x2E { end -= 1 }
    var lastStart = end
    while lastStart > 0, host[lastStart - 1] != 0x2E { lastStart -= 1 }
    guard lastStart < end, endsInNumber(host, lastStart, end) else { return .notNumeric }

    var numbers: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var count = 0
    var start = 0
    while start <= end {
      var stop = start
      while stop < end, host[stop] != 0x2E { stop += 1 }
      guard count < 4, let number = number(host, start, stop) else { return .failure }
      switch count {
      case 0: numbers.0 = number
      case 1: numbers.1 = number
      case 2: numbers.2 = number
      default: numbers.3 = number
      }
      count += 1
      start = stop + 1
    }
    let parts = [numbers.0, numbers.1, numbers.2, numbers.3].prefix(count)
    guard let last = parts.last, parts.dropLast().allSatisfy({ $0 <= 255 }),
      last < 1 << UInt64(8 * (5 - count))
    else { return .failure }
    var value = last
    for (index, part) in parts.dropLast().enumerated() {
      value += part << UInt64(8 * (3 - index))
    }
    return .address(IPv4Address(value: UInt32(value)))
  }

  private static func endsInNumber(_ host: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    if !ASCII.isDigit(host[start]) { return false }
    for index in start..<end where !ASCII.isDigit(host[index]) {
      return number(host, start, end) != nil
    }
    return true
  }

  // url.spec.whatwg.org/#ipv4-number-parser
  /// One part in decimal, octal (`0…`) or hexadecimal (`0x…`); capped above 32 bits.
  private static func number(_ host: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64? {
    guard start < end else { return nil }
    var (index, radix): (Int, UInt64) = (start, 10)
    if end - start >= 2, host[start] == 0x30 {
      let isHexadecimal = host[start + 1] | 0x20 == 0x78
      radix = isHexadecimal ? 16 : 8
      index = start + (isHexadecimal ? 2 : 1)
    }
    var value: UInt64 = 0
    while index < end {
      guard let digit = ASCII.hexValue(host[index]), UInt64(digit) < radix else { return nil }
      value = min(value * radix + UInt64(digit), 1 << 33)
      index += 1
    }
    return value
  }

  /// Dotted decimal.
  var serialized: String {
    "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
  }
}
