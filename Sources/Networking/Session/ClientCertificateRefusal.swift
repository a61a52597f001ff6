// SPDX-License-Identifier: MIT
// Part of Grille: servers that refuse a client certificate with a page.

import Synchronization
import WebInfra

/// A page that says that a client certificate is missing or was not taken, as nginx sends it.
struct ClientCertificateRefusal {
  /// The head, marked as a refusal if it is one.
  var response: ResourceResponse
  /// What the state machine is told.
  var event: TransferStateMachine.Event
  /// The whole body, what was looked at included.
  var body: BodyStream

  /// How much of a page is looked at.
  private static let prefixLength = 4096

  /// Recognises such a page.
  ///
  /// The handshake went well, and the codes mean many things, so the words decide: only pages of
  /// servers that have asked for a certificate are looked at, and only those that speak of one.
  ///
  /// - Returns: nil for any other answer, whose body has not been touched.
  /// - Throws: −999 if the task was cancelled while the page came.
  static func found(
    in response: ResourceResponse, _ body: BodyStream
  ) async throws(ResourceError) -> ClientCertificateRefusal? {
    guard let demand = response.clientCertificateDemand, let code = response.status?.code,
      [400, 403, 495, 496].contains(code), response.mimeType?.type == "text"
    else { return nil }
    var prefix: [UInt8] = []
    let iterator = body.makeAsyncIterator()
    var reader = iterator
    while prefix.count < prefixLength, let piece = try await reader.next() { prefix += piece }
    let whole = joined(prefix, iterator, body)
    let error = ResourceError(
      demand.identity == nil ? .clientCertificateRequired : .clientCertificateRejected,
      url: response.url, underlyingText: "HTTP status \(code)")
    var response = response
    response.refusesClientCertificate = speaksOfCertificates(prefix)
    return ClientCertificateRefusal(
      response: response,
      event: response.refusesClientCertificate
        ? .identityRefused(demand, error, hasPage: true) : .head,
      body: whole)
  }

  private static func speaksOfCertificates(_ bytes: [UInt8]) -> Bool {
    let text = ASCII.lowercased(String(decoding: bytes, as: UTF8.self))
    return text.contains("ssl certificate") || text.contains("client certificate")
  }

  private static func joined(
    _ prefix: [UInt8], _ rest: BodyStream.Iterator, _ body: BodyStream
  ) -> BodyStream {
    let first = Mutex<[UInt8]?>(prefix.isEmpty ? nil : prefix)
    return BodyStream {
      () async throws(ResourceError) -> [UInt8]? in
      let waiting = first.withLock { bytes -> [UInt8]? in
        defer { bytes = nil }
        return bytes
      }
      if let waiting { return waiting }
      var reader = rest
      return try await reader.next()
    } onCancel: {
      body.cancel()
    }
  }
}
