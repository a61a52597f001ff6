// SPDX-License-Identifier: MIT
// Part of Grille: renderings of an arriving page are early, and few.

import Testing

@testable import WebViewKit

@Suite("Rendering cadence")
struct RenderingCadenceTests {
  @Test func aFastPageIsRenderedEachTimeItsSizeHasDoubled() {
    var cadence = RenderingCadence(isProgressive: true)
    let start = ContinuousClock.now
    var sizes: [Int64] = []
    for bytes in stride(from: Int64(1024), through: 1 << 20, by: 1024)
    where cadence.isDue(after: bytes, at: start) {
      sizes.append(bytes)
      cadence.didRender(at: start)
    }
    #expect(sizes.first == Int64(8192))
    #expect(sizes.count == 8)
  }

  @Test func aSlowPageIsRenderedByTime() {
    var cadence = RenderingCadence(isProgressive: true)
    let start = ContinuousClock.now
    var answers: [Bool] = []
    for (bytes, milliseconds) in [(100, 0), (200, 400), (300, 600)] {
      answers.append(cadence.isDue(after: Int64(bytes), at: start + .milliseconds(milliseconds)))
    }
    #expect(answers == [false, false, true])
    cadence.didRender(at: start + .milliseconds(700))
    // The rendering took 100 ms, so the next one waits for a second.
    let tooSoon = cadence.isDue(after: 400, at: start + .milliseconds(1600))
    let inTime = cadence.isDue(after: 500, at: start + .milliseconds(1700))
    #expect(!tooSoon)
    #expect(inTime)
  }

  @Test func aPageThatIsWantedWholeIsNot() {
    var cadence = RenderingCadence(isProgressive: false)
    let isDue = cadence.isDue(after: 1 << 30, at: .now)
    #expect(!isDue)
  }
}
