// SPDX-License-Identifier: MIT
// Part of Grille: runs the built program in a pseudo-terminal and follows its screen.
import Foundation
import Glibc
import TestSupport

/// The program in a terminal of its own.
final class PseudoTerminal {
  /// What the program has written so far.
  private(set) var output: [UInt8] = []
  /// What is on the screen.
  private(set) var screen: TerminalEmulator

  private let home: TemporaryHome
  private let primary: Int32
  /// The program's process.
  let process: pid_t
  private var exitStatus: Int32?

  /// Starts the program; its home is an empty folder.
  init(
    _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    input: Int32? = nil, program: String = Program.path
  ) throws {
    home = try TemporaryHome()
    let variables = home.environment.merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
    // The functions for this are hidden from Swift; these are the requests they make (Linux).
    primary = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard primary >= 0, ioctl(primary, 0x4004_5431, &isLocked) == 0,
      ioctl(primary, 0x8004_5430, &number) == 0
    else { throw Failure.noTerminal }
    let secondary = "/dev/pts/\(number)"
    screen = TerminalEmulator(columns: columns, rows: rows)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &size)

    // The first terminal a session leader opens becomes its controlling one.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, secondary, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 2, 1)
    posix_spawn_file_actions_adddup2(&actions, input ?? 2, 0)
    ChildProcess.closeOthers(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads tests run on block signals, and a child would inherit that.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    // POSIX_SPAWN_SETSID and POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, 0x80 | 0x08)
    var pid = pid_t()
    let result = ChildProcess.withCStrings([program] + arguments) { argv in
      ChildProcess.withCStrings(variables.map { "\($0)=\($1)" }) { envp in
        posix_spawn(&pid, program, &actions, &attributes, argv, envp)
      }
    }
    guard result == 0 else { throw Failure.cannotStart(result) }
    process = pid
    _ = fcntl(primary, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if exitStatus == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(primary)
  }

  enum Failure: Error { case noTerminal, cannotStart(Int32), timedOut(String) }

  /// Types characters, in the bytes a terminal sends for them.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(primary, $0.baseAddress, $0.count) }
      if count > 0 { sent += count } else { pump(for: 0.01) }
    }
  }

  /// Changes the size of the terminal.
  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    screen = TerminalEmulator(columns: columns, rows: rows)
    _ = ioctl(primary, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until a condition on the screen holds.
  /// - Throws: `Failure.timedOut` with the screen as it was after the time.
  func wait(
    for what: String, seconds: Double = 20, until condition: (TerminalEmulator) -> Bool
  ) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while !condition(screen) {
      guard Date() < end else {
        throw Failure.timedOut("\(what)\n" + screen.lines.joined(separator: "\n"))
      }
      pump(for: 0.05)
    }
  }

  /// Waits until a text is on the screen.
  func wait(for text: String) throws {
    try wait(for: text) { $0.lines.contains { $0.contains(text) } }
  }

  /// Waits until a dialog takes keys: at first it hears nothing.
  ///
  /// TAB moves between its buttons.
  func waitUntilDialogHears() throws {
    let before = screen.cursor.column
    try wait(for: "a dialog that hears") { screen in
      type("\t")
      return screen.cursor.column != before
    }
  }

  /// Waits until the program has ended; its exit status, or the negative of the signal.
  func waitForExit(seconds: Double = 20) throws -> Int32 {
    let end = Date(timeIntervalSinceNow: seconds)
    while exitStatus == nil {
      pump(for: 0.02)
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        exitStatus = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
      } else if Date() > end {
        throw Failure.timedOut("exit\n" + screen.lines.joined(separator: "\n"))
      }
    }
    pump(for: 0)
    return exitStatus ?? -1
  }

  /// Sends the program a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// The modes of the terminal: what a shell would find.
  var modes: (local: UInt32, input: UInt32, output: UInt32) {
    var settings = termios()
    tcgetattr(primary, &settings)
    return (settings.c_lflag, settings.c_iflag, settings.c_oflag)
  }

  private func pump(for seconds: Double) {
    var descriptor = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, Int32(seconds * 1000)) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(primary, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      output += buffer[..<count]
      screen.feed(buffer[..<count])
    }
  }
}
