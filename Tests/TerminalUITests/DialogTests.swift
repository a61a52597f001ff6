// SPDX-License-Identifier: MIT
// Part of Grille: tests of dialogs on a fake screen.
import CellGrid
import Testing

@testable import TerminalUI

/// A page that counts the keys it gets.
@MainActor
private final class Page: View {
  var keys: [String] = []

  func draw(into surface: inout CellSurface, in rect: CellRect, theme: Theme) {
    for row in rect.rows { surface.write("page", at: CellPoint(column: 0, row: row)) }
  }

  func handle(_ event: TerminalEvent) -> Bool {
    if case .key(let key) = event { keys.append(key.name) }
    return true
  }
}

/// A screen, a page and a clock that the test moves.
@MainActor
private final class Stage {
  let page = Page()
  let screen: FakeScreen
  let windows: WindowStack
  let loop: MainLoop
  var time = ContinuousClock.now
  private let clock = Clock()

  /// Lets closures made before `self` read the time.
  private final class Clock {
    var time = ContinuousClock.now
  }

  init(columns: Int = 44, rows: Int = 10) {
    let clock = clock
    screen = FakeScreen(size: CellSize(columns: columns, rows: rows))
    windows = WindowStack(root: page, now: { clock.time })
    loop = MainLoop(screen: screen, now: { clock.time })
    let (screen, windows, loop) = (screen, windows, loop)
    windows.discardInput = { screen.discardInput() }
    loop.onEvent = {
      windows.handle($0)
      loop.setNeedsFrame()
    }
    loop.onFrame = {
      var surface = CellSurface(size: screen.size)
      let cursor = windows.draw(into: &surface)
      screen.present(surface, cursor: cursor, title: nil)
    }
  }

  var now: () -> ContinuousClock.Instant { { [clock] in clock.time } }

  func pass(_ duration: Duration) {
    clock.time += duration
    loop.setNeedsFrame()
    loop.turn()
  }

  func press(_ names: String...) {
    for name in names { screen.press(name) }
    loop.turn()
  }
}

@MainActor
struct AlertDialogTests {
  private func open(_ stage: Stage, _ answer: @escaping (Int) -> Void) {
    stage.windows.open(
      AlertDialog(
        title: "The certificate is not trusted",
        message: ["It expired on 1 May 2026, and it was made for another name."],
        marker: "Grille asks",
        buttons: [
          .init(letter: "o", title: "once", role: .destructive),
          .init(letter: "c", title: "Cancel", role: .safe), .init(letter: "d", title: "詳細"),
        ], now: stage.now, respond: answer))
  }

