// SPDX-License-Identifier: MIT
// Part of Grille: scenarios of filling in and sending forms.
import CellGrid
import Networking
import TerminalUI
import Testing
import WebInfra

@testable import BrowserApp

@MainActor
@Suite struct FormTests {
  private func form(_ controls: String, method: String = "get") -> String {
    "<form action=/send method=\(method)>\(controls)</form>"
  }

  private func open(_ html: String) async throws -> AppDriver {
    let app = AppDriver()
    app.loader.answer("http://a.test/", html: html)
    try await app.open("http://a.test/", expecting: "[")
    return app
  }

  @Test func typingIntoAFieldThatWasGoneToEditsIt() async throws {
    let app = try await open(form("<input name=q value=ab><input type=submit value=Go>"))
    app.loader.answer("http://a.test/send?q=abjq", html: "sent")
    await app.press("TAB")
    await app.type("jq")
    await app.press("RET")
    try await app.expectLine(containing: "sent")
  }

  @Test func activatingAFieldEditsItAndTabGoesOn() async throws {
    let app = try await open(form("<input name=a><input name=b><input type=submit value=Go>"))
    app.loader.answer("http://a.test/send?a=one&b=two", html: "sent")
    await app.press("TAB", "RET")
    await app.type("one")
    await app.press("TAB")
    await app.type("two")
    await app.press("TAB", "RET")
    try await app.expectLine(containing: "sent")
  }

  @Test func afterLeavingAFieldKeysAreCommandsAgain() async throws {
    let app = try await open(form("<input name=a value=x>") + "<p>find me")
    await app.press("TAB")
    await app.type("y")
    await app.press("Esc", "/")
    try await app.expectDialog(PromptDialog.self)
    #expect(app.lines.contains { $0.contains("[xy") })
  }

  @Test func passwordsAreMasked() async throws {
    let app = try await open(form("<input type=password name=p>"))
    await app.press("TAB")
    await app.type("secret")
    #expect(app.lines.contains { $0.contains("******") })
    #expect(!app.screen.text.contains("secret"))
    await app.press("Esc")
    try await app.expect("still masked") { !app.screen.text.contains("secret") }
  }

  @Test func boxesAndRadioButtonsAreSwitched() async throws {
    let app = try await open(
      form(
        "<input type=checkbox name=c value=1><input type=radio name=r value=x checked>"
          + "<input type=radio name=r value=y><input type=submit value=Go>"))
    app.loader.answer("http://a.test/send?c=1&r=y", html: "sent")
    await app.press("TAB", "RET", "TAB", "TAB", "RET", "TAB", "RET")
    try await app.expectLine(containing: "sent")
  }

  @Test func choicesAreMadeFromAList() async throws {
    let app = try await open(
      form(
        "<select name=s><option>one<option>two<option>three</select><input type=submit value=Go>"))
    app.loader.answer("http://a.test/send?s=three", html: "sent")
    await app.press("TAB", "RET")
    try await app.expectDialog(ListDialog.self)
    await app.press("j", "j", "RET")
    try await app.expectLine(containing: "three")
    await app.press("TAB", "RET")
    try await app.expectLine(containing: "sent")
  }

  @Test func textOfSeveralLinesIsEditedInPlace() async throws {
    let app = try await open(
      form("<textarea name=t rows=4 cols=20></textarea><input type=submit value=Go>"))
    app.loader.answer("http://a.test/send?t=one%0D%0Atwo", html: "sent")
    await app.press("TAB")
    await app.type("one\ntwo")
    await app.press("Esc", "TAB", "RET")
    try await app.expectLine(containing: "sent")
  }

  @Test func sendingAFormAgainIsAsked() async throws {
    let app = try await open(form("<input type=submit name=k value=Go>", method: "post"))
    app.loader.answer("http://a.test/send", html: "sent")
    await app.press("TAB", "RET")
    try await app.expectLine(containing: "sent")
    #expect(app.loader.sent.last == .init(method: "POST", url: "http://a.test/send", body: "k=Go"))
    await app.press("r")
    try await app.expectDialog(AlertDialog.self)
    try await app.expectLine(containing: "Send the form again?")
    await app.press("Esc")
    await app.settle()
    #expect(app.loader.sent.count == 2)
    await app.press("r")
    try await app.expectDialog(AlertDialog.self)
    await app.press("y")
    try await app.expect("sent again") { app.loader.sent.count == 3 }
  }
}
