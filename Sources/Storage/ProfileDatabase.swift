// SPDX-License-Identifier: MIT
// Part of Grille: the one database file of a profile.
import Synchronization

/// The one SQLite file of a profile, opened when it is first used.
///
/// Safe to use from any thread; several programs may use the same file at once. The folder has mode
/// 0700 and the file 0600; a file that others could read is corrected before it is opened.
package final class ProfileDatabase: Sendable {
  /// What may be done with the file.
  package enum Access: Hashable, Sendable {
    /// It is made if it is not there, and written; a damaged one is moved aside.
    case readAndWrite
    /// It is read if it is there, and not written.
    case readIfPresent
  }

  private enum State {
    case closed
    case open(DatabaseConnection)
    case failed(StorageError)
  }

  private struct Shared {
    var state = State.closed
    var movedAside: [String] = []
  }

  /// The folder of the profile.
  package let folder: String
  /// The file's name in it.
  package let name: String
  /// What may be done with the file.
  package let access: Access
  private let versions: [[String]]
  private let busyMilliseconds: Int32
  private let shared = Mutex(Shared())

  /// Names a profile; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - folder: Made with all that is missing on the way to it.
  ///   - name: The file's name.
  ///   - access: What may be done with the file.
  ///   - versions: The tables, as in ``ProfileSchema/versions``.
  ///   - busyMilliseconds: How long another program's writing is waited for.
  package init(
    folder: String, name: String = "profile.sqlite", access: Access = .readAndWrite,
    versions: [[String]] = ProfileSchema.versions, busyMilliseconds: Int32 = 3_000
  ) {
    self.folder = folder
    self.name = name
    self.access = access
    self.versions = versions
    self.busyMilliseconds = busyMilliseconds
  }

  /// The path of the file.
  package var path: String { folder + "/" + name }

  /// Where damaged files of this profile have been moved since the program began.
  package var movedAside: [String] { shared.withLock(\.movedAside) }

  /// Lets the caller run statements, alone among the threads of this process.
  ///
  /// A damaged file is moved aside, and the body runs a second time on a new one. A file that could
  /// not be opened is not tried again.
  /// - Throws: `StorageError`, what the body throws included.
  package func perform<Value: Sendable>(
    _ body: (DatabaseConnection) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    let result = shared.withLock { shared -> Result<Value, StorageError> in
      do throws(StorageError) {
        do throws(StorageError) {
          return .success(try body(try connection(&shared)))
        } catch {
          guard error.code == .damaged, access == .readAndWrite else { throw error }
          try setAside(&shared)
          return .success(try body(try connection(&shared)))
        }
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Lets the caller do several things at once, or nothing if one of them fails.
  /// - Throws: `StorageError`, what the body throws included.
  package func transaction<Value: Sendable>(
    _ body: (DatabaseConnection) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try perform { connection throws(StorageError) in
      try connection.transaction { () throws(StorageError) in try body(connection) }
    }
  }

  /// Lets nothing of what was deleted or replaced stay in the file or beside it.
  /// - Throws: `StorageError`.
  package func scrub() throws(StorageError) {
    try perform { connection throws(StorageError) in
      // A file of an older version may hold bytes that were deleted without being overwritten.
      try connection.run("PRAGMA temp_store = MEMORY")
      try connection.run("VACUUM")
      _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Closes the file; it is opened again if it is used again.
  package func close() {
    shared.withLock { $0.state = .closed }
  }

  // MARK: - Opening

  private func connection(_ shared: inout Shared) throws(StorageError) -> DatabaseConnection {
    switch shared.state {
    case .open(let connection): return connection
    case .failed(let error): throw error
    case .closed: break
    }
    do throws(StorageError) {
      let connection = try open()
      shared.state = .open(connection)
      return connection
    } catch {
      // A damaged file gets its second chance from the caller; everything else stays as it is.
      if error.code != .damaged || access != .readAndWrite { shared.state = .failed(error) }
      throw error
    }
  }

  private func open() throws(StorageError) -> DatabaseConnection {
    let mayMake = access == .readAndWrite
    let profile = try ProfileFolder.open(folder, isMade: mayMake)
    guard try profile.secure(name, isMade: mayMake) else {
      throw StorageError(.absent, path: path)
    }
    for suffix in ProfileFolder.companions {
      _ = try profile.secure(name + suffix, isMade: false)
    }
    let connection = try DatabaseConnection(path: path, busyMilliseconds: busyMilliseconds)
    // A file of a newer program is left as it is, its journal mode included.
    if try version(of: connection) < versions.count {
      try connection.run("PRAGMA journal_mode = WAL")
      try migrate(connection)
    }
    try connection.run("PRAGMA synchronous = NORMAL")
    try connection.run("PRAGMA trusted_schema = OFF")
    // What is deleted may have been a secret: its bytes are overwritten.
    try connection.run("PRAGMA secure_delete = ON")
    if access == .readIfPresent { try connection.run("PRAGMA query_only = ON") }
    return connection
  }

  private func version(of connection: DatabaseConnection) throws(StorageError) -> Int {
    let version = Int(try connection.rows("PRAGMA user_version").first?.first?.integer ?? 0)
    guard version <= versions.count else {
      throw StorageError(
        .newerSchema, path: path, detail: "version \(version), known are \(versions.count)")
    }
    guard version >= 0 else {
      throw StorageError(.damaged, path: path, detail: "version \(version)")
    }
    return version
  }

  private func migrate(_ connection: DatabaseConnection) throws(StorageError) {
    try connection.transaction { () throws(StorageError) in
      // Another program may have been quicker.
      for statements in versions[try version(of: connection)...] {
        for statement in statements { try connection.run(statement) }
      }
      try connection.run("PRAGMA user_version = \(versions.count)")
    }
  }

  private func setAside(_ shared: inout Shared) throws(StorageError) {
    shared.state = .closed
    do throws(StorageError) {
      let profile = try ProfileFolder.open(folder, isMade: false)
      shared.movedAside.append(try profile.setAside(name))
    } catch {
      shared.state = .failed(error)
      throw error
    }
  }
}
