// SPDX-License-Identifier: MIT
// Part of Grille: a delegate as a program outside the package writes it; compiled by a test.

import WebViewKit

@MainActor
final class StatusPrinter: NavigationDelegate {
  var codes: [Int] = []
  var reasons: [String] = []

  func decidePolicy(
    for action: NavigationAction, in webView: WebView
  ) async -> NavigationActionPolicy {
    let request: ResourceRequest = action.request
    let url: WebURL = request.url
    return url.scheme == "https" ? .allow : .cancel
  }

  func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy {
    let status: HTTPStatus? = response.statusCode
    let type: MIMEType? = response.response.mimeType
    let headers: HTTPHeaderList = response.response.headers
    if let status, type != nil, headers.first("server") != nil { codes.append(status.code) }
    return response.canShowMIMEType ? .allow : .download
  }

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    let space: ProtectionSpace = challenge.protectionSpace
    switch space.authenticationMethod {
    case .serverTrust(let trust):
      let trust: ServerTrust = trust
      let failures: [TrustFailure] = trust.failures
      let leaf: Certificate? = trust.certificateChain.first
      guard failures.isEmpty, leaf != nil else { return .cancelAuthenticationChallenge }
      return .performDefaultHandling
    case .httpBasic:
      return .useCredential(Credential(user: "u", password: "p", persistence: .forSession))
    default:
      return .rejectProtectionSpace
    }
  }

  func didFailProvisionalNavigation(
    _ navigation: Navigation, with error: ResourceError, in webView: WebView
  ) {
    if error.code == .serverCertificateUntrusted { reasons.append("untrusted") }
  }

  func navigationResponse(_ response: NavigationResponse, didBecome download: Download) {
    download.cancel()
  }
}

/// The same questions, answered through handlers by code that was written that way.
@MainActor
final class TrustingDelegate: CompletionHandlerNavigationDelegate {
  var fingerprint: Fingerprint?

  func decidePolicy(
    for response: NavigationResponse, in webView: WebView,
    decisionHandler: @escaping @MainActor (NavigationResponsePolicy) -> Void
  ) {
    decisionHandler(response.statusCode?.code == 200 ? .allow : .cancel)
  }

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView,
    completionHandler: @escaping @MainActor (AuthenticationChallengeDisposition) -> Void
  ) {
    guard case .serverTrust(let trust) = challenge.protectionSpace.authenticationMethod,
      trust.evaluated(forHost: "intranet.example").isValid
        || trust.leaf?.sha256Fingerprint == fingerprint
    else { return completionHandler(.rejectProtectionSpace) }
    Task {
      completionHandler(.useCredential(Credential(trust: trust, persistence: .permanent)))
    }
  }
}

@MainActor
func forgetEverything(in folder: String) {
  var options = WebsiteDataStore.NetworkOptions()
  options.pinning = PublicKeyPinning(pins: [
    PublicKeyPinning.Pin(
      host: "intranet.example",
      keys: Set(["sha256/AAAA"].compactMap(PublicKeyPinning.fingerprint(parsing:))))
  ])
  options.revocation.mode = .hard
  let store = WebsiteDataStore.persistent(in: folder, networkOptions: options)
  store.persistenceProblemHandler = { problem in print(problem.kind, problem.path) }
  for decision: TrustDecision in store.trustDecisions where decision.isException {
    store.forget(decision)
  }
  for host: StrictTransportHost in store.strictTransportHosts { store.forget(host) }
  store.forgetAllTrustDecisions()
  store.forgetAllStrictTransportHosts()
  store.writePendingChanges()
}

@MainActor
func show(_ address: String) async throws -> CellSurface {
  let view = WebView(
    configuration: WebViewConfiguration(websiteDataStore: .nonPersistent()),
    viewportSize: CellSize(columns: 80, rows: 24))
  let delegate = StatusPrinter()
  view.navigationDelegate = delegate
  guard let url = WebURL(address) else { throw ResourceError(.badURL) }
  try await view.finishedLoading(view.load(ResourceRequest(url: url)))
  let transactions: [Transaction] = view.transactions
  precondition(!transactions.isEmpty)
  var surface = CellSurface(size: CellSize(columns: 80, rows: 24))
  view.paint(into: &surface, in: CellRect(column: 0, row: 0, columns: 80, rows: 24))
  return surface
}
