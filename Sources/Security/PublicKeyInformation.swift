// SPDX-License-Identifier: MIT
// Part of Grille: what a certificate says about its key.

/// A certificate's public key.
public struct PublicKeyInformation: Hashable, Sendable {
  /// The family of a key.
  public enum Algorithm: Hashable, Sendable {
    case rsa
    case rsaPSS
    case ellipticCurve(curve: String)
    case ed25519
    case ed448
    case dsa
    /// Another algorithm by OpenSSL's name or its object identifier.
    case other(String)
  }

  /// The key's family.
  public let algorithm: Algorithm
  /// The key's size in bits; 0 if it cannot be read.
  public let bitCount: Int
  /// SubjectPublicKeyInfo in DER, the bytes that pins and block-lists hash.
  public let derBytes: [UInt8]

  package init(algorithm: Algorithm, bitCount: Int, derBytes: [UInt8]) {
    self.algorithm = algorithm
    self.bitCount = bitCount
    self.derBytes = derBytes
  }

  /// SHA-256 of ``derBytes``: the key's pin.
  public var fingerprint: Fingerprint { Fingerprint(sha256Of: derBytes) }

  /// True for the RSA family, whose size decides strength.
  var isRSA: Bool { algorithm == .rsa || algorithm == .rsaPSS }
}
