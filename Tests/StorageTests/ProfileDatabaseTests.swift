// SPDX-License-Identifier: MIT
// Part of Grille: tests of a profile's database file: rows, versions, damage, several users at once.
import Foundation
import Storage
import TestSupport
import Testing

@Suite("Profile database")
struct ProfileDatabaseTests {
  private let directory: TemporaryDirectory
  private var folder: String { directory.path(of: "state/grille") }
  private var path: String { folder + "/profile.sqlite" }

  init() throws { directory = try TemporaryDirectory() }

  private let notes = [["CREATE TABLE note (id INTEGER PRIMARY KEY, body)"]]

  private func database(
    _ access: ProfileDatabase.Access = .readAndWrite, busyMilliseconds: Int32 = 10_000
  ) -> ProfileDatabase {
    ProfileDatabase(
      folder: folder, access: access, versions: notes, busyMilliseconds: busyMilliseconds)
  }

  private func rows(_ database: ProfileDatabase) throws -> [[SQLValue]] {
    try database.perform { connection throws(StorageError) in
      try connection.rows("SELECT body FROM note ORDER BY id")
    }
  }

  private func add(_ value: SQLValue, to database: ProfileDatabase) throws {
    try database.transaction { connection throws(StorageError) in
      _ = try connection.run("INSERT INTO note (body) VALUES (?)", [value])
    }
  }

