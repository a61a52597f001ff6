// SPDX-License-Identifier: MIT
// Part of Grille: the terminal, owned by ncurses.

import CNcurses
import CTerminalGuard
package import CellGrid
import Glibc

/// The real screen.
///
/// ncurses owns the terminal: its modes, its description, what is read from it, and giving it back. What is
/// painted does not go through curses windows: a frame is the difference to the last one, in one write.
/// There is one at a time, on the main thread.
package final class NcursesScreen: Screen {
  package private(set) var size: CellSize

  /// Name of the terminal's type, as the environment gives it.
  package let terminalName: String

  /// What the terminal can do.
  package var capabilities: TerminalCapabilities { painter.capabilities }

  private let terminal: TerminalHandle
  private var painter: CellPainter
  private let sequences: ModeSequences
  private let signals: Int32
  private var decoder = KeyDecoder()
  private var events: [TerminalEvent] = []
  private var emptyReads = 0
  private var isReleased = false
  private var isClosed = false

  /// Takes the terminal that the program was started in.
  /// - Throws: `ScreenError`, with the terminal left as it was.
  package convenience init() throws(ScreenError) {
    let name = TerminalDescription.environment("TERM")
    guard let descriptors = TerminalDescriptors() else {
      throw ScreenError(.noTerminal, terminalName: name)
    }
    try self.init(descriptors: descriptors, terminalName: name)
  }

  /// Takes a terminal.
  init(descriptors: TerminalDescriptors, terminalName name: String) throws(ScreenError) {
    let isUTF8 = Self.setLocale()
    let type = try Self.usableType(name, output: descriptors.output)
    let capabilities = TerminalDescription.capabilities(name: name, isUTF8: isUTF8)
    let sequences = ModeSequences(name: name)
    // Before ncurses, which keeps the handlers that it finds.
    terminal_guard_install(descriptors.input)
    signals = terminal_signals_open()
    guard let terminal = TerminalHandle(type: type, descriptors: descriptors) else {
      terminal_signals_close()
      terminal_guard_remove()
      throw ScreenError(.unknownTerminal, terminalName: name)
    }
    terminalName = name
    self.terminal = terminal
    painter = CellPainter(capabilities: capabilities)
    self.sequences = sequences
    size = terminal.size
    let reset = sequences.reset
    unsafe reset.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { unsafe terminal_guard_set_reset(start, bytes.count) }
    }
    takeTerminal()
  }

  package var inputDescriptors: [Int32] {
    signals >= 0 ? [terminal.descriptors.input, signals] : [terminal.descriptors.input]
  }

  package var inputDeadline: ContinuousClock.Instant? { decoder.deadline }

  package func nextEvent() -> TerminalEvent? {
    if events.isEmpty {
      readSignals()
      readInput()
    }
    return events.isEmpty ? nil : events.removeFirst()
  }

  package func discardInput() {
    tcflush(terminal.descriptors.input, TCIFLUSH)
    while terminal.read() != nil {}
    decoder = KeyDecoder()
    events.removeAll { event in
      if case .resize = event { false } else { true }
    }
  }

  package func present(_ surface: CellSurface, cursor: CellPoint?, title: DisplayString?) {
    guard !isReleased, !isClosed else { return }
    write(painter.paint(surface, cursor: cursor, title: title))
  }

  package func invalidate() {
    painter.invalidate()
  }

  package func beep() {
    if !isReleased, !isClosed { write(painter.capabilities.bell) }
  }

  package func copyToClipboard(_ text: String) {
    guard !isReleased, !isClosed, TerminalDescription.hasWindow(name: terminalName) else { return }
    write(ClipboardSequence.bytes(for: text))
  }

  package func suspend() {
    withTerminalReleased { terminal_signals_stop_group() }
  }

  package func withTerminalReleased(_ body: () -> Void) {
    guard !isReleased, !isClosed else { return body() }
    giveTerminalBack()
    body()
    takeTerminal()
    // What was reported meanwhile is dealt with here.
    _ = receivedSignals()
    updateSize()
    events.append(.resize(size))
  }

  package func close() {
    guard !isClosed else { return }
    if !isReleased { giveTerminalBack() }
    isClosed = true
    terminal_signals_close()
    terminal_guard_remove()
    terminal.close()
  }

  // MARK: Taking and giving back

  private func takeTerminal() {
    terminal_guard_arm(1)
    terminal.enterProgramMode()
    write(sequences.keepTitle + sequences.enter)
    painter.invalidate()
    isReleased = false
  }

  private func giveTerminalBack() {
    isReleased = true
    write(painter.capabilities.resetStyle + sequences.leave)
    terminal.leaveProgramMode()
    terminal_guard_arm(0)
  }

  private func updateSize() {
    terminal.resize()
    size = terminal.size
    painter.invalidate()
  }

  private func write(_ bytes: [UInt8]) {
    terminal.write(bytes)
  }

  // MARK: Reading

  private func receivedSignals() -> Set<Int32> {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(signals, &numbers, numbers.count)
    return count > 0 ? Set(numbers[..<count].map(Int32.init)) : []
  }

  private func readSignals() {
    let received = receivedSignals()
    if received.contains(SIGCONT), !isReleased {
      // The shell may have changed the modes while we were stopped.
      terminal.enterProgramMode()
      write(sequences.enter)
    }
    if received.contains(SIGWINCH) || received.contains(SIGCONT) {
      updateSize()
      events.append(.resize(size))
    }
    if received.contains(SIGTSTP) { events.append(.suspendRequest) }
  }

  private func readInput() {
    let now = ContinuousClock.now
    // A paste is taken whole; the bound keeps a flood from holding up the frame.
    for _ in 0..<65536 {
      guard let input = terminal.read() else { break }
      emptyReads = 0
      decoder.decode(input, at: now, into: &events)
    }
    // ncurses has waited for the rest of a sequence already.
    if decoder.hasLoneEscape { decoder.finish(into: &events) }
    decoder.expire(at: now, into: &events)
    if events.isEmpty, terminal.isReadable {
      // Readable but nothing to read, time after time: the terminal is gone.
      emptyReads += 1
      if emptyReads > 3 || terminal.isHungUp { events.append(.endOfInput) }
    }
  }

  // MARK: Setting up

  /// Takes the character set from the environment.
  /// - Returns: whether it is UTF-8.
  private static func setLocale() -> Bool {
    if unsafe setlocale(LC_CTYPE, "") == nil {
      // The locale is not installed, but its name says what the terminal speaks.
      let name = ["LC_ALL", "LC_CTYPE", "LANG"].map(TerminalDescription.environment).first {
        !$0.isEmpty
      }
      let folded = (name ?? "").lowercased()
      if folded.hasSuffix("utf-8") || folded.hasSuffix("utf8") {
        _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
      }
    }
    guard let codeset = unsafe nl_langinfo(nl_item(CODESET)) else { return false }
    return unsafe String(cString: codeset) == "UTF-8"
  }

  /// The name of a type that terminfo knows and that can be painted on.
  private static func usableType(_ name: String, output: Int32) throws(ScreenError) -> String {
    guard !name.isEmpty else { throw ScreenError(.unknownTerminal, terminalName: name) }
    for candidate in [name, "xterm-256color"] {
      var status: Int32 = 0
      guard unsafe setupterm(candidate, output, &status) == OK else {
        if TerminalDescription.hasWindow(name: name) { continue }
        break
      }
      guard !TerminalDescription.string("cup").isEmpty, !TerminalDescription.string("clear").isEmpty
      else { throw ScreenError(.incapableTerminal, terminalName: name) }
      return candidate
    }
    throw ScreenError(.unknownTerminal, terminalName: name)
  }
}
