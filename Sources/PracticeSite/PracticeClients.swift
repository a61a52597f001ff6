// SPDX-License-Identifier: MIT
// Part of Grille: the identities with which one can practise client certificates.
package import Security

/// The identities that the practice site gives away, and the authorities behind them.
package struct PracticeClients: Sendable {
  /// An identity in a file.
  package struct File: Sendable {
    /// What it is called, such as "alice".
    package let name: String
    /// The certificate and its key.
    package let identity: MintedIdentity
    /// What opens the file.
    package let passPhrase: String

    /// The file's bytes: PKCS #12.
    package var pkcs12: [UInt8] { identity.pkcs12(named: name, passPhrase: passPhrase) }
    /// The same in PEM, with the key encrypted.
    package var pem: [UInt8] { identity.pem(passPhrase: passPhrase) }
  }

  /// Those whom most hosts accept.
  package let authority: CertificateAuthority
  /// Those whom only one host accepts.
  package let otherAuthority: CertificateAuthority
  /// Every file, in the order in which it is listed.
  package let files: [File]

  init(at moment: Int64) {
    let authority = CertificateAuthority(named: "Practice Client", at: moment)
    let other = CertificateAuthority(named: "Other Client", at: moment)
    let stranger = CertificateAuthority(named: "Stranger Client", at: moment)
    self.authority = authority
    otherAuthority = other
    func template(
      _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
    ) -> CertificateTemplate {
      var template = CertificateTemplate.leaf(for: [], at: moment)
      template.subject = [.organization("Grille Practice"), .commonName(name)]
      template.purposes = [CertificateTemplate.clientAuthentication]
      adjust(&template)
      return template
    }
    func file(_ name: String, _ identity: MintedIdentity, _ passPhrase: String = "pw") -> File {
      File(name: name, identity: identity, passPhrase: passPhrase)
    }
    files = [
      file("alice", authority.issue(template("Alice"))),
      file("bob", other.issue(template("Bob")), "pässwörd"),
      file("stranger", stranger.issue(template("Stranger"))),
      file(
        "expired",
        authority.issue(
          template("Expired") {
            $0.notBefore = moment - 100 * UnixTime.day
            $0.notAfter = moment - 10 * UnixTime.day
          })),
      file(
        "not-yet-valid",
        authority.issue(template("Not Yet Valid") { $0.notBefore = moment + 10 * UnixTime.day })),
      file("self-signed", CertificateMint.mint(template("Self-Signed"))),
      file("evil", authority.issue(template("Evil\u{1B}]0;pwned\u{7}\u{202E}eno"))),
    ]
  }

  /// The file of that name.
  package subscript(name: String) -> File? { files.first { $0.name == name } }
}
