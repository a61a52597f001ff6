// SPDX-License-Identifier: MIT
// Part of Grille: records of requests for the tests of what is done with them.
import Networking
import Security
import Testing
import WebInfra

/// Records that were never sent.
enum TransactionSamples {
  /// A finished request that was answered.
  static func answered(
    _ url: String, method: HTTPMethod = .get, status: Int = 200,
    requestHeaders: HTTPHeaderList = [:], headers: HTTPHeaderList = [:], bodySize: Int64 = 0
  ) throws -> Transaction {
    let address = try #require(WebURL(url))
    var transaction = Transaction(
      navigationID: 7,
      request: Transaction.SentRequest(
        url: address, method: method, headers: requestHeaders, bodySize: bodySize),
      startDate: .milliseconds(1_796_060_255_017))
    transaction.response = ResourceResponse(
      url: address, status: HTTPStatus(code: status, reason: "Words"), headers: headers,
      protocolName: "h2")
    transaction.protocolName = "h2"
    transaction.headerSize = 300
    transaction.wireSize = 1000
    transaction.decodedSize = 4096
    transaction.timings.nameLookedUp = .milliseconds(10)
    transaction.timings.connected = .milliseconds(30)
    transaction.timings.secured = .milliseconds(70)
    transaction.timings.sent = .milliseconds(71)
    transaction.timings.firstByte = .milliseconds(171)
    transaction.timings.finished = .milliseconds(1171)
    transaction.isFinished = true
    return transaction
  }
}
