// SPDX-License-Identifier: MIT
// Part of Grille: what a store keeps on disk, and what becomes of it there.

import Foundation
import Networking
import PracticeSite
import Security
import Storage
import TestSupport
import Testing

@testable import WebViewKit

@MainActor
@Suite("Persistent stores")
struct PersistenceTests {
  private let setting: TrustSetting
  private let directory: TemporaryDirectory
  private var folder: String { directory.path(of: "profile") }

  init() throws {
    setting = try TrustSetting()
    directory = try TemporaryDirectory()
  }

  private func store(
    isWritten: Bool = true, _ hosts: String = "expired"
  ) -> WebsiteDataStore {
    .persistent(in: folder, isWritten: isWritten, networkOptions: setting.options(hosts))
  }

  /// The hosts whose decisions are in the file.
  private func storedHosts() throws -> [String] {
    try ProfileDatabase(folder: folder, access: .readIfPresent)
      .perform { connection throws(StorageError) in
        try connection.rows("SELECT host FROM trust_decision ORDER BY host")
      }.compactMap { $0.first?.text }
  }

  private func decision(
    _ host: String, until: Int64 = .max, reasons: Set<TrustFailure.Reason> = [.expired]
  ) -> [SQLValue] {
    [
      .text(host), 443, .blob([UInt8](repeating: 7, count: 32)),
      .text(reasons.map(\.rawValue).joined(separator: ",")), .integer(until), 1, 1,
    ]
  }

  private func write(_ rows: [[SQLValue]]) throws {
    try ProfileDatabase(folder: folder).transaction { connection throws(StorageError) in
      for row in rows {
        try connection.run("INSERT INTO trust_decision VALUES (?, ?, ?, ?, ?, ?, ?)", row)
      }
    }
  }

  @Test func permanentDecisionsAreKeptAndOthersAreNot() async throws {
    for persistence: Credential.Persistence in [.none, .forSession] {
      let store = store()
      let delegate = TrustDelegate.accepting(persistence)
      let view = setting.view(store, delegate)
      #expect(await setting.load("expired", in: view) == 0)
      store.writePendingChanges()
      #expect(try storedHosts() == [])
    }
    let store = store()
    let delegate = TrustDelegate.accepting(.permanent)
    #expect(await setting.load("expired", in: setting.view(store, delegate)) == 0)
    // Written by itself, without anybody asking for it.
    try await waitUntil("the decision is on disk") {
      try storedHosts() == ["expired.practice.test"]
    }
    let again = self.store()
    let silent = TrustDelegate { _ in .cancelAuthenticationChallenge }
    #expect(await setting.load("expired", in: setting.view(again, silent)) == 0)
    #expect(silent.trusts.isEmpty)
    let kept = try #require(again.trustDecisions.first)
    let made = try #require(store.trustDecisions.first)
    #expect(kept.host == made.host && kept.port == made.port)
    #expect(kept.leafFingerprint == made.leafFingerprint)
    #expect(kept.reasons == [.expired] && kept.scope == made.scope)
    #expect(kept.decisionDate == made.decisionDate)
  }

