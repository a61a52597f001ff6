// SPDX-License-Identifier: MIT
// Part of Grille: the identity of one navigation of a web view.

/// One attempt to show a resource in a `WebView`, from the request to the last byte.
///
/// The same value is handed to every delegate method of that attempt; redirects and retries do not
/// make a new one. It corresponds to WKNavigation.
nonisolated public struct Navigation: Hashable, Sendable {
  /// A number that is unique among the navigations of the process; ascending in order of creation.
  public let id: UInt64

  /// Makes the identity of a navigation with that number.
  package init(id: UInt64) { self.id = id }
}
