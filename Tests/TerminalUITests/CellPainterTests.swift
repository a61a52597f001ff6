// SPDX-License-Identifier: MIT
// Part of Grille: tests of painting by difference.
import CellGrid
import Testing

@testable import TerminalUI

@MainActor
struct CellPainterTests {
  private let size = CellSize(columns: 20, rows: 5)

  private func surface(_ lines: String..., style: CellStyle = .plain) -> CellSurface {
    var surface = CellSurface(size: size)
    for (row, line) in lines.enumerated() {
      surface.write(
        DisplayString(line, as: .page), at: CellPoint(column: 0, row: row), style: style)
    }
    return surface
  }

  /// What a painter writes for a frame after another one, with Esc as `^`.
  private func bytes(
    _ frames: CellSurface..., capabilities: TerminalCapabilities = .ecma48(),
    cursor: CellPoint? = nil, title: DisplayString? = nil
  ) -> String {
    var painter = CellPainter(capabilities: capabilities)
    var output: [UInt8] = []
    for frame in frames { output = painter.paint(frame, cursor: cursor, title: title) }
    return String(decoding: output, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func theFirstFrameClearsAndWritesWhatIsNotBlank() {
    #expect(
      bytes(surface("ab", "", "日本")) == "^[?25l^[m^[H^[2J^[1;1Hab^[3;1H日本")
  }

  @Test func onlyWhatChangedIsWritten() {
    #expect(bytes(surface("hello"), surface("hello")) == "")
    #expect(bytes(surface("hello world"), surface("hello wOrld")) == "^[1;8H^[mO")
    #expect(bytes(surface("abcdefghijklmnop"), surface("a")) == "^[1;2H^[m^[K")
  }

  @Test func scrollingMovesRows() {
    let before = surface("one", "two", "three", "four", "status")
    let after = surface("two", "three", "four", "five", "status")
    #expect(bytes(before, after) == "^[m^[1;4r^[4;1H\n^[1;5r^[4;1Hfive")
    #expect(bytes(after, before) == "^[m^[1;4r^[1;1H^M^[1;5r^[1;1Hone")
  }

  @Test func stylesAreSetByPalette() {
    let red = CellStyle(foreground: .indexed(1), attributes: [.bold])
    #expect(bytes(surface(""), surface("x", style: red)) == "^[1;1H^[m^[1m^[31mx^[m")
    let rgb = CellStyle(foreground: .rgb(hex: 0xFF0000), background: .rgb(hex: 0x010203))
    let first = surface("")
    let second = surface("x", style: rgb)
    #expect(
      bytes(first, second, capabilities: .ecma48(depth: .trueColor))
        == "^[1;1H^[m^[38;2;255;0;0m^[48;2;1;2;3mx^[m")
    #expect(
      bytes(first, second, capabilities: .ecma48(depth: .palette))
        == "^[1;1H^[m^[38;5;196m^[48;5;16mx^[m")
    #expect(
      bytes(first, second, capabilities: .ecma48(depth: .eight)) == "^[1;1H^[m^[1m^[31m^[40mx^[m")
    #expect(bytes(first, second, capabilities: .ecma48(depth: .mono)) == "^[1;1H^[mx^[m")
  }

  @Test func coloursThatBecomeOneStayReadable() {
    let close = CellStyle(foreground: .rgb(hex: 0x000010), background: .rgb(hex: 0x000000))
    let text = bytes(
      surface(""), surface("x", style: close), capabilities: .ecma48(depth: .eight))
    #expect(text == "^[1;1H^[m^[37m^[40mx^[m")
  }

  @Test func afterAClusterTheCursorIsSetAnew() {
    #expect(
      bytes(surface(""), surface("👨‍👩‍👧x")) == "^[1;1H^[m  ^[1;1H👨‍👩‍👧^[1;3Hx")
  }

  @Test func withoutUTF8OnlyASCIIIsSent() {
    let text = bytes(
      surface(""), surface("é─“日”…☃"), capabilities: .ecma48(isUTF8: false))
    #expect(text == "^[1;1H^[me-\"??\".?")
  }

  @Test func theBottomRightCellIsLeftOutWhereItWouldScroll() {
    var capabilities = TerminalCapabilities.ecma48()
    capabilities.canFillLastCell = false
    var full = CellSurface(size: CellSize(columns: 3, rows: 1))
    full.write("abc", at: .zero)
    #expect(bytes(full, capabilities: capabilities).hasSuffix("ab"))
  }

  @Test func theTitleIsSentOnceAndCannotEscape() {
    let evil = DisplayString("a\u{1B}]52;c;x\u{7}b\u{9C}")
    let text = bytes(surface("x"), title: evil)
    #expect(text.hasSuffix("^]2;a␛]52;c;x␇b\\u{9C}\u{7}"))
    #expect(bytes(surface("x"), surface("x"), title: evil) == "")
  }

  @Test func theCursorIsShownWhereItIsWanted() {
    let point = CellPoint(column: 4, row: 2)
    #expect(bytes(surface("x"), cursor: point).hasSuffix("^[3;5H^[?25h"))
    #expect(bytes(surface("x"), surface("x"), cursor: point) == "^[3;5H")
  }

  @Test func aFrameIsHeldTogetherWhereTheTerminalKnowsHow() {
    var capabilities = TerminalCapabilities.ecma48()
    capabilities.beginFrame = Array("<".utf8)
    capabilities.endFrame = Array(">".utf8)
    #expect(bytes(surface(""), surface("x"), capabilities: capabilities) == "<^[1;1H^[mx>")
  }

  @Test func everyByteOfEscapeIsOurs() {
    // A page full of controls: what comes out holds no Esc but those of the painter's strings.
    let page = (0..<0xA0 as Range<UInt32>).compactMap(Unicode.Scalar.init).map { String($0) }
      .joined()
    var wide = CellSurface(size: CellSize(columns: 400, rows: 2))
    wide.write(DisplayString(page, as: .page), at: .zero)
    let raw = Array(page.utf8)
    wide.writeSanitized(raw.span, at: CellPoint(column: 0, row: 1), style: .plain)
    var painter = CellPainter(capabilities: .ecma48())
    let text = String(decoding: painter.paint(wide, cursor: nil, title: nil), as: UTF8.self)
    let rest = text.replacing(#/\u{1B}\[[?0-9;]*[A-Za-z]/#, with: "")
    #expect(rest.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
    #expect(rest.contains("␀") && rest.contains("␛"))
  }
}

@MainActor
struct ColorsTests {
  @Test(
    arguments: [
      (0xFF0000, 196), (0x000000, 16), (0xFFFFFF, 231), (0x808080, 244), (0x00FF00, 46),
      (0x1E1E1E, 234),
    ] as [(UInt32, UInt8)])
  func theNearestOfThePaletteIsTaken(rgb: UInt32, index: UInt8) {
    #expect(Colors.nearestPalette(rgb) == index)
  }

  @Test func everyColourIsReducedToWhatTheTerminalHas() {
    for depth in [ColorDepth.mono, .eight, .sixteen, .palette, .trueColor] {
      for index in 0...255 as ClosedRange<UInt8> {
        let reduced = Colors.reduce(.indexed(index), to: depth)
        if depth == .mono { #expect(reduced.isDefault) }
        if let entry = reduced.index, depth != .eight { #expect(Int(entry) < depth.rawValue) }
      }
    }
    #expect(Colors.reduce(.indexed(200), to: .sixteen) == .indexed(13))
  }
}
