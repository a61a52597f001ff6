// SPDX-License-Identifier: MIT
// Part of Grille: takes client identities from files the user names.
import CellGrid
import Networking
import Security
import TerminalUI
import WebViewKit

extension BrowserWindow {
  /// What came of an import.
  enum ImportOutcome {
    /// The user has thought better of it.
    case cancelled
    /// Why there is nothing.
    case failed(String)
    /// The identities that are at hand now, and what the user should know of them.
    case imported([ClientIdentity], warning: String?)
  }

  /// Whether what is kept outlives the program.
  var keepsProfile: Bool {
    preferences.practice == nil && preferences.folders.state != nil
  }

  /// How often a pass phrase is asked for.
  private static let attempts = 3

  /// Asks for a file, and for its pass phrase if it has one, and whether to keep what is in it.
  ///
  /// - Parameter path: The file, if it is known already.
  /// - Returns: What came of it.
  func importIdentities(from path: String? = nil) async -> ImportOutcome {
    var path = path
    if path == nil {
      path = await askOnTop(words.text(.identityImportPath), prefilled: fileToImport)
    }
    guard let path, !path.isEmpty else { return .cancelled }
    fileToImport = path
    let file = preferences.folders.expanded(path)
    let found: IdentityImport
    do {
      guard let read = try await read(file) else { return .cancelled }
      found = read
    } catch {
      let isLast = error.problem == .wrongPassPhrase
      return .failed(
        isLast
          ? words.text(.identityImportGaveUp, ["path": file])
          : IdentityImportSentence.text(for: error, of: file, in: words))
    }
    fileToImport = ""
    let isKept = await askWhetherToKeep(found.identities)
    let store = webView.configuration.websiteDataStore
    // Without it the identity waits in memory to be kept, as the store says.
    if isKept, store.vaultState == .locked { await unlockVault(onTop: true) }
    for identity in found.identities {
      store.add(identity, persistence: isKept ? .permanent : .forSession)
    }
    return .imported(
      found.identities,
      warning: IdentityImportSentence.text(for: found.warnings, of: file, in: words))
  }

  /// Asks for the pass phrase of the client certificate that the command line names.
  func unlock(_ given: GivenCredentials) async {
    guard let files = given.files else { return }
    do {
      guard let found = try await read(files.certificate, key: files.key) else { return }
      given.take(found)
      given.prepare(webView.configuration.websiteDataStore)
      showWarnings(of: given)
    } catch {
      show(
        text: error.problem == .wrongPassPhrase
          ? words.text(.identityImportGaveUp, ["path": files.certificate])
          : IdentityImportSentence.text(for: error, of: files.certificate, in: words))
    }
  }

  /// Tells what the user should know of what the command line names.
  func showWarnings(of given: GivenCredentials) {
    guard !given.warnings.isEmpty else { return }
    show(text: given.warnings.joined(separator: " "))
  }

  /// Reads a file, asking for its pass phrase where there is one; nil if the user gives none.
  private func read(
    _ file: String, key: String? = nil
  ) async throws(IdentityImportError) -> IdentityImport? {
    let name = (key ?? file).split(separator: "/").last.map(String.init) ?? file
    var passPhrase: PassPhraseDialog.PassPhrase?
    for attempt in 0...Self.attempts {
      do {
        return try await Self.read(file, key, passPhrase)
      } catch {
        guard error.problem == .passPhraseNeeded || error.problem == .wrongPassPhrase,
          attempt < Self.attempts
        else { throw error }
        let isAgain = error.problem == .wrongPassPhrase
        passPhrase = await askForPassPhrase(
          words.text(isAgain ? .identityImportAgain : .identityImportPassPhrase, ["name": name]))
        guard passPhrase != nil else { return nil }
      }
    }
    return nil
  }

  /// Reads a file without holding the terminal up: to try a pass phrase may take seconds.
  @concurrent
  nonisolated private static func read(
    _ file: String, _ key: String?, _ passPhrase: PassPhraseDialog.PassPhrase?
  ) async throws(IdentityImportError) -> IdentityImport {
    let copy: SecretBytes? = passPhrase?.bytes.copy()
    return try GivenCredentials.read((file, key), copy)
  }

  private func askWhetherToKeep(_ identities: [ClientIdentity]) async -> Bool {
    guard keepsProfile else { return false }
    let names = identities.map { ForeignName.text($0.label) }.joined(separator: ", ")
    return await withCheckedContinuation { continuation in
      let responder = OneShotResponder(fallback: false) { continuation.resume(returning: $0) }
      session.open(
        AlertDialog(
          title: DisplayString(words.text(.identityImportKeepTitle)),
          message: [DisplayString(words.text(.identityImportKeepText, ["name": names]))],
          marker: DisplayString(words.text(.dialogBrowser)),
          buttons: [
            AlertDialog.Button(
              letter: "s", title: DisplayString(words.text(.identityImportSession)), role: .safe),
            AlertDialog.Button(
              letter: "k", title: DisplayString(words.text(.identityImportKeep)),
              role: .destructive),
          ], now: session.now
        ) { responder.respond($0 == 1) })
    }
  }

  /// Asks for a line over whatever is open; nil if none is given.
  private func askOnTop(_ prompt: String, prefilled: String) async -> String? {
    await withCheckedContinuation { continuation in
      let responder = OneShotResponder<String?>(fallback: nil) {
        continuation.resume(returning: $0)
      }
      session.open(
        PromptDialog(prompt: DisplayString(prompt), text: prefilled) { responder.respond($0) })
    }
  }

  private func askForPassPhrase(_ prompt: String) async -> PassPhraseDialog.PassPhrase? {
    await withCheckedContinuation { continuation in
      let responder = OneShotResponder<PassPhraseDialog.PassPhrase?>(fallback: nil) {
        continuation.resume(returning: $0)
      }
      session.open(PassPhraseDialog(prompt: DisplayString(prompt)) { responder.respond($0) })
    }
  }
}
