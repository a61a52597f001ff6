// SPDX-License-Identifier: MIT
// Part of Grille: opens, leaves and reloads pages.
import CellGrid
import TerminalUI
import WebInfra
import WebViewKit

extension BrowserWindow {
  // MARK: - Opening

  /// Opens what the program was started with, or the start page.
  func openFirst(_ target: Target?) {
    guard let target else { return open(address: configuration.startPage) }
    open(target)
  }

  /// Opens what was typed, or asks for it.
  func open(_ text: String?) {
    guard let text else { return askForAddress(prefilled: "") }
    do throws(Target.Failure) {
      open(try Target.resolve(text, home: preferences.folders.home, fileExists: FileSystem.exists))
    } catch {
      show(text: error.message(in: words))
    }
  }

  private func open(_ target: Target) {
    switch target {
    case .file(let path):
      guard let url = FileSystem.url(ofPath: path) else { return }
      webView.load(request(for: url))
    case .standardInput:
      guard let url = FileSystem.standardInput else { return }
      webView.load(request(for: url))
    case .address(let address): open(address: address)
    }
  }

  /// Opens an address that has a scheme.
  func open(address: String) {
    guard let url = WebURL(address) else {
      return show(.targetMalformedAddress, ["text": UserInfo.removed(from: address)])
    }
    webView.load(request(for: url))
  }

  /// A request of the user's own for an address.
  func request(for url: WebURL) -> ResourceRequest {
    preferences.request(for: url)
  }

  func editAddress() {
    askForAddress(prefilled: webView.committedURL?.withoutCredentials.href ?? "")
  }

  private func askForAddress(prefilled: String) {
    let prompt = DisplayString(words.text(.promptOpen))
    let dialog = PromptDialog(prompt: prompt, text: prefilled) { [weak self] text in
      guard let self, let text, !text.isEmpty else { return }
      addressHistory.append(UserInfo.removed(from: text))
      open(text)
    }
    dialog.field.history = addressHistory
    session.open(dialog)
  }

  // MARK: - History

  func goBack(_ steps: Int) {
    guard let item = webView.backForwardList.item(at: -steps) else { return show(.messageNoBack) }
    webView.go(to: item)
  }

  func goForward(_ steps: Int) {
    guard let item = webView.backForwardList.item(at: steps) else { return show(.messageNoForward) }
    webView.go(to: item)
  }

  func reload(bypassingCaches: Bool) {
    let navigation = bypassingCaches ? webView.reloadFromOrigin() : webView.reload()
    if navigation == nil { show(.messageNoPage) }
  }

  /// Stops loading, else leaves what the focus is on.
  func stop() {
    if webView.isLoading || webView.pendingRefresh != nil {
      webView.stopLoading()
    } else {
      webView.clearFocus()
      typesIntoField = false
    }
  }

  // MARK: - Around the address

  func goUp(_ levels: Int) {
    guard var url = webView.committedURL else { return show(.messageNoPage) }
    for _ in 0..<levels {
      guard let parent = url.parent else { return show(.messageNoUpLevel) }
      url = parent
    }
    webView.load(request(for: url))
  }

  func goToRoot() {
    guard let url = webView.committedURL, let root = WebURL("/", base: url) else {
      return show(.messageNoUpLevel)
    }
    webView.load(request(for: root))
  }

  // MARK: - What is kept

  /// Makes a page about what is kept tell of this moment.
  func prepare(_ page: any StorePage) {
    let store = webView.configuration.websiteDataStore
    aboutPages.set(page.name, to: page.html(of: store, keepsProfile: keepsProfile))
  }

  // MARK: - Source

  /// Shows the source of the page as a page of its own, or goes back from it.
  func toggleSource() {
    if navigationDelegate.isSourceOnShow { return goBack(1) }
    guard let url = webView.committedURL, let source = webView.source else {
      return show(.messageNoSource)
    }
    navigationDelegate.showSource(
      webView.load(
        data: source, mimeType: .plainText, encodingName: webView.sourceEncodingName, baseURL: url))
  }

  /// Saves the source of the page as a file that does not exist yet.
  func savePage(to answer: String?) {
    guard let source = webView.source, let response = webView.response else {
      return show(.messageNoSource)
    }
    let name = response.suggestedFilename
    if let answer { return save(source, to: answer, name: name) }
    let folder = configuration.downloadFolder
    let proposal = DownloadName.path(
      for: name, in: folder.isEmpty ? FileSystem.currentFolder : folder, exists: FileSystem.exists)
    session.open(
      PromptDialog(prompt: DisplayString(words.text(.promptSave)), text: proposal) {
        [weak self] answer in
        guard let answer, !answer.isEmpty else { return }
        self?.save(source, to: answer, name: name)
      })
  }

  private func save(_ bytes: [UInt8], to answer: String, name: String) {
    let path = DownloadName.destination(
      answer, name: name, home: preferences.folders.home, isFolder: FileSystem.isFolder,
      exists: FileSystem.exists)
    if FileSystem.create(path, with: bytes) {
      show(.downloadDone, ["path": path, "size": ByteCount.text(Int64(bytes.count), words)])
    } else {
      show(.downloadFailed, ["name": path, "reason": words.text(.errorCannotCreateFile)])
    }
  }

  func toggleAuthorStyles() {
    preferences.configuration.usesAuthorStyles.toggle()
    webView.configuration.allowsAuthorStyles = preferences.configuration.usesAuthorStyles
    webView.reload()
    show(configuration.usesAuthorStyles ? .messageStylesOn : .messageStylesOff)
  }
}

extension WebURL {
  /// The address one level up: without fragment and query, else without the last part of the path;
  /// nil at the root.
  nonisolated var parent: WebURL? {
    if fragment != nil || query != nil {
      return replacingFragment(nil).replacingQuery(nil)
    }
    guard pathname != "/", !pathname.isEmpty else { return nil }
    return WebURL(pathname.hasSuffix("/") ? ".." : ".", base: self)
  }
}
