// SPDX-License-Identifier: MIT
// Part of Grille: what is sent to prove who one is.

/// The value of an `Authorization` or `Proxy-Authorization` field.
struct AuthorizationValue: Hashable, Sendable {
  /// The value.
  var text: String
  /// Whether each character stands for one byte; if not, the value is UTF-8.
  var isByteString = false
}
