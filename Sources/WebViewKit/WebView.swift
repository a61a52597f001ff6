// SPDX-License-Identifier: MIT
// Part of Grille: loads pages and shows them in cells; the heart of the library.

public import CellGrid
public import Networking
public import Security
public import WebInfra

/// Loads pages and shows them as character cells.
///
/// A web view knows nothing of keys or terminals: the embedding program calls `scroll`, `moveFocus`
/// and `activateFocusedElement`, and paints into a surface of its own. It corresponds to WKWebView.
@MainActor
public final class WebView {
  /// Decides about navigations and challenges.
  public weak var navigationDelegate: (any NavigationDelegate)?
  /// Hears when there is something new to paint.
  public weak var uiDelegate: (any UIDelegate)?
  /// What the view was made with; a change counts from the next load or layout on.
  public var configuration: WebViewConfiguration
  /// The pages that were shown.
  public let backForwardList = BackForwardList()

  let loader: any ResourceLoader
  /// The navigation under way, or nil when everything has arrived or failed.
  var documentLoader: DocumentLoader?
  /// What the navigation under way is to do to the back-forward list at its commit.
  var pendingPlacement = Placement.push
  /// The records of the navigation that began last.
  var lastLog: TransactionLog?
  /// The page on show.
  var page: Page?
  /// The size that pages are laid out for.
  var viewport: CellSize
  /// The layout under way for the page on show, after a resize or an edited control.
  var layoutTask: Task<Void, Never>?
  /// Where refreshes that pages asked for have led since the last user action.
  var refreshChain = RefreshChain()
  var refreshTask: Task<Void, Never>?

  private static var lastNavigationID: UInt64 = 0
  private var outcomes: [UInt64: DocumentLoader.Outcome] = [:]
  private var waiters: [UInt64: [CheckedContinuation<DocumentLoader.Outcome, Never>]] = [:]

  /// How a committed page enters the back-forward list.
  enum Placement {
    /// As a new item behind the current one.
    case push
    /// In the place of the current item (reload, refresh, error page).
    case replace
    /// As the page of an item that is already in the list.
    case item(BackForwardListItem)
  }

  /// Makes a view that lays pages out for that many columns and rows.
  public convenience init(
    configuration: WebViewConfiguration = WebViewConfiguration(),
    viewportSize: CellSize = CellSize(columns: 80, rows: 24)
  ) {
    self.init(
      configuration: configuration, viewportSize: viewportSize,
      loader: configuration.websiteDataStore.makeLoader(for: configuration))
  }

  /// Makes a view with a loader of the caller's, as tests do.
  package init(
    configuration: WebViewConfiguration, viewportSize: CellSize, loader: any ResourceLoader
  ) {
    self.configuration = configuration
    viewport = viewportSize
    self.loader = loader
  }

  // MARK: - State

  /// The address of the load under way, else of the page on show.
  public var url: WebURL? { documentLoader?.request.url ?? page?.url }

  /// The address of the page on show, whatever is being loaded.
  public var committedURL: WebURL? { page?.url }

  /// The title of the page on show.
  public var title: String? { page?.title }

  /// Whether a navigation is under way.
  public var isLoading: Bool { documentLoader != nil }

  /// How much of the navigation is done, 0 to 1; 0 when nothing is known.
  public var estimatedProgress: Double {
    guard let documentLoader else { return page == nil ? 0 : 1 }
    guard documentLoader.isCommitted else { return 0.1 }
    guard let expected = documentLoader.expectedBytes, expected > 0 else { return 0.5 }
    return 0.1 + 0.9 * min(1, Double(documentLoader.receivedBytes) / Double(expected))
  }

  /// How many bytes of the body of the navigation under way have arrived.
  public var receivedBytes: Int64 { documentLoader?.receivedBytes ?? 0 }

  /// The response head of the page on show.
  public var response: ResourceResponse? { page?.response }

  /// The trust in the server of the page on show, or nil if it did not come over TLS.
  public var serverTrust: ServerTrust? { page?.response.serverTrust }

  /// Whether everything on the page came over a connection that was not plain http.
  public var hasOnlySecureContent: Bool { page?.response.url.scheme == "https" }

  /// Every request and response of the navigation that began last, in order; it may have failed
  /// while an older page is on show.
  public var transactions: [Transaction] {
    (documentLoader?.log ?? lastLog)?.transactions ?? []
  }

  /// The parts of the page on show, such as style sheets, that were left out because of their
  /// servers' certificates, in the order they were asked for.
  ///
  /// Nobody is asked about those; what was wrong stands in the `serverTrust` of each one's error.
  public var blockedTransactions: [Transaction] { page?.log.blocked ?? [] }

  /// What the navigation under way waits for; nil when none is.
  package var loadPhase: LoadPhase? { documentLoader?.log.phase }

  /// Whether `goBack` has somewhere to go.
  public var canGoBack: Bool { backForwardList.backItem != nil }

  /// Whether `goForward` has somewhere to go.
  public var canGoForward: Bool { backForwardList.forwardItem != nil }

  // MARK: - Loading

  /// Starts to load a request; the navigation under way, if any, ends with code −999.
  @discardableResult
  public func load(_ request: ResourceRequest) -> Navigation {
    refreshChain.reset()
    return navigate(to: request, type: .other, placement: .push)
  }

