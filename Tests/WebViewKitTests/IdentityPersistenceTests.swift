// SPDX-License-Identifier: MIT
// Part of Grille: what becomes of client identities and choices on disk.

import Foundation
import Networking
import PracticeSite
import Security
import Storage
import TestSupport
import Testing

@testable import WebViewKit

@MainActor
@Suite("Persistent client identities")
struct IdentityPersistenceTests {
  private let setting: TrustSetting
  private let directory: TemporaryDirectory
  private var folder: String { directory.path(of: "profile") }

  init() throws {
    setting = try TrustSetting()
    directory = try TemporaryDirectory()
  }

  private func store(isWritten: Bool = true) -> WebsiteDataStore {
    .persistent(
      in: folder, isWritten: isWritten, networkOptions: setting.options("client", "strict13"))
  }

  private func identity(_ name: String) throws -> ClientIdentity {
    let file = try #require(setting.site.clients[name])
    let passPhrase: SecretBytes? = SecretBytes(copying: Array(file.passPhrase.utf8).span)
    let read = try IdentityImport(SecretBytes(copying: file.pkcs12.span), passPhrase: passPhrase)
    return try #require(read.identities.first)
  }

  private func run(_ statement: String) throws {
    try ProfileDatabase(folder: folder).transaction { connection throws(StorageError) in
      try connection.run(statement)
    }
  }

  /// Answers a question for a client certificate, and counts them.
  private final class Person: NavigationDelegate {
    var questions = 0
    let answer: AuthenticationChallengeDisposition

    init(_ answer: AuthenticationChallengeDisposition) { self.answer = answer }

    func respond(
      to challenge: AuthenticationChallenge, in webView: WebView
    ) async -> AuthenticationChallengeDisposition {
      questions += 1
      return answer
    }
  }

  @Test func scenario39AKeptIdentityOpensTheNextSessionToo() async throws {
    let alice = try identity("alice")
    let first = store()
    let person = Person(.useCredential(Credential(identity: alice, persistence: .permanent)))
    #expect(await setting.load("strict13", in: setting.view(first, person), path: "/who") == 0)
    first.add(alice, persistence: .permanent)
    first.writePendingChanges()

    let second = store()
    let silent = Person(.cancelAuthenticationChallenge)
    #expect(await setting.load("strict13", in: setting.view(second, silent), path: "/who") == 0)
    #expect(person.questions == 1 && silent.questions == 0)
    #expect(setting.site.requests.map(\.clientCertificate?.summary) == ["Alice", "Alice"])
    let kept = try #require(second.identities.first)
    #expect(kept.label == "alice" && kept.chain == alice.chain && kept.keyFitsCertificate)
    #expect(second.identityChoices.map(\.host) == ["strict13.practice.test"])
  }

  @Test func whatIsForTheSessionIsNotWritten() throws {
    let first = store()
    let alice = try identity("alice")
    first.add(alice, persistence: .forSession)
    first.choose(alice, forHost: "a.test", port: 443, persistence: .forSession)
    first.writePendingChanges()
    #expect(store().identities.isEmpty && store().identityChoices.isEmpty)
  }

  @Test func forgettingReachesTheDisk() throws {
    let first = store()
    let (alice, bob) = (try identity("alice"), try identity("bob"))
    first.choose(alice, forHost: "a.test", port: 443, persistence: .permanent)
    first.choose(bob, forHost: "b.test", port: 443, persistence: .permanent)
    first.choose(nil, forHost: "c.test", port: 8443, persistence: .permanent)
    first.writePendingChanges()

    let second = store()
    #expect(second.identities.map(\.label).sorted() == ["alice", "bob"])
    #expect(second.identityChoices.map(\.host) == ["a.test", "b.test", "c.test"])
    second.remove(alice)
    second.forget(try #require(second.identityChoices.last))
    second.writePendingChanges()

    let third = store()
    #expect(third.identities.map(\.label) == ["bob"])
    #expect(third.identityChoices.map(\.host) == ["b.test"])
  }

  @Test func damagedRowsAreNoIdentitiesAndNoChoices() throws {
    let first = store()
    first.choose(try identity("alice"), forHost: "a.test", port: 443, persistence: .permanent)
    first.choose(try identity("bob"), forHost: "b.test", port: 443, persistence: .permanent)
    first.writePendingChanges()
    try run("UPDATE client_identity SET key = x'00' WHERE label = 'alice'")
    // A choice that cannot be read must not become "never".
    try run("UPDATE identity_choice SET leaf = x'01' WHERE host = 'b.test'")
    let second = store()
    #expect(second.identities.map(\.label) == ["bob"])
    #expect(second.identityChoices.map(\.host) == ["a.test"])
  }

  @Test func aKeyIsOnlyWhereItsOwnerCanReadIt() throws {
    let first = store()
    first.add(try identity("alice"), persistence: .permanent)
    first.writePendingChanges()
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: folder) {
      let mode = try files.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions]
      #expect(mode as? Int == 0o600, "\(name)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      #expect(bytes.range(of: Data("pw".utf8 + [0])) == nil)
    }
  }
}
