// SPDX-License-Identifier: MIT
// Part of Grille: puts each question once, however many loads wait for its answer.

import Security
import Synchronization

/// Joins equal questions of one navigation and bounds how many different ones it may raise.
final class ChallengeCoordinator: Sendable {
  /// What a challenge asks, as far as two challenges can be the same question.
  struct Question: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
      case trust(host: String, port: UInt16, leaf: Fingerprint?, Set<TrustFailure.Reason>)
      case password(ProtectionSpace.Key, failures: Int)
    }

    var navigationID: UInt64
    var subject: Subject

    var isAboutTrust: Bool {
      if case .trust = subject { true } else { false }
    }

    init(_ challenge: AuthenticationChallenge, navigationID: UInt64) {
      self.navigationID = navigationID
      let space = challenge.protectionSpace
      if case .serverTrust(let trust) = space.authenticationMethod {
        subject = .trust(
          host: space.host, port: space.port, leaf: trust.leaf?.sha256Fingerprint, trust.reasons)
      } else {
        subject = .password(space.key, failures: challenge.previousFailureCount)
      }
    }
  }

  /// The most different server-trust questions of one navigation.
  static let maximumTrustQuestions = 3

  private typealias Waiter = CheckedContinuation<AuthenticationChallengeDisposition?, Never>

  private struct Pending {
    var task: Task<Void, Never>?
    var waiters: [UInt64: Waiter] = [:]
  }

  private struct State {
    var pending: [Question: Pending] = [:]
    /// What each navigation has raised, with the answers that are in: a load that comes late to
    /// a question gets the same one.
    var asked: [UInt64: [Question: AuthenticationChallengeDisposition?]] = [:]
    var order: [UInt64] = []
    var nextWaiter: UInt64 = 0

    func answer(to question: Question) -> AuthenticationChallengeDisposition? {
      asked[question.navigationID]?[question] ?? nil
    }
  }

  private let state = Mutex(State())

  init() {}

  /// Asks, or joins those who have asked the same already.
  ///
  /// Returns at once when the task is cancelled, whether the handler ever answers or not.
  ///
  /// - Returns: The answer; nil when the navigation has raised too many questions.
  /// - Throws: −999 when the task was cancelled.
  func ask(
    _ challenge: AuthenticationChallenge, navigationID: UInt64,
    _ handler:
      @escaping @Sendable (AuthenticationChallenge) async ->
      AuthenticationChallengeDisposition
  ) async throws(ResourceError) -> AuthenticationChallengeDisposition? {
    let question = Question(challenge, navigationID: navigationID)
    let id: UInt64
    switch admit(question) {
    case .refused: return nil
    case .answered(let answer): return answer
    case .waiter(let number): id = number
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        wait(for: question, as: id, waiter, isCancelled: Task.isCancelled) {
          Task { [self] in
            let answer = await handler(challenge)
            finish(question, with: answer)
          }
        }
      }
    } onCancel: {
      withdraw(id, from: question)
    }
    guard let answer else { throw ResourceError(.cancelled) }
    return answer
  }

  /// Forgets how many questions a navigation has raised.
  func navigationDidEnd(_ navigationID: UInt64) {
    state.withLock { state in
      state.asked[navigationID] = nil
      state.order.removeAll { $0 == navigationID }
    }
  }

  private enum Admission {
    case waiter(UInt64)
    case answered(AuthenticationChallengeDisposition)
    /// The question is one too many.
    case refused
  }

  private func admit(_ question: Question) -> Admission {
    state.withLock { state in
      let navigation = question.navigationID
      if navigation != 0, state.pending[question] == nil {
        if state.asked[navigation] == nil { state.order.append(navigation) }
        // Navigations end without a word; only the youngest are remembered.
        if state.order.count > 64 { state.asked[state.order.removeFirst()] = nil }
        if let answer = state.answer(to: question) { return .answered(answer) }
        let asked = state.asked[navigation] ?? [:]
        if question.isAboutTrust, asked[question] == nil,
          asked.keys.count(where: \.isAboutTrust) >= Self.maximumTrustQuestions
        {
          return .refused
        }
        state.asked[navigation, default: [:]].updateValue(nil, forKey: question)
      }
      state.nextWaiter += 1
      return .waiter(state.nextWaiter)
    }
  }

  private func wait(
    for question: Question, as id: UInt64, _ waiter: Waiter, isCancelled: Bool,
    start: () -> Task<Void, Never>
  ) {
    if isCancelled {
      waiter.resume(returning: nil)
      return
    }
    let known = state.withLock { state -> AuthenticationChallengeDisposition? in
      let isFirst = state.pending[question] == nil
      // The answer may have come since the question was admitted.
      if isFirst, let answer = state.answer(to: question) { return answer }
      state.pending[question, default: Pending()].waiters[id] = waiter
      // The task cannot finish before the lock is released.
      if isFirst { state.pending[question]?.task = start() }
      return nil
    }
    if let known { waiter.resume(returning: known) }
  }

  private func finish(_ question: Question, with answer: AuthenticationChallengeDisposition) {
    let pending = state.withLock { state -> Pending? in
      // An answer that nobody waited for any more is none.
      guard let pending = state.pending.removeValue(forKey: question) else { return nil }
      state.asked[question.navigationID]?[question] = answer
      return pending
    }
    for waiter in (pending?.waiters ?? [:]).values { waiter.resume(returning: answer) }
  }

  private func withdraw(_ id: UInt64, from question: Question) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      let waiter = state.pending[question]?.waiters.removeValue(forKey: id)
      guard state.pending[question]?.waiters.isEmpty == true else { return (waiter, nil) }
      return (waiter, state.pending.removeValue(forKey: question)?.task)
    }
    waiter?.resume(returning: nil)
    task?.cancel()
  }
}
