// SPDX-License-Identifier: MIT
// Part of Grille: a server trust in words for people (English; programs may have their own).

extension ServerTrust {
  /// The heading of an alert.
  public var title: String {
    isValid ? "Server Identity Verified" : "Cannot Verify Server Identity"
  }

  /// One or two sentences: which host, and whom the certificate names.
  public var summary: String {
    let name = leaf?.summary ?? ""
    guard !isValid else {
      return "The identity of \"\(host)\" is vouched for by \"\(leaf?.issuer.summary ?? "")\"."
    }
    return
      "The identity of \"\(host)\" cannot be verified. The certificate is from \"\(name)\"."
  }

  /// Every problem in a sentence of its own, the gravest first.
  public var failureDescriptions: [String] { failures.map { sentence(for: $0) } }

  /// One line of what people are told about a trust, as SecTrustCopyProperties gives it.
  public struct Property: Hashable, Sendable {
    /// What a line is.
    public enum Kind: Hashable, Sendable {
      /// The heading.
      case title
      /// The host, and whom the certificate names.
      case summary
      /// One problem.
      case failure(TrustFailure)
      /// Something worth knowing that is no problem by itself.
      case information
    }

    /// What the line is.
    public let kind: Kind
    /// The line, in English; it may hold text chosen by a stranger.
    public let text: String
  }

  /// Everything to be told, in order: the title, the summary, every problem, and what is known
  /// about withdrawal and the clock.
  public var properties: [Property] {
    var lines = [
      Property(kind: .title, text: title), Property(kind: .summary, text: summary),
    ]
    lines += failures.map { Property(kind: .failure($0), text: sentence(for: $0)) }
    switch revocation {
    case .notChecked:
      lines.append(Property(kind: .information, text: "Whether it was withdrawn is not checked."))
    case .unusableProof:
      let text = "Whether it was withdrawn is not known: the proof given cannot be used."
      lines.append(Property(kind: .information, text: text))
    case .good:
      lines.append(Property(kind: .information, text: "Its issuer says that it stands."))
    case .revoked: break
    }
    if let clockDifference {
      let days = (abs(clockDifference) + UnixTime.day / 2) / UnixTime.day
      let direction = clockDifference > 0 ? "ahead of" : "behind"
      let amount = days == 1 ? "1 day" : "\(days) days"
      let text = "The clock here seems to be \(amount) \(direction) the clocks of servers."
      lines.append(Property(kind: .information, text: text))
    }
    return lines
  }

  /// One problem in a sentence, with names, dates and the certificate concerned.
  public func sentence(for failure: TrustFailure) -> String {
    let index = failure.certificateIndex
    guard index < certificateChain.count else {
      return "The certificate \(predicate(of: failure, certificate: nil))."
    }
    let certificate = certificateChain[index]
    let name = index == 0 ? "The certificate" : "The issuer \"\(certificate.summary)\""
    return "\(name) \(predicate(of: failure, certificate: certificate))."
  }

  private func predicate(of failure: TrustFailure, certificate: Certificate?) -> String {
    switch failure.reason {
    case .expired:
      let end = certificate?.notValidAfter ?? evaluationDate
      let days = (evaluationDate - end) / UnixTime.day
      let ago = days == 1 ? "1 day ago" : "\(days) days ago"
      return "expired on \(UnixTime.dateText(end)), \(ago); "
        + "the clock here says \(UnixTime.dateText(evaluationDate))"
    case .notYetValid:
      let start = certificate?.notValidBefore ?? evaluationDate
      return "is valid only from \(UnixTime.dateText(start)); "
        + "the clock here says \(UnixTime.dateText(evaluationDate))"
    case .selfSigned: return "vouches for itself: no authority has signed it"
    case .untrustedRoot: return "is not among the roots that are trusted here"
    case .issuerMissing:
      let issuer = certificate?.issuer.summary ?? ""
      return "was issued by \"\(issuer)\", which is neither known here nor sent by the server"
    case .wrongHost: return "is \(namesText(of: certificate)), not for \"\(host)\""
    case .weakKey:
      return "uses a key of \(certificate?.publicKey.bitCount ?? 0) bits, "
        + "which can be forged today"
    case .weakSignature:
      return "bears a signature by \(certificate?.signatureAlgorithm ?? ""), "
        + "which can be forged today"
    case .validityTooLong: return "is valid for longer than public authorities may allow"
    case .revoked:
      guard let revocation = withdrawal(of: failure) else { return "was withdrawn by its issuer" }
      let reason = revocation.reason.isEmpty ? "" : ": \(revocation.reason)"
      return "was withdrawn by its issuer on \(UnixTime.dateText(revocation.date))\(reason)"
    case .mustStapleMissing: return "demands a revocation proof that the server did not give"
    case .revocationUnknown:
      return "may have been withdrawn: nobody says that it stands, and the settings demand to know"
    case .badSignature: return "bears a false signature"
    case .notForServers: return "was not issued for web servers"
    case .invalidIssuer: return "was signed by something that may not issue it"
    case .constraint: return "breaks a limit set by its issuer"
    case .malformed: return "is damaged"
    case .blockedRoot: return "belongs to a chain whose key is known to be misused"
    case .pinMismatch: return "has no key that is pinned for \"\(host)\""
    case .strictHost:
      return "must be faultless: \"\(host)\" has asked never to be visited otherwise"
    }
  }

  private func namesText(of certificate: Certificate?) -> String {
    let names = (certificate?.subjectAlternativeNames ?? []).map(\.description)
    guard let first = names.first else { return "for no host name at all" }
    let shown = names.dropFirst().prefix(3).reduce("for \"\(first)\"") { "\($0), \"\($1)\"" }
    return names.count > 4 ? "\(shown) and \(names.count - 4) more" : shown
  }
}
