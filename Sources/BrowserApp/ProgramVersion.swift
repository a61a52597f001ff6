// SPDX-License-Identifier: MIT
// Part of Grille: the version of the program.

/// Which version this is.
nonisolated package enum ProgramVersion {
  /// The version number, by Semantic Versioning.
  package static let number = "0.1.0"
  /// Name and number.
  package static let text = "Grille \(number)"
}
