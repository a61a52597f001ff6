// SPDX-License-Identifier: MIT
// Part of Grille: everything a certificate says, line by line.
import CellGrid
import Security

/// The text of a certificate in the viewer.
///
/// All of it but the headings was chosen by whoever made the certificate: each line goes through the
/// sanitiser. The names are made when they are asked for, since there may be thousands.
nonisolated struct CertificateText {
  /// Names that are shown at once, with the subject; where there are more, all stand at the end.
  static let namesAtOnce = 20

  private struct Line {
    var text: DisplayString
    var isHeading = false
  }

  private let certificate: Certificate
  private let words: Localization
  private var lines: [Line] = []
  /// The lines behind the names.
  private var end: [Line] = []
  /// Whether all names stand between `lines` and `end`.
  private let hasManyNames: Bool

  /// Reads a certificate.
  /// - Parameters:
  ///   - certificate: the certificate.
  ///   - trust: the trust it is part of.
  ///   - words: the texts in the user's language.
  init(_ certificate: Certificate, of trust: ServerTrust, in words: Localization) {
    self.certificate = certificate
    self.words = words
    hasManyNames = certificate.subjectAlternativeNames.count > Self.namesAtOnce
    addVerdict(trust)
    addIdentity(trust)
    addKeys()
    addUsage(certificate.details)
    if hasManyNames { addHeading(namesHeading) }
    addEnd()
  }

  /// Number of lines.
  var count: Int {
    lines.count + (hasManyNames ? certificate.subjectAlternativeNames.count : 0) + end.count
  }

  /// A line by its number.
  subscript(number: Int) -> DisplayString {
    if number < lines.count { return lines[number].text }
    let number = number - lines.count
    guard hasManyNames else { return end[number].text }
    let names = certificate.subjectAlternativeNames
    return number < names.count ? Self.text(of: names[number]) : end[number - names.count].text
  }

  /// Whether a line is a heading.
  func isHeading(_ number: Int) -> Bool {
    if number < lines.count { return lines[number].isHeading }
    let rest = number - (count - end.count)
    return rest >= 0 && end[rest].isHeading
  }

  // MARK: - Parts

  private func heading(_ text: String) -> Line {
    Line(text: DisplayString(text), isHeading: true)
  }

  private func value(_ text: String) -> Line { Line(text: DisplayString("  " + text)) }

  private mutating func addHeading(_ text: String) { lines.append(heading(text)) }

  private mutating func add(_ key: StringKey, _ values: [String]) {
    guard !values.isEmpty else { return }
    addHeading(words.text(key))
    lines += values.map { value($0) }
  }

  private mutating func addVerdict(_ trust: ServerTrust) {
    let chain = trust.certificateChain
    let index = chain.firstIndex(of: certificate)
    let isRoot = index == chain.count - 1 && trust.anchor != nil
    let role: StringKey =
      switch index {
      case nil: .certificateRoleUnused
      case 0?: .certificateRoleServer
      case _ where isRoot: .certificateRoleRoot
      case _: .certificateRoleIssuer
      }
    lines.append(Line(text: DisplayString(words.text(role))))
    let failures = trust.failures.filter { failure in
      failure.certificateIndex == index || index == 0 && failure.certificateIndex >= chain.count
    }
    if !failures.isEmpty {
      add(
        .certificateProblems,
        failures.map { failure in
          let sentence = TrustSentence.sentence(for: failure, of: trust, in: words)
          let code = words.text(
            .certificateCode,
            ["code": "\(failure.reason.rawValue) \(failure.verificationCode)"])
          return "\(sentence) (\(code))"
        })
    }
    guard index == 0 else { return }
    if trust.isValid { lines.append(value(words.text(.certificateNoProblems))) }
    if trust.isAcceptedByDecision, !trust.isValid {
      lines.append(value(words.text(.certificateAccepted)))
    }
    lines.append(value(revocation(trust.revocation)))
  }

  private func revocation(_ status: RevocationStatus) -> String {
    switch status {
    case .notChecked: words.text(.certificateRevocationNotChecked)
    case .unusableProof: words.text(.certificateRevocationUnusable)
    case .good: words.text(.certificateRevocationGood)
    case .revoked(let revocation):
      words.text(
        .certificateRevocationRevoked,
        [
          "date": UnixTime.text(revocation.date),
          "reason": TrustSentence.reason(of: revocation, in: words),
        ])
    }
  }

  private mutating func addIdentity(_ trust: ServerTrust) {
    add(.certificateSubject, attributes(of: certificate.subject))
    let names = certificate.subjectAlternativeNames
    if !names.isEmpty {
      addHeading(namesHeading)
      lines += names.prefix(Self.namesAtOnce).map { Line(text: Self.text(of: $0)) }
      if hasManyNames { lines.append(value("…")) }
    }
    add(.certificateIssuer, attributes(of: certificate.issuer))
    let (start, end) = (certificate.notValidBefore, certificate.notValidAfter)
    let now = trust.evaluationDate
    let left =
      if now < start {
        words.text(.certificateStartsIn, ["days": days(from: now, to: start)])
      } else if now > end {
        words.text(.certificateEndedAgo, ["days": days(from: end, to: now)])
      } else {
        words.text(.certificateDaysLeft, ["days": days(from: now, to: end)])
      }
    add(
      .certificateValidity,
      [
        words.text(.certificateNotBefore, ["date": Self.date(start)]),
        words.text(.certificateNotAfter, ["date": Self.date(end)]), left,
      ])
    var prints = ["SHA-256 " + ServerTrustAlert.grouped(certificate.sha256Fingerprint)]
    if let sha1 = certificate.sha1Fingerprint { prints.append("SHA-1 " + sha1.description) }
    add(.certificateFingerprints, prints)
    add(.certificatePin, [ServerTrustAlert.grouped(certificate.publicKey.fingerprint)])
    add(.certificateSerial, [Fingerprint(bytes: certificate.serialNumber).description])
  }

  /// A date of the certificate; a damaged one is the earliest moment there is.
  private static func date(_ moment: Int64) -> String {
    moment == .min ? "?" : UnixTime.text(moment)
  }

  /// Whole days between two moments; damaged dates are as far away as can be.
  private func days(from start: Int64, to end: Int64) -> String {
    let (seconds, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? "∞" : String(seconds / UnixTime.day)
  }

  private func attributes(of name: DistinguishedName) -> [String] {
    name.attributes.isEmpty
      ? [words.text(.certificateEmpty)] : name.attributes.map { "\($0.label) = \($0.value)" }
  }

  private mutating func addKeys() {
    let key = certificate.publicKey
    add(
      .certificateKey,
      [
        words.text(
          .certificateBits,
          ["algorithm": Self.name(of: key.algorithm), "bits": String(key.bitCount)])
      ])
    let digest = certificate.signatureDigest
    add(
      .certificateSignature,
      [certificate.signatureAlgorithm + (digest.isEmpty ? "" : " (\(digest))")])
    add(.certificateVersion, [String(certificate.version)])
  }

  static func name(of algorithm: PublicKeyInformation.Algorithm) -> String {
    switch algorithm {
    case .rsa: "RSA"
    case .rsaPSS: "RSA-PSS"
    case .ellipticCurve(let curve): "ECDSA \(curve)"
    case .ed25519: "Ed25519"
    case .ed448: "Ed448"
    case .dsa: "DSA"
    case .other(let name): name
    }
  }

  private mutating func addUsage(_ details: CertificateDetails) {
    var authority = [
      words.text(
        certificate.isCertificateAuthority ? .certificateMayIssue : .certificateMayNotIssue)
    ]
    if let length = certificate.pathLength {
      authority.append(words.text(.certificatePathLength, ["count": String(length)]))
    }
    add(.certificateAuthority, authority)
    add(.certificateKeyUsage, certificate.keyUsage.map(Self.names(of:)) ?? [])
    add(.certificateExtendedKeyUsage, (certificate.extendedKeyUsage ?? []).map(Self.named))
    add(.certificatePolicies, details.policies.map(Self.named))
    add(.certificateStatusResponders, details.statusResponders)
    add(.certificateIssuerAddresses, details.issuerAddresses)
    add(.certificateRevocationLists, details.revocationLists)
    if certificate.demandsStapledProof {
      lines.append(value(words.text(.certificateMustStaple)))
    }
    if !details.timestamps.isEmpty {
      addHeading(
        words.text(.certificateTimestamps, ["count": String(details.timestamps.count)]))
      lines += details.timestamps.map { stamp in
        value(
          words.text(
            .certificateTimestamp,
            ["date": UnixTime.text(stamp.timestamp), "log": stamp.logID.description]))
      }
    }
    var identifiers: [String] = []
    if !details.subjectKeyIdentifier.isEmpty {
      identifiers.append(Fingerprint(bytes: details.subjectKeyIdentifier).description)
    }
    if !details.authorityKeyIdentifier.isEmpty {
      identifiers.append(
        "\(words.text(.certificateIssuer)) "
          + Fingerprint(bytes: details.authorityKeyIdentifier).description)
    }
    add(.certificateKeyIdentifiers, identifiers)
    add(
      .certificateOtherExtensions,
      details.extensions.filter { !Self.shownExtensions.contains($0.objectIdentifier) }.map {
        Self.named($0.objectIdentifier)
          + ($0.isCritical ? " (\(words.text(.certificateCritical)))" : "")
          + " = " + Fingerprint(bytes: Array($0.value.prefix(64))).description
          + ($0.value.count > 64 ? "…" : "")
      })
  }

  /// The extensions whose content is shown by fields of their own.
  private static let shownExtensions: Set<String> = [
    "2.5.29.14", "2.5.29.15", "2.5.29.17", "2.5.29.19", "2.5.29.31", "2.5.29.32", "2.5.29.35",
    "2.5.29.37", "1.3.6.1.5.5.7.1.1", "1.3.6.1.5.5.7.1.24", "1.3.6.1.4.1.11129.2.4.2",
  ]

  private mutating func addEnd() {
    end.append(heading(words.text(.certificatePem)))
    end += certificate.pemText.split(separator: "\n").map { Line(text: DisplayString(String($0))) }
  }

  private var namesHeading: String {
    let count = String(certificate.subjectAlternativeNames.count)
    return words.text(.certificateNames, ["count": count])
  }

  private static func text(of name: SubjectAlternativeName) -> DisplayString {
    let kind =
      switch name {
      case .dnsName: "DNS"
      case .ipAddress: "IP"
      case .emailAddress: "email"
      case .uri: "URI"
      case .directoryName: "DirName"
      case .other: "other"
      }
    return DisplayString("  \(kind) \(name.description)")
  }

  private static func named(_ identifier: String) -> String {
    ObjectIdentifierName.text(for: identifier).map { "\($0) (\(identifier))" } ?? identifier
  }

  /// The standard's names of what a key may do.
  // RFC 5280 §4.2.1.3
  private static func names(of usage: Certificate.KeyUsage) -> [String] {
    let all: [(Certificate.KeyUsage, String)] = [
      (.digitalSignature, "digitalSignature"), (.nonRepudiation, "nonRepudiation"),
      (.keyEncipherment, "keyEncipherment"), (.dataEncipherment, "dataEncipherment"),
      (.keyAgreement, "keyAgreement"), (.keyCertSign, "keyCertSign"), (.crlSign, "cRLSign"),
      (.encipherOnly, "encipherOnly"), (.decipherOnly, "decipherOnly"),
    ]
    let names = all.filter { usage.contains($0.0) }.map(\.1)
    return names.isEmpty ? [] : [names.joined(separator: ", ")]
  }
}
