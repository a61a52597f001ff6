// SPDX-License-Identifier: MIT
// Part of Grille: canonical normalisation of text that must not become a string.

import CICU

/// Normalisation of UTF-16 in memory that belongs to the caller (Unicode Standard Annex #15).
package enum Normalization {
  /// A canonical form.
  package enum Form: Sendable, CaseIterable {
    /// Characters as composed as they can be.
    case nfc
    /// Characters taken apart.
    case nfd
  }

  /// Writes the normal form of `text` to `destination`.
  ///
  /// - Returns: The units written; nil without ICU or if `destination` is too small. Four times the
  ///   units of `text` are always enough.
  package static func normalize(
    _ text: Span<UInt16>, to form: Form, into destination: inout MutableSpan<UInt16>
  ) -> Int? {
    guard shim_icu_load() == 1 else { return nil }
    // Empty buffers may share an address, which ICU refuses.
    guard !text.isEmpty else { return 0 }
    var error: Int32 = 0
    let count = unsafe text.withUnsafeBufferPointer { source -> Int32 in
      unsafe destination.withUnsafeMutableBufferPointer { target -> Int32 in
        guard let from = source.baseAddress, let to = target.baseAddress else { return 0 }
        return unsafe shim_unorm2_normalize(
          form == .nfc ? 1 : 0, from, Int32(source.count), to, Int32(target.count), &error)
      }
    }
    return error == 0 ? Int(count) : nil
  }
}
