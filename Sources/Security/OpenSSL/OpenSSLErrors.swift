// SPDX-License-Identifier: MIT
// Part of Grille: tells from OpenSSL's error queue why something has failed.
import COpenSSL

/// The complaints in the thread's error queue.
enum OpenSSLErrors {
  /// Empties the queue and tells if a complaint was about an algorithm that is not there.
  static func takeUnsupported() -> Bool {
    var isUnsupported = false
    while true {
      let code = ERR_get_error()
      guard code != 0 else { return isUnsupported }
      let reason = ERR_GET_REASON(code)
      isUnsupported =
        isUnsupported || reason == shim_ERR_R_UNSUPPORTED
        || reasons[ERR_GET_LIB(code)]?.contains(reason) == true
    }
  }

  private static let reasons: [Int32: Set<Int32>] = [
    ERR_LIB_EVP: [
      EVP_R_UNKNOWN_PBE_ALGORITHM, EVP_R_UNKNOWN_CIPHER, EVP_R_UNKNOWN_DIGEST,
      EVP_R_UNSUPPORTED_ALGORITHM, EVP_R_UNSUPPORTED_CIPHER, EVP_R_UNSUPPORTED_KEYLENGTH,
      EVP_R_UNSUPPORTED_KEY_DERIVATION_FUNCTION, EVP_R_UNSUPPORTED_PRF,
      EVP_R_UNSUPPORTED_PRIVATE_KEY_ALGORITHM, EVP_R_UNSUPPORTED_SALT_TYPE,
    ],
    ERR_LIB_PEM: [PEM_R_UNSUPPORTED_CIPHER, PEM_R_UNSUPPORTED_ENCRYPTION],
    ERR_LIB_PKCS12: [
      PKCS12_R_UNKNOWN_DIGEST_ALGORITHM, PKCS12_R_UNSUPPORTED_PKCS12_MODE,
      PKCS12_R_CONTENT_TYPE_NOT_DATA,
    ],
  ]
}
