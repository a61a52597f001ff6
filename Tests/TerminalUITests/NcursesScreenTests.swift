// SPDX-License-Identifier: MIT
// Part of Grille: tests of the real screen on a pseudo-terminal.
import CellGrid
import Foundation
import Testing

@testable import TerminalUI

/// The two ends of a pseudo-terminal: the test holds the keyboard and the glass.
private final class PseudoTerminal {
  let keyboard: Int32
  let device: Int32
  private var isKeyboardOpen = true

  init(columns: UInt16, rows: UInt16) throws {
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN, which unlockpt and ptsname stand for.
    var (lock, number): (Int32, Int32) = (0, -1)
    try #require(ioctl(keyboard, 0x4004_5431, &lock) == 0)
    try #require(ioctl(keyboard, 0x8004_5430, &number) == 0)
    device = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(device >= 0)
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(device)
    hangUp()
  }

  func hangUp() {
    if isKeyboardOpen { close(keyboard) }
    isKeyboardOpen = false
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
  }

  /// What was written to the terminal since the last call, with Esc as `^`.
  func output() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(keyboard, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  /// The modes, as text that can be compared.
  var modes: String {
    var modes = termios()
    tcgetattr(device, &modes)
    return "\(modes.c_iflag) \(modes.c_oflag) \(modes.c_cflag) \(modes.c_lflag) \(modes.c_cc)"
  }

  @MainActor
  func screen(_ name: String) throws -> NcursesScreen {
    try NcursesScreen(
      descriptors: TerminalDescriptors(input: device, output: device), terminalName: name)
  }
}

// ncurses has one current terminal in a process.
@MainActor
@Suite(.serialized)
struct NcursesScreenTests {
  private func events(of screen: NcursesScreen) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    while let event = screen.nextEvent() { events.append(event) }
    return events
  }

