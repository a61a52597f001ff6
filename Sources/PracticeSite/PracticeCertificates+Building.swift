// SPDX-License-Identifier: MIT
// Part of Grille: puts the practice site's certificates together.
import Security
import Synchronization

extension PracticeCertificates {
  func leaf(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> CertificateTemplate {
    var template = CertificateTemplate.leaf(for: [name], at: moment)
    adjust(&template)
    return template
  }

  /// Lets the validity end ten days before the site's moment.
  func expire(_ template: inout CertificateTemplate) {
    template.notBefore = moment - 100 * UnixTime.day
    template.notAfter = moment - 10 * UnixTime.day
  }

  func issue(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> MintedIdentity {
    authority.issue(leaf(name, adjust))
  }

  func withRoot(
    _ identity: MintedIdentity, _ authority: CertificateAuthority
  ) -> MintedIdentity {
    identity.sending(identity.issuers + [authority.root.certificate])
  }

  /// A leaf below an intermediate of its own kind.
  func below(
    _ name: String, _ adjust: (inout CertificateTemplate) -> Void
  ) -> MintedIdentity {
    var issuer = CertificateTemplate.authority(named: "Practice Special", at: moment)
    adjust(&issuer)
    let minted = CertificateMint.mint(issuer, issuer: authority.root)
    return CertificateMint.mint(leaf(name), issuer: minted)
      .sending([minted.certificate])
  }

  /// A leaf below an authority with an RSA key, because ECDSA does not go with old digests.
  func belowRSA(
    bits: Int, _ name: String, _ adjust: (inout CertificateTemplate) -> Void = { _ in }
  ) -> MintedIdentity {
    let title = "Practice RSA \(bits)"
    let issuer = specialAuthorities.withLock { kept in
      if let known = kept[title] { return known }
      var template = CertificateTemplate.authority(named: title, at: moment)
      template.key = .rsa(bits: bits)
      let fresh = CertificateMint.mint(template, issuer: authority.root)
      kept[title] = fresh
      return fresh
    }
    return CertificateMint.mint(leaf(name, adjust), issuer: issuer)
      .sending([issuer.certificate])
  }

  /// A leaf below two authorities, of which the upper allows none below it.
  func belowTwo(_ name: String) -> MintedIdentity {
    var upper = CertificateTemplate.authority(named: "Practice Upper", at: moment)
    upper.pathLength = 0
    let first = CertificateMint.mint(upper, issuer: authority.root)
    let second = CertificateMint.mint(
      .authority(named: "Practice Lower", at: moment), issuer: first)
    return CertificateMint.mint(leaf(name), issuer: second)
      .sending([second.certificate, first.certificate])
  }

  func manyNames(_ name: String, count: Int) -> MintedIdentity {
    issue(name) { template in
      template.alternativeNames += (1..<count).map { .dns("n\($0).\(PracticeHost.domain)") }
    }
  }

  /// A sound chain after which come authorities that nobody needs, each with a large extension.
  func padded(_ name: String, count: Int, bytes: Int) -> MintedIdentity {
    let sound = issue(name)
    let padding = (1...count).map { number in
      var template = CertificateTemplate.authority(named: "Padding \(number)", at: moment)
      template.extensions = [
        .init(
          objectIdentifier: "1.2.3.4.6", isCritical: false,
          value: DER.octetString([UInt8](repeating: UInt8(number), count: bytes)))
      ]
      return CertificateMint.mint(template).certificate
    }
    return sound.sending(sound.issuers + padding)
  }

  /// Terminal escapes, bidirectional controls and odd string types.
  func evilNames() -> CertificateTemplate {
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
