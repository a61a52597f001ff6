// SPDX-License-Identifier: MIT
// Part of Grille: says in words why a server's certificate is not trusted.
import Security

/// The sentences about what is wrong with a certificate chain.
///
/// Names come from whoever made the certificates; they are shown through the sanitiser only.
nonisolated enum TrustSentence {
  /// One sentence for each problem, the gravest first.
  static func reasons(for trust: ServerTrust, in words: Localization) -> [String] {
    trust.failures.map { sentence(for: $0, of: trust, in: words) }
  }

  private static func sentence(
    for failure: TrustFailure, of trust: ServerTrust, in words: Localization
  ) -> String {
    let chain = trust.certificateChain
    let certificate =
      chain.indices.contains(failure.certificateIndex) ? chain[failure.certificateIndex] : nil
    var values = ["host": trust.host, "now": UnixTime.dateText(trust.evaluationDate)]
    values["subject"] =
      failure.certificateIndex == 0 || failure.reason == .untrustedRoot
      ? words.text(.trustSubjectLeaf)
      : words.text(.trustSubjectIssuer, ["name": certificate?.subject.summary ?? "?"])
    values["root"] = certificate?.subject.summary ?? "?"
    values["name"] = certificate?.issuer.summary ?? "?"
    values["bits"] = String(certificate?.publicKey.bitCount ?? 0)
    if let certificate {
      let isOver = failure.reason == .expired
      let moment = isOver ? certificate.notValidAfter : certificate.notValidBefore
      values["date"] = UnixTime.dateText(moment)
      values["days"] = String(max(0, trust.evaluationDate - moment) / UnixTime.day)
    }
    let names = (certificate?.subjectAlternativeNames ?? []).map(\.description)
    values["names"] = list(names)
    return words.text(key(for: failure.reason, hasNames: !names.isEmpty), values)
  }

  /// The first few names, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(4).map { "“\($0)”" }.joined(separator: ", ")
    return names.count > 4 ? "\(shown), … (+\(names.count - 4))" : shown
  }

  static func key(for reason: TrustFailure.Reason, hasNames: Bool = true) -> StringKey {
    switch reason {
    case .expired: .trustExpired
    case .notYetValid: .trustNotYetValid
    case .selfSigned: .trustSelfSigned
    case .untrustedRoot: .trustUntrustedRoot
    case .issuerMissing: .trustIssuerMissing
    case .wrongHost: hasNames ? .trustWrongHost : .trustWrongHostNoNames
    case .weakKey: .trustWeakKey
    case .weakSignature: .trustWeakSignature
    case .validityTooLong: .trustValidityTooLong
    case .revoked: .trustRevoked
    case .mustStapleMissing: .trustMustStapleMissing
    case .badSignature: .trustBadSignature
    case .notForServers: .trustNotForServers
    case .invalidIssuer: .trustInvalidIssuer
    case .constraint: .trustConstraint
    case .malformed: .trustMalformed
    case .blockedRoot: .trustBlockedRoot
    case .pinMismatch: .trustPinMismatch
    case .strictHost: .trustStrictHost
    case .revocationUnknown: .trustRevocationUnknown
    }
  }
}
