// SPDX-License-Identifier: MIT
// Part of Grille: drives the whole program on a stand-in terminal.
import CellGrid
import Foundation
import TerminalUI
import Testing
import WebInfra
import WebViewKit

@testable import BrowserApp

/// The program with a scripted network, a terminal in memory and a clock of its own.
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

  init(
    columns: Int = 80, rows: Int = 24, language: Language = .english,
    configuration: Configuration = Configuration(), arguments: Arguments = Arguments()
  ) {
    let clock = Clock()
    self.clock = clock
    screen = FakeScreen(size: CellSize(columns: columns, rows: rows))
    preferences = Preferences(
      arguments: arguments, words: Localization(language),
      folders: UserFolders(environment: ProcessEnvironment(["HOME": "/home/reader"])),
      configuration: configuration, keymap: { .bundled() })
    let aboutPages = AboutPages(
      words: preferences.words, keymap: { .bundled() },
      configurationFile: preferences.configurationFile)
    let webView = WebView(
      configuration: WebViewConfiguration(websiteDataStore: .nonPersistent()),
      viewportSize: CellSize(columns: columns, rows: rows), loader: loader)
    application = Application(
      screen: screen, preferences: preferences, webView: webView, aboutPages: aboutPages,
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
    let end = Date(timeIntervalSinceNow: 20)
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
    await wait(AlertDialog.deafTime)
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
