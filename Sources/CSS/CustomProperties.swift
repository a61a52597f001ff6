// SPDX-License-Identifier: MIT
// Part of Grille: the custom properties in force on an element.

/// A set of custom properties: a parent set and the values that differ from it.
struct CustomProperties: Hashable, Sendable {
  /// The set inherited from, in `StyleTable.customProperties`.
  var parent: UInt32 = 0
  /// Values by the hash of the name; an empty optional is the guaranteed-invalid value.
  var values: [UInt64: [UInt8]?] = [:]
}
