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
    [
      // What is sealed, is sealed with AES-256-GCM under a key that scrypt makes of the master pass
      // phrase: a nonce, the encrypted bytes, a tag. The one row says how; no row, no pass phrase.
      """
      CREATE TABLE vault (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        salt BLOB NOT NULL,
        cost INTEGER NOT NULL,
        block_size INTEGER NOT NULL,
        parallelization INTEGER NOT NULL,
        proof BLOB NOT NULL
      ) STRICT
      """,
      // 1 where key is sealed.
      "ALTER TABLE client_identity ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0",
      // password is always sealed; realm is empty for methods without one.
      """
      CREATE TABLE credential (
        scheme TEXT NOT NULL,
        host TEXT NOT NULL,
        port INTEGER NOT NULL,
        is_proxy INTEGER NOT NULL,
        method TEXT NOT NULL,
        realm TEXT NOT NULL,
        user TEXT NOT NULL,
        password BLOB NOT NULL,
        added INTEGER NOT NULL,
        PRIMARY KEY (scheme, host, port, is_proxy, method, realm)
      ) STRICT, WITHOUT ROWID
      """,
    ],
  ]
}
