// SPDX-License-Identifier: MIT
// Part of Grille: names and sealed passwords as rows of a profile, and back.

internal import Networking
internal import Security
internal import Storage

/// The table of names and passwords that outlive a session; every password in it is sealed.
nonisolated enum CredentialTable {
  /// A row.
  struct Row: Sendable {
    var credential: StoredCredential
    var sealed: [UInt8]
  }

  /// What is to be written: a credential with its password, or nil for one to be forgotten.
  typealias Changes = [ProtectionSpace.Key: Kept?]

  /// A credential on its way to the file.
  struct Kept: Sendable, Equatable {
    var credential: StoredCredential
    var password: String
  }

  private static let columns =
    "scheme, host, port, is_proxy, method, realm, user, password, added"
  private static let match =
    "scheme = ? AND host = ? AND port = ? AND is_proxy = ? AND method = ? AND realm = ?"

  /// Reads every row; damaged ones are passed over.
  static func read(_ connection: DatabaseConnection) throws(StorageError) -> [Row] {
    try connection.rows("SELECT \(columns) FROM credential ORDER BY host, port")
      .compactMap(Row.init(row:))
  }

  /// Writes a credential.
  static func write(
    _ credential: StoredCredential, sealed: [UInt8], _ connection: DatabaseConnection
  ) throws(StorageError) {
    try connection.run(
      "INSERT OR REPLACE INTO credential (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      values(of: credential.space) + [
        .text(credential.user), .blob(sealed), .integer(credential.date),
      ])
  }

  /// Deletes a credential.
  static func delete(
    _ space: ProtectionSpace.Key, _ connection: DatabaseConnection
  ) throws(StorageError) {
    try connection.run("DELETE FROM credential WHERE \(match)", values(of: space))
  }

  /// Deletes every credential, those that other programs have written included.
  static func clear(_ connection: DatabaseConnection) throws(StorageError) {
    try connection.run("DELETE FROM credential")
  }

  /// Seals a password, so that it opens for this user of this space only.
  static func seal(_ kept: Kept, with key: VaultKey) -> [UInt8]? {
    var secret = SecretBytes(capacity: kept.password.utf8.count + 1)
    for scalar in kept.password.unicodeScalars { secret.append(scalar) }
    return key.seal(secret, under: names(of: kept.credential))
  }

  /// A row with its password; nil if that is damaged, or sealed with another key.
  static func opened(_ row: Row, with key: VaultKey) -> Kept? {
    guard let secret = key.open(row.sealed, under: names(of: row.credential)) else { return nil }
    let password = secret.withBytes { bytes in
      String(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    return password.map { Kept(credential: row.credential, password: $0) }
  }

  private static func names(of credential: StoredCredential) -> [String] {
    let space = credential.space
    return [
      "credential", space.scheme, space.host, String(space.port), space.isProxy ? "proxy" : "site",
      space.method, space.realm ?? "", credential.user,
    ]
  }

  private static func values(of space: ProtectionSpace.Key) -> [SQLValue] {
    [
      .text(space.scheme), .text(space.host), .integer(Int64(space.port)),
      .integer(space.isProxy ? 1 : 0), .text(space.method), .text(space.realm ?? ""),
    ]
  }
}

nonisolated extension CredentialTable.Row {
  /// Reads a row; nil if a part of it cannot be understood.
  fileprivate init?(row: [SQLValue]) {
    guard row.count == 9, let scheme = row[0].text, let host = row[1].text, !host.isEmpty,
      let port = row[2].integer.flatMap(UInt16.init(exactly:)),
      let isProxy = row[3].integer, isProxy == 0 || isProxy == 1,
      let method = row[4].text, let realm = row[5].text, let user = row[6].text,
      let sealed = row[7].blob, let added = row[8].integer
    else { return nil }
    let hasRealm = method == "httpBasic" || method == "httpDigest"
    self.init(
      credential: StoredCredential(
        space: ProtectionSpace.Key(
          scheme: scheme, host: host, port: port, isProxy: isProxy == 1, method: method,
          realm: hasRealm ? realm : nil),
        user: user, persistence: .permanent, date: added),
      sealed: sealed)
  }
}
