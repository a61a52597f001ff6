// SPDX-License-Identifier: MIT
// Part of Grille: reads certificates from files that the user names.
import COpenSSL
import Glibc

/// Reading of PEM and DER certificate files.
package enum CertificateFile {
  /// The certificates in a PEM file, or the one in a DER file.
  ///
  /// - Throws: ``TrustStoreError`` if the file cannot be read, holds none, or one is damaged.
  package static func read(_ path: String) throws(TrustStoreError) -> [Certificate] {
    guard let file = unsafe BIO_new_file(path, "rb") else {
      ERR_clear_error()
      throw TrustStoreError(path: path, problem: .unreadable)
    }
    defer { unsafe BIO_free(file) }
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    var certificates: [Certificate] = []
    // The pass-phrase callback fails: OpenSSL must never prompt on the terminal.
    while let x509 = unsafe PEM_read_bio_X509_AUX(file, nil, { _, _, _, _ in -1 }, nil) {
      certificates.append(Certificate(copying: unsafe OwnedX509(takingOwnership: x509)))
    }
    if ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE {
      throw TrustStoreError(path: path, problem: .damaged)
    }
    guard certificates.isEmpty else { return certificates }
    unsafe BIO_ctrl(file, BIO_CTRL_RESET, 0, nil)
    if let x509 = unsafe d2i_X509_bio(file, nil) {
      return [Certificate(copying: unsafe OwnedX509(takingOwnership: x509))]
    }
    throw TrustStoreError(path: path, problem: .empty)
  }

  /// The certificates in bytes, at most 16: one in DER, a PKCS #7 bundle of them (RFC 5280 §4.2.2.1),
  /// or PEM, which issuers may not send but do.
  package static func certificates(in bytes: [UInt8]) -> [Certificate] {
    if let certificate = Certificate(derBytes: bytes) { return [certificate] }
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    if let bundle = unsafe bytes.withUnsafeBufferPointer({ buffer -> OpaquePointer? in
      unsafe shim_PKCS7_certificates(buffer.baseAddress, buffer.count)
    }) {
      defer { unsafe shim_sk_X509_pop_free(bundle) }
      return unsafe Array(OwnedX509Stack.certificates(in: bundle).prefix(16))
    }
    guard let file = unsafe BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return [] }
    defer { unsafe BIO_free(file) }
    var certificates: [Certificate] = []
    while certificates.count < 16,
      let x509 = unsafe PEM_read_bio_X509(file, nil, { _, _, _, _ in -1 }, nil)
    {
      certificates.append(Certificate(copying: unsafe OwnedX509(takingOwnership: x509)))
    }
    return certificates
  }

  /// A certificate in PEM, with a final line break.
  package static func pemText(of certificate: Certificate) -> String {
    let derBytes = certificate.derBytes
    var encoded = [UInt8](repeating: 0, count: (derBytes.count + 2) / 3 * 4 + 1)
    let count = unsafe Int(EVP_EncodeBlock(&encoded, derBytes, Int32(derBytes.count)))
    var text = Array("-----BEGIN CERTIFICATE-----\n".utf8)
    for start in stride(from: 0, to: count, by: 64) {
      text += encoded[start..<min(start + 64, count)]
      text.append(UInt8(ascii: "\n"))
    }
    text += "-----END CERTIFICATE-----\n".utf8
    return String(decoding: text, as: UTF8.self)
  }
}
