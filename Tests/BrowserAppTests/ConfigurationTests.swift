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
        "config:6: “back” does not belong in the configuration: only set, site, pin, map and unmap do.",
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

  @Test func theTrustSettingsAreRead() {
    let file = read(
      """
      set trust.allow-revoked on
      set trust.revocation hard
      set trust.ca-file ~/ca.pem:/etc/company.pem
      set trust.crl-file /var/crl.pem
      set trust.block-file "~/no such roots"
      set trust.use-ssl-cert-file on
      pin Bücher.example sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
      pin b.example \(String(repeating: "0a", count: 32))
      """)
    #expect(file.problems.isEmpty)
    let choices = file.configuration
    #expect(choices.trustAllowsRevoked)
    #expect(choices.trustRevocation == "hard")
    #expect(choices.trustAnchorFiles == ["~/ca.pem", "/etc/company.pem"])
    #expect(choices.trustRevocationListFiles == ["/var/crl.pem"])
    #expect(choices.trustBlockFiles == ["~/no such roots"])
    #expect(choices.trustUsesCertificateVariable)
    #expect(choices.pins.map(\.host) == ["xn--bcher-kva.example", "b.example"])
    #expect(choices.pins.last?.keys.first?.bytes == [UInt8](repeating: 10, count: 32))
  }

  @Test func badTrustSettingsNameFileAndLine() {
    var file = ConfigurationFile(isReadable: { $0 == "/there" })
    file.read(
      """
      set trust.revocation maybe
      set trust.ca-file relative.pem
      set trust.ca-file /there:/missing
      set trust.crl-file /there
      pin example.org sha256/short
      pin exa/mple sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
      pin example.org
      """, file: "config")
    #expect(
      file.problems.map { $0.message(in: words) } == [
        "config:1: “trust.revocation” takes off, soft, hard, not “maybe”.",
        "config:2: “trust.ca-file” takes FILE[:FILE…], not “relative.pem”.",
        "config:3: “trust.ca-file”: the file /missing cannot be read.",
        "config:5: “sha256/short” is no public key: sha256/ and base64, or 64 hexadecimal digits.",
        "config:6: \(words.text(.targetNotAnAddress, ["text": "exa/mple"]))",
        "config:7: “pin” needs HOST sha256/BASE64.",
      ])
    #expect(file.configuration.trustAnchorFiles.isEmpty)
    #expect(file.configuration.trustRevocationListFiles == ["/there"])
    #expect(file.configuration.pins.isEmpty)
  }

  @Test func aBlockListTakesKeysAndNamesItsBadLines() {
    var file = ConfigurationFile()
    let keys = file.readBlockList(
      """
      # withdrawn roots
      sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= # and why

      \(String(repeating: "0A:", count: 31))0A
      nonsense # of mine\r
      two words
      """, file: "blocked")
    #expect(keys.count == 2)
    #expect(file.problems.map(\.line) == [5, 6])
    #expect(
      file.problems.first?.message(in: words).hasPrefix("blocked:5: “nonsense # of mine”") == true)
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/x/state", "HOME": "/home/a"], "/x/state/grille"),
    (["HOME": "/home/a"], "/home/a/.local/state/grille"),
    (["XDG_STATE_HOME": "relative", "HOME": "/home/a"], "/home/a/.local/state/grille"),
    ([:], nil),
  ])
  func theProfileFollowsTheXDGRules(variables: [String: String], folder: String?) {
    let folders = UserFolders(environment: ProcessEnvironment(variables))
    #expect(folders.state == folder)
    if folder != nil, variables["XDG_STATE_HOME"] == nil {
      #expect(folders.expanded("~/x") == "/home/a/x")
    }
    #expect(folders.expanded("/a/~/x") == "/a/~/x")
  }

  @MainActor
  @Test func whatIsFixedAtTheStartIsRefusedLater() async throws {
    let driver = AppDriver(columns: 120)
    let window = driver.application.window
    driver.application.start(opening: .address("about:blank"))
    for line in ["set trust.revocation hard", "pin a.test \(String(repeating: "0a", count: 32))"] {
      window.perform(line)
      try await driver.expectLine(containing: "counts from the start of the program")
    }
    #expect(driver.preferences.configuration.trustRevocation == "soft")
    #expect(driver.preferences.configuration.pins.isEmpty)
    window.perform("set trust.allow-revoked on")
    try await driver.expectLine(containing: "trust.allow-revoked is on")
    #expect(driver.preferences.configuration.trustAllowsRevoked)
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
