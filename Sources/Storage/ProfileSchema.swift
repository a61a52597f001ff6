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
    ],
    [
      // certificates are PEM, leaf first; key is PKCS #8 in DER.
      """
      CREATE TABLE client_identity (
        leaf BLOB NOT NULL PRIMARY KEY,
        label TEXT NOT NULL,
        certificates TEXT NOT NULL,
        key BLOB NOT NULL,
        path TEXT,
        added INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """,
      // leaf is NULL where no certificate is to be shown.
      """
      CREATE TABLE identity_choice (
        host TEXT NOT NULL,
        port INTEGER NOT NULL,
        leaf BLOB,
        decided INTEGER NOT NULL,
        PRIMARY KEY (host, port)
      ) STRICT, WITHOUT ROWID
      """,
    ],
  ]
}
