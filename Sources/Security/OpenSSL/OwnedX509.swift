// SPDX-License-Identifier: MIT
// Part of Grille: OpenSSL's certificate object, owned.
import COpenSSL

/// An X509 that is freed with its owner.
@safe struct OwnedX509: ~Copyable {
  let pointer: OpaquePointer

  /// Parses DER; nil if it is damaged or if bytes follow.
  init?(derBytes: [UInt8]) {
    let parsed = unsafe derBytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var cursor = bytes.baseAddress
      guard let x509 = unsafe d2i_X509(nil, &cursor, bytes.count) else { return nil }
      guard unsafe cursor == bytes.baseAddress?.advanced(by: bytes.count) else {
        unsafe X509_free(x509)
        return nil
      }
      return unsafe x509
    }
    guard let parsed = unsafe parsed else { return nil }
    unsafe pointer = parsed
  }

  /// Takes over one reference.
  init(takingOwnership pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
  }

  /// Adds a reference to an object that stays somebody else's.
  init(retaining pointer: OpaquePointer) {
    unsafe X509_up_ref(pointer)
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    unsafe X509_free(pointer)
  }

  /// The DER encoding; of a parsed certificate these are the parsed bytes.
  var derBytes: [UInt8] {
    unsafe derEncoding { unsafe i2d_X509(pointer, $0) }
  }
}

/// Runs one of OpenSSL's i2d functions and copies its result.
func derEncoding(
  _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
) -> [UInt8] {
  var memory: UnsafeMutablePointer<UInt8>?
  let count = unsafe encode(&memory)
  guard count > 0, let memory = unsafe memory else { return [] }
  defer { unsafe shim_OPENSSL_free(memory) }
  return unsafe Array(UnsafeBufferPointer(start: memory, count: Int(count)))
}
