// SPDX-License-Identifier: MIT
// Part of Grille: permanent choices of client identities as rows of a profile, and back.

internal import Security
internal import Storage

/// The table of what servers are shown.
nonisolated enum IdentityChoiceTable {
  /// Whom a choice is about.
  struct Key: Hashable, Sendable {
    var host: String
    var port: UInt16

    /// The values that find the row.
    var values: [SQLValue] { [.text(host), .integer(Int64(port))] }
  }

  /// The content of the table.
  typealias Choices = [Key: ClientIdentityChoice]

  private static let columns = "host, port, leaf, decided"

  /// The permanent choices among others.
  static func permanent(among choices: [ClientIdentityChoice]) -> Choices {
    var result: Choices = [:]
    for choice in choices where choice.scope == .permanent {
      result[Key(host: choice.host, port: choice.port)] = choice
    }
    return result
  }

  /// Reads every choice; damaged ones are passed over.
  static func read(_ connection: DatabaseConnection) throws(StorageError) -> Choices {
    permanent(
      among: try connection.rows("SELECT \(columns) FROM identity_choice")
        .compactMap(ClientIdentityChoice.init(row:)))
  }

  /// Writes the difference between what the file is known to hold and what it is to hold.
  static func write(
    from known: Choices, to wanted: Choices, _ connection: DatabaseConnection
  ) throws(StorageError) {
    for key in known.keys where wanted[key] == nil {
      try connection.run(
        "DELETE FROM identity_choice WHERE host = ? AND port = ?", key.values)
    }
    for (key, choice) in wanted where known[key] != choice {
      try connection.run(
        "INSERT OR REPLACE INTO identity_choice (\(columns)) VALUES (?, ?, ?, ?)",
        key.values + [
          choice.identity.map { .blob($0.bytes) } ?? .null, .integer(choice.decisionDate),
        ])
    }
  }
}

nonisolated extension ClientIdentityChoice {
  /// Reads a row; nil if a part of it cannot be understood.
  fileprivate init?(row: [SQLValue]) {
    guard row.count == 4, let host = row[0].text, !host.isEmpty,
      let port = row[1].integer.flatMap(UInt16.init(exactly:)), let decided = row[3].integer
    else { return nil }
    // To show none is a choice of its own: damage must not look like it.
    switch row[2] {
    case .null: break
    case .blob(let bytes) where bytes.count == 32: break
    default: return nil
    }
    self.init(
      host: host, port: port, identity: row[2].blob.map { Fingerprint(bytes: $0) },
      scope: .permanent, decisionDate: decided)
  }
}
