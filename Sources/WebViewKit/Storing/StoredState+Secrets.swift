// SPDX-License-Identifier: MIT
// Part of Grille: private keys and passwords on their way to the file, sealed where there is a vault.

internal import Networking
internal import Security
internal import Storage
internal import Synchronization

nonisolated extension StoredState {
  /// What the file holds under seal.
  struct Vault: Sendable {
    /// How the key is derived; nil without a master pass phrase.
    var parameters: VaultParameters?
    /// The key, once it was derived.
    var key: VaultKey?
    var identities: [Fingerprint: ClientIdentityTable.Row] = [:]
    var credentials: [ProtectionSpace.Key: CredentialTable.Row] = [:]

    init() {}

    /// What a file holds.
    init(
      of identities: [ClientIdentityTable.Row], _ connection: DatabaseConnection
    ) throws(StorageError) {
      parameters = try VaultTable.read(connection)
      for row in identities where row.sealed != nil { self.identities[row.leaf] = row }
      for row in try CredentialTable.read(connection) { credentials[row.credential.space] = row }
    }
  }

  /// What became of changes to secrets.
  struct WrittenSecrets {
    /// The vault of the file, which another program may have changed.
    var parameters: VaultParameters?
    var identities: [Fingerprint] = []
    var credentials: [ProtectionSpace.Key: CredentialTable.Row] = [:]
    /// Whether something has to wait for a pass phrase to be set, or to be given.
    var waits = false
  }

  // MARK: - Names and passwords

  /// What is kept, on disk and in memory, ordered by host; a password is not part of it.
  ///
  /// What a server has accepted and the file does not hold counts for the session.
  var storedCredentials: [StoredCredential] {
    let contents = contents
    var known = vault.withLock { $0.credentials.mapValues(\.credential) }
    for credential in contents.credentials.credentials {
      let isKept = credential.persistence == .permanent && known[credential.space] != nil
      known[credential.space] = StoredCredential(
        space: credential.space, user: credential.user,
        persistence: isKept ? .permanent : .forSession, date: credential.date)
    }
    return known.values.sorted(by: StoredCredential.precedes)
  }

  /// Keeps a name and password across sessions, if there is a vault for them.
  func keep(_ credential: StoredCredential, password: String) {
    guard isWritten else { return }
    pending.withLock {
      _ = $0.credentials.updateValue(
        CredentialTable.Kept(credential: credential, password: password),
        forKey: credential.space)
    }
    scheduleWriting()
  }

  /// Forgets the credentials of some spaces, in memory and on disk.
  func forgetCredentials(_ spaces: [ProtectionSpace.Key]) {
    let credentials = contents.credentials
    for space in spaces { credentials.remove(space) }
    vault.withLock { vault in
      for space in spaces { vault.credentials[space] = nil }
    }
    pending.withLock { pending in
      for space in spaces { pending.credentials.updateValue(nil, forKey: space) }
    }
    scheduleWriting()
  }

  /// Forgets every credential, those that other programs have written since included.
  func forgetAllCredentials() {
    contents.credentials.removeAll()
    vault.withLock { $0.credentials = [:] }
    pending.withLock {
      $0.credentials = [:]
      $0.forgetsAllCredentials = true
    }
    scheduleWriting()
  }

  // MARK: - Writing

  /// Writes what can be written: keys in clear or sealed, passwords sealed or not at all.
  func writeSecrets(
    _ changes: Pending, _ connection: DatabaseConnection
  ) throws(StorageError) -> WrittenSecrets {
    var result = WrittenSecrets()
    let ours = vault.withLock(\.key)
    result.parameters = try VaultTable.read(connection)
    // Another program may have set, changed or removed the pass phrase.
    let key = ours?.parameters == result.parameters ? ours : nil
    let isLocked = result.parameters != nil && key == nil
    if changes.forgetsAllCredentials { try CredentialTable.clear(connection) }
    for (leaf, identity) in changes.identities {
      if let identity {
        if isLocked {
          result.waits = true
          continue
        }
        guard
          try ClientIdentityTable.write(identity, sealedWith: key, at: clock(), connection)
        else { continue }
      } else {
        try ClientIdentityTable.delete(leaf, connection)
      }
      result.identities.append(leaf)
    }
    for (space, kept) in changes.credentials {
      guard let kept else {
        try CredentialTable.delete(space, connection)
        continue
      }
      guard let key, let sealed = CredentialTable.seal(kept, with: key) else {
        result.waits = true
        continue
      }
      try CredentialTable.write(kept.credential, sealed: sealed, connection)
      result.credentials[space] = CredentialTable.Row(credential: kept.credential, sealed: sealed)
    }
    return result
  }

  /// Notes what was written; what was not waits in memory, and its owner is told.
  func didWrite(_ secrets: WrittenSecrets, _ changes: Pending) {
    pending.withLock { pending in
      if changes.forgetsAllCredentials { pending.forgetsAllCredentials = false }
      for leaf in secrets.identities
      where (pending.identities[leaf].map { $0 == nil })
        == (changes.identities[leaf].map { $0 == nil })
      {
        pending.identities.removeValue(forKey: leaf)
      }
      for (space, kept) in changes.credentials
      where pending.credentials[space] == kept
        && (kept == nil || secrets.credentials[space] != nil)
      {
        pending.credentials.removeValue(forKey: space)
      }
    }
    vault.withLock { vault in
      if vault.parameters != secrets.parameters { vault = Vault() }
      vault.parameters = secrets.parameters
      vault.credentials.merge(secrets.credentials) { $1 }
    }
    guard secrets.waits, let database else { return }
    tell(
      PersistenceProblem(
        secrets.parameters == nil ? .noMasterPassPhrase : .vaultLocked, path: database.path))
  }
}
