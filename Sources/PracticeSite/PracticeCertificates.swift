// SPDX-License-Identifier: MIT
// Part of Grille: the certificates of the practice site's hosts.
import Security
import Synchronization

/// Mints each host's certificate on its first use and keeps it, but for the host that flips.
final class PracticeCertificates: Sendable {
  let authority: CertificateAuthority
  /// An authority that no client is told to trust.
  let stranger: CertificateAuthority
  /// An authority whose key stands for those known to be misused.
  let misused: CertificateAuthority
  private let moment: Int64
  /// An authority with an RSA key, because ECDSA does not go with old digests.
  private let rsaAuthority = Mutex<MintedIdentity?>(nil)
  private let minted = Mutex<[String: MintedIdentity]>([:])

  init(at moment: Int64) {
    self.moment = moment
    authority = CertificateAuthority(named: "Practice", at: moment)
    stranger = CertificateAuthority(named: "Stranger", at: moment)
    misused = CertificateAuthority(named: "Blocklisted", at: moment)
  }

  /// What to present for a name; a name with no case of its own gets a sound certificate.
  func identity(for name: String?) -> MintedIdentity {
    let name = name?.lowercased() ?? "localhost"
    let suffix = "." + PracticeHost.domain
    let label = name.hasSuffix(suffix) ? String(name.dropLast(suffix.utf8.count)) : name
    if label == "flip" { return mint(label, name) }
    // Minted outside the lock: a large key takes a while, and a second one does no harm.
    if let known = minted.withLock({ $0[name] }) { return known }
    let fresh = mint(label, name)
    return minted.withLock { known in
      known[name] = known[name] ?? fresh
      return known[name] ?? fresh
    }
  }

  /// The proof to staple for a name.
  func staple(for name: String?) -> [UInt8]? {
    var content = RevocationProofMint.Content(at: moment)
    switch name?.prefix(while: { $0 != "." }) {
    case "revoked-stapled":
      content.revocation = Revocation(date: moment - 5 * UnixTime.day, reasonCode: 1)
    case "must-staple": break
    default: return nil
    }
    return RevocationProofMint.mint(
      content, about: identity(for: name).certificate, issuer: authority.intermediate)
  }

  private func mint(_ label: String, _ name: String) -> MintedIdentity {
    let past = moment - 10 * UnixTime.day
    switch label {
    case "expired": return issue(name) { $0.notAfter = past }
    case "not-yet-valid": return issue(name) { $0.notBefore = moment + 10 * UnixTime.day }
    case "wrong-host", "wrong.host": return issue("elsewhere.test")
    case "self-signed", "flip": return CertificateMint.mint(leaf(name))
    case "untrusted-root": return withRoot(stranger.issue(leaf(name)), stranger)
    case "known-bad": return withRoot(misused.issue(leaf(name)), misused)
    case "incomplete-chain": return issue(name).sending([])
    case "no-san": return issue(name) { $0.alternativeNames = [] }
    case "all-wrong":
      return withRoot(stranger.issue(leaf("elsewhere.test") { $0.notAfter = past }), stranger)
    case "self-signed-expired":
      return CertificateMint.mint(leaf("elsewhere.test") { $0.notAfter = past })
    case "expired-intermediate": return below(name) { $0.notAfter = past }
    case "rsa512": return issue(name) { $0.key = .rsa(bits: 512) }
    case "rsa1024": return issue(name) { $0.key = .rsa(bits: 1024) }
    case "rsa2048": return issue(name) { $0.key = .rsa(bits: 2048) }
    case "ecc384": return issue(name) { $0.key = .ellipticCurve("P-384") }
    case "sha1": return belowRSA(name) { $0.digest = .sha1 }
    case "md5": return belowRSA(name) { $0.digest = .md5 }
    case "bad-signature": return issue(name) { $0.hasFalseSignature = true }
    case "wrong-purpose":
      return issue(name) { $0.purposes = [CertificateTemplate.clientAuthentication] }
    case "issuer-not-ca":
      return below(name) {
        $0.isAuthority = false
        $0.keyUsage = [.digitalSignature]
      }
    case "path-too-long": return belowTwo(name)
    case "name-constraints": return below(name) { $0.permittedNames = ["elsewhere.test"] }
    case "critical-unknown":
      return issue(name) {
        $0.extensions = [.init(objectIdentifier: "1.2.3.4.5", isCritical: true, value: DER.null)]
      }
    case "must-staple", "must-staple-missing":
      return issue(name) { $0.extensions = [.statusRequestDemand] }
    case "no-subject": return issue(name) { $0.subject = [] }
    case "nul-in-san": return issue(name) { $0.alternativeNames = [.dns(name + "\0.evil.test")] }
    case "evil-names": return CertificateMint.mint(evilNames())
    case "wildcard": return issue("*." + PracticeHost.domain)
    case "sans-1000": return manyNames(name, count: 1_000)
    case "sans-10000": return manyNames(name, count: 10_000)
    default:
      return issue(name) {
        $0.alternativeNames += [.dns("localhost"), .address([127, 0, 0, 1])]
      }
    }
  }

