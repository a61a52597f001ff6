// SPDX-License-Identifier: MIT
// Part of Grille: reads where issuers say more about a certificate, and what they promise.
import COpenSSL

extension Certificate {
  /// True if this certificate's key has made the signature of another one.
  func hasSigned(_ other: Certificate) -> Bool {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    guard let signer = OwnedX509(derBytes: derBytes),
      let signed = OwnedX509(derBytes: other.derBytes)
    else { return false }
    return unsafe X509_verify(signed.pointer, X509_get0_pubkey(signer.pointer)) == 1
  }
}

extension OwnedX509 {
  // RFC 5280 §4.2.2.1
  func readAuthorityInformation(into fields: inout Certificate.Fields) {
    guard let list = unsafe shim_X509_get_info_access(pointer) else { return }
    defer { unsafe AUTHORITY_INFO_ACCESS_free(list) }
    for index in 0..<max(0, unsafe shim_sk_ACCESS_DESCRIPTION_num(list)) {
      guard let description = unsafe shim_sk_ACCESS_DESCRIPTION_value(list, index),
        let location = unsafe shim_ACCESS_DESCRIPTION_location(description),
        let text = unsafe OpenSSLText.uri(of: location)
      else { continue }
      switch unsafe shim_ACCESS_DESCRIPTION_method(description) {
      case NID_ad_OCSP: fields.statusResponders.append(text)
      case NID_ad_ca_issuers: fields.issuerLocations.append(text)
      default: break
      }
    }
  }

  // RFC 5280 §4.2.1.13
  func readRevocationListLocations() -> [String] {
    guard let points = unsafe shim_X509_get_crl_distribution_points(pointer) else { return [] }
    defer { unsafe CRL_DIST_POINTS_free(points) }
    var result: [String] = []
    for index in 0..<max(0, unsafe shim_sk_DIST_POINT_num(points)) {
      guard let point = unsafe shim_sk_DIST_POINT_value(points, index) else { continue }
      result += unsafe OpenSSLText.uris(in: shim_DIST_POINT_full_name(point))
    }
    return result
  }
}
