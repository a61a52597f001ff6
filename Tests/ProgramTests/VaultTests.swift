// SPDX-License-Identifier: MIT
// Part of Grille: the master pass phrase in the built program, in a real pseudo-terminal.
import Foundation
import PracticeSite
import TestSupport
import Testing

@Suite(.serialized) struct VaultTests {
  private let site: PracticeSite
  private let folder: TemporaryDirectory

  init() throws {
    site = try PracticeSite.start()
    folder = try TemporaryDirectory()
  }

  /// A language, the size of a terminal, and what the dialogs say in it.
  struct Setting: CustomTestStringConvertible, Sendable {
    var language: String
    var columns: Int
    var rows: Int
    var nothingTyped: String
    var explanation: String
    var new: String
    var again: String
    var differed: String
    var unlock: String
    var wrong: String
    var kept: String
    var sealed: String
    var noneKept: String

    var testDescription: String { "\(language), \(columns) × \(rows)" }
  }

  static let settings = [
    Setting(
      language: "en", columns: 80, rows: 24, nothingTyped: "Type a user name",
      explanation: "Passwords are kept only encrypted", new: "New master pass phrase:",
      again: "The same again:", differed: "They differed. Master pass phrase:",
      unlock: "Master pass phrase:", wrong: "Wrong. Master pass phrase:", kept: "kept)",
      sealed: "What is kept is sealed", noneKept: "No log-in is kept."),
    Setting(
      language: "en", columns: 40, rows: 12, nothingTyped: "Type a user name",
      explanation: "Passwords are kept only encrypted", new: "New master pass phrase:",
      again: "The same again:", differed: "They differed. Master pass phrase:",
      unlock: "Master pass phrase:", wrong: "Wrong. Master pass phrase:", kept: "kept)",
      sealed: "What is kept is sealed", noneKept: "No log-in is kept."),
    Setting(
      language: "ja", columns: 40, rows: 12, nothingTyped: "先にユーザー名",
      explanation: "パスワードは、マスター", new: "新しいマスターパスフレーズ:",
      again: "もう一度:", differed: "一致しません。パスフレーズ:", unlock: "マスターパスフレーズ:",
      wrong: "違います。パスフレーズ:", kept: "保存）", sealed: "封印されます",
      noneKept: "保存されたログインはありません。"),
    Setting(
      language: "zh-Hans", columns: 40, rows: 12, nothingTyped: "请先输入用户名",
      explanation: "密码只在用您的主口令加密后", new: "新的主口令：", again: "再输入一次：",
      differed: "两次不同。主口令：", unlock: "主口令：", wrong: "不正确。主口令：", kept: "保留）",
      sealed: "所保留的内容已封存", noneKept: "没有保留任何登录。"),
  ]

  /// Starts the program with the profile of the test, at a page that wants a log-in.
  private func start(_ setting: Setting) throws -> PseudoTerminal {
    try folder.write("set language \(setting.language)\n", to: "grille/config")
    return try PseudoTerminal(
      [
        "--cacert", try site.writeRoot(to: folder),
        "--resolve", site.resolveEntry(for: "good", isSecure: true),
        site.url("/basic", host: "good", isSecure: true),
      ],
      columns: setting.columns, rows: setting.rows,
      environment: [
        "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path(of: "state"),
      ])
  }

  @Test(arguments: settings)
  func scenario39InATerminalALogInIsKeptUnlockedAndForgotten(setting: Setting) throws {
    try keep(setting)
    let terminal = try start(setting)
    try terminal.wait(for: setting.unlock)
    terminal.type("wr0ngphrase\r")
    try terminal.wait(for: setting.wrong)
    terminal.type("op3nsesame\r")
    try terminal.wait(for: "You are in.")
    #expect(site.requests(forPath: "/basic").count == 4)

    terminal.type("gp")
    try terminal.wait(for: setting.kept)
    terminal.type(":lock\r")
    terminal.type("G")
    try terminal.wait(for: setting.sealed)
    // The first link forgets the log-in, which needs no pass phrase.
    terminal.type("gg\t\r")
    try terminal.wait(for: setting.noneKept)
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)

    let raw = String(decoding: terminal.output, as: UTF8.self)
    #expect(!raw.contains("wr0ngphrase") && !raw.contains("op3nsesame"))
    try expectNothingInClear()
  }

  /// Keeps a log-in: a master pass phrase is set, after two that differed.
  private func keep(_ setting: Setting) throws {
    let terminal = try start(setting)
    try terminal.wait(for: "vault")
    try terminal.waitUntilDialogHears()
    terminal.type("\u{1B}s")
    try terminal.wait(for: setting.nothingTyped)
    terminal.type("user\rpass\u{1B}k")
    try terminal.wait(for: setting.explanation)
    try terminal.wait(for: "[")
    try terminal.waitUntilDialogHears()
    terminal.type("s")
    try terminal.wait(for: setting.new)
    terminal.type("0ne\r")
    try terminal.wait(for: setting.again)
    terminal.type("tw0\r")
    try terminal.wait(for: setting.differed)
    terminal.type("op3nsesame\r")
    try terminal.wait(for: setting.again)
    terminal.type("op3nsesame\r")
    try terminal.wait(for: "You are in.")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("op3nsesame"))
    try expectNothingInClear()
  }

  /// Neither the pass phrase nor the password is in any file of the profile.
  private func expectNothingInClear() throws {
    let state = folder.path(of: "state")
    let names = try FileManager.default.subpathsOfDirectory(atPath: state)
    #expect(names.contains { $0.hasSuffix("profile.sqlite") })
    for name in names {
      let bytes = FileManager.default.contents(atPath: state + "/" + name) ?? Data()
      for secret in ["op3nsesame", "user:pass", "dXNlcjpwYXNz"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
  }

  @Test func whoeverDoesWithoutTheMasterPassPhraseIsAskedForTheLogIn() throws {
    let setting = Self.settings[0]
    try keep(setting)
    let terminal = try start(setting)
    try terminal.wait(for: setting.unlock)
    terminal.type("\u{1B}")
    try terminal.wait(for: "“vault”")
    try terminal.waitUntilDialogHears()
    terminal.type("\u{1B}c")
    try terminal.wait(for: "given up")
    terminal.type("gp")
    try terminal.wait(for: setting.sealed)
    terminal.type(":unlock\r")
    try terminal.wait(for: setting.unlock)
    terminal.type("op3nsesame\r")
    try terminal.wait(for: "What is kept can be used.")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
  }
}
