// SPDX-License-Identifier: MIT
// Part of Grille: a corner in which OpenSSL's old algorithms can be used.
import COpenSSL

/// A library context of our own that knows old algorithms (RC2 with 40 bits and others).
///
/// The rest of the program does not see them: what is read here is made anew in the usual context.
/// Sendable because it is filled by its initialiser only; OpenSSL locks what it caches in it.
@safe final class LegacyLibrary: @unchecked Sendable {
  /// Made on first use and kept.
  static let shared = LegacyLibrary()

  /// The context; nil, which means the usual one, if memory is short.
  let context: OpaquePointer?

  /// Without OpenSSL's legacy module the context offers what the usual one offers.
  private init() {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    unsafe context = OSSL_LIB_CTX_new()
    unsafe _ = OSSL_PROVIDER_load(context, "default")
    unsafe _ = OSSL_PROVIDER_load(context, "legacy")
  }

  deinit {
    unsafe OSSL_LIB_CTX_free(context)
  }
}
