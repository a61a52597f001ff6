// SPDX-License-Identifier: MIT
// Part of Grille: unpredictable bytes (nonces, boundaries, serial numbers).
import COpenSSL

/// A source of cryptographically strong random bytes.
package enum RandomBytes {
  /// `count` random bytes.
  package static func generate(count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = unsafe RAND_bytes(&bytes, Int32(count))
    precondition(done == 1, "without a source of randomness no secret may be made")
    return bytes
  }
}
