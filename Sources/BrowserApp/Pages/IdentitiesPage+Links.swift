// SPDX-License-Identifier: MIT
// Part of Grille: does what the links of about:identities stand for.
import Security
import WebViewKit

extension IdentitiesPage {
  func follow(_ target: Target, in window: BrowserWindow) -> Bool {
    let store = window.webView.configuration.websiteDataStore
    switch target {
    case .importFile:
      window.importIdentities(asCommanded: nil)
      return false
    case .export(let identity):
      window.export(identity)
      return false
    case .forget(let identity):
      store.remove(identity)
      window.show(.aboutIdentitiesForgotten, ["name": ForeignName.text(identity.label)])
    case .forgetChoice(let choice):
      store.forget(choice)
      window.show(.identityPickerForgotten, ["host": HostText(choice.host).display])
    }
    return true
  }
}

extension BrowserWindow {
  /// Saves the certificates of an identity, which are no secret, where the user says.
  fileprivate func export(_ identity: ClientIdentity) {
    let name = "certificate.pem"
    let folder = configuration.downloadFolder
    let proposal = DownloadName.path(
      for: name, in: folder.isEmpty ? FileSystem.currentFolder : folder, exists: FileSystem.exists)
    Task {
      guard let answer = await ask(for: words.text(.certificateSavePrompt), prefilled: proposal),
        !answer.isEmpty
      else { return }
      let path = DownloadName.destination(
        answer, name: name, home: preferences.folders.home, isFolder: FileSystem.isFolder,
        exists: FileSystem.exists)
      if FileSystem.exists(path) {
        show(.certificateExists, ["path": path])
      } else if FileSystem.create(path, with: Array(identity.pemText.utf8)) {
        show(.aboutIdentitiesExported, ["path": path])
      } else {
        show(.certificateNotSaved, ["path": path])
      }
    }
  }
}
