// SPDX-License-Identifier: MIT
// Part of Grille: what a session does about strict hosts and refused servers around its attempts.

import Security
import WebInfra

extension NetworkSession {
  // RFC 6797 §8.3
  /// The redirect to https that stands for a request to a strict host by http; nil for any other.
  ///
  /// Nothing is sent. The redirect goes the way of a server's, so that whoever decides about
  /// addresses sees the new one.
  func strictUpgrade(_ request: ResourceRequest, _ context: LoadContext) -> ResourceLoad? {
    guard request.url.scheme == "http", let hsts = configuration.hsts,
      hsts.isStrict(host: request.url.hostname, at: configuration.clock()),
      let target = Self.secureAddress(of: request.url)
    else { return nil }
    var headers = HTTPHeaderList()
    headers.append("Location", target.href)
    headers.append("Non-Authoritative-Reason", "HSTS")
    let response = ResourceResponse(
      url: request.url, status: HTTPStatus(code: 307, reason: "Internal Redirect"),
      headers: headers)
    var transaction = Transaction(
      id: context.transactionID, navigationID: context.navigationID,
      request: Transaction.SentRequest(
        url: request.url, method: request.method, headers: HTTPHeaderList(), bodySize: 0))
    transaction.response = response
    transaction.redirectTarget = target
    transaction.isInternalRedirect = true
    transaction.timings.finished = .zero
    transaction.isFinished = true
    context.observer?(.transaction(transaction))
    return ResourceLoad(response: response, transaction: transaction, body: BodyStream([]))
  }

  /// The same address by https: port 80 becomes the usual one, any other stays.
  static func secureAddress(of url: WebURL) -> WebURL? {
    let address = url.withoutCredentials.href
    guard address.hasPrefix("http:") else { return nil }
    return WebURL("https:" + address.dropFirst("http:".count))
  }

  /// Notes what the head of an answer says besides its content.
  func learn(from response: ResourceResponse) {
    let moment = configuration.clock()
    configuration.serverClocks.note(response, at: moment)
    // RFC 6797 §8.1: only from a connection without any problem, excepted or not.
    guard response.url.isHTTPS, response.serverTrust?.isValid == true else { return }
    configuration.hsts?.note(response.headers, host: response.url.hostname, at: moment)
  }

  /// What is to be done about a refused server, after looking for what the network knows about it.
  func examined(
    _ trust: ServerTrust, _ address: ServerAddress?, _ request: ResourceRequest,
    _ context: LoadContext
  ) async throws(ResourceError) -> TransferStateMachine.Event {
    var policy = configuration.revocation
    // Through a proxy nobody can see whether an address is one of the user's own network.
    if configuration.isPrivate || configuration.proxy != nil { policy.fetches = false }
    let endsInQuestion = context.challenge != nil && request.destination.isNavigation
    var found = trust
    if TrustExaminer.isWorthwhile(trust, endsInQuestion: endsInQuestion, under: policy),
      let examiner = knownExaminer(policy)
    {
      found = try await examiner.examine(
        trust,
        for: TrustExaminer.Purpose(
          endsInQuestion: endsInQuestion,
          mayVisitPrivateAddresses: address.map { PrivateAddress.contains($0.address) } ?? false))
      let isDecidedAlready = context.challenge == nil || !configuration.challengesValidServers
      if found.isValid, isDecidedAlready { return .supplemented(found) }
    }
    return .refused(
      found.noting(clockDifference: configuration.serverClocks.difference), from: address)
  }
}
