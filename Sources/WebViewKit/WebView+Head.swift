// SPDX-License-Identifier: MIT
// Part of Grille: asks what lies behind a link without going there.

public import Networking
public import WebInfra

extension WebView {
  // RFC 9110 §9.3.2
  /// Asks for the head of what a link of the page leads to, without a navigation.
  ///
  /// The request is the one that following the link would send, by the method HEAD. Nobody is asked
  /// anything: a server that cannot be verified is refused, one that wants a log-in or a certificate
  /// answers as it will. Redirects are not followed.
  ///
  /// - Parameter url: Where the link leads.
  /// - Returns: The records of the requests, of which the last one has the answer or the error.
  public func head(of url: WebURL) async -> [Transaction] {
    var request = ResourceRequest(
      url: url, method: .head, timeout: configuration.requestTimeout, referrer: page?.url,
      initiator: page?.url.origin, isUserInitiated: true)
    request.cachePolicy = .reloadRevalidatingCacheData
    let log = TransactionLog {}
    do throws(ResourceError) {
      try SchemeLoader.checkLink(request)
      let loader = configuration.websiteDataStore.makeLoader(for: configuration)
      let load = try await loader.load(request, LoadContext(observer: { log.record($0) }))
      // The record is complete when the answer is over.
      _ = try await load.body.collect()
      return log.transactions
    } catch {
      if let last = log.transactions.last, last.error != nil { return log.transactions }
      var refused = Transaction(
        request: Transaction.SentRequest(
          url: url, method: .head, headers: HTTPHeaderList(), bodySize: 0))
      refused.error = error
      refused.isFinished = true
      return log.transactions + [refused]
    }
  }
}
