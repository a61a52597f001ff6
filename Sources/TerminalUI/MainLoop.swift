// SPDX-License-Identifier: MIT
// Part of Grille: waits for keys, timers and the main actor's work on one thread.

import CMainQueue
import Glibc

/// The program's loop: one `poll` over the terminal and the main queue, on the main thread.
///
/// Keys come first in every turn, then timers, then a frame, then what other threads left for the main
/// actor; so asynchronous code of the main actor runs while `run` does not return.
package final class MainLoop {
  /// Names a timer.
  package nonisolated struct TimerID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// Shortest time between frames that no key asked for.
  package static let frameInterval = Duration.milliseconds(16)

  /// Called for each event, in order.
  package var onEvent: (TerminalEvent) -> Void = { _ in }
  /// Called to show a frame after `setNeedsFrame`.
  package var onFrame: () -> Void = {}

  private struct Timer {
    var id: TimerID
    var due: ContinuousClock.Instant
    var action: () -> Void
  }

  private let screen: any Screen
  private let now: () -> ContinuousClock.Instant
  private var timers: [Timer] = []
  private var timerCount = 0
  private var needsFrame = true
  private var lastFrame: ContinuousClock.Instant?
  private var isStopped = false

  /// Makes a loop for a screen.
  package init(screen: any Screen, now: @escaping () -> ContinuousClock.Instant = { .now }) {
    self.screen = screen
    self.now = now
  }

  /// Asks for a frame: at once after a key, else as soon as the last one is old enough.
  package func setNeedsFrame() {
    needsFrame = true
  }

  /// Calls `action` once, after a delay.
  @discardableResult
  package func schedule(after delay: Duration, _ action: @escaping () -> Void) -> TimerID {
    timerCount += 1
    let id = TimerID(number: timerCount)
    timers.append(Timer(id: id, due: now() + delay, action: action))
    return id
  }

  /// Forgets a timer that was not called yet.
  package func cancel(_ id: TimerID) {
    timers.removeAll { $0.id == id }
  }

  /// Ends `run` after the current turn.
  package func stop() {
    isStopped = true
  }

  /// Runs until `stop` is called or the terminal is gone.
  package func run() {
    isStopped = false
    while true {
      turn()
      if isStopped { return }
      wait()
      if isStopped { return }
    }
  }

  /// Does what is due, without waiting: events, timers, a frame.
  package func turn() {
    let hadEvents = takeEvents()
    fireTimers()
    guard needsFrame, !isStopped else { return }
    let time = now()
    if hadEvents || lastFrame.map({ time - $0 >= Self.frameInterval }) ?? true {
      needsFrame = false
      lastFrame = time
      onFrame()
    }
  }

  private func takeEvents() -> Bool {
    var hadEvents = false
    while !isStopped, let event = screen.nextEvent() {
      hadEvents = true
      onEvent(event)
      if event == .endOfInput { stop() }
    }
    return hadEvents
  }

  private func fireTimers() {
    let time = now()
    while !isStopped,
      let index = timers.indices.filter({ timers[$0].due <= time }).min(by: {
        timers[$0].due < timers[$1].due
      })
    {
      timers.remove(at: index).action()
    }
  }

  /// Waits for a descriptor or the next deadline, then lets the main actor work.
  private func wait() {
    var descriptors = screen.inputDescriptors.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let queue = shim_main_queue_handle()
    descriptors.append(pollfd(fd: queue, events: Int16(POLLIN), revents: 0))
    // An interrupted call is like one that found nothing: the next turn looks at everything again.
    let ready = unsafe poll(&descriptors, nfds_t(descriptors.count), timeout())
    guard ready > 0, descriptors[descriptors.count - 1].revents != 0 else { return }
    // Keys that came meanwhile go before the main actor's work.
    if takeEvents() { turn() }
    if !isStopped { shim_main_queue_drain() }
  }

  /// Milliseconds until something is due, -1 for ever.
  private func timeout() -> Int32 {
    var deadline = timers.map(\.due).min()
    if let due = screen.inputDeadline { deadline = min(deadline ?? due, due) }
    if needsFrame {
      let due = lastFrame.map { $0 + Self.frameInterval } ?? now()
      deadline = min(deadline ?? due, due)
    }
    guard let deadline else { return -1 }
    let left = deadline - now()
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    // Rounded up, so that the loop does not turn in vain just before the deadline.
    return Int32(
      min(seconds, 3600) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
