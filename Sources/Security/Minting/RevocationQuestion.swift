// SPDX-License-Identifier: MIT
// Part of Grille: reads requests of the Online Certificate Status Protocol.
import COpenSSL

/// What a client asks a responder (RFC 6960 §4.1).
package enum RevocationQuestion {
  /// The serial numbers of the certificates in question, without leading zeros; nil if the request
  /// cannot be read.
  package static func serialNumbers(in derBytes: [UInt8]) -> [[UInt8]]? {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    let request = unsafe derBytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var cursor = buffer.baseAddress
      return unsafe d2i_OCSP_REQUEST(nil, &cursor, buffer.count)
    }
    guard let request = unsafe request else { return nil }
    defer { unsafe OCSP_REQUEST_free(request) }
    var result: [[UInt8]] = []
    for index in 0..<(unsafe OCSP_request_onereq_count(request)) {
      guard let one = unsafe OCSP_request_onereq_get0(request, index),
        let identifier = unsafe OCSP_onereq_get0_id(one)
      else { return nil }
      var serial: UnsafeMutablePointer<ASN1_INTEGER>?
      unsafe OCSP_id_get0_info(nil, nil, nil, &serial, identifier)
      guard let serial = unsafe serial, let bytes = unsafe ASN1_STRING_get0_data(serial) else {
        return nil
      }
      let count = Int(unsafe ASN1_STRING_length(serial))
      let digits = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
      result.append(Array(digits.drop { $0 == 0 }))
    }
    return result
  }
}