  @Test func aDialogShowsItsLettersOnTheLastRow() {
    let stage = Stage()
    open(stage) { _ in }
    stage.pass(.zero)
    #expect(
      stage.screen.text == """
        page
        page
        page
        page
        page
        page
         The certificate is not trusted
         It expired on 1 May 2026, and it was made
         for another name.
         [o]nce  [C]ancel  [d] 詳細     Grille asks

        """)
    // The cursor rests on the safe answer.
    #expect(stage.screen.cursor == CellPoint(column: 9, row: 9))
  }

  @Test func aLetterAnswers() {
    let stage = Stage()
    var answers: [Int] = []
    open(stage) { answers.append($0) }
    stage.pass(.seconds(1))
    stage.press("O")
    #expect(answers == [0])
    #expect(stage.windows.topDialog == nil)
  }

  @Test(arguments: ["Esc", "C-c", "C-g"])
  func escapeGivesTheSafeAnswer(key: String) {
    let stage = Stage()
    var answers: [Int] = []
    open(stage) { answers.append($0) }
    stage.pass(.seconds(1))
    stage.press(key)
    #expect(answers == [1])
  }

  @Test func returnNeverPressesADestructiveButton() {
    let stage = Stage()
    var answers: [Int] = []
    open(stage) { answers.append($0) }
    stage.pass(.seconds(1))
    stage.press("Left", "RET", "RET")
    #expect(answers.isEmpty)
    stage.press("TAB", "RET")
    #expect(answers == [1])
  }

  @Test func whatWasTypedAheadDoesNotAnswer() {
    let stage = Stage()
    var answers: [Int] = []
    for _ in 0..<20 { stage.screen.press("RET") }
    stage.screen.press("o")
    open(stage) { answers.append($0) }
    stage.loop.turn()
    #expect(answers.isEmpty)
    // Keys still arrive while the dialog is deaf.
    stage.press("o", "RET")
    stage.pass(.milliseconds(499))
    stage.press("o", "Esc")
    #expect(answers.isEmpty)
    stage.pass(.milliseconds(1))
    stage.press("o")
    #expect(answers == [0])
    #expect(stage.page.keys.isEmpty)
  }

  @Test func pastesAndTheMouseDoNotAnswer() {
    let stage = Stage()
    var answers: [Int] = []
    open(stage) { answers.append($0) }
    stage.pass(.seconds(1))
    stage.screen.send(.paste("o\n"))
    stage.screen.send(.mouse(MouseEvent(.press(1), at: CellPoint(column: 2, row: 9))))
    stage.loop.turn()
    #expect(answers.isEmpty)
  }

  @Test func cancellingFromOutsideAnswersOnce() {
    let stage = Stage()
    var answers: [Int] = []
    open(stage) { answers.append($0) }
    stage.windows.cancelAll()
    stage.pass(.seconds(1))
    stage.press("o")
    #expect(answers == [1])
    #expect(stage.page.keys == ["o"])
  }

  @Test(arguments: [(1, 1), (5, 2), (8, 4), (20, 5), (200, 60), (3, 30)])
  func everySizeIsDrawn(columns: Int, rows: Int) {
    let stage = Stage(columns: columns, rows: rows)
    open(stage) { _ in }
    stage.pass(.seconds(1))
    stage.press("Down", "PgDn", "Up")
    stage.screen.resize(to: CellSize(columns: rows, rows: columns))
    stage.loop.turn()
    #expect(stage.screen.frameCount >= 3)
  }

  @Test func aLongMessageScrolls() {
    let stage = Stage(columns: 20, rows: 4)
    stage.windows.open(
      AlertDialog(
        title: "Many", message: (0..<9).map { DisplayString("line \($0)") },
        buttons: [.init(letter: "k", title: "OK", role: .safe)], now: stage.now
      ) { _ in })
    stage.pass(.seconds(1))
    stage.press("j", "Down", "PgDn")
    #expect(stage.screen.text == " Many\n line 3\n line 4\n O[K]\n")
  }
}

@MainActor
struct OtherDialogTests {
  @Test func aListGivesTheChosenRow() {
    let stage = Stage(rows: 5)
    var chosen: [Int?] = []
    let items = (0..<9).map { DisplayString("item \($0)") }
    stage.windows.open(ListDialog(title: "Choose", items: items) { chosen.append($0) })
    stage.press("j", "j", "End", "Up")
    #expect(stage.screen.text == " Choose\nitem 4\nitem 5\nitem 6\nitem 7\n")
    #expect(stage.screen.cursor == CellPoint(column: 0, row: 4))
    stage.press("RET")
    #expect(chosen == [7])
    stage.windows.open(ListDialog(title: "Choose", items: []) { chosen.append($0) })
    stage.press("RET", "Esc")
    #expect(chosen == [7, nil])
  }

  @Test func aPromptTakesALine() {
    let stage = Stage(rows: 3)
    var lines: [String?] = []
    stage.windows.open(PromptDialog(prompt: "Open: ", text: "abc") { lines.append($0) })
    stage.screen.send(.paste("q\nx\u{1B}[2J"))
    stage.press("C-a", "é")
    #expect(stage.screen.text == "page\npage\nOpen: éabcqx[2J\n")
    #expect(stage.screen.cursor == CellPoint(column: 7, row: 2))
    stage.press("RET")
    #expect(lines == ["éabcqx[2J"])
    stage.windows.open(PromptDialog(prompt: "Open: ") { lines.append($0) })
    stage.press("Esc", "x")
    #expect(lines == ["éabcqx[2J", nil])
    #expect(stage.page.keys == ["x"])
  }

  @Test func aResponderAnswersExactlyOnce() {
    let answers = Answers()
    var responder: OneShotResponder<Int>? = OneShotResponder(fallback: -1) { answers.add($0) }
    #expect(responder?.respond(5) == true)
    #expect(responder?.respond(6) == false)
    responder = nil
    #expect(answers.values == [5])
    _ = OneShotResponder(fallback: -1) { answers.add($0) }
    #expect(answers.values == [5, -1])
  }

  private nonisolated final class Answers: @unchecked Sendable {
    private(set) var values: [Int] = []

    func add(_ value: Int) { values.append(value) }
  }
}
