// SPDX-License-Identifier: MIT
// Part of Grille: OpenSSL's store of trust anchors, owned.
import COpenSSL

/// An X509_STORE that is freed with its owner.
///
/// Sendable because it is filled by its creator only, and verification takes OpenSSL's own lock
/// whenever it looks up or caches a certificate in the store.
@safe final class OwnedX509Store: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// Makes an empty store.
  init() {
    guard let store = unsafe X509_STORE_new() else { preconditionFailure("out of memory") }
    unsafe pointer = store
  }

  deinit {
    unsafe X509_STORE_free(pointer)
  }

  /// Lets the store look for anchors in a directory of PEM files named by subject hash.
  func addHashedDirectory(_ path: String) -> Bool {
    unsafe shim_X509_STORE_add_hashed_directory(pointer, path) == 1
  }

  /// Adds an anchor; adding it twice is no error.
  func add(_ certificate: Certificate) -> Bool {
    guard let x509 = OwnedX509(derBytes: certificate.derBytes) else { return false }
    return unsafe X509_STORE_add_cert(pointer, x509.pointer) == 1
  }

  /// Starts a verification whose context the caller frees; nil if memory is short.
  @unsafe func makeContext(leaf: OpaquePointer, untrusted: OpaquePointer?) -> OpaquePointer? {
    guard let context = unsafe X509_STORE_CTX_new() else { return nil }
    guard unsafe X509_STORE_CTX_init(context, pointer, leaf, untrusted) == 1 else {
      unsafe X509_STORE_CTX_free(context)
      return nil
    }
    return unsafe context
  }
}
