// SPDX-License-Identifier: MIT
// Part of Grille: minted identities as files.
import COpenSSL

extension MintedIdentity {
  /// The identity as PKCS #12, protected as OpenSSL does by itself.
  ///
  /// - Precondition: OpenSSL is able to write it.
  package func pkcs12(named name: String, passPhrase: String) -> [UInt8] {
    // Bound to a name, so that it lives until the call is over.
    let issuers = OwnedX509Stack(issuers)
    guard let leaf = OwnedX509(derBytes: certificate.derBytes),
      let file = unsafe PKCS12_create(
        passPhrase, name, privateKey.pointer, leaf.pointer, issuers.pointer,
        0, 0, 0, 0, 0)
    else { preconditionFailure("OpenSSL cannot write this identity") }
    defer { unsafe PKCS12_free(file) }
    return unsafe derEncoding { unsafe i2d_PKCS12(file, $0) }
  }

  /// The chain in PEM, followed by the key as PKCS #8, encrypted with AES.
  ///
  /// - Precondition: OpenSSL is able to write it.
  package func pem(passPhrase: String) -> [UInt8] {
    guard let memory = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("out of memory") }
    defer { unsafe BIO_free(memory) }
    let done = unsafe PEM_write_bio_PKCS8PrivateKey(
      memory, privateKey.pointer, EVP_aes_256_cbc(), passPhrase, Int32(passPhrase.utf8.count),
      nil, nil)
    precondition(done == 1, "OpenSSL cannot write this key")
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = Int(unsafe BIO_read(memory, &bytes, Int32(bytes.count)))
    return Array(chain.map(\.pemText).joined().utf8) + bytes.prefix(max(0, count))
  }
}
