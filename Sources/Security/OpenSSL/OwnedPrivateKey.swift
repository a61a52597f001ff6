// SPDX-License-Identifier: MIT
// Part of Grille: OpenSSL's private key object, owned.
import COpenSSL

/// An EVP_PKEY with a private half that is freed, and thereby wiped, with its last owner.
///
/// Sendable because it is never changed once it is made; OpenSSL counts its references with atomic
/// operations.
@safe final class OwnedPrivateKey: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes over one reference.
  init(takingOwnership pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
  }

  /// Makes a key of decrypted PKCS #8, which stays somebody else's; nil for unknown algorithms.
  init?(copying information: OpaquePointer) {
    guard let key = unsafe EVP_PKCS82PKEY(information) else { return nil }
    unsafe pointer = key
  }

  deinit {
    unsafe EVP_PKEY_free(pointer)
  }

  /// The key as PKCS #8 in DER; empty if memory is short.
  var pkcs8: SecretBytes {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    var result = SecretBytes()
    guard let information = unsafe EVP_PKEY2PKCS8(pointer) else { return result }
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
    let count = Int(unsafe i2d_PKCS8_PRIV_KEY_INFO(information, nil))
    guard count > 0 else { return result }
    _ = unsafe result.append(upTo: count) { memory in
      var cursor: UnsafeMutablePointer<UInt8>? = unsafe memory
      return Int(unsafe i2d_PKCS8_PRIV_KEY_INFO(information, &cursor))
    }
    return result
  }

  /// What its public half is.
  var publicKey: PublicKeyInformation {
    unsafe PublicKeyInformation(
      copying: pointer, derBytes: derEncoding { unsafe i2d_PUBKEY(pointer, $0) }, named: "")
  }

  /// True if it is the key that a certificate speaks of.
  func fits(_ certificate: Certificate) -> Bool {
    guard let x509 = OwnedX509(derBytes: certificate.derBytes) else { return false }
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    return unsafe X509_check_private_key(x509.pointer, pointer) == 1
  }
}

extension PublicKeyInformation {
  /// Describes the public half of a key.
  ///
  /// - Parameters:
  ///   - key: The key, which stays somebody else's.
  ///   - derBytes: Its encoding.
  ///   - name: What an algorithm is called that is none of ours.
  init(copying key: OpaquePointer, derBytes: [UInt8], named name: String) {
    let algorithm: Algorithm =
      switch unsafe EVP_PKEY_get_base_id(key) {
      case EVP_PKEY_RSA: .rsa
      case EVP_PKEY_RSA_PSS: .rsaPSS
      case EVP_PKEY_EC: .ellipticCurve(curve: unsafe OpenSSLText.groupName(of: key))
      case EVP_PKEY_ED25519: .ed25519
      case EVP_PKEY_ED448: .ed448
      case EVP_PKEY_DSA: .dsa
      default: .other(name)
      }
    self.init(
      algorithm: algorithm, bitCount: Int(unsafe EVP_PKEY_get_bits(key)), derBytes: derBytes)
  }
}
