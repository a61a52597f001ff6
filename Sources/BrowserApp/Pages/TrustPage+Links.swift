// SPDX-License-Identifier: MIT
// Part of Grille: does what the links of about:trust stand for.
import Security
import WebViewKit

extension TrustPage {
  func follow(_ target: Target, in window: BrowserWindow) -> Bool {
    let store = window.webView.configuration.websiteDataStore
    switch target {
    case .decision(let decision):
      store.forget(decision)
      window.show(.aboutTrustForgotten, ["host": HostText(decision.host).display])
    case .everyDecision:
      store.forgetAllTrustDecisions()
      window.show(.aboutTrustAllForgotten)
    case .strictHost(let name):
      if let host = store.strictTransportHosts.first(where: { $0.host == name }) {
        store.forget(host)
      }
      window.show(.aboutTrustForgotten, ["host": HostText(name).display])
    case .everyStrictHost:
      store.forgetAllStrictTransportHosts()
      window.show(.aboutTrustAllStrictHostsForgotten)
    }
    return true
  }
}
