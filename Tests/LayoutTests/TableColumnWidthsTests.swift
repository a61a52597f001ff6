// SPDX-License-Identifier: MIT
// Part of Grille: the distribution of a table's width.

import Testing

@testable import Layout

@Suite struct TableColumnWidthsTests {
  private func column(
    _ minimum: Int32, _ maximum: Int32, fixed: Int32 = -1, percent: Float = 0
  ) -> GridColumn {
    GridColumn(minimum: minimum, maximum: maximum, fixed: fixed, percent: percent)
  }

  @Test func columnsGetWhatTheyWantIfThereIsRoom() {
    let widths = TableColumnWidths.widths(
      of: [column(2, 10), column(3, 20)], available: 80, preferred: nil)
    #expect(widths == [10, 20])
  }

  @Test func roomIsSharedInProportion() {
    let widths = TableColumnWidths.widths(
      of: [column(5, 10), column(5, 40)], available: 30, preferred: nil)
    #expect(widths == [7, 23])
  }

  @Test func percentagesAndFixedWidthsComeFirst() {
    let widths = TableColumnWidths.widths(
      of: [column(1, 10, percent: 50), column(1, 10, fixed: 12), column(1, 90)],
      available: 40, preferred: 40)
    #expect(widths == [20, 12, 8])
  }

  @Test func preferredWidthIsFilled() {
    let widths = TableColumnWidths.widths(
      of: [column(1, 10), column(1, 10)], available: 80, preferred: 41)
    #expect(widths?.reduce(0, +) == 41)
  }

  @Test func narrowColumnsKeepTheirWords() {
    let widths = TableColumnWidths.widths(
      of: [column(4, 4), column(30, 30), column(30, 30)], available: 24, preferred: nil)
    #expect(widths == [4, 10, 10])
  }

  @Test func tableWithoutRoomForWordsIsNoTable() {
    #expect(
      TableColumnWidths.widths(
        of: [column(9, 9), column(9, 9), column(9, 9)], available: 10, preferred: nil) == nil)
  }

  @Test(arguments: [1, 7, 40, 79, 200])
  func widthsAlwaysFit(_ available: Int) {
    let columns: [GridColumn] = [
      column(3, 50), column(0, 0), column(8, 9, percent: 70), column(6, 30, fixed: 25),
      column(2, 2, percent: 60),
    ]
    if let widths = TableColumnWidths.widths(of: columns[...], available: available, preferred: nil)
    {
      #expect(widths.reduce(0, +) <= available)
    }
  }
}
