// SPDX-License-Identifier: MIT
// Part of Grille: drives the whole program on a stand-in terminal.
import CellGrid
import Foundation
import PracticeSite
import Security
import TerminalUI
import TestSupport
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

/// The program with a scripted network or a real one, a terminal in memory and a clock of its own.
@MainActor
final class AppDriver {
  let loader = ScriptedLoader()
  let screen: FakeScreen
  let application: Application
  let preferences: Preferences
  private let clock: Clock

  /// A clock that moves when it is told to.
  final class Clock {
    var now = ContinuousClock.now
  }

  /// Starts the program with a scripted network.
  convenience init(
    columns: Int = 80, rows: Int = 24, language: Language = .english,
    configuration: Configuration = Configuration(), arguments: Arguments = Arguments()
  ) {
    self.init(columns, rows, language, configuration, arguments) { driver, _ in
      WebView(
        configuration: WebViewConfiguration(websiteDataStore: .nonPersistent()),
        viewportSize: CellSize(columns: columns, rows: rows), loader: driver)
    }
  }

  /// Starts the program with the real network, on which hosts below `practice.test` lead to a
  /// practice site; its sound hosts are sound if its root is trusted.
  ///
  /// Decisions are kept where there is a folder for the program's state.
  convenience init(
    on site: PracticeSite, hosts: [String], trustsRoot: Bool = true, columns: Int = 80,
    rows: Int = 24, language: Language = .english, configuration: Configuration = Configuration(),
    trustSources: TrustSources = TrustSources(), stateFolder: String? = nil
  ) throws {
    var arguments = Arguments()
    for host in hosts {
      for isSecure in [true, false] {
        let rule = site.resolveEntry(for: host, isSecure: isSecure)
        arguments.resolutions.append(try #require(Resolution(rule)))
      }
    }
    let folder = try TemporaryDirectory()
    if trustsRoot { arguments.certificateAuthorityFiles = [try site.writeRoot(to: folder)] }
    try self.init(
      columns, rows, language, configuration, arguments, trustSources, stateFolder: stateFolder
    ) { _, parts in
      let configuration = try WebViewConfiguration(
        parts.preferences, aboutPages: parts.aboutPages, pins: [],
        profile: stateFolder == nil ? .read : .written)
      configuration.websiteDataStore.keyCostExponent = VaultParameters.leastCostExponent
      return WebView(
        configuration: configuration, viewportSize: CellSize(columns: columns, rows: rows))
    }
  }

  private init(
    _ columns: Int, _ rows: Int, _ language: Language, _ configuration: Configuration,
    _ arguments: Arguments, _ trustSources: TrustSources = TrustSources(),
    stateFolder: String? = nil,
    webView: (ScriptedLoader, (preferences: Preferences, aboutPages: AboutPages)) throws -> WebView
  ) rethrows {
    let clock = Clock()
    self.clock = clock
    screen = FakeScreen(size: CellSize(columns: columns, rows: rows))
    var environment = ["HOME": "/home/reader"]
    environment["XDG_STATE_HOME"] = stateFolder
    preferences = Preferences(
      arguments: arguments, words: Localization(language),
      folders: UserFolders(environment: ProcessEnvironment(environment)),
      trustSources: trustSources, configuration: configuration, keymap: { .bundled() })
    let aboutPages = AboutPages(
      words: preferences.words, keymap: { .bundled() },
      configurationFile: preferences.configurationFile)
    let view = try webView(loader, (preferences, aboutPages))
    application = Application(
      screen: screen, preferences: preferences, webView: view, aboutPages: aboutPages,
      now: { clock.now })
  }

  /// Opens an address and waits until its page is there.
  func open(_ address: String, expecting text: String? = nil) async throws {
    application.start(opening: .address(address))
    if let text { try await expectLine(containing: text) } else { await settle() }
  }

  /// Presses keys by their names.
  func press(_ names: String...) async {
    for name in names {
      guard let key = KeyEvent(name: name) else {
        Issue.record("no key is named \(name)")
        continue
      }
      screen.send(.key(key))
      await settle()
    }
  }

  /// Types a text, key by key.
  func type(_ text: String) async {
    screen.type(text)
    await settle()
  }

  /// Lets time pass.
  func wait(_ duration: Duration) async {
    clock.now += duration
    await settle()
  }

  /// Lets the program do what it can do now.
  func settle() async {
    for _ in 0..<20 {
      clock.now += .milliseconds(20)
      application.session.loop.turn()
      await Task.yield()
    }
  }

  /// The rows, without blanks at their ends.
  var lines: [String] { SurfaceDump.lines(screen.surface) }

  /// The last row.
  var status: String { lines.last ?? "" }

  /// Waits until a condition holds; records the screen if it never does.
  func expect(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
  ) async throws {
    // Loading and layout run on other threads: the time is a limit, not a wait.
    let end = Date(timeIntervalSinceNow: 60)
    while !condition() {
      guard Date() < end else {
        Issue.record("\(what)\n\(screen.text)", sourceLocation: sourceLocation)
        throw Failure()
      }
      await settle()
    }
  }

  /// Waits until a row holds a text.
  func expectLine(
    containing text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("no line with “\(text)”", sourceLocation: sourceLocation) {
      lines.contains { $0.contains(text) }
    }
  }

  /// Waits until a dialog of a kind is open, and past the time in which dialogs hear nothing.
  func expectDialog<Kind: Dialog>(
    _ kind: Kind.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("no \(kind)", sourceLocation: sourceLocation) {
      application.session.stack?.topDialog is Kind
    }
    await wait(DeafTime.duration)
  }

  /// Waits until the alert about a server is open and hears.
  func expectTrustAlert(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expectDialog(AlertDialog.self, sourceLocation: sourceLocation)
  }

  /// What is on the screen in one line, so that breaks between rows do not matter.
  var flowedText: String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  /// Whether a text is on the screen, wherever its lines are broken.
  func shows(_ text: String) -> Bool {
    lines.joined().filter { !$0.isWhitespace }.contains(text.filter { !$0.isWhitespace })
  }

  /// Whether a dialog is open.
  var hasDialog: Bool { application.session.stack?.topDialog != nil }

  /// Waits until a text is on the screen, wherever its lines are broken.
  func expectText(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("no “\(text)”", sourceLocation: sourceLocation) { shows(text) }
  }

  /// Waits until the cursor is on the beginning of a text.
  func expectCursor(
    on text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("cursor not on “\(text)”", sourceLocation: sourceLocation) {
      guard let cursor = screen.cursor, lines.indices.contains(cursor.row) else { return false }
      return String(lines[cursor.row].dropFirst(cursor.column)).hasPrefix(text)
    }
  }

  private struct Failure: Error {}
}
