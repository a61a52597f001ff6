// SPDX-License-Identifier: MIT
// Part of Grille: turns OpenSSL's complaints and our own rules into reasons.
import COpenSSL

extension ChainVerification {
  /// The complaints as reasons: one per certificate and kind, complaints of one cause folded.
  func failures() -> [TrustFailure] {
    var failures: [TrustFailure] = []
    for complaint in complaints {
      guard let reason = Self.reason(of: complaint) else { continue }
      let known = failures.contains {
        $0.reason == reason && $0.certificateIndex == complaint.depth
      }
      if known { continue }
      failures.append(
        TrustFailure(
          reason, certificateIndex: complaint.depth, verificationCode: complaint.code,
          isOverridable: isGrave(reason, at: complaint.depth) ? false : nil))
    }
    guard failures.contains(where: { $0.reason == .malformed && $0.certificateIndex == 0 }) else {
      return failures
    }
    // Of a leaf whose extensions cannot be read neither issuer nor names are known.
    return failures.filter { $0.reason != .issuerMissing && $0.reason != .wrongHost }
  }

  /// True for the worse cases of weakness, which any laptop can forge.
  private func isGrave(_ reason: TrustFailure.Reason, at depth: Int) -> Bool {
    guard depth < chain.count else { return false }
    let certificate = chain[depth]
    return switch reason {
    case .weakKey: certificate.publicKey.isRSA && certificate.publicKey.bitCount < 1024
    case .weakSignature: certificate.signatureDigest.hasPrefix("MD")
    default: false
    }
  }

  /// The reason of a complaint; nil if it says nothing about the server's identity.
  private static func reason(of complaint: Complaint) -> TrustFailure.Reason? {
    switch complaint.code {
    case X509_V_OK: nil
    case X509_V_ERR_CERT_HAS_EXPIRED: .expired
    case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: .untrustedRoot
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      .issuerMissing
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .wrongHost
    case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL: .weakKey
    case X509_V_ERR_CA_MD_TOO_WEAK: .weakSignature
    case X509_V_ERR_CERT_REVOKED: .revoked
    case X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE,
      X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY, X509_V_ERR_CERT_SIGNATURE_FAILURE,
      X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM, X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH,
      X509_V_ERR_SIGNATURE_ALGORITHM_INCONSISTENCY:
      .badSignature
    // The same number is used for an authority that may not serve the purpose.
    case X509_V_ERR_INVALID_PURPOSE: complaint.depth == 0 ? .notForServers : .invalidIssuer
    case X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_REJECTED: .blockedRoot
    case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION, X509_V_ERR_INVALID_EXTENSION,
      X509_V_ERR_INVALID_POLICY_EXTENSION, X509_V_ERR_NO_EXPLICIT_POLICY,
      X509_V_ERR_DIFFERENT_CRL_SCOPE, X509_V_ERR_UNSUPPORTED_EXTENSION_FEATURE,
      X509_V_ERR_UNNESTED_RESOURCE, X509_V_ERR_PERMITTED_VIOLATION,
      X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
      X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
      X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
      .constraint
    case X509_V_ERR_UNABLE_TO_GET_CRL, X509_V_ERR_CRL_NOT_YET_VALID, X509_V_ERR_CRL_HAS_EXPIRED,
      X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER, X509_V_ERR_OCSP_VERIFY_NEEDED,
      X509_V_ERR_OCSP_VERIFY_FAILED, X509_V_ERR_OCSP_CERT_UNKNOWN:
      nil
    case X509_V_ERR_CERT_CHAIN_TOO_LONG, X509_V_ERR_NO_ISSUER_PUBLIC_KEY,
      X509_V_ERR_PATH_LENGTH_EXCEEDED, X509_V_ERR_SUBJECT_ISSUER_MISMATCH,
      X509_V_ERR_AKID_SKID_MISMATCH, X509_V_ERR_AKID_ISSUER_SERIAL_MISMATCH,
      X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_KEYUSAGE_NO_DIGITAL_SIGNATURE,
      X509_V_ERR_INVALID_NON_CA, X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED,
      X509_V_ERR_PROXY_CERTIFICATES_NOT_ALLOWED, X509_V_ERR_PATH_LOOP, X509_V_ERR_INVALID_CA,
      X509_V_ERR_PATHLEN_INVALID_FOR_NON_CA, X509_V_ERR_PATHLEN_WITHOUT_KU_KEY_CERT_SIGN,
      X509_V_ERR_KU_KEY_CERT_SIGN_INVALID_FOR_NON_CA:
      .invalidIssuer
    default: .malformed
    }
  }
}

extension TrustEvaluator {
  /// Adds what OpenSSL does not look for.
  func addOwnRules(
    to failures: inout [TrustFailure], path: ChainVerification, host: String
  ) {
    for (index, certificate) in path.chain.enumerated()
    where isBlocked(certificate.publicKey.fingerprint) {
      failures.append(TrustFailure(.blockedRoot, certificateIndex: index))
    }
    guard let leaf = path.chain.first else { return }
    if !failures.contains(where: { $0.reason == .wrongHost }), !isFor(host, leaf, path) {
      failures.append(TrustFailure(.wrongHost))
    }
    // CA/Browser Forum Baseline Requirements §6.3.2: leaves issued from 2020-09-01 on.
    let ruleBegins = UnixTime.moment(year: 2020, month: 9, day: 1)
    if leaf.notValidBefore >= ruleBegins,
      leaf.notValidAfter - leaf.notValidBefore > 398 * UnixTime.day,
      !path.isUnanchored, let root = path.chain.last, isPublicRoot(root)
    {
      failures.append(TrustFailure(.validityTooLong))
    }
  }

  /// Doubts a match that OpenSSL has found.
  private func isFor(_ host: String, _ leaf: Certificate, _ path: ChainVerification) -> Bool {
    // A name that begins with a dot would match everything below it.
    if host.hasPrefix(".") { return false }
    // A wildcard below a registry's suffix would cover the sites of strangers.
    guard let matched = path.matchedName, matched.hasPrefix("*."),
      isRegistrySuffix(HostForm.canonical(String(matched.dropFirst(2))))
    else { return true }
    // OpenSSL names the first match only; the host itself may stand further behind.
    return leaf.subjectAlternativeNames.contains {
      guard case .dnsName(let name) = $0 else { return false }
      return !name.hasSuffix(".") && HostForm.canonical(name) == host
    }
  }

  /// True for a suffix below which a registry lets strangers register, such as "co.uk".
  ///
  /// Deviation: a public suffix counts only if it is a top label or has the form of a country's
  /// second level. The list's other entries (github.io, pages.dev) belong to companies that
  /// rightly hold a wildcard certificate for their customers.
  private func isRegistrySuffix(_ name: String) -> Bool {
    let labels = name.split(separator: ".")
    guard labels.count > 1 else { return true }
    let registryLabels: Set<Substring> = [
      "ac", "co", "com", "edu", "gob", "gov", "go", "mil", "ne", "net", "nom", "or", "org",
    ]
    return labels.count == 2 && labels[1].utf8.count == 2 && registryLabels.contains(labels[0])
      && configuration.isPublicSuffix(name)
  }
}