  private func code(_ body: () throws -> Void) -> StorageError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StorageError)?.code
    }
  }

  @Test func nothingIsTouchedBeforeTheFirstUse() {
    _ = database()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func valuesOfEveryKindComeBackAsTheyWere() throws {
    let values: [SQLValue] = [
      nil, 0, -1, .integer(.max), .integer(.min), .real(0.5), "", "a\u{0}b", "日本語 🧭", .blob([]),
      .blob([0, 255, 0]), .text(String(repeating: "x", count: 100_000)),
    ]
    for value in values { try add(value, to: database()) }
    #expect(try rows(database()) == values.map { [$0] })
  }

  @Test func aTransactionThatFailsLeavesNothingBehind() throws {
    let database = database()
    try add("first", to: database)
    let failed = code {
      try database.transaction { connection throws(StorageError) in
        try connection.run("INSERT INTO note (body) VALUES ('second')")
        try connection.run("INSERT INTO nowhere VALUES (1)")
      }
    }
    #expect(failed == .statement)
    #expect(try rows(database) == [["first"]])
    // The connection is usable, and no transaction is left open.
    try add("third", to: database)
    #expect(try rows(database) == [["first"], ["third"]])
  }

  @Test(arguments: [
    ("SELECT ?", 0), ("SELECT ?", 2), ("SELECT", 0), ("SELECT 1 FROM nowhere", 0),
  ])
  func wrongStatementsAreErrors(statement: String, count: Int) {
    let values = [SQLValue](repeating: 1, count: count)
    let failed = code {
      _ = try database().perform { connection throws(StorageError) in
        try connection.rows(statement, values)
      }
    }
    #expect(failed == .statement)
  }

  @Test func anOlderFileIsBroughtUpToDateAndANewerOneIsLeftAlone() throws {
    try add("kept", to: database())
    let newer = ProfileDatabase(
      folder: folder, versions: notes + [["ALTER TABLE note ADD COLUMN colour TEXT"]])
    let colours = try newer.perform { connection throws(StorageError) in
      try connection.rows("SELECT body, colour FROM note")
    }
    #expect(colours == [["kept", nil]])
    newer.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let older = database()
    #expect(code { try add("lost", to: older) } == .newerSchema)
    #expect(code { _ = try rows(older) } == .newerSchema)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(older.movedAside.isEmpty)
  }

  @Test func aStepToANewerVersionThatFailsChangesNothing() throws {
    try add("kept", to: database())
    let broken = ProfileDatabase(
      folder: folder, versions: notes + [["CREATE TABLE other (id)", "CREATE TABLE note (id)"]])
    #expect(code { _ = try rows(broken) } == .statement)
    #expect(try rows(database()) == [["kept"]])
  }

  @Test(arguments: [
    ("garbage", [UInt8]("This is no database, but it is long enough to look like one.".utf8)),
    ("a cut file", Array("SQLite format 3\u{0}".utf8) + [0x10, 0x00, 1, 1]),
    ("a header alone", Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0xFF, count: 4_096)),
  ])
  func aDamagedFileIsMovedAsideAndANewOneBegun(name: String, bytes: [UInt8]) throws {
    try directory.write(bytes, to: "state/grille/profile.sqlite")
    let database = database()
    try add("new", to: database)
    #expect(try rows(database) == [["new"]])
    #expect(database.movedAside == [path + ".damaged-1"])
    let kept = try Data(contentsOf: URL(fileURLWithPath: path + ".damaged-1"))
    #expect(Array(kept) == bytes)
  }

  @Test func damageBehindTheHeaderIsFoundOnUse() throws {
    let first = database()
    for number in 0..<200 { try add(.text(String(repeating: "\(number)", count: 200)), to: first) }
    try first.perform { connection throws(StorageError) in
      _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    first.close()
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let second = database()
    #expect(try rows(second) == [])
    #expect(second.movedAside.count == 1)
    try add("works", to: second)
    #expect(try rows(second) == [["works"]])
  }

  @Test func aReaderLeavesNoTraceAndDoesNotMoveWhatIsDamaged() throws {
    let reader = database(.readIfPresent)
    #expect(code { _ = try rows(reader) } == .absent)
    #expect(!FileManager.default.fileExists(atPath: directory.path(of: "state")))
    let damaged = Array("no database at all, though long enough to be taken for one".utf8)
    try directory.write(damaged, to: "state/grille/profile.sqlite")
    #expect(code { _ = try rows(database(.readIfPresent)) } == .damaged)
    let kept = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(Array(kept) == damaged)
  }

  @Test func aReaderReadsAndCannotWrite() throws {
    try add("there", to: database())
    let reader = database(.readIfPresent)
    #expect(try rows(reader) == [["there"]])
    #expect(code { try add("more", to: reader) } == .readOnly)
    #expect(try rows(database()) == [["there"]])
  }

  @Test func aFullFileIsAnErrorAndReadingGoesOn() throws {
    let database = database()
    try add("small", to: database)
    let failed = code {
      try database.transaction { connection throws(StorageError) in
        // The limit stands in for the end of the disk: SQLite reports both as SQLITE_FULL.
        _ = try connection.rows("PRAGMA max_page_count = 1")
        _ = try connection.run("INSERT INTO note (body) VALUES (zeroblob(1000000))")
      }
    }
    #expect(failed == .full)
    #expect(try rows(database) == [["small"]])
  }

  @Test func aFileHeldByAnotherIsAnErrorAfterAWhile() throws {
    let holder = database()
    try add("first", to: holder)
    let waiting = database(busyMilliseconds: 20)
    let failed = try holder.transaction { _ throws(StorageError) in
      code { try add("second", to: waiting) }
    }
    #expect(failed == .busy)
    try add("third", to: waiting)
    #expect(try rows(holder) == [["first"], ["third"]])
  }

  @Test func severalConnectionsWriteAtOnce() async throws {
    let writers = 4
    let perWriter = 50
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        let database = database()
        group.addTask {
          for number in 0..<perWriter {
            try database.transaction { connection throws(StorageError) in
              _ = try connection.run(
                "INSERT INTO note (body) VALUES (?)", [.text("\(writer)/\(number)")])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try rows(database()).count == writers * perWriter)
  }

  @Test func twoProgramsOpenTheSameNewProfileAtOnce() throws {
    // Another process, made of SQLite's own shell, writes while this one does.
    let database = database()
    try add("ours", to: database)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    shell.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1], timeout=20)
      for n in range(100):
          db.execute("INSERT INTO note (body) VALUES (?)", (n,)); db.commit()
      """, path,
    ]
    try shell.run()
    for number in 0..<100 { try add(.text("ours \(number)"), to: database) }
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(try rows(database).count == 201)
  }
}
