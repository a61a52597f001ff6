// SPDX-License-Identifier: MIT
// Part of Grille: client identities as rows of a profile, and back.

internal import Security
internal import Storage

/// The table of client identities that outlive a session.
nonisolated enum ClientIdentityTable {
  /// What is to be written: an identity to be kept, or nil for one to be forgotten.
  typealias Changes = [Fingerprint: ClientIdentity?]

  private static let columns = "leaf, label, certificates, key, path, added"

  /// Reads every identity, in the order in which they came; damaged ones are passed over.
  static func read(_ connection: DatabaseConnection) throws(StorageError) -> [ClientIdentity] {
    try connection.rows("SELECT \(columns) FROM client_identity ORDER BY added, label")
      .compactMap(ClientIdentity.init(row:))
  }

  /// Writes changes.
  static func write(
    _ changes: Changes, at now: Int64, _ connection: DatabaseConnection
  ) throws(StorageError) {
    for (leaf, identity) in changes {
      guard let identity else {
        try connection.run("DELETE FROM client_identity WHERE leaf = ?", [.blob(leaf.bytes)])
        continue
      }
      let key = identity.keyBytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      try connection.run(
        "INSERT OR REPLACE INTO client_identity (\(columns)) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .blob(leaf.bytes), .text(identity.label),
          .text(identity.pemText), .blob(key),
          identity.path.map { .text($0) } ?? .null, .integer(now),
        ])
    }
  }
}

nonisolated extension ClientIdentity {
  /// Reads a row; nil if a part of it cannot be used, or is not what the row says.
  fileprivate init?(row: [SQLValue]) {
    guard row.count == 6, let leaf = row[0].blob, let label = row[1].text,
      let certificates = row[2].text, let key = row[3].blob
    else { return nil }
    self.init(
      chain: CertificateFile.certificates(in: Array(certificates.utf8)),
      keyBytes: SecretBytes(copying: key.span),
      label: label, path: row[4].text)
    guard certificate.sha256Fingerprint.bytes == leaf else { return nil }
  }
}
