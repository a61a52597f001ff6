// SPDX-License-Identifier: MIT
// Part of Grille: shows and withdraws decisions about servers.
import Security
import WebViewKit

extension BrowserWindow {
  private var store: WebsiteDataStore { webView.configuration.websiteDataStore }

  /// Makes the page of decisions tell of this moment.
  func prepareTrustPage() {
    aboutPages.set("trust", to: trustPage.html(of: store))
  }

  /// Withdraws what a link of the page of decisions stands for, and shows the page anew.
  /// - Returns: whether the action was such a link, followed by the user on the page itself.
  func forgetTrust(asAskedBy action: NavigationAction) -> Bool {
    guard let target = trustPage.target(of: action, onPage: webView.committedURL) else {
      return false
    }
    switch target {
    case .decision(let decision):
      store.forget(decision)
      show(.aboutTrustForgotten, ["host": HostText(decision.host).display])
    case .everyDecision:
      store.forgetAllTrustDecisions()
      show(.aboutTrustAllForgotten)
    case .strictHost(let name):
      if let host = store.strictTransportHosts.first(where: { $0.host == name }) {
        store.forget(host)
      }
      show(.aboutTrustForgotten, ["host": HostText(name).display])
    case .everyStrictHost:
      store.forgetAllStrictTransportHosts()
      show(.aboutTrustAllStrictHostsForgotten)
    }
    // The navigation of the link has to end first.
    Task { webView.reload() }
    return true
  }
}
