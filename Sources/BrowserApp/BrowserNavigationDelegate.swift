// SPDX-License-Identifier: MIT
// Part of Grille: follows navigations: questions, error pages, downloads, and what the status says.
import CellGrid
import Networking
import Security
import TerminalUI
import WebInfra
import WebViewKit

/// Answers a web view's questions for the user, and keeps what the status line tells of its page.
final class BrowserNavigationDelegate: NavigationDelegate, UIDelegate {
  weak var window: BrowserWindow?

  /// The address of the navigation under way as it was first asked for.
  private var requested: ResourceRequest?
  /// The navigation that began last.
  private var latest: Navigation?
  /// How the load of the page on show ended.
  private var outcome = PageStatus.Load.idle
  /// The navigation that shows an error page, and the error.
  private var errorPage: (navigation: Navigation, error: ResourceError)?
  /// The error pages in the history: going back to one tells of its error again.
  private var errorItems: [(item: BackForwardListItem, error: ResourceError)] = []
  /// The failure that the page on show tells of.
  private var shownError: ResourceError?
  private var sourceNavigation: Navigation?
  /// The server that the user has just refused to trust.
  private var refusedHost: String?
  /// The server at which the user has just refused to log in.
  private var hostWithoutLogIn: String?
  /// The server that the user has just not told who he is.
  private var hostWithoutIdentity: String?
  /// Whether the page on show is the source of another.
  private(set) var isSourceOnShow = false

  // MARK: - Questions

  func decidePolicy(
    for action: NavigationAction, in webView: WebView
  ) async -> NavigationActionPolicy {
    if let window, let page = window.storePages.page(at: action.request.url) {
      // The links of these pages do something instead of leading somewhere.
      if page.follow(linkOf: action, in: window) { return .cancel }
      window.prepare(page)
    }
    if action.redirectResponse == nil { requested = action.request }
    guard action.navigationType == .formResubmitted else { return .allow }
    return await askWhetherToResubmit(action.request) ? .allow : .cancel
  }

