// SPDX-License-Identifier: MIT
// Part of Grille: what a web view does as its navigation proceeds.

internal import CellGrid
internal import DOM
internal import Layout
internal import Networking
internal import WebInfra

extension WebView: DocumentLoaderClient {
  func loader(
    _ loader: DocumentLoader, decidePolicyFor action: NavigationAction
  ) async -> NavigationActionPolicy {
    await navigationDelegate?.decidePolicy(for: action, in: self) ?? .allow
  }

  func loader(
    _ loader: DocumentLoader, decidePolicyFor response: NavigationResponse
  ) async -> NavigationResponsePolicy {
    guard let navigationDelegate else { return response.canShowMIMEType ? .allow : .cancel }
    return await navigationDelegate.decidePolicy(for: response, in: self)
  }

  func loader(
    _ loader: DocumentLoader, respondTo challenge: AuthenticationChallenge
  ) async -> AuthenticationChallengeDisposition {
    await navigationDelegate?.respond(to: challenge, in: self) ?? .performDefaultHandling
  }

  func loaderDidStart(_ loader: DocumentLoader) {
    navigationDelegate?.didStartProvisionalNavigation(loader.navigation, in: self)
    uiDelegate?.webViewDidChangeState(self)
  }

  func loaderDidRedirect(_ loader: DocumentLoader) {
    navigationDelegate?.didReceiveServerRedirect(for: loader.navigation, in: self)
    uiDelegate?.webViewDidChangeState(self)
  }

  func loaderDidRecord(_ loader: DocumentLoader) {
    uiDelegate?.webViewDidChangeState(self)
  }

  func loader(_ loader: DocumentLoader, didCommit response: ResourceResponse) {
    layoutTask?.cancel()
    let next = Page(
      navigation: loader.navigation, request: loader.initialRequest, response: response,
      log: loader.log)
    if case .replace = pendingPlacement, let page, page.response.url == response.url {
      next.scroll = page.scroll
    }
    page = next
    place(next)
    navigationDelegate?.didCommit(loader.navigation, in: self)
    uiDelegate?.webViewDidChangeState(self)
  }

  func loader(_ loader: DocumentLoader, didRender content: PageContent) {
    guard let page, page.navigation == loader.navigation else { return }
    page.accept(content, for: viewport)
    backForwardList.currentItem?.title = page.title
    scrollToFragmentOnce()
    uiDelegate?.webViewNeedsDisplay(self)
    uiDelegate?.webViewDidChangeState(self)
  }

  func loader(
    _ loader: DocumentLoader, didBecome download: Download, for source: DownloadSource
  ) {
    switch source {
    case .action(let action):
      navigationDelegate?.navigationAction(action, didBecome: download)
    case .response(let response):
      navigationDelegate?.navigationResponse(response, didBecome: download)
    }
  }

  func loader(_ loader: DocumentLoader, didEnd outcome: DocumentLoader.Outcome) {
    if documentLoader === loader { documentLoader = nil }
    lastLog = loader.log
    switch outcome {
    case .finished:
      scrollToFragmentOnce(isComplete: true)
      navigationDelegate?.didFinish(loader.navigation, in: self)
    case .failedProvisional(let error):
      navigationDelegate?.didFailProvisionalNavigation(loader.navigation, with: error, in: self)
    case .failed(let error):
      navigationDelegate?.didFail(loader.navigation, with: error, in: self)
    case .neverStarted:
      break
    }
    configuration.websiteDataStore.navigationDidEnd(loader.navigation)
    settle(loader.navigation, with: outcome)
    if case .finished = outcome { scheduleRefresh() }
    uiDelegate?.webViewDidChangeState(self)
  }

  func renderingParameters(for loader: DocumentLoader) -> RenderingParameters {
    renderingParameters(for: page)
  }

  /// What a page is rendered for at this moment.
  func renderingParameters(for page: Page?) -> RenderingParameters {
    var parameters = RenderingParameters(
      viewport: viewport, forms: page?.forms ?? FormState(),
      xmlErrorNotice: configuration.xmlErrorNotice, limitNotice: configuration.limitNotice)
    parameters.options = configuration.layoutOptions
    parameters.options.toggledDetails = page?.toggledDetails ?? []
    parameters.allowsAuthorStyles = configuration.allowsAuthorStyles
    parameters.isProgressive = configuration.rendersProgressively
    parameters.documentLimits = configuration.documentLimits
    parameters.keepsSource = configuration.keepsSource
    parameters.forcedEncodingName = configuration.forcedEncodingName
    parameters.localBaseURL = configuration.localBaseURL
    parameters.targetID = page?.url.fragment.map {
      String(decoding: PercentEncoding.decode($0), as: UTF8.self)
    }
    return parameters
  }

