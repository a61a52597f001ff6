// SPDX-License-Identifier: MIT
// Part of Grille: one question that is answered through a completion handler, or not at all.

internal import Synchronization

/// A question whose answer comes through a handler: waits for it once, whatever becomes of the handler.
nonisolated final class HandlerQuestion<Answer: Sendable>: Sendable {
  private enum State {
    case unasked
    case waiting(CheckedContinuation<Answer, Never>)
    case answered
    /// Whoever asked does not wait any more.
    case ended
  }

  private let state = Mutex(State.unasked)
  private let ifUnanswered: Answer
  private let report: @Sendable (String) -> Void

  private init(ifUnanswered: Answer, report: @escaping @Sendable (String) -> Void) {
    self.ifUnanswered = ifUnanswered
    self.report = report
  }

  /// Puts a question and waits for its answer.
  ///
  /// - Parameters:
  ///   - name: The method that is called, for reports of misuse.
  ///   - ifUnanswered: The answer of a handler that is let go of, and of a cancelled task.
  ///   - webView: The view whose delegate is asked.
  ///   - call: Calls the delegate with the handler.
  /// - Returns: The first answer.
  @MainActor
  static func ask(
    _ name: String, ifUnanswered: Answer, in webView: WebView,
    _ call: (@escaping @MainActor (Answer) -> Void) -> Void
  ) async -> Answer {
    let misuse = webView.configuration.delegateMisuseHandler
    let question = HandlerQuestion(ifUnanswered: ifUnanswered) { misuse("\(name): \($0)") }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard question.begin(continuation) else { return }
        let handler = Handler(question)
        call { handler.call($0) }
      }
    } onCancel: {
      question.end()
    }
  }

  /// Begins to wait; false, and the wait is over at once, if the task has been cancelled before.
  private func begin(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let begins = state.withLock { state in
      guard case .unasked = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !begins { continuation.resume(returning: ifUnanswered) }
    return begins
  }

  /// Ends the wait with an answer, if it is the first.
  private func settle(_ answer: Answer, as next: State, again: String?) {
    let (waiter, isAgain) = state.withLock {
      state -> (CheckedContinuation<Answer, Never>?, Bool) in
      switch state {
      case .waiting(let continuation):
        state = next
        return (continuation, false)
      case .unasked:
        state = next
        return (nil, false)
      case .answered: return (nil, true)
      case .ended: return (nil, false)
      }
    }
    waiter?.resume(returning: answer)
    if isAgain, let again { report(again) }
  }

  private func end() { settle(ifUnanswered, as: .ended, again: nil) }

  private var isWaiting: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  /// The handler's part: when the last copy of it goes, so does this.
  private final class Handler: Sendable {
    private let question: HandlerQuestion

    init(_ question: HandlerQuestion) { self.question = question }

    deinit {
      guard question.isWaiting else { return }
      question.report("the handler was let go of without an answer")
      question.settle(question.ifUnanswered, as: .answered, again: nil)
    }

    func call(_ answer: Answer) {
      question.settle(answer, as: .answered, again: "the handler was called twice")
    }
  }
}
