// SPDX-License-Identifier: MIT
// Part of Grille: reads lists of keys that are never trusted.
import Glibc

/// A list of keys that are never trusted, by the SHA-256 of their SubjectPublicKeyInfo.
///
/// One key a line, as "sha256/" with base64 or as hexadecimal digits; a line may be empty, and "#"
/// begins a comment.
package enum KeyBlockList {
  /// The largest file that is read, in bytes.
  private static let maximumSize = 8 << 20

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

  /// Reads a list from a file.
  ///
  /// - Throws: ``TrustStoreError`` if the file cannot be read or is larger than any such list.
  package static func read(
    _ path: String
  ) throws(TrustStoreError) -> (keys: Set<Fingerprint>, damagedLines: [Int]) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw TrustStoreError(path: path, problem: .unreadable) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw TrustStoreError(path: path, problem: .unreadable) }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= maximumSize else {
        throw TrustStoreError(path: path, problem: .unusable)
      }
    }
    return parse(String(decoding: bytes, as: UTF8.self))
  }
}
