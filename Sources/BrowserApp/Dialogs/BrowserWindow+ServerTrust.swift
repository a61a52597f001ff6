// SPDX-License-Identifier: MIT
// Part of Grille: asks whether a server is to be trusted, and shows its certificates.
import CellGrid
import Networking
import Security
import TerminalUI
import WebViewKit

extension BrowserWindow {
  /// Asks whether a server is to be trusted in spite of its problems.
  func askWhetherToTrust(
    _ trust: ServerTrust, at address: ServerAddress?, isAnotherCertificate: Bool
  ) async -> ServerTrustAlert.Answer {
    let alert = ServerTrustAlert(
      trust: trust, address: address, words: words, isAnotherCertificate: isAnotherCertificate,
      otherDecisionDate: dateOfOtherDecision(about: trust),
      allowsRevoked: configuration.trustAllowsRevoked)
    return await ask(cancelled: .cancel) { responder in
      weak var open: AlertDialog?
      let dialog = AlertDialog(
        title: alert.title, message: { alert.message(columns: $0) },
        marker: DisplayString(words.text(.dialogBrowser)), buttons: alert.buttons,
        now: session.now
      ) { [weak self] index in
        self?.take(alert.answers[index], to: alert, from: open, responder)
      }
      dialog.waitsForSilence = fieldEditor != nil
      open = dialog
      return dialog
    }
  }

  /// When another certificate of the same server was trusted last, in seconds since 1970.
  private func dateOfOtherDecision(about trust: ServerTrust) -> Int64? {
    let decisions = webView.configuration.websiteDataStore.trustDecisions
    return decisions.filter {
      $0.host == trust.host && $0.port == trust.port && $0.isException
        && $0.leafFingerprint != trust.leaf?.sha256Fingerprint
    }.map(\.decisionDate).max()
  }

  private func take(
    _ answer: ServerTrustAlert.Answer, to alert: ServerTrustAlert, from dialog: AlertDialog?,
    _ responder: OneShotResponder<ServerTrustAlert.Answer>
  ) {
    switch answer {
    case .details:
      session.open(CertificateView(alert.trust, at: alert.address, in: self))
    case .once where alert.asksForHostName:
      let prompt = DisplayString(words.text(.trustAlertHostPrompt))
      session.open(
        PromptDialog(prompt: prompt) { [weak self, weak dialog] text in
          guard let self, let text else { return }
          guard text == alert.trust.host else { return session.screen.beep() }
          responder.respond(.once)
          if let dialog { session.cancel(dialog) }
        })
    case .cancel, .once, .session, .always:
      responder.respond(answer)
    }
  }

  /// Lists the parts of the page that were left out because of their servers, each of which leads to
  /// the certificates that were refused.
  func listBlocked() {
    let blocked = webView.blockedTransactions
    guard !blocked.isEmpty else { return show(.certificateBlockedNone) }
    let items = blocked.map { transaction in
      let reasons = transaction.error?.serverTrust.map { TrustSentence.reasons(for: $0, in: words) }
      return DisplayString(
        "\(transaction.request.url.displayString)  \((reasons ?? []).joined(separator: " "))")
    }
    let title = DisplayString(words.text(.certificateBlockedTitle))
    session.open(
      ListDialog(title: title, items: items) { [weak self] row in
        guard let self, let row, let trust = blocked[row].error?.serverTrust else { return }
        session.open(CertificateView(trust, at: nil, in: self))
      })
  }

  /// Shows the certificates of the server that the page on show came from, or did not come from.
  func showCertificate() {
    guard let trust = navigationDelegate.shownTrust(of: webView) else {
      return show(.certificateNone)
    }
    session.open(CertificateView(trust, at: nil, in: self))
  }
}
