// SPDX-License-Identifier: MIT
// Part of Grille: tests of the program's own pages.
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

@Suite struct AboutPagesTests {
  private func page(_ name: String, _ language: Language = .english) -> String? {
    AboutPages(
      words: Localization(language), keymap: { .bundled() }, configurationFile: "/home/<me>/config"
    ).page(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: Language.allCases, ["start", "help", "licence"])
  func nothingInATemplateIsLeftUnfilled(language: Language, name: String) throws {
    let text = try #require(page(name, language))
    #expect(!text.contains("{") && !text.contains("}"))
    #expect(text.contains("<title>"))
  }

  @Test func helpNamesEveryActionAndSetting() throws {
    let text = try #require(page("help"))
    for action in Action.allCases { #expect(text.contains("<code>\(action.rawValue)")) }
    for setting in Setting.allCases { #expect(text.contains("<code>\(setting.rawValue)</code>")) }
    #expect(text.contains("<td>j  Down  C-n</td>"))
    #expect(text.contains("/home/&lt;me&gt;/config"))
  }

  @Test func namesAreKnownOrNot() {
    #expect(page("blank")?.isEmpty == true)
    #expect(page("nothing") == nil)
  }

  @MainActor
  @Test(arguments: ["trust", "identities", "logins"])
  func pagesOfWhatIsKeptAreFoundByTheirAddress(name: String) throws {
    let pages = StorePages(words: Localization(.english))
    let page = try #require(pages.page(at: WebURL("about:\(name.uppercased())?do=x#y")))
    #expect(page.name == name)
    for address in ["about:\(name)x", "about:start", "https://\(name)/", "data:,\(name)"] {
      #expect(pages.page(at: WebURL(address)) == nil, "\(address)")
    }
    #expect(page.html(of: .nonPersistent(), keepsProfile: true).contains("<h1>"))
  }

  @MainActor
  @Test func whereNobodyFollowsLinksThereAreNone() {
    for isOffered in [true, false] {
      let pages = StorePages(words: Localization(.english), offersActions: isOffered)
      let identities = pages.identities.html(identities: [], choices: [])
      let logins = pages.logins.html(credentials: [], vault: .unlocked)
      #expect(identities.contains("<a href") == isOffered)
      #expect(logins.contains("<a href") == isOffered)
      #expect(!(identities + logins).contains("<p></p>"))
    }
  }
}
