// SPDX-License-Identifier: MIT
// Part of Grille: why a store cannot keep on disk what it was told to.

internal import Storage

/// What keeps a persistent store from its file; the store works on in memory.
nonisolated public struct PersistenceProblem: Hashable, Sendable {
  /// The kinds of problem.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The file was damaged: it is kept under another name, and a new one was begun.
    case damagedFileMovedAside
    /// The file is damaged, and stays where it is.
    case damaged
    /// The folder or the file is a link or belongs to another user, so that it is not touched.
    case unsafeLocation
    /// A newer version of the program has written the file, which is left as it is.
    case newerVersion
    /// The folder or the file cannot be made or opened.
    case inaccessible
    /// The file cannot be written.
    case readOnly
    /// The disk is full.
    case full
    /// Another program has held the file for too long.
    case busy
    /// SQLite is not installed.
    case libraryMissing
    /// A name and password were to be kept, but no master pass phrase is set: they last for the
    /// session.
    case noMasterPassPhrase
    /// A secret was to be kept while the vault is locked: it is written when that is unlocked.
    case vaultLocked
    /// Anything else, of which ``PersistenceProblem/detail`` tells.
    case other
  }

  /// The kind of problem.
  public let kind: Kind
  /// The file or folder concerned.
  public let path: String
  /// Where a damaged file is now.
  public let movedTo: String?
  /// Technical words in English.
  public let detail: String

  /// Describes a problem.
  public init(_ kind: Kind, path: String, movedTo: String? = nil, detail: String = "") {
    self.kind = kind
    self.path = path
    self.movedTo = movedTo
    self.detail = detail
  }

  /// The problem behind a failed access; nil if there is merely nothing to read.
  init?(_ error: StorageError) {
    let kind: Kind
    switch error.code {
    case .absent: return nil
    case .libraryMissing: kind = .libraryMissing
    case .inaccessible: kind = .inaccessible
    case .unsafeLocation: kind = .unsafeLocation
    case .newerSchema: kind = .newerVersion
    case .damaged: kind = .damaged
    case .full: kind = .full
    case .readOnly: kind = .readOnly
    case .busy: kind = .busy
    case .inputOutput, .statement: kind = .other
    }
    self.init(kind, path: error.path, detail: error.detail)
  }
}
