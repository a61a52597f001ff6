// SPDX-License-Identifier: MIT
// Part of Grille: what the certificate of each case is like.
import Security

extension PracticeCertificates {
  /// Mints the certificate of a case for a host name.
  func mint(_ label: String, _ name: String) -> MintedIdentity {
    switch label {
    case "expired", "expired.hsts": return issue(name) { expire(&$0) }
    case "not-yet-valid": return issue(name) { $0.notBefore = moment + 10 * UnixTime.day }
    case "wrong-host", "wrong.host": return issue("elsewhere.test")
    case "revoked-wrong-host":
      return issue("elsewhere.test") { $0.extensions = services(of: label) ?? [] }
    case "self-signed", "flip", "bait", "impatient", "client-self-signed":
      return CertificateMint.mint(leaf(name))
    case "untrusted-root", "bait-switch": return withRoot(stranger.issue(leaf(name)), stranger)
    case "known-bad": return withRoot(misused.issue(leaf(name)), misused)
    case "incomplete-no-aia": return issue(name).sending([])
    case "incomplete-chain":
      return issue(name) {
        $0.extensions = [.authorityInformation(issuers: [servicesAddress + "/ca/intermediate"])]
      }.sending([])
    case "reversed-chain":
      let sound = issue(name)
      return sound.sending([authority.root.certificate] + sound.issuers)
    case "no-san": return issue(name) { $0.alternativeNames = [] }
    case "all-wrong":
      return withRoot(stranger.issue(leaf("elsewhere.test") { expire(&$0) }), stranger)
    case "self-signed-expired":
      return CertificateMint.mint(leaf("elsewhere.test") { expire(&$0) })
    case "expired-intermediate": return below(name) { expire(&$0) }
    case "rsa512": return issue(name) { $0.key = .rsa(bits: 512) }
    case "rsa1024": return issue(name) { $0.key = .rsa(bits: 1024) }
    case "rsa2048", "null", "dh1024": return issue(name) { $0.key = .rsa(bits: 2048) }
    case "ecc384": return issue(name) { $0.key = .ellipticCurve("P-384") }
    case "weak-intermediate": return belowRSA(bits: 1024, name)
    case "sha1": return belowRSA(bits: 2048, name) { $0.digest = .sha1 }
    case "md5": return belowRSA(bits: 2048, name) { $0.digest = .md5 }
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
    case "wildcard", "deep.wildcard": return issue("*." + PracticeHost.domain)
    case "damaged-names":
      return issue(name) {
        $0.alternativeNames = []
        $0.extensions = [
          .init(objectIdentifier: "2.5.29.17", isCritical: false, value: [0x30, 0x05, 0x82, 0x7F])
        ]
      }
    case "big-chain": return padded(name, count: 5, bytes: 20_000)
    case "huge-chain": return padded(name, count: 3, bytes: 200_000)
    case "sans-1000": return manyNames(name, count: 1_000)
    case "sans-10000": return manyNames(name, count: 10_000)
    default:
      if let services = services(of: label) { return issue(name) { $0.extensions = services } }
      return issue(name) {
        $0.alternativeNames += [.dns("localhost"), .address([127, 0, 0, 1])]
      }
    }
  }

  /// What the certificate of a case says about the services of its issuer; nil for most.
  private func services(of label: String) -> [CertificateTemplate.Extension]? {
    let responder = servicesAddress + "/ocsp"
    let list = CertificateTemplate.Extension.distributionPoints([servicesAddress + "/crl"])
    switch label {
    case "revoked", "revoked-wrong-host", "standing":
      return [.authorityInformation(responders: [responder]), list]
    case "revoked-crl": return [list]
    case "responder-silent", "responder-garbage", "responder-redirects":
      let kind = label.dropFirst("responder-".utf8.count)
      return [.authorityInformation(responders: ["\(responder)-\(kind)"])]
    case "responder-forbidden":
      return [
        .authorityInformation(responders: [
          "file:///etc/passwd", "http://127.0.0.1:22/", "https://127.0.0.1/ocsp",
        ]),
        .distributionPoints(["ldap://127.0.0.1/", "file:///etc/passwd", "http://127.0.0.1:25/"]),
      ]
    default: return nil
    }
  }
}
