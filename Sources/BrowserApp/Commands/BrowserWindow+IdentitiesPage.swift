// SPDX-License-Identifier: MIT
// Part of Grille: does what the links of about:identities stand for.
import Security
import WebViewKit

extension BrowserWindow {
  private var store: WebsiteDataStore { webView.configuration.websiteDataStore }

  /// Makes the page of identities tell of this moment.
  func prepareIdentitiesPage() {
    aboutPages.set("identities", to: identitiesPage.html(of: store))
  }

  /// Does what a link of the page of identities stands for, and shows the page anew.
  /// - Returns: whether the action was such a link, followed by the user on the page itself.
  func actOnIdentities(asAskedBy action: NavigationAction) -> Bool {
    guard let target = identitiesPage.target(of: action, onPage: webView.committedURL) else {
      return false
    }
    switch target {
    case .importFile:
      importIdentities(asCommanded: nil)
      return true
    case .export(let identity):
      export(identity)
      return true
    case .forget(let identity):
      store.remove(identity)
      show(.aboutIdentitiesForgotten, ["name": ForeignName.text(identity.label)])
    case .forgetChoice(let choice):
      store.forget(choice)
      show(.identityPickerForgotten, ["host": HostText(choice.host).display])
    }
    // The navigation of the link has to end first.
    Task { webView.reload() }
    return true
  }

  /// Saves the certificates of an identity, which are no secret, where the user says.
  private func export(_ identity: ClientIdentity) {
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
