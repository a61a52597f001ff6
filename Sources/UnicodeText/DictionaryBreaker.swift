// SPDX-License-Identifier: MIT
// Part of Grille: cuts scripts without spaces between words by ICU's dictionaries.

import CICU

/// Owns ICU's line-break iterator.
@safe
final class DictionaryBreaker {
  private let iterator: OpaquePointer

  /// Loads ICU and opens an iterator; nil when the library is not installed.
  init?() {
    guard shim_icu_load() == 1 else { return nil }
    var error: Int32 = 0
    guard let iterator = unsafe shim_ubrk_open_line(&error) else { return nil }
    unsafe self.iterator = iterator
  }

  deinit {
    unsafe shim_ubrk_close(iterator)
  }

  /// Appends the breaks inside a run of one such script, each plus `offset`.
  func appendBreaks(in run: Span<UInt8>, offset: Int, to breaks: inout [Int32]) {
    unsafe run.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      var error: Int32 = 0
      unsafe shim_ubrk_setUTF8(iterator, start, Int64(bytes.count), &error)
      guard error == 0 else { return }
      while true {
        let index = unsafe shim_ubrk_next(iterator)
        guard index >= 0, index < bytes.count else { break }
        breaks.append(Int32(offset) + index)
      }
    }
  }
}
