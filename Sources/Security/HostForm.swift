// SPDX-License-Identifier: MIT
// Part of Grille: tells host names from address literals.
import WebInfra

/// The two forms of host that certificates distinguish.
package enum HostForm {
  /// The form in which a host is compared: A-labels in lower case, no trailing dot, no brackets.
  package static func canonical(_ host: String) -> String {
    var name = host[...]
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    if name.hasSuffix(".") { name.removeLast() }
    guard name.utf8.contains(where: { (0x41...0x5A).contains($0) || $0 >= 0x80 }) else {
      return String(name)
    }
    if name.utf8.contains(where: { $0 >= 0x80 }), let host = URLHost(String(name)) {
      return host.serialized
    }
    let lowercase = name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    return String(decoding: lowercase, as: UTF8.self)
  }

  /// True for an IPv4 address in dots or an IPv6 address without brackets.
  package static func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return false }
    return parts.allSatisfy { part in
      (1...3).contains(part.count)
        && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }
}
