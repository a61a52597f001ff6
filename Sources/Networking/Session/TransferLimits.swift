// SPDX-License-Identifier: MIT
// Part of Grille: how much a server may send before a load is given up.

/// Bounds that hostile answers run into.
package struct TransferLimits: Sendable {
  /// The longest time from the start until the request is sent.
  package var connect: Duration = .seconds(30)
  /// Bytes of the header fields of one answer, status line included.
  package var headerBytes: Int64 = 256 << 10
  /// Number of header fields of one answer.
  package var headerCount = 1000
  /// Bytes of a compressed body after decoding.
  package var decodedBytes: Int64 = 64 << 20
  /// Decoded bytes for one received byte, from `ratioFloor` decoded bytes on.
  package var ratio: Int64 = 100
  /// Decoded bytes up to which any ratio is fine: long runs of blanks are no attack.
  package var ratioFloor: Int64 = 16 << 20

  /// The bounds of a browser.
  package init() {}
}

extension Duration {
  /// The duration in words for an error text, such as "30 s".
  var wholeSeconds: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds) s" }
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
  }
}
