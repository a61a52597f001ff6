// SPDX-License-Identifier: MIT
// Part of Grille: proxies in the real program.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite struct ProxyTests {
  private let site: PracticeSite
  private let directory: TemporaryDirectory
  private let root: String

  init() throws {
    site = try PracticeSite.start()
    directory = try TemporaryDirectory()
    root = try site.writeRoot(to: directory)
  }

  private func dump(_ arguments: String..., host: String = "good") throws -> Program.Outcome {
    try Program.run(
      ["--dump", "--cacert", root] + arguments + [site.url("/page/1", host: host, isSecure: true)])
  }

  @Test func pagesComeThroughTheProxyThatIsNamed() throws {
    let proxy = try PracticeProxy()
    defer { proxy.stop() }
    let outcome = try dump("--proxy", "http://127.0.0.1:\(proxy.port)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("This is page 1"))
    #expect(proxy.visits.map(\.method) == ["CONNECT"])
    let direct = try dump(
      "--proxy", "http://127.0.0.1:\(proxy.port)", "--no-proxy", "example.org,practice.test")
    #expect(direct.status == 6)
    #expect(proxy.visits.count == 1)
  }

  @Test func aProxyThatWantsALogInIsNoPage() throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    let outcome = try dump("--proxy", "http://127.0.0.1:\(proxy.port)")
    #expect(outcome.status == 12, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("The proxy wants a log-in"))
    #expect(!outcome.errors.contains("words of the proxy"))
  }

  @Test func aProxyThatRefusesIsAFailedConnection() throws {
    let proxy = try PracticeProxy(demanding: .refusal)
    defer { proxy.stop() }
    let outcome = try dump("--proxy", "127.0.0.1:\(proxy.port)")
    #expect(outcome.status == 7, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("403 Forbidden"))
  }

  @Test func theEnvironmentNamesNoProxy() throws {
    let proxy = try PracticeProxy()
    defer { proxy.stop() }
    let address = "http://127.0.0.1:\(proxy.port)"
    let outcome = try Program.run(
      ["--dump", site.url("/page/1")],
      environment: ["http_proxy": address, "https_proxy": address, "ALL_PROXY": address])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(proxy.visits.isEmpty)
  }

  @Test func aPasswordInTheAddressIsRefusedAndNotRepeated() throws {
    let outcome = try dump("--proxy", "http://user:s3cret@127.0.0.1:8080")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--proxy takes no user name and password"))
    #expect(!outcome.errors.contains("s3cret"))
    let malformed = try dump("--proxy", "ftp://user:s3cret@127.0.0.1:8080")
    #expect(malformed.status == 2)
    #expect(!malformed.errors.contains("s3cret"))
  }

  @Test func theSettingCountsUnlessTheCommandLineSaysOtherwise() throws {
    let proxy = try PracticeProxy()
    defer { proxy.stop() }
    let home = try TemporaryHome()
    _ = try home.directory.write(
      "set proxy http://127.0.0.1:\(proxy.port)\n", to: ".config/grille/config")
    let outcome = try Program.run(
      ["--dump", site.url("/page/1")], environment: home.environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(proxy.visits.count == 1)
    let direct = try Program.run(
      ["--dump", "--proxy", "none", site.url("/page/1")], environment: home.environment)
    #expect(direct.status == 0)
    #expect(proxy.visits.count == 1)
  }

  // MARK: - The screen

  @Test(arguments: [
    ("en", "The proxy “127.0.0.1”", "Type a user name", "The proxy refused the last attempt."),
    ("ja", "プロキシ「127.0.0.1」", "先にユーザー名", "プロキシは前回のログインを拒みました。"),
    ("zh-Hans", "代理“127.0.0.1”", "请先输入用户名", "代理拒绝了上次的登录。"),
  ])
  func scenario51InATerminalTheProxyAsksForItself(
    language: String, question: String, notice: String, refusal: String
  ) throws {
    let proxy = try PracticeProxy(demanding: .basic)
    defer { proxy.stop() }
    _ = try directory.write("set language \(language)\n", to: "grille/config")
    let terminal = try PseudoTerminal(
      [
        "--cacert", root, "--proxy", "http://127.0.0.1:\(proxy.port)",
        site.url("/page/1", host: "good", isSecure: true),
      ], environment: ["XDG_CONFIG_HOME": directory.path])
    try terminal.wait(for: question)
    try terminal.wait(for: String(proxy.port))
    try terminal.waitUntilDialogHears()
    // Nothing was typed; the notice tells that the dialog is back at the name.
    terminal.type("\u{1B}s")
    try terminal.wait(for: notice)
    terminal.type("user\rwr0ngpass\r")
    try terminal.wait(for: refusal)
    // The cursor waits for the password; C-u takes away what was typed until it was heard.
    try terminal.wait(for: "a dialog that hears") { screen in
      terminal.type("x")
      return screen.lines.contains { $0.contains("*") }
    }
    terminal.type("\u{15}pass\r")
    try terminal.wait(for: "This is page 1")
    let raw = String(decoding: terminal.output, as: UTF8.self)
    #expect(!raw.contains("words of the proxy") && !raw.contains("wr0ngpass"))
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }
}
