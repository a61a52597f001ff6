// SPDX-License-Identifier: MIT
// Part of Grille: adds to a trust what a stapled proof says.
import COpenSSL

extension ServerTrust {
  /// The same trust with the verdict of the proof that the server has stapled.
  ///
  /// - Parameters:
  ///   - staple: The proof in DER; nil if the server gave none.
  ///   - isFinal: False while a proof may still come: then its absence is no failure yet.
  /// - Returns: The trust with its revocation status, and with one failure more if the leaf is
  ///   withdrawn or a proof that it demands is missing.
  func judging(staple: [UInt8]?, isFinal: Bool) -> ServerTrust {
    guard let leaf = certificateChain.first, staple != nil || isFinal else { return self }
    var status = RevocationStatus.notChecked
    if let staple {
      status =
        certificateChain.count > 1
        ? OCSPProof.judge(
          staple, leaf: leaf, issuer: certificateChain[1], at: evaluationDate) : .unusableProof
    }
    return judged(by: status)
  }

  /// The same trust under a verdict that is final.
  func judged(by status: RevocationStatus) -> ServerTrust {
    guard let leaf = certificateChain.first else { return self }
    var added = failures.filter { ![.revoked, .mustStapleMissing].contains($0.reason) }
    if case .revoked = status {
      added.append(TrustFailure(.revoked, verificationCode: X509_V_ERR_CERT_REVOKED))
    } else if leaf.demandsStapledProof, status != .good {
      added.append(TrustFailure(.mustStapleMissing))
    }
    if requirements.isStrictHost, !added.isEmpty, !reasons.contains(.strictHost) {
      added.append(TrustFailure(.strictHost))
    }
    return ServerTrust(
      host: host, port: port, certificateChain: certificateChain,
      presentedCertificates: presentedCertificates, failures: added, anchor: anchor,
      evaluationDate: evaluationDate, isAcceptedByDecision: isAcceptedByDecision,
      revocation: status, clockDifference: clockDifference, evaluator: evaluator,
      requirements: requirements)
  }
}
