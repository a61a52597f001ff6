// SPDX-License-Identifier: MIT
// Part of Grille: asks for user names and passwords, and forgets them.
import CellGrid
import Networking
import TerminalUI
import WebViewKit

extension BrowserWindow {
  /// Asks for the name and the password that open a protection space.
  func askForPassword(_ challenge: AuthenticationChallenge) async -> HTTPAuthenticationPrompt.Answer
  {
    let prompt = HTTPAuthenticationPrompt(
      challenge: challenge, words: words, canKeep: keepsProfile)
    return await ask(cancelled: .cancel) { responder in
      weak var open: LogInDialog?
      let dialog = LogInDialog(
        title: prompt.title, message: { prompt.message(columns: $0) }, labels: prompt.labels,
        user: prompt.proposal.user, password: prompt.proposal.password,
        marker: DisplayString(words.text(.dialogBrowser)),
        buttons: prompt.buttons(isPasswordShown: false), now: session.now
      ) { index in
        guard let open else { return }
        Self.take(prompt.choices[index], of: open, prompt, responder)
      }
      dialog.refusal = { index in
        guard let open else { return nil }
        return prompt.refusal(
          of: prompt.choices[index], user: open.userField.text,
          password: open.passwordField.text)
      }
      dialog.waitsForSilence = fieldEditor != nil
      open = dialog
      return dialog
    }
  }

  private static func take(
    _ choice: HTTPAuthenticationPrompt.Choice, of dialog: LogInDialog,
    _ prompt: HTTPAuthenticationPrompt,
    _ responder: OneShotResponder<HTTPAuthenticationPrompt.Answer>
  ) {
    func logIn(_ persistence: Credential.Persistence) {
      responder.respond(
        .logIn(
          user: dialog.userField.text, password: dialog.passwordField.text, persistence))
    }
    switch choice {
    case .session: logIn(.forSession)
    case .keep: logIn(.permanent)
    case .once: logIn(.none)
    case .withoutLoggingIn: responder.respond(.withoutLoggingIn)
    case .cancel: responder.respond(.cancel)
    case .showPassword:
      dialog.passwordField.isMasked.toggle()
      dialog.buttons = prompt.buttons(isPasswordShown: !dialog.passwordField.isMasked)
    }
  }

  /// Says of a page that came instead of another that its server wants a log-in nobody here can do.
  func tellOfUnknownLogIn(_ response: ResourceResponse) {
    let schemes = response.authenticationSchemes
    guard !schemes.isEmpty, !response.canBeAuthenticated else { return }
    if schemes.contains("negotiate") {
      return show(.ticketPromptNone, ["host": HostText(response.url.hostname).display])
    }
    // A server may name as many as it likes.
    let names = schemes.prefix(3)
      .map { words.text(.trustQuotedName, ["name": Self.schemeName($0)]) }
      .joined(separator: words.text(.trustNameSeparator))
    show(
      .passwordPromptUnsupported,
      ["host": HostText(response.url.hostname).display, "schemes": names])
  }

  /// A scheme as its standard writes it.
  static func schemeName(_ scheme: String) -> String {
    switch scheme {
    case "basic": "Basic"
    case "bearer": "Bearer"
    case "digest": "Digest"
    case "negotiate": "Negotiate"
    case "ntlm": "NTLM"
    default: ForeignName.text(scheme)
    }
  }

  /// Forgets the names and passwords that are kept for the host of the page on show.
  func logOut() {
    guard let host = webView.committedURL?.hostname, !host.isEmpty else {
      return show(.messageNoPage)
    }
    let isForgotten = webView.configuration.websiteDataStore.forgetCredentials(forHost: host)
    show(
      isForgotten ? .passwordPromptLoggedOut : .passwordPromptNotLoggedIn,
      ["host": HostText(host).display])
  }
}
