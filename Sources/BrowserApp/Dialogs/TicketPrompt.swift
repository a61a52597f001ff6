// SPDX-License-Identifier: MIT
// Part of Grille: the question whether a server is shown the user's Kerberos ticket.
import CellGrid
import Networking
import TerminalUI

/// "Log In with Your Kerberos Ticket": everything the dialog says, and what may be answered.
nonisolated struct TicketPrompt: Sendable {
  /// What the user answered.
  enum Answer: CaseIterable, Sendable {
    /// Give the load up; the page on show stays.
    case cancel
    /// Show it until the program ends.
    case session
    /// Show it for this load alone.
    case once
    /// Log in another way, or see the page that the server sent instead.
    case without
  }

  /// What is asked about.
  let challenge: AuthenticationChallenge
  let words: Localization

  private var space: ProtectionSpace { challenge.protectionSpace }

  /// The answers as buttons; their letters are the same in every language.
  var buttons: [AlertDialog.Button] {
    Answer.allCases.map { answer in
      switch answer {
      case .cancel: button("c", .passwordPromptCancel, .safe)
      case .session: button("s", .ticketPromptSession)
      case .once: button("o", .ticketPromptOnce)
      case .without: button("w", .ticketPromptWithout)
      }
    }
  }

  private func button(
    _ letter: Unicode.Scalar, _ key: StringKey, _ role: AlertDialog.Role = .normal
  ) -> AlertDialog.Button {
    AlertDialog.Button(letter: letter, title: DisplayString(words.text(key)), role: role)
  }

  /// The text for a number of columns: who asks, whose the ticket is, and who reads along.
  func message(columns: Int) -> [DisplayString] {
    // With its quotation marks a name has to fit into a row.
    let room = max(16, columns - 4)
    let values = [
      "host": HostText(space.host).fitted(to: room), "scheme": space.scheme,
      "port": String(space.port),
    ]
    var texts = [words.text(space.isProxy ? .ticketPromptProxy : .ticketPromptSummary, values)]
    if let holder = challenge.proposedCredential?.user {
      texts.append(words.text(.ticketPromptHolder, ["name": ForeignName.text(holder)]))
    }
    if space.scheme != "https" { texts.append(words.text(.ticketPromptInsecure)) }
    return texts.map { DisplayString($0) }
  }
}

extension BrowserWindow {
  /// Asks whether a server is shown the user's ticket.
  func askWhetherToShowTicket(_ challenge: AuthenticationChallenge) async -> TicketPrompt.Answer {
    let prompt = TicketPrompt(challenge: challenge, words: words)
    return await ask(cancelled: .cancel) { responder in
      let dialog = AlertDialog(
        title: DisplayString(words.text(.ticketPromptTitle)),
        message: { prompt.message(columns: $0) }, marker: DisplayString(words.text(.dialogBrowser)),
        buttons: prompt.buttons, now: session.now
      ) { responder.respond(TicketPrompt.Answer.allCases[$0]) }
      dialog.waitsForSilence = fieldEditor != nil
      return dialog
    }
  }
}