  @Test func threat23WhatIsKeptIsTheUsersAlone() async throws {
    let store = store()
    let delegate = TrustDelegate.accepting(.permanent)
    let view = setting.view(store, delegate)
    #expect(await setting.load("expired", in: view) == 0)
    store.writePendingChanges()
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: folder) {
      let mode = try files.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions]
      #expect(mode as? Int == 0o600, "\(name)")
    }
    let mode = try files.attributesOfItem(atPath: folder)[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }

  @Test func forgettingReachesTheDisk() async throws {
    try write([decision("a.test"), decision("b.test"), decision("c.test")])
    let store = store()
    #expect(store.trustDecisions.map(\.host) == ["a.test", "b.test", "c.test"])
    store.forget(try #require(store.trustDecisions.first { $0.host == "b.test" }))
    store.writePendingChanges()
    #expect(try storedHosts() == ["a.test", "c.test"])
    // Another program has written meanwhile; all means its decisions too.
    try write([decision("d.test")])
    store.forgetAllTrustDecisions()
    store.writePendingChanges()
    #expect(store.trustDecisions.isEmpty)
    #expect(try storedHosts() == [])
  }

  @Test func twoProgramsDoNotUndoEachOthersDecisions() throws {
    try write([decision("shared.test")])
    let (one, two) = (store(), store())
    #expect(one.trustDecisions.count == 1 && two.trustDecisions.count == 1)
    try write([decision("new.test")])
    one.forget(try #require(one.trustDecisions.first))
    one.writePendingChanges()
    #expect(try storedHosts() == ["new.test"])
    // The other still knows it, but does not put it back.
    two.writePendingChanges()
    #expect(try storedHosts() == ["new.test"])
  }

  @Test func rowsThatCannotBeUnderstoodOrHaveEndedDoNotCount() throws {
    try write([
      decision("good.test"), decision("past.test", until: 1_000),
      [
        "short.test", 443, .blob([1]), "expired", .integer(.max), 1, 1,
      ],
      [
        "port.test", 70_000, .blob([UInt8](repeating: 7, count: 32)), "expired", .integer(.max),
        1, 1,
      ],
      [
        "reason.test", 443, .blob([UInt8](repeating: 7, count: 32)), "expired,unheardOf",
        .integer(.max), 1, 1,
      ],
    ])
    #expect(store(isWritten: false).trustDecisions.map(\.host) == ["good.test"])
    #expect(try storedHosts().contains("past.test"))
    #expect(store().trustDecisions.map(\.host) == ["good.test"])
    #expect(try !storedHosts().contains("past.test"))
  }

  @Test func aReaderUsesDecisionsAndLeavesNoTrace() async throws {
    let missing = store(isWritten: false)
    let accepting = TrustDelegate.accepting(.permanent)
    #expect(await setting.load("expired", in: setting.view(missing, accepting)) == 0)
    missing.writePendingChanges()
    #expect(!FileManager.default.fileExists(atPath: folder))

    let writer = store()
    #expect(await setting.load("expired", in: setting.view(writer, accepting)) == 0)
    writer.writePendingChanges()
    let reader = store(isWritten: false)
    #expect(await setting.load("expired", in: setting.view(reader)) == 0)
    // Not even SQLite's own files beside the one that was read.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["profile.sqlite"])
    reader.forgetAllTrustDecisions()
    reader.writePendingChanges()
    #expect(try storedHosts() == ["expired.practice.test"])
  }

  @Test func localPagesOpenNothing() async throws {
    let file = try directory.write("<title>Local</title>", to: "page.html")
    let view = setting.view(store())
    let url = try #require(WebURL.file(path: file))
    try await view.finishedLoading(view.load(ResourceRequest(url: url)))
    #expect(view.title == "Local")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func aProblemIsToldOnceAndTheStoreWorksOn() async throws {
    try directory.write("a file in the way", to: "profile")
    let store = store()
    var problems: [PersistenceProblem] = []
    let accepting = TrustDelegate.accepting(.permanent)
    let view = setting.view(store, accepting)
    #expect(await setting.load("expired", in: view) == 0)
    store.writePendingChanges()
    // Told although it happened before anybody listened.
    store.persistenceProblemHandler = { problems.append($0) }
    try await waitUntil("the problem is told") { !problems.isEmpty }
    #expect(await setting.load("expired", in: view) == 0)
    store.writePendingChanges()
    #expect(accepting.trusts.count == 1)
    #expect(problems.map(\.kind) == [.unsafeLocation])
    #expect(problems.first?.path == folder)
  }

  @Test func aDamagedFileIsMovedAsideAndToldOf() async throws {
    try directory.write("garbage in the place of a header", to: "profile/profile.sqlite")
    let store = store()
    var problems: [PersistenceProblem] = []
    store.persistenceProblemHandler = { problems.append($0) }
    #expect(store.trustDecisions.isEmpty)
    try await waitUntil("the problem is told") { !problems.isEmpty }
    #expect(problems.map(\.kind) == [.damagedFileMovedAside])
    let moved = try #require(problems.first?.movedTo)
    #expect(FileManager.default.fileExists(atPath: moved))
    let delegate = TrustDelegate.accepting(.permanent)
    let view = setting.view(store, delegate)
    #expect(await setting.load("expired", in: view) == 0)
    store.writePendingChanges()
    #expect(try storedHosts() == ["expired.practice.test"])
  }

  @Test func aNewerFileIsLeftAlone() async throws {
    let newer = ProfileDatabase(
      folder: folder, versions: ProfileSchema.versions + [["CREATE TABLE later (id)"]])
    try newer.perform { connection throws(StorageError) in
      _ = try connection.rows("SELECT 1")
    }
    newer.close()
    let store = store()
    var problems: [PersistenceProblem] = []
    store.persistenceProblemHandler = { problems.append($0) }
    let delegate = TrustDelegate.accepting(.permanent)
    let view = setting.view(store, delegate)
    #expect(await setting.load("expired", in: view) == 0)
    store.writePendingChanges()
    try await waitUntil("the problem is told") { !problems.isEmpty }
    #expect(problems.map(\.kind) == [.newerVersion])
    let version = try newer.perform { connection throws(StorageError) in
      try connection.rows("SELECT count(*) FROM trust_decision")
    }
    #expect(version == [[0]])
  }

  @Test func aStrictHostIsNeverVisitedByPlainHTTPInALaterSession() async throws {
    func store() -> WebsiteDataStore {
      var options = setting.options()
      options.connectTo = setting.site.connectToEntries
      return .persistent(in: folder, networkOptions: options)
    }
    func load(_ address: String, _ store: WebsiteDataStore) async throws -> Int {
      let view = setting.view(store)
      let request = ResourceRequest(url: try #require(WebURL(address)))
      return await setting.code(of: view.load(request), in: view)
    }
    let first = store()
    #expect(try await load("https://hsts.practice.test/", first) == 0)
    try await waitUntil("the declaration is on disk") {
      StoredState(database: ProfileDatabase(folder: folder)) { _ in }
        .contents.strictHosts.entries.map(\.host) == ["hsts.practice.test"]
    }
    let second = store()
    #expect(try await load("http://hsts.practice.test/", second) == 0)
    #expect(setting.site.plainConnections.isEmpty)
    let host = try #require(second.strictTransportHosts.first)
    #expect(host.host == "hsts.practice.test" && host.includesSubdomains)
    second.forget(host)
    #expect(try await load("http://hsts.practice.test/", second) == 0)
    #expect(setting.site.plainConnections.count == 1)
    second.writePendingChanges()
    #expect(store().strictTransportHosts.isEmpty)
  }

  @Test func strictHostsAreKeptAndForgotten() async throws {
    let state = StoredState(database: ProfileDatabase(folder: folder), clock: { 1_000 }) { _ in }
    _ = state.contents
    try ProfileDatabase(folder: folder).transaction { connection throws(StorageError) in
      for (host, expiry) in [("kept.test", 2_000), ("over.test", 1_000)] as [(String, Int64)] {
        try connection.run(
          "INSERT INTO strict_transport VALUES (?, 1, ?, 1)", [.text(host), .integer(expiry)])
      }
    }
    let again = StoredState(database: ProfileDatabase(folder: folder), clock: { 1_000 }) { _ in }
    let hosts = again.contents.strictHosts
    #expect(hosts.entries.map(\.host) == ["kept.test"])
    #expect(hosts.isStrict(host: "www.kept.test", at: 1_500))
    hosts.forget(host: "kept.test")
    again.write()
    let rows = try ProfileDatabase(folder: folder).perform { connection throws(StorageError) in
      try connection.rows("SELECT host FROM strict_transport")
    }
    #expect(rows.isEmpty)
  }

  @Test func aDeclarationIsWrittenOnceAndNotWithEveryAnswer() {
    let first = HSTSStore.Entry(
      host: "a.test", includesSubdomains: false, expiry: 1_000_000, noted: 0)
    func later(_ seconds: Int64, subdomains: Bool = false) -> HSTSStore.Entry {
      HSTSStore.Entry(
        host: "a.test", includesSubdomains: subdomains, expiry: 1_000_000 + seconds,
        noted: max(0, seconds))
    }
    #expect(StrictTransportTable.isWorthWriting(first, after: nil))
    #expect(StrictTransportTable.isWorthWriting(nil, after: first))
    #expect(!StrictTransportTable.isWorthWriting(later(5), after: first))
    #expect(StrictTransportTable.isWorthWriting(later(-5), after: first))
    #expect(StrictTransportTable.isWorthWriting(later(90_000), after: first))
    #expect(StrictTransportTable.isWorthWriting(later(0, subdomains: true), after: first))
  }
}
