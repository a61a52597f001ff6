// SPDX-License-Identifier: MIT
// Part of Grille: answers one navigation with bytes that are already here.

internal import Networking
internal import WebInfra

/// Answers with bytes that the program has: HTML of its own, an error page, a page's source.
nonisolated struct SuppliedDataLoader: ResourceLoader {
  let data: [UInt8]
  let mimeType: MIMEType
  let encodingName: String?

  @concurrent
  func load(
    _ request: ResourceRequest, _ context: LoadContext
  ) async throws(ResourceError) -> ResourceLoad {
    let response = ResourceResponse(
      url: request.url, mimeType: mimeType, expectedContentLength: Int64(data.count),
      textEncodingName: encodingName)
    var transaction = Transaction(
      id: context.transactionID, navigationID: context.navigationID,
      request: Transaction.SentRequest(
        url: request.url, method: request.method, headers: request.headers, bodySize: 0))
    transaction.response = response
    transaction.decodedSize = Int64(data.count)
    transaction.isFinished = true
    return ResourceLoad(response: response, transaction: transaction, body: BodyStream(data))
  }
}
