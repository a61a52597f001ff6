// SPDX-License-Identifier: MIT
// Part of Grille: internationalised domain names.

import CICU

/// Domain names between Unicode and ASCII (UTS 46, nontransitional, as the URL standard asks).
package enum IDNA {
  // url.spec.whatwg.org/#concept-domain-to-ascii
  /// The ASCII form of a domain in lower case, or nil when it is no valid name.
  ///
  /// Names in ASCII do not touch ICU: the URL standard lets them pass as they are, `xn--` labels that
  /// mean nothing included. Empty labels, hyphens and lengths are not judged unless `beStrict`. Without
  /// ICU a name with other characters is not valid.
  package static func toASCII(_ domain: String, beStrict: Bool = false) -> String? {
    let bytes = Array(domain.utf8)
    if !beStrict, bytes.allSatisfy({ $0 < 0x80 }) { return lowercased(bytes) }
    guard let result = processor(beStrict)?.toASCII(updated(bytes)) else { return nil }
    let forgiven = beStrict ? 0 : shim_uidna_ignorable_errors()
    guard result.errors & ~forgiven == 0 else { return nil }
    return String(decoding: result.bytes, as: UTF8.self)
  }

  // url.spec.whatwg.org/#concept-domain-to-unicode
  /// The Unicode form of a domain; the domain itself where it is no valid name.
  ///
  /// Whether that form is fit to be shown is for the caller to decide.
  package static func toUnicode(_ domain: String) -> String {
    let bytes = Array(domain.utf8)
    guard hasACELabel(bytes) || !bytes.allSatisfy({ $0 < 0x80 }) else { return domain }
    guard let result = processor(false)?.toUnicode(bytes),
      result.errors & ~shim_uidna_ignorable_errors() == 0
    else { return domain }
    return String(decoding: result.bytes, as: UTF8.self)
  }

  // Opened on first use; nil without ICU.
  private static let lenient = IDNAProcessor(strict: false)
  private static let strict = IDNAProcessor(strict: true)

  private static func processor(_ beStrict: Bool) -> IDNAProcessor? {
    beStrict ? strict : lenient
  }

  /// Whether a label begins with `xn--`.
  private static func hasACELabel(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: true).contains {
      $0.count >= 4 && $0.prefix(4).map { $0 | 0x20 } == Array("xn\u{2d}\u{2d}".utf8)
    }
  }

  /// Maps the few characters that UTS 46 treats otherwise since its version 16 than ICU 72 does.
  private static func updated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Decoding.scalar(in: bytes.span, at: index)
      index += scalar.length
      switch scalar.value {
      case 0x04C0: UTF8Decoding.append(0x04CF, to: &result)
      case 0x1E9E: UTF8Decoding.append(0xDF, to: &result)
      case 0x2183: UTF8Decoding.append(0x2184, to: &result)
      case 0x2F868: UTF8Decoding.append(0x36FC, to: &result)
      case 0x180E, 0x206A...0x206F: break
      default: UTF8Decoding.append(scalar.value, to: &result)
      }
    }
    return result
  }

  private static func lowercased(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// Owns ICU's processor for UTS 46.
///
/// Sendable: ICU's `UIDNA` does not change after it was opened and may be used by any thread.
@safe
private final class IDNAProcessor: @unchecked Sendable {
  private let handle: OpaquePointer

  init?(strict: Bool) {
    guard shim_icu_load() == 1 else { return nil }
    var error: Int32 = 0
    guard let handle = unsafe shim_uidna_openUTS46(strict ? 1 : 0, &error) else { return nil }
    unsafe self.handle = handle
  }

  deinit {
    unsafe shim_uidna_close(handle)
  }

  func toASCII(_ name: [UInt8]) -> (bytes: [UInt8], errors: UInt32)? {
    unsafe convert(name) { unsafe shim_uidna_nameToASCII(handle, $0, $1, $2, $3, $4, $5) }
  }

  func toUnicode(_ name: [UInt8]) -> (bytes: [UInt8], errors: UInt32)? {
    unsafe convert(name) { unsafe shim_uidna_nameToUnicode(handle, $0, $1, $2, $3, $4, $5) }
  }

  private typealias Conversion = (
    UnsafePointer<UInt8>, Int32, UnsafeMutablePointer<UInt8>, Int32,
    UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Int32>
  ) -> Int32

  private func convert(_ name: [UInt8], _ call: Conversion) -> (bytes: [UInt8], errors: UInt32)? {
    // No name that can be resolved is longer; a longer one is not worth the work.
    guard name.count < 0x10000 else { return nil }
    // Punycode takes at most a few bytes for each character.
    var result = [UInt8](repeating: 0, count: 8 * name.count + 64)
    var errors: UInt32 = 0
    var error: Int32 = 0
    let count = unsafe call(
      name.isEmpty ? [0] : name, Int32(name.count), &result, Int32(result.count), &errors, &error)
    guard error == 0, count >= 0, count <= result.count else { return nil }
    result.removeLast(result.count - Int(count))
    return (result, errors)
  }
}
