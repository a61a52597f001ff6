// SPDX-License-Identifier: MIT
// Part of Grille: the interactive program: terminal, window, dialogs.
import CellGrid
import TerminalUI
import WebInfra
import WebViewKit

/// The interactive program.
final class Application {
  let session: TerminalSession
  let window: BrowserWindow
  private let stack: WindowStack
  private var surface: CellSurface

  /// Puts the program together.
  /// - Parameters:
  ///   - screen: the terminal, or a stand-in.
  ///   - preferences: the choices in force.
  ///   - webView: the view that loads and shows pages.
  ///   - aboutPages: the program's own pages, which describe the keys.
  ///   - now: the clock.
  init(
    screen: any Screen, preferences: Preferences, webView: WebView, aboutPages: AboutPages,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    session = TerminalSession(screen: screen, now: now)
    window = BrowserWindow(
      session: session, preferences: preferences, webView: webView, aboutPages: aboutPages)
    stack = WindowStack(root: window, now: now)
    surface = CellSurface(size: screen.size)
    session.stack = stack
    stack.discardInput = { [weak screen] in screen?.discardInput() }
    session.loop.onEvent = { [weak self] in self?.handle($0) }
    session.loop.onFrame = { [weak self] in self?.draw() }
    window.layOut(for: screen.size)
  }

  /// Opens the first page and runs until the user leaves.
  /// - Parameters:
  ///   - target: what to open first.
  ///   - problems: the lines of the configuration that were passed over.
  func run(opening target: Target?, problems: [ConfigurationFile.Problem]) {
    start(opening: target, problems: problems)
    session.loop.run()
    stack.cancelAll()
    session.screen.close()
  }

  /// Opens the first page, without waiting for it.
  func start(opening target: Target?, problems: [ConfigurationFile.Problem] = []) {
    if let given = window.preferences.given, given.isLocked {
      Task {
        await window.unlock(given)
        window.openFirst(target)
      }
    } else {
      window.openFirst(target)
    }
    if let given = window.preferences.given { window.showWarnings(of: given) }
    if let first = problems.first { window.show(problem: first, of: problems.count) }
  }

  private func handle(_ event: TerminalEvent) {
    // A dialog takes the events, but the page behind it has to fit the terminal all the same.
    if case .resize(let size) = event { window.layOut(for: size) }
    // Nobody can answer any more.
    if event == .endOfInput { stack.cancelAll() }
    stack.handle(event)
    session.setNeedsFrame()
  }

  private func draw() {
    if surface.size != session.screen.size {
      surface = CellSurface(size: session.screen.size)
    } else {
      surface.clear()
    }
    let cursor = stack.draw(into: &surface)
    session.screen.present(surface, cursor: cursor, title: window.title)
  }
}
