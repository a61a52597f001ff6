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
    // The program knows what it hands over; a source text with a stray byte is still a text.
    var headers = HTTPHeaderList()
    headers.append("X-Content-Type-Options", "nosniff")
    let response = ResourceResponse(
      url: request.url, headers: headers, mimeType: mimeType,
      expectedContentLength: Int64(data.count),
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
