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
  private func open(
    _ stage: Stage, waitsForSilence: Bool = false, _ answer: @escaping (Int) -> Void
  ) {
    let dialog = AlertDialog(
      title: "The certificate is not trusted",
      message: ["It expired on 1 May 2026, and it was made for another name."],
      marker: "Grille asks",
      buttons: [
        .init(letter: "o", title: "once", role: .destructive),
        .init(letter: "c", title: "Cancel", role: .safe), .init(letter: "d", title: "詳細"),
      ], now: stage.now, respond: answer)
    dialog.waitsForSilence = waitsForSilence
    stage.windows.open(dialog)
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

  @Test func whoeverGoesOnTypingIsNotHeard() {
    let stage = Stage()
    var answers: [Int] = []
    open(stage, waitsForSilence: true) { answers.append($0) }
    for _ in 0..<20 {
      stage.pass(.milliseconds(499))
      stage.press("o", "Esc")
    }
    #expect(answers.isEmpty)
    stage.pass(.milliseconds(500))
    stage.press("o")
    #expect(answers == [0])
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

  @Test func qIsTheSafeAnswerUnlessItIsALetter() {
    let stage = Stage()
    var answers: [Int] = []
    open(stage) { answers.append($0) }
    stage.pass(.seconds(1))
    stage.press("q")
    #expect(answers == [1])
  }

  @Test func aLetterIsMarkedAtTheBeginningOfAWord() {
    let labels = [("o", "Continue once"), ("s", "this session"), ("x", "exit"), ("z", "once")].map {
      AlertDialog.Button(letter: Unicode.Scalar($0.0)!, title: DisplayString($0.1)).label.text
    }
    #expect(labels == ["Continue [o]nce", "this [s]ession", "e[x]it", "[z] once"])
  }

  @Test func aDetailLeavesTheQuestionOpenAndDeafWhenItIsSeenAgain() {
    let stage = Stage()
    var answers: [Int] = []
    let (windows, now) = (stage.windows, stage.now)
    windows.open(
      AlertDialog(
        title: "Ask", message: ["Sure?"],
        buttons: [
          .init(letter: "n", title: "no", role: .safe),
          .init(letter: "d", title: "details", role: .detail),
          .init(letter: "g", title: "guarded", role: .guarded),
        ], now: now
      ) { answer in
        answers.append(answer)
        if answer == 1 { windows.open(PromptDialog(prompt: ":") { _ in }) }
      })
    stage.pass(.seconds(1))
    stage.press("TAB", "RET")
    #expect(answers == [1])
    #expect(windows.topDialog is PromptDialog)
    stage.press("Esc", "g", "n")
    #expect(answers == [1])
    stage.pass(.seconds(1))
    // RET does not press what leads to trust; its letter does, and the question stays.
    stage.press("TAB", "RET")
    #expect(answers == [1])
    stage.press("g")
    #expect(answers == [1, 2])
    stage.press("n")
    #expect(answers == [1, 2, 0])
    #expect(windows.topDialog == nil)
  }

  @Test func whereThereIsNoRoomTheButtonsShrinkToLettersAndAreExplained() {
    let stage = Stage(columns: 20, rows: 5)
    open(stage) { _ in }
    stage.pass(.seconds(1))
    #expect(stage.screen.text.hasSuffix(" [o] [c] [d]\n"))
    #expect(stage.screen.text.hasPrefix(" The certifica"))
    var seen = ""
    for _ in 0..<20 {
      seen += SurfaceDump.lines(stage.screen.surface)[1...3].joined()
      stage.press("j")
    }
    let whole = seen.filter { !$0.isWhitespace }
    for text in ["Grilleasks", "[o]once", "[c]Cancel", "[d]詳細", "anothername."] {
      #expect(whole.contains(text), "\(text)")
    }
    // The title tells how much is out of sight.
    #expect(stage.screen.text.contains("↑"))
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
    #expect(stage.screen.text == " Many         ↑3 ↓4\n line 3\n line 4\n O[K]\n")
  }
}

@MainActor
struct DialogQueueTests {
  private func alert(_ title: String, _ stage: Stage, _ answer: @escaping (Int) -> Void)
    -> AlertDialog
  {
    AlertDialog(
      title: DisplayString(title), message: [],
      buttons: [.init(letter: "n", title: "no", role: .safe), .init(letter: "y", title: "yes")],
      now: stage.now, respond: answer)
  }

  @Test func questionsWaitForEachOtherAndForPrompts() {
    let stage = Stage(rows: 4)
    var answers: [String] = []
    stage.windows.open(PromptDialog(prompt: "Open: ") { answers.append("prompt \($0 ?? "")") })
    for name in ["first", "second"] {
      stage.windows.enqueue(alert(name, stage) { answers.append("\(name) \($0)") })
    }
    stage.press("y", "y", "RET")
    #expect(answers == ["prompt yy"])
    #expect(stage.screen.text.contains(" first"))
    // The alert hears nothing at first, though it has waited long.
    stage.press("y")
    stage.pass(.seconds(1))
    stage.press("y", "y")
    #expect(answers == ["prompt yy", "first 1"])
    #expect(stage.screen.text.contains(" second"))
    stage.pass(.seconds(1))
    stage.press("y")
    #expect(answers == ["prompt yy", "first 1", "second 1"])
    #expect(stage.windows.topDialog == nil)
  }

  @Test func aDialogThatAnAnswerOpensGoesBeforeTheOnesThatWait() {
    let stage = Stage(rows: 4)
    let windows = stage.windows
    windows.open(
      ListDialog(title: "Choose", items: ["a"]) { _ in
        windows.open(PromptDialog(prompt: "More: ") { _ in })
      })
    windows.enqueue(alert("waits", stage) { _ in })
    stage.press("RET")
    #expect(windows.topDialog is PromptDialog)
    stage.press("Esc")
    #expect(windows.topDialog is AlertDialog)
  }

  @Test func cancellingReachesOpenAndWaitingDialogsWithWhatLiesOverThem() {
    let stage = Stage(rows: 4)
    var answers: [String] = []
    let first = alert("first", stage) { answers.append("first \($0)") }
    let second = alert("second", stage) { answers.append("second \($0)") }
    let third = alert("third", stage) { answers.append("third \($0)") }
    for dialog in [first, second, third] { stage.windows.enqueue(dialog) }
    stage.windows.cancel(second)
    #expect(answers == ["second 0"])
    stage.windows.open(PromptDialog(prompt: ":") { answers.append("prompt \($0 ?? "none")") })
    stage.windows.cancel(first)
    #expect(answers == ["second 0", "prompt none", "first 0"])
    #expect(stage.windows.topDialog === third)
    stage.windows.enqueue(alert("fourth", stage) { answers.append("fourth \($0)") })
    stage.windows.cancelAll()
    #expect(answers == ["second 0", "prompt none", "first 0", "third 0", "fourth 0"])
    #expect(stage.windows.topDialog == nil)
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

  @Test(arguments: [
    // Beside the line as long as that keeps its columns, above it otherwise; never cut.
    (60, 4, "page\npage\npage\nThe name of the new folder: abc\n", 31, 3),
    (40, 4, "page\npage\nThe name of the new folder:\nabc\n", 3, 3),
    (16, 4, "page\nThe name of the\nnew folder:\nabc\n", 3, 3),
    // Where there are no rows the line comes first.
    (16, 2, "The name of the\nabc\n", 3, 1), (16, 1, "The nam…abc\n", 11, 0),
  ])
  func wordsThatAreTooLongStandAboveTheLine(
    columns: Int, rows: Int, text: String, column: Int, row: Int
  ) {
    let stage = Stage(columns: columns, rows: rows)
    stage.windows.open(
      PromptDialog(prompt: "The name of the new folder: ", text: "abc") { _ in })
    stage.pass(.zero)
    #expect(stage.screen.text == text)
    #expect(stage.screen.cursor == CellPoint(column: column, row: row))
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
