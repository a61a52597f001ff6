// SPDX-License-Identifier: MIT
// Part of Grille: what the pages have in common that tell of what is kept, and let one change it.
import CellGrid
import WebInfra
import WebViewKit

/// A page of the program's own that tells of what a store knows, and whose links change it.
protocol StorePage: AnyObject {
  /// What its links stand for.
  associatedtype Target

  /// The texts in the user's language.
  var words: Localization { get }
  /// Its links.
  var links: SecretLinks<Target> { get set }

  /// The page of what a store knows now; links of an older one lead nowhere any more.
  func html(of store: WebsiteDataStore, keepsProfile: Bool) -> String

  /// Does what a link stands for.
  /// - Returns: Whether the page is to be shown anew.
  func follow(_ target: Target, in window: BrowserWindow) -> Bool
}

extension StorePage {
  /// What stands behind `about:` in its address.
  var name: String { links.page }

  /// Whether an address is the page's, with or without anything to do.
  func isAddress(_ url: WebURL?) -> Bool { links.isAddress(url) }

  /// Does what a link stands for that the user has followed on the page itself.
  /// - Returns: Whether the action was such a link; it then leads nowhere.
  func follow(linkOf action: NavigationAction, in window: BrowserWindow) -> Bool {
    let webView = window.webView
    guard let target = links.target(of: action, onPage: webView.committedURL) else { return false }
    if follow(target, in: window) {
      // The navigation of the link has to end first.
      Task { webView.reload() }
    }
    return true
  }

  // MARK: - HTML

  /// A link; nothing where nobody follows links.
  func link(to target: Target, _ key: StringKey) -> String {
    guard let address = links.address(for: target) else { return "" }
    return "<a href=\"\(address)\">\(HTMLText.escape(words.text(key)))</a>"
  }

  /// A paragraph of text.
  func paragraph(_ text: String) -> String { "<p>\(escaped(text))</p>\n" }

  /// A paragraph of links, a row each; nothing where there are none.
  func paragraph(of links: [String]) -> String {
    let links = links.filter { !$0.isEmpty }
    return links.isEmpty ? "" : "<p>\(links.joined(separator: "<br>\n"))</p>\n"
  }

  /// A paragraph of lines.
  func paragraph(lines: [String]) -> String {
    "<p>\(lines.map { escaped($0) }.joined(separator: "<br>\n"))</p>\n"
  }

  /// An item of a list, with its link in a row of its own.
  func item(_ text: String, _ link: String) -> String {
    "<li>\(escaped(text))" + (link.isEmpty ? "" : "<br>\(link)") + "</li>\n"
  }

  /// A list.
  func list(_ items: [String]) -> String { "<ul>\n\(items.joined())</ul>\n" }

  /// A heading of a level.
  func heading(_ level: Int, _ text: String) -> String {
    "<h\(level)>\(escaped(text))</h\(level)>\n"
  }

  /// Text that may hold a stranger's name: what cannot be seen is spelled out.
  private func escaped(_ text: String) -> String {
    HTMLText.escape(DisplayString(text, as: .chrome).text)
  }
}

/// The pages about what a store knows: every one of them is in this table.
struct StorePages {
  /// The decisions about servers.
  let trust: TrustPage
  /// The client certificates.
  let identities: IdentitiesPage
  /// The log-ins.
  let logins: LoginsPage

  /// Prepares the pages, with links or for reading only.
  init(words: Localization, offersActions: Bool = true) {
    trust = TrustPage(words: words, offersActions: offersActions)
    identities = IdentitiesPage(words: words, offersActions: offersActions)
    logins = LoginsPage(words: words, offersActions: offersActions)
  }

  /// The page of an address; nil if it is none of these.
  func page(at url: WebURL?) -> (any StorePage)? {
    let all: [any StorePage] = [trust, identities, logins]
    return all.first { $0.isAddress(url) }
  }
}
