// SPDX-License-Identifier: MIT
// Part of Grille: what a terminal can do, as a value.

/// The strings and facts that painting needs, taken once from the terminal's description.
///
/// A string that the terminal lacks is empty. Padding is stripped: no terminal of today needs it.
package nonisolated struct TerminalCapabilities: Sendable {
  /// Number of colours.
  package var depth = ColorDepth.mono
  /// Whether the terminal takes UTF-8; otherwise only ASCII is sent.
  package var isUTF8 = true
  /// Whether erased cells take the background colour.
  package var erasesWithBackground = false
  /// Whether the bottom right cell can be written without scrolling.
  package var canFillLastCell = true

  package var clearScreen: [UInt8] = []
  package var eraseToEndOfLine: [UInt8] = []
  package var hideCursor: [UInt8] = []
  package var showCursor: [UInt8] = []
  package var bell: [UInt8] = []

  package var resetStyle: [UInt8] = []
  package var bold: [UInt8] = []
  package var dim: [UInt8] = []
  package var italic: [UInt8] = []
  package var underline: [UInt8] = []
  package var blink: [UInt8] = []
  package var reverse: [UInt8] = []
  package var strikethrough: [UInt8] = []

  /// Foreground by palette entry, as many as the palette has.
  package var foregrounds: [[UInt8]] = []
  /// Background by palette entry, as many as the palette has.
  package var backgrounds: [[UInt8]] = []

  /// Moves the cursor to a row and a column, both from 0.
  package var moveCursor: @Sendable (_ row: Int, _ column: Int) -> [UInt8] = { _, _ in [] }
  /// Limits scrolling to rows, from 0, both inclusive; nil if the terminal cannot.
  package var setScrollRegion: (@Sendable (_ first: Int, _ last: Int) -> [UInt8])?
  /// Scrolls up by one on the region's last row.
  package var scrollUp: [UInt8] = []
  /// Scrolls down by one on the region's first row.
  package var scrollDown: [UInt8] = []

  /// Begins and ends a frame that appears at once.
  package var beginFrame: [UInt8] = []
  package var endFrame: [UInt8] = []
  /// Begins and ends the window's title; empty where the terminal has no window.
  package var beginTitle: [UInt8] = []
  package var endTitle: [UInt8] = []

  /// Makes a terminal that can do nothing.
  package init() {}

  /// A terminal with the usual sequences of ECMA-48, for tests.
  package static func ecma48(depth: ColorDepth = .palette, isUTF8: Bool = true)
    -> TerminalCapabilities
  {
    var result = TerminalCapabilities()
    result.depth = depth
    result.isUTF8 = isUTF8
    result.clearScreen = sequence("[H\u{1B}[2J")
    result.eraseToEndOfLine = sequence("[K")
    result.hideCursor = sequence("[?25l")
    result.showCursor = sequence("[?25h")
    result.bell = [7]
    result.resetStyle = sequence("[m")
    result.bold = sequence("[1m")
    result.dim = sequence("[2m")
    result.italic = sequence("[3m")
    result.underline = sequence("[4m")
    result.blink = sequence("[5m")
    result.reverse = sequence("[7m")
    result.strikethrough = sequence("[9m")
    let count = min(depth.rawValue, 256)
    result.foregrounds = (0..<count).map { sequence($0 < 8 ? "[3\($0)m" : "[38;5;\($0)m") }
    result.backgrounds = (0..<count).map { sequence($0 < 8 ? "[4\($0)m" : "[48;5;\($0)m") }
    result.moveCursor = Self.ecma48Move
    result.setScrollRegion = { sequence("[\($0 + 1);\($1 + 1)r") }
    result.scrollUp = [0x0A]
    result.scrollDown = sequence("M")
    result.beginTitle = sequence("]2;")
    result.endTitle = [7]
    return result
  }

  /// CUP of ECMA-48, which nearly every terminal has, without a call into the library.
  static let ecma48Move: @Sendable (Int, Int) -> [UInt8] = { row, column in
    var bytes: [UInt8] = [0x1B, 0x5B]
    append(row + 1, to: &bytes)
    bytes.append(0x3B)
    append(column + 1, to: &bytes)
    bytes.append(0x48)
    return bytes
  }

  /// Appends a number in decimal.
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// The bytes of Esc and a text.
  static func sequence(_ text: String) -> [UInt8] {
    [0x1B] + Array(text.utf8)
  }
}
