// SPDX-License-Identifier: MIT
// Part of Grille: does what the links of about:logins stand for.
import WebViewKit

extension BrowserWindow {
  private var store: WebsiteDataStore { webView.configuration.websiteDataStore }

  /// Makes the page of log-ins tell of this moment.
  func prepareLoginsPage() {
    aboutPages.set("logins", to: loginsPage.html(of: store, keepsProfile: keepsProfile))
  }

  /// Does what a link of the page of log-ins stands for, and shows the page anew.
  /// - Returns: whether the action was such a link, followed by the user on the page itself.
  func actOnLogins(asAskedBy action: NavigationAction) -> Bool {
    guard let target = loginsPage.target(of: action, onPage: webView.committedURL) else {
      return false
    }
    switch target {
    case .forget(let credential):
      store.forget(credential)
      show(.aboutLoginsForgotten, ["host": HostText(credential.host).display])
    case .forgetAll:
      store.forgetAllCredentials()
      show(.aboutLoginsAllForgotten)
    case .choosePassPhrase:
      changeVault { await $0.chooseMasterPassPhrase() }
      return true
    case .removePassPhrase:
      changeVault { await $0.removeMasterPassPhrase() }
      return true
    case .unlock:
      changeVault { await $0.unlockAsCommanded() }
      return true
    case .lock:
      changeVault { $0.lockVault() }
      return true
    case .reset:
      changeVault { await $0.resetVault() }
      return true
    }
    // The navigation of the link has to end first.
    Task { webView.reload() }
    return true
  }
}
