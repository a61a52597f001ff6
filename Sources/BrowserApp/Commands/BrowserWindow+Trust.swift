// SPDX-License-Identifier: MIT
// Part of Grille: shows and withdraws decisions about servers.
import Security
import WebViewKit

extension BrowserWindow {
  private var store: WebsiteDataStore { webView.configuration.websiteDataStore }

  /// Makes the page of decisions tell of this moment.
  func prepareTrustPage() {
    aboutPages.setTrustPage(
      trustPage.html(
        decisions: store.trustDecisions,
        strictHosts: store.strictTransportHosts.map {
          TrustPage.StrictHost(
            host: $0.host, includesSubdomains: $0.includesSubdomains, expiryDate: $0.expiryDate)
        }))
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
    case .everything:
      store.forgetAllTrustDecisions()
      show(.aboutTrustAllForgotten)
    }
    // The navigation of the link has to end first.
    Task { webView.reload() }
    return true
  }
}
