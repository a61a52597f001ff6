// SPDX-License-Identifier: MIT
// Part of Grille: why something could not be kept or read back.

/// The failure of an access to a profile; nothing is changed when one is thrown.
package struct StorageError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// SQLite is not installed, or too old.
    case libraryMissing
    /// There is no profile, and none is to be made.
    case absent
    /// The folder or the file cannot be made or opened.
    case inaccessible
    /// The folder or the file is a link, belongs to another user, or is no folder and no file.
    case unsafeLocation
    /// A newer version of the program has written the file.
    case newerSchema
    /// The file is no database, or its content is damaged.
    case damaged
    /// The disk or the user's share of it is full.
    case full
    /// The file or the file system cannot be written.
    case readOnly
    /// Another program has held the file for too long.
    case busy
    /// The device reports an error.
    case inputOutput
    /// A statement is wrong, or a value breaks a rule of its table.
    case statement
  }

  /// The kind of failure.
  package let code: Code
  /// The file or folder concerned.
  package let path: String
  /// Technical words in English: SQLite's or the system's.
  package let detail: String

  /// Describes a failure.
  package init(_ code: Code, path: String, detail: String = "") {
    self.code = code
    self.path = path
    self.detail = detail
  }
}

extension StorageError: CustomStringConvertible {
  /// Kind, file and technical words on one line.
  package var description: String {
    "\(code.rawValue): \(path)" + (detail.isEmpty ? "" : ": \(detail)")
  }
}
