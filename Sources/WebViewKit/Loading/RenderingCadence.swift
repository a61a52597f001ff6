// SPDX-License-Identifier: MIT
// Part of Grille: when a page that is still arriving is rendered again.

/// Decides when a page that is still arriving is rendered again.
///
/// At the first bytes worth showing, then each time the size has doubled, so that all renderings
/// together cost no more than twice the last one; and for a slow page after half a second, or ten
/// times as long as the last rendering took.
nonisolated struct RenderingCadence {
  /// How long nothing may arrive before what there is is shown.
  static let pause = Duration.milliseconds(100)

  /// Whether the page is shown before it is complete at all.
  let isProgressive: Bool
  private var nextSize: Int64 = 8 * 1024
  private var nextTime: ContinuousClock.Instant?
  private var started: ContinuousClock.Instant?

  init(isProgressive: Bool) { self.isProgressive = isProgressive }

  /// Whether to render now that so many bytes have arrived.
  mutating func isDue(after bytes: Int64, at now: ContinuousClock.Instant) -> Bool {
    guard isProgressive else { return false }
    let isLate = nextTime.map { now >= $0 } ?? false
    if nextTime == nil { nextTime = now + .milliseconds(500) }
    guard bytes >= nextSize || isLate else { return false }
    nextSize = max(nextSize, bytes * 2)
    started = now
    return true
  }

  /// Notes that the rendering that was due is on show.
  mutating func didRender(at now: ContinuousClock.Instant) {
    guard let started else { return }
    nextTime = now + max(.milliseconds(500), (now - started) * 10)
  }
}
