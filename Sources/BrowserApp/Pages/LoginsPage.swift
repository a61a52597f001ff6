// SPDX-License-Identifier: MIT
// Part of Grille: about:logins, where kept log-ins and their master pass phrase are looked after.
import Networking
import WebInfra
import WebViewKit

/// Makes the page of kept log-ins and understands its links.
final class LoginsPage: StorePage {
  /// What a link of the page does.
  enum Target {
    /// Forgets a log-in.
    case forget(StoredCredential)
    /// Forgets every log-in.
    case forgetAll
    /// Sets the master pass phrase, or changes it.
    case choosePassPhrase
    /// Does without one.
    case removePassPhrase
    /// Asks for it.
    case unlock
    /// Seals what is kept.
    case lock
    /// Forgets the master pass phrase and what is sealed.
    case reset
  }

  let words: Localization
  var links: SecretLinks<Target>

  /// Prepares pages, with links or for reading only.
  init(words: Localization, offersActions: Bool = true) {
    self.words = words
    links = SecretLinks(page: "logins", areOffered: offersActions)
  }

  /// The page of what a store knows now; links of an older one lead nowhere any more.
  func html(of store: WebsiteDataStore, keepsProfile: Bool) -> String {
    html(credentials: store.credentials, vault: keepsProfile ? store.vaultState : nil)
  }

  /// The page of such log-ins; without a vault nothing is kept on disk.
  func html(
    credentials: [StoredCredential], vault: WebsiteDataStore.VaultState?
  ) -> String {
    links.removeAll()
    let title = words.text(.aboutLoginsTitle)
    var body = heading(1, title)
    body += paragraph(
      words.text(credentials.isEmpty ? .aboutLoginsNone : .aboutLoginsIntroduction))
    if !credentials.isEmpty {
      body += list(credentials.map { item(about: $0) })
      body += paragraph(of: [link(to: .forgetAll, .aboutLoginsForgetAll)])
    }
    body += heading(2, words.text(.vaultExplainTitle))
    body += section(about: vault)
    return HTMLText.page(title: title, language: words.language, body: body)
  }

  private func section(about vault: WebsiteDataStore.VaultState?) -> String {
    switch vault {
    case nil: paragraph(words.text(.vaultNoProfile))
    case .none?:
      paragraph(words.text(.vaultIsNotSet)) + paragraph(words.text(.vaultExplain))
        + paragraph(of: [link(to: .choosePassPhrase, .aboutLoginsSet)])
    case .locked?:
      paragraph(words.text(.vaultIsLocked))
        + paragraph(of: [
          link(to: .unlock, .aboutLoginsUnlock), link(to: .reset, .aboutLoginsReset),
        ])
    case .unlocked?:
      paragraph(words.text(.vaultIsUnlocked))
        + paragraph(of: [
          link(to: .lock, .aboutLoginsLock), link(to: .choosePassPhrase, .aboutLoginsChange),
          link(to: .removePassPhrase, .aboutLoginsRemove),
        ])
    }
  }

  private func item(about credential: StoredCredential) -> String {
    let site =
      "\(credential.scheme)://\(HostText(credential.host).display):\(credential.port)"
    let address = credential.isProxy ? words.text(.aboutLoginsProxy, ["address": site]) : site
    let text = words.text(
      .aboutLoginsItem,
      [
        "address": address, "realm": ForeignName.text(credential.realm ?? ""),
        "user": ForeignName.text(credential.user), "method": Self.name(of: credential.method),
        "scope": words.text(
          credential.persistence == .permanent ? .aboutLoginsKept : .aboutLoginsSession),
      ])
    return item(text, link(to: .forget(credential), .aboutLoginsForget))
  }

  private static func name(of method: String) -> String {
    switch method {
    case "httpBasic": "Basic"
    case "httpDigest": "Digest"
    case "ntlm": "NTLM"
    case "negotiate": "Negotiate"
    default: ForeignName.text(method)
    }
  }
}
