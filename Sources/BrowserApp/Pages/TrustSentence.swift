// SPDX-License-Identifier: MIT
// Part of Grille: says in words why a server's certificate is not trusted.
import Security

/// The sentences about what is wrong with a certificate chain, for alerts, error pages and scripts.
///
/// Names come from whoever made the certificates; they are shown through the sanitiser only.
nonisolated enum TrustSentence {
  /// One sentence for each problem, the gravest first; a host's name takes at most `columns`.
  static func reasons(
    for trust: ServerTrust, in words: Localization, columns: Int? = nil
  ) -> [String] {
    trust.failures.map { sentence(for: $0, of: trust, in: words, columns: columns) }
  }

  /// The sentence for one problem.
  static func sentence(
    for failure: TrustFailure, of trust: ServerTrust, in words: Localization, columns: Int? = nil
  ) -> String {
    if failure.reason == .revoked, failure.certificateIndex == 0,
      case .revoked(let revocation) = trust.revocation
    {
      return words.text(
        .trustAlertRevokedOn,
        [
          "subject": words.text(.trustSubjectLeaf), "date": UnixTime.dateText(revocation.date),
          "reason": reason(of: revocation, in: words),
        ])
    }
    let chain = trust.certificateChain
    let certificate =
      chain.indices.contains(failure.certificateIndex) ? chain[failure.certificateIndex] : nil
    let host = HostText(trust.host)
    var values = [
      "host": columns.map { host.fitted(to: $0) } ?? host.display,
      "now": UnixTime.dateText(trust.evaluationDate),
    ]
    values["subject"] =
      failure.certificateIndex == 0 || failure.reason == .untrustedRoot
      ? words.text(.trustSubjectLeaf)
      : words.text(
        .trustSubjectIssuer, ["name": ForeignName.text(certificate?.subject.summary ?? "?")])
    values["root"] = ForeignName.text(certificate?.subject.summary ?? "?")
    values["name"] = ForeignName.text(certificate?.issuer.summary ?? "?")
    values["bits"] = String(certificate?.publicKey.bitCount ?? 0)
    if let certificate {
      let isOver = failure.reason == .expired
      let moment = isOver ? certificate.notValidAfter : certificate.notValidBefore
      values["date"] = moment == .min ? "?" : UnixTime.dateText(moment)
      // A damaged date is the earliest moment there is.
      let (age, overflow) = trust.evaluationDate.subtractingReportingOverflow(moment)
      values["days"] = overflow ? "∞" : String(max(0, age) / UnixTime.day)
    }
    let names = (certificate?.subjectAlternativeNames ?? []).map(\.description)
    values["names"] = list(names, in: words)
    return words.text(key(for: failure.reason, hasNames: !names.isEmpty), values)
  }

  /// The first few names, and how many more there are.
  private static func list(_ names: [String], in words: Localization) -> String {
    let shown = names.prefix(4)
      .map { words.text(.trustQuotedName, ["name": ForeignName.text($0)]) }
      .joined(separator: words.text(.trustNameSeparator))
    guard names.count > 4 else { return shown }
    return words.text(.trustMoreNames, ["names": shown, "count": String(names.count - 4)])
  }

  /// Why an issuer has withdrawn a certificate, to be put behind a date; empty if it did not say.
  // RFC 5280 §5.3.1
  static func reason(of revocation: Revocation, in words: Localization) -> String {
    switch revocation.reasonCode {
    case 1: words.text(.trustAlertRevokedKeyStolen)
    case 2, 10: words.text(.trustAlertRevokedIssuerStolen)
    case 3: words.text(.trustAlertRevokedNameChanged)
    case 4: words.text(.trustAlertRevokedReplaced)
    case 5: words.text(.trustAlertRevokedNotNeeded)
    case 6: words.text(.trustAlertRevokedOnHold)
    case 9: words.text(.trustAlertRevokedPrivileges)
    default: ""
    }
  }

  /// The key of a problem's sentence.
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
