// SPDX-License-Identifier: MIT
// Part of Grille: what a navigation is about to request, and the delegate's answer.

/// What is about to be requested, handed to `NavigationDelegate.decidePolicy(for:in:)` before
/// anything is sent, and again for each redirect.
///
/// It corresponds to WKNavigationAction.
nonisolated public struct NavigationAction: Sendable {
  /// What made the navigation happen; cases and meaning are those of WKNavigationType.
  public enum NavigationType: Sendable, Hashable {
    /// The user followed a link.
    case linkActivated
    /// The user submitted a form.
    case formSubmitted
    /// A step in the back-forward list.
    case backForward
    /// The current item was asked for again.
    case reload
    /// A form was submitted a second time (by reload or by a step in the list).
    case formResubmitted
    /// Anything else: a load by the program, a refresh the page asked for.
    case other
  }

  /// The request as it will be sent, but for the headers that the loader adds.
  public let request: ResourceRequest
  /// What made the navigation happen.
  public let navigationType: NavigationType
  /// The response that redirected here, or nil for the first request of a navigation.
  public let redirectResponse: ResourceResponse?
  /// Whether the page's author asked for a download (`download` attribute).
  public let shouldPerformDownload: Bool

  /// Describes a request that is about to be made.
  public init(
    request: ResourceRequest, navigationType: NavigationType = .other,
    redirectResponse: ResourceResponse? = nil, shouldPerformDownload: Bool = false
  ) {
    self.request = request
    self.navigationType = navigationType
    self.redirectResponse = redirectResponse
    self.shouldPerformDownload = shouldPerformDownload
  }
}

/// The delegate's answer to a `NavigationAction`.
nonisolated public enum NavigationActionPolicy: Sendable, Hashable {
  /// Go on.
  case allow
  /// Stop; the page that is shown stays.
  case cancel
  /// Go on, and save what comes instead of showing it.
  case download
}
