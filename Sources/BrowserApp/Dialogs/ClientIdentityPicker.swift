// SPDX-License-Identifier: MIT
// Part of Grille: the words and answers of the question which client certificate to show.
import CellGrid
import Networking
import Security
import TerminalUI

/// "Client Certificate": who asks, which certificates there are, and what may be answered.
nonisolated struct ClientIdentityPicker {
  /// What the user has decided.
  enum Answer: Sendable {
    /// Show this one.
    case show(ClientIdentity, Credential.Persistence)
    /// Go on without one this time.
    case without
    /// Never show this server any.
    case never
    /// Do not go on; nothing is sent.
    case cancel
  }

  /// What the buttons do.
  enum Choice: Sendable {
    case cancel
    case once
    case session
    case always
    case without
    case never
    case importFile
    case listAll
  }

  /// What is asked.
  let challenge: AuthenticationChallenge
  let words: Localization
  /// The present, in seconds since 1970.
  let now: Int64
  /// The identities at hand.
  var identities: [ClientIdentity]
  /// Whether those that do not fit what the server accepts are listed too.
  var listsAll = false
  /// What went wrong with the last import.
  var notice: String?
  /// The number of the selected one among those that are listed.
  private(set) var selection = 0

  /// Prepares the question, with the identity that is not the one that failed selected.
  init(
    challenge: AuthenticationChallenge, identities: [ClientIdentity], words: Localization,
    now: Int64
  ) {
    self.challenge = challenge
    self.identities = identities
    self.words = words
    self.now = now
    selection = listed.firstIndex { !isRefused($0) } ?? 0
  }

  private var space: ProtectionSpace { challenge.protectionSpace }

  /// The authorities that the server accepts; empty if it does not say.
  private var issuers: [DistinguishedName] {
    if case .clientCertificate(let issuers) = space.authenticationMethod { issuers } else { [] }
  }

  /// The identities that are listed.
  var listed: [ClientIdentity] {
    listsAll ? identities : identities.filter { $0.leads(toOneOf: issuers) }
  }

  /// The identity that would be shown.
  var selected: ClientIdentity? {
    let listed = listed
    return listed.indices.contains(selection) ? listed[selection] : nil
  }

  /// Selects the next or the previous one.
  mutating func moveSelection(by step: Int) {
    guard !listed.isEmpty else { return }
    selection = max(0, min(listed.count - 1, selection + step))
  }

  /// Selects an identity, and lists all if it would not be listed otherwise.
  mutating func select(_ identity: ClientIdentity) {
    func place(_ one: ClientIdentity) -> Bool { one.certificate == identity.certificate }
    if !listed.contains(where: place) { listsAll = true }
    selection = listed.firstIndex(where: place) ?? 0
  }

  /// The identity that the server has just refused.
  private var refused: ClientIdentity? {
    guard challenge.previousFailureCount > 0,
      case .identity(let identity)? = challenge.proposedCredential?.kind
    else { return nil }
    return identity
  }

  private func isRefused(_ identity: ClientIdentity) -> Bool {
    refused?.certificate == identity.certificate
  }

  // MARK: - Buttons

  /// The answers, from left to right.
  var choices: [Choice] {
    var choices: [Choice] = [.cancel]
    if selected != nil { choices += [.once, .session, .always] }
    choices += [.without, .never, .importFile]
    if !listsAll, listed.count < identities.count { choices.append(.listAll) }
    return choices
  }

  /// The answers as buttons; their letters are the same in every language.
  ///
  /// RET never shows a server who one is: that needs a letter.
  var buttons: [AlertDialog.Button] {
    choices.map { choice in
      switch choice {
      case .cancel: button("c", .identityPickerCancel, .safe)
      case .once: button("o", .identityPickerOnce, .destructive)
      case .session: button("s", .identityPickerSession, .destructive)
      case .always: button("a", .identityPickerAlways, .destructive)
      case .without: button("w", .identityPickerWithout, .normal)
      case .never: button("n", .identityPickerNever, .normal)
      case .importFile: button("i", .identityPickerImport, .detail)
      case .listAll: button("l", .identityPickerAll, .detail)
      }
    }
  }

  private func button(
    _ letter: Unicode.Scalar, _ key: StringKey, _ role: AlertDialog.Role
  ) -> AlertDialog.Button {
    AlertDialog.Button(letter: letter, title: DisplayString(words.text(key)), role: role)
  }

  // MARK: - Text

  /// The heading; it tells of a failure.
  var title: DisplayString {
    DisplayString(
      words.text(challenge.previousFailureCount > 0 ? .identityPickerAgain : .identityPickerTitle))
  }

  /// The text for a number of columns: who asks for what, the list, and the selected one in full.
  func message(columns: Int) -> [DisplayString] {
    let list = listed.enumerated().map { index, identity in
      row(identity, isSelected: index == selection, columns: columns)
    }
    return introduction(columns: columns).map { DisplayString($0) } + list
      + (selected.map { details(of: $0, columns: columns) } ?? [])
  }

  /// The number of the selected row's paragraph.
  func selectedParagraph(columns: Int) -> Int { introduction(columns: columns).count + selection }

  private func introduction(columns: Int) -> [String] {
    let host = HostText(space.host).fitted(to: max(16, columns - 4))
    var texts: [String] = []
    if let notice { texts.append(notice) }
    texts.append(
      words.text(.identityPickerSummary, ["host": host, "port": String(space.port)]))
    if challenge.previousFailureCount > 0 { texts.append(failure) }
    texts.append(demand)
    if identities.isEmpty {
      texts.append(words.text(.identityPickerNone))
    } else if listed.isEmpty {
      texts.append(words.text(.identityPickerNoneFits))
    }
    let hidden = identities.count - listed.count
    if hidden > 0 { texts.append(words.text(.identityPickerHidden, ["count": String(hidden)])) }
    return texts
  }

  /// That it is our own certificate that was the problem, and what the server said.
  private var failure: String {
    let said = challenge.error?.underlyingText ?? ""
    let reason = said.isEmpty ? words.text(.identityPickerNoReason) : ForeignName.text(said)
    guard let refused else { return words.text(.identityPickerRefusedNone, ["reason": reason]) }
    return words.text(
      .identityPickerRefused, ["name": ForeignName.text(refused.label), "reason": reason])
  }

  private var demand: String {
    guard !issuers.isEmpty else { return words.text(.identityPickerAnyIssuer) }
    var names = issuers.prefix(Self.maximumIssuers).map {
      words.text(.trustQuotedName, ["name": ForeignName.text($0.summary)])
    }
    if issuers.count > Self.maximumIssuers {
      names.append("… (+\(issuers.count - Self.maximumIssuers))")
    }
    return words.text(
      .identityPickerIssuers, ["issuers": names.joined(separator: words.text(.trustNameSeparator))])
  }

  /// More names than these are not read by anybody.
  private static let maximumIssuers = 6

  private func row(
    _ identity: ClientIdentity, isSelected: Bool, columns: Int
  ) -> DisplayString {
    var marks: [String] = []
    if isRefused(identity) { marks.append(words.text(.identityPickerNotAccepted)) }
    if let time = timeMark(identity) { marks.append(time) }
    if identity.isLocked { marks.append(words.text(.identityPickerLocked)) }
    let name = ForeignName.text(identity.label)
    let mark = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    return DisplayString("\(isSelected ? ">" : " ") \(name)\(mark)")
  }

  private func timeMark(_ identity: ClientIdentity) -> String? {
    if identity.isExpired(at: now) { return words.text(.identityPickerExpired) }
    return identity.isNotYetValid(at: now) ? words.text(.identityPickerNotYetValid) : nil
  }

  private func details(of identity: ClientIdentity, columns: Int) -> [DisplayString] {
    var lines = ClientIdentityText.lines(of: identity, in: words)
    if let mark = timeMark(identity) { lines[2] += " – " + mark }
    let rows = ServerTrustAlert.rows(
      of: identity.certificate.sha256Fingerprint, columns: columns - 2)
    return (lines + ["SHA-256:"] + rows).map { DisplayString("  " + $0) }
  }
}

/// What is told of a client identity, in the question and on the page of identities.
nonisolated enum ClientIdentityText {
  /// Whom it names, who issued it, when it is valid, its key, and its file.
  ///
  /// All of it was chosen by strangers: it is shown through the sanitiser only.
  static func lines(of identity: ClientIdentity, in words: Localization) -> [String] {
    let certificate = identity.certificate
    var lines = [
      words.text(
        .identityPickerSubject, ["name": ForeignName.text(certificate.subject.description)]),
      words.text(
        .identityPickerIssuer, ["name": ForeignName.text(certificate.issuer.description)]),
      words.text(
        .identityPickerValidity,
        [
          "start": UnixTime.dateText(certificate.notValidBefore),
          "end": UnixTime.dateText(certificate.notValidAfter),
        ]),
      words.text(
        .identityPickerKey,
        ["key": "\(CertificateText.name(of: identity.key.algorithm)), \(identity.key.bitCount)"]),
    ]
    if let path = identity.path { lines.append(words.text(.identityPickerFile, ["path": path])) }
    return lines
  }
}