  func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy {
    if response.canShowMIMEType { return .allow }
    return await askWhetherToSave(response.response) ? .download : .cancel
  }

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    guard let window else { return .performDefaultHandling }
    if HTTPAuthenticationPrompt.isFor(challenge) { return await logIn(challenge, in: window) }
    switch challenge.protectionSpace.authenticationMethod {
    case .clientCertificate: return await chooseIdentity(challenge, in: window)
    case .negotiate: return await showTicket(challenge, in: window)
    case .serverTrust, .httpBasic, .httpDigest, .ntlm: break
    }
    guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod,
      !trust.isValid
    else { return .performDefaultHandling }
    let answer = await window.askWhetherToTrust(
      trust, at: challenge.serverAddress,
      isAnotherCertificate: challenge.previousFailureCount > 0)
    switch answer {
    case .once: return .useCredential(Credential(trust: trust, persistence: .none))
    case .session: return .useCredential(Credential(trust: trust, persistence: .forSession))
    case .always: return .useCredential(Credential(trust: trust, persistence: .permanent))
    case .cancel, .details:
      // A dialog that closed because its navigation had ended was not answered by anybody.
      if !Task.isCancelled { refusedHost = trust.host }
      return .cancelAuthenticationChallenge
    }
  }

  private func logIn(
    _ challenge: AuthenticationChallenge, in window: BrowserWindow
  ) async -> AuthenticationChallengeDisposition {
    var challenge = challenge
    if let (user, password) = window.preferences.given?.takeLogIn(for: challenge) {
      let credential = Credential(user: user, password: password, persistence: .forSession)
      if !password.isEmpty, challenge.protectionSpace.receivesCredentialSecurely {
        return .useCredential(credential)
      }
      // The dialog warns of the connection, or asks for what is missing.
      challenge = AuthenticationChallenge(
        protectionSpace: challenge.protectionSpace, proposedCredential: credential,
        failureResponse: challenge.failureResponse, error: challenge.error,
        serverAddress: challenge.serverAddress)
    } else if let kept = await window.unlockedCredential(for: challenge) {
      return .useCredential(kept)
    }
    switch await window.askForPassword(challenge) {
    case .logIn(let user, let password, .permanent):
      let isKept = await window.openVault(toKeep: challenge.protectionSpace)
      return .useCredential(
        Credential(
          user: user, password: password, persistence: isKept ? .permanent : .forSession))
    case .logIn(let user, let password, let persistence):
      return .useCredential(Credential(user: user, password: password, persistence: persistence))
    case .withoutLoggingIn: return .useCredential(nil)
    case .cancel:
      if !Task.isCancelled { hostWithoutLogIn = challenge.protectionSpace.host }
      return .cancelAuthenticationChallenge
    }
  }

  private func showTicket(
    _ challenge: AuthenticationChallenge, in window: BrowserWindow
  ) async -> AuthenticationChallengeDisposition {
    guard let holder = challenge.proposedCredential?.user else { return .rejectProtectionSpace }
    if window.preferences.given?.showsTicket(to: challenge.protectionSpace) == true {
      return .useCredential(Credential(ticketOf: holder, persistence: .forSession))
    }
    switch await window.askWhetherToShowTicket(challenge) {
    case .session: return .useCredential(Credential(ticketOf: holder, persistence: .forSession))
    case .once: return .useCredential(Credential(ticketOf: holder, persistence: .none))
    case .without: return .rejectProtectionSpace
    case .cancel:
      if !Task.isCancelled { hostWithoutLogIn = challenge.protectionSpace.host }
      return .cancelAuthenticationChallenge
    }
  }

  private func chooseIdentity(
    _ challenge: AuthenticationChallenge, in window: BrowserWindow
  ) async -> AuthenticationChallengeDisposition {
    let space = challenge.protectionSpace
    if let chosen = await window.unlockedChoice(for: challenge) {
      return .useCredential(Credential(identity: chosen, persistence: .permanent))
    }
    var answer = await window.askForIdentity(challenge)
    // Whoever does not unseal the one he has picked can pick another.
    while case .show(let identity, let persistence) = answer, identity.isLocked {
      if let opened = await window.unlocked(identity) {
        answer = .show(opened, persistence)
      } else {
        answer = await window.askForIdentity(challenge)
      }
    }
    switch answer {
    case .show(let identity, let persistence):
      if persistence == .permanent {
        window.webView.configuration.websiteDataStore.add(identity, persistence: .permanent)
      }
      return .useCredential(Credential(identity: identity, persistence: persistence))
    case .without: return .useCredential(nil)
    case .never:
      window.webView.configuration.websiteDataStore.choose(
        nil, forHost: space.host, port: space.port, persistence: .permanent)
      return .useCredential(nil)
    case .cancel:
      if !Task.isCancelled { hostWithoutIdentity = space.host }
      return .cancelAuthenticationChallenge
    }
  }

  private func askWhetherToResubmit(_ request: ResourceRequest) async -> Bool {
    guard let window else { return false }
    let words = window.words
    return await window.ask(
      words.text(.resubmitTitle), [words.text(.resubmitText, ["host": request.url.hostname])],
      yes: Question.Answer("y", words.text(.dialogYes)),
      no: Question.Answer("n", words.text(.dialogNo)))
  }

  private func askWhetherToSave(_ response: ResourceResponse) async -> Bool {
    guard let window else { return false }
    let words = window.words
    let type = response.mimeType?.essence ?? "?"
    let size =
      response.expectedContentLength.map {
        words.text(.downloadSize, ["size": ByteCount.text($0, words)])
      } ?? words.text(.downloadSizeUnknown)
    var message = [
      words.text(.downloadText, ["name": response.suggestedFilename, "type": type]), size,
    ]
    if !response.url.hostname.isEmpty {
      message.append(words.text(.downloadFrom, ["host": response.url.hostname]))
    }
    return await window.ask(
      words.text(.downloadTitle), [message.joined(separator: " ")],
      yes: Question.Answer("s", words.text(.dialogSave)),
      no: Question.Answer("c", words.text(.dialogCancel)))
  }

  // MARK: - The course of a navigation

  func didStartProvisionalNavigation(_ navigation: Navigation, in webView: WebView) {
    latest = navigation
    refusedHost = nil
    hostWithoutLogIn = nil
    hostWithoutIdentity = nil
    window?.pageWillChange()
  }

  func didCommit(_ navigation: Navigation, in webView: WebView) {
    outcome = .done
    let item = webView.backForwardList.currentItem
    if let item, let errorPage, errorPage.navigation == navigation {
      errorItems.append((item, errorPage.error))
    }
    shownError = errorItems.last { $0.item === item }?.error
    isSourceOnShow = sourceNavigation == navigation
    window?.pageDidChange()
    if let response = webView.response {
      window?.tellOfUnknownLogIn(response)
      window?.tellOfRefusedIdentity(response)
    }
  }

  func didFinish(_ navigation: Navigation, in webView: WebView) {
    outcome = .done
    window?.session.setNeedsFrame()
  }

  func didFail(_ navigation: Navigation, with error: ResourceError, in webView: WebView) {
    guard error.code != .cancelled else {
      outcome = .stopped
      return
    }
    outcome = .incomplete(error)
    guard let window else { return }
    window.show(text: ErrorSentence.text(for: error, in: window.words))
  }

  func didFailProvisionalNavigation(
    _ navigation: Navigation, with error: ResourceError, in webView: WebView
  ) {
    guard let window else { return }
    // A navigation that another replaces ends with −999 too, and needs no words.
    if error.code == .cancelled {
      guard !webView.isLoading else { return }
      if let refusedHost {
        window.show(.trustAlertCancelled, ["host": HostText(refusedHost).display])
      } else if let hostWithoutLogIn {
        window.show(
          .errorUserCancelledAuthentication, ["host": HostText(hostWithoutLogIn).display])
      } else if let hostWithoutIdentity {
        window.show(.identityPickerCancelled, ["host": HostText(hostWithoutIdentity).display])
      } else {
        window.show(.errorCancelled)
      }
      return
    }
    if error.cause == .noContent {
      // In an empty window there is no page that could stay.
      let key: StringKey = webView.committedURL == nil ? .errorNoContent : .messageNoContent
      return window.show(text: ErrorSentence.text(for: error, key: key, in: window.words))
    }
    guard error.code != .frameLoadInterruptedByPolicyChange else { return }
    guard let request = requested ?? error.url.map({ ResourceRequest(url: $0) }) else { return }
    let page = ErrorPage(error: error, words: window.words)
    errorPage = (webView.loadSimulatedRequest(request, responseHTML: page.html), error)
  }

  // MARK: - What is on show

  func webViewNeedsDisplay(_ webView: WebView) { window?.session.setNeedsFrame() }

  func webViewDidLayOut(_ webView: WebView) { window?.contentView.keepCursorInSight() }

  func webViewDidChangeState(_ webView: WebView) {
    window?.recorder.record(webView.transactions)
    window?.session.setNeedsFrame()
  }

  /// Marks a navigation as one that shows the source of a page.
  func showSource(_ navigation: Navigation) { sourceNavigation = navigation }

  /// The address the first row shows: that of the page on show, else the one being loaded.
  ///
  /// Until a page has come, the address it comes from says nothing about what is on the screen.
  func shownURL(of webView: WebView) -> WebURL? { webView.committedURL ?? webView.url }

  /// The facts of the page on show, or of the load under way.
  func status(of webView: WebView) -> PageStatus {
    var status = PageStatus()
    status.load = load(of: webView)
    status.isSource = isSourceOnShow
    guard shownError == nil, let response = webView.response else { return status }
    status.httpStatus = response.status
    status.protocolName = response.protocolName
    status.trust = trust(in: response, of: webView)
    status.identity = response.clientCertificateDemand?.identity.map {
      ForeignName.text($0.label)
    }
    status.blockedCount = webView.blockedTransactions.count
    return status
  }

  private func load(of webView: WebView) -> PageStatus.Load {
    // An error page comes from memory: there is nothing to wait for.
    if webView.isLoading, latest != errorPage?.navigation, let url = webView.url {
      guard webView.receivedBytes > 0 else {
        return .waiting(host: url.hostname.isEmpty ? url.scheme : url.hostname)
      }
      return .loading(received: webView.receivedBytes, fraction: webView.fractionReceived)
    }
    if let shownError { return .failed(shownError) }
    return outcome
  }

  /// How far a page can be relied on; nothing is said of one that did not come from its address.
  private func trust(in response: ResourceResponse, of webView: WebView) -> PageStatus.Trust? {
    switch response.url.scheme {
    case "https":
      response.serverTrust.flatMap { trust in
        if trust.isValid { return .secure }
        return trust.isAcceptedByDecision ? .exception(scope(of: trust, in: webView)) : nil
      }
    case "http": response.status == nil ? nil : .insecure
    default: .local
    }
  }

  /// How long the decision counts by which a page was let through.
  private func scope(of trust: ServerTrust, in webView: WebView) -> TrustDecision.Scope {
    let scopes = webView.configuration.websiteDataStore.trustDecisions.filter { decision in
      decision.host == trust.host && decision.port == trust.port
        && decision.leafFingerprint == trust.leaf?.sha256Fingerprint
        && trust.reasons.isSubset(of: decision.reasons)
    }.map(\.scope)
    // A decision for one navigation is forgotten with it, and one that was withdrawn counts no more.
    let lasting = scopes.filter { if case .once = $0 { false } else { true } }
    return lasting.first { if case .permanent = $0 { true } else { false } }
      ?? lasting.first ?? .once(navigation: 0)
  }

  /// The trust in the server of the page on show, or of the one whose error page is on show.
  func shownTrust(of webView: WebView) -> ServerTrust? {
    if let shownError { return shownError.serverTrust }
    return webView.serverTrust
  }

  /// Where the page on show will lead by itself, in words; nil if it will not.
  func announcedRefresh(of webView: WebView) -> DisplayString? {
    guard let window, let refresh = webView.pendingRefresh else { return nil }
    let address = refresh.url.displayString
    let text =
      refresh.delay > 0 && window.configuration.followsRefresh
      ? window.words.text(
        .messageRefreshesIn, ["seconds": String(refresh.delay), "address": address])
      : window.words.text(.messageRefreshes, ["address": address])
    return DisplayString(text)
  }

  // MARK: - Downloads

  func navigationAction(_ action: NavigationAction, didBecome download: Download) {
    download.delegate = window?.downloads
  }

  func navigationResponse(_ response: NavigationResponse, didBecome download: Download) {
    download.delegate = window?.downloads
  }
}
