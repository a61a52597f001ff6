// SPDX-License-Identifier: MIT
// Part of Grille: why a master pass phrase cannot be used.

internal import Security

/// Why a vault was not opened or changed; nothing has changed when one is thrown.
nonisolated public enum VaultError: Error, Hashable, Sendable {
  /// The pass phrase is not the one that was set, or is missing where it is needed.
  case wrongPassPhrase
  /// A new pass phrase has to have at least a character.
  case emptyPassPhrase
  /// No master pass phrase is set.
  case notSet
  /// The store has no file of its own, or does not write it.
  case notPersistent
  /// What the file says of the master pass phrase is damaged: nobody can open the vault any more.
  case damaged
  /// The key cannot be derived; memory may be short.
  case derivationFailed
  /// Another program has changed the master pass phrase at the same time.
  case changedMeanwhile
  /// The file cannot be read or written.
  case storage(PersistenceProblem)

  init(_ error: VaultKeyError) {
    switch error {
    case .wrongPassPhrase: self = .wrongPassPhrase
    case .unusableParameters: self = .damaged
    case .derivationFailed: self = .derivationFailed
    }
  }
}
