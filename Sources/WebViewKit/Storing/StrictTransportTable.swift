// SPDX-License-Identifier: MIT
// Part of Grille: hosts of strict transport security as rows of a profile, and back.

internal import Networking
internal import Security
internal import Storage

/// The table of hosts that have declared strict transport security.
nonisolated enum StrictTransportTable {
  /// What a host has declared since the last writing; nil if it has taken that back.
  typealias Changes = [String: HSTSStore.Entry?]

  private static let columns = "host, includes_subdomains, expiry, noted"

  /// Reads the declarations that still count; the others are removed if the file may be written.
  static func read(
    _ connection: DatabaseConnection, at now: Int64, isWritten: Bool
  ) throws(StorageError) -> [HSTSStore.Entry] {
    let rows = try connection.rows("SELECT \(columns) FROM strict_transport")
    let entries = rows.compactMap(HSTSStore.Entry.init(row:)).filter { $0.expiry > now }
    if entries.count < rows.count, isWritten {
      try connection.run("DELETE FROM strict_transport WHERE expiry <= ?", [.integer(now)])
    }
    return entries
  }

  /// Writes changes.
  static func write(
    _ changes: Changes, _ connection: DatabaseConnection
  ) throws(StorageError) {
    for (host, entry) in changes {
      if let entry {
        // What another program has heard from the host later is not put back.
        try connection.run(
          """
          INSERT INTO strict_transport (\(columns)) VALUES (?, ?, ?, ?)
          ON CONFLICT (host) DO UPDATE SET includes_subdomains = excluded.includes_subdomains,
          expiry = excluded.expiry, noted = excluded.noted WHERE noted <= excluded.noted
          """, entry.row)
      } else {
        try connection.run("DELETE FROM strict_transport WHERE host = ?", [.text(host)])
      }
    }
  }

  /// Removes every row.
  static func clear(_ connection: DatabaseConnection) throws(StorageError) {
    try connection.run("DELETE FROM strict_transport")
  }

  /// Whether a declaration has to be on disk soon: new, shorter, or a good deal longer than before.
  ///
  /// A host says it again with every answer, each time for a few seconds more.
  static func isWorthWriting(_ entry: HSTSStore.Entry?, after old: HSTSStore.Entry?) -> Bool {
    guard let entry, let old else { return true }
    return entry.includesSubdomains != old.includesSubdomains || entry.expiry < old.expiry
      || entry.expiry - old.expiry > UnixTime.day
  }
}

nonisolated extension HSTSStore.Entry {
  /// The declaration as a row, in the order of the table's columns.
  var row: [SQLValue] {
    [.text(host), .integer(includesSubdomains ? 1 : 0), .integer(expiry), .integer(noted)]
  }

  /// Reads a row; nil if it cannot be understood.
  init?(row: [SQLValue]) {
    guard row.count == 4, let host = row[0].text, !host.isEmpty,
      let includesSubdomains = row[1].integer, let expiry = row[2].integer,
      let noted = row[3].integer
    else { return nil }
    self.init(
      host: host, includesSubdomains: includesSubdomains != 0, expiry: expiry, noted: noted)
  }
}
