// SPDX-License-Identifier: MIT
// Part of Grille: walks through a PKCS #12 file, in all the ways in which programs write it.
import COpenSSL

/// Reads one PKCS #12 file (RFC 7292).
///
/// OpenSSL's own PKCS12_parse is not used: it takes the first key only, fails without an integrity
/// check, and cannot tell a wrong pass phrase from an algorithm that is missing.
@safe struct PKCS12Reader: ~Copyable {
  private let file: OpaquePointer
  private let forms: PassPhraseForms
  private var keyReader: PKCS8Reader
  /// What was found.
  private(set) var parts = IdentityParts()
  /// True if nothing shows that the file is as its maker has left it.
  private(set) var lacksIntegrityCheck = false

  /// The usual nesting is none at all.
  private static let maximumDepth = 8

  /// Parses the outer structure; nil if it is no PKCS #12.
  init?(_ bytes: Span<UInt8>, _ forms: PassPhraseForms) {
    ERR_clear_error()
    defer { ERR_clear_error() }
    let file = unsafe bytes.withUnsafeBufferPointer {
      unsafe shim_PKCS12_read(LegacyLibrary.shared.context, $0.baseAddress, $0.count)
    }
    guard let file = unsafe file else { return nil }
    unsafe self.file = unsafe file
    self.forms = forms
    keyReader = PKCS8Reader(forms)
  }

  deinit {
    unsafe PKCS12_free(file)
  }

  /// Finds all keys and certificates.
  mutating func read() throws(IdentityImportError) {
    defer { ERR_clear_error() }
    try checkIntegrity()
    guard let safes = unsafe PKCS12_unpack_authsafes(file) else {
      throw IdentityImportError(
        OpenSSLErrors.takeUnsupported() ? .unsupportedAlgorithm("signedData") : .damaged)
    }
    defer { unsafe shim_sk_PKCS7_pop_free(safes) }
    for index in 0..<max(0, unsafe shim_sk_PKCS7_num(safes)) {
      guard let safe = unsafe shim_sk_PKCS7_value(safes, index) else { continue }
      let bags = try unsafe bags(in: safe)
      defer { unsafe shim_sk_PKCS12_SAFEBAG_pop_free(bags) }
      try unsafe walk(bags, depth: 0)
    }
  }

  // RFC 7292 §5.1
  private mutating func checkIntegrity() throws(IdentityImportError) {
    guard unsafe PKCS12_mac_present(file) == 1 else {
      lacksIntegrityCheck = true
      return
    }
    var algorithm: UnsafePointer<X509_ALGOR>?
    var rounds: UnsafePointer<ASN1_INTEGER>?
    unsafe PKCS12_get0_mac(nil, &algorithm, nil, &rounds, file)
    let object = unsafe algorithm?.pointee.algorithm
    let identifier = unsafe OpenSSLText.objectIdentifier(of: object)
    // RFC 9579: the digest's place holds PBMAC1.
    if identifier == "1.2.840.113549.1.5.14" { throw IdentityImportError(.newerFormat) }
    let name = unsafe OpenSSLText.label(of: object)
    guard unsafe EVP_get_digestbyname(name) != nil else {
      throw IdentityImportError(.unsupportedAlgorithm(name))
    }
    try unsafe keyReader.cost.spend(DerivationCost.rounds(ofCheck: rounds))
    let isVerified: Bool? = unsafe forms.first { bytes, count in
      unsafe PKCS12_verify_mac(file, bytes, count) == 1 ? true : nil
    }
    guard isVerified != nil else { throw IdentityImportError(keyReader.problem(of: name)) }
    keyReader.isProven = true
  }

