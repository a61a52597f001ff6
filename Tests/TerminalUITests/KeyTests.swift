// SPDX-License-Identifier: MIT
// Part of Grille: tests of keys, their names and their decoding.
import CellGrid
import Testing

@testable import TerminalUI

@MainActor
struct KeyNameTests {
  @Test(arguments: [
    "j", "G", "C-x", "M-x", "C-M-x", "SPC", "C-SPC", "RET", "TAB", "S-TAB", "Esc", "Backspace",
    "F1", "F12",
    "M-Left", "C-S-Up", "PgUp", "PgDn", "Home", "Delete", "]", "-", "C--", "M-1", "é", "日",
  ])
  func namesAreReadAndWrittenAlike(name: String) throws {
    #expect(try #require(KeyEvent(name: name)).name == name)
  }

  @Test(arguments: [
    ("C-i", "TAB"), ("C-m", "RET"), ("C-[", "Esc"), ("C-h", "Backspace"), ("C-X", "C-x"),
    ("Enter", "RET"),
    ("space", "SPC"), ("pagedown", "PgDn"), ("A-x", "M-x"), ("f5", "F5"), ("M-C-m", "M-RET"),
  ])
  func otherSpellingsMeanTheSameKey(spelling: String, name: String) {
    #expect(KeyEvent(name: spelling)?.name == name)
  }

  @Test(arguments: ["", "C-", "X-a", "Foo", "F0", "F99", " "])
  func whatIsNoKeyIsRefused(name: String) {
    #expect(KeyEvent(name: name) == nil)
  }

  @Test func sequencesAreWordsOrRunsOfCharacters() {
    #expect(KeyEvent.sequence("gg") == [KeyEvent("g"), KeyEvent("g")])
    #expect(KeyEvent.sequence("C-x C-e") == [KeyEvent("x", .control), KeyEvent("e", .control)])
    #expect(KeyEvent.sequence("]]") == [KeyEvent("]"), KeyEvent("]")])
    #expect(KeyEvent.sequence("g?") == [KeyEvent("g"), KeyEvent("?")])
    #expect(KeyEvent.sequence("M-Left") == [KeyEvent(.left, .meta)])
    #expect(KeyEvent.sequence("s SPC") == [KeyEvent("s"), KeyEvent(" ")])
    #expect(KeyEvent.sequence("") == nil)
    #expect(KeyEvent.sequence("Q-x") == nil)
  }
}

@MainActor
struct KeyDecoderTests {
  private let start = ContinuousClock.now

  /// Events of a text that arrives at once, followed by silence.
  private func events(_ text: String) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    var events: [TerminalEvent] = []
    for scalar in text.unicodeScalars {
      decoder.decode(.character(scalar.value), at: start, into: &events)
    }
    decoder.expire(at: start + .seconds(2), into: &events)
    return events
  }

  private func names(_ text: String) -> [String] {
    events(text).map { event in
      if case .key(let key) = event { key.name } else { "\(event)" }
    }
  }

  @Test(arguments: [
    ("a", ["a"]), ("\u{1}", ["C-a"]), ("\r\n\t", ["RET", "RET", "TAB"]),
    ("\u{7F}\u{8}", ["Backspace", "Backspace"]),
    ("\u{1B}", ["Esc"]), ("\u{1B}x", ["M-x"]), ("\u{1B}\u{1B}", ["Esc", "Esc"]),
    ("\u{1B}\u{1B}[A", ["Esc", "Up"]),
    ("\u{1B}[A\u{1B}OB", ["Up", "Down"]), ("\u{1B}[1;5C", ["C-Right"]), ("\u{1B}[1;3D", ["M-Left"]),
    ("\u{1B}[Z", ["S-TAB"]), ("\u{1B}[5~\u{1B}[6;2~", ["PgUp", "S-PgDn"]),
    ("\u{1B}OP\u{1B}[15~", ["F1", "F5"]),
    ("\u{1B}[[B", ["F2"]), ("\u{1B}[99;5u", ["C-c"]), ("\u{1B}[97;2u", ["A"]),
    ("\u{1B}[27;5;120~", ["C-x"]),
    ("\u{1B}[?1;2c", []), ("\u{1B}[I\u{1B}[O", []), ("\u{1B}[", ["M-["]), ("\u{1B}O", ["M-O"]),
    ("é日", ["é", "日"]),
    ("\u{0}", ["C-SPC"]), ("\u{1B}\r", ["M-RET"]), ("\u{9B}", []), ("\u{1B}[12;\u{1B}[A", ["Up"]),
    ("\u{1B}OM", ["RET"]),
  ])
  func sequencesBecomeKeys(text: String, keys: [String]) {
    #expect(names(text) == keys)
  }

  @Test func anEndlessSequenceIsDropped() {
    #expect(names("\u{1B}[" + String(repeating: "1", count: 500) + "x").last == "x")
  }

  @Test func aLoneEscapeWaitsTwentyFiveMilliseconds() {
    var decoder = KeyDecoder()
    var events: [TerminalEvent] = []
    decoder.decode(.character(0x1B), at: start, into: &events)
    #expect(decoder.deadline == start + .milliseconds(25))
    decoder.expire(at: start + .milliseconds(24), into: &events)
    #expect(events.isEmpty)
    decoder.expire(at: start + .milliseconds(25), into: &events)
    #expect(events == [.key(KeyEvent(.escape))])
    #expect(decoder.deadline == nil)
  }

  @Test func aListedKeyAfterEscapeIsMeta() {
    var decoder = KeyDecoder()
    var events: [TerminalEvent] = []
    decoder.decode(.character(0x1B), at: start, into: &events)
    decoder.decode(.key(KeyEvent(.left)), at: start, into: &events)
    #expect(events == [.key(KeyEvent(.left, .meta))])
  }

  @Test func mouseReportsAreRead() {
    #expect(
      events("\u{1B}[<0;12;5M\u{1B}[<0;12;5m\u{1B}[<64;1;1M\u{1B}[<65;300;2M\u{1B}[<20;1;1M") == [
        .mouse(MouseEvent(.press(1), at: CellPoint(column: 11, row: 4))),
        .mouse(MouseEvent(.release(1), at: CellPoint(column: 11, row: 4))),
        .mouse(MouseEvent(.wheelUp, at: .zero)),
        .mouse(MouseEvent(.wheelDown, at: CellPoint(column: 299, row: 1))),
        .mouse(MouseEvent(.press(1), at: .zero, [.control, .shift])),
      ])
    #expect(
      events("\u{1B}[M !!\u{1B}[M#\"!") == [
        .mouse(MouseEvent(.press(1), at: .zero)),
        .mouse(MouseEvent(.release(1), at: CellPoint(column: 1, row: 0))),
      ])
    // Motion and the horizontal wheel are not asked for.
    #expect(events("\u{1B}[<35;1;1M\u{1B}[<66;1;1M").isEmpty)
  }

  @Test func aPasteIsOneText() {
    #expect(
      events("\u{1B}[200~q\rtwo\u{1}\u{1B}[A\u{1B}[201~x") == [
        .paste("q\ntwo\u{1}"), .key(KeyEvent("x")),
      ])
    // The end never came.
    #expect(events("\u{1B}[200~abc") == [.paste("abc")])
    let long = events(
      "\u{1B}[200~" + String(repeating: "x", count: KeyDecoder.pasteLimit + 50) + "\u{1B}[201~")
    #expect(long == [.paste(String(repeating: "x", count: KeyDecoder.pasteLimit))])
  }
}
