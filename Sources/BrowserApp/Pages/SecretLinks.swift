// SPDX-License-Identifier: MIT
// Part of Grille: links on pages of the program's own that do something instead of leading somewhere.
import WebInfra
import WebViewKit

/// The links of one page.
///
/// A link holds a secret that only this page shows. It counts only when the user follows it on the
/// page itself, so that no other page can have anything done.
nonisolated struct SecretLinks<Target> {
  /// What the page is called behind `about:`.
  let page: String
  /// Whether there is anybody to follow them.
  private let areOffered: Bool
  private var targets: [String: Target] = [:]

  /// Prepares the links of a page.
  /// - Parameters:
  ///   - page: What the page is called behind `about:`.
  ///   - areOffered: Whether there is anybody to follow them.
  init(page: String, areOffered: Bool) {
    self.page = page
    self.areOffered = areOffered
  }

  private static var parameter: String { "do=" }

  /// Whether an address is the page's, with or without anything to do.
  func isAddress(_ url: WebURL?) -> Bool {
    url?.scheme == "about" && url?.pathname.lowercased() == page
  }

  /// Lets the links of an earlier state of the page lead nowhere.
  mutating func removeAll() { targets = [:] }

  /// The address of a link that stands for something; nil if nobody is there to follow it.
  mutating func address(for target: Target) -> String? {
    guard areOffered else { return nil }
    let secret =
      String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
    targets[secret] = target
    return "about:\(page)?\(Self.parameter)\(secret)"
  }

  /// What a link means that the user has followed on a page; nil if it means nothing there.
  func target(of action: NavigationAction, onPage committed: WebURL?) -> Target? {
    guard isAddress(action.request.url), isAddress(committed),
      action.navigationType == .linkActivated, action.request.isUserInitiated,
      action.redirectResponse == nil, let query = action.request.url.query,
      query.hasPrefix(Self.parameter)
    else { return nil }
    return targets[String(query.dropFirst(Self.parameter.count))]
  }
}
