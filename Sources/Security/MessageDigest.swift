// SPDX-License-Identifier: MIT
// Part of Grille: message digests (fingerprints, pins, Digest authentication).
import COpenSSL

/// One-shot message digests.
package enum MessageDigest {
  /// A digest algorithm; MD5 and SHA-1 serve old protocols and display, never a new decision.
  package enum Algorithm: Sendable, CaseIterable {
    case md5
    case sha1
    case sha256
    case sha384
    case sha512
    case sha512Truncated256
  }

  /// The digest of `bytes`, or nil if this build of OpenSSL refuses the algorithm (MD5 under FIPS).
  package static func hash(_ bytes: Span<UInt8>, with algorithm: Algorithm) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let done = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe EVP_Digest(
        input.baseAddress, input.count, &digest, &count, type(of: algorithm), nil)
    }
    guard done == 1 else { return nil }
    digest.removeLast(digest.count - Int(count))
    return digest
  }

  /// The digest of `bytes`, or nil if this build of OpenSSL refuses the algorithm.
  package static func hash(_ bytes: [UInt8], with algorithm: Algorithm) -> [UInt8]? {
    hash(bytes.span, with: algorithm)
  }

  /// The SHA-256 digest of `bytes`.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    guard let digest = hash(bytes.span, with: .sha256) else {
      preconditionFailure("OpenSSL always offers SHA-256")
    }
    return digest
  }

  /// Lower-case hexadecimal digits of `bytes`.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A digest written in base64 with padding; nil if it is not one of `count` bytes.
  static func bytes(base64 text: String, count: Int) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == (count + 2) / 3 * 4 else { return nil }
    var bytes = [UInt8](repeating: 0, count: digits.count / 4 * 3)
    // White space is refused here, since OpenSSL would skip it.
    let isBase64 = digits.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="):
        true
      default: false
      }
    }
    let padding = bytes.count - count
    guard isBase64, digits.suffix(padding).allSatisfy({ $0 == UInt8(ascii: "=") }),
      !digits.dropLast(padding).contains(UInt8(ascii: "="))
    else { return nil }
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    guard unsafe EVP_DecodeBlock(&bytes, digits, Int32(digits.count)) == Int32(bytes.count) else {
      return nil
    }
    return Array(bytes.prefix(count))
  }

  private static func type(of algorithm: Algorithm) -> OpaquePointer? {
    switch algorithm {
    case .md5: unsafe EVP_md5()
    case .sha1: unsafe EVP_sha1()
    case .sha256: unsafe EVP_sha256()
    case .sha384: unsafe EVP_sha384()
    case .sha512: unsafe EVP_sha512()
    case .sha512Truncated256: unsafe EVP_sha512_256()
    }
  }
}
