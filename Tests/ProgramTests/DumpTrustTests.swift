// SPDX-License-Identifier: MIT
// Part of Grille: the built program printing pages of servers that are pinned, blocked or excepted.
import Foundation
import PracticeSite
import Security
import Storage
import TestSupport
import Testing

@Suite("Dumps and trust")
struct DumpTrustTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory
  private let root: String

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
    root = try site.writeRoot(to: folder)
  }

  private func dump(
    _ host: String, _ options: [String] = [], configuration: String = "", trustsRoot: Bool = true,
    environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try folder.write(configuration, to: "config/grille/config")
    var variables = [
      "XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_STATE_HOME": folder.path(of: "state"),
    ]
    variables.merge(environment) { $1 }
    return try Program.run(
      (trustsRoot ? ["--cacert", root] : []) + options + [
        "--resolve", site.resolveEntry(for: host, isSecure: true),
        site.url("/page/1", host: host, isSecure: true),
      ], environment: variables)
  }

  /// The key of a host's leaf as `--pin` takes it.
  private func key(of host: String) -> String {
    "sha256/"
      + Data(
        site.certificate(ofHost: "\(host).practice.test").publicKey.fingerprint.bytes
      ).base64EncodedString()
  }

  @Test func aPinThatMatchesLoadsAndAnotherEndsWithTen() throws {
    let good = key(of: "good")
    let other = key(of: "expired")
    #expect(try dump("good", ["--pin", good]).status == 0)
    #expect(try dump("good", ["--pin", other, "--pin", good]).status == 0)
    #expect(try dump("good", ["--pin", "elsewhere.example=\(other)"]).status == 0)
    let before = site.requests.count
    for options in [["--pin", other], ["--pin", "good.practice.test=\(other)"]] {
      let outcome = try dump("good", options)
      #expect(outcome.status == 10)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("-1202"))
    }
    let configured = try dump("good", configuration: "pin good.practice.test \(other)\n")
    #expect(configured.status == 10)
    #expect(site.requests.count == before)
  }

  @Test func aPinForAFileIsAMistake() throws {
    let file = try folder.write("text", to: "page.txt")
    let outcome = try Program.run(["--pin", key(of: "good"), file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("HOST="))
  }

  @Test func theConfigurationNamesAnchorsAndBlockedKeys() throws {
    let anchors = try dump(
      "good", configuration: "set trust.ca-file \(root)\n", trustsRoot: false)
    #expect(anchors.status == 0, "\(anchors.errors)")
    let list = try folder.write("\(key(of: "good")) # withdrawn\nwhat?\n", to: "blocked")
    let blocked = try dump("good", configuration: "set trust.block-file \(list)\n")
    #expect(blocked.status == 10)
    #expect(blocked.errors.contains("\(list):2:"))
    let missing = try dump("good", configuration: "\nset trust.crl-file /nowhere/at/all\n")
    #expect(missing.status == 0)
    #expect(missing.errors.contains("config:2:"))
    #expect(missing.errors.contains("/nowhere/at/all"))
  }

  @Test func theVariableOfOpenSSLCountsOnlyIfItIsWanted() throws {
    let environment = ["SSL_CERT_FILE": root]
    #expect(try dump("good", trustsRoot: false, environment: environment).status == 10)
    let wanted = try dump(
      "good", configuration: "set trust.use-ssl-cert-file on\n", trustsRoot: false,
      environment: environment)
    #expect(wanted.status == 0, "\(wanted.errors)")
  }

  @Test func decisionsOfTheProfileCountAndNothingIsWritten() throws {
    #expect(try dump("expired").status == 10)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "state")))
    let leaf = site.certificate(ofHost: "expired.practice.test").sha256Fingerprint
    let profile = ProfileDatabase(folder: folder.path(of: "state/grille"))
    try profile.transaction { connection throws(StorageError) in
      _ = try connection.run(
        "INSERT INTO trust_decision VALUES (?, ?, ?, 'expired', ?, 1, 1)",
        [
          "expired.practice.test", .integer(Int64(site.securePort)), .blob(leaf.bytes),
          .integer(.max),
        ])
    }
    let accepted = try dump("expired")
    #expect(accepted.status == 0, "\(accepted.errors)")
    // Without earlier decisions it is refused, and they are still there afterwards.
    let strict = try dump("expired", ["--trust=strict"])
    #expect(strict.status == 10)
    #expect(try dump("expired").status == 0)
    let used = try profile.perform { connection throws(StorageError) in
      try connection.rows("SELECT last_used FROM trust_decision")
    }
    #expect(used == [[1]])
  }

  @Test func thePageOfDecisionsIsPrinted() throws {
    let variables = ["XDG_STATE_HOME": folder.path(of: "state")]
    let empty = try Program.run(["--dump", "about:trust"], environment: variables)
    #expect(empty.status == 0, "\(empty.errors)")
    #expect(empty.output.contains("No server is trusted in spite of a problem."))
    let profile = ProfileDatabase(folder: folder.path(of: "state/grille"))
    try profile.transaction { connection throws(StorageError) in
      _ = try connection.run(
        "INSERT INTO trust_decision VALUES (?, ?, ?, 'expired', ?, ?, ?)",
        [
          "expired.practice.test", 443, .blob([UInt8](repeating: 0xAB, count: 32)),
          .integer(UnixTime.now() + UnixTime.day), .integer(UnixTime.day),
          .integer(UnixTime.day * 2),
        ])
    }
    let full = try Program.run(
      ["--dump", "--links", "about:trust"], environment: variables)
    #expect(full.status == 0, "\(full.errors)")
    #expect(full.output.contains("expired.practice.test:443"))
    #expect(full.output.contains("Decided on 1970-01-02; last used on 1970-01-03"))
    #expect(full.output.contains("AB:AB:AB"))
    #expect(!full.output.contains("do="))
  }

  @Test func aLocalFileLoadsNeitherSQLiteNorItsProfile() throws {
    let file = try folder.write("<p>Local words", to: "page.html")
    try folder.write("garbage that would be complained of", to: "state/grille/profile.sqlite")
    let outcome = try Program.run(
      [file],
      environment: ["XDG_STATE_HOME": folder.path(of: "state"), "LD_DEBUG": "files"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Local words"))
    // The dynamic linker's own words show that its report is there.
    #expect(outcome.errors.contains("libc.so"))
    #expect(!outcome.errors.contains("libsqlite3"))
    #expect(!outcome.errors.contains("profile.sqlite"))
  }

  @Test func aDamagedProfileIsNamedAndThePagePrinted() throws {
    let text = "garbage, and long enough to be read as a database"
    let file = try folder.write(text, to: "state/grille/profile.sqlite")
    let outcome = try dump("good")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("This is page 1"))
    #expect(outcome.errors.contains(file))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }
}
