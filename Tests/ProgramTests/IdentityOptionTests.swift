// SPDX-License-Identifier: MIT
// Part of Grille: the built program with a client certificate that the command line names.
import Foundation
import Glibc
import PracticeSite
import Security
import TestSupport
import Testing

@Suite struct IdentityOptionTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  /// What leads to hosts of the site and makes them trusted.
  private func way(_ hosts: String...) throws -> [String] {
    ["--cacert", try site.writeRoot(to: folder)]
      + hosts.flatMap { ["--resolve", site.resolveEntry(for: $0, isSecure: true)] }
  }

  /// Writes the PKCS #12 file of one of the site's clients.
  private func file(_ name: String) throws -> String {
    try folder.write(#require(site.clients[name]).pkcs12, to: "\(name).p12")
  }

  private func dump(
    _ host: String, _ options: [String], passPhrase: String? = "pw"
  ) throws -> Program.Outcome {
    try Program.run(
      ["--dump"] + way(host) + options + (passPhrase == nil ? [] : ["--cert-pass-fd", "0"])
        + [site.url("/who", host: host, isSecure: true)],
      input: passPhrase.map { Array("\($0)\nmore".utf8) } ?? [])
  }

  @Test(arguments: ["client", "client-optional", "client-two-cas", "strict12", "strict13"])
  func theTargetIsShownTheIdentity(host: String) throws {
    let outcome = try dump(host, ["--cert", file("alice")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Alice"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func passPhrasesComeFromFilesAndInOtherScripts() throws {
    let secret = try folder.write("pässwörd\r\nnot this\n", to: "secret")
    let outcome = try dump(
      "client-two-cas", ["--cert", file("bob"), "--cert-pass-file", secret], passPhrase: nil)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Bob"))
  }

  @Test func passPhrasesComeFromAnyOpenDescriptor() throws {
    let secret = try folder.write("pw\n", to: "secret")
    let words =
      try [Program.path, "--dump", "--cert", file("alice"), "--cert-pass-fd", "7"]
      + way("client") + [site.url("/who", host: "client", isSecure: true)]
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Program.shell("\(command) 7< '\(secret)'")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Alice"))
  }

  @Test func otherHostsAreShownNone() throws {
    let there = site.url("/who", host: "client", isSecure: true)
    let outcome = try Program.run(
      ["--dump"] + way("good", "client") + ["--cert", file("alice"), "--cert-pass-fd", "0"]
        + [site.url("/redirect/302?to=\(there)", host: "good", isSecure: true)],
      input: Array("pw\n".utf8))
    #expect(outcome.status == 11, "\(outcome.errors)")
    #expect(site.requests(forPath: "/who").allSatisfy { $0.clientCertificate == nil })
    #expect(site.requests(forPath: "/who").count == 1)
    #expect(outcome.errors.contains("client.practice.test"))
    #expect(outcome.errors.contains("--cert FILE"))
  }

  @Test(arguments: [("client", "stranger"), ("strict13", "stranger"), ("strict12", "self-signed")])
  func aRefusedIdentityIsNamedAsOurs(host: String, name: String) throws {
    let path = try file(name)
    let outcome = try dump(host, ["--cert", path])
    #expect(outcome.status == 11, "\(outcome.errors)")
    #expect(outcome.errors.contains("your certificate “\(name)” (\(path))"))
    #expect(outcome.errors.contains("\(host).practice.test"))
  }

  @Test func anExpiredIdentityIsUsedWithAWarning() throws {
    let outcome = try dump("client", ["--cert", file("expired")])
    #expect(outcome.status == 11, "\(outcome.errors)")
    #expect(outcome.errors.contains("“expired” has expired"))
    #expect(site.requests(forPath: "/who").first?.clientCertificate?.summary == "Expired")
  }

  // MARK: - Several in one file

  @Test func ofSeveralTheOneThatFitsIsShown() throws {
    let both = try bothClients()
    let outcome = try dump("client", ["--cert", both])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Alice"))
  }

  @Test func severalThatFitAreNamedAndNoneIsShown() throws {
    let outcome = try dump("client-two-cas", ["--cert", bothClients()])
    #expect(outcome.status == 11)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("“Alice”, “Bob”"), "\(outcome.errors)")
    #expect(site.requests(forPath: "/who").isEmpty)
  }

  private func bothClients() throws -> String {
    let pem = try ["alice", "bob"].flatMap {
      try #require(site.clients[$0]).identity.pem(passPhrase: "pw")
    }
    return try folder.write(pem, to: "both.pem")
  }

  // MARK: - Files that cannot be used

  @Test func theKeyMayLieApartAndHasToFit() throws {
    func part(_ name: String, _ marker: String) throws -> String {
      let text = String(
        decoding: try #require(site.clients[name]).identity.pem(passPhrase: "pw"), as: UTF8.self)
      let start = try #require(text.range(of: "-----BEGIN \(marker)-----"))
      let end = try #require(text.range(of: "-----END \(marker)-----\n", options: .backwards))
      return try folder.write(
        String(text[start.lowerBound..<end.upperBound]),
        to: "\(name) \(marker).pem")
    }
    let certificate = try part("alice", "CERTIFICATE")
    let key = try part("alice", "ENCRYPTED PRIVATE KEY")
    let outcome = try dump("client", ["--cert", certificate, "--key", key])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Alice"))
    let other = try part("bob", "ENCRYPTED PRIVATE KEY")
    let misfit = try dump("client", ["--cert", certificate, "--key", other])
    #expect(misfit.status == 16)
    #expect(misfit.errors.contains("\(other) holds a private key, but no certificate"))
    let alone = try dump("client", ["--cert", certificate])
    #expect(alone.status == 16)
    #expect(alone.errors.contains("no private key"))
  }

  @Test(arguments: [
    ("alice.p12", "wrong", Int32(16), "The pass phrase does not open"),
    ("alice.p12", "", 16, "The pass phrase does not open"),
    ("alice.p12", nil, 2, "--cert-pass-fd N or --cert-pass-file FILE"),
    ("missing", "pw", 16, "cannot be read: No such file"),
    ("folder", "pw", 16, "is no ordinary file"),
    ("pipe", "pw", 16, "is no ordinary file"),
    ("large", "pw", 16, "is too large"),
    ("empty", "pw", 16, "is damaged"),
  ])
  func everyFailureHasItsSentence(
    name: String, passPhrase: String?, status: Int32, sentence: String
  ) throws {
    _ = try file("alice")
    try folder.write("", to: "empty")
    try folder.write("", to: "folder/file")
    try folder.write("", to: "large")
    #expect(truncate(folder.path(of: "large"), 1 << 31) == 0)
    #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    let outcome = try dump("client", ["--cert", folder.path(of: name)], passPhrase: passPhrase)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(outcome.errors.contains(folder.path(of: name)))
    #expect(outcome.output.isEmpty && site.secureConnections.isEmpty)
  }

  @Test func anEmptyPassPhraseIsOne() throws {
    let client = try #require(site.clients["alice"])
    let path = try folder.write(
      client.identity.pkcs12(named: "alice", passPhrase: ""), to: "open.p12")
    let outcome = try dump("client", ["--cert", path], passPhrase: "")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--cert-pass-fd", "99"], "--cert-pass-fd 99 cannot be read: Bad file descriptor"),
    (["--cert-pass-file", "missing"], "missing cannot be read: No such file"),
    (["--cert-pass-file", "folder"], "--cert-pass-fd N"),
    (["--cert-pass-file", "pipe"], "--cert-pass-fd N"),
    (["--cert-pass-file", "long"], "longer than 1024 bytes"),
  ])
  func everySourceOfAPassPhraseIsChecked(options: [String], sentence: String) throws {
    try folder.write("", to: "folder/file")
    try folder.write(String(repeating: "s3cretword", count: 200), to: "long")
    #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    let value = options[1] == "99" ? "99" : folder.path(of: options[1])
    let outcome = try dump(
      "client", ["--cert", file("alice"), options[0], value], passPhrase: nil)
    #expect(outcome.status == 16)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(!outcome.errors.contains("s3cretword"))
  }

  // MARK: - The screen

  @Test func inATerminalThePassPhraseIsAskedForUnseen() throws {
    let state = folder.path(of: "state")
    let terminal = try PseudoTerminal(
      ["--cert", file("alice")] + way("client")
        + [site.url("/who", host: "client", isSecure: true)],
      environment: ["XDG_STATE_HOME": state])
    try terminal.wait(for: "Pass phrase of alice.p12")
    terminal.type("wr0ngpass\r")
    try terminal.wait(for: "Wrong pass phrase")
    terminal.type("pw\r")
    try terminal.wait(for: "Alice")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("wr0ngpass"))
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    // Nothing of this run stays.
    let later = try Program.run(
      ["--dump"] + way("client") + [site.url("/who", host: "client", isSecure: true)],
      environment: ["XDG_STATE_HOME": state])
    #expect(later.status == 11)
  }

  @Test func inATerminalAnExpiredCertificateIsWarnedOfOnceItIsOpen() throws {
    let terminal = try PseudoTerminal(
      ["--cert", file("expired")] + way("client")
        + [site.url("/who", host: "client", isSecure: true)])
    try terminal.wait(for: "Pass phrase of expired.p12")
    terminal.type("pw\r")
    try terminal.wait(for: "has expired. It is shown all the same.")
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
  }

  @Test func inATerminalOtherHostsAskAsUsual() throws {
    let secret = try folder.write("pw\n", to: "secret")
    let terminal = try PseudoTerminal(
      ["--cert", file("alice"), "--cert-pass-file", secret] + way("client", "strict13")
        + [site.url("/who", host: "client", isSecure: true)])
    try terminal.wait(for: "Alice")
    terminal.type(":open \(site.url("/who", host: "strict13", isSecure: true))\r")
    try terminal.wait(for: "asks who you are")
    terminal.signal(SIGTERM)
    _ = try terminal.waitForExit()
  }
}
