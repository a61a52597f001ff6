// SPDX-License-Identifier: MIT
// Part of Grille: client identities as rows of a profile, and back.

internal import Security
internal import Storage

/// The table of client identities that outlive a session.
nonisolated enum ClientIdentityTable {
  /// What is to be written: an identity to be kept, or nil for one to be forgotten.
  typealias Changes = [Fingerprint: ClientIdentity?]

  /// A row.
  struct Row: Sendable {
    var leaf: Fingerprint
    var label: String
    var chain: [Certificate]
    var path: String?
    /// The key, if it is sealed; nil if ``identity`` holds it.
    var sealed: [UInt8]?
    /// The identity, without its key where that is sealed.
    var identity: ClientIdentity
  }

  private static let columns = "leaf, label, certificates, key, path, added, sealed"

  /// Reads every identity, in the order in which they came; damaged ones are passed over.
  static func read(_ connection: DatabaseConnection) throws(StorageError) -> [Row] {
    try connection.rows("SELECT \(columns) FROM client_identity ORDER BY added, label")
      .compactMap(Row.init(row:))
  }

  /// Writes an identity, sealed if there is a key to seal it with.
  ///
  /// - Returns: false if it cannot be sealed, so that nothing is written.
  @discardableResult
  static func write(
    _ identity: ClientIdentity, sealedWith key: VaultKey?, at now: Int64,
    _ connection: DatabaseConnection
  ) throws(StorageError) -> Bool {
    // Without its key there is nothing to write that the file does not hold already.
    guard !identity.isLocked else { return true }
    let secret = identity.keyBytes
    let bytes: [UInt8]
    if let key {
      guard let sealed = key.seal(secret, under: names(of: identity.certificate.sha256Fingerprint))
      else { return false }
      bytes = sealed
    } else {
      bytes = secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
    try connection.run(
      "INSERT OR REPLACE INTO client_identity (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .blob(identity.certificate.sha256Fingerprint.bytes), .text(identity.label),
        .text(identity.pemText), .blob(bytes), identity.path.map { .text($0) } ?? .null,
        .integer(now), .integer(key == nil ? 0 : 1),
      ])
    return true
  }

  /// Deletes an identity.
  static func delete(
    _ leaf: Fingerprint, _ connection: DatabaseConnection
  ) throws(StorageError) {
    try connection.run("DELETE FROM client_identity WHERE leaf = ?", [.blob(leaf.bytes)])
  }

  /// Deletes every identity whose key is sealed.
  static func deleteSealed(_ connection: DatabaseConnection) throws(StorageError) {
    try connection.run("DELETE FROM client_identity WHERE sealed <> 0")
  }

  /// Replaces the key of a row, which keeps its place in the order.
  static func rewrite(
    _ identity: ClientIdentity, sealedWith key: VaultKey?, _ connection: DatabaseConnection
  ) throws(StorageError) -> Bool {
    let leaf = identity.certificate.sha256Fingerprint
    let added = try connection.rows(
      "SELECT added FROM client_identity WHERE leaf = ?", [.blob(leaf.bytes)])
    return try write(
      identity, sealedWith: key, at: added.first?.first?.integer ?? 0, connection)
  }

  /// The names under which the key of a certificate is sealed.
  static func names(of leaf: Fingerprint) -> [String] {
    ["identity", MessageDigest.hexadecimal(leaf.bytes)]
  }
}

nonisolated extension ClientIdentityTable.Row {
  /// The identity with its key; nil if that is damaged, does not fit, or another key has sealed it.
  func opened(with key: VaultKey?) -> ClientIdentity? {
    guard let sealed else { return identity }
    guard let secret = key?.open(sealed, under: ClientIdentityTable.names(of: leaf)) else {
      return nil
    }
    return ClientIdentity(chain: chain, keyBytes: secret, label: label, path: path)
  }

  /// Reads a row; nil if a part of it cannot be used, or is not what the row says.
  fileprivate init?(row: [SQLValue]) {
    guard row.count == 7, let leaf = row[0].blob, let label = row[1].text,
      let certificates = row[2].text, let key = row[3].blob, let sealed = row[6].integer
    else { return nil }
    let chain = CertificateFile.certificates(in: Array(certificates.utf8))
    let path = row[4].text
    let identity =
      sealed == 0
      ? ClientIdentity(
        chain: chain, keyBytes: SecretBytes(copying: key.span), label: label, path: path)
      : ClientIdentity(lockedChain: chain, label: label, path: path)
    guard let identity, identity.certificate.sha256Fingerprint.bytes == leaf else { return nil }
    self.init(
      leaf: Fingerprint(bytes: leaf), label: label, chain: chain, path: path,
      sealed: sealed == 0 ? nil : key, identity: identity)
  }
}
