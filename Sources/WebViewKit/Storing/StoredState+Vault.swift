// SPDX-License-Identifier: MIT
// Part of Grille: the master pass phrase of a profile: set, changed, given, taken away, forgotten.

internal import Networking
internal import Security
internal import Storage
internal import Synchronization

nonisolated extension StoredState {
  /// What has come out of a vault.
  private struct Opened: Sendable {
    var vault: Vault
    var identities: [ClientIdentity] = []
    var passwords: [CredentialTable.Kept] = []
  }

  /// Whether there is a master pass phrase, and whether it was given.
  var vaultState: WebsiteDataStore.VaultState {
    _ = contents
    return vault.withLock { vault in
      if vault.parameters == nil { return .none }
      return vault.key == nil ? .locked : .unlocked
    }
  }

  /// Whether the file holds a password for a space that cannot be read at present.
  func hasLockedCredential(for space: ProtectionSpace.Key) -> Bool {
    _ = contents
    return vault.withLock { $0.key == nil && $0.credentials[space] != nil }
  }

  /// Opens what is sealed; blocks for a fraction of a second.
  func unlock(with passPhrase: borrowing SecretBytes) throws(VaultError) {
    guard let database else { throw .notSet }
    _ = contents
    var vault = try access { () throws(StorageError) in try sealed(in: database) }
    if !isWritten { database.close() }
    guard let parameters = vault.parameters else { throw .notSet }
    let key = try Self.derive(passPhrase, parameters)
    vault.key = key
    self.vault.withLock { $0 = vault }
    adopt(
      Opened(
        vault: vault, identities: vault.identities.values.compactMap { $0.opened(with: key) },
        passwords: vault.credentials.values.compactMap { CredentialTable.opened($0, with: key) }))
  }

  /// What the file holds under seal now.
  private func sealed(in database: ProfileDatabase) throws(StorageError) -> Vault {
    try database.perform { connection throws(StorageError) in
      try Vault(of: try ClientIdentityTable.read(connection), connection)
    }
  }

  /// Lets go of the key and of everything that came out of the vault.
  func lock() {
    write()
    let contents = contents
    let current = database.flatMap { try? sealed(in: $0) }
    let (leaves, spaces) = vault.withLock { vault in
      if let current { vault = current }
      vault.key = nil
      return (Set(vault.identities.keys), Array(vault.credentials.keys))
    }
    contents.identities.replace(
      with: contents.identities.identities
        .filter { leaves.contains($0.certificate.sha256Fingerprint) }.map(\.locked))
    for space in spaces { contents.credentials.remove(space) }
  }

  /// Sets, changes or removes the master pass phrase: everything is written anew, or nothing.
  ///
  /// - Parameters:
  ///   - new: The new pass phrase; nil for none.
  ///   - old: The one in force, if there is one.
  /// - Throws: ``VaultError``.
  func changePassPhrase(
    to new: consuming SecretBytes?, from old: consuming SecretBytes?
  ) throws(VaultError) {
    guard let database, isWritten else { throw .notPersistent }
    _ = contents
    write()
    let current = try access { () throws(StorageError) in
      try database.perform { connection throws(StorageError) in try VaultTable.read(connection) }
    }
    var oldKey: VaultKey?
    if let current {
      guard let old else { throw .wrongPassPhrase }
      oldKey = try Self.derive(old, current)
    }
    var newKey: VaultKey?
    if let new {
      guard !new.isEmpty else { throw .emptyPassPhrase }
      do throws(VaultKeyError) {
        newKey = try VaultKey.make(of: new, costExponent: keyCostExponent.withLock { $0 })
      } catch {
        throw VaultError(error)
      }
    }
    let (from, to) = (oldKey, newKey)
    // Nobody of this program writes meanwhile.
    let changed = try written.withLock { _ throws(VaultError) -> Opened? in
      let changed = try access { () throws(StorageError) in
        try database.transaction { connection throws(StorageError) -> Opened? in
          guard try VaultTable.read(connection) == current else { return nil }
          return try Self.rewrite(from: from, to: to, connection)
        }
      }
      if let changed { vault.withLock { $0 = changed.vault } }
      return changed
    }
    guard let changed else { throw .changedMeanwhile }
    // It is done; what has been left beside it is another matter.
    do throws(StorageError) { try database.scrub() } catch { tell(error) }
    adopt(changed)
  }

  /// Forgets the master pass phrase, and with it everything that is sealed.
  func resetVault() throws(VaultError) {
    guard let database, isWritten else { throw .notPersistent }
    let contents = contents
    let sealed = try written.withLock { _ throws(VaultError) -> Vault in
      try access { () throws(StorageError) in
        try database.transaction { connection throws(StorageError) in
          let sealed = try Vault(of: try ClientIdentityTable.read(connection), connection)
          try ClientIdentityTable.deleteSealed(connection)
          try CredentialTable.clear(connection)
          try VaultTable.write(nil, connection)
          return sealed
        }
      }
    }
    vault.withLock { $0 = Vault() }
    // What waits to be kept was never sealed, and waits on.
    for leaf in sealed.identities.keys { contents.identities.remove(leaf) }
    for space in sealed.credentials.keys { contents.credentials.remove(space) }
    do throws(StorageError) { try database.scrub() } catch { tell(error) }
    scheduleWriting()
  }

  // MARK: - Steps

  /// Opens everything with one key and seals it with another; what does not open is damaged, and
  /// goes, since nobody could ever read it again.
  private static func rewrite(
    from old: VaultKey?, to new: VaultKey?, _ connection: DatabaseConnection
  ) throws(StorageError) -> Opened {
    var opened = Opened(vault: Vault())
    for row in try ClientIdentityTable.read(connection) {
      guard let identity = row.opened(with: old) else {
        try ClientIdentityTable.delete(row.leaf, connection)
        continue
      }
      guard try ClientIdentityTable.rewrite(identity, sealedWith: new, connection) else {
        throw StorageError(.inputOutput, path: "", detail: "a key cannot be sealed")
      }
      opened.identities.append(identity)
    }
    for row in try CredentialTable.read(connection) {
      let kept = old.flatMap { CredentialTable.opened(row, with: $0) }
      if let kept { opened.passwords.append(kept) }
      if let kept, let new, let sealed = CredentialTable.seal(kept, with: new) {
        try CredentialTable.write(row.credential, sealed: sealed, connection)
      } else {
        // Without a pass phrase no password is kept.
        try CredentialTable.delete(row.credential.space, connection)
      }
    }
    try VaultTable.write(new?.parameters, connection)
    opened.vault = try Vault(of: try ClientIdentityTable.read(connection), connection)
    opened.vault.key = new
    return opened
  }

  /// Has what came out of a vault at hand, except for what was forgotten meanwhile.
  private func adopt(_ opened: Opened) {
    let contents = contents
    let (leaves, spaces) = pending.withLock { pending in
      (
        Set(pending.identities.filter { $0.value == nil }.keys),
        pending.forgetsAllCredentials
          ? Set(opened.passwords.map(\.credential.space))
          : Set(pending.credentials.filter { $0.value == nil }.keys)
      )
    }
    for identity in opened.identities
    where !leaves.contains(identity.certificate.sha256Fingerprint) {
      contents.identities.add(identity)
    }
    for kept in opened.passwords where !spaces.contains(kept.credential.space) {
      contents.credentials.restore(kept.credential, password: kept.password)
    }
    vault.withLock { vault in for space in spaces { vault.credentials[space] = nil } }
    // What had to wait for the key waits no longer.
    scheduleWriting()
  }

  private static func derive(
    _ passPhrase: borrowing SecretBytes, _ parameters: VaultParameters
  ) throws(VaultError) -> VaultKey {
    do throws(VaultKeyError) { return try VaultKey.derive(from: passPhrase, for: parameters) } catch
    {
      throw VaultError(error)
    }
  }

  private func access<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(VaultError) -> Value {
    do throws(StorageError) { return try body() } catch {
      guard let problem = PersistenceProblem(error) else { throw .notSet }
      throw .storage(problem)
    }
  }
}
