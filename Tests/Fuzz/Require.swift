// SPDX-License-Identifier: MIT
// Part of Grille: how the fuzz targets state a rule.

/// Stops with the message if a rule does not hold; unlike `precondition`, it says so when optimised.
func require(_ condition: Bool, _ message: String) {
  if !condition { fatalError(message) }
}
