// SPDX-License-Identifier: MIT
// Part of Grille: PKCS #12 as Java, GnuTLS and NSS write it.
import Foundation
import TestSupport
import Testing

@testable import Security

@Suite(.enabled(if: OutsideProgram.openssl.isInstalled, "the openssl program is not installed"))
struct IdentityOtherProgramsTests {
  static let keytool = OutsideProgram("keytool")
  static let certtool = OutsideProgram("certtool")
  static let pk12util = OutsideProgram("pk12util")
  static let certutil = OutsideProgram("certutil")

  func expectIdentity(_ file: String, label: String, passPhrase: String = "secret") throws {
    let workshop = try IdentityWorkshop.shared.get()
    let outcome = ImportOutcome(file: file, passPhrase)
    #expect(outcome.problem == nil)
    #expect(outcome.labels == [label])
    #expect(outcome.chains.first?.first == workshop.person.certificate)
    #expect(ImportOutcome(file: file, "another").problem == .wrongPassPhrase)
  }

  @Test(
    .enabled(if: keytool.isInstalled, "keytool is not installed"),
    arguments: [[], ["-J-Dkeystore.pkcs12.legacy"]])
  func javaKeyStoresGiveAllTheirKeys(_ options: [String]) throws {
    let workshop = try IdentityWorkshop.shared.get()
    let other = IdentityWorkshop.mint("Grace")
    let (leaf, key) = (workshop.newFile("pem"), workshop.newFile("pem"))
    try Data(other.certificate.pemText.utf8).write(to: URL(fileURLWithPath: leaf))
    try Data(IdentityWorkshop.pem(of: other.privateKey.pointer))
      .write(to: URL(fileURLWithPath: key))
    let second = workshop.newFile("p12")
    try OutsideProgram.openssl.run([
      "pkcs12", "-export", "-in", leaf, "-inkey", key, "-out", second, "-passout", "pass:secret",
      "-name", "grace",
    ])
    let store = workshop.newFile("p12")
    for source in [try workshop.pkcs12(["-name", "ada"]), second] {
      try Self.keytool.run(
        options + [
          "-importkeystore", "-noprompt", "-srckeystore", source, "-srcstoretype", "PKCS12",
          "-srcstorepass", "secret", "-destkeystore", store, "-deststoretype", "PKCS12",
          "-deststorepass", "secret",
        ])
    }
    let outcome = ImportOutcome(file: store, "secret")
    #expect(outcome.problem == nil)
    #expect(Set(outcome.labels) == ["ada", "grace"])
    // The second key's file had no authorities, but those of the first have issued it too.
    #expect(
      Set(outcome.chains)
        == [workshop.chain, [other.certificate] + workshop.chain.dropFirst()])
    #expect(ImportOutcome(file: store, "another").problem == .wrongPassPhrase)
  }

  @Test(
    .enabled(if: certtool.isInstalled, "certtool is not installed"),
    arguments: [[], ["--pkcs-cipher", "3des-pkcs12"], ["--pkcs-cipher", "rc2-40"]])
  func filesOfGnuTLSAreRead(_ options: [String]) throws {
    let workshop = try IdentityWorkshop.shared.get()
    let file = workshop.newFile("p12")
    try Self.certtool.run(
      [
        "--to-p12", "--load-certificate", workshop.certificateFile, "--load-privkey",
        workshop.keyFile, "--p12-name", "ada", "--password", "secret", "--outder", "--outfile",
        file,
      ] + options)
    try expectIdentity(file, label: "ada")
  }

  @Test(
    .enabled(if: certtool.isInstalled, "certtool is not installed"),
    arguments: ["--empty-password", "--null-password"])
  func filesOfGnuTLSWithoutPassPhraseAreRead(_ option: String) throws {
    let workshop = try IdentityWorkshop.shared.get()
    let file = workshop.newFile("p12")
    try Self.certtool.run([
      "--to-p12", "--load-certificate", workshop.certificateFile, "--load-privkey",
      workshop.keyFile, "--p12-name", "ada", option, "--outder", "--outfile", file,
      "--pkcs-cipher", "3des-pkcs12",
    ])
    #expect(ImportOutcome(file: file, String?.none).labels == ["ada"])
    #expect(ImportOutcome(file: file, "").labels == ["ada"])
  }

  @Test(
    .enabled(if: pk12util.isInstalled && certutil.isInstalled, "pk12util is not installed"),
    arguments: [
      [],
      [
        "-c", "PKCS #12 V2 PBE With SHA-1 And 3KEY Triple DES-CBC", "-C",
        "PKCS #12 V2 PBE With SHA-1 And 40 Bit RC2 CBC",
      ],
    ])
  func filesOfFirefoxAreRead(_ options: [String]) throws {
    let workshop = try IdentityWorkshop.shared.get()
    let folder = try TemporaryDirectory()
    let source = try workshop.pkcs12(["-name", "ada"])
    let database = "sql:\(folder.path)"
    try Self.certutil.run(["-N", "-d", database, "--empty-password"])
    try Self.pk12util.run(["-i", source, "-d", database, "-W", "secret"])
    let file = workshop.newFile("p12")
    try Self.pk12util.run(["-o", file, "-n", "ada", "-d", database, "-W", "secret"] + options)
    try expectIdentity(file, label: "ada")
  }
}