  @Test(arguments: ["xterm", "xterm-256color", "screen", "linux", "vt100"])
  func theTerminalIsLeftAsItWas(name: String) throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 6)
    let before = terminal.modes
    let screen = try terminal.screen(name)
    #expect(terminal.modes != before)
    #expect(screen.size == CellSize(columns: 40, rows: 6))
    var surface = CellSurface(size: screen.size)
    surface.write("hello", at: CellPoint(column: 2, row: 1))
    screen.present(surface, cursor: .zero, title: "title")
    screen.close()
    screen.close()
    #expect(terminal.modes == before)
    let output = terminal.output()
    #expect(output.contains("^[2;3Hhello"))
    if name.hasPrefix("xterm") {
      #expect(output.hasPrefix("^[?1049h"))
      #expect(output.contains("^]2;title\u{7}"))
      let enter = try #require(output.range(of: "^[?1006h"))
      let leave = try #require(output.range(of: "^[?1006l", options: .backwards))
      let normal = try #require(output.range(of: "^[?1049l"))
      #expect(enter.lowerBound < leave.lowerBound && leave.lowerBound < normal.lowerBound)
    } else {
      #expect(!output.contains("^]2;") || name == "screen")
    }
  }

  @Test func keysMouseAndPastesAreRead() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let screen = try terminal.screen("xterm-256color")
    defer { screen.close() }
    terminal.type(
      "jé\u{1B}OA\u{1B}[1;5C\u{1B}[Z\u{1B}x\u{7F}\u{3}\u{1A}\u{1B}[<65;3;4M\u{1B}[200~hi\rq\u{1B}[201~"
    )
    let isUTF8 = screen.capabilities.isUTF8
    let keys =
      ["j"] + (isUTF8 ? ["é"] : []) + ["Up", "C-Right", "S-TAB", "M-x", "Backspace", "C-c", "C-z"]
    let read = events(of: screen).filter { $0 != .key(KeyEvent("Ã")) && $0 != .key(KeyEvent("©")) }
    #expect(
      read == keys.compactMap { KeyEvent(name: $0).map(TerminalEvent.key) } + [
        .mouse(MouseEvent(.wheelDown, at: CellPoint(column: 2, row: 3))), .paste("hi\nq"),
      ])
    terminal.type("\u{1B}")
    #expect(events(of: screen) == [.key(KeyEvent(.escape))])
  }

  @Test func typeaheadIsDiscarded() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let screen = try terminal.screen("xterm")
    defer { screen.close() }
    terminal.type(String(repeating: "\r", count: 20))
    #expect(screen.nextEvent() == .key(KeyEvent(.enter)))
    terminal.type("more")
    screen.discardInput()
    #expect(events(of: screen).isEmpty)
  }

  @Test func aNewSizeIsReportedAndPaintedWhole() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let screen = try terminal.screen("xterm")
    defer { screen.close() }
    var surface = CellSurface(size: screen.size)
    surface.write("text", at: .zero)
    screen.present(surface, cursor: nil, title: nil)
    _ = terminal.output()
    terminal.resize(columns: 1, rows: 1)
    kill(getpid(), SIGWINCH)
    // Any thread may get the signal; its handler makes the last descriptor readable.
    var report = pollfd(fd: screen.inputDescriptors[1], events: Int16(POLLIN), revents: 0)
    #expect(poll(&report, 1, 5000) == 1)
    let small = CellSize(columns: 1, rows: 1)
    #expect(events(of: screen) == [.resize(small)])
    #expect(screen.size == small)
    surface.resize(to: small)
    surface.write("x", at: .zero)
    screen.present(surface, cursor: nil, title: nil)
    #expect(terminal.output().contains("^[H^[2J^[1;1Hx"))
  }

  @Test func readingDoesNotTouchWhatIsPainted() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let screen = try terminal.screen("xterm-256color")
    defer { screen.close() }
    screen.present(CellSurface(size: screen.size), cursor: nil, title: nil)
    _ = terminal.output()
    terminal.type("abc")
    #expect(events(of: screen).count == 3)
    #expect(terminal.output() == "")
  }

  @Test func theTerminalCanBeLentOut() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 4)
    let before = terminal.modes
    let screen = try terminal.screen("xterm")
    defer { screen.close() }
    var surface = CellSurface(size: screen.size)
    surface.write("page", at: .zero)
    screen.present(surface, cursor: nil, title: nil)
    _ = terminal.output()
    var lent = ""
    screen.withTerminalReleased {
      lent = terminal.output()
      #expect(terminal.modes == before)
      // Nothing is shown meanwhile.
      screen.present(surface, cursor: nil, title: nil)
      #expect(terminal.output() == "")
    }
    #expect(lent.contains("^[?1049l"))
    #expect(events(of: screen) == [.resize(screen.size)])
    screen.present(surface, cursor: nil, title: nil)
    let back = terminal.output()
    #expect(back.contains("^[?1049h") && back.contains("page"))
  }

  @Test func aTerminalThatIsGoneEndsTheInput() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 4)
    let screen = try terminal.screen("xterm")
    defer { screen.close() }
    terminal.hangUp()
    #expect(screen.nextEvent() == .endOfInput)
    // Writing to it must not hang or crash.
    screen.present(CellSurface(size: screen.size), cursor: nil, title: nil)
  }

  @Test func terminalsThatCannotBeUsedAreRefused() throws {
    let terminal = try PseudoTerminal(columns: 20, rows: 4)
    let before = terminal.modes
    for (name, code) in [
      ("dumb", ScreenError.Code.incapableTerminal), ("no-such-terminal", .unknownTerminal),
      ("", .unknownTerminal),
    ] {
      #expect(throws: ScreenError(code, terminalName: name)) { _ = try terminal.screen(name) }
    }
    #expect(terminal.modes == before)
    #expect(terminal.output() == "")
    // The name of a terminal of xterm's family that the database lacks.
    let screen = try terminal.screen("xterm-of-tomorrow")
    screen.close()
  }

  @Test func paddingIsStripped() {
    #expect(TerminalDescription.stripPadding(Array("a$<5>b$<50*/>c$d".utf8)) == Array("abc$d".utf8))
  }
}
