// SPDX-License-Identifier: MIT
// Part of Grille: tests of dates at the edges of what can be counted.
import Testing
import WebInfra

@Suite struct CivilDateTests {
  @Test func momentsBecomeDates() {
    let date = CivilDate(unixSeconds: 951_782_400)
    #expect([date.year, date.month, date.day, date.hour] == [2000, 2, 29, 0])
    let before = CivilDate(unixSeconds: -1)
    #expect([before.year, before.month, before.day, before.second] == [1969, 12, 31, 59])
  }

  // The earliest moment stands for the damaged date of a certificate; it must not stop the program.
  @Test(arguments: [Int64.min, .min + 1, .max, -62_135_596_800])
  func theEdgesAreDatesToo(moment: Int64) {
    let date = CivilDate(unixSeconds: moment)
    #expect((1...12).contains(date.month) && (1...31).contains(date.day))
    #expect((0..<24).contains(date.hour) && (0...6).contains(date.weekday))
  }
}
