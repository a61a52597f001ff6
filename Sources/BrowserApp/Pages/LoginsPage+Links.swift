// SPDX-License-Identifier: MIT
// Part of Grille: does what the links of about:logins stand for.
import WebViewKit

extension LoginsPage {
  func follow(_ target: Target, in window: BrowserWindow) -> Bool {
    let store = window.webView.configuration.websiteDataStore
    switch target {
    case .forget(let credential):
      store.forget(credential)
      window.show(.aboutLoginsForgotten, ["host": HostText(credential.host).display])
    case .forgetAll:
      store.forgetAllCredentials()
      window.show(.aboutLoginsAllForgotten)
    case .choosePassPhrase:
      window.changeVault { await $0.chooseMasterPassPhrase() }
      return false
    case .removePassPhrase:
      window.changeVault { await $0.removeMasterPassPhrase() }
      return false
    case .unlock:
      window.changeVault { await $0.unlockAsCommanded() }
      return false
    case .lock:
      window.changeVault { $0.lockVault() }
      return false
    case .reset:
      window.changeVault { await $0.resetVault() }
      return false
    }
    return true
  }
}
