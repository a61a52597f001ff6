// SPDX-License-Identifier: MIT
// Part of Grille: about:logins, where kept log-ins and their master pass phrase are looked after.
import CellGrid
import Networking
import WebInfra
import WebViewKit

/// Makes the page of kept log-ins and understands its links.
final class LoginsPage {
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

  private let words: Localization
  /// Whether there is anybody to follow the links.
  private let offersActions: Bool
  private var links = SecretLinks<Target>(page: "logins")

  /// Prepares pages, with links or for reading only.
  init(words: Localization, offersActions: Bool = true) {
    self.words = words
    self.offersActions = offersActions
  }

  /// Whether an address is the page's, with or without anything to do.
  func isAddress(_ url: WebURL?) -> Bool { links.isAddress(url) }

  /// What a link means that the user has followed on a page; nil if it means nothing there.
  func target(of action: NavigationAction, onPage page: WebURL?) -> Target? {
    links.target(of: action, onPage: page)
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
    var body = "<h1>\(HTMLText.escape(title))</h1>\n"
    body += paragraph(
      words.text(credentials.isEmpty ? .aboutLoginsNone : .aboutLoginsIntroduction))
    if !credentials.isEmpty {
      body += "<ul>\n\(credentials.map(item).joined())</ul>\n"
      body += paragraph(of: [(.forgetAll, .aboutLoginsForgetAll)])
    }
    body += "<h2>\(HTMLText.escape(words.text(.vaultExplainTitle)))</h2>\n"
    body += section(about: vault)
    return HTMLText.page(title: title, language: words.language, body: body)
  }

  private func section(about vault: WebsiteDataStore.VaultState?) -> String {
    switch vault {
    case nil: paragraph(words.text(.vaultNoProfile))
    case .none?:
      paragraph(words.text(.vaultIsNotSet)) + paragraph(words.text(.vaultExplain))
        + paragraph(of: [(.choosePassPhrase, .aboutLoginsSet)])
    case .locked?:
      paragraph(words.text(.vaultIsLocked))
        + paragraph(of: [(.unlock, .aboutLoginsUnlock), (.reset, .aboutLoginsReset)])
    case .unlocked?:
      paragraph(words.text(.vaultIsUnlocked))
        + paragraph(of: [
          (.lock, .aboutLoginsLock), (.choosePassPhrase, .aboutLoginsChange),
          (.removePassPhrase, .aboutLoginsRemove),
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
    let link = link(to: .forget(credential), .aboutLoginsForget)
    return "<li>\(escaped(text))" + (link.isEmpty ? "" : "<br>\(link)") + "</li>\n"
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

  private func link(to target: Target, _ key: StringKey) -> String {
    guard offersActions else { return "" }
    return "<a href=\"\(links.address(for: target))\">\(HTMLText.escape(words.text(key)))</a>"
  }

  private func paragraph(of actions: [(Target, StringKey)]) -> String {
    guard offersActions else { return "" }
    return "<p>\(actions.map { link(to: $0, $1) }.joined(separator: "<br>\n"))</p>\n"
  }

  private func paragraph(_ text: String) -> String { "<p>\(escaped(text))</p>\n" }

  /// Text that may hold a stranger's name: what cannot be seen is spelled out.
  private func escaped(_ text: String) -> String {
    HTMLText.escape(DisplayString(text, as: .chrome).text)
  }
}
