// SPDX-License-Identifier: MIT
// Part of Grille: tells host names from address literals.

/// The two forms of host that certificates distinguish.
enum HostForm {
  /// True for an IPv4 address in dots or an IPv6 address without brackets.
  static func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return false }
    return parts.allSatisfy { part in
      (1...3).contains(part.count)
        && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }
}
