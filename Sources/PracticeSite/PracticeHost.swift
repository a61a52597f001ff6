// SPDX-License-Identifier: MIT
// Part of Grille: the hosts of the practice site, one kind of certificate each.
package import Security

/// One host name of the practice site and what its certificate must lead to.
package struct PracticeHost: Hashable, Sendable {
  /// The label below `practice.test`, such as "expired".
  package let label: String
  /// The problems a client that trusts the practice root must find; none for a sound host.
  package let reasons: Set<TrustFailure.Reason>
  /// True if a person may continue in spite of them.
  package let isOverridable: Bool

  init(_ label: String, _ reasons: Set<TrustFailure.Reason> = [], isOverridable: Bool = true) {
    self.label = label
    self.reasons = reasons
    self.isOverridable = isOverridable
  }

  /// The full name.
  package var name: String { "\(label).\(PracticeHost.domain)" }

  /// The reserved domain below which all hosts stand.
  package static let domain = "practice.test"

  /// The versions of TLS that the site speaks for a name.
  static func versions(
    forName name: String?
  ) -> (lowest: TLSServerConfiguration.Version, highest: TLSServerConfiguration.Version) {
    switch name?.prefix(while: { $0 != "." }) {
    case "tls-v1-0": (.tls10, .tls10)
    case "tls-v1-1": (.tls11, .tls11)
    // A key of 512 bits is too small for the signatures of TLS 1.3.
    case "tls-v1-2", "rsa512": (.tls12, .tls12)
    case "tls-v1-3": (.tls13, .tls13)
    default: (.tls12, .tls13)
    }
  }

  /// What goes wrong before the handshake for a name.
  static func mishap(forName name: String?) -> TLSServerConfiguration.Mishap? {
    switch name?.prefix(while: { $0 != "." }) {
    case "not-tls": .garbage
    case "silent": .silence
    case "resets": .reset
    default: nil
    }
  }

  /// Every host with a certificate of its own kind.
  ///
  /// Beside these: `tls-v1-0` to `tls-v1-3` speak one version only; `not-tls`, `silent` and
  /// `resets` never come to a handshake.
  package static let all: [PracticeHost] = [
    PracticeHost("good"),
    PracticeHost("expired", [.expired]),
    PracticeHost("not-yet-valid", [.notYetValid]),
    PracticeHost("wrong-host", [.wrongHost]),
    PracticeHost("wrong.host", [.wrongHost]),
    PracticeHost("self-signed", [.selfSigned]),
    PracticeHost("untrusted-root", [.untrustedRoot]),
    PracticeHost("known-bad", [.untrustedRoot]),
    PracticeHost("incomplete-chain", [.issuerMissing]),
    PracticeHost("no-san", [.wrongHost]),
    PracticeHost("all-wrong", [.untrustedRoot, .wrongHost, .expired]),
    PracticeHost("self-signed-expired", [.selfSigned, .wrongHost, .expired]),
    PracticeHost("expired-intermediate", [.expired]),
    PracticeHost("rsa512", [.weakKey], isOverridable: false),
    PracticeHost("rsa1024", [.weakKey]),
    PracticeHost("sha1", [.weakSignature]),
    PracticeHost("md5", [.weakSignature], isOverridable: false),
    PracticeHost("bad-signature", [.badSignature], isOverridable: false),
    PracticeHost("wrong-purpose", [.notForServers], isOverridable: false),
    PracticeHost("issuer-not-ca", [.invalidIssuer], isOverridable: false),
    PracticeHost("path-too-long", [.invalidIssuer], isOverridable: false),
    PracticeHost("name-constraints", [.constraint], isOverridable: false),
    PracticeHost("critical-unknown", [.constraint], isOverridable: false),
    PracticeHost("nul-in-san", [.wrongHost]),
    PracticeHost("evil-names", [.selfSigned, .wrongHost]),
    PracticeHost("revoked-stapled", [.revoked], isOverridable: false),
    PracticeHost("must-staple"),
    PracticeHost("must-staple-missing", [.mustStapleMissing], isOverridable: false),
    PracticeHost("no-subject"),
    PracticeHost("wildcard"),
    PracticeHost("rsa2048"),
    PracticeHost("ecc384"),
    PracticeHost("sans-1000"),
    PracticeHost("sans-10000"),
    PracticeHost("flip", [.selfSigned]),
  ]
}
