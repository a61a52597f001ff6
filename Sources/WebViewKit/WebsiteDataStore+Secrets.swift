// SPDX-License-Identifier: MIT
// Part of Grille: kept names and passwords, and the master pass phrase they are sealed under.

internal import Networking
public import Security
internal import Synchronization

extension WebsiteDataStore {
  // MARK: - Names and passwords

  /// The names of users that are kept, ordered by host; passwords are told to nobody.
  ///
  /// Those of a locked vault are among them. Permanent are those that the file holds: without a
  /// master pass phrase every one lasts for the session only.
  public var credentials: [StoredCredential] { state.storedCredentials }

  /// Forgets a name and password.
  public func forget(_ credential: StoredCredential) {
    state.forgetCredentials([credential.space])
  }

  /// Forgets the names and passwords that are kept for a host, at every port and for every realm.
  /// - Returns: Whether there were any.
  @discardableResult
  public func forgetCredentials(forHost host: String) -> Bool {
    let spaces = state.storedCredentials.filter { $0.host == host }.map(\.space)
    if !spaces.isEmpty { state.forgetCredentials(spaces) }
    // What counts the uses of a server's nonces goes too.
    return state.contents.credentials.remove(forHost: host) || !spaces.isEmpty
  }

  /// Forgets every name and password.
  public func forgetAllCredentials() { state.forgetAllCredentials() }

  /// The name and password that are at hand for a space.
  package func credential(for space: ProtectionSpace) -> Credential? {
    state.contents.credentials.credential(for: space)
  }

  /// Whether a password is kept for a space but sealed in a vault that is locked.
  public func hasLockedCredential(for space: ProtectionSpace) -> Bool {
    state.hasLockedCredential(for: space.key)
  }

  // MARK: - The master pass phrase

  /// Whether secrets of the file are sealed.
  public enum VaultState: Sendable, Hashable {
    /// No master pass phrase is set: private keys are in clear, and no password is kept.
    case none
    /// One is set, and has not been given: sealed identities can be listed, not shown to a server.
    case locked
    /// It was given.
    case unlocked
  }

  /// Whether a master pass phrase is set, and whether it was given.
  ///
  /// Reads the file if no load has done so, but derives nothing.
  public var vaultState: VaultState { state.vaultState }

  /// What the keys of new master pass phrases cost to derive, as the exponent of 2.
  ///
  /// Tests lower it, which have no secrets and derive many.
  package var keyCostExponent: Int {
    get { state.keyCostExponent.withLock { $0 } }
    set { state.keyCostExponent.withLock { $0 = newValue } }
  }

  /// Opens the vault, so that what is sealed in it can be used.
  ///
  /// - Parameter passPhrase: The master pass phrase in UTF-8.
  /// - Throws: ``VaultError``; after a wrong pass phrase everything is as before.
  public func unlock(with passPhrase: consuming SecretBytes) async throws(VaultError) {
    try await Self.unlock(state, passPhrase)
  }

  /// Closes the vault: what came out of it is not at hand any more.
  public func lock() { state.lock() }

  /// Sets the master pass phrase, or changes it: everything is sealed anew, or nothing.
  ///
  /// The vault is open afterwards. What waited to be kept is written.
  /// - Parameters:
  ///   - new: The new pass phrase, in UTF-8.
  ///   - old: The one that is in force; nil if there is none.
  /// - Throws: ``VaultError``.
  public func setMasterPassPhrase(
    _ new: consuming SecretBytes, replacing old: consuming SecretBytes? = nil
  ) async throws(VaultError) {
    try await Self.change(state, to: new, from: old)
  }

  /// Removes the master pass phrase: private keys are in clear again, passwords last for the session.
  ///
  /// - Parameter current: The one that is in force.
  /// - Throws: ``VaultError``.
  public func removeMasterPassPhrase(
    _ current: consuming SecretBytes
  ) async throws(VaultError) {
    try await Self.change(state, to: nil, from: current)
  }

  /// Forgets a master pass phrase that nobody remembers, and everything that is sealed under it.
  ///
  /// - Throws: ``VaultError``.
  public func resetVault() async throws(VaultError) { try await Self.reset(state) }

  // To derive a key and to write everything anew takes longer than the main actor can wait.

  @concurrent
  nonisolated private static func unlock(
    _ state: StoredState, _ passPhrase: consuming SecretBytes
  ) async throws(VaultError) {
    try state.unlock(with: passPhrase)
  }

  @concurrent
  nonisolated private static func change(
    _ state: StoredState, to new: consuming SecretBytes?, from old: consuming SecretBytes?
  ) async throws(VaultError) {
    try state.changePassPhrase(to: new, from: old)
  }

  @concurrent
  nonisolated private static func reset(_ state: StoredState) async throws(VaultError) {
    try state.resetVault()
  }
}
