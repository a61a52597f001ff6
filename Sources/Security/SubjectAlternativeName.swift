// SPDX-License-Identifier: MIT
// Part of Grille: the names a certificate is valid for.

/// One subject alternative name (RFC 5280 §4.2.1.6).
public enum SubjectAlternativeName: Hashable, Sendable, CustomStringConvertible {
  /// A host name or wildcard, as written in the certificate.
  case dnsName(String)
  /// A network address: 4 or 16 bytes in a sound certificate.
  case ipAddress([UInt8])
  /// A mail address.
  case emailAddress(String)
  /// A URI.
  case uri(String)
  /// A name of X.500.
  case directoryName(DistinguishedName)
  /// Any other form, by its tag number.
  case other(Int)

  /// The name as text, without its kind; addresses in their usual notation.
  public var description: String {
    switch self {
    case .dnsName(let text), .emailAddress(let text), .uri(let text): text
    case .ipAddress(let bytes): Self.addressText(bytes)
    case .directoryName(let name): name.description
    case .other(let tag): "[\(tag)]"
    }
  }

  private static func addressText(_ bytes: [UInt8]) -> String {
    switch bytes.count {
    case 4: return bytes.map { String($0) }.joined(separator: ".")
    case 16:
      let groups = (0..<8).map { Int(bytes[$0 * 2]) << 8 | Int(bytes[$0 * 2 + 1]) }
      return groups.map { String($0, radix: 16) }.joined(separator: ":")
    default: return "#" + MessageDigest.hexadecimal(bytes)
    }
  }
}
