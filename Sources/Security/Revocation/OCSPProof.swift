// SPDX-License-Identifier: MIT
// Part of Grille: judges the proof of validity that a server staples to its handshake.
import COpenSSL

/// A response of the Online Certificate Status Protocol (RFC 6960).
enum OCSPProof {
  /// Seconds by which the issuer's clock and ours may differ.
  private static let clockSkew: Int64 = 300

  /// What a response says about a leaf.
  ///
  /// - Parameters:
  ///   - bytes: The response in DER.
  ///   - leaf: The certificate in question.
  ///   - issuer: The certificate that has signed it; the response is worth what this key is.
  ///   - moment: The present, in seconds since 1970.
  /// - Returns: A usable answer, or that the proof is unusable.
  static func judge(
    _ bytes: [UInt8], leaf: Certificate, issuer: Certificate, at moment: Int64
  ) -> RevocationStatus {
    verdict(of: bytes, leaf: leaf, issuer: issuer, at: moment).status
  }

  /// What a response says about a leaf, and until when (in seconds since 1970) it may be kept.
  static func verdict(
    of bytes: [UInt8], leaf: Certificate, issuer: Certificate, at moment: Int64
  ) -> (status: RevocationStatus, end: Int64?) {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    guard let leaf = OwnedX509(derBytes: leaf.derBytes),
      let issuer = OwnedX509(derBytes: issuer.derBytes),
      let response = unsafe parse(bytes)
    else { return (.unusableProof, nil) }
    defer { unsafe OCSP_BASICRESP_free(response) }
    guard unsafe isSignedFor(issuer, response, at: moment) else { return (.unusableProof, nil) }
    for index in 0..<(unsafe OCSP_resp_count(response)) {
      guard let single = unsafe OCSP_resp_get0(response, index),
        unsafe concerns(single, leaf: leaf, issuer: issuer)
      else { continue }
      return unsafe status(of: single, at: moment)
    }
    return (.unusableProof, nil)
  }

  /// A request for a proof about a leaf (RFC 6960 §4.1, in the form of RFC 5019 §2.1); nil if a
  /// certificate cannot be read.
  static func request(about leaf: Certificate, issuer: Certificate) -> [UInt8]? {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    guard let leaf = OwnedX509(derBytes: leaf.derBytes),
      let issuer = OwnedX509(derBytes: issuer.derBytes),
      let request = unsafe OCSP_REQUEST_new()
    else { return nil }
    defer { unsafe OCSP_REQUEST_free(request) }
    // SHA-1 only names the certificate here; many responders know no other digest.
    guard
      let identifier = unsafe OCSP_cert_to_id(EVP_sha1(), leaf.pointer, issuer.pointer)
    else { return nil }
    guard unsafe OCSP_request_add0_id(request, identifier) != nil else {
      unsafe OCSP_CERTID_free(identifier)
      return nil
    }
    let encoding = unsafe derEncoding { unsafe i2d_OCSP_REQUEST(request, $0) }
    return encoding.isEmpty ? nil : encoding
  }

  private static func parse(_ bytes: [UInt8]) -> OpaquePointer? {
    let response = unsafe bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var cursor = buffer.baseAddress
      return unsafe d2i_OCSP_RESPONSE(nil, &cursor, buffer.count)
    }
    guard let response = unsafe response else { return nil }
    defer { unsafe OCSP_RESPONSE_free(response) }
    guard unsafe OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
      return nil
    }
    return unsafe OCSP_response_get1_basic(response)
  }

  /// True if the issuer itself or a responder that it has named has signed the response.
  private static func isSignedFor(
    _ issuer: borrowing OwnedX509, _ response: OpaquePointer, at moment: Int64
  ) -> Bool {
    guard let known = unsafe shim_sk_X509_new() else { return false }
    defer { unsafe shim_sk_X509_free(known) }
    unsafe shim_sk_X509_push(known, issuer.pointer)
    var signer: OpaquePointer?
    guard unsafe OCSP_resp_get0_signer(response, &signer, known) == 1,
      let signer = unsafe signer,
      // The chain of the signer is judged below; here only the signature.
      unsafe OCSP_basic_verify(response, known, nil, UInt(OCSP_NOVERIFY)) == 1
    else { return false }
    if unsafe X509_cmp(signer, issuer.pointer) == 0 { return true }
    // RFC 6960 §4.2.2.2: a delegate must be issued by the very same authority for this purpose.
    return unsafe X509_check_issued(issuer.pointer, signer) == X509_V_OK
      && X509_verify(signer, X509_get0_pubkey(issuer.pointer)) == 1
      && X509_get_extension_flags(signer) & UInt32(EXFLAG_XKUSAGE) != 0
      && X509_get_extended_key_usage(signer) & UInt32(XKU_OCSP_SIGN) != 0
      && OpenSSLText.moment(of: X509_get0_notBefore(signer)) <= moment
      && OpenSSLText.moment(of: X509_get0_notAfter(signer)) >= moment
  }

  /// True if an answer is about this leaf, by the digest that the answer uses.
  private static func concerns(
    _ single: OpaquePointer, leaf: borrowing OwnedX509, issuer: borrowing OwnedX509
  ) -> Bool {
    guard let named = unsafe OCSP_SINGLERESP_get0_id(single) else { return false }
    var algorithm: OpaquePointer?
    unsafe OCSP_id_get0_info(nil, &algorithm, nil, nil, named)
    guard let digest = unsafe EVP_get_digestbyname(OBJ_nid2sn(OBJ_obj2nid(algorithm))),
      let expected = unsafe OCSP_cert_to_id(digest, leaf.pointer, issuer.pointer)
    else { return false }
    defer { unsafe OCSP_CERTID_free(expected) }
    return unsafe OCSP_id_cmp(expected, named) == 0
  }

  private static func status(
    of single: OpaquePointer, at moment: Int64
  ) -> (status: RevocationStatus, end: Int64?) {
    var reason: Int32 = -1
    var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
    let status = unsafe OCSP_single_get0_status(
      single, &reason, &revoked, &thisUpdate, &nextUpdate)
    let start = unsafe OpenSSLText.moment(of: thisUpdate)
    guard start != .min, start - clockSkew <= moment else { return (.unusableProof, nil) }
    var last: Int64?
    if let nextUpdate = unsafe nextUpdate {
      let end = unsafe OpenSSLText.moment(of: nextUpdate)
      guard end != .min, moment <= end + clockSkew else { return (.unusableProof, nil) }
      last = end
    }
    switch status {
    case V_OCSP_CERTSTATUS_GOOD: return (.good, last)
    case V_OCSP_CERTSTATUS_REVOKED:
      let revocation = Revocation(
        date: unsafe OpenSSLText.moment(of: revoked),
        reasonCode: reason >= 0 ? Int(reason) : nil)
      return (.revoked(revocation), last)
    default: return (.unusableProof, nil)
    }
  }
}
