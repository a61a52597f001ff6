// SPDX-License-Identifier: MIT
// Part of Grille: about:identities, where client certificates are looked at, exported and forgotten.
import Security
import WebInfra
import WebViewKit

/// Makes the page of client identities and understands its links.
final class IdentitiesPage: StorePage {
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

  let words: Localization
  var links: SecretLinks<Target>

  /// Prepares pages, with links or for reading only.
  init(words: Localization, offersActions: Bool = true) {
    self.words = words
    links = SecretLinks(page: "identities", areOffered: offersActions)
  }

  /// The page of what a store knows now; links of an older one lead nowhere any more.
  func html(of store: WebsiteDataStore, keepsProfile: Bool) -> String {
    html(identities: store.identities, choices: store.identityChoices)
  }

  /// The page of such identities and choices.
  func html(identities: [ClientIdentity], choices: [ClientIdentityChoice]) -> String {
    links.removeAll()
    let title = words.text(.aboutIdentitiesTitle)
    var body = heading(1, title)
    body += paragraph(
      words.text(identities.isEmpty ? .aboutIdentitiesNone : .aboutIdentitiesIntroduction))
    for identity in identities { body += section(about: identity) }
    body += paragraph(of: [link(to: .importFile, .aboutIdentitiesImport)])
    body += heading(2, words.text(.aboutIdentitiesChoices))
    if choices.isEmpty {
      body += paragraph(words.text(.aboutIdentitiesNoChoices))
    } else {
      body += list(choices.map { item(about: $0, identities) })
    }
    return HTMLText.page(title: title, language: words.language, body: body)
  }

  private func section(about identity: ClientIdentity) -> String {
    var lines = ClientIdentityText.lines(of: identity, in: words)
    lines.append("SHA-256: " + ServerTrustAlert.grouped(identity.certificate.sha256Fingerprint))
    if identity.isLocked { lines.append(words.text(.aboutIdentitiesSealed)) }
    return heading(3, ForeignName.text(identity.label)) + paragraph(lines: lines)
      + paragraph(of: [
        link(to: .export(identity), .aboutIdentitiesExport),
        link(to: .forget(identity), .aboutIdentitiesForget),
      ])
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
    return item(text, link(to: .forgetChoice(choice), .aboutIdentitiesForgetChoice))
  }
}
