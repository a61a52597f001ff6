// SPDX-License-Identifier: MIT
// Part of Grille: puts each question once, however many loads wait for its answer.

import Security
import Synchronization

/// Joins equal questions and bounds how many different ones a navigation may raise.
///
/// Questions about passwords are joined within a navigation; those about a server's trust or a client
/// certificate, while they are open, across all navigations of the session: two tabs that meet the
/// same certificate raise one dialog.
final class ChallengeCoordinator: Sendable {
  /// What a challenge asks, as far as two challenges can be the same question.
  struct Question: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
      case trust(host: String, port: UInt16, leaf: Fingerprint?, Set<TrustFailure.Reason>)
      case identity(host: String, port: UInt16, failures: Int)
      case password(ProtectionSpace.Key, failures: Int)
    }

    var navigationID: UInt64
    var subject: Subject

    var isAboutTrust: Bool {
      if case .trust = subject { true } else { false }
    }

    /// Whether it is about a connection, which many navigations may wait for.
    private var isAboutConnection: Bool {
      switch subject {
      case .trust, .identity: true
      case .password: false
      }
    }

    /// The question as far as it is joined with others while it is open.
    var open: Question {
      var question = self
      if isAboutConnection { question.navigationID = 0 }
      return question
    }

    init(_ challenge: AuthenticationChallenge, navigationID: UInt64) {
      self.navigationID = navigationID
      let space = challenge.protectionSpace
      subject =
        switch space.authenticationMethod {
        case .serverTrust(let trust):
          .trust(
            host: space.host, port: space.port, leaf: trust.leaf?.sha256Fingerprint, trust.reasons)
        case .clientCertificate:
          .identity(
            host: space.host, port: space.port, failures: challenge.previousFailureCount)
        case .httpBasic, .httpDigest, .ntlm, .negotiate:
          .password(space.key, failures: challenge.previousFailureCount)
        }
    }
  }

  typealias Handler =
    @Sendable (AuthenticationChallenge) async -> AuthenticationChallengeDisposition

  /// The most different server-trust questions of one navigation.
  static let maximumTrustQuestions = 3

  private typealias Continuation = CheckedContinuation<AuthenticationChallengeDisposition?, Never>

  /// One load that waits, with what it would ask itself.
  private struct Waiter {
    var continuation: Continuation
    var question: Question
    var challenge: AuthenticationChallenge
    var handler: Handler
  }

  private struct Pending {
    /// The navigation whose handler has been asked.
    var asker: UInt64
    /// Counts the handlers asked, so that the answer of one that was given up is known as such.
    var round = 0
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
  /// Returns at once when the task is cancelled, whether the handler ever answers or not. If the
  /// navigation whose handler was asked has no load waiting any more but others have, the next
  /// one's handler is asked instead.
  ///
  /// - Returns: The answer; nil when the navigation has raised too many questions.
  /// - Throws: −999 when the task was cancelled.
  func ask(
    _ challenge: AuthenticationChallenge, navigationID: UInt64, _ handler: @escaping Handler
  ) async throws(ResourceError) -> AuthenticationChallengeDisposition? {
    let question = Question(challenge, navigationID: navigationID)
    let id: UInt64
    switch admit(question) {
    case .refused: return nil
    case .answered(let answer): return answer
    case .waiter(let number): id = number
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Continuation) in
        wait(
          Waiter(
            continuation: continuation, question: question, challenge: challenge,
            handler: handler),
          as: id, isCancelled: Task.isCancelled)
      }
    } onCancel: {
      withdraw(id, from: question.open)
    }
    guard let answer else { throw ResourceError(.cancelled) }
    return answer
  }

  /// How many loads wait for an answer.
  var waiterCount: Int { state.withLock { $0.pending.values.reduce(0) { $0 + $1.waiters.count } } }

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
      let known = state.asked[navigation]?[question]
      // A question that this navigation has open already costs nothing more.
      let isJoining = known != nil && state.pending[question.open] != nil
      if navigation != 0, !isJoining {
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

  private func wait(_ waiter: Waiter, as id: UInt64, isCancelled: Bool) {
    if isCancelled {
      waiter.continuation.resume(returning: nil)
      return
    }
    let question = waiter.question
    let known = state.withLock { state -> AuthenticationChallengeDisposition? in
      let isFirst = state.pending[question.open] == nil
      // The answer may have come since the question was admitted.
      if isFirst, let answer = state.answer(to: question) { return answer }
      state.pending[question.open, default: Pending(asker: question.navigationID)].waiters[id] =
        waiter
      if isFirst { start(waiter, in: &state) }
      return nil
    }
    if let known { waiter.continuation.resume(returning: known) }
  }

  /// Asks a waiter's handler; the task cannot finish before the lock is released.
  private func start(_ waiter: Waiter, in state: inout State) {
    let open = waiter.question.open
    guard var pending = state.pending[open] else { return }
    pending.round += 1
    pending.asker = waiter.question.navigationID
    let round = pending.round
    pending.task = Task { [self] in
      let answer = await waiter.handler(waiter.challenge)
      finish(open, round, with: answer)
    }
    state.pending[open] = pending
  }

  private func finish(
    _ open: Question, _ round: Int, with answer: AuthenticationChallengeDisposition
  ) {
    let pending = state.withLock { state -> Pending? in
      // An answer that nobody waits for any more is none.
      guard let pending = state.pending[open], pending.round == round else { return nil }
      state.pending[open] = nil
      for waiter in pending.waiters.values {
        let question = waiter.question
        state.asked[question.navigationID]?[question] = answer
      }
      return pending
    }
    for waiter in (pending?.waiters ?? [:]).values { waiter.continuation.resume(returning: answer) }
  }

  private func withdraw(_ id: UInt64, from open: Question) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard var pending = state.pending[open] else { return (nil, nil) }
      let waiter = pending.waiters.removeValue(forKey: id)
      state.pending[open] = pending
      let task = pending.task
      guard let next = pending.waiters.min(by: { $0.key < $1.key })?.value else {
        state.pending[open] = nil
        return (waiter, task)
      }
      let askerWaits = pending.waiters.values.contains {
        $0.question.navigationID == pending.asker
      }
      if askerWaits { return (waiter, nil) }
      start(next, in: &state)
      return (waiter, task)
    }
    waiter?.continuation.resume(returning: nil)
    task?.cancel()
  }
}
