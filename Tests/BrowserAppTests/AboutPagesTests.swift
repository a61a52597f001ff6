// SPDX-License-Identifier: MIT
// Part of Grille: tests of the program's own pages.
import Testing

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
}
