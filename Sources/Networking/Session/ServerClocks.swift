// SPDX-License-Identifier: MIT
// Part of Grille: what servers' clocks say about the clock here.

import Security
import Synchronization
import WebInfra

/// The differences between the clock here and the `Date` fields that servers have sent lately.
///
/// A hint for people whose clock is far off, and nothing else: whoever sits on the network can make
/// it say anything.
final class ServerClocks: Sendable {
  private struct Sample {
    var host: String
    var difference: Int64
    var taken: ContinuousClock.Instant
  }

  /// For how long a sample counts.
  private static let age = Duration.seconds(3600)
  private static let maximumSamples = 16

  private let samples = Mutex<[Sample]>([])

  init() {}

  /// Takes the date of an answer that came at `moment` by the clock here.
  func note(_ response: ResourceResponse, at moment: Int64) {
    // Whoever answers from a store tells an old date.
    guard !response.headers.contains("age"),
      let text = response.headers.first("date"), let date = HTTPDate.parse(text)
    else { return }
    let sample = Sample(host: response.url.hostname, difference: moment - date, taken: .now)
    samples.withLock { samples in
      samples.removeAll { $0.host == sample.host }
      if samples.count >= Self.maximumSamples { samples.removeFirst() }
      samples.append(sample)
    }
  }

  /// Seconds by which the clock here is ahead; nil if that is unknown or less than a day.
  ///
  /// The server that agrees best with the clock here counts: one server's bad clock is more likely
  /// than ours.
  var difference: Int64? {
    let now = ContinuousClock.now
    let least = samples.withLock { samples in
      samples.filter { now - $0.taken < Self.age }.map(\.difference).min { abs($0) < abs($1) }
    }
    guard let least, abs(least) >= UnixTime.day else { return nil }
    return least
  }
}
