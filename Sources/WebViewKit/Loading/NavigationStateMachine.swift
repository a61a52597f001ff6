// SPDX-License-Identifier: MIT
// Part of Grille: the order of a navigation's steps, without any effect.

package import Networking

/// The pure part of a navigation: events in, effects out, in the order WebKit's delegates expect.
///
/// The owner (`DocumentLoader`) performs the effects in the order given and reports what happened
/// as the next event. Events that come too late (after the end) have no effect.
nonisolated package struct NavigationStateMachine {
  /// Where a navigation stands.
  package enum State: Equatable, Sendable {
    /// The first request waits for the delegate.
    case decidingAction
    /// A request is under way; nothing of the new page is shown.
    case provisional
    /// A redirect waits for the delegate.
    case decidingRedirect
    /// The head is there and waits for the delegate.
    case decidingResponse
    /// The new page is on show, its body is arriving.
    case committed
    /// Nothing follows.
    case ended
  }

  /// What happened.
  package enum Event: Sendable {
    /// The delegate answered for the request or the redirect at hand.
    case actionPolicy(NavigationActionPolicy)
    /// A response head that leads on to another request.
    case redirected
    /// The head of the final response; `hasContent` is false for 204 and 205.
    case receivedHead(hasContent: Bool)
    /// The delegate answered for the head.
    case responsePolicy(NavigationResponsePolicy)
    /// The body is complete.
    case receivedEnd
    /// The load broke off, or was stopped.
    case failed(ResourceError)
  }

  /// What to do.
  package enum Effect: Sendable, Equatable {
    /// Tell the delegate that the navigation started.
    case notifyStart
    /// Tell the delegate about the redirect.
    case notifyRedirect
    /// Send the request at hand.
    case load
    /// Ask the delegate about the request at hand.
    case askActionPolicy
    /// Ask the delegate about the head.
    case askResponsePolicy
    /// Let the new page take the place of the old.
    case commit
    /// Give the response to a download.
    case becomeDownload
    /// Stop the transfer.
    case cancelTransfer
    /// Let the body of a redirect run out unread, so that its connection can be used again.
    case discardBody
    /// Tell the delegate that the page is complete.
    case notifyFinish
    /// Tell the delegate that the navigation failed before the commit.
    case notifyFailProvisional(ResourceError)
    /// Tell the delegate that the navigation failed after the commit.
    case notifyFail(ResourceError)
    /// The navigation ends without a word to the delegate.
    case endSilently(ResourceError)
  }

  /// Where the navigation stands.
  package private(set) var state: State = .decidingAction
  /// Whether an action policy asked for a download.
  package private(set) var isDownload = false

  /// Starts before the first question to the delegate.
  package init() {}

  /// Takes what happened and says what to do, in order.
  package mutating func handle(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.ended, _):
      return []
    case (.decidingAction, .actionPolicy(.cancel)):
      state = .ended
      return [.endSilently(ResourceError(.frameLoadInterruptedByPolicyChange))]
    case (.decidingAction, .actionPolicy(let policy)):
      isDownload = policy == .download
      state = .provisional
      return [.notifyStart, .load]
    case (.decidingRedirect, .actionPolicy(.cancel)):
      state = .ended
      return [.notifyFailProvisional(ResourceError(.frameLoadInterruptedByPolicyChange))]
    case (.decidingRedirect, .actionPolicy(let policy)):
      isDownload = isDownload || policy == .download
      state = .provisional
      return [.notifyRedirect, .load]
    case (.provisional, .redirected):
      state = .decidingRedirect
      return [.discardBody, .askActionPolicy]
    case (.provisional, .receivedHead(let hasContent)):
      if isDownload {
        state = .ended
        return [
          .becomeDownload,
          .notifyFailProvisional(ResourceError(.frameLoadInterruptedByPolicyChange)),
        ]
      }
      guard hasContent else {
        state = .ended
        return [
          .cancelTransfer,
          .notifyFailProvisional(
            ResourceError(.frameLoadInterruptedByPolicyChange, cause: .noContent)),
        ]
      }
      state = .decidingResponse
      return [.askResponsePolicy]
    case (.decidingResponse, .responsePolicy(.allow)):
      state = .committed
      return [.commit]
    case (.decidingResponse, .responsePolicy(.cancel)):
      state = .ended
      return [
        .cancelTransfer,
        .notifyFailProvisional(ResourceError(.frameLoadInterruptedByPolicyChange)),
      ]
    case (.decidingResponse, .responsePolicy(.download)):
      state = .ended
      return [
        .becomeDownload,
        .notifyFailProvisional(ResourceError(.frameLoadInterruptedByPolicyChange)),
      ]
    case (.committed, .receivedEnd):
      state = .ended
      return [.notifyFinish]
    case (.committed, .failed(let error)):
      state = .ended
      return [.cancelTransfer, .notifyFail(error)]
    case (.decidingAction, .failed(let error)):
      state = .ended
      return [.endSilently(error)]
    case (_, .failed(let error)):
      state = .ended
      return [.cancelTransfer, .notifyFailProvisional(error)]
    default:
      return []
    }
  }
}
