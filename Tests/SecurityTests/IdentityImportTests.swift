// SPDX-License-Identifier: MIT
// Part of Grille: identities out of files as OpenSSL's program writes them.
import Foundation
import TestSupport
import Testing

@testable import Security

@Suite(.enabled(if: OutsideProgram.openssl.isInstalled, "the openssl program is not installed"))
struct IdentityImportTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var options: [String] = []
    var passPhrase = Array("secret".utf8)
    /// What the user types; nil for the same.
    var typed: String?
    var warnings: Set<IdentityImport.Warning> = []
    /// What happens with another pass phrase, and with none.
    var refusals: [IdentityImportError.Problem?] = [.wrongPassPhrase, .passPhraseNeeded]

    init(_ label: String, _ options: [String] = []) {
      testDescription = label
      self.options = options
    }

    func protected(by passPhrase: [UInt8], typed: String? = nil) -> Row {
      var row = self
      row.passPhrase = passPhrase
      row.typed = typed
      return row
    }

    func protected(by passPhrase: String, typed: String? = nil) -> Row {
      protected(by: Array(passPhrase.utf8), typed: typed)
    }

    func warning(_ warnings: Set<IdentityImport.Warning>) -> Row {
      var row = self
      row.warnings = warnings
      return row
    }

    func refusing(_ other: IdentityImportError.Problem?, _ none: IdentityImportError.Problem?)
      -> Row
    {
      var row = self
      row.refusals = [other, none]
      return row
    }
  }

  static let tripleDES = [
    "-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1",
  ]

  static let rows: [Row] = [
    Row("AES-256"),
    Row("RC2-40 and 3DES as of -legacy", ["-legacy"]),
    Row("3DES", tripleDES),
    Row(
      "RC2-40 and 3DES as of Keychain",
      [
        "-certpbe", "PBE-SHA1-RC2-40", "-keypbe", "PBE-SHA1-3DES", "-macalg", "sha1", "-legacy",
      ]),
    Row("no integrity check", ["-nomac"]).warning([.notIntegrityProtected]),
    Row("nothing encrypted", ["-keypbe", "NONE", "-certpbe", "NONE"]),
    Row("neither encryption nor check", ["-keypbe", "NONE", "-certpbe", "NONE", "-nomac"])
      .warning([.notIntegrityProtected]).refusing(nil, nil),
    Row("SHA-512 in the check", ["-macalg", "sha512"]),
    Row("one round", ["-iter", "1"]),
    Row("600 000 rounds", ["-iter", "600000"]),
    Row("empty pass phrase").protected(by: "").refusing(.wrongPassPhrase, nil),
    Row("empty pass phrase, RC2-40", ["-legacy"]).protected(by: "")
      .refusing(.wrongPassPhrase, nil),
    Row("umlaut").protected(by: "Schlüssel"),
    Row("umlaut, RC2-40", ["-legacy"]).protected(by: "Schlüssel"),
    Row("Japanese").protected(by: "鍵あける"),
    Row("beyond the basic plane", tripleDES).protected(by: "🔑🗝"),
    Row("composed, typed decomposed").protected(by: "cl\u{E9}", typed: "cle\u{301}"),
    Row("decomposed, typed composed", tripleDES).protected(by: "cle\u{301}", typed: "cl\u{E9}"),
    Row("Latin-1 terminal").protected(by: [0x63, 0x6C, 0xE9], typed: "cl\u{E9}"),
    Row("Latin-1 terminal, 3DES", tripleDES).protected(by: [0x63, 0x6C, 0xE9], typed: "cl\u{E9}"),
    Row("bytes as characters, as of OpenSSL 1.0", tripleDES)
      .protected(by: "cl\u{C3}\u{A9}", typed: "cl\u{E9}"),
  ]

  @Test(arguments: rows) func everyVariantGivesTheIdentity(_ row: Row) throws {
    let workshop = try IdentityWorkshop.shared.get()
    let file = try workshop.pkcs12(
      passPhrase: row.passPhrase, row.options + ["-name", "Ada’s key"])
    let outcome = ImportOutcome(file: file, row.typed.map { Array($0.utf8) } ?? row.passPhrase)
    #expect(outcome.problem == nil)
    #expect(outcome.labels == ["Ada’s key"])
    #expect(outcome.chains == [workshop.chain])
    #expect(outcome.warnings == row.warnings)
    let refusals = [
      ImportOutcome(file: file, "another").problem,
      ImportOutcome(file: file, [UInt8]?.none).problem,
    ]
    #expect(refusals == row.refusals)
  }

  @Test func emptyPassPhraseMayBeTypedToo() throws {
    let workshop = try IdentityWorkshop.shared.get()
    let file = try workshop.pkcs12(passPhrase: [])
    #expect(ImportOutcome(file: file, "").chains == [workshop.chain])
  }

  @Test func identityWithoutNameIsCalledByItsCertificate() throws {
    let workshop = try IdentityWorkshop.shared.get()
    #expect(ImportOutcome(file: try workshop.pkcs12(), "secret").labels == ["Ada"])
  }

  @Test func fileWithCertificatesOnlyHoldsNoPrivateKey() throws {
    let workshop = try IdentityWorkshop.shared.get()
    let file = try workshop.pkcs12(["-nokeys"])
    #expect(ImportOutcome(file: file, "secret").problem == .noPrivateKey)
  }

  @Test func keyWithoutItsCertificateIsNoIdentity() throws {
    let workshop = try IdentityWorkshop.shared.get()
    let file = try workshop.pkcs12(["-nocerts"])
    #expect(ImportOutcome(file: file, "secret").problem == .noCertificateForKey)
  }

  @Test(arguments: [
    ("EC", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]),
    ("RSA", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
    ("RSA-PSS", ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048"]),
    ("Ed25519", ["-algorithm", "ED25519"]),
  ])
  func everyKindOfKeyIsRead(_ kind: String, _ options: [String]) throws {
    let directory = try TemporaryDirectory()
    let (key, leaf) = (directory.path(of: "key.pem"), directory.path(of: "leaf.pem"))
    let openssl = OutsideProgram.openssl
    try openssl.run(["genpkey"] + options + ["-out", key])
    try openssl.run(["req", "-x509", "-new", "-key", key, "-out", leaf, "-subj", "/CN=\(kind)"])
    let file = directory.path(of: "identity.p12")
    try openssl.run(
      [
        "pkcs12", "-export", "-in", leaf, "-inkey", key, "-out", file, "-passout", "pass:secret",
      ])
    let identity = try IdentityWorkshop.imported(file)
    #expect(identity.label == kind)
    #expect(identity.keyFitsCertificate)
    #expect(identity.key == identity.certificate.publicKey)
    let expected: PublicKeyInformation.Algorithm =
      switch kind {
      case "EC": .ellipticCurve(curve: "secp384r1")
      case "RSA": .rsa
      case "RSA-PSS": .rsaPSS
      default: .ed25519
      }
    #expect(identity.key.algorithm == expected)
  }

  static let keyRows: [(label: String, arguments: [String])] = [
    ("PKCS #8, AES-256", ["pkcs8", "-topk8", "-v2", "aes-256-cbc"]),
    ("PKCS #8, scrypt", ["pkcs8", "-topk8", "-scrypt"]),
    ("PKCS #8, 3DES of PKCS #12", ["pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES"]),
    (
      "PKCS #8, RC2-40",
      [
        "pkcs8", "-topk8", "-v1", "PBE-SHA1-RC2-40", "-provider", "legacy", "-provider",
        "default",
      ]
    ),
    (
      "PKCS #8, MD5 and DES",
      ["pkcs8", "-topk8", "-v1", "PBE-MD5-DES", "-provider", "legacy", "-provider", "default"]
    ),
    ("traditional, AES-256", ["ec", "-aes256"]),
    ("traditional, 3DES", ["ec", "-des3"]),
  ]

  @Test(arguments: keyRows) func encryptedKeysOfPEMAreRead(
    _ label: String, _ arguments: [String]
  ) throws {
    let workshop = try IdentityWorkshop.shared.get()
    let key = try workshop.key(arguments)
    let leaf = workshop.certificateFile
    #expect(
      ImportOutcome(certificate: leaf, key: key, "secret").chains == [[workshop.person.certificate]]
    )
    #expect(ImportOutcome(certificate: leaf, key: key, "another").problem == .wrongPassPhrase)
    #expect(ImportOutcome(certificate: leaf, key: key, nil).problem == .passPhraseNeeded)
  }

  @Test func pairsOfPEMAreReadFromOneFileOrTwo() throws {
    let workshop = try IdentityWorkshop.shared.get()
    func text(_ file: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    let (leaf, key) = (try text(workshop.certificateFile), try text(workshop.keyFile))
    let authorities = try text(workshop.authoritiesFile)
    let traditional = try workshop.key(["ec"])
    #expect(
      ImportOutcome(
        certificate: try workshop.directory.write(authorities + leaf, to: "chain.pem"),
        key: traditional, nil
      ).chains == [workshop.chain])
    for (number, bytes) in [key + leaf + authorities, authorities + leaf + key].enumerated() {
      // Whatever the name says.
      let file = try workshop.directory.write(bytes, to: "pem-\(number).p12")
      #expect(ImportOutcome(file: file, String?.none).chains == [workshop.chain])
    }
    let windows = String(decoding: key + leaf, as: UTF8.self).split(separator: "\n")
      .joined(separator: "\r\n")
    #expect(
      ImportOutcome(bytes: Array(("Bag Attributes\r\n" + windows + "\r\n").utf8)).chains
        == [[workshop.person.certificate]])
  }

  @Test func pairsInDERAreRead() throws {
    let workshop = try IdentityWorkshop.shared.get()
    let leaf = try workshop.directory.write(workshop.person.certificate.derBytes, to: "leaf.cer")
    for (options, secret) in [(["-nocrypt"], nil), (["-v2", "aes128"], "secret")] {
      let key = try workshop.key(["pkcs8", "-topk8", "-outform", "DER"] + options)
      #expect(
        ImportOutcome(certificate: leaf, key: key, secret).chains
          == [[workshop.person.certificate]])
    }
  }

  @Test func keyOfSomebodyElseDoesNotFit() throws {
    let workshop = try IdentityWorkshop.shared.get()
    let stranger = PrivateKey(.ellipticCurve("P-256"))
    let key = try workshop.directory.write(
      IdentityWorkshop.pem(of: stranger.pointer), to: "stranger.pem")
    #expect(
      ImportOutcome(certificate: workshop.certificateFile, key: key, nil).problem
        == .noCertificateForKey)
  }
}
