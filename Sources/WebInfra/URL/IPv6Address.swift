// SPDX-License-Identifier: MIT
// Part of Grille: IPv6 addresses, read and written as URLs do.

/// An IPv6 address.
public struct IPv6Address: Hashable, Sendable {
  /// The first four 16-bit pieces, the first one in the most significant bits.
  public var high: UInt64
  /// The last four pieces.
  public var low: UInt64

  /// Makes an address from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The piece at an index from 0 to 7.
  public subscript(piece index: Int) -> UInt16 {
    get {
      precondition((0..<8).contains(index), "an IPv6 address has 8 pieces")
      return UInt16(truncatingIfNeeded: (index < 4 ? high : low) >> UInt64(48 - 16 * (index & 3)))
    }
    set {
      precondition((0..<8).contains(index), "an IPv6 address has 8 pieces")
      let shift = UInt64(48 - 16 * (index & 3))
      if index < 4 {
        high = high & ~(0xFFFF << shift) | UInt64(newValue) << shift
      } else {
        low = low & ~(0xFFFF << shift) | UInt64(newValue) << shift
      }
    }
  }

  // url.spec.whatwg.org/#concept-ipv6-parser
  /// Reads an address without brackets; nil if it is not well formed.
  package init?(parsing input: Span<UInt8>) {
    self.init(high: 0, low: 0)
    let count = input.count
    var (piece, at) = (0, 0)
    var compress: Int?
    func byte(_ index: Int) -> UInt8? { index < count ? input[index] : nil }

    if byte(0) == 0x3A {
      guard byte(1) == 0x3A else { return nil }
      at = 2
      piece = 1
      compress = 1
    }
    while at < count {
      guard piece < 8 else { return nil }
      if input[at] == 0x3A {
        guard compress == nil else { return nil }
        at += 1
        piece += 1
        compress = piece
        continue
      }
      var (value, length): (UInt16, Int) = (0, 0)
      while length < 4, let next = byte(at), let digit = ASCII.hexValue(next) {
        value = value << 4 | UInt16(digit)
        at += 1
        length += 1
      }
      if byte(at) == 0x2E {
        guard length > 0, piece <= 6,
          let tail = Self.embeddedIPv4(input, from: at - length)
        else { return nil }
        self[piece: piece] = UInt16(tail >> 16)
        self[piece: piece + 1] = UInt16(tail & 0xFFFF)
        piece += 2
        at = count
        break
      }
      if byte(at) == 0x3A {
        at += 1
        guard at < count else { return nil }
      } else if at < count {
        return nil
      }
      self[piece: piece] = value
      piece += 1
    }
    if let compress {
      var swaps = piece - compress
      var target = 7
      while target != 0, swaps > 0 {
        let source = compress + swaps - 1
        (self[piece: target], self[piece: source]) = (self[piece: source], self[piece: target])
        target -= 1
        swaps -= 1
      }
    } else if piece != 8 {
      return nil
    }
  }

  /// Four decimal numbers without leading zeros up to the end of the input.
  private static func embeddedIPv4(_ input: Span<UInt8>, from start: Int) -> UInt32? {
    var (at, seen, value): (Int, Int, UInt32) = (start, 0, 0)
    while at < input.count {
      if seen > 0 {
        guard input[at] == 0x2E, seen < 4 else { return nil }
        at += 1
      }
      guard at < input.count, ASCII.isDigit(input[at]) else { return nil }
      var number: UInt32?
      while at < input.count, ASCII.isDigit(input[at]) {
        let digit = UInt32(input[at] - 0x30)
        if number == 0 { return nil }
        let next = (number ?? 0) * 10 + digit
        guard next <= 255 else { return nil }
        number = next
        at += 1
      }
      value = value << 8 | (number ?? 0)
      seen += 1
    }
    return seen == 4 ? value : nil
  }

  // url.spec.whatwg.org/#concept-ipv6-serializer
  /// The shortest form: lower-case hexadecimal, the longest run of zero pieces as `::`.
  public var serialized: String {
    var (longestStart, longestLength) = (8, 1)
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, self[piece: end] == 0 { end += 1 }
      if end - start > longestLength { (longestStart, longestLength) = (start, end - start) }
      start = max(end, start + 1)
    }
    var text = ""
    var index = 0
    while index < 8 {
      if index == longestStart {
        text += index == 0 ? "::" : ":"
        index += longestLength
        continue
      }
      text += String(self[piece: index], radix: 16)
      if index != 7 { text += ":" }
      index += 1
    }
    return text
  }
}
