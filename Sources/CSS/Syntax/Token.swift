// SPDX-License-Identifier: MIT
// Part of Grille: one token of CSS text, as positions in the bytes.

/// The tokens of CSS Syntax 3.
enum TokenKind: UInt8, Sendable {
  case end
  case ident
  case function
  case atKeyword
  case hash
  case string
  case badString
  case url
  case badURL
  case delimiter
  case number
  case percentage
  case dimension
  case whitespace
  case cdo
  case cdc
  case colon
  case semicolon
  case comma
  case openSquare
  case closeSquare
  case openParen
  case closeParen
  case openCurly
  case closeCurly
}

/// One token; its text stays in the source bytes.
struct Token: Sendable {
  var kind: TokenKind
  /// Whether the name or string holds escapes, so that its bytes must be decoded before use.
  var hasEscape = false
  /// Whether a hash token's value could be an identifier.
  var isIdentifier = false
  /// Whether a number was written without fraction and exponent.
  var isInteger = false
  /// Whether a number was written with a sign.
  var hasSign = false
  /// The byte of a delimiter token.
  var delimiter: UInt8 = 0
  /// The token's first byte, and the one after its last.
  var start: Int
  var end: Int
  /// The name, unit, string or address without quotes and marks.
  var valueStart = 0
  var valueEnd = 0
  /// The value of a number, percentage or dimension.
  var number: Double = 0

  /// Whether this is the delimiter of that byte.
  @inline(__always)
  func isDelimiter(_ byte: UInt8) -> Bool { kind == .delimiter && delimiter == byte }
}
