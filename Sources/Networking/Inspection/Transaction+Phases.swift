// SPDX-License-Identifier: MIT
// Part of Grille: how long each part of a request took.

extension Transaction {
  /// A part of a request's time, in the order in which they follow each other.
  public enum Phase: String, CaseIterable, Sendable {
    /// Waiting for a connection that was in use, or for the program.
    case blocked
    /// Looking up the name.
    case dns
    /// Making the connection.
    case connect
    /// Making it secure.
    case tls
    /// Sending the request.
    case send
    /// Waiting for the first byte of the answer.
    case wait
    /// Receiving the answer.
    case receive
  }

  /// The phases that took place, each with when it began and how long it took.
  ///
  /// What is under way has no end yet and is left out. On a connection that was there already
  /// nothing is looked up and connected: the time until the request went out was spent waiting.
  public var phases: [(phase: Phase, start: Duration, length: Duration)] {
    var result: [(phase: Phase, start: Duration, length: Duration)] = []
    var last = Duration.zero
    func add(_ phase: Phase, until end: Duration?) {
      guard let end, end >= last else { return }
      result.append((phase, last, end - last))
      last = end
    }
    if isConnectionReused {
      add(.blocked, until: timings.sent)
    } else {
      add(.dns, until: timings.nameLookedUp)
      add(.connect, until: timings.connected)
      add(.tls, until: timings.secured)
      add(.send, until: timings.sent)
    }
    add(.wait, until: timings.firstByte)
    if timings.firstByte != nil { add(.receive, until: timings.finished) }
    return result
  }

  /// How long a phase took; nil if it did not take place.
  public func length(of phase: Phase) -> Duration? {
    phases.first { $0.phase == phase }?.length
  }
}
