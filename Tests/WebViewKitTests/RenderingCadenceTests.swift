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
    #expect(sizes.first == 8 * 1024)
    #expect(sizes.count == 8)
  }

  @Test func aSlowPageIsRenderedByTime() {
    var cadence = RenderingCadence(isProgressive: true)
    let start = ContinuousClock.now
    #expect(!cadence.isDue(after: 100, at: start))
    #expect(!cadence.isDue(after: 200, at: start + .milliseconds(400)))
    #expect(cadence.isDue(after: 300, at: start + .milliseconds(600)))
    cadence.didRender(at: start + .milliseconds(700))
    // The rendering took 100 ms, so the next one waits for a second.
    #expect(!cadence.isDue(after: 400, at: start + .milliseconds(1600)))
    #expect(cadence.isDue(after: 500, at: start + .milliseconds(1700)))
  }

  @Test func aPageThatIsWantedWholeIsNot() {
    var cadence = RenderingCadence(isProgressive: false)
    #expect(!cadence.isDue(after: 1 << 30, at: .now))
  }
}
