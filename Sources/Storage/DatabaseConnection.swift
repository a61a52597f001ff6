// SPDX-License-Identifier: MIT
// Part of Grille: statements on an open database file.
import CSQLite

/// An open database file; the handle is closed with its owner.
///
/// Sendable because SQLite's handle has locks of its own, and ``ProfileDatabase`` hands it out to one
/// caller at a time.
@safe package final class DatabaseConnection: @unchecked Sendable {
  private let handle: OpaquePointer
  private let path: String

  /// Opens a file for reading and writing; one that is not there is made.
  init(path: String, busyMilliseconds: Int32) throws(StorageError) {
    guard shim_sqlite_load() == 1 else {
      throw StorageError(
        .libraryMissing, path: path, detail: "libsqlite3.so.0 cannot be opened, or is too old")
    }
    var opened: OpaquePointer?
    let code = unsafe shim_sqlite_open(path, &opened)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      throw StorageError(Self.kind(of: code), path: path, detail: "SQLite error \(code)")
    }
    unsafe self.handle = handle
    self.path = path
    _ = unsafe shim_sqlite_busy_timeout(handle, busyMilliseconds)
  }

  deinit { unsafe shim_sqlite_close(handle) }

  /// Runs a statement for its effect.
  ///
  /// - Parameters:
  ///   - statement: One statement; its parameters are question marks.
  ///   - values: A value for each parameter, in order.
  /// - Returns: How many rows it has changed.
  /// - Throws: `StorageError`.
  @discardableResult
  package func run(
    _ statement: String, _ values: [SQLValue] = []
  ) throws(StorageError) -> Int {
    _ = try rows(statement, values)
    return Int(unsafe shim_sqlite_changes(handle))
  }

  /// Runs a statement for its rows.
  ///
  /// - Returns: The rows in order, each with the columns in order.
  /// - Throws: `StorageError`.
  package func rows(
    _ statement: String, _ values: [SQLValue] = []
  ) throws(StorageError) -> [[SQLValue]] {
    var prepared: OpaquePointer?
    try check(unsafe shim_sqlite_prepare(handle, statement, -1, &prepared))
    guard let prepared = unsafe prepared else { return [] }
    defer { unsafe shim_sqlite_finalize(prepared) }
    guard Int(unsafe shim_sqlite_parameter_count(prepared)) == values.count else {
      throw StorageError(
        .statement, path: path, detail: "\(values.count) values given for: \(statement)")
    }
    for (index, value) in values.enumerated() {
      try check(unsafe Self.bind(value, to: prepared, at: Int32(index + 1)))
    }
    var rows: [[SQLValue]] = []
    while true {
      let code = unsafe shim_sqlite_step(prepared)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else { throw failure(code) }
        return rows
      }
      unsafe rows.append(
        (0..<shim_sqlite_column_count(prepared)).map { unsafe Self.column($0, of: prepared) })
    }
  }

  /// Does several things at once, or nothing if one of them fails.
  ///
  /// - Throws: `StorageError`, what `body` throws included.
  package func transaction<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    // A writer from the start: a reader that becomes one later may find the file changed.
    try run("BEGIN IMMEDIATE")
    do throws(StorageError) {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // SQLite has rolled back by itself after some errors; then there is nothing left to do.
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  // MARK: - SQLite's side

  private func check(_ code: Int32) throws(StorageError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> StorageError {
    let extended = unsafe shim_sqlite_extended_errcode(handle)
    let text = unsafe String(cString: shim_sqlite_errmsg(handle))
    let isOfThisCall = extended & 0xFF == code & 0xFF
    return StorageError(
      Self.kind(of: isOfThisCall ? extended : code), path: path, detail: text)
  }

  // sqlite.org/rescode.html
  private static func kind(of code: Int32) -> StorageError.Code {
    switch code & 0xFF {
    case SQLITE_NOTADB, SQLITE_CORRUPT: .damaged
    case SQLITE_FULL: .full
    case SQLITE_READONLY: .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .inaccessible
    case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_PROTOCOL: .inputOutput
    default: .statement
    }
  }

  private static func bind(
    _ value: SQLValue, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    switch value {
    case .null: return unsafe shim_sqlite_bind_null(statement, index)
    case .integer(let number): return unsafe shim_sqlite_bind_integer(statement, index, number)
    case .real(let number): return unsafe shim_sqlite_bind_real(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        guard let base = bytes.baseAddress else {
          return unsafe shim_sqlite_bind_text(statement, index, "", 0)
        }
        return unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          unsafe shim_sqlite_bind_text(statement, index, $0, count)
        }
      }
    case .blob(let bytes):
      guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
      return unsafe bytes.withUnsafeBytes {
        unsafe shim_sqlite_bind_blob(statement, index, $0.baseAddress, count)
      }
    }
  }

  private static func column(_ index: Int32, of statement: OpaquePointer) -> SQLValue {
    switch unsafe shim_sqlite_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(unsafe shim_sqlite_column_integer(statement, index))
    case SQLITE_FLOAT: return .real(unsafe shim_sqlite_column_real(statement, index))
    case SQLITE_TEXT:
      guard let text = unsafe shim_sqlite_column_text(statement, index) else { return .text("") }
      let count = Int(unsafe shim_sqlite_column_bytes(statement, index))
      return .text(
        unsafe String(
          decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = unsafe shim_sqlite_column_blob(statement, index) else { return .blob([]) }
      let count = Int(unsafe shim_sqlite_column_bytes(statement, index))
      return .blob(unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }
}