  private func leaf(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> CertificateTemplate {
    var template = CertificateTemplate.leaf(for: [name], at: moment)
    adjust(&template)
    return template
  }

  private func issue(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> MintedIdentity {
    authority.issue(leaf(name, adjust))
  }

  private func withRoot(
    _ identity: MintedIdentity, _ authority: CertificateAuthority
  ) -> MintedIdentity {
    identity.sending(identity.issuers + [authority.root.certificate])
  }

  /// A leaf below an intermediate of its own kind.
  private func below(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void
  ) -> MintedIdentity {
    var issuer = CertificateTemplate.authority(named: "Practice Special", at: moment)
    adjust(&issuer)
    let minted = CertificateMint.mint(issuer, issuer: authority.root)
    return CertificateMint.mint(leaf(name), issuer: minted)
      .sending([minted.certificate])
  }

  /// A leaf signed with RSA.
  private func belowRSA(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void
  ) -> MintedIdentity {
    let issuer = rsaAuthority.withLock { kept in
      if let kept { return kept }
      var template = CertificateTemplate.authority(named: "Practice RSA", at: moment)
      template.key = .rsa(bits: 2048)
      let fresh = CertificateMint.mint(template, issuer: authority.root)
      kept = fresh
      return fresh
    }
    return CertificateMint.mint(leaf(name, adjust), issuer: issuer)
      .sending([issuer.certificate])
  }

  /// A leaf below two authorities, of which the upper allows none below it.
  private func belowTwo(_ name: String) -> MintedIdentity {
    var upper = CertificateTemplate.authority(named: "Practice Upper", at: moment)
    upper.pathLength = 0
    let first = CertificateMint.mint(upper, issuer: authority.root)
    let second = CertificateMint.mint(
      .authority(named: "Practice Lower", at: moment), issuer: first)
    return CertificateMint.mint(leaf(name), issuer: second)
      .sending([second.certificate, first.certificate])
  }

  private func manyNames(_ name: String, count: Int) -> MintedIdentity {
    issue(name) { template in
      template.alternativeNames += (1..<count).map { .dns("n\($0).\(PracticeHost.domain)") }
    }
  }

  /// Terminal escapes, bidirectional controls and odd string types.
  private func evilNames() -> CertificateTemplate {
    var template = leaf("evil\u{1B}]0;pwned\u{7}.test")
    template.subject = [
      .organization("\u{1B}[31mEvil\u{9B}2J \u{202E}knaB"),
      // BMPString: "Bü" and a tab.
      .init(
        objectIdentifier: "2.5.4.11", value: DER.value(tag: 0x1E, [0, 0x42, 0, 0xFC, 0, 0x09])),
      // T61String with a byte above ASCII.
      .init(objectIdentifier: "2.5.4.7", value: DER.value(tag: 0x14, [0x43, 0xE9])),
      // PrintableString with what is not printable.
      .init(
        objectIdentifier: "2.5.4.3", value: DER.value(tag: 0x13, Array("\u{1B}]0;x\u{7}".utf8))),
    ]
    return template
  }
}
