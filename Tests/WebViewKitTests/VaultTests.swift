// SPDX-License-Identifier: MIT
// Part of Grille: what is sealed under a master pass phrase, and what becomes of it.
import Foundation
import Networking
import PracticeSite
import Security
import Storage
import TestSupport
import Testing

@testable import WebViewKit

@MainActor
@Suite("Vault", .serialized)
struct VaultTests {
  private let setting: TrustSetting
  private let directory: TemporaryDirectory
  private var folder: String { directory.path(of: "profile") }

  init() throws {
    setting = try TrustSetting()
    directory = try TemporaryDirectory()
  }

  private func store(isWritten: Bool = true) -> WebsiteDataStore {
    let store = WebsiteDataStore.persistent(
      in: folder, isWritten: isWritten, networkOptions: setting.options("good", "client"))
    store.keyCostExponent = VaultParameters.leastCostExponent
    return store
  }

  private func rows(_ statement: String) throws -> [[SQLValue]] {
    try ProfileDatabase(folder: folder, access: .readIfPresent)
      .perform { connection throws(StorageError) in try connection.rows(statement) }
  }

  private func change(_ statement: String, _ values: [SQLValue] = []) throws {
    try ProfileDatabase(folder: folder).perform { connection throws(StorageError) in
      _ = try connection.run(statement, values)
    }
  }

  private func logIn(
    _ store: WebsiteDataStore, _ delegate: LogInDelegate = LogInDelegate()
  ) async -> LogInDelegate {
    let view = setting.view(store, delegate)
    #expect(await setting.load("good", in: view, path: "/basic") == 0)
    #expect(view.response?.status?.code == 200)
    return delegate
  }

  /// A profile with a log-in and an identity, sealed under a pass phrase.
  private func fill(_ passPhrase: String = "master") async throws {
    let store = store()
    #expect(await store.changeError(to: passPhrase) == nil)
    store.add(try setting.site.identity("alice"), persistence: .permanent)
    _ = await logIn(store)
    store.writePendingChanges()
    #expect(store.credentials.map(\.persistence) == [.permanent])
  }

  // MARK: - Passwords

  @Test func scenario39APermanentPasswordIsThereAfterARestart() async throws {
    try await fill()
    let again = store()
    #expect(again.vaultState == .locked)
    #expect(again.credentials.map(\.user) == ["user"])
    #expect(again.credentials.first?.host == "good.practice.test")
    #expect(await again.unlockError("master") == nil)
    #expect(again.vaultState == .unlocked)
    let delegate = await logIn(again)
    #expect(delegate.asked == [])
    let before = setting.site.requests(forPath: "/basic").count
    #expect(await logIn(again).asked == [])
    // From the second time on it is sent unasked.
    #expect(setting.site.requests(forPath: "/basic").count == before + 1)
  }

  @Test func scenario39WithoutAMasterPassPhraseItLastsForTheSessionAndIsSaidSo() async throws {
    var problems: [PersistenceProblem.Kind] = []
    let store = store()
    store.persistenceProblemHandler = { problems.append($0.kind) }
    _ = await logIn(store)
    #expect(await logIn(store).asked == [])
    try await waitUntil("the store says so") { problems == [.noMasterPassPhrase] }
    #expect(store.credentials.map(\.persistence) == [.forSession])
    store.writePendingChanges()
    #expect(try rows("SELECT * FROM credential") == [])
    let again = self.store()
    #expect(again.credentials == [] && again.vaultState == .none)
    #expect(await logIn(again).asked == ["httpBasic"])
    // Setting one later in the session keeps what waited.
    #expect(await store.changeError(to: "master") == nil)
    store.writePendingChanges()
    #expect(store.credentials.map(\.persistence) == [.permanent])
    #expect(try rows("SELECT host, user FROM credential") == [["good.practice.test", "user"]])
  }

  @Test func whatIsKeptWhileLockedIsWrittenWhenUnlocked() async throws {
    try await fill()
    let store = store()
    var problems: [PersistenceProblem.Kind] = []
    store.persistenceProblemHandler = { problems.append($0.kind) }
    #expect(store.vaultState == .locked)
    store.add(try setting.site.identity("bob"), persistence: .permanent)
    try await waitUntil("the store says so") { problems == [.vaultLocked] }
    #expect(try rows("SELECT count(*) FROM client_identity") == [[1]])
    #expect(await store.unlockError("master") == nil)
    store.writePendingChanges()
    #expect(try rows("SELECT count(*) FROM client_identity WHERE sealed = 1") == [[2]])
  }

