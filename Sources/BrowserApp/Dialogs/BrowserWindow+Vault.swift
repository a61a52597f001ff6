// SPDX-License-Identifier: MIT
// Part of Grille: asks for the master pass phrase: to set it, to give it, to do without it.
import CellGrid
import Networking
import Security
import TerminalUI
import WebViewKit

extension BrowserWindow {
  private var store: WebsiteDataStore { webView.configuration.websiteDataStore }

  /// How often a pass phrase is asked for.
  private static let attempts = 3

  // MARK: - When something kept is needed

  /// The kept credential of a challenge whose password is sealed, once the user has unsealed it.
  func unlockedCredential(for challenge: AuthenticationChallenge) async -> Credential? {
    let space = challenge.protectionSpace
    guard challenge.previousFailureCount == 0, store.hasLockedCredential(for: space),
      await unlockVault() != nil
    else { return nil }
    return store.credential(for: space)
  }

  /// The identity that was chosen for good for a server and is sealed, once the user has unsealed it.
  func unlockedChoice(for challenge: AuthenticationChallenge) async -> ClientIdentity? {
    let space = challenge.protectionSpace
    guard challenge.previousFailureCount == 0, store.vaultState == .locked,
      let choice = store.identityChoices.first(where: {
        $0.host == space.host && $0.port == space.port && $0.scope == .permanent
      }),
      let identity = store.identities.first(where: {
        $0.certificate.sha256Fingerprint == choice.identity
      })
    else { return nil }
    return await unlocked(identity)
  }

  /// An identity with its key, once the user has unsealed it.
  func unlocked(_ identity: ClientIdentity) async -> ClientIdentity? {
    guard await unlockVault() != nil else { return nil }
    return store.identities.first {
      $0.certificate == identity.certificate && !$0.isLocked
    }
  }

  /// Sees to it that a log-in can be kept: asks to set the master pass phrase, or for it.
  /// - Returns: False if the user does not want to; the log-in then lasts for the session.
  func openVault(toKeep space: ProtectionSpace) async -> Bool {
    let isOpen: Bool
    switch store.vaultState {
    case .unlocked: isOpen = true
    case .locked: isOpen = await unlockVault() != nil
    case .none: isOpen = await setFirstMasterPassPhrase()
    }
    if !isOpen { show(.vaultSessionOnly, ["host": HostText(space.host).display]) }
    return isOpen
  }

  // MARK: - Steps

  /// Asks for the master pass phrase until it is right, at most three times.
  ///
  /// - Parameter onTop: Whether a dialog is open that has to wait.
  /// - Returns: The pass phrase; nil if everything stays sealed.
  @discardableResult
  func unlockVault(onTop: Bool = false) async -> PassPhraseDialog.PassPhrase? {
    for attempt in 0..<Self.attempts {
      guard
        let passPhrase = await askForMasterPassPhrase(
          attempt == 0 ? .vaultUnlock : .vaultAgain, onTop: onTop)
      else { break }
      do throws(VaultError) {
        try await store.unlock(with: passPhrase.bytes.copy())
        return passPhrase
      } catch .wrongPassPhrase {
        continue
      } catch {
        show(error)
        return nil
      }
    }
    show(.vaultGoesOn)
    return nil
  }

  /// Explains what a master pass phrase is for, and asks for one.
  private func setFirstMasterPassPhrase() async -> Bool {
    let wantsOne = await ask(
      words.text(.vaultExplainTitle), [words.text(.vaultExplain)],
      yes: Question.Answer("s", words.text(.vaultExplainYes)),
      no: Question.Answer("n", words.text(.vaultExplainNo)))
    guard wantsOne else { return false }
    return await setMasterPassPhrase(replacing: nil)
  }

