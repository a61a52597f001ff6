// SPDX-License-Identifier: MIT
// Part of Grille: stands in until international domain names are read by UnicodeText.

/// Not implemented: hosts outside ASCII are refused until the Unicode target is there.
enum IDNA {
  static func toASCII(_ domain: String) -> String? { nil }
  static func toUnicode(_ domain: String) -> String { domain }
}
