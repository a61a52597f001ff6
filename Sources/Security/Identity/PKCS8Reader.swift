// SPDX-License-Identifier: MIT
// Part of Grille: private keys in PKCS #8, encrypted or not.
import COpenSSL

/// Reads single private keys; one is made for each file.
struct PKCS8Reader {
  let forms: PassPhraseForms
  /// What the file has demanded so far.
  var cost = DerivationCost()
  /// True if the pass phrase has opened something, so that further failures are damage.
  var isProven = false

  init(_ forms: PassPhraseForms) {
    self.forms = forms
  }

  /// The problem of something that none of the forms opens; `algorithm` is what to call the
  /// algorithm if the error queue says that it is missing.
  func problem(of algorithm: String) -> IdentityImportError.Problem {
    if OpenSSLErrors.takeUnsupported() { return .unsupportedAlgorithm(algorithm) }
    if !forms.wasGiven { return .passPhraseNeeded }
    return isProven ? .damaged : .wrongPassPhrase
  }

  // RFC 5958 §3
  /// Decrypts a key, which stays the caller's.
  mutating func key(
    decrypting encrypted: OpaquePointer
  ) throws(IdentityImportError) -> OwnedPrivateKey {
    var encryption: UnsafePointer<X509_ALGOR>?
    unsafe X509_SIG_get0(encrypted, &encryption, nil)
    try unsafe cost.spend(encryption: encryption)
    let information = unsafe forms.first { bytes, count in
      unsafe PKCS8_decrypt_ex(encrypted, bytes, count, LegacyLibrary.shared.context, nil)
    }
    guard let information = unsafe information else {
      throw IdentityImportError(problem(of: unsafe Self.name(of: encryption)))
    }
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
    isProven = true
    return try unsafe key(copying: information)
  }

  /// Makes a key of decrypted PKCS #8, which stays the caller's.
  func key(copying information: OpaquePointer) throws(IdentityImportError) -> OwnedPrivateKey {
    ERR_clear_error()
    if let key = unsafe OwnedPrivateKey(copying: information) { return key }
    ERR_clear_error()
    var algorithm: OpaquePointer?
    unsafe PKCS8_pkey_get0(&algorithm, nil, nil, nil, information)
    throw IdentityImportError(
      .unsupportedAlgorithm(unsafe OpenSSLText.label(of: algorithm)))
  }

  /// Reads DER that is a key or an encrypted one; nil if it is neither.
  mutating func key(
    derBytes: UnsafeBufferPointer<UInt8>
  ) throws(IdentityImportError) -> OwnedPrivateKey? {
    var cursor = derBytes.baseAddress
    if let encrypted = unsafe d2i_X509_SIG(nil, &cursor, derBytes.count) {
      defer { unsafe X509_SIG_free(encrypted) }
      return try unsafe key(decrypting: encrypted)
    }
    unsafe cursor = derBytes.baseAddress
    if let information = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &cursor, derBytes.count) {
      defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
      return try unsafe key(copying: information)
    }
    return nil
  }

  /// What people call an encryption: the cipher of PBES2, else the whole scheme.
  static func name(of encryption: UnsafePointer<X509_ALGOR>?) -> String {
    let encoding = unsafe derEncoding { unsafe i2d_X509_ALGOR(encryption, $0) }
    guard let parts = DERReader.value(of: encoding)?.elements, let scheme = parts.first else {
      return ""
    }
    let cipher = parts.count == 2 ? parts[1].elements.last?.elements.first : nil
    let identifier = (cipher ?? scheme).objectIdentifier ?? ""
    return OpenSSLText.longName(ofObjectIdentifier: identifier) ?? identifier
  }
}
