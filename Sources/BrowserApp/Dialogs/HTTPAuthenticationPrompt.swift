// SPDX-License-Identifier: MIT
// Part of Grille: the words and answers of the question for a user name and a password.
import CellGrid
import Networking
import TerminalUI

/// "Log In": everything the dialog says, and what may be answered.
nonisolated struct HTTPAuthenticationPrompt: Sendable {
  /// What the user answered.
  enum Answer: Equatable, Sendable {
    /// Give the load up; the page on show stays.
    case cancel
    /// Show the page that the server sent instead.
    case withoutLoggingIn
    /// Log in, for this load alone, until the program ends, or for good.
    case logIn(user: String, password: String, Credential.Persistence)
  }

  /// The answers as they stand below the fields.
  enum Choice: CaseIterable, Sendable {
    case session
    case keep
    case once
    case withoutLoggingIn
    case showPassword
    case cancel
  }

  /// What is asked about.
  let challenge: AuthenticationChallenge
  let words: Localization
  /// Whether there is a profile in which a log-in can be kept.
  var canKeep = false

  private var space: ProtectionSpace { challenge.protectionSpace }

  /// Whether the protection space is one that a name and a password open.
  static func isFor(_ challenge: AuthenticationChallenge) -> Bool {
    switch challenge.protectionSpace.authenticationMethod {
    case .httpBasic, .httpDigest, .ntlm: true
    case .serverTrust, .clientCertificate, .negotiate: false
    }
  }

  /// The heading; it tells of a failure.
  var title: DisplayString {
    DisplayString(
      words.text(challenge.previousFailureCount > 0 ? .passwordPromptAgain : .passwordPromptTitle))
  }

  /// The words before the fields.
  var labels: LogInDialog.Labels {
    LogInDialog.Labels(
      user: DisplayString(words.text(.passwordPromptUser)),
      password: DisplayString(words.text(.passwordPromptPassword)))
  }

  /// The name and the password the fields hold at first: a password that has failed is not offered
  /// again.
  var proposal: (user: String, password: String) {
    guard case .password(let user, let password)? = challenge.proposedCredential?.kind else {
      return ("", "")
    }
    return (user, challenge.previousFailureCount > 0 ? "" : password)
  }

  /// The answers that are offered.
  var choices: [Choice] { Choice.allCases.filter { canKeep || $0 != .keep } }

  /// The answers as buttons; their letters are the same in every language.
  func buttons(isPasswordShown: Bool) -> [AlertDialog.Button] {
    choices.map { choice in
      switch choice {
      case .session: button("s", .passwordPromptSession)
      case .keep: button("k", .passwordPromptKeep)
      case .once: button("o", .passwordPromptOnce)
      case .withoutLoggingIn: button("w", .passwordPromptWithout)
      case .showPassword:
        button("p", isPasswordShown ? .passwordPromptHide : .passwordPromptShow, .detail)
      case .cancel: button("c", .passwordPromptCancel, .safe)
      }
    }
  }

  private func button(
    _ letter: Unicode.Scalar, _ key: StringKey, _ role: AlertDialog.Role = .normal
  ) -> AlertDialog.Button {
    AlertDialog.Button(letter: letter, title: DisplayString(words.text(key)), role: role)
  }

  /// The text for a number of columns: who asks, in the program's words; then the realm, in the
  /// server's; then who else could read the password, and what went wrong before.
  func message(columns: Int) -> [DisplayString] {
    // With its quotation marks a name has to fit into a row.
    let room = max(16, columns - 4)
    let host = HostText(space.host)
    var texts = [
      space.isProxy
        ? words.text(
          .passwordPromptProxy, ["host": host.fitted(to: room), "port": String(space.port)])
        : words.text(
          .passwordPromptSummary,
          ["host": host.fitted(to: room), "scheme": space.scheme, "port": String(space.port)])
    ]
    if let unicode = host.ownScript {
      texts.append(
        words.text(
          .trustAlertInternational,
          [
            "ascii": HostText.cut(host.host, to: room),
            "unicode": HostText.cut(unicode, to: room),
          ]))
    }
    if let realm = space.realm, !realm.isEmpty {
      texts.append(words.text(.passwordPromptRealm, ["realm": ForeignName.text(realm)]))
    }
    if let warning { texts.append(words.text(warning)) }
    if challenge.previousFailureCount > 0 {
      texts.append(words.text(space.isProxy ? .passwordPromptProxyFailed : .passwordPromptFailed))
    }
    return texts.map { DisplayString($0) }
  }

  /// What is to be feared on the way to the server; nil for a secure connection.
  private var warning: StringKey? {
    guard space.scheme != "https" else { return nil }
    if case .ntlm = space.authenticationMethod { return .passwordPromptNTLM }
    guard space.receivesCredentialSecurely else { return .passwordPromptClearText }
    // Of the pages nothing is said: those by https go through a proxy encrypted.
    return space.isProxy ? .passwordPromptInsecureProxy : .passwordPromptInsecure
  }

  /// Why a name and a password cannot be sent; nil if they can.
  func refusal(of choice: Choice, user: String, password: String) -> DisplayString? {
    guard choice == .session || choice == .keep || choice == .once else { return nil }
    if user.isEmpty, password.isEmpty {
      return DisplayString(words.text(.passwordPromptNothingTyped))
    }
    return space.canSend(user: user) ? nil : DisplayString(words.text(.passwordPromptColon))
  }
}
