// SPDX-License-Identifier: MIT
// Part of Grille: the words and answers of the question whether a server is to be trusted.
import CellGrid
import Networking
import Security
import TerminalUI

/// "Cannot Verify Server Identity": everything the alert says, and what may be answered.
nonisolated struct ServerTrustAlert: Sendable {
  /// What the user may answer.
  enum Answer: Hashable, Sendable {
    /// Do not go on; nothing is sent.
    case cancel
    /// Show the certificates first.
    case details
    /// Go on for this navigation.
    case once
    /// Go on until the program ends.
    case session
    /// Go on until a date.
    case always
  }

  /// What is asked about.
  let trust: ServerTrust
  /// Where the server was reached, if that is known.
  var address: ServerAddress?
  let words: Localization
  /// Whether this navigation has asked about another certificate of the server before.
  var isAnotherCertificate = false
  /// When the user has trusted another certificate of the server, in seconds since 1970.
  var otherDecisionDate: Int64?
  /// Whether the user's settings let a withdrawn certificate be accepted.
  var allowsRevoked = false

  /// How long "always" counts, in seconds.
  static let alwaysDuration: Int64 = 365 * UnixTime.day

  /// Whether nothing is wrong that nobody may overlook.
  private var isOverridable: Bool {
    !trust.failures.isEmpty && trust.failures.allSatisfy(\.isOverridable) && trust.leaf != nil
  }

  /// Whether one may go on after typing the name of the host.
  var asksForHostName: Bool {
    allowsRevoked && trust.leaf != nil && !isOverridable
      && trust.failures.allSatisfy { $0.isOverridable || $0.reason == .revoked }
  }

  /// The answers, from left to right.
  var answers: [Answer] {
    if isOverridable { return [.cancel, .details, .once, .session, .always] }
    // What was withdrawn is trusted for as short a time as there is.
    return asksForHostName ? [.cancel, .details, .once] : [.cancel, .details]
  }

  /// The answers as buttons; their letters are the same in every language.
  var buttons: [AlertDialog.Button] {
    answers.map { answer in
      switch answer {
      case .cancel: button("c", .trustAlertCancel, .safe)
      case .details: button("d", .trustAlertDetails, .detail)
      case .once: button("o", .trustAlertOnce, asksForHostName ? .guarded : .destructive)
      case .session: button("s", .trustAlertSession, .destructive)
      case .always:
        button(
          "a", .trustAlertAlways, .destructive,
          ["date": UnixTime.dateText(trust.evaluationDate + Self.alwaysDuration)])
      }
    }
  }

  private func button(
    _ letter: Unicode.Scalar, _ key: StringKey, _ role: AlertDialog.Role,
    _ values: [String: String] = [:]
  ) -> AlertDialog.Button {
    AlertDialog.Button(
      letter: letter, title: DisplayString(words.text(key, values)), role: role)
  }

  /// The heading.
  var title: DisplayString { DisplayString(words.text(.trustAlertTitle)) }

  // MARK: - Paragraphs

  /// The text for a number of columns: whom it is about, every problem, and what helps to decide.
  func message(columns: Int) -> [DisplayString] {
    // With its quotation marks a name has to fit into a row.
    let room = max(16, columns - 4)
    let host = HostText(trust.host)
    let name = host.fitted(to: room)
    var texts: [String] = []
    if let leaf = trust.leaf {
      texts.append(
        words.text(
          .trustAlertSummary, ["host": name, "name": ForeignName.text(leaf.summary)]))
    } else {
      texts.append(words.text(.trustAlertSummaryNoCertificate, ["host": name]))
    }
    if let unicode = host.ownScript {
      let ascii = HostText.cut(host.host, to: room)
      texts.append(
        words.text(
          .trustAlertInternational, ["ascii": ascii, "unicode": HostText.cut(unicode, to: room)]))
    }
    if isAnotherCertificate {
      texts.append(words.text(.trustAlertChanged))
    } else if let otherDecisionDate {
      texts.append(
        words.text(.trustAlertOtherKnown, ["date": UnixTime.dateText(otherDecisionDate)]))
    }
    texts += TrustSentence.reasons(for: trust, in: words, columns: room)
    if let hint = clockHint { texts.append(hint) }
    if let verdict = finality(name) { texts.append(verdict) }
    if isRevocationOpen { texts.append(words.text(.trustAlertNotChecked)) }
    if let leaf = trust.leaf {
      texts.append(words.text(.trustAlertFingerprint))
      texts += Self.rows(of: leaf.sha256Fingerprint, columns: columns)
    }
    if let address { texts.append(sentence(about: address)) }
    if answers.contains(.once) { texts.append(words.text(.trustAlertQuestion)) }
    return texts.map { DisplayString($0) }
  }

  /// Whether nobody has said if the certificate was withdrawn, though somebody might have.
  private var isRevocationOpen: Bool {
    guard trust.revocation == .notChecked || trust.revocation == .unusableProof else {
      return false
    }
    return trust.reasons.isDisjoint(with: [
      .selfSigned, .revoked, .revocationUnknown, .mustStapleMissing, .malformed, .badSignature,
    ])
  }

  private var clockHint: String? {
    guard let difference = trust.clockDifference,
      !trust.reasons.isDisjoint(with: [.expired, .notYetValid])
    else { return nil }
    let days = String(abs(difference) / UnixTime.day)
    return words.text(
      difference > 0 ? .trustAlertClockAhead : .trustAlertClockBehind, ["days": days])
  }

  /// Why one may not go on; nil if one may.
  private func finality(_ host: String) -> String? {
    guard !isOverridable, !asksForHostName else { return nil }
    let final = Set(trust.failures.filter { !$0.isOverridable }.map(\.reason))
    if final.contains(.strictHost) { return words.text(.trustAlertFinalStrictHost) }
    if final.contains(.pinMismatch) { return words.text(.trustAlertFinalPin) }
    if final.contains(.revoked) { return words.text(.trustAlertFinalRevoked) }
    return words.text(.trustAlertFinalOther, ["host": host])
  }

  private func sentence(about address: ServerAddress) -> String {
    let key: StringKey =
      switch address.source {
      case .system: .trustAlertAddressSystem
      case .rule: .trustAlertAddressRule
      case .literal: .trustAlertAddressLiteral
      case .proxy: .trustAlertAddressProxy
      }
    return words.text(key, ["address": address.address, "port": String(address.port)])
  }

  /// The fingerprint in rows of equal length, as people compare it.
  static func rows(of fingerprint: Fingerprint, columns: Int) -> [String] {
    // A byte takes two digits and a colon, but for the last one.
    let length = columns >= 16 * 3 - 1 ? 16 : columns >= 8 * 3 - 1 ? 8 : 4
    return stride(from: 0, to: fingerprint.bytes.count, by: length).map { start in
      let end = min(start + length, fingerprint.bytes.count)
      return Fingerprint(bytes: Array(fingerprint.bytes[start..<end])).description
    }
  }

  /// The fingerprint in groups that fit into narrow rows.
  static func grouped(_ fingerprint: Fingerprint) -> String {
    stride(from: 0, to: fingerprint.bytes.count, by: 8).map { start in
      let end = min(start + 8, fingerprint.bytes.count)
      return Fingerprint(bytes: Array(fingerprint.bytes[start..<end])).description
    }.joined(separator: " ")
  }
}
