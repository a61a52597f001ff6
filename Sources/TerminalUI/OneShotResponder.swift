// SPDX-License-Identifier: MIT
// Part of Grille: an answer that is given exactly once.

import Synchronization

/// Takes one answer and passes it on; a second is ignored, and one that never comes is replaced.
///
/// Made for questions whose asker waits in a continuation: whoever holds the responder may drop it, and
/// the asker still gets the safe answer.
package nonisolated final class OneShotResponder<Answer: Sendable>: Sendable {
  private let body: Mutex<(@Sendable (Answer) -> Void)?>
  private let fallback: Answer

  /// Makes a responder that calls `body` once.
  package init(fallback: Answer, _ body: @escaping @Sendable (Answer) -> Void) {
    self.fallback = fallback
    self.body = Mutex(body)
  }

  deinit {
    respond(fallback)
  }

  /// Passes the answer on.
  /// - Returns: whether it was the first.
  @discardableResult
  package func respond(_ answer: Answer) -> Bool {
    let taken = body.withLock { body in
      defer { body = nil }
      return body
    }
    taken?(answer)
    return taken != nil
  }
}
