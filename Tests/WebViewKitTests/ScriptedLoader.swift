// SPDX-License-Identifier: MIT
// Part of Grille: a loader that answers from a table, and a delegate that records its calls.

import Networking
import Synchronization
import WebInfra

@testable import WebViewKit

/// Answers requests from a table of replies by address; records what was asked.
final class ScriptedLoader: ResourceLoader {
  enum Reply: Sendable {
    case page(String, status: Int = 200, type: String = "text/html; charset=utf-8")
    case redirect(Int, String)
    case failure(ResourceError)
    /// Asks this challenge first, and fails with −999 unless it gets a credential.
    case challenge(AuthenticationChallenge, then: String)
    /// Sends a head, then nothing until it is cancelled.
    case endless(String)
  }

  private let replies: [String: Reply]
  private let asked = Mutex<[ResourceRequest]>([])

  init(_ replies: [String: Reply]) { self.replies = replies }

  var requests: [ResourceRequest] { asked.withLock { $0 } }

  @concurrent
  func load(
    _ request: ResourceRequest, _ context: LoadContext
  ) async throws(ResourceError) -> ResourceLoad {
    asked.withLock { $0.append(request) }
    switch replies[request.url.withoutFragment.href] {
    case .page(let text, let status, let type):
      return answer(
        request, context, status: status, type: type, body: BodyStream(Array(text.utf8)))
    case .redirect(let status, let location):
      return answer(request, context, status: status, location: location, body: BodyStream([]))
    case .failure(let error):
      throw error
    case .challenge(let challenge, let text):
      switch await context.challenge?(challenge) ?? .performDefaultHandling {
      case .useCredential:
        return answer(request, context, type: "text/html", body: BodyStream(Array(text.utf8)))
      case .performDefaultHandling:
        throw ResourceError(.serverCertificateUntrusted, url: request.url)
      case .cancelAuthenticationChallenge, .rejectProtectionSpace:
        throw ResourceError(.cancelled, url: request.url)
      }
    case .endless(let text):
      let pipe = BodyPipe()
      _ = pipe.write(text.utf8.span)
      return answer(request, context, type: "text/html", body: BodyStream(reading: pipe))
    case nil:
      throw ResourceError(.cannotFindHost, url: request.url)
    }
  }

  private func answer(
    _ request: ResourceRequest, _ context: LoadContext, status: Int = 200,
    type: String? = nil, location: String? = nil, body: BodyStream
  ) -> ResourceLoad {
    var headers = HTTPHeaderList()
    if let type { headers.append("Content-Type", type) }
    if let location { headers.append("Location", location) }
    let response = ResourceResponse(
      url: request.url, status: HTTPStatus(code: status), headers: headers)
    var transaction = Transaction(
      id: context.transactionID, navigationID: context.navigationID,
      request: Transaction.SentRequest(
        url: request.url, method: request.method, headers: request.headers, bodySize: 0))
    transaction.response = response
    transaction.isFinished = true
    context.observer?(.transaction(transaction))
    return ResourceLoad(response: response, transaction: transaction, body: body)
  }
}

/// Records the delegate calls it gets, in order, as short words.
@MainActor
final class RecordingDelegate: NavigationDelegate {
  var calls: [String] = []
  var actionPolicy: (NavigationAction) -> NavigationActionPolicy = { _ in .allow }
  var responsePolicy: (NavigationResponse) -> NavigationResponsePolicy = {
    $0.canShowMIMEType ? .allow : .download
  }
  var disposition = AuthenticationChallengeDisposition.performDefaultHandling
  var onCommit: (WebView) -> Void = { _ in }

  func decidePolicy(
    for action: NavigationAction, in webView: WebView
  ) async -> NavigationActionPolicy {
    let redirect = action.redirectResponse.map { " after \($0.status?.code ?? 0)" } ?? ""
    calls.append("action \(action.request.url.pathname)\(redirect)")
    return actionPolicy(action)
  }

  func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy {
    calls.append("response \(response.statusCode?.code ?? 0)")
    return responsePolicy(response)
  }

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    calls.append("challenge \(challenge.protectionSpace.host)")
    return disposition
  }

  func didStartProvisionalNavigation(_ navigation: Navigation, in webView: WebView) {
    calls.append("start")
  }

  func didReceiveServerRedirect(for navigation: Navigation, in webView: WebView) {
    calls.append("redirect")
  }

  func didFailProvisionalNavigation(
    _ navigation: Navigation, with error: ResourceError, in webView: WebView
  ) { calls.append("fail provisional \(error.code.rawValue)") }

  func didCommit(_ navigation: Navigation, in webView: WebView) {
    calls.append("commit")
    onCommit(webView)
  }

  func didFinish(_ navigation: Navigation, in webView: WebView) { calls.append("finish") }

  func didFail(_ navigation: Navigation, with error: ResourceError, in webView: WebView) {
    calls.append("fail \(error.code.rawValue)")
  }

  func navigationResponse(_ response: NavigationResponse, didBecome download: Download) {
    calls.append("download \(download.response.suggestedFilename)")
  }
}
