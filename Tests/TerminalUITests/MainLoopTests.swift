// SPDX-License-Identifier: MIT
// Part of Grille: tests of the main loop.
import CellGrid
import Foundation
import Testing

@testable import TerminalUI

@MainActor
struct MainLoopTests {
  @MainActor
  private final class Clock {
    var time = ContinuousClock.now
  }

  @Test func timersFireInOrderOnce() {
    let clock = Clock()
    let loop = MainLoop(screen: FakeScreen(), now: { clock.time })
    var fired: [String] = []
    loop.schedule(after: .seconds(2)) { fired.append("late") }
    loop.schedule(after: .seconds(1)) { fired.append("early") }
    let cancelled = loop.schedule(after: .seconds(1)) { fired.append("never") }
    loop.cancel(cancelled)
    loop.turn()
    #expect(fired.isEmpty)
    clock.time += .seconds(3)
    loop.turn()
    loop.turn()
    #expect(fired == ["early", "late"])
  }

  @Test func framesFollowKeysAtOnceAndOthersAtAPace() {
    let clock = Clock()
    let screen = FakeScreen()
    let loop = MainLoop(screen: screen, now: { clock.time })
    var frames = 0
    loop.onFrame = { frames += 1 }
    loop.onEvent = { _ in loop.setNeedsFrame() }
    loop.turn()
    #expect(frames == 1)
    loop.setNeedsFrame()
    loop.turn()
    #expect(frames == 1)
    clock.time += MainLoop.frameInterval
    loop.turn()
    #expect(frames == 2)
    screen.type("abc")
    loop.turn()
    #expect(frames == 3)
  }

  @Test func theLoopEndsWhenTheTerminalIsGone() {
    let screen = FakeScreen()
    let loop = MainLoop(screen: screen)
    screen.send(.endOfInput)
    screen.type("x")
    var events = 0
    loop.onEvent = { _ in events += 1 }
    loop.run()
    #expect(events == 1)
  }
}

/// Terminals in other locales: numbers and letter case in our own code must not follow the locale.
@MainActor
struct LocaleTests {
  @Test func nothingDependsOnTheLocale() {
    let before = String(cString: setlocale(LC_ALL, nil))
    defer { setlocale(LC_ALL, before) }
    for locale in ["C.UTF-8", "C", "tr_TR.UTF-8", "de_DE.UTF-8"] {
      // Not every machine has every locale.
      guard setlocale(LC_ALL, locale) != nil else { continue }
      #expect(KeyEvent(name: "INSERT") == KeyEvent(.insert))
      #expect(KeyEvent(name: "C-I") == KeyEvent(.tab))
      #expect(DisplayString("İi日\u{1B}").text == "İi日␛")
      var painter = CellPainter(capabilities: .ecma48(depth: .trueColor))
      var surface = CellSurface(size: CellSize(columns: 3, rows: 1))
      surface.write("é", at: .zero, style: CellStyle(foreground: .rgb(1, 2, 3)))
      let bytes = painter.paint(surface, cursor: nil, title: nil)
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\u{1B}[38;2;1;2;3mé\u{1B}[m"))
    }
  }
}
