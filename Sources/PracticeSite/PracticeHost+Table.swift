// SPDX-License-Identifier: MIT
// Part of Grille: the one table of the practice site's hosts.

import Security

extension PracticeHost {
  /// Every host with a certificate to judge, by group.
  package static let judged: [PracticeHost] = [
    PracticeHost("good", .sound),
    PracticeHost("wildcard", .sound),
    PracticeHost("no-subject", .sound),
    PracticeHost("reversed-chain", .sound),
    PracticeHost("rsa2048", .sound),
    PracticeHost("ecc384", .sound),
    PracticeHost("sans-1000", .sound),
    PracticeHost("sans-10000", .sound),
    PracticeHost("big-chain", .sound),
    PracticeHost("must-staple", .sound),
    PracticeHost("tls-v1-2", .sound),
    PracticeHost("tls-v1-3", .sound),
    PracticeHost(longName, .sound),
    PracticeHost(longLabel, .sound),
    PracticeHost("xn--80ak6aa92e", .sound),

    PracticeHost("expired", .dates, [.expired]),
    PracticeHost("not-yet-valid", .dates, [.notYetValid]),
    PracticeHost("expired-intermediate", .dates, [.expired]),

    PracticeHost("wrong-host", .names, [.wrongHost]),
    PracticeHost("wrong.host", .names, [.wrongHost]),
    PracticeHost("deep.wildcard", .names, [.wrongHost]),
    PracticeHost("no-san", .names, [.wrongHost]),
    PracticeHost("nul-in-san", .names, [.wrongHost]),
    PracticeHost("evil-names", .names, [.selfSigned, .wrongHost]),
    PracticeHost("damaged-names", .names, [.malformed], isOverridable: false),

    PracticeHost("self-signed", .issuers, [.selfSigned]),
    PracticeHost("untrusted-root", .issuers, [.untrustedRoot]),
    PracticeHost("known-bad", .issuers, [.untrustedRoot], expecting: .refuses),
    PracticeHost("incomplete-chain", .issuers, [.issuerMissing], expecting: .opens),
    PracticeHost("incomplete-no-aia", .issuers, [.issuerMissing]),
    PracticeHost("all-wrong", .issuers, [.untrustedRoot, .wrongHost, .expired]),
    PracticeHost("self-signed-expired", .issuers, [.selfSigned, .wrongHost, .expired]),

    PracticeHost("rsa1024", .keys, [.weakKey]),
    PracticeHost("rsa512", .keys, [.weakKey], isOverridable: false),
    PracticeHost("weak-intermediate", .keys, [.weakKey]),
    PracticeHost("sha1", .keys, [.weakSignature]),
    PracticeHost("md5", .keys, [.weakSignature], isOverridable: false),
    PracticeHost("bad-signature", .keys, [.badSignature], isOverridable: false),

    PracticeHost("wrong-purpose", .limits, [.notForServers], isOverridable: false),
    PracticeHost("issuer-not-ca", .limits, [.invalidIssuer], isOverridable: false),
    PracticeHost("path-too-long", .limits, [.invalidIssuer], isOverridable: false),
    PracticeHost("name-constraints", .limits, [.constraint], isOverridable: false),
    PracticeHost("critical-unknown", .limits, [.constraint], isOverridable: false),

    PracticeHost("revoked-stapled", .revocation, [.revoked], isOverridable: false),
    PracticeHost("revoked-stapled-tls12", .revocation, [.revoked], isOverridable: false),
    PracticeHost(
      "must-staple-missing", .revocation, [.mustStapleMissing], isOverridable: false),
    PracticeHost("revoked", .revocation),
    PracticeHost("revoked-crl", .revocation),
    PracticeHost("revoked-wrong-host", .revocation, [.wrongHost], expecting: .refuses),
    PracticeHost("standing", .revocation),
    PracticeHost("responder-silent", .revocation),
    PracticeHost("responder-garbage", .revocation),
    PracticeHost("responder-redirects", .revocation),
    PracticeHost("responder-forbidden", .revocation),

    PracticeHost("hsts", .strictness),
    PracticeHost("hsts-plain", .strictness, isSecure: false),
    PracticeHost("expired.hsts", .strictness, [.expired], expecting: .refuses),
    PracticeHost("pinned", .strictness),
    PracticeHost("pin-mismatch", .strictness, expecting: .refuses),

    PracticeHost("bait", .swapping, [.selfSigned]),
    PracticeHost("flip", .swapping, [.selfSigned]),
    PracticeHost("impatient", .swapping, [.selfSigned]),
  ]

  /// Every host that asks for a client certificate.
  package static let identifying: [PracticeHost] =
    [
      "client", "client-optional", "client-two-cas", "strict12", "strict13", "echo",
    ].map { PracticeHost($0, .clients, expecting: .asksForIdentity) } + [
      PracticeHost("client-self-signed", .clients, [.selfSigned])
    ]

  /// Every host at which no certificate comes to be judged.
  package static let broken: [PracticeHost] = [
    "tls-v1-0", "tls-v1-1", "null", "dh1024", "not-tls", "damaged-der", "huge-chain", "resets",
    "silent",
  ].map { PracticeHost($0, .handshakes, expecting: .fails) }

  /// Every host.
  package static let all = judged + identifying + broken

  /// Finds a host by its label, or by the key of one whose label is drawn out.
  package static func named(_ key: String) -> PracticeHost? { all.first { $0.key == key } }
}
