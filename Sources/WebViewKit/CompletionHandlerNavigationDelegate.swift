// SPDX-License-Identifier: MIT
// Part of Grille: the questions of a navigation for delegates that answer through a handler.

public import Networking

/// A navigation delegate that answers through completion handlers instead of `async` results.
///
/// For people who bring delegate code along that was written this way. A handler may be called at any
/// later time on the main actor, and from then on:
/// - The first call counts; another is ignored and reported as misuse.
/// - A handler that is let go of without a call answers as if nothing were known:
///   `.rejectProtectionSpace`, with which a load ends in −999 over server trust, and `.cancel` for
///   both policies. That is reported as misuse too.
/// - A handler that is kept and never called lets the navigation wait; `stopLoading` and another
///   load end it with −999 all the same.
/// - A call after the navigation has ended is ignored.
///
/// Reports go to `WebViewConfiguration.delegateMisuseHandler`. A class that implements a method of
/// `NavigationDelegate` itself is asked there, and not through the twin.
@MainActor
public protocol CompletionHandlerNavigationDelegate: NavigationDelegate {
  /// Asked before each request of a navigation, redirects included. Default: `.allow`.
  func decidePolicy(
    for action: NavigationAction, in webView: WebView,
    decisionHandler: @escaping @MainActor (NavigationActionPolicy) -> Void)

  /// Asked once the head of the final response is there, before the commit.
  /// Default: `.allow` if the type can be shown, else `.download`.
  func decidePolicy(
    for response: NavigationResponse, in webView: WebView,
    decisionHandler: @escaping @MainActor (NavigationResponsePolicy) -> Void)

  /// Asked when a server or proxy wants to be trusted, or wants to know who the user is.
  /// Nothing but the handshake has been sent by then. Default: `.performDefaultHandling`.
  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView,
    completionHandler: @escaping @MainActor (AuthenticationChallengeDisposition) -> Void)
}

extension CompletionHandlerNavigationDelegate {
  /// Allows every request.
  public func decidePolicy(
    for action: NavigationAction, in webView: WebView,
    decisionHandler: @escaping @MainActor (NavigationActionPolicy) -> Void
  ) { decisionHandler(.allow) }

  /// Shows what can be shown and saves the rest.
  public func decidePolicy(
    for response: NavigationResponse, in webView: WebView,
    decisionHandler: @escaping @MainActor (NavigationResponsePolicy) -> Void
  ) { decisionHandler(response.canShowMIMEType ? .allow : .download) }

  /// Leaves every challenge to the default handling.
  public func respond(
    to challenge: AuthenticationChallenge, in webView: WebView,
    completionHandler: @escaping @MainActor (AuthenticationChallengeDisposition) -> Void
  ) { completionHandler(.performDefaultHandling) }

  /// Asks through the twin with a handler.
  public func decidePolicy(
    for action: NavigationAction, in webView: WebView
  ) async -> NavigationActionPolicy {
    await HandlerQuestion.ask(
      "decidePolicy(for: NavigationAction)", ifUnanswered: .cancel, in: webView
    ) { decidePolicy(for: action, in: webView, decisionHandler: $0) }
  }

  /// Asks through the twin with a handler.
  public func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy {
    await HandlerQuestion.ask(
      "decidePolicy(for: NavigationResponse)", ifUnanswered: .cancel, in: webView
    ) { decidePolicy(for: response, in: webView, decisionHandler: $0) }
  }

  /// Asks through the twin with a handler.
  public func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    await HandlerQuestion.ask(
      "respond(to:in:)", ifUnanswered: .rejectProtectionSpace, in: webView
    ) { respond(to: challenge, in: webView, completionHandler: $0) }
  }
}
