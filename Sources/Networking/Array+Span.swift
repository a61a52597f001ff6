// SPDX-License-Identifier: MIT
// Part of Grille: copies of borrowed bytes.

extension Array where Element == UInt8 {
  /// Makes an array of the bytes of a span.
  init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
