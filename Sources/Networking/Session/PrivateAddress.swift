// SPDX-License-Identifier: MIT
// Part of Grille: tells addresses of one's own network from those of the Internet.

import WebInfra

/// Addresses at which only machines nearby are reached.
enum PrivateAddress {
  /// True for loopback, private, link-local, multicast and reserved addresses, and for what is no
  /// address at all.
  static func contains(_ text: String) -> Bool {
    switch URLHost(text.utf8.contains(UInt8(ascii: ":")) ? "[\(text)]" : text) {
    case .ipv4(let value): return contains(value)
    case .ipv6(let address):
      // IPv4 in IPv6's clothes: mapped, compatible (loopback included) and translated.
      let isMapped = address.high == 0 && address.low >> 32 == 0xFFFF
      if isMapped || address.high == 0x0064_FF9B_0000_0000 {
        return contains(UInt32(truncatingIfNeeded: address.low))
      }
      // Global unicast is 2000::/3 (RFC 4291 §2.4); everything else is special.
      return address.high >> 61 != 1
    default: return true
    }
  }

  // RFC 6890 §2.2.2
  private static func contains(_ address: UInt32) -> Bool {
    switch address >> 24 {
    case 0, 10, 127, 224...255: true
    case 100: address >> 22 == 0x6440_0000 >> 22
    case 169: address >> 16 == 0xA9FE
    case 172: address >> 20 == 0xAC1
    case 192: address >> 16 == 0xC0A8
    case 198: address >> 17 == 0xC612_0000 >> 17
    default: false
    }
  }
}
