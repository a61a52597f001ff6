// SPDX-License-Identifier: MIT
// Part of Grille: tests of the dialog for a name and a password.
import CellGrid
import Testing

@testable import TerminalUI

@MainActor
struct LogInDialogTests {
  @MainActor
  private final class Blank: View {
    func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {}
    func handle(_ event: TerminalEvent) -> Bool { false }
  }

  @MainActor
  private final class Clock {
    var time = ContinuousClock.now
  }

  /// A dialog on a screen, and what it was answered.
  @MainActor
  private final class Stage {
    let windows: WindowStack
    let dialog: LogInDialog
    let clock: Clock
    private(set) var answers: [Int] = []
    var size: CellSize

    init(columns: Int = 44, rows: Int = 10, user: String = "", isDeaf: Bool = false) {
      let clock = Clock()
      self.clock = clock
      size = CellSize(columns: columns, rows: rows)
      windows = WindowStack(root: Blank(), now: { clock.time })
      let answer = Answer()
      dialog = LogInDialog(
        title: "Log In", message: { _ in ["The server asks for a name and a password."] },
        labels: .init(user: "Name: ", password: "パスワード: "), user: user, marker: "Grille asks",
        buttons: [
          .init(letter: "l", title: "Log in"),
          .init(letter: "p", title: "Show password", role: .detail),
          .init(letter: "c", title: "Cancel", role: .safe),
        ], now: { clock.time }
      ) { answer.give($0) }
      answer.give = { [weak self] in self?.answers.append($0) }
      windows.open(dialog)
      if !isDeaf { clock.time += DeafTime.duration }
    }

    @MainActor
    private final class Answer {
      var give: (Int) -> Void = { _ in }
    }

    func press(_ names: String...) {
      for name in names {
        guard let key = KeyEvent(name: name) else { preconditionFailure("no key \(name)") }
        windows.handle(.key(key))
      }
    }

    func type(_ text: String) {
      for scalar in text.unicodeScalars { windows.handle(.key(KeyEvent(scalar))) }
    }

    var cursor: CellPoint? {
      var surface = CellSurface(size: size)
      return windows.draw(into: &surface)
    }

    var lines: [String] {
      var surface = CellSurface(size: size)
      windows.draw(into: &surface)
      return SurfaceDump.lines(surface)
    }
  }

  @Test func fieldsAndButtonsStandOnTheLastRows() {
    let stage = Stage(rows: 8)
    stage.type("me")
    stage.press("RET")
    stage.type("secret")
    #expect(
      stage.lines
        == [
          "", "", " Log In", " The server asks for a name and a password.", " Name:       me",
          " パスワード: ******", " [L]og in  Show [p]assword  [C]ancel",
          "                                Grille asks",
        ])
    #expect(stage.cursor == CellPoint(column: 19, row: 5))
  }

  @Test func returnGoesOnToThePasswordAndThenAnswers() {
    let stage = Stage()
    stage.type("me")
    stage.press("RET")
    #expect(stage.answers.isEmpty)
    stage.type("x")
    stage.press("RET")
    #expect(stage.answers == [0])
    #expect(stage.dialog.userField.text == "me" && stage.dialog.passwordField.text == "x")
    #expect(stage.windows.topDialog == nil)
  }

  @Test func aKnownNameLeadsToThePassword() {
    let stage = Stage(user: "me")
    stage.type("x")
    #expect(stage.dialog.passwordField.text == "x")
  }

  @Test func lettersAreTextInFieldsAndAnswersOnButtons() {
    let stage = Stage()
    stage.type("lpc")
    #expect(stage.dialog.userField.text == "lpc" && stage.answers.isEmpty)
    stage.press("TAB", "TAB", "l")
    #expect(stage.answers == [0])
  }

  @Test func altAnswersFromAField() {
    let stage = Stage()
    stage.press("M-p")
    #expect(stage.answers == [1] && stage.windows.topDialog != nil)
    stage.press("M-l")
    #expect(stage.answers == [1, 0])
  }

  @Test(arguments: [["Esc"], ["C-c"], ["C-g"], ["S-TAB", "RET"], ["Up", "q"], ["TAB", "Esc"]])
  func cancelIsTheSafeAnswer(keys: [String]) {
    let stage = Stage()
    for key in keys { stage.press(key) }
    #expect(stage.answers == [2])
    stage.dialog.cancel()
    #expect(stage.answers == [2])
  }

  @Test func aRefusedAnswerIsExplainedUntilAFieldChanges() {
    let stage = Stage(columns: 60)
    stage.dialog.refusal = { [weak dialog = stage.dialog] _ in
      dialog?.userField.text.contains(":") == true ? "No colon." : nil
    }
    stage.type("a:b")
    stage.press("RET", "RET")
    #expect(stage.answers.isEmpty)
    #expect(stage.lines.contains(" No colon."))
    stage.press("C-u")
    #expect(!stage.lines.contains(" No colon."))
    stage.type("a")
    stage.press("M-l")
    #expect(stage.answers == [0])
  }

  @Test func nothingIsHeardInTheFirstHalfSecond() {
    let stage = Stage(isDeaf: true)
    stage.type("x")
    stage.press("Esc")
    stage.windows.handle(.paste("x"))
    #expect(stage.answers.isEmpty && stage.dialog.userField.text.isEmpty)
    stage.clock.time += DeafTime.duration
    stage.type("x")
    #expect(stage.dialog.userField.text == "x")
    #expect(stage.dialog.discardsTypeahead)
  }

  @Test func aPasteIsOneLineOfTheFocusedField() {
    let stage = Stage()
    stage.windows.handle(.paste("a\nq\n"))
    #expect(stage.dialog.userField.text == "aq" && stage.answers.isEmpty)
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (10, 3), (20, 4), (20, 5), (44, 6), (200, 60)])
  func everySizeIsDrawn(columns: Int, rows: Int) {
    let stage = Stage(columns: columns, rows: rows)
    #expect(stage.lines.count == rows)
    for _ in 0..<5 {
      stage.press("TAB")
      if let cursor = stage.cursor {
        #expect(cursor.column < columns && cursor.row < rows)
      }
    }
  }
}
