// SPDX-License-Identifier: MIT
// Part of Grille: what a server answered, and the delegate's decision about it.

/// The head of the final response of a navigation, handed to
/// `NavigationDelegate.decidePolicy(for:in:)` before any of the body is shown.
///
/// It corresponds to WKNavigationResponse.
nonisolated public struct NavigationResponse: Sendable {
  /// The response head.
  public let response: ResourceResponse
  /// Whether a `WebView` can show that type.
  public let canShowMIMEType: Bool
  /// Whether the response is for the page itself; always true until frames are loaded.
  public let isForMainFrame: Bool

  /// The status code with its reason phrase, or nil for schemes that have none (file, data).
  public var statusCode: HTTPStatus? { response.status }

  /// Describes a response head.
  public init(response: ResourceResponse, canShowMIMEType: Bool, isForMainFrame: Bool = true) {
    self.response = response
    self.canShowMIMEType = canShowMIMEType
    self.isForMainFrame = isForMainFrame
  }
}

/// The delegate's answer to a `NavigationResponse`.
nonisolated public enum NavigationResponsePolicy: Sendable, Hashable {
  /// Show it.
  case allow
  /// Drop it; the page that is shown stays and the navigation fails with code 102.
  case cancel
  /// Save it; the page that is shown stays and the navigation fails with code 102.
  case download
}
