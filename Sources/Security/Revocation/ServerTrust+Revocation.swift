// SPDX-License-Identifier: MIT
// Part of Grille: adds to a trust what is known about withdrawals.
import COpenSSL

/// What each source says about the withdrawal of a chain's certificates.
struct RevocationFindings: Hashable, Sendable {
  /// What the handshake has said of the leaf; nil while it has not come that far.
  var staple: RevocationStatus?
  /// What lists and proofs from elsewhere say of the leaf.
  var known = RevocationStatus.notChecked
  /// Withdrawn authorities, by their index in the chain.
  var withdrawnIssuers: [Int: Revocation] = [:]

  /// All sources together: a withdrawal counts whoever tells of it.
  var status: RevocationStatus {
    guard let staple else { return known }
    return staple.weight > known.weight ? staple : known
  }
}

extension RevocationStatus {
  /// Which of two statuses counts more.
  fileprivate var weight: Int {
    switch self {
    case .notChecked: 0
    case .unusableProof: 1
    case .good: 2
    case .revoked: 3
    }
  }
}

extension Certificate {
  /// True for a leaf that is over before anybody could ask about it.
  ///
  /// CA/Browser Forum Baseline Requirements §4.9.7: issuers need not speak about a certificate that
  /// is valid for seven days or less.
  var isShortLived: Bool { notValidAfter - notValidBefore <= 7 * UnixTime.day }
}

extension ServerTrust {
  /// The same certificates judged again, with what has been learned since.
  package func judgedAgain() -> ServerTrust { evaluated(forHost: host) }

  /// The same trust with the verdict of the proof that the server has stapled.
  ///
  /// - Parameters:
  ///   - staple: The proof in DER; nil if the server gave none.
  ///   - isFinal: False while a proof may still come: then its absence is no failure yet.
  /// - Returns: The trust with its revocation status, and with one failure more if the leaf is
  ///   withdrawn or a proof that it demands is missing.
  func judging(staple: [UInt8]?, isFinal: Bool) -> ServerTrust {
    guard let leaf = certificateChain.first, staple != nil || isFinal else { return self }
    var findings = findings
    findings.staple = .notChecked
    if let staple {
      findings.staple =
        certificateChain.count > 1
        ? OCSPProof.judge(
          staple, leaf: leaf, issuer: certificateChain[1], at: evaluationDate) : .unusableProof
    }
    return judged(by: findings)
  }

  /// The same trust, its failures brought in line with what is known about withdrawals.
  func judged(by findings: RevocationFindings) -> ServerTrust {
    guard let leaf = certificateChain.first else { return self }
    var all = failures.filter {
      ![.revoked, .mustStapleMissing, .revocationUnknown, .strictHost].contains($0.reason)
    }
    if case .revoked = findings.status {
      all.append(TrustFailure(.revoked, verificationCode: X509_V_ERR_CERT_REVOKED))
    } else if let staple = findings.staple {
      if leaf.demandsStapledProof, staple != .good {
        all.append(TrustFailure(.mustStapleMissing))
      } else if requirements.demandsRevocationStatus, findings.status != .good,
        certificateChain.count > 1, !leaf.isShortLived
      {
        all.append(TrustFailure(.revocationUnknown))
      }
    }
    for index in findings.withdrawnIssuers.keys.sorted() {
      all.append(
        TrustFailure(
          .revoked, certificateIndex: index, verificationCode: X509_V_ERR_CERT_REVOKED))
    }
    if requirements.isStrictHost, !all.isEmpty { all.append(TrustFailure(.strictHost)) }
    return ServerTrust(
      host: host, port: port, certificateChain: certificateChain,
      presentedCertificates: presentedCertificates, failures: all, anchor: anchor,
      evaluationDate: evaluationDate, isAcceptedByDecision: isAcceptedByDecision,
      findings: findings, clockDifference: clockDifference, evaluator: evaluator,
      requirements: requirements)
  }
}
