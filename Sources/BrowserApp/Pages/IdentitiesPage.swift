// SPDX-License-Identifier: MIT
// Part of Grille: about:identities, where client certificates are looked at, exported and forgotten.
import CellGrid
import Security
import WebInfra
import WebViewKit

/// Makes the page of client identities and understands its links.
final class IdentitiesPage {
  /// What a link of the page does.
  enum Target {
    /// Takes identities from a file.
    case importFile
    /// Forgets an identity and where it is shown.
    case forget(ClientIdentity)
    /// Saves the certificates of an identity.
    case export(ClientIdentity)
    /// Lets a server's question be put again.
    case forgetChoice(ClientIdentityChoice)
  }

  private let words: Localization
  /// Whether there is anybody to follow the links.
  private let offersActions: Bool
  private var links = SecretLinks<Target>(page: "identities")

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
  func html(of store: WebsiteDataStore) -> String {
    html(identities: store.identities, choices: store.identityChoices)
  }

  /// The page of such identities and choices.
  func html(identities: [ClientIdentity], choices: [ClientIdentityChoice]) -> String {
    links.removeAll()
    let title = words.text(.aboutIdentitiesTitle)
    var body = "<h1>\(HTMLText.escape(title))</h1>\n"
    body += paragraph(
      words.text(identities.isEmpty ? .aboutIdentitiesNone : .aboutIdentitiesIntroduction))
    for identity in identities { body += section(about: identity) }
    let importLink = link(to: .importFile, .aboutIdentitiesImport)
    if !importLink.isEmpty { body += "<p>\(importLink)</p>\n" }
    body += "<h2>\(HTMLText.escape(words.text(.aboutIdentitiesChoices)))</h2>\n"
    if choices.isEmpty {
      body += paragraph(words.text(.aboutIdentitiesNoChoices))
    } else {
      let items = choices.map { item(about: $0, identities) }.joined()
      body += "<ul>\n\(items)</ul>\n"
    }
    return HTMLText.page(title: title, language: words.language, body: body)
  }

  private func section(about identity: ClientIdentity) -> String {
    var lines = ClientIdentityText.lines(of: identity, in: words)
    lines.append("SHA-256: " + ServerTrustAlert.grouped(identity.certificate.sha256Fingerprint))
    if identity.isLocked { lines.append(words.text(.aboutIdentitiesSealed)) }
    let actions = [
      link(to: .export(identity), .aboutIdentitiesExport),
      link(to: .forget(identity), .aboutIdentitiesForget),
    ].filter { !$0.isEmpty }.joined(separator: "<br>\n")
    return "<h3>\(escaped(ForeignName.text(identity.label)))</h3>\n"
      + "<p>\(lines.map { escaped($0) }.joined(separator: "<br>\n"))</p>\n"
      + (actions.isEmpty ? "" : "<p>\(actions)</p>\n")
  }

  private func item(
    about choice: ClientIdentityChoice, _ identities: [ClientIdentity]
  ) -> String {
    let host = "\(HostText(choice.host).display):\(choice.port)"
    let scopeKey: StringKey =
      switch choice.scope {
      case .once: .aboutIdentitiesScopeOnce
      case .session: .aboutIdentitiesScopeSession
      case .permanent: .aboutIdentitiesScopePermanent
      }
    let scope = words.text(scopeKey)
    let text: String
    if let leaf = choice.identity {
      let identity = identities.first { $0.certificate.sha256Fingerprint == leaf }
      let name = identity.map { ForeignName.text($0.label) }
      text = words.text(
        .aboutIdentitiesChoice,
        [
          "host": host, "name": name ?? words.text(.aboutIdentitiesChoiceUnknown), "scope": scope,
        ])
    } else {
      text = words.text(.aboutIdentitiesChoiceNone, ["host": host, "scope": scope])
    }
    let link = link(to: .forgetChoice(choice), .aboutIdentitiesForgetChoice)
    return "<li>\(escaped(text))" + (link.isEmpty ? "" : "<br>\(link)") + "</li>\n"
  }

  private func link(to target: Target, _ key: StringKey) -> String {
    guard offersActions else { return "" }
    return "<a href=\"\(links.address(for: target))\">\(HTMLText.escape(words.text(key)))</a>"
  }

  private func paragraph(_ text: String) -> String { "<p>\(escaped(text))</p>\n" }

  /// Text that may hold a stranger's name: what cannot be seen is spelled out.
  private func escaped(_ text: String) -> String {
    HTMLText.escape(DisplayString(text, as: .chrome).text)
  }
}
