// SPDX-License-Identifier: MIT
// Part of Grille: copies what only a certificate viewer asks for out of OpenSSL.
import COpenSSL

extension OwnedX509 {
  /// Copies every extension, in the order of the certificate.
  func readExtensions() -> [CertificateDetails.Extension] {
    (0..<max(0, unsafe X509_get_ext_count(pointer))).map { index in
      let entry = unsafe X509_get_ext(pointer, index)
      return unsafe CertificateDetails.Extension(
        objectIdentifier: OpenSSLText.objectIdentifier(of: X509_EXTENSION_get_object(entry)),
        isCritical: X509_EXTENSION_get_critical(entry) == 1,
        value: OpenSSLText.bytes(of: X509_EXTENSION_get_data(entry)))
    }
  }
}

extension OpenSSLText {
  /// OpenSSL's long name for an object identifier in dots; nil if it knows none.
  static func longName(ofObjectIdentifier identifier: String) -> String? {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    guard let object = unsafe OBJ_txt2obj(identifier, 1) else { return nil }
    defer { unsafe ASN1_OBJECT_free(object) }
    let number = unsafe OBJ_obj2nid(object)
    return number == NID_undef ? nil : longName(ofNID: number)
  }
}
