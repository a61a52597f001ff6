// SPDX-License-Identifier: MIT
// Part of Grille: digests by which a certificate or a key is named.

/// A digest that names one certificate or one public key.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The digest: 32 bytes for SHA-256, 20 for SHA-1.
  public let bytes: [UInt8]

  /// Takes a digest made elsewhere.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The SHA-256 fingerprint of `data` (a certificate's or a key's DER).
  package init(sha256Of data: [UInt8]) {
    bytes = MessageDigest.sha256(data)
  }

  /// Upper-case hexadecimal pairs joined by colons, as certificate viewers show them.
  public var description: String {
    let digits = MessageDigest.hexadecimal(bytes).uppercased().utf8
    var text: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0 && index % 2 == 0 { text.append(UInt8(ascii: ":")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
