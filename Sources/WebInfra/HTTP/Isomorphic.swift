// SPDX-License-Identifier: MIT
// Part of Grille: bytes as text of which each character stands for one byte.

// infra.spec.whatwg.org/#isomorphic-encode
/// Turns bytes into text and back, a character for each byte.
package enum Isomorphic {
  /// The text whose characters have the bytes for their numbers.
  package static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return String(scalars)
  }

  /// The bytes that the characters stand for; one above U+00FF has none and becomes "?".
  package static func encode(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
  }
}