  /// Brings a page into the back-forward list as the navigation meant it.
  private func place(_ page: Page) {
    let item: BackForwardListItem
    switch pendingPlacement {
    case .push:
      item = BackForwardListItem(request: page.request, url: page.response.url)
      backForwardList.push(item)
    case .replace:
      item = BackForwardListItem(request: page.request, url: page.response.url)
      backForwardList.replaceCurrent(with: item)
    case .item(let known):
      item = known
      item.url = page.response.url
      if !backForwardList.makeCurrent(item) { backForwardList.push(item) }
    }
    item.page = page
  }

  /// Shows a page that the list has kept, with the delegate calls of any navigation but no load.
  func restore(_ item: BackForwardListItem) -> Navigation? {
    guard let kept = item.page else { return nil }
    stopLoading()
    layoutTask?.cancel()
    backForwardList.noteScroll()
    let navigation = makeNavigation()
    Task {
      let action = NavigationAction(request: item.request, navigationType: .backForward)
      let policy = await navigationDelegate?.decidePolicy(for: action, in: self) ?? .allow
      guard policy == .allow, backForwardList.makeCurrent(item) else {
        return settle(
          navigation, with: .neverStarted(ResourceError(.frameLoadInterruptedByPolicyChange)))
      }
      navigationDelegate?.didStartProvisionalNavigation(navigation, in: self)
      page = kept
      kept.url = item.url
      if let scroll = item.scroll { kept.scroll = scroll }
      navigationDelegate?.didCommit(navigation, in: self)
      if kept.laidOutFor != viewport { setNeedsLayout() }
      uiDelegate?.webViewNeedsDisplay(self)
      navigationDelegate?.didFinish(navigation, in: self)
      settle(navigation, with: .finished)
      uiDelegate?.webViewDidChangeState(self)
    }
    return navigation
  }

  // MARK: - Refresh

  /// The refresh the page on show asks for: where to, and after how many seconds; nil if it asks
  /// for none, if it would lead round in a circle, or if it may not lead there.
  public var pendingRefresh: (url: WebURL, delay: Int)? {
    guard let page, let refresh = page.content?.metadata.refresh else { return nil }
    let target = refresh.href.map { WebURL($0, base: page.baseURL) } ?? page.url
    guard let target, refreshChain.allows(target, from: page.url),
      target.isHTTP || target.scheme == "file", mayRefresh(to: target, from: page)
    else { return nil }
    return (target, refresh.delay)
  }

  /// Goes where the page on show asks to be refreshed to, now; nil if it does not ask.
  @discardableResult
  public func followRefresh() -> Navigation? {
    guard let pendingRefresh, let page else { return nil }
    refreshTask?.cancel()
    refreshChain.record(page.url)
    var request = ResourceRequest(
      url: pendingRefresh.url, timeout: configuration.requestTimeout)
    request.referrer = page.url
    request.initiator = page.url.origin
    return navigate(to: request, type: .other, placement: .replace)
  }

  /// Whether a page may lead there by itself: one from the network to no file of this computer.
  private func mayRefresh(to target: WebURL, from page: Page) -> Bool {
    do throws(ResourceError) {
      try SchemeLoader.checkLink(ResourceRequest(url: target, initiator: page.url.origin))
      return true
    } catch {
      return false
    }
  }

  private func scheduleRefresh() {
    refreshTask?.cancel()
    guard configuration.followsRefresh, let pendingRefresh else { return }
    let delay = pendingRefresh.delay
    refreshTask = Task {
      try? await Task.sleep(for: .seconds(delay))
      guard !Task.isCancelled else { return }
      followRefresh()
    }
  }
}

/// The pages that refreshes have led through since the user last acted, so that none is visited
/// twice and their number stays within the limit for redirects.
nonisolated struct RefreshChain {
  private static let limit = 20
  private var visited: [WebURL] = []

  mutating func reset() { visited = [] }

  mutating func record(_ url: WebURL) { visited.append(url.withoutFragment) }

  func allows(_ target: WebURL, from current: WebURL) -> Bool {
    let target = target.withoutFragment
    return visited.count < Self.limit && target != current.withoutFragment
      && !visited.contains(target)
  }
}
