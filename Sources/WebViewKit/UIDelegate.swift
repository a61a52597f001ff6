// SPDX-License-Identifier: MIT
// Part of Grille: what a web view tells the program that shows it.

/// Follows what a `WebView` shows, so that the embedding program can repaint.
///
/// All methods are called on the main actor, never from inside a call into the web view's painting.
@MainActor
public protocol UIDelegate: AnyObject {
  /// The content, scroll position or focus changed: paint again when convenient.
  func webViewNeedsDisplay(_ webView: WebView)

  /// The page on show was laid out anew, so that other text may be in sight.
  func webViewDidLayOut(_ webView: WebView)

  /// Title, address, progress, security or history state changed.
  func webViewDidChangeState(_ webView: WebView)
}

extension UIDelegate {
  /// Does nothing.
  public func webViewNeedsDisplay(_ webView: WebView) {}

  /// Does nothing.
  public func webViewDidLayOut(_ webView: WebView) {}

  /// Does nothing.
  public func webViewDidChangeState(_ webView: WebView) {}
}