  /// Asks for a new master pass phrase, twice, and sets it.
  private func setMasterPassPhrase(
    replacing old: PassPhraseDialog.PassPhrase?
  ) async -> Bool {
    var prompt = StringKey.vaultNew
    while true {
      guard let first = await askForMasterPassPhrase(prompt) else { return false }
      if first.bytes.isEmpty {
        prompt = .vaultEmpty
        continue
      }
      guard let second = await askForMasterPassPhrase(.vaultRepeat) else { return false }
      guard first.bytes.matches(second.bytes) else {
        prompt = .vaultDiffer
        continue
      }
      do throws(VaultError) {
        try await store.setMasterPassPhrase(
          first.bytes.copy(), replacing: old.map { $0.bytes.copy() })
        show(.vaultIsSet)
        return true
      } catch {
        show(error)
        return false
      }
    }
  }

  private func askForMasterPassPhrase(
    _ prompt: StringKey, onTop: Bool = false
  ) async -> PassPhraseDialog.PassPhrase? {
    let prompt = DisplayString(words.text(prompt))
    if onTop {
      return await withCheckedContinuation { continuation in
        let responder = OneShotResponder<PassPhraseDialog.PassPhrase?>(fallback: nil) {
          continuation.resume(returning: $0)
        }
        session.open(PassPhraseDialog(prompt: prompt) { responder.respond($0) })
      }
    }
    return await ask(cancelled: nil) { responder in
      PassPhraseDialog(prompt: prompt) { responder.respond($0) }
    }
  }

  private func show(_ error: VaultError) {
    switch error {
    case .wrongPassPhrase, .emptyPassPhrase: show(.vaultGoesOn)
    case .notSet: show(.vaultIsNotSet)
    case .notPersistent: show(.vaultNoProfile)
    case .damaged: show(.vaultDamaged)
    case .derivationFailed: show(.vaultFailed)
    case .changedMeanwhile: show(.vaultChangedMeanwhile)
    case .storage(let problem): show(text: problem.message(in: words))
    }
  }

  // MARK: - Commands

  /// Does something about the master pass phrase, and shows the page anew that tells of it.
  func changeVault(_ body: @escaping (BrowserWindow) async -> Void) {
    guard keepsProfile else { return show(.vaultNoProfile) }
    Task {
      await body(self)
      if storePages.page(at: webView.committedURL) != nil { webView.reload() }
      session.setNeedsFrame()
    }
  }

  /// Asks for a first master pass phrase, or for the old one and another.
  func chooseMasterPassPhrase() async {
    if store.vaultState == .none {
      _ = await setFirstMasterPassPhrase()
    } else if let old = await unlockVault() {
      _ = await setMasterPassPhrase(replacing: old)
    }
  }

  /// Asks for the master pass phrase, if there is one.
  func unlockAsCommanded() async {
    switch store.vaultState {
    case .none: show(.vaultIsNotSet)
    case .unlocked: show(.vaultIsUnlocked)
    case .locked: if await unlockVault() != nil { show(.vaultIsUnlocked) }
    }
  }

  /// Seals what is kept again.
  func lockVault() {
    guard store.vaultState != .none else { return show(.vaultIsNotSet) }
    store.lock()
    show(.vaultIsLocked)
  }

  /// Forgets what is sealed, after a question.
  func resetVault() async {
    guard store.vaultState != .none else { return show(.vaultIsNotSet) }
    let isSure = await ask(
      words.text(.vaultResetTitle), [words.text(.vaultResetText)],
      yes: Question.Answer("f", words.text(.vaultResetYes)),
      no: Question.Answer("c", words.text(.dialogCancel)), role: .destructive)
    guard isSure else { return }
    do throws(VaultError) {
      try await store.resetVault()
      show(.vaultIsReset)
    } catch {
      show(error)
    }
  }

  /// Does without a master pass phrase from now on, after a question.
  func removeMasterPassPhrase() async {
    let isSure = await ask(
      words.text(.vaultRemoveTitle), [words.text(.vaultRemoveText)],
      yes: Question.Answer("r", words.text(.vaultRemoveYes)),
      no: Question.Answer("c", words.text(.dialogCancel)), role: .destructive)
    guard isSure, let current = await unlockVault() else { return }
    do throws(VaultError) {
      try await store.removeMasterPassPhrase(current.bytes.copy())
      show(.vaultIsRemoved)
    } catch {
      show(error)
    }
  }
}
