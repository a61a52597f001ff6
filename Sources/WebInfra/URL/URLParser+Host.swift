// SPDX-License-Identifier: MIT
// Part of Grille: the URL parser's host rules: domains, addresses, opaque hosts.

internal import UnicodeText

extension URLParser {
  // url.spec.whatwg.org/#concept-host-parser
  /// Writes the host in its serialised form; false if it is none.
  mutating func host(_ input: Span<UInt8>) -> Bool {
    if input[0] == 0x5B {
      guard input.count > 2, input[input.count - 1] == 0x5D,
        let address = IPv6Address(parsing: input.extracting(1..<input.count - 1))
      else { return false }
      components.hostKind = .ipv6
      output.append(0x5B)
      output.append(address.serialized)
      output.append(0x5D)
      return true
    }
    return isSpecial ? domain(input) : opaqueHost(input)
  }

  // url.spec.whatwg.org/#concept-opaque-host-parser
  private mutating func opaqueHost(_ input: Span<UInt8>) -> Bool {
    components.hostKind = .opaque
    for index in input.indices {
      if HostCodePoints.isForbidden(input[index]) { return false }
      output.append(input[index], encoding: .c0Control)
    }
    return true
  }

  private mutating func domain(_ input: Span<UInt8>) -> Bool {
    let start = output.count
    for index in input.indices {
      let byte = input[index]
      if byte >= 0x80 || byte == 0x25 {
        output.truncate(to: start)
        return internationalDomain(input)
      }
      output.append(ASCII.lowercase(byte))
    }
    return finishDomain(from: start)
  }

  /// A domain with percent-encoded or non-ASCII characters.
  private mutating func internationalDomain(_ input: Span<UInt8>) -> Bool {
    let start = output.count
    var decoded: [UInt8] = []
    decoded.reserveCapacity(input.count)
    PercentEncoding.decode(input, into: &decoded)
    if decoded.allSatisfy({ $0 < 0x80 }) {
      // An ASCII domain is only lower-cased, even where its punycode is not valid.
      for byte in decoded { output.append(ASCII.lowercase(byte)) }
    } else {
      guard let ascii = IDNA.toASCII(String(decoding: decoded, as: UTF8.self)) else {
        return false
      }
      output.append(ascii)
    }
    return finishDomain(from: start)
  }

  /// Checks the domain just written, and turns it into an IPv4 address if it is one.
  private mutating func finishDomain(from start: Int) -> Bool {
    if output.isOverflowed { return false }
    guard output.count > start else { return false }
    for index in start..<output.count where HostCodePoints.isForbiddenInDomain(output[index]) {
      return false
    }
    components.hostKind = .domain
    let last = output[output.count - 1]
    // Only a last label that starts with a digit can be a number.
    guard ASCII.isDigit(last) || last == 0x2E || ASCII.hexValue(last) != nil || last | 0x20 == 0x78
    else { return true }
    var bytes: [UInt8] = []
    if !lastLabelStartsWithDigit(from: start) { return true }
    for index in start..<output.count { bytes.append(output[index]) }
    switch IPv4Address.parse(bytes.span) {
    case .notNumeric: return true
    case .failure: return false
    case .address(let address):
      output.truncate(to: start)
      output.append(address.serialized)
      components.hostKind = .ipv4
      return true
    }
  }

  private func lastLabelStartsWithDigit(from start: Int) -> Bool {
    var index = output.count
    if output[index - 1] == 0x2E { index -= 1 }
    while index > start, output[index - 1] != 0x2E { index -= 1 }
    return index < output.count && ASCII.isDigit(output[index])
  }
}

/// Characters that no host may hold.
enum HostCodePoints {
  // url.spec.whatwg.org/#forbidden-host-code-point
  static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20, 0x23, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x40, 0x5B, 0x5C, 0x5D,
      0x5E, 0x7C:
      return true
    default: return false
    }
  }

  // url.spec.whatwg.org/#forbidden-domain-code-point
  static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
    byte <= 0x1F || byte == 0x25 || byte == 0x7F || isForbidden(byte)
  }
}
