// SPDX-License-Identifier: MIT
// Part of Grille: files that give no identity, each with its own reason.
import Foundation
import TestSupport
import Testing

@testable import Security

@Suite struct IdentityBadInputTests {
  static let person = IdentityWorkshop.mint("Ada")
  static let file = IdentityFileForgery.pkcs12([
    .key(person.privateKey), .certificate(person.certificate),
  ])
  static let salt = DER.octetString([1, 2, 3, 4, 5, 6, 7, 8])

  static let contents: [(label: String, bytes: [UInt8])] = [
    ("empty", []),
    ("one byte", [0x30]),
    ("truncated", Array(file.dropLast(1))),
    ("half", Array(file.prefix(file.count / 2))),
    ("text", Array("Dear Ada, here is your key.\n".utf8)),
    ("page", Array("<!doctype html><title>404</title>".utf8)),
    ("zeros", [UInt8](repeating: 0, count: 4096)),
    ("PEM without end", Array("-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG\n".utf8)),
    (
      "PEM with nonsense",
      Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8)
    ),
  ]

  @Test(arguments: contents) func spoiltFilesAreDamaged(_ label: String, _ bytes: [UInt8]) throws {
    #expect(ImportOutcome(bytes: bytes, "secret").problem == .damaged)
    #expect(ImportOutcome(bytes: bytes).problem == .damaged)
  }

  @Test func everyTruncationFailsWithoutACrash() {
    for count in stride(from: 0, to: Self.file.count, by: 7) {
      let outcome = ImportOutcome(bytes: Array(Self.file.prefix(count)), "secret")
      #expect(outcome.problem == .damaged)
    }
    #expect(ImportOutcome(bytes: Self.file, "secret").labels == ["Ada"])
  }

  @Test func changedContentDoesNotPassTheCheck() {
    let place = Self.file.count / 2
    var changed = Self.file
    changed[place] ^= 1
    #expect(
      [.wrongPassPhrase, .damaged].contains(ImportOutcome(bytes: changed, "secret").problem))
  }

  @Test func certificateAloneHoldsNoPrivateKey() {
    let pem = Array(Self.person.certificate.pemText.utf8)
    #expect(ImportOutcome(bytes: pem).problem == .noPrivateKey)
    #expect(ImportOutcome(bytes: Self.person.certificate.derBytes).problem == .noPrivateKey)
  }

  @Test func filesThatAreNoneAreNeverWaitedFor() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path(of: "pipe.p12")
    try #require(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, directory.path, "/dev/zero", "/dev/tty"] {
      let problem = ImportOutcome(file: path, "secret").problem
      // Without a terminal the last one cannot even be opened.
      #expect(problem == .notRegularFile, "\(path)")
    }
  }

  @Test func missingAndForbiddenFilesAreUnreadable() throws {
    let directory = try TemporaryDirectory()
    for path in [directory.path(of: "none.p12"), directory.path + "/a\u{0}b", ""] {
      #expect(ImportOutcome(file: path, "secret").problem == .unreadable(code: ENOENT))
    }
    let locked = try directory.write(Self.file, to: "locked.p12")
    try #require(chmod(locked, 0) == 0)
    // Nothing is locked for the super-user.
    guard geteuid() != 0 else { return }
    #expect(ImportOutcome(file: locked, "secret").problem == .unreadable(code: EACCES))
  }

  @Test func hugeFilesAreRefusedByTheirSize() throws {
    let directory = try TemporaryDirectory()
    let sparse = try directory.write(Self.file, to: "sparse.p12")
    try #require(truncate(sparse, 2 << 30) == 0)
    let duration = ContinuousClock().measure {
      #expect(ImportOutcome(file: sparse, "secret").problem == .tooLarge)
    }
    #expect(duration < .seconds(1))
    let limit = IdentityImport.maximumFileSize
    let largest = try directory.write(
      Self.file + [UInt8](repeating: 0, count: limit - Self.file.count), to: "largest.p12")
    #expect(ImportOutcome(file: largest, "secret").labels == ["Ada"])
    try #require(truncate(largest, limit + 1) == 0)
    #expect(ImportOutcome(file: largest, "secret").problem == .tooLarge)
    #expect(
      ImportOutcome(bytes: [UInt8](repeating: 0x30, count: limit + 1)).problem == .tooLarge)
  }

  @Test func linksAreFollowed() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.file, to: "file.p12")
    let link = directory.path(of: "link.p12")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(ImportOutcome(file: link, "secret").labels == ["Ada"])
  }

  @Test func errorsNameTheFileToBlame() throws {
    let directory = try TemporaryDirectory()
    let leaf = try directory.write(certificates: [Self.person.certificate], to: "leaf.pem")
    let error = #expect(throws: IdentityImportError.self) {
      try IdentityImport(certificatePath: leaf, keyPath: directory.path, passPhrase: nil)
    }
    #expect(error?.path == directory.path)
  }

  @Test func protectionOfNewerProgramsIsNamed() {
    let pbmac1 = DER.sequence([
      DER.objectIdentifier("1.2.840.113549.1.5.14"),
      DER.sequence([
        DER.sequence([
          DER.objectIdentifier("1.2.840.113549.1.5.12"),
          DER.sequence([Self.salt, DER.integer(2048), DER.integer(32)]),
        ]),
        DER.sequence([DER.objectIdentifier("1.2.840.113549.2.9"), DER.null]),
      ]),
    ])
    let file = IdentityFileForgery.replacingCheck(of: Self.file, algorithm: pbmac1)
    #expect(ImportOutcome(bytes: file, "secret").problem == .newerFormat)
  }

  @Test func unknownDigestIsNamed() {
    let algorithm = DER.sequence([DER.objectIdentifier("1.2.3.4.5"), DER.null])
    let file = IdentityFileForgery.replacingCheck(of: Self.file, algorithm: algorithm)
    #expect(ImportOutcome(bytes: file, "secret").problem == .unsupportedAlgorithm("1.2.3.4.5"))
  }

  @Test(
    arguments: [
      (DER.integer(10_000_001), 10_000_001), (DER.integer(0x7FFF_FFFF), 0x7FFF_FFFF),
      (DER.value(tag: 2, [0xFF]), .max),
      (DER.value(tag: 2, [UInt8](repeating: 0x7F, count: 9)), .max),
    ] as [([UInt8], UInt64)])
  func roundsOfTheCheckAreCountedBeforeUse(_ rounds: [UInt8], _ counted: UInt64) {
    let file = IdentityFileForgery.replacingCheck(of: Self.file, rounds: rounds)
    let duration = ContinuousClock().measure {
      #expect(ImportOutcome(bytes: file, "secret").problem == .tooManyIterations(counted))
    }
    #expect(duration < .seconds(1))
  }

  static let derivations: [(label: String, algorithm: [UInt8], counted: UInt64)] = [
    (
      "PBKDF2",
      IdentityFileForgery.pbes2("1.2.840.113549.1.5.12", [salt, DER.integer(0x7FFF_FFFF)]),
      0x7FFF_FFFF
    ),
    (
      "scrypt",
      IdentityFileForgery.pbes2(
        "1.3.6.1.4.1.11591.4.11",
        [salt, DER.integer(2), DER.integer(8), DER.integer(0x1000_0000)]),
      0x1_0000_0000
    ),
    (
      "PKCS #12",
      DER.sequence([
        DER.objectIdentifier("1.2.840.113549.1.12.1.3"),
        DER.sequence([salt, DER.integer(0x7FFF_FFFF)]),
      ]),
      0x7FFF_FFFF
    ),
  ]

  @Test(arguments: derivations) func roundsOfKeysAreCountedBeforeUse(
    _ label: String, _ algorithm: [UInt8], _ counted: UInt64
  ) {
    let duration = ContinuousClock().measure {
      #expect(
        ImportOutcome(bytes: IdentityFileForgery.encryptedKey(algorithm), "secret").problem
          == .tooManyIterations(counted))
    }
    #expect(duration < .seconds(1))
  }

  @Test func manyKeysTogetherMayNotDemandTooManyRounds() {
    let key = IdentityFileForgery.encryptedKey(
      IdentityFileForgery.pbes2(
        "1.3.6.1.4.1.11591.4.11",
        // 8 388 608 rounds each, which OpenSSL refuses for the memory they would take.
        [Self.salt, DER.integer(1 << 20), DER.integer(8), DER.integer(1)]))
    var cost = DerivationCost()
    #expect(throws: IdentityImportError(.tooManyIterations(45_000_000))) {
      for _ in 0..<5 { try cost.spend(9_000_000) }
    }
    #expect(ImportOutcome(bytes: key, "secret").labels.isEmpty)
  }

  @Test func unknownEncryptionIsNamed() {
    let algorithm = DER.sequence([
      DER.objectIdentifier("1.2.3.4.5"), DER.sequence([Self.salt, DER.integer(1)]),
    ])
    #expect(
      ImportOutcome(bytes: IdentityFileForgery.encryptedKey(algorithm), "secret").problem
        == .unsupportedAlgorithm("1.2.3.4.5"))
  }

  @Test func keysOfOtherProgramsAreNamed() {
    let pem =
      Self.person.certificate.pemText
      + "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"
    #expect(
      ImportOutcome(bytes: Array(pem.utf8)).problem
        == .unsupportedAlgorithm("OPENSSH PRIVATE KEY"))
  }

  @Test func unknownCipherOfATraditionalKeyIsNamed() {
    let pem =
      "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: ROT13-CBC,00\n\n"
      + "AAAA\n-----END EC PRIVATE KEY-----\n"
    #expect(
      ImportOutcome(bytes: Array(pem.utf8), "secret").problem == .unsupportedAlgorithm("DEK-Info"))
  }
}
