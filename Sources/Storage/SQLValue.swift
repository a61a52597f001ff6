// SPDX-License-Identifier: MIT
// Part of Grille: what a column of a row can hold.

/// A value that is bound to a parameter, or read from a column.
package enum SQLValue: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction.
  case real(Double)
  /// Text; a NUL in it is kept.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// The whole number; nil for any other kind.
  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The text; nil for any other kind.
  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The bytes; nil for any other kind.
  package var blob: [UInt8]? {
    if case .blob(let value) = self { value } else { nil }
  }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  /// A whole number.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// A text.
  package init(stringLiteral value: String) { self = .text(value) }
  /// No value.
  package init(nilLiteral: ()) { self = .null }
}
