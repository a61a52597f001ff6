// SPDX-License-Identifier: MIT
// Part of Grille: a list of certificates that an issuer has withdrawn.
import COpenSSL
import Synchronization

/// A certificate revocation list (RFC 5280 §5).
///
/// Sendable because the list is parsed by its creator only, and every later use of OpenSSL's object,
/// which sorts itself on first use, happens under the lock.
@safe package final class RevocationList: @unchecked Sendable {
  /// What the look-ups share.
  private struct Use {
    /// The key by which the list was found to be signed.
    var signer: Fingerprint?
    /// Keys by which it is not signed.
    var strangers: Set<Fingerprint> = []
  }

  /// Seconds by which the issuer's clock and ours may differ.
  private static let clockSkew: Int64 = 300

  /// Who has issued it.
  package let issuer: DistinguishedName
  /// From when it counts, in seconds since 1970.
  package let thisUpdate: Int64
  /// Until when it counts; nil if it does not say.
  package let nextUpdate: Int64?

  private let pointer: OpaquePointer
  private let use = Mutex(Use())

  /// Reads a list from its DER; nil if it is damaged or followed by other bytes.
  package convenience init?(derBytes: [UInt8]) {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    let parsed = unsafe derBytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var cursor = bytes.baseAddress
      guard let list = unsafe d2i_X509_CRL(nil, &cursor, bytes.count) else { return nil }
      guard unsafe cursor == bytes.baseAddress?.advanced(by: bytes.count) else {
        unsafe X509_CRL_free(list)
        return nil
      }
      return unsafe list
    }
    guard let parsed = unsafe parsed else { return nil }
    unsafe self.init(takingOwnership: parsed)
  }

  private init(takingOwnership pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
    issuer = unsafe DistinguishedName(copying: X509_CRL_get_issuer(pointer))
    thisUpdate = unsafe OpenSSLText.moment(of: X509_CRL_get0_lastUpdate(pointer))
    nextUpdate = unsafe X509_CRL_get0_nextUpdate(pointer).map {
      unsafe OpenSSLText.moment(of: $0)
    }
  }

  deinit {
    unsafe X509_CRL_free(pointer)
  }

  /// The lists in a PEM file, or the one in a DER file.
  ///
  /// - Throws: ``TrustStoreError`` if the file cannot be read, holds none, or one is damaged.
  package static func read(_ path: String) throws(TrustStoreError) -> [RevocationList] {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    guard let file = unsafe BIO_new_file(path, "rb") else {
      throw TrustStoreError(path: path, problem: .unreadable)
    }
    defer { unsafe BIO_free(file) }
    var lists: [RevocationList] = []
    // The pass-phrase callback fails: OpenSSL must never prompt on the terminal.
    while let list = unsafe PEM_read_bio_X509_CRL(file, nil, { _, _, _, _ in -1 }, nil) {
      lists.append(unsafe RevocationList(takingOwnership: list))
    }
    if ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE {
      throw TrustStoreError(path: path, problem: .damaged)
    }
    guard lists.isEmpty else { return lists }
    unsafe BIO_ctrl(file, BIO_CTRL_RESET, 0, nil)
    if let list = unsafe d2i_X509_CRL_bio(file, nil) {
      return [unsafe RevocationList(takingOwnership: list)]
    }
    throw TrustStoreError(path: path, problem: .empty)
  }

  /// What the list says about a certificate.
  ///
  /// A withdrawal counts even when the list is out of date, unless it was a mere hold: nothing
  /// that was withdrawn is ever given back.
  ///
  /// - Parameters:
  ///   - certificate: The certificate in question.
  ///   - issuer: The certificate that has signed it; the list is worth what this key is.
  ///   - moment: The present, in seconds since 1970.
  /// - Returns: Nothing (`notChecked`) if the list is not about this certificate or cannot be used.
  package func status(
    of certificate: Certificate, issuer: Certificate, at moment: Int64
  ) -> RevocationStatus {
    guard self.issuer == certificate.issuer, self.issuer == issuer.subject,
      issuer.keyUsage?.contains(.crlSign) ?? true,
      let subject = OwnedX509(derBytes: certificate.derBytes)
    else { return .notChecked }
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    return use.withLock { use in
      guard isSigned(by: issuer, &use) else { return .notChecked }
      var entry: OpaquePointer?
      let isCurrent =
        thisUpdate != .min && thisUpdate - Self.clockSkew <= moment
        && nextUpdate.map { moment <= $0 + Self.clockSkew } ?? false
      switch unsafe X509_CRL_get0_by_cert(pointer, &entry, subject.pointer) {
      case 1:
        let reason = unsafe shim_X509_REVOKED_reason(entry)
        if !isCurrent, reason == CRL_REASON_CERTIFICATE_HOLD { return .notChecked }
        let date = unsafe OpenSSLText.moment(of: X509_REVOKED_get0_revocationDate(entry))
        return .revoked(Revocation(date: date, reasonCode: reason >= 0 ? Int(reason) : nil))
      default:
        return isCurrent && covers(certificate) ? .good : .notChecked
      }
    }
  }

  private func isSigned(by issuer: Certificate, _ use: inout Use) -> Bool {
    let key = issuer.publicKey.fingerprint
    if use.signer == key { return true }
    guard !use.strangers.contains(key), let x509 = OwnedX509(derBytes: issuer.derBytes),
      unsafe X509_CRL_verify(pointer, X509_get0_pubkey(x509.pointer)) == 1
    else {
      if use.strangers.count < 64 { use.strangers.insert(key) }
      return false
    }
    use.signer = key
    return true
  }

  /// True if the certificate would be on the list, had it been withdrawn (RFC 5280 §5.2.5).
  private func covers(_ certificate: Certificate) -> Bool {
    for index in 0..<(unsafe X509_CRL_get_ext_count(pointer)) {
      guard let value = unsafe X509_CRL_get_ext(pointer, index) else { continue }
      switch unsafe OBJ_obj2nid(X509_EXTENSION_get_object(value)) {
      case NID_delta_crl: return false
      case NID_issuing_distribution_point: break
      default: if unsafe X509_EXTENSION_get_critical(value) != 0 { return false }
      }
    }
    guard unsafe X509_CRL_get_ext_by_NID(pointer, NID_issuing_distribution_point, -1) >= 0 else {
      return true
    }
    guard let scope = unsafe shim_X509_CRL_get_scope(pointer) else { return false }
    defer { unsafe ISSUING_DIST_POINT_free(scope) }
    guard unsafe shim_ISSUING_DIST_POINT_is_plain(scope) != 0 else { return false }
    if certificate.isCertificateAuthority, unsafe shim_ISSUING_DIST_POINT_only_users(scope) != 0 {
      return false
    }
    if !certificate.isCertificateAuthority,
      unsafe shim_ISSUING_DIST_POINT_only_authorities(scope) != 0
    {
      return false
    }
    guard unsafe shim_ISSUING_DIST_POINT_has_point(scope) != 0 else { return true }
    // A part of the issuer's lists: the certificate must name the same part.
    let parts = unsafe OpenSSLText.uris(in: shim_ISSUING_DIST_POINT_full_name(scope))
    return !Set(parts).isDisjoint(with: certificate.revocationListLocations)
  }
}
