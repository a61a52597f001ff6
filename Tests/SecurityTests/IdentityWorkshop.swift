// SPDX-License-Identifier: MIT
// Part of Grille: files of identities for tests, made by the programs that people use.
import COpenSSL
import Foundation
import TestSupport

@testable import Security

/// One authority, minted now because servers judge clients by the system's clock, and its files.
struct IdentityWorkshop {
  static let shared = Result { try IdentityWorkshop() }
  static let authority = CertificateAuthority(named: "Clients", at: UnixTime.now())

  let directory: TemporaryDirectory
  /// An identity on the curve P-256 below the intermediate authority.
  let person: MintedIdentity
  let certificateFile: String
  let keyFile: String
  /// Root first, which is the wrong order.
  let authoritiesFile: String

  private init() throws {
    directory = try TemporaryDirectory()
    person = Self.mint("Ada")
    certificateFile = try directory.write(certificates: [person.certificate], to: "leaf.pem")
    keyFile = try directory.write(Self.pem(of: person.privateKey.pointer), to: "key.pem")
    authoritiesFile = try directory.write(
      certificates: [
        Self.authority.root.certificate, Self.authority.intermediate.certificate,
      ], to: "authorities.pem")
  }

  /// The chain that every complete file shall give.
  var chain: [Certificate] {
    [
      person.certificate, Self.authority.intermediate.certificate,
      Self.authority.root.certificate,
    ]
  }

  static func mint(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> MintedIdentity {
    var template = CertificateTemplate.leaf(for: [], at: UnixTime.now())
    template.subject = [.organization("Grille Practice"), .commonName(name)]
    template.purposes = [CertificateTemplate.clientAuthentication]
    adjust(&template)
    return authority.issue(template)
  }

  /// An identity as if it had been imported.
  static func identity(of minted: MintedIdentity, label: String = "") -> ClientIdentity {
    EVP_PKEY_up_ref(minted.privateKey.pointer)
    return ClientIdentity(
      certificate: minted.certificate,
      issuers: minted.issuers,
      privateKey: OwnedPrivateKey(takingOwnership: minted.privateKey.pointer), label: label)
  }

  /// The first identity of a file that the pass phrase "secret" opens.
  static func imported(_ file: String) throws -> ClientIdentity {
    let secret: SecretBytes? = SecretBytes(copying: Array("secret".utf8).span)
    return try IdentityImport(contentsOf: file, passPhrase: secret).identities[0]
  }

  static func pem(of key: OpaquePointer) -> [UInt8] {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    PEM_write_bio_PrivateKey(memory, key, nil, nil, 0, nil, nil)
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = shim_BIO_get_mem_data(memory, &bytes)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// A new name for a file in the workshop.
  func newFile(_ ending: String) -> String {
    directory.path(of: "\(UUID().uuidString).\(ending)")
  }

  /// Exports the person with OpenSSL's program.
  func pkcs12(
    passPhrase: [UInt8] = Array("secret".utf8), _ options: [String] = []
  ) throws -> String {
    let file = newFile("p12")
    // In a file, because arguments cannot hold every byte.
    let secret = try directory.write(passPhrase + [0x0A], to: "\(UUID().uuidString).txt")
    try OutsideProgram.openssl.run(
      [
        "pkcs12", "-export", "-in", certificateFile, "-inkey", keyFile, "-certfile",
        authoritiesFile, "-out", file, "-passout", "file:\(secret)",
      ] + options)
    return file
  }

  /// Converts the person's key with OpenSSL's program.
  func key(_ arguments: [String]) throws -> String {
    let file = newFile("pem")
    try OutsideProgram.openssl.run(
      arguments + ["-in", keyFile, "-out", file, "-passout", "pass:secret"])
    return file
  }
}

/// The outcome of an import in comparable form.
struct ImportOutcome: Equatable, CustomStringConvertible {
  var labels: [String] = []
  var chains: [[Certificate]] = []
  var warnings: Set<IdentityImport.Warning> = []
  var problem: IdentityImportError.Problem?

  init(_ body: () throws(IdentityImportError) -> IdentityImport) {
    do {
      let result = try body()
      labels = result.identities.map(\.label)
      chains = result.identities.map(\.chain)
      warnings = result.warnings
      if !result.identities.allSatisfy(\.keyFitsCertificate) { problem = .noCertificateForKey }
    } catch {
      problem = error.problem
    }
  }

  init(file: String, _ passPhrase: [UInt8]?) {
    self.init { () throws(IdentityImportError) in
      try IdentityImport(contentsOf: file, passPhrase: Self.secret(passPhrase))
    }
  }

  init(file: String, _ passPhrase: String?) {
    self.init(file: file, passPhrase.map { Array($0.utf8) })
  }

  init(certificate: String, key: String, _ passPhrase: String?) {
    self.init { () throws(IdentityImportError) in
      try IdentityImport(
        certificatePath: certificate, keyPath: key,
        passPhrase: Self.secret(passPhrase.map { Array($0.utf8) }))
    }
  }

  init(bytes: [UInt8], _ passPhrase: String? = nil) {
    self.init { () throws(IdentityImportError) in
      try IdentityImport(
        SecretBytes(copying: bytes.span),
        passPhrase: Self.secret(passPhrase.map { Array($0.utf8) }))
    }
  }

  private static func secret(_ passPhrase: [UInt8]?) -> SecretBytes? {
    guard let passPhrase else { return nil }
    return SecretBytes(copying: passPhrase.span)
  }

  var description: String {
    "\(labels) \(chains.map { $0.map(\.summary) }) \(warnings) \(problem.map { "\($0)" } ?? "-")"
  }
}
