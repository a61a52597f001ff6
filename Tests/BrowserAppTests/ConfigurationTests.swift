// SPDX-License-Identifier: MIT
// Part of Grille: tests of settings, the configuration file and the command language.
import TerminalUI
import Testing

@testable import BrowserApp

@Suite struct ConfigurationTests {
  private let words = Localization(.english)

  private func read(_ text: String) -> ConfigurationFile {
    var file = ConfigurationFile()
    file.read(text, file: "config")
    return file
  }

  @Test func linesAreTheCommandsOfTheCommandLine() {
    let file = read(
      """
      # my choices

      set timeout 20
        set start-page "about:help"
      set follow-refresh off
      set user-agent 'My Browser'
      map gx open https://example.org/ # not a comment
      site Example.org set author-css off
      """)
    #expect(file.problems.isEmpty)
    #expect(file.configuration.timeout == 20)
    #expect(file.configuration.startPage == "about:help")
    #expect(!file.configuration.followsRefresh)
    #expect(file.configuration.userAgent == "My Browser")
    #expect(
      Keymap().applying(file.keyCommands).match([KeyEvent("g"), KeyEvent("x")])
        == .command("open https://example.org/ # not a comment"))
    #expect(!file.configuration.forHost("www.example.org").usesAuthorStyles)
    #expect(!file.configuration.forHost("example.org").usesAuthorStyles)
    #expect(file.configuration.forHost("badexample.org").usesAuthorStyles)
  }

  @Test func aBadLineNamesFileAndLineAndKeepsTheDefault() {
    let file = read("set timeout soon\n\nset colour red\nfly\nset timeout 7\nback\nset \"a\nmap")
    #expect(file.configuration.timeout == 7)
    #expect(
      file.problems.map { $0.message(in: words) } == [
        "config:1: “timeout” takes 1–86400, not “soon”.",
        "config:3: There is no setting “colour”.",
        "config:4: There is no command “fly”.",
        "config:6: “back” does not belong in the configuration: only set, site, map and unmap do.",
        "config:7: A \" is not closed.",
        "config:8: “map” needs KEYS COMMAND.",
      ])
  }

  @Test func aMistypedNameIsSuggested() {
    let file = read("set timeot 3\nsett timeout 3\nmap x relaod")
    #expect(
      file.problems.map(\.error.suggestion) == ["timeout", "set", "reload"])
  }

  @Test func onlySomeSettingsAreForSites() {
    #expect(read("site a.test set timeout 5").problems.first?.error.sentence == .settingNotForSites)
  }

  @Test(arguments: Setting.allCases)
  func everySettingTakesItsOwnDefault(setting: Setting) {
    let defaults = Configuration()
    var copy = Configuration()
    #expect(setting.apply(setting.value(in: defaults), to: &copy))
    #expect(copy == defaults)
  }

  @Test(arguments: Setting.allCases)
  func noSettingTakesAControlCharacter(setting: Setting) {
    var configuration = Configuration()
    #expect(!setting.apply("\u{1B}]0;x", to: &configuration))
    #expect(configuration == Configuration())
  }

  @Test(arguments: [
    (["XDG_CONFIG_HOME": "/x/conf", "HOME": "/home/a"], "/x/conf/grille"),
    (["HOME": "/home/a"], "/home/a/.config/grille"),
    (["XDG_CONFIG_HOME": "relative", "HOME": "/home/a"], "/home/a/.config/grille"),
    ([:], nil),
  ])
  func theFolderFollowsTheXDGRules(variables: [String: String], folder: String?) {
    #expect(UserFolders(environment: ProcessEnvironment(variables)).configuration == folder)
  }
}
