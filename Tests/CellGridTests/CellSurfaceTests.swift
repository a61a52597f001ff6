// SPDX-License-Identifier: MIT
// Part of Grille: tests of drawing into cells.
import Testing

@testable import CellGrid

struct CellSurfaceTests {
  @Test func textIsWrittenAndClipped() {
    var surface = CellSurface(size: CellSize(columns: 6, rows: 2))
    #expect(surface.write("hello world", at: .zero) == 11)
    #expect(surface.write("xyz", at: CellPoint(column: -1, row: 1)) == 3)
    surface.write("far", at: CellPoint(column: 0, row: 7))
    #expect(SurfaceDump.lines(surface) == ["hello", "yz"])
    #expect(surface.text(row: 0) == "hello")
    #expect(surface[5, 0].isBlank)
  }

  @Test func aWideCharacterTakesTwoCells() {
    var surface = CellSurface(size: CellSize(columns: 5, rows: 1))
    surface.write("日本語", at: .zero)
    #expect(surface[1, 0].isContinuation)
    // Only half of the third fits.
    #expect(SurfaceDump.lines(surface) == ["日本"])
  }

  @Test func overwritingHalfOfAWideCharacterBlanksTheOtherHalf() {
    var surface = CellSurface(size: CellSize(columns: 6, rows: 1))
    surface.write("日本語", at: .zero)
    surface.write("x", at: CellPoint(column: 1, row: 0))
    #expect(SurfaceDump.lines(surface) == [" x本語"])
    surface.write("y", at: CellPoint(column: 2, row: 0))
    #expect(SurfaceDump.lines(surface) == [" xy 語"])
    surface.write("界", at: CellPoint(column: 3, row: 0))
    #expect(SurfaceDump.lines(surface) == [" xy界"])
    surface.fill(CellRect(column: 4, row: 0, columns: 1, rows: 1), with: Cell("z"))
    #expect(SurfaceDump.lines(surface) == [" xy z"])
  }

  @Test func clustersStayTogether() {
    var surface = CellSurface(size: CellSize(columns: 8, rows: 1))
    surface.write("e\u{301}👨‍👩‍👧x", at: .zero)
    #expect(surface[0, 0].clusterIndex == 0)
    #expect(surface[3, 0] == Cell("x"))
    #expect(SurfaceDump.lines(surface) == ["e\u{301}👨‍👩‍👧x"])
  }

  @Test func aMarkWithoutBaseJoinsTheCharacterBefore() {
    var surface = CellSurface(size: CellSize(columns: 4, rows: 1))
    surface.write("a", at: .zero)
    surface.write("\u{301}b", at: CellPoint(column: 1, row: 0))
    #expect(SurfaceDump.lines(surface) == ["a\u{301}b"])
  }

  @Test func pilesOfMarksAreCut() {
    var surface = CellSurface(size: CellSize(columns: 4, rows: 1))
    surface.write(
      DisplayString("a" + String(repeating: "\u{301}", count: 5000), as: .page), at: .zero)
    #expect(surface.text(row: 0).utf8.count <= ClusterTable.maximumLength)
  }

  @Test func anEmptySurfaceTakesEverything() {
    var surface = CellSurface(size: .zero)
    surface.write("日", at: .zero)
    surface.fill(CellRect(column: -3, row: -3, columns: 9, rows: 9), with: .blank())
    surface[0, 0] = Cell("x")
    #expect(SurfaceDump.text(surface) == "")
  }

  @Test func copyingKeepsClusters() {
    var source = CellSurface(size: CellSize(columns: 4, rows: 1))
    source.write("e\u{301}日", at: .zero)
    var target = CellSurface(size: CellSize(columns: 6, rows: 2))
    target.write("x\u{302}", at: .zero)
    target.copy(source, source.bounds, to: CellPoint(column: 1, row: 1))
    #expect(SurfaceDump.lines(target) == ["x\u{302}", " e\u{301}日"])
  }

  @Test func stylesShowInTheStyledDump() {
    var surface = CellSurface(size: CellSize(columns: 12, rows: 1))
    surface.write("a", at: .zero)
    surface.write(
      "link", at: CellPoint(column: 1, row: 0),
      style: CellStyle(foreground: .indexed(4), attributes: [.underline], linkID: 3))
    surface.write(
      "rgb", at: CellPoint(column: 5, row: 0), style: CellStyle(background: .rgb(hex: 0x01_02_03)))
    #expect(
      SurfaceDump.styledText(surface)
        == "a⟨underline fg=4 link=3⟩link⟨/⟩⟨bg=#010203⟩rgb⟨/⟩\n")
  }

  @Test func aCellIsSmall() {
    #expect(MemoryLayout<CellStyle>.size <= 16)
    #expect(MemoryLayout<Cell>.stride == 16)
  }
}

struct UnsanitizedBytesTests {
  /// The bytes a surface shows for bytes that nobody sanitised.
  private func shown(_ bytes: [UInt8]) -> [UInt8] {
    var surface = CellSurface(size: CellSize(columns: 8, rows: 1))
    surface.writeSanitized(bytes.span, at: .zero, style: .plain)
    return Array(surface.text(row: 0).utf8)
  }

  @Test(
    arguments: [
      [0x61, 0x1B, 0x5B, 0x62], [0x61, 0xC2, 0x9B, 0x62], [0x9B, 0xCC, 0x81],
      [0x61, 0xE2, 0x80, 0xA8, 0x62],
      [0x61, 0xE2, 0x80, 0xAE, 0x62], [0x9B], [0x61, 0xCC, 0x81, 0x9B], [0x0D, 0x0A, 0x7F],
    ] as [[UInt8]])
  func controlsDoNotPassEvenThen(bytes: [UInt8]) {
    let text = String(decoding: shown(bytes), as: UTF8.self)
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
    #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl || $0.value == 0x2028 })
    #expect(Array(text.utf8) == shown(bytes))
  }
}
