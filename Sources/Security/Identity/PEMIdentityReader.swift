// SPDX-License-Identifier: MIT
// Part of Grille: keys and certificates in PEM.
import COpenSSL

/// Reads the blocks of a PEM file (RFC 7468, and RFC 1421 for old encrypted keys).
struct PEMIdentityReader {
  private let forms: PassPhraseForms
  private var keyReader: PKCS8Reader
  /// What was found.
  private(set) var parts = IdentityParts()

  init(_ forms: PassPhraseForms) {
    self.forms = forms
    keyReader = PKCS8Reader(forms)
  }

  /// True if bytes hold the beginning of a PEM block.
  static func recognizes(_ bytes: Span<UInt8>) -> Bool {
    let mark = Array("-----BEGIN ".utf8)
    return bytes.indices.dropLast(mark.count - 1).contains { start in
      mark.indices.allSatisfy { bytes[start + $0] == mark[$0] }
    }
  }

  /// Finds all keys and certificates.
  mutating func read(_ bytes: Span<UInt8>) throws(IdentityImportError) {
    ERR_clear_error()
    defer { ERR_clear_error() }
    let memory = unsafe bytes.withUnsafeBytes {
      unsafe BIO_new_mem_buf($0.baseAddress, Int32($0.count))
    }
    // The buffer points into `bytes`, which outlive it.
    guard let memory = unsafe memory else { throw IdentityImportError(.damaged) }
    defer { unsafe BIO_free(memory) }
    while try unsafe readBlock(from: memory) {}
  }

  /// Reads one block; false at the end.
  private mutating func readBlock(
    from memory: OpaquePointer
  ) throws(IdentityImportError) -> Bool {
    var name: UnsafeMutablePointer<CChar>?
    var header: UnsafeMutablePointer<CChar>?
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    ERR_clear_error()
    guard unsafe PEM_read_bio(memory, &name, &header, &data, &count) == 1,
      let title = unsafe name, let data = unsafe data
    else {
      guard ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE else {
        throw IdentityImportError(.damaged)
      }
      return false
    }
    defer {
      unsafe shim_OPENSSL_free(name)
      unsafe shim_OPENSSL_free(header)
      unsafe shim_OPENSSL_clear_free(data, count)
    }
    try unsafe take(
      block: String(cString: title), header: header,
      UnsafeMutableBufferPointer(start: data, count: count))
    return true
  }

  private mutating func take(
    block title: String, header: UnsafeMutablePointer<CChar>?,
    _ data: UnsafeMutableBufferPointer<UInt8>
  ) throws(IdentityImportError) {
    switch title {
    case "CERTIFICATE", "X509 CERTIFICATE":
      guard let certificate = unsafe Certificate(derBytes: Array(data)) else {
        throw IdentityImportError(.damaged)
      }
      parts.add(certificate)
    case "TRUSTED CERTIFICATE":
      var cursor = unsafe UnsafePointer(data.baseAddress)
      guard let x509 = unsafe d2i_X509_AUX(nil, &cursor, data.count) else {
        throw IdentityImportError(.damaged)
      }
      parts.add(Certificate(copying: unsafe OwnedX509(takingOwnership: x509)))
    case "PRIVATE KEY", "ENCRYPTED PRIVATE KEY":
      guard let key = try unsafe keyReader.key(derBytes: UnsafeBufferPointer(data)) else {
        throw IdentityImportError(.damaged)
      }
      parts.add(key)
    case "RSA PRIVATE KEY":
      parts.add(try unsafe traditionalKey(EVP_PKEY_RSA, header, data))
    case "EC PRIVATE KEY":
      parts.add(try unsafe traditionalKey(EVP_PKEY_EC, header, data))
    case "DSA PRIVATE KEY":
      parts.add(try unsafe traditionalKey(EVP_PKEY_DSA, header, data))
    default:
      // Keys of OpenSSH and others; parameters, requests and lists are passed over.
      if title.hasSuffix("PRIVATE KEY") { parts.addKeyProblem(.unsupportedAlgorithm(title)) }
    }
  }

  /// Reads a key in the form of its own algorithm, encrypted or not.
  private func traditionalKey(
    _ algorithm: Int32, _ header: UnsafeMutablePointer<CChar>?,
    _ data: UnsafeMutableBufferPointer<UInt8>
  ) throws(IdentityImportError) -> OwnedPrivateKey {
    ERR_clear_error()
    var encryption = unsafe EVP_CIPHER_INFO()
    guard unsafe PEM_get_EVP_CIPHER_INFO(header, &encryption) == 1 else {
      throw IdentityImportError(
        OpenSSLErrors.takeUnsupported() ? .unsupportedAlgorithm("DEK-Info") : .damaged)
    }
    guard unsafe encryption.cipher != nil else {
      guard let key = unsafe Self.key(algorithm, UnsafePointer(data.baseAddress), data.count) else {
        throw IdentityImportError(.damaged)
      }
      return key
    }
    let key = unsafe forms.first { bytes, count in
      unsafe Self.decrypt(algorithm, &encryption, data, PassPhrase(bytes: bytes, count: count))
    }
    guard let key else {
      let name = unsafe EVP_CIPHER_get0_name(encryption.cipher).map {
        unsafe String(cString: $0)
      }
      throw IdentityImportError(keyReader.problem(of: name ?? ""))
    }
    return key
  }

  private static func key(
    _ algorithm: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> OwnedPrivateKey? {
    var cursor = unsafe bytes
    guard let key = unsafe d2i_PrivateKey(algorithm, nil, &cursor, count) else { return nil }
    return unsafe OwnedPrivateKey(takingOwnership: key)
  }

  /// A form of the pass phrase on its way to OpenSSL's callback.
  @unsafe private struct PassPhrase {
    var bytes: UnsafePointer<CChar>?
    var count: Int32
  }

  /// Tries one form on a copy, because OpenSSL decrypts in place.
  private static func decrypt(
    _ algorithm: Int32, _ encryption: inout EVP_CIPHER_INFO,
    _ data: UnsafeMutableBufferPointer<UInt8>, _ passPhrase: PassPhrase
  ) -> OwnedPrivateKey? {
    guard let copy = unsafe shim_OPENSSL_memdup(data.baseAddress, data.count) else { return nil }
    defer { unsafe shim_OPENSSL_clear_free(copy, data.count) }
    let bytes = unsafe copy.assumingMemoryBound(to: UInt8.self)
    var count = data.count
    var passPhrase = unsafe passPhrase
    // Without a callback OpenSSL would ask on the terminal.
    let done = unsafe withUnsafeMutablePointer(to: &passPhrase) {
      unsafe PEM_do_header(&encryption, bytes, &count, passPhraseCallback, $0)
    }
    return done == 1 ? unsafe key(algorithm, bytes, count) : nil
  }

  private static let passPhraseCallback:
    @convention(c) (
      UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?
    ) -> Int32 = { buffer, room, _, context in
      guard let buffer = unsafe buffer,
        let passPhrase = unsafe context?.assumingMemoryBound(to: PassPhrase.self).pointee,
        let bytes = unsafe passPhrase.bytes, unsafe passPhrase.count <= room
      else { return -1 }
      unsafe buffer.update(from: bytes, count: Int(passPhrase.count))
      return unsafe passPhrase.count
    }
}
