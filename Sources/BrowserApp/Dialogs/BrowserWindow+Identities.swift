// SPDX-License-Identifier: MIT
// Part of Grille: asks which client certificate a server is shown.
import CellGrid
import Networking
import Security
import TerminalUI
import WebViewKit

extension BrowserWindow {
  private var store: WebsiteDataStore { webView.configuration.websiteDataStore }

  /// Asks which client certificate a server is shown, if any.
  func askForIdentity(_ challenge: AuthenticationChallenge) async -> ClientIdentityPicker.Answer {
    let question = IdentityQuestion(
      ClientIdentityPicker(
        challenge: challenge, identities: store.identities, words: words, now: UnixTime.now()))
    return await ask(cancelled: .cancel) { responder in
      let dialog = AlertDialog(
        title: question.picker.title, message: { question.message(columns: $0) },
        marker: DisplayString(words.text(.dialogBrowser)), buttons: question.picker.buttons,
        now: session.now
      ) { [weak self] index in
        self?.take(question.picker.choices[index], of: question, responder)
      }
      dialog.moveSelection = { question.moveSelection(by: $0) }
      dialog.waitsForSilence = fieldEditor != nil
      question.dialog = dialog
      return dialog
    }
  }

  private func take(
    _ choice: ClientIdentityPicker.Choice, of question: IdentityQuestion,
    _ responder: OneShotResponder<ClientIdentityPicker.Answer>
  ) {
    func show(_ persistence: Credential.Persistence) {
      responder.respond(question.picker.selected.map { .show($0, persistence) } ?? .cancel)
    }
    switch choice {
    case .cancel: responder.respond(.cancel)
    case .once: show(.none)
    case .session: show(.forSession)
    case .always: show(.permanent)
    case .without: responder.respond(.without)
    case .never: responder.respond(.never)
    case .listAll:
      question.picker.listsAll = true
      question.pickerDidChange()
    case .importFile:
      Task {
        await importIdentities(for: question)
        session.setNeedsFrame()
      }
    }
  }

  private func importIdentities(for question: IdentityQuestion) async {
    switch await importIdentities() {
    case .cancelled: return
    case .failed(let sentence): question.picker.notice = sentence
    case .imported(let identities, let warning):
      question.picker.notice = warning
      question.picker.identities = store.identities
      if let first = identities.first { question.picker.select(first) }
    }
    question.pickerDidChange()
  }

  /// Forgets which certificate the page's server is shown, and asks anew.
  func chooseIdentity() {
    guard let url = webView.committedURL ?? webView.url, url.isHTTPS,
      let port = url.effectivePort
    else { return show(.certificateNone) }
    store.forgetIdentityChoices(forHost: url.hostname, port: port)
    webView.reload()
  }

  /// Imports identities from a file, apart from any server's question.
  func importIdentities(asCommanded path: String?) {
    Task {
      switch await importIdentities(from: path) {
      case .cancelled: break
      case .failed(let sentence): show(text: sentence)
      case .imported(let identities, let warning):
        let names = identities.map { ForeignName.text($0.label) }.joined(separator: ", ")
        let done = words.text(.identityImportDone, ["name": names])
        show(text: warning.map { "\(done) \($0)" } ?? done)
        if storePages.identities.isAddress(webView.committedURL) { webView.reload() }
      }
    }
  }

  /// Says of a page that it is the server's refusal of a certificate, and how to choose another.
  func tellOfRefusedIdentity(_ response: ResourceResponse) {
    guard response.refusesClientCertificate else { return }
    let keys = preferences.keymap.sequencesByAction()[.chooseIdentity]?.first
    show(
      .identityPickerRefusedPage,
      [
        "host": HostText(response.url.hostname).display,
        "keys": keys ?? ":" + Action.chooseIdentity.rawValue,
      ])
  }
}

/// A question for a client certificate while it is open.
private final class IdentityQuestion {
  var picker: ClientIdentityPicker
  weak var dialog: AlertDialog?
  private var columns = 80

  init(_ picker: ClientIdentityPicker) { self.picker = picker }

  func message(columns: Int) -> [DisplayString] {
    self.columns = columns
    return picker.message(columns: columns)
  }

  /// The number of the paragraph that is selected now.
  func moveSelection(by step: Int) -> Int {
    picker.moveSelection(by: step)
    return picker.selectedParagraph(columns: columns)
  }

  func pickerDidChange() { dialog?.buttons = picker.buttons }
}