  /// Shows HTML that the program made, under that address.
  @discardableResult
  public func loadHTMLString(_ html: String, baseURL: WebURL?) -> Navigation {
    load(
      data: Array(html.utf8), mimeType: .html, encodingName: "utf-8",
      baseURL: baseURL ?? Self.blankPage)
  }

  /// Shows bytes that the program has, under that address.
  @discardableResult
  public func load(
    data: [UInt8], mimeType: MIMEType, encodingName: String?, baseURL: WebURL
  ) -> Navigation {
    refreshChain.reset()
    return show(
      data: data, mimeType: mimeType, encodingName: encodingName,
      for: ResourceRequest(url: baseURL), placement: .push)
  }

  /// Shows HTML in the place of what a request would have brought, as an error page.
  ///
  /// The request is what a reload asks for again.
  @discardableResult
  public func loadSimulatedRequest(
    _ request: ResourceRequest, responseHTML html: String
  ) -> Navigation {
    let isSameAddress = page?.request.url == request.url
    return show(
      data: Array(html.utf8), mimeType: .html, encodingName: "utf-8",
      for: request, placement: isSameAddress ? .replace : .push)
  }

  /// Shows a local file.
  @discardableResult
  public func loadFileURL(_ url: WebURL) -> Navigation { load(ResourceRequest(url: url)) }

  /// Asks for the current page again; nil if there is none.
  @discardableResult
  public func reload() -> Navigation? { reload(bypassingCaches: false) }

  /// Asks for the current page again, past every cache; nil if there is none.
  @discardableResult
  public func reloadFromOrigin() -> Navigation? { reload(bypassingCaches: true) }

  private func reload(bypassingCaches: Bool) -> Navigation? {
    guard let page else { return nil }
    refreshChain.reset()
    var request = page.request
    request.cachePolicy =
      bypassingCaches ? .reloadIgnoringLocalCacheData : .reloadRevalidatingCacheData
    return navigate(
      to: request, type: request.method == .post ? .formResubmitted : .reload,
      placement: .replace)
  }

  /// Stops the navigation under way, which ends with code −999, and a pending refresh.
  public func stopLoading() {
    refreshTask?.cancel()
    documentLoader?.stop(with: ResourceError(.cancelled))
  }

  /// Goes to the item before the current one; nil if there is none.
  @discardableResult
  public func goBack() -> Navigation? { backForwardList.backItem.flatMap(go(to:)) }

  /// Goes to the item after the current one; nil if there is none.
  @discardableResult
  public func goForward() -> Navigation? { backForwardList.forwardItem.flatMap(go(to:)) }

  /// Goes to an item of the back-forward list; nil if it is not in the list.
  @discardableResult
  public func go(to item: BackForwardListItem) -> Navigation? {
    refreshChain.reset()
    guard item.page == nil else { return restore(item) }
    return navigate(
      to: item.request, type: item.request.method == .post ? .formResubmitted : .backForward,
      placement: .item(item))
  }

  /// Waits until a navigation of this view has ended.
  /// - Throws: the error it ended with; code 102 if the delegate turned it down.
  public func finishedLoading(_ navigation: Navigation) async throws(ResourceError) {
    let outcome: DocumentLoader.Outcome
    if let known = outcomes[navigation.id] {
      outcome = known
    } else {
      outcome = await withCheckedContinuation { waiters[navigation.id, default: []].append($0) }
    }
    if let error = outcome.error { throw error }
  }

  // MARK: - Navigations

  /// Starts a navigation; the one under way is cancelled first.
  @discardableResult
  func navigate(
    to request: ResourceRequest, type: NavigationAction.NavigationType, placement: Placement,
    loader substitute: (any ResourceLoader)? = nil, isDownload: Bool = false
  ) -> Navigation {
    stopLoading()
    backForwardList.noteScroll()
    pendingPlacement = placement
    let next = DocumentLoader(
      navigation: makeNavigation(), request: request, type: type,
      loader: substitute ?? loader,
      isDownload: isDownload, client: self)
    documentLoader = next
    next.start()
    uiDelegate?.webViewDidChangeState(self)
    return next.navigation
  }

  private static let blankPage: WebURL = {
    guard let url = WebURL("about:blank") else { preconditionFailure("about:blank is a URL") }
    return url
  }()

  private func show(
    data: [UInt8], mimeType: MIMEType, encodingName: String?, for request: ResourceRequest,
    placement: Placement
  ) -> Navigation {
    navigate(
      to: request, type: .other, placement: placement,
      loader: SuppliedDataLoader(data: data, mimeType: mimeType, encodingName: encodingName))
  }

  func makeNavigation() -> Navigation {
    Self.lastNavigationID += 1
    return Navigation(id: Self.lastNavigationID)
  }

  /// Records how a navigation ended and wakes those who wait for it.
  func settle(_ navigation: Navigation, with outcome: DocumentLoader.Outcome) {
    outcomes[navigation.id] = outcome
    // Only the recent ones are asked for again.
    outcomes[navigation.id &- 64] = nil
    for waiter in waiters.removeValue(forKey: navigation.id) ?? [] {
      waiter.resume(returning: outcome)
    }
  }
}