  @Test func aWrongPassPhraseChangesNothing() async throws {
    try await fill()
    let store = store()
    for wrong in ["Master", "", "master "] {
      #expect(await store.unlockError(wrong) == .wrongPassPhrase)
      #expect(await store.changeError(to: "new", from: wrong) == .wrongPassPhrase)
    }
    #expect(await store.changeError(to: "new") == .wrongPassPhrase)
    #expect(store.vaultState == .locked)
    let space = try #require(store.credentials.first)
    #expect(space.persistence == .permanent)
    // One can go on without: the server asks.
    let delegate = LogInDelegate()
    delegate.persistence = .forSession
    #expect(await logIn(store, delegate).asked == ["httpBasic"])
    #expect(await self.store().unlockError("master") == nil)
  }

  @Test func forgettingReachesTheDiskLockedOrNot() async throws {
    try await fill()
    let locked = store()
    locked.forget(try #require(locked.credentials.first))
    #expect(locked.credentials == [])
    locked.writePendingChanges()
    #expect(try rows("SELECT * FROM credential") == [])
    #expect(await locked.unlockError("master") == nil)
    #expect(locked.credentials == [])
    _ = await logIn(locked)
    locked.writePendingChanges()
    #expect(try rows("SELECT user FROM credential") == [["user"]])
    #expect(locked.forgetCredentials(forHost: "good.practice.test"))
    #expect(!locked.forgetCredentials(forHost: "good.practice.test"))
    locked.writePendingChanges()
    #expect(try rows("SELECT * FROM credential") == [])
    _ = await logIn(locked)
    locked.writePendingChanges()
    self.store().forgetAllCredentials()
    let other = self.store()
    other.forgetAllCredentials()
    other.writePendingChanges()
    #expect(try rows("SELECT * FROM credential") == [])
  }

  // MARK: - Identities

  @Test func scenario39APermanentIdentityIsThereAfterARestart() async throws {
    try await fill()
    let store = store()
    let alice = try #require(store.identities.first)
    let label = try setting.site.identity("alice").label
    #expect(alice.isLocked && alice.label == label)
    #expect(store.vaultState == .locked)
    // A choice of a sealed one asks instead of going on without it.
    store.choose(
      alice, forHost: "client.practice.test", port: UInt16(setting.site.securePort),
      persistence: .permanent)
    let delegate = LogInDelegate()
    _ = await setting.load("client", in: setting.view(store, delegate))
    #expect(delegate.asked.first == "clientCertificate")
    #expect(await store.unlockError("master") == nil)
    #expect(store.identities.map(\.isLocked) == [false])
    store.choose(
      try #require(store.identities.first), forHost: "client.practice.test",
      port: UInt16(setting.site.securePort), persistence: .permanent)
    let silent = LogInDelegate()
    #expect(await setting.load("client", in: setting.view(store, silent)) == 0)
    #expect(silent.asked == [])
    store.lock()
    #expect(store.vaultState == .locked && store.identities.map(\.isLocked) == [true])
    let after = LogInDelegate()
    _ = await setting.load("client", in: setting.view(store, after))
    #expect(after.asked.first == "clientCertificate")
    #expect(await logIn(store).asked == ["httpBasic"])
  }

  @Test func keysAreInClearWithoutAPassPhraseAndSealedWithOne() async throws {
    let alice = try setting.site.identity("alice")
    let key = alice.keyBytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let store = store()
    store.add(alice, persistence: .permanent)
    store.writePendingChanges()
    #expect(try rows("SELECT sealed, key FROM client_identity") == [[0, .blob(key)]])
    #expect(try files(below: folder).contains { holds($0.bytes, key) })
    #expect(await store.changeError(to: "master") == nil)
    #expect(try rows("SELECT sealed FROM client_identity") == [[1]])
    // Nothing of the old bytes is left, neither in the file nor in its log.
    for file in try files(below: folder) { #expect(!holds(file.bytes, key), "\(file.name)") }
    let again = self.store()
    #expect(again.identities.map(\.isLocked) == [true])
    try await again.removeMasterPassPhrase(secret("master"))
    #expect(again.vaultState == .none && again.identities.map(\.isLocked) == [false])
    #expect(try rows("SELECT sealed, key FROM client_identity") == [[0, .blob(key)]])
    #expect(self.store().identities.map(\.isLocked) == [false])
  }

  // MARK: - The pass phrase

  @Test func changingThePassPhraseKeepsEverything() async throws {
    try await fill("one")
    let before = try rows("SELECT key FROM client_identity UNION SELECT password FROM credential")
    let store = store()
    #expect(await store.changeError(to: "two", from: "one") == nil)
    let after = try rows("SELECT key FROM client_identity UNION SELECT password FROM credential")
    #expect(Set(before).isDisjoint(with: after) && after.count == 2)
    #expect(store.vaultState == .unlocked)
    let again = self.store()
    #expect(await again.unlockError("one") == .wrongPassPhrase)
    #expect(await again.unlockError("two") == nil)
    #expect(await logIn(again).asked == [])
    #expect(again.identities.map(\.isLocked) == [false])
    #expect(await again.changeError(to: "", from: "two") == .emptyPassPhrase)
  }

  @Test func aChangeThatFailsHalfWayLeavesEverythingAsItWas() async throws {
    try await fill("one")
    let before = try rows("SELECT * FROM client_identity") + rows("SELECT * FROM credential")
    // The last step of the transaction fails, as a full disk would make it.
    try change(
      "CREATE TRIGGER broken BEFORE INSERT ON vault BEGIN SELECT RAISE(ABORT, 'broken'); END")
    let store = store()
    guard case .storage? = await store.changeError(to: "two", from: "one") else {
      Issue.record("the change was made")
      return
    }
    let after = try rows("SELECT * FROM client_identity") + rows("SELECT * FROM credential")
    #expect(after == before)
    #expect(await store.unlockError("two") == .wrongPassPhrase)
    #expect(await store.unlockError("one") == nil)
    #expect(await logIn(store).asked == [])
  }

  @Test func anotherProgramsChangeLocksThisOne() async throws {
    try await fill("one")
    let (here, there) = (store(), store())
    #expect(await here.unlockError("one") == nil)
    #expect(await there.changeError(to: "two", from: "one") == nil)
    here.add(try setting.site.identity("bob"), persistence: .permanent)
    here.writePendingChanges()
    // Nothing is sealed with a key that counts no more.
    #expect(try rows("SELECT count(*) FROM client_identity") == [[1]])
    #expect(here.vaultState == .locked)
    #expect(await here.unlockError("two") == nil)
    here.writePendingChanges()
    #expect(try rows("SELECT count(*) FROM client_identity WHERE sealed = 1") == [[2]])
    #expect(await store().unlockError("two") == nil)
  }

  @Test func resettingForgetsWhatIsSealedAndNothingElse() async throws {
    try await fill()
    try change("INSERT INTO strict_transport VALUES ('strict.test', 0, 9999999999, 1)")
    let store = store()
    #expect(store.vaultState == .locked)
    try await store.resetVault()
    #expect(store.vaultState == .none && store.identities.isEmpty && store.credentials == [])
    #expect(store.strictTransportHosts.map(\.host) == ["strict.test"])
    #expect(try rows("SELECT * FROM client_identity") == [])
    #expect(try rows("SELECT * FROM credential") == [])
    #expect(await store.changeError(to: "new") == nil)
    #expect(await self.store().unlockError("new") == nil)
  }

  @Test func damagedRowsArePassedOver() async throws {
    try await fill()
    try change("UPDATE credential SET password = zeroblob(40)")
    try change("UPDATE client_identity SET key = x'00'")
    let store = store()
    #expect(await store.unlockError("master") == nil)
    #expect(store.identities.map(\.isLocked) == [true])
    #expect(await logIn(store).asked == ["httpBasic"])
    try change("UPDATE vault SET cost = 60")
    let damaged = self.store()
    #expect(damaged.vaultState == .locked)
    #expect(await damaged.unlockError("master") == .damaged)
    try await damaged.resetVault()
    #expect(damaged.vaultState == .none)
  }

  @Test func aRowThatWasMovedDoesNotOpen() async throws {
    try await fill()
    try change("UPDATE credential SET host = 'evil.test'")
    let store = store()
    #expect(await store.unlockError("master") == nil)
    #expect(store.credentials.map(\.host) == ["evil.test"])
    #expect(store.state.contents.credentials.credentials == [])
  }

  // MARK: - What is not there

  @Test func noFileOfTheProfileHoldsAPassword() async throws {
    let password = "pass"
    try await fill("open sesame")
    let store = store()
    #expect(await store.changeError(to: "a second phrase", from: "open sesame") == nil)
    _ = await logIn(store)
    store.writePendingChanges()
    let key = try setting.site.identity("alice").keyBytes
      .withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let found = try files(below: folder)
    #expect(!found.isEmpty)
    for file in found {
      for text in [password, "open sesame", "a second phrase"] {
        // The schema's own words are no secrets.
        let bytes = Array(
          String(decoding: file.bytes, as: UTF8.self)
            .replacingOccurrences(of: "password", with: "").utf8)
        #expect(!holds(bytes, Array(text.utf8)), "\(text) in \(file.name)")
        let encoded = Array(Data("user:\(text)".utf8).base64EncodedString().utf8)
        #expect(!holds(file.bytes, encoded))
      }
      #expect(!holds(file.bytes, key))
      let mode = try FileManager.default
        .attributesOfItem(atPath: folder + "/" + file.name)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func nothingIsOpenedOrDerivedBeforeItIsNeeded() async throws {
    let store = store()
    #expect(!FileManager.default.fileExists(atPath: folder))
    let memory = WebsiteDataStore()
    #expect(memory.vaultState == .none)
    #expect(await memory.changeError(to: "x") == .notPersistent)
    #expect(await memory.unlockError("x") == .notSet)
    #expect(await store.unlockError("x") == .notSet)
  }
}
