// SPDX-License-Identifier: MIT
// Part of Grille: tests that only the user can read a profile.
import Foundation
import Glibc
import Storage
import TestSupport
import Testing

@Suite("Profile folder")
struct ProfileFolderTests {
  private let directory: TemporaryDirectory
  private var folder: String { directory.path(of: "state/grille") }
  private var path: String { folder + "/profile.sqlite" }

  init() throws { directory = try TemporaryDirectory() }

  /// Opens the profile; nil if that worked.
  private func failure(_ access: ProfileDatabase.Access = .readAndWrite) -> StorageError? {
    let database = ProfileDatabase(folder: folder, access: access)
    do throws(StorageError) {
      _ = try database.perform { connection throws(StorageError) in
        try connection.rows("SELECT count(*) FROM trust_decision")
      }
      return nil
    } catch {
      return error
    }
  }

  private func mode(_ path: String) -> mode_t {
    var information = stat()
    return lstat(path, &information) == 0 ? information.st_mode & 0o7777 : 0
  }

  @Test func threat23FolderAndFilesAreTheUsersAlone() throws {
    let database = ProfileDatabase(folder: folder)
    try database.perform { connection throws(StorageError) in
      _ = try connection.run("DELETE FROM trust_decision")
    }
    #expect(mode(directory.path(of: "state")) & 0o077 == 0)
    #expect(mode(folder) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    // The log of SQLite is there while the file is open, and as well guarded.
    #expect(names.contains("profile.sqlite-wal"))
    for name in names { #expect(mode(folder + "/" + name) == 0o600, "\(name)") }
  }

  @Test func threat23WrongModesAreCorrectedBeforeAnythingIsRead() throws {
    #expect(failure() == nil)
    try directory.write("", to: "state/grille/profile.sqlite-wal")
    for name in ["", "/profile.sqlite", "/profile.sqlite-wal"] {
      #expect(chmod(folder + name, name.isEmpty ? 0o755 : 0o644) == 0)
    }
    #expect(failure(.readIfPresent) == nil)
    #expect(mode(folder) == 0o700)
    #expect(mode(path) == 0o600)
  }

  @Test func threat23ALinkedFolderIsRefused() throws {
    try directory.write("x", to: "elsewhere/other")
    try FileManager.default.createDirectory(
      atPath: directory.path(of: "state"), withIntermediateDirectories: true)
    #expect(symlink(directory.path(of: "elsewhere"), folder) == 0)
    #expect(failure()?.code == .unsafeLocation)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path(of: "elsewhere"))
        == ["other"])
  }

  @Test(arguments: ["profile.sqlite", "profile.sqlite-wal", "profile.sqlite-shm"])
  func threat23ALinkedFileIsRefused(name: String) throws {
    #expect(failure() == nil)
    let target = try directory.write("do not touch", to: "victim")
    #expect(chmod(target, 0o644) == 0)
    unlink(folder + "/" + name)
    #expect(symlink(target, folder + "/" + name) == 0)
    #expect(failure()?.code == .unsafeLocation)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "do not touch")
    #expect(mode(target) == 0o644)
  }

  @Test func threat23AFileWithASecondNameIsRefused() throws {
    #expect(failure() == nil)
    #expect(link(path, directory.path(of: "second")) == 0)
    #expect(failure()?.code == .unsafeLocation)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func threat23WhatBelongsToAnotherUserIsRefused() throws {
    #expect(failure() == nil)
    #expect(chown(path, 65_534, 65_534) == 0)
    let error = failure()
    #expect(error?.code == .unsafeLocation)
    #expect(error?.path == path)
    #expect(chown(path, 0, 0) == 0)
    #expect(chown(folder, 65_534, 65_534) == 0)
    #expect(failure()?.path == folder)
  }

  @Test func somethingElseInThePlaceOfTheFileIsRefused() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(failure()?.code == .unsafeLocation)
    rmdir(path)
    // A pipe would let an opening wait for ever.
    #expect(mkfifo(path, 0o600) == 0)
    #expect(failure()?.code == .unsafeLocation)
  }

  @Test func aFolderThatCannotBeMadeIsAnErrorAndNotTriedAgain() throws {
    try directory.write("a file", to: "state")
    let database = ProfileDatabase(folder: folder)
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) {
        try database.perform { connection throws(StorageError) in
          _ = try connection.rows("SELECT 1")
        }
      }
      #expect(error?.code == .unsafeLocation || error?.code == .inaccessible)
      unlink(directory.path(of: "state"))
    }
  }

  @Test func aFileSystemThatRefusesFilesIsAnError() {
    let database = ProfileDatabase(folder: "/proc/grille")
    let error = #expect(throws: StorageError.self) {
      try database.perform { connection throws(StorageError) in
        _ = try connection.rows("SELECT 1")
      }
    }
    #expect(error?.code == .inaccessible)
  }
}