  /// Opens a safe; the caller frees the bags.
  private mutating func bags(
    in safe: UnsafeMutablePointer<PKCS7>
  ) throws(IdentityImportError) -> OpaquePointer {
    if unsafe shim_PKCS7_is_data(safe) != 0 {
      guard let bags = unsafe PKCS12_unpack_p7data(safe) else {
        throw IdentityImportError(.damaged)
      }
      return unsafe bags
    }
    guard let encryption = unsafe shim_PKCS7_encryption(safe) else {
      // Encrypted for another key instead of by a pass phrase.
      throw IdentityImportError(.unsupportedAlgorithm("envelopedData"))
    }
    try unsafe keyReader.cost.spend(encryption: encryption)
    let bags = unsafe forms.first { bytes, count in
      unsafe PKCS12_unpack_p7encdata(safe, bytes, count)
    }
    guard let bags = unsafe bags else {
      throw IdentityImportError(
        keyReader.problem(of: unsafe PKCS8Reader.name(of: encryption)))
    }
    keyReader.isProven = true
    return unsafe bags
  }

  // RFC 7292 §4.2
  private mutating func walk(
    _ bags: OpaquePointer, depth: Int
  ) throws(IdentityImportError) {
    guard depth < Self.maximumDepth else { throw IdentityImportError(.damaged) }
    for index in 0..<max(0, unsafe shim_sk_PKCS12_SAFEBAG_num(bags)) {
      guard let bag = unsafe shim_sk_PKCS12_SAFEBAG_value(bags, index) else { continue }
      switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
      case NID_keyBag, NID_pkcs8ShroudedKeyBag: try unsafe readKey(in: bag)
      case NID_certBag: try unsafe readCertificate(in: bag)
      case NID_safeContentsBag:
        guard let inner = unsafe PKCS12_SAFEBAG_get0_safes(bag) else { continue }
        try unsafe walk(inner, depth: depth + 1)
      // Revocation lists, and secrets of other kinds.
      default: continue
      }
    }
  }

  private mutating func readKey(in bag: OpaquePointer) throws(IdentityImportError) {
    do throws(IdentityImportError) {
      let key: OwnedPrivateKey
      if let encrypted = unsafe PKCS12_SAFEBAG_get0_pkcs8(bag) {
        key = try unsafe keyReader.key(decrypting: encrypted)
      } else if let information = unsafe PKCS12_SAFEBAG_get0_p8inf(bag) {
        key = try unsafe keyReader.key(copying: information)
      } else {
        throw IdentityImportError(.damaged)
      }
      parts.add(key, unsafe Self.remark(of: bag))
    } catch {
      // One key of an unknown kind must not hide the others.
      guard case .unsupportedAlgorithm = error.problem else { throw error }
      parts.addKeyProblem(error.problem)
    }
  }

  private mutating func readCertificate(in bag: OpaquePointer) throws(IdentityImportError) {
    // The other kind, SDSI certificates, has never been used.
    guard unsafe PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate else { return }
    guard let x509 = unsafe PKCS12_SAFEBAG_get1_cert(bag) else {
      throw IdentityImportError(.damaged)
    }
    parts.add(
      Certificate(copying: unsafe OwnedX509(takingOwnership: x509)),
      unsafe Self.remark(of: bag))
  }

  // RFC 2985 §5.5
  private static func remark(of bag: OpaquePointer) -> IdentityParts.Remark {
    let name = unsafe OpenSSLText.bytes(
      of: shim_PKCS12_SAFEBAG_attribute(bag, NID_friendlyName, V_ASN1_BMPSTRING))
    let units = stride(from: 0, to: min(name.count, 512) - 1, by: 2).map {
      UInt16(name[$0]) << 8 | UInt16(name[$0 + 1])
    }
    return unsafe IdentityParts.Remark(
      localKeyID: OpenSSLText.bytes(
        of: shim_PKCS12_SAFEBAG_attribute(bag, NID_localKeyID, V_ASN1_OCTET_STRING)),
      // Beyond the standard, pairs of surrogates are in use.
      label: String(decoding: units, as: UTF16.self))
  }
}
