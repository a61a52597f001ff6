// SPDX-License-Identifier: MIT
// Part of Grille: why a file of certificates cannot be used.

/// A certificate file or directory that cannot serve as a source of trust.
package struct TrustStoreError: Error, Hashable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable
    /// The file holds no certificate.
    case empty
    /// One of its certificates is damaged.
    case damaged
    /// OpenSSL refuses it.
    case unusable
  }

  /// The file, directory or certificate.
  package let path: String
  /// What is wrong with it.
  package let problem: Problem
}
