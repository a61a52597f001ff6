// SPDX-License-Identifier: MIT
// Part of Grille: private keys made in memory.
import COpenSSL

/// A private key that is freed with its owner.
///
/// Sendable because an EVP_PKEY is never changed once it is made; OpenSSL counts its references
/// with atomic operations.
@safe package final class PrivateKey: @unchecked Sendable {
  /// Which key to make.
  package enum Kind: Hashable, Sendable {
    case rsa(bits: Int)
    /// An elliptic curve by OpenSSL's name, such as "P-256" or "P-384".
    case ellipticCurve(String)
    case ed25519
  }

  /// A digest for signatures.
  package enum Digest: Hashable, Sendable {
    case md5
    case sha1
    case sha256
    case sha384
    case sha512
  }

  let pointer: OpaquePointer
  private let kind: Kind

  /// Makes a new key.
  ///
  /// - Precondition: OpenSSL knows the kind and size.
  package init(_ kind: Kind) {
    let key =
      switch kind {
      case .rsa(let bits): unsafe shim_EVP_RSA_gen(UInt32(bits))
      case .ellipticCurve(let name): unsafe shim_EVP_EC_gen(name)
      case .ed25519: unsafe shim_EVP_ED25519_gen()
      }
    guard let key = unsafe key else { preconditionFailure("OpenSSL cannot make this key") }
    unsafe pointer = key
    self.kind = kind
  }

  deinit {
    unsafe EVP_PKEY_free(pointer)
  }

  /// SubjectPublicKeyInfo in DER.
  package var publicKeyBytes: [UInt8] {
    unsafe derEncoding { unsafe i2d_PUBKEY(pointer, $0) }
  }

  /// SHA-256 of ``publicKeyBytes``.
  package var publicKeyFingerprint: Fingerprint { Fingerprint(sha256Of: publicKeyBytes) }

  /// AlgorithmIdentifier in DER of the signatures that ``sign(_:digest:)`` makes.
  package func signatureAlgorithm(digest: Digest) -> [UInt8] {
    switch (kind, digest) {
    case (.ed25519, _): DER.sequence([DER.objectIdentifier("1.3.101.112")])
    case (.rsa, .md5): rsaAlgorithm("1.2.840.113549.1.1.4")
    case (.rsa, .sha1): rsaAlgorithm("1.2.840.113549.1.1.5")
    case (.rsa, .sha256): rsaAlgorithm("1.2.840.113549.1.1.11")
    case (.rsa, .sha384): rsaAlgorithm("1.2.840.113549.1.1.12")
    case (.rsa, .sha512): rsaAlgorithm("1.2.840.113549.1.1.13")
    case (.ellipticCurve, .sha1): DER.sequence([DER.objectIdentifier("1.2.840.10045.4.1")])
    case (.ellipticCurve, .sha384): DER.sequence([DER.objectIdentifier("1.2.840.10045.4.3.3")])
    case (.ellipticCurve, .sha512): DER.sequence([DER.objectIdentifier("1.2.840.10045.4.3.4")])
    case (.ellipticCurve, _): DER.sequence([DER.objectIdentifier("1.2.840.10045.4.3.2")])
    }
  }

  /// The signature of `message`.
  ///
  /// - Precondition: OpenSSL permits the digest for this key.
  package func sign(_ message: [UInt8], digest: Digest) -> [UInt8] {
    guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("out of memory") }
    defer { unsafe EVP_MD_CTX_free(context) }
    let type = unsafe Self.type(of: kind == .ed25519 ? nil : digest)
    var signature = [UInt8](repeating: 0, count: Int(unsafe EVP_PKEY_get_size(pointer)))
    var count = signature.count
    let done =
      unsafe EVP_DigestSignInit(context, nil, type, nil, pointer) == 1
      && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    precondition(done, "OpenSSL refuses this signature")
    return Array(signature.prefix(count))
  }

  private func rsaAlgorithm(_ identifier: String) -> [UInt8] {
    DER.sequence([DER.objectIdentifier(identifier), DER.null])
  }

  private static func type(of digest: Digest?) -> OpaquePointer? {
    switch digest {
    case .md5: unsafe EVP_md5()
    case .sha1: unsafe EVP_sha1()
    case .sha256: unsafe EVP_sha256()
    case .sha384: unsafe EVP_sha384()
    case .sha512: unsafe EVP_sha512()
    case nil: nil
    }
  }
}
