// SPDX-License-Identifier: MIT
// Part of Grille: reads lists of keys that are never trusted.

/// A list of keys that are never trusted, by the SHA-256 of their SubjectPublicKeyInfo.
///
/// One key a line, as "sha256/" with base64 or as hexadecimal digits; a line may be empty, and "#"
/// begins a comment.
package enum KeyBlockList {
  /// Reads a list.
  ///
  /// - Returns: The keys, and the numbers (from 1) of lines that are none; those are left out.
  package static func parse(
    _ text: String
  ) -> (keys: Set<Fingerprint>, damagedLines: [Int]) {
    var keys: Set<Fingerprint> = []
    var damaged: [Int] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let content = line.prefix { $0 != UInt8(ascii: "#") }
        .filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      if content.isEmpty { continue }
      let word = String(decoding: content, as: UTF8.self)
      if let key = PublicKeyPinning.fingerprint(parsing: word) {
        keys.insert(key)
      } else {
        damaged.append(index + 1)
      }
    }
    return (keys, damaged)
  }
}
