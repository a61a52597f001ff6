// SPDX-License-Identifier: MIT
// Part of Grille: the parameters of a profile's vault as a row, and back.

internal import Security
internal import Storage

/// The table of the one vault of a profile.
nonisolated enum VaultTable {
  private static let columns = "salt, cost, block_size, parallelization, proof"

  /// What the profile says of its vault; nil if no master pass phrase is set.
  ///
  /// A row that makes no sense is a vault that nobody can open.
  static func read(_ connection: DatabaseConnection) throws(StorageError) -> VaultParameters? {
    guard let row = try connection.rows("SELECT \(columns) FROM vault").first else { return nil }
    func number(_ value: SQLValue) -> Int { value.integer.flatMap { Int(exactly: $0) } ?? 0 }
    return VaultParameters(
      salt: row[0].blob ?? [], costExponent: number(row[1]), blockSize: number(row[2]),
      parallelization: number(row[3]), proof: row[4].blob ?? [])
  }

  /// Writes another vault over the one there was; nil for none.
  static func write(
    _ parameters: VaultParameters?, _ connection: DatabaseConnection
  ) throws(StorageError) {
    try connection.run("DELETE FROM vault")
    guard let parameters else { return }
    try connection.run(
      "INSERT INTO vault (id, \(columns)) VALUES (1, ?, ?, ?, ?, ?)",
      [
        .blob(parameters.salt), .integer(Int64(parameters.costExponent)),
        .integer(Int64(parameters.blockSize)), .integer(Int64(parameters.parallelization)),
        .blob(parameters.proof),
      ])
  }
}
