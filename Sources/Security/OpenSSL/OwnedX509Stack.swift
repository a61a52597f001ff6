// SPDX-License-Identifier: MIT
// Part of Grille: OpenSSL's list of certificates, owned.
import COpenSSL

/// A STACK_OF(X509) that is freed with its owner, its certificates included.
@safe struct OwnedX509Stack: ~Copyable {
  let pointer: OpaquePointer

  /// Parses certificates into a new list, in their order.
  init(_ certificates: [Certificate]) {
    guard let stack = unsafe shim_sk_X509_new() else { preconditionFailure("out of memory") }
    for certificate in certificates {
      guard let x509 = OwnedX509(derBytes: certificate.derBytes) else { continue }
      unsafe X509_up_ref(x509.pointer)
      if unsafe shim_sk_X509_push(stack, x509.pointer) == 0 { unsafe X509_free(x509.pointer) }
    }
    unsafe pointer = stack
  }

  deinit {
    unsafe shim_sk_X509_pop_free(pointer)
  }

  /// The first certificate, still owned by the list.
  @unsafe var first: OpaquePointer? {
    unsafe shim_sk_X509_num(pointer) > 0 ? shim_sk_X509_value(pointer, 0) : nil
  }

  /// Copies the certificates of a list that stays somebody else's.
  @unsafe static func certificates(in stack: OpaquePointer?) -> [Certificate] {
    guard let stack = unsafe stack else { return [] }
    var result: [Certificate] = []
    for index in 0..<max(0, unsafe shim_sk_X509_num(stack)) {
      guard let x509 = unsafe shim_sk_X509_value(stack, index) else { continue }
      result.append(Certificate(copying: unsafe OwnedX509(retaining: x509)))
    }
    return result
  }
}
