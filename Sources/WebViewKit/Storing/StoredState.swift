// SPDX-License-Identifier: MIT
// Part of Grille: what a store knows about servers, and how it gets to disk and back.

internal import Networking
internal import Security
internal import Storage
internal import Synchronization

/// What a data store knows about servers: read when it is first asked for, written after changes.
///
/// Without a database it lives and dies in memory. Safe to use from any thread. Reading and writing
/// block for a moment; nothing of it happens on the main actor unless somebody asks there before
/// the first load has.
nonisolated final class StoredState: Sendable {
  /// What is known.
  struct Contents: Sendable {
    var ledger: TrustLedger
    var strictHosts: HSTSStore
    var identities: IdentityStorage
    var credentials: CredentialStorage
  }

  /// What a database holds of it.
  private struct Stored {
    var decisions: TrustDecisionTable.Decisions = [:]
    var hosts: [HSTSStore.Entry] = []
    var identities: [ClientIdentityTable.Row] = []
    var choices: IdentityChoiceTable.Choices = [:]
  }

  struct Pending {
    var isScheduled = false
    /// Every decision is to go, those that other programs have written included.
    var forgetsAllDecisions = false
    var forgetsAllHosts = false
    /// What hosts have declared since the last writing.
    var hosts: StrictTransportTable.Changes = [:]
    /// What the file says of hosts, as far as this program has read and written it.
    var writtenHosts: [String: HSTSStore.Entry] = [:]
    /// The identities to be kept or forgotten since the last writing.
    var identities: ClientIdentityTable.Changes = [:]
    /// The names and passwords to be kept or forgotten since the last writing; while the vault is
    /// locked, or there is none, those to be kept wait.
    var credentials: CredentialTable.Changes = [:]
    var forgetsAllCredentials = false
    var reported: Set<PersistenceProblem.Kind> = []

    /// Whether there is anything to write besides decisions and choices.
    var hasAny: Bool {
      forgetsAllDecisions || forgetsAllHosts || !hosts.isEmpty || !identities.isEmpty
        || forgetsAllCredentials || !credentials.isEmpty
    }
  }

  let database: ProfileDatabase?
  let clock: @Sendable () -> Int64
  private let report: @Sendable (PersistenceProblem) -> Void
  private let loaded = Mutex<Contents?>(nil)
  let pending = Mutex(Pending())
  /// The decisions and choices in the file, as far as this program has read and written them; held
  /// while writing.
  let written = Mutex(
    (decisions: TrustDecisionTable.Decisions(), choices: IdentityChoiceTable.Choices()))
  /// What the file holds under seal, and the key to it once that was derived.
  let vault = Mutex(Vault())
  /// What new keys cost to derive.
  let keyCostExponent = Mutex(VaultParameters.usualCostExponent)

  /// State that is kept in a database, or nowhere.
  ///
  /// - Parameters:
  ///   - database: Where it is kept.
  ///   - clock: The present moment in seconds since 1970.
  ///   - report: Called from any thread, once for each kind of problem.
  init(
    database: ProfileDatabase?, clock: @escaping @Sendable () -> Int64 = UnixTime.now,
    report: @escaping @Sendable (PersistenceProblem) -> Void
  ) {
    self.database = database
    self.clock = clock
    self.report = report
  }

  var isWritten: Bool { database?.access == .readAndWrite }

  /// What is known; reads it if that has not been done.
  var contents: Contents {
    loaded.withLock { loaded in
      if let loaded { return loaded }
      let stored = read()
      let contents = Contents(
        ledger: TrustLedger(decisions: Array(stored.decisions.values)) { [weak self] _ in
          self?.scheduleWriting()
        },
        strictHosts: HSTSStore(entries: stored.hosts) { [weak self] in
          self?.hostDidChange($0, $1)
        },
        identities: IdentityStorage(
          identities: stored.identities.map(\.identity), choices: Array(stored.choices.values)
        ) { [weak self] _ in self?.scheduleWriting() },
        credentials: CredentialStorage { [weak self] in self?.keep($0, password: $1) })
      loaded = contents
      return contents
    }
  }

  /// Forgets every decision, those that other programs have written since included.
  func forgetAllDecisions() {
    let ledger = contents.ledger
    pending.withLock { $0.forgetsAllDecisions = true }
    ledger.forgetAll()
    scheduleWriting()
  }

  /// Forgets every declaration, those that other programs have written since included.
  func forgetAllHosts() {
    let hosts = contents.strictHosts
    hosts.forgetAll()
    pending.withLock {
      $0.forgetsAllHosts = true
      $0.hosts = [:]
    }
    scheduleWriting()
  }

  /// Keeps an identity across sessions.
  func keep(_ identity: ClientIdentity) {
    contents.identities.add(identity)
    pending.withLock {
      _ = $0.identities.updateValue(identity, forKey: identity.certificate.sha256Fingerprint)
    }
    scheduleWriting()
  }

  /// Forgets an identity and every choice of it.
  func forget(_ identity: ClientIdentity) {
    let leaf = identity.certificate.sha256Fingerprint
    contents.identities.remove(leaf)
    pending.withLock { _ = $0.identities.updateValue(nil, forKey: leaf) }
    scheduleWriting()
  }

  // MARK: - Reading

  private func read() -> Stored {
    guard let database else { return Stored() }
    let (now, isWritten) = (clock(), isWritten)
    do throws(StorageError) {
      let (stored, vault) = try database.perform { connection throws(StorageError) in
        let stored = Stored(
          decisions: try TrustDecisionTable.read(connection, at: now, isWritten: isWritten),
          hosts: try StrictTransportTable.read(connection, at: now, isWritten: isWritten),
          identities: try ClientIdentityTable.read(connection),
          choices: try IdentityChoiceTable.read(connection))
        return (stored, try Vault(of: stored.identities, connection))
      }
      self.vault.withLock { $0 = vault }
      written.withLock { $0 = (stored.decisions, stored.choices) }
      pending.withLock { pending in
        for host in stored.hosts { pending.writtenHosts[host.host] = host }
      }
      reportMovedFiles()
      // Whoever does not write is done with the file, and leaves none of SQLite's own behind.
      if !isWritten { database.close() }
      return stored
    } catch {
      tell(error)
      return Stored()
    }
  }

  // MARK: - Writing

  private func hostDidChange(_ host: String, _ entry: HSTSStore.Entry?) {
    let isUrgent = pending.withLock { pending in
      pending.hosts.updateValue(entry, forKey: host)
      return StrictTransportTable.isWorthWriting(entry, after: pending.writtenHosts[host])
    }
    if isUrgent { scheduleWriting() }
  }

  func scheduleWriting() {
    guard isWritten else { return }
    let isFirst = pending.withLock { pending in
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    guard isFirst else { return }
    Task { @concurrent in write() }
  }

  /// Writes what has changed, the times of last use included; without effect if nothing has.
  func write() {
    guard let database, isWritten, let contents = loaded.withLock(\.self) else { return }
    written.withLock { written in
      let changes = pending.withLock { pending in
        // A change from now on needs another turn.
        pending.isScheduled = false
        return pending
      }
      let wanted = TrustDecisionTable.permanent(among: contents.ledger.decisions)
      let choices = IdentityChoiceTable.permanent(among: contents.identities.choices)
      guard
        wanted != written.decisions || choices != written.choices || changes.hasAny
      else { return }
      let known = changes.forgetsAllDecisions ? [:] : written.decisions
      do throws(StorageError) {
        let secrets = try database.transaction { connection throws(StorageError) in
          if changes.forgetsAllDecisions { try TrustDecisionTable.clear(connection) }
          if changes.forgetsAllHosts { try StrictTransportTable.clear(connection) }
          try TrustDecisionTable.write(from: known, to: wanted, connection)
          try StrictTransportTable.write(changes.hosts, connection)
          try IdentityChoiceTable.write(from: written.choices, to: choices, connection)
          return try writeSecrets(changes, connection)
        }
        written = (wanted, choices)
        didWrite(changes)
        didWrite(secrets, changes)
      } catch {
        // What was not written is still there for the next attempt.
        tell(error)
      }
    }
    reportMovedFiles()
  }

  /// Writes what has changed, and closes the file until it is needed again.
  func finish() {
    write()
    database?.close()
  }

  private func didWrite(_ changes: Pending) {
    pending.withLock { pending in
      if changes.forgetsAllDecisions { pending.forgetsAllDecisions = false }
      if changes.forgetsAllHosts {
        pending.forgetsAllHosts = false
        pending.writtenHosts = [:]
      }
      for (host, entry) in changes.hosts {
        pending.writtenHosts[host] = entry
        // A newer declaration of the host stays.
        if pending.hosts[host] == entry { pending.hosts.removeValue(forKey: host) }
      }
    }
  }

  // MARK: - Problems

  func tell(_ error: StorageError) {
    reportMovedFiles()
    if let problem = PersistenceProblem(error) { tell(problem) }
  }

  private func reportMovedFiles() {
    guard let database, let moved = database.movedAside.first else { return }
    tell(PersistenceProblem(.damagedFileMovedAside, path: database.path, movedTo: moved))
  }

  func tell(_ problem: PersistenceProblem) {
    let isNew = pending.withLock { $0.reported.insert(problem.kind).inserted }
    if isNew { report(problem) }
  }
}
