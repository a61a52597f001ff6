// SPDX-License-Identifier: MIT
// Part of Grille: a loader for tests that answers from a table.
import Networking
import Synchronization
import WebInfra

/// Answers requests from a table and remembers them.
final class ScriptedLoader: ResourceLoader {
  /// An answer of the table.
  struct Answer: Sendable {
    var status: HTTPStatus? = HTTPStatus(code: 200, reason: "OK")
    var headers: [(String, String)] = [("content-type", "text/html; charset=utf-8")]
    var body: [UInt8] = []
    var error: ResourceError?
    /// Whether the head is kept back until `release` is called.
    var isHeld = false
  }

  /// A request that was made.
  struct Sent: Equatable {
    var method: String
    var url: String
    var body: String
  }

  private struct State {
    var answers: [String: Answer] = [:]
    var sent: [Sent] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isReleased = false
  }

  private let state = Mutex(State())

  /// Answers an address with HTML.
  func answer(_ url: String, html: String, status: HTTPStatus = HTTPStatus(code: 200, reason: "OK"))
  {
    answer(url, Answer(status: status, body: Array(html.utf8)))
  }

  /// Answers an address.
  func answer(_ url: String, _ answer: Answer) {
    state.withLock { $0.answers[url] = answer }
  }

  /// The requests so far.
  var sent: [Sent] { state.withLock { $0.sent } }

  /// Lets the answers that were kept back go.
  func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  @concurrent
  func load(
    _ request: ResourceRequest, _ context: LoadContext
  ) async throws(ResourceError) -> ResourceLoad {
    let answer = state.withLock { state in
      state.sent.append(
        Sent(
          method: request.method.rawValue, url: request.url.href,
          body: String(decoding: request.body ?? [], as: UTF8.self)))
      return state.answers[request.url.withoutFragment.href]
    }
    guard let answer else { throw ResourceError(.cannotFindHost, url: request.url) }
    if answer.isHeld { await hold() }
    if let error = answer.error { throw error }
    var headers = HTTPHeaderList()
    for (name, value) in answer.headers { headers.append(name, value) }
    let response = ResourceResponse(
      url: request.url, status: answer.status, headers: headers,
      expectedContentLength: Int64(answer.body.count), protocolName: "http/1.1")
    let sent = Transaction.SentRequest(
      url: request.url, method: request.method, headers: request.headers, bodySize: 0)
    return ResourceLoad(
      response: response, transaction: Transaction(request: sent), body: BodyStream(answer.body))
  }

  private func hold() async {
    await withCheckedContinuation { continuation in
      let isReleased = state.withLock { state in
        if !state.isReleased { state.waiting.append(continuation) }
        return state.isReleased
      }
      if isReleased { continuation.resume() }
    }
  }
}
