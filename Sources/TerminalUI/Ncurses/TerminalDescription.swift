// SPDX-License-Identifier: MIT
// Part of Grille: reads a terminal's capabilities from terminfo.

import CNcurses
import Glibc

/// Reads the description that `setupterm` or `newterm` has made current.
enum TerminalDescription {
  /// Names of terminals that terminfo may lack but that speak xterm's language.
  static let xtermLike = [
    "xterm", "foot", "alacritty", "kitty", "wezterm", "ghostty", "contour", "rio", "konsole", "vte",
    "gnome", "mlterm", "st-", "iterm", "tmux", "screen", "rxvt",
  ]

  /// The capabilities for painting.
  static func capabilities(name: String, isUTF8: Bool) -> TerminalCapabilities {
    var result = TerminalCapabilities()
    result.isUTF8 = isUTF8
    result.depth = depth(name: name)
    result.erasesWithBackground = flag("bce")
    result.canFillLastCell = !flag("am") || flag("xenl")
    result.clearScreen = string("clear")
    result.eraseToEndOfLine = string("el")
    result.hideCursor = string("civis")
    result.showCursor = string("cnorm")
    result.bell = string("bel")
    readStyles(into: &result)
    result.moveCursor = cursorMovement()
    let region = string("csr")
    if !region.isEmpty {
      result.setScrollRegion = { expand(region, $0, $1) }
      result.scrollUp = string("ind")
      result.scrollDown = string("ri")
    }
    readFrame(name: name, into: &result)
    return result
  }

  /// A string capability without padding; empty if there is none.
  static func string(_ name: String) -> [UInt8] {
    guard let text = unsafe shim_tigetstr(name) else { return [] }
    return stripPadding(unsafe Array(String(cString: text).utf8))
  }

  /// A flag.
  static func flag(_ name: String) -> Bool {
    unsafe shim_tigetflag(name) > 0
  }

  private static func readStyles(into result: inout TerminalCapabilities) {
    result.resetStyle = string("sgr0")
    result.bold = string("bold")
    result.dim = string("dim")
    result.italic = string("sitm")
    result.underline = string("smul")
    result.blink = string("blink")
    result.reverse = string("rev")
    result.strikethrough = string("smxx")
    let (foreground, background) = (string("setaf"), string("setab"))
    guard result.depth > .mono else { return }
    let count = min(result.depth.rawValue, 256)
    result.foregrounds = (0..<count).map { expand(foreground, $0, 0) }
    result.backgrounds = (0..<count).map { expand(background, $0, 0) }
  }

  private static func readFrame(name: String, into result: inout TerminalCapabilities) {
    if isSynchronized(name: name) {
      result.beginFrame = TerminalCapabilities.sequence("[?2026h")
      result.endFrame = TerminalCapabilities.sequence("[?2026l")
    }
    let begin = string("tsl")
    if begin.starts(with: TerminalCapabilities.sequence("]")) || hasWindow(name: name) {
      result.beginTitle = TerminalCapabilities.sequence("]2;")
      result.endTitle = [7]
    }
  }

  /// Whether a terminal of this name has a window with a title.
  static func hasWindow(name: String) -> Bool {
    xtermLike.contains { name.hasPrefix($0) }
  }

  /// Whether the terminal is known to show a frame at once between two marks; never asked, because
  /// nobody waits for a terminal's reply.
  private static func isSynchronized(name: String) -> Bool {
    if unsafe shim_tigetstr("Sync") != nil { return true }
    let known = ["foot", "alacritty", "xterm-kitty", "wezterm", "xterm-ghostty", "contour"]
    if known.contains(where: { name.hasPrefix($0) }) { return true }
    // Inside tmux or screen the variables below are those of the terminal outside.
    if name.hasPrefix("tmux") || name.hasPrefix("screen") { return false }
    let program = environment("TERM_PROGRAM")
    return ["iTerm.app", "WezTerm", "ghostty", "mintty"].contains(program)
      || (Int(environment("VTE_VERSION")) ?? 0) >= 6800
  }

  private static func depth(name: String) -> ColorDepth {
    guard !string("setaf").isEmpty else { return .mono }
    let colors = unsafe shim_tigetnum("colors")
    guard colors >= 8 else { return .mono }
    let requested = environment("COLORTERM")
    if requested == "truecolor" || requested == "24bit" || flag("RGB") || flag("Tc") {
      // What the description says of its 256 entries is true only where they are a palette.
      if colors <= 256 { return .trueColor }
    }
    if colors >= 256 { return .palette }
    return colors >= 16 ? .sixteen : .eight
  }

  private static func cursorMovement() -> @Sendable (Int, Int) -> [UInt8] {
    let format = string("cup")
    if format == TerminalCapabilities.sequence("[%i%p1%d;%p2%dH") {
      return TerminalCapabilities.ecma48Move
    }
    return { expand(format, $0, $1) }
  }

  /// A capability with its parameters put in.
  private nonisolated static func expand(_ format: [UInt8], _ first: Int, _ second: Int) -> [UInt8]
  {
    guard !format.isEmpty else { return [] }
    let text = String(decoding: format, as: UTF8.self)
    guard let expanded = unsafe shim_tparm(text, first, second) else { return [] }
    return unsafe Array(String(cString: expanded).utf8)
  }

  /// Removes `$<5>`, `$<5*/>` and the like.
  static func stripPadding(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "$"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "<"),
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
      {
        index = end + 1
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// A variable of the environment; empty if it is not set.
  static func environment(_ name: String) -> String {
    guard let value = unsafe getenv(name) else { return "" }
    return unsafe String(cString: value)
  }
}
