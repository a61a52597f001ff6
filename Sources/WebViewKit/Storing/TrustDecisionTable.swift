// SPDX-License-Identifier: MIT
// Part of Grille: permanent decisions about servers as rows of a profile, and back.

internal import Security
internal import Storage

/// The table of permanent decisions about servers.
nonisolated enum TrustDecisionTable {
  /// What tells two permanent decisions apart.
  struct Key: Hashable, Sendable {
    var host: String
    var port: UInt16
    var leafFingerprint: Fingerprint

    init(_ decision: TrustDecision) {
      host = decision.host
      port = decision.port
      leafFingerprint = decision.leafFingerprint
    }

    /// The values that find the row.
    var values: [SQLValue] {
      [.text(host), .integer(Int64(port)), .blob(leafFingerprint.bytes)]
    }
  }

  /// The content of the table.
  typealias Decisions = [Key: TrustDecision]

  private static let columns = "host, port, leaf, reasons, valid_until, decided, last_used"
  private static let isKey = "host = ? AND port = ? AND leaf = ?"

  /// The decisions of permanent scope among others.
  static func permanent(among decisions: [TrustDecision]) -> Decisions {
    var result: Decisions = [:]
    for decision in decisions where decision.permanentUntil != nil {
      result[Key(decision)] = decision
    }
    return result
  }

  /// Reads the decisions that still count; the others are removed if the file may be written.
  static func read(
    _ connection: DatabaseConnection, at now: Int64, isWritten: Bool
  ) throws(StorageError) -> Decisions {
    let rows = try connection.rows("SELECT \(columns) FROM trust_decision")
    let decisions = rows.compactMap(TrustDecision.init(row:))
      .filter { ($0.permanentUntil ?? .min) >= now }
    if decisions.count < rows.count, isWritten {
      try connection.run("DELETE FROM trust_decision WHERE valid_until < ?", [.integer(now)])
    }
    return permanent(among: decisions)
  }

  /// Writes the difference between what the file is known to hold and what it is to hold.
  static func write(
    from known: Decisions, to wanted: Decisions, _ connection: DatabaseConnection
  ) throws(StorageError) {
    for key in known.keys where wanted[key] == nil {
      try connection.run("DELETE FROM trust_decision WHERE \(isKey)", key.values)
    }
    for (key, decision) in wanted {
      guard let row = decision.row, known[key] != decision else { continue }
      if let old = known[key], old.decisionDate == decision.decisionDate,
        old.reasons == decision.reasons, old.scope == decision.scope
      {
        // Merely used: the row is not put back if another program has forgotten the decision.
        try connection.run(
          """
          UPDATE trust_decision SET last_used = max(last_used, ?) WHERE \(isKey) AND decided = ?
          """,
          [.integer(decision.lastUseDate)] + key.values + [.integer(decision.decisionDate)])
      } else {
        try connection.run(
          "INSERT OR REPLACE INTO trust_decision (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
      }
    }
  }

  /// Removes every row.
  static func clear(_ connection: DatabaseConnection) throws(StorageError) {
    try connection.run("DELETE FROM trust_decision")
  }
}

nonisolated extension TrustDecision {
  /// The moment at which a permanent decision ends; nil for one of another scope.
  var permanentUntil: Int64? {
    if case .permanent(let end) = scope { end } else { nil }
  }

  /// The decision as a row, in the order of the table's columns; nil if it is not permanent.
  var row: [SQLValue]? {
    guard let permanentUntil else { return nil }
    return TrustDecisionTable.Key(self).values + [
      .text(reasons.map(\.rawValue).sorted().joined(separator: ",")),
      .integer(permanentUntil), .integer(decisionDate), .integer(lastUseDate),
    ]
  }

  /// Reads a row; nil if any part of it cannot be understood, so that nothing more is accepted than
  /// somebody has once agreed to.
  init?(row: [SQLValue]) {
    guard row.count == 7, let host = row[0].text, !host.isEmpty,
      let port = row[1].integer.flatMap(UInt16.init(exactly:)),
      let leaf = row[2].blob, leaf.count == 32,
      let names = row[3].text, let until = row[4].integer, let decided = row[5].integer,
      let used = row[6].integer
    else { return nil }
    var reasons: Set<TrustFailure.Reason> = []
    for name in names.split(separator: ",") {
      guard let reason = TrustFailure.Reason(rawValue: String(name)) else { return nil }
      reasons.insert(reason)
    }
    self.init(
      host: host, port: port, leafFingerprint: Fingerprint(bytes: leaf), reasons: reasons,
      scope: .permanent(until: until), decisionDate: decided, lastUseDate: used)
  }
}
