// SPDX-License-Identifier: MIT
// Part of Grille: the calls into ncurses.

import CNcurses
import CellGrid
import Glibc

/// The descriptors of the terminal: standard input and output, or the controlling terminal in their place.
struct TerminalDescriptors {
  let input: Int32
  let output: Int32

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// nil if there is no terminal.
  init?() {
    let fallback: Int32
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      fallback = -1
    } else {
      fallback = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
      guard fallback >= 0 else { return nil }
    }
    input = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : fallback
    output = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : fallback
  }
}

/// Owns ncurses' screen and the window that is read through.
///
/// The window is a pad of one cell: reading through a real window would clear what was painted.
@safe
final class TerminalHandle {
  let descriptors: TerminalDescriptors

  private let screen: OpaquePointer
  private let pad: UnsafeMutablePointer<WINDOW>
  private let files: (input: UnsafeMutablePointer<FILE>, output: UnsafeMutablePointer<FILE>)
  private var isClosed = false

  /// Opens the terminal, without changing what it shows yet; nil if ncurses cannot.
  init?(type: String, descriptors: TerminalDescriptors) {
    guard let input = unsafe fdopen(dup(descriptors.input), "r") else { return nil }
    guard let output = unsafe fdopen(dup(descriptors.output), "w") else {
      unsafe fclose(input)
      return nil
    }
    set_escdelay(Int32(KeyDecoder.escapeDelay / .milliseconds(1)))
    // The environment's LINES and COLUMNS are often stale; the terminal itself is asked.
    use_tioctl(true)
    var name = Array(type.utf8CString)
    guard let screen = unsafe newterm(&name, output, input) else {
      unsafe fclose(input)
      unsafe fclose(output)
      return nil
    }
    guard let pad = unsafe newpad(1, 1) else {
      endwin()
      unsafe delscreen(screen)
      unsafe fclose(input)
      unsafe fclose(output)
      return nil
    }
    self.descriptors = descriptors
    unsafe self.screen = screen
    unsafe self.pad = pad
    unsafe files = (input, output)
    raw()
    noecho()
    nonl()
    unsafe keypad(pad, true)
    unsafe nodelay(pad, true)
    // Mouse reports are read by the decoder, in a form that has no limit of 223 columns.
    keyok(KEY_MOUSE, false)
    def_prog_mode()
  }

  /// The terminal's extent, at least one cell.
  var size: CellSize {
    var window = winsize()
    if unsafe ioctl(descriptors.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    {
      return CellSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }
    let (columns, rows) = unsafe (shim_tigetnum("cols"), shim_tigetnum("lines"))
    return CellSize(columns: columns > 0 ? Int(columns) : 80, rows: rows > 0 ? Int(rows) : 24)
  }

  /// Tells ncurses the extent.
  func resize() {
    let size = size
    resize_term(Int32(clamping: size.rows), Int32(clamping: size.columns))
  }

  /// Sets the modes and, by ncurses' first or next update, the alternate screen.
  func enterProgramMode() {
    reset_prog_mode()
    doupdate()
  }

  /// Puts back the modes and the normal screen.
  func leaveProgramMode() {
    endwin()
  }

  /// The next character or key, or nil if there is none.
  func read() -> KeyDecoder.Input? {
    var character: wint_t = 0
    while true {
      let result = unsafe wget_wch(pad, &character)
      if result == OK { return .character(UInt32(character)) }
      guard result == shim_key_code_yes() else { return nil }
      if let key = Self.key(for: Int32(bitPattern: character)) { return .key(key) }
    }
  }

  /// Whether the terminal has something to read.
  var isReadable: Bool { pollEvents() != 0 }

  /// Whether the other side of the terminal is closed.
  var isHungUp: Bool { pollEvents() & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 }

  /// Writes everything, in one call unless the terminal is slow.
  func write(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...]
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptors.output, $0.baseAddress, $0.count)
      }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: descriptors.output, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&descriptor, 1, 1000)
      } else if errno != EINTR {
        // The terminal is gone; reading will tell.
        return
      }
    }
  }

  /// Frees everything; the modes must have been put back before.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    unsafe delwin(pad)
    unsafe delscreen(screen)
    unsafe fclose(files.input)
    unsafe fclose(files.output)
  }

  private func pollEvents() -> Int16 {
    var descriptor = pollfd(fd: descriptors.input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&descriptor, 1, 0) > 0 ? descriptor.revents : 0
  }

  /// The key of an ncurses key code; nil for those nobody asked for.
  private static func key(for code: Int32) -> KeyEvent? {
    if let key = plainKeys[code] { return KeyEvent(key) }
    switch code {
    case KEY_BTAB: return KeyEvent(.tab, .shift)
    case KEY_SLEFT: return KeyEvent(.left, .shift)
    case KEY_SRIGHT: return KeyEvent(.right, .shift)
    case KEY_SR: return KeyEvent(.up, .shift)
    case KEY_SF: return KeyEvent(.down, .shift)
    case KEY_SHOME: return KeyEvent(.home, .shift)
    case KEY_SEND: return KeyEvent(.end, .shift)
    case KEY_SPREVIOUS: return KeyEvent(.pageUp, .shift)
    case KEY_SNEXT: return KeyEvent(.pageDown, .shift)
    case KEY_SDC: return KeyEvent(.delete, .shift)
    case KEY_SIC: return KeyEvent(.insert, .shift)
    case KEY_F0 + 1...KEY_F0 + 63: return functionKey(Int(code - KEY_F0))
    default: break
    }
    // Keys beyond the standard ones have names such as kUP5: a key and its modifiers plus one.
    guard let text = unsafe keyname(code) else { return nil }
    let name = unsafe String(cString: text)
    guard let digit = name.last?.wholeNumberValue, let key = extendedKeys[String(name.dropLast())]
    else { return nil }
    var modifiers: KeyEvent.Modifiers = []
    if (digit - 1) & 1 != 0 { modifiers.insert(.shift) }
    if (digit - 1) & 2 != 0 { modifiers.insert(.meta) }
    if (digit - 1) & 4 != 0 { modifiers.insert(.control) }
    return KeyEvent(key, modifiers)
  }

  /// Terminfo numbers function keys with modifiers in blocks of twelve.
  private static func functionKey(_ number: Int) -> KeyEvent {
    let modifiers: [KeyEvent.Modifiers] = [
      [], .shift, .control, [.control, .shift], .meta, [.meta, .shift],
    ]
    return KeyEvent(.function((number - 1) % 12 + 1), modifiers[min(5, (number - 1) / 12)])
  }

  private static let plainKeys: [Int32: KeyEvent.Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home,
    KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_BACKSPACE: .backspace,
    KEY_DC: .delete, KEY_IC: .insert, KEY_ENTER: .enter, KEY_A1: .home, KEY_A3: .pageUp,
    KEY_C1: .end, KEY_C3: .pageDown, KEY_FIND: .home, KEY_SELECT: .end,
  ]

  private static let extendedKeys: [String: KeyEvent.Key] = [
    "kUP": .up, "kDN": .down, "kLFT": .left, "kRIT": .right, "kHOM": .home, "kEND": .end,
    "kPRV": .pageUp, "kNXT": .pageDown, "kDC": .delete, "kIC": .insert,
  ]
}
