// SPDX-License-Identifier: MIT
// Part of Grille: the tables of a profile, version by version.

/// The tables of a profile.
///
/// The owners of the rows give them their meaning; the statements are together here because one file
/// has one version.
package enum ProfileSchema {
  /// The statements that lead from each version to the next, version 0 (an empty file) first.
  ///
  /// A released version is never edited: a change is another version.
  package static let versions: [[String]] = [
    [
      // host, port and leaf name the decision; reasons are names joined by commas; moments are
      // seconds since 1970.
      """
      CREATE TABLE trust_decision (
        host TEXT NOT NULL,
        port INTEGER NOT NULL,
        leaf BLOB NOT NULL,
        reasons TEXT NOT NULL,
        valid_until INTEGER NOT NULL,
        decided INTEGER NOT NULL,
        last_used INTEGER NOT NULL,
        PRIMARY KEY (host, port, leaf)
      ) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE strict_transport (
        host TEXT NOT NULL PRIMARY KEY,
        includes_subdomains INTEGER NOT NULL,
        expiry INTEGER NOT NULL,
        noted INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """,
    ]
  ]
}
