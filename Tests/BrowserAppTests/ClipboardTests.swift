// SPDX-License-Identifier: MIT
// Part of Grille: tests of copying to the terminal's clipboard.
import Foundation
import TerminalUI
import Testing

@testable import BrowserApp

@MainActor
@Suite struct ClipboardTests {
  @Test func addressesAreCopiedWithoutPasswords() async throws {
    let app = AppDriver()
    app.loader.answer("http://me:secret@a.test/", html: "<a href=http://you:word@b.test/>link</a>")
    try await app.open("http://me:secret@a.test/", expecting: "link")
    await app.press("y", "y")
    #expect(app.screen.clipboard == "http://a.test/")
    await app.press("TAB", "y", "u")
    #expect(app.screen.clipboard == "http://b.test/")
  }
}
