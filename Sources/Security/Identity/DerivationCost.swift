// SPDX-License-Identifier: MIT
// Part of Grille: what it costs to try a pass phrase, told before it is tried.
import COpenSSL

/// Counts the rounds that a file demands and refuses those that would take minutes.
struct DerivationCost {
  /// The most rounds one value may demand; 600 000 are usual.
  static let limit: UInt64 = 10_000_000
  /// The most rounds all values of a file may demand together.
  static let limitOfFile: UInt64 = 40_000_000

  private var total: UInt64 = 0

  /// Adds rounds.
  ///
  /// - Throws: `tooManyIterations` if there are more than the limits allow.
  mutating func spend(_ rounds: UInt64) throws(IdentityImportError) {
    guard rounds <= Self.limit else { throw IdentityImportError(.tooManyIterations(rounds)) }
    total += rounds
    guard total <= Self.limitOfFile else { throw IdentityImportError(.tooManyIterations(total)) }
  }

  /// Adds the rounds of an encryption by pass phrase.
  mutating func spend(
    encryption: UnsafePointer<X509_ALGOR>?
  ) throws(IdentityImportError) {
    let encoding = unsafe derEncoding { unsafe i2d_X509_ALGOR(encryption, $0) }
    try spend(Self.rounds(of: encoding))
  }

  /// The rounds that an AlgorithmIdentifier in DER demands; 0 if it is none that we know, which
  /// OpenSSL does not know either.
  static func rounds(of algorithm: [UInt8]) -> UInt64 {
    guard let parts = DERReader.value(of: algorithm)?.elements, parts.count == 2 else { return 0 }
    let parameters = parts[1].elements
    switch parts[0].objectIdentifier {
    // RFC 8018 §A.4, PBES2: the derivation, then the cipher.
    case "1.2.840.113549.1.5.13"?:
      guard let derivation = parameters.first?.elements, derivation.count == 2 else { return 0 }
      return rounds(ofDerivation: derivation[0].objectIdentifier, derivation[1].elements)
    // RFC 8018 §A.3 and RFC 7292 §C: salt and iteration count.
    default: return parameters.count == 2 ? number(parameters[1]) : 0
    }
  }

  private static func rounds(ofDerivation identifier: String?, _ parameters: [DERValue]) -> UInt64 {
    switch identifier {
    // RFC 8018 §A.2, PBKDF2: salt, iteration count, …
    case "1.2.840.113549.1.5.12"?: parameters.count >= 2 ? number(parameters[1]) : 0
    // RFC 7914 §7, scrypt: salt, cost, block size, parallelisation, …
    case "1.3.6.1.4.1.11591.4.11"?:
      parameters.dropFirst().prefix(3).map(number).reduce(1) { product, factor in
        let (result, overflow) = product.multipliedReportingOverflow(by: factor)
        return overflow ? .max : result
      }
    default: 0
    }
  }

  /// An INTEGER; the greatest number for what is negative, none, or too long to be read.
  private static func number(_ value: DERValue) -> UInt64 {
    guard value.tag == 0x02, let first = value.content.first, first < 0x80 else { return .max }
    let digits = value.content.drop { $0 == 0 }
    guard digits.count <= 8 else { return .max }
    return digits.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The rounds of an integrity check; 1 is what a missing number means.
  // RFC 7292 §4
  static func rounds(ofCheck number: UnsafePointer<ASN1_INTEGER>?) -> UInt64 {
    guard let number = unsafe number else { return 1 }
    let count = unsafe ASN1_INTEGER_get(number)
    return count < 0 ? .max : UInt64(count)
  }
}
