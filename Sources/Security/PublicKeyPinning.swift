// SPDX-License-Identifier: MIT
// Part of Grille: keys of which a host's chain has to hold one.

/// Public keys pinned to hosts: a chain without any of them is refused, whatever else it is.
///
/// A mismatch is final. It beats decisions of the ledger, and unlike in other browsers a root
/// that the user has added does not get around it.
public struct PublicKeyPinning: Hashable, Sendable {
  /// The keys of one host.
  public struct Pin: Hashable, Sendable {
    /// The host in its A-label form, lower case, without a trailing dot; or an address literal.
    public var host: String
    /// True if the pin counts for every name below the host too, however deep.
    public var includesSubdomains: Bool
    /// SHA-256 of the keys (SubjectPublicKeyInfo), of which one must be in the chain.
    public var keys: Set<Fingerprint>

    /// Pins keys to a host.
    public init(host: String, includesSubdomains: Bool = false, keys: Set<Fingerprint>) {
      self.host = host
      self.includesSubdomains = includesSubdomains
      self.keys = keys
    }
  }

  /// All pins, in any order; several for one host count together.
  public var pins: [Pin]

  /// Collects pins; none by default.
  public init(pins: [Pin] = []) { self.pins = pins }

  /// Reads a key's fingerprint: "sha256/" and base64 as servers' operators write it, or 64
  /// hexadecimal digits, in pairs with colons or without; nil for anything else.
  public static func fingerprint(parsing text: String) -> Fingerprint? {
    let prefix = "sha256/"
    if text.hasPrefix(prefix) {
      return MessageDigest.bytes(base64: String(text.dropFirst(prefix.count)), count: 32)
        .map { Fingerprint(bytes: $0) }
    }
    let digits = text.utf8
    guard digits.count == 64 || digits.count == 95 else { return nil }
    var bytes: [UInt8] = []
    let step = digits.count == 95 ? 3 : 2
    let all = Array(digits)
    for start in stride(from: 0, to: all.count, by: step) {
      guard let high = hexadecimalValue(all[start]), let low = hexadecimalValue(all[start + 1])
      else { return nil }
      if step == 3, start + 2 < all.count, all[start + 2] != UInt8(ascii: ":") { return nil }
      bytes.append(high << 4 | low)
    }
    return Fingerprint(bytes: bytes)
  }

  /// The keys of which one must be in the host's chain; empty if nothing is pinned.
  ///
  /// The pin of the host itself comes before those of its parents, and the nearest parent before
  /// the others.
  public func keys(forHost host: String) -> Set<Fingerprint> {
    guard !pins.isEmpty else { return [] }
    var name = HostForm.canonical(host)
    var isOwn = true
    while true {
      let found = pins.filter {
        !$0.keys.isEmpty && (isOwn || $0.includesSubdomains) && HostForm.canonical($0.host) == name
      }
      if !found.isEmpty { return found.reduce(into: []) { $0.formUnion($1.keys) } }
      guard !HostForm.isAddress(name), let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else {
        return []
      }
      name = String(name[name.utf8.index(after: dot)...])
      // Nothing stands below an address.
      guard !HostForm.isAddress(name) else { return [] }
      isOwn = false
    }
  }

  private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
