// SPDX-License-Identifier: MIT
// Part of Grille: the questions and notices of a navigation, in WebKit's order.

/// Decides about navigations of a `WebView` and follows their progress.
///
/// For one navigation the methods are called in this order, all on the main actor:
/// `decidePolicy(for: NavigationAction)`, `didStartProvisionalNavigation`, then for each redirect
/// `decidePolicy(for: NavigationAction)` with the redirect response and
/// `didReceiveServerRedirect`; challenges as they arise; `decidePolicy(for: NavigationResponse)`,
/// `didCommit`, and `didFinish` or `didFail`. A failure before the commit ends it with
/// `didFailProvisionalNavigation`. Every method has a default. It corresponds to
/// WKNavigationDelegate.
@MainActor
public protocol NavigationDelegate: AnyObject {
  /// Asked before each request of a navigation, redirects included. Default: `.allow`.
  func decidePolicy(
    for action: NavigationAction, in webView: WebView
  ) async -> NavigationActionPolicy

  /// Asked once the head of the final response is there, before the commit.
  /// Default: `.allow` if the type can be shown, else `.download`.
  func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy

  /// Asked when a server or proxy wants to be trusted, or wants to know who the user is.
  /// Nothing but the handshake has been sent by then. Default: `.performDefaultHandling`.
  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition

  /// Called when the first request of a navigation was allowed.
  func didStartProvisionalNavigation(_ navigation: Navigation, in webView: WebView)

  /// Called for each redirect that was allowed.
  func didReceiveServerRedirect(for navigation: Navigation, in webView: WebView)

  /// Called when a navigation ends before its page replaced the old one.
  func didFailProvisionalNavigation(
    _ navigation: Navigation, with error: ResourceError, in webView: WebView)

  /// Called when the new page takes the place of the old one; its first content follows.
  func didCommit(_ navigation: Navigation, in webView: WebView)

  /// Called when the page is complete.
  func didFinish(_ navigation: Navigation, in webView: WebView)

  /// Called when loading breaks off after the commit; what arrived stays on show.
  func didFail(_ navigation: Navigation, with error: ResourceError, in webView: WebView)

  /// Called when the action policy was `.download`; set the download's delegate here.
  func navigationAction(_ action: NavigationAction, didBecome download: Download)

  /// Called when the response policy was `.download`; set the download's delegate here.
  func navigationResponse(_ response: NavigationResponse, didBecome download: Download)
}

extension NavigationDelegate {
  /// Allows every request.
  public func decidePolicy(
    for action: NavigationAction, in webView: WebView
  ) async -> NavigationActionPolicy { .allow }

  /// Shows what can be shown and saves the rest.
  public func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy { response.canShowMIMEType ? .allow : .download }

  /// Leaves every challenge to the default handling.
  public func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition { .performDefaultHandling }

  /// Does nothing.
  public func didStartProvisionalNavigation(_ navigation: Navigation, in webView: WebView) {}

  /// Does nothing.
  public func didReceiveServerRedirect(for navigation: Navigation, in webView: WebView) {}

  /// Does nothing.
  public func didFailProvisionalNavigation(
    _ navigation: Navigation, with error: ResourceError, in webView: WebView
  ) {}

  /// Does nothing.
  public func didCommit(_ navigation: Navigation, in webView: WebView) {}

  /// Does nothing.
  public func didFinish(_ navigation: Navigation, in webView: WebView) {}

  /// Does nothing.
  public func didFail(_ navigation: Navigation, with error: ResourceError, in webView: WebView) {}

  /// Does nothing: a download without a delegate is cancelled.
  public func navigationAction(_ action: NavigationAction, didBecome download: Download) {}

  /// Does nothing: a download without a delegate is cancelled.
  public func navigationResponse(_ response: NavigationResponse, didBecome download: Download) {}
}
