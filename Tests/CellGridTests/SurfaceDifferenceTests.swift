// SPDX-License-Identifier: MIT
// Part of Grille: tests of the difference of two surfaces.
import Testing

@testable import CellGrid

struct SurfaceDifferenceTests {
  private typealias Run = SurfaceDifference.Run

  private func surface(_ lines: [String], columns: Int = 24) -> CellSurface {
    var surface = CellSurface(size: CellSize(columns: columns, rows: lines.count))
    for (row, line) in lines.enumerated() {
      surface.write(DisplayString(line, as: .page), at: CellPoint(column: 0, row: row))
    }
    return surface
  }

  @Test func equalSurfacesDoNotDiffer() {
    let lines = ["a", "e\u{301}日", ""]
    #expect(SurfaceDifference(from: surface(lines), to: surface(lines)).runs.isEmpty)
  }

  @Test func clustersAreComparedByWhatTheyShow() {
    var left = CellSurface(size: CellSize(columns: 4, rows: 1))
    left.write("x\u{302}", at: .zero)
    left.write("e\u{301}", at: .zero)
    var right = CellSurface(size: CellSize(columns: 4, rows: 1))
    right.write("e\u{301}", at: .zero)
    #expect(SurfaceDifference(from: left, to: right).runs.isEmpty)
    right.write("e\u{302}", at: .zero)
    #expect(SurfaceDifference(from: left, to: right).runs == [Run(row: 0, columns: 0..<1)])
  }

  @Test func nearChangesAreOneRunAndFarOnesAreTwo() {
    let old = surface(["aaaaaaaaaaaaaaaaaaaaaaaa"])
    #expect(
      SurfaceDifference(from: old, to: surface(["aabaabaaaaaaaaaaaaaaaaca"])).runs
        == [Run(row: 0, columns: 2..<6), Run(row: 0, columns: 22..<23)])
  }

  @Test func wideCharactersAreNotCut() {
    let old = surface(["日本語"])
    #expect(
      SurfaceDifference(from: old, to: surface(["日木語"])).runs == [Run(row: 0, columns: 2..<4)])
    #expect(
      SurfaceDifference(from: old, to: surface(["日xx語"])).runs == [Run(row: 0, columns: 2..<4)])
    var restyled = old
    restyled.restyle(CellRect(column: 1, row: 0, columns: 1, rows: 1)) { $0.attributes = .bold }
    #expect(SurfaceDifference(from: old, to: restyled).runs == [Run(row: 0, columns: 0..<2)])
  }

  @Test func anotherSizeIsPaintedWhole() {
    let runs = SurfaceDifference(from: surface(["a"]), to: surface(["a", "b"], columns: 2)).runs
    #expect(runs == [Run(row: 0, columns: 0..<2), Run(row: 1, columns: 0..<2)])
    #expect(SurfaceDifference(from: surface(["a"]), to: CellSurface(size: .zero)).runs.isEmpty)
  }

  @Test func aScrollIsFoundWhereItSavesWork() {
    let rows = (0..<12).map { "row number \($0)" }
    let old = surface(Array(rows[0..<8]) + ["status"])
    let down = SurfaceDifference(
      from: old, to: surface(Array(rows[2..<10]) + ["status"]), allowsScroll: true)
    #expect(down.scroll == SurfaceDifference.Scroll(rows: 0..<8, distance: 2))
    #expect(Set(down.runs.map(\.row)) == [6, 7])
    let other = SurfaceDifference(
      from: old, to: surface(["x", "y", "z", "u", "v", "w", "s", "t", "status"]), allowsScroll: true
    )
    #expect(other.scroll == nil)
    #expect(SurfaceDifference(from: old, to: old, allowsScroll: true).scroll == nil)
  }

  /// Applies a difference the way a terminal would.
  private func apply(_ difference: SurfaceDifference, from old: CellSurface, to new: CellSurface)
    -> CellSurface
  {
    var result = old
    if let scroll = difference.scroll {
      for row in scroll.rows {
        let source = row + scroll.distance
        let line = CellRect(column: 0, row: row, columns: old.size.columns, rows: 1)
        result.fill(line, with: .blank())
        if scroll.rows.contains(source) {
          result.copy(
            old, CellRect(column: 0, row: source, columns: old.size.columns, rows: 1),
            to: line.origin)
        }
      }
    }
    for run in difference.runs {
      let rect = CellRect(
        column: run.columns.lowerBound, row: run.row, columns: run.columns.count, rows: 1)
      result.copy(new, rect, to: rect.origin)
    }
    return result
  }

  @Test func everyDifferenceLeadsToTheNewSurface() {
    var seed: UInt64 = 7
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    let words = ["a", "日", "e\u{301}", "👨‍👩‍👧", " ", "bc", "本語"]
    func line() -> String { (0..<random(9)).map { _ in words[random(words.count)] }.joined() }
    var lines = (0..<9).map { _ in line() }
    var old = surface(lines)
    for _ in 0..<300 {
      switch random(4) {
      case 0: lines = Array(lines[1...]) + [line()]
      case 1: lines = [line()] + Array(lines[..<8])
      case 2: lines[random(9)] = line()
      default: lines = lines.reversed()
      }
      let new = surface(lines)
      for allowsScroll in [false, true] {
        let difference = SurfaceDifference(from: old, to: new, allowsScroll: allowsScroll)
        #expect(SurfaceDump.lines(apply(difference, from: old, to: new)) == SurfaceDump.lines(new))
      }
      old = new
    }
  }
}
