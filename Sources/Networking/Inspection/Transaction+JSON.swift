// SPDX-License-Identifier: MIT
// Part of Grille: transactions as JSON, for programs.

import Security
package import WebInfra

extension Transaction {
  /// The record as an object; what is not known is left out.
  ///
  /// Sizes are bytes, times milliseconds since the start.
  /// - Parameter secrets: What is done with the values of fields that are secret.
  /// - Returns: The object.
  package func json(secrets: CurlCommand.Secrets = .hidden) -> JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(.init(name, value)) }
    }
    add("id", .integer(Int(id.rawValue)))
    add("navigation", .integer(Int(navigationID)))
    add("started", .string(startText))
    add("request", request.json(secrets))
    add("response", response.map { $0.json(secrets, of: self) })
    add("redirect", redirectTarget.map { .string($0.withoutCredentials.href) })
    add("internalRedirect", .bool(isInternalRedirect))
    add("protocol", protocolName.map { .string($0) })
    add("address", remoteAddress.map { .string($0) })
    add("port", remotePort.map { .integer(Int($0)) })
    add("connectionReused", .bool(isConnectionReused))
    add("timings", timings.json)
    add("tls", tls?.json)
    add("trust", trust)
    add("clientCertificate", response?.clientCertificateDemand?.json)
    add("error", error?.json)
    add("finished", .bool(isFinished))
    return .object(members)
  }

  /// How the server's certificate was judged, and which it was.
  private var trust: JSONValue? {
    guard let trustOutcome else { return nil }
    let serverTrust = response?.serverTrust ?? error?.serverTrust
    var members: [JSONValue.Member] = [.init("outcome", .string(trustOutcome.rawValue))]
    if let serverTrust {
      members.append(
        .init("problems", .array(serverTrust.failures.map { .string($0.reason.rawValue) })))
      members.append(.init("chain", .array(serverTrust.certificateChain.map(\.json))))
    }
    return .object(members)
  }
}

extension Transaction.SentRequest {
  fileprivate func json(_ secrets: CurlCommand.Secrets) -> JSONValue {
    [
      "method": .string(method.rawValue), "url": .string(url.href),
      "headers": headers.json(secrets), "bodySize": .integer(Int(bodySize)),
    ]
  }
}

extension ResourceResponse {
  fileprivate func json(
    _ secrets: CurlCommand.Secrets, of transaction: Transaction
  ) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let status {
      members.append(.init("status", .integer(status.code)))
      members.append(.init("reason", .string(status.phrase)))
    }
    members.append(.init("headers", headers.json(secrets)))
    if let mimeType { members.append(.init("type", .string(mimeType.essence))) }
    members.append(.init("headerSize", .integer(Int(transaction.headerSize))))
    members.append(.init("wireSize", .integer(Int(transaction.wireSize))))
    members.append(.init("size", .integer(Int(transaction.decodedSize))))
    return .object(members)
  }
}

extension HTTPHeaderList {
  /// A list of names and values, because a name may come twice.
  fileprivate func json(_ secrets: CurlCommand.Secrets) -> JSONValue {
    .array(
      map { field in
        ["name": .string(field.name), "value": .string(secrets.shown(field.value, of: field.name))]
      })
  }
}

extension Transaction.Timings {
  fileprivate var json: JSONValue {
    let moments: [(String, Duration?)] = [
      ("nameLookedUp", nameLookedUp), ("connected", connected), ("secured", secured),
      ("sent", sent), ("firstByte", firstByte), ("finished", finished),
    ]
    return .object(
      moments.compactMap { name, moment in
        moment.map { .init(name, .number(Double($0.wholeMicroseconds) / 1000)) }
      })
  }
}

extension TLSFacts {
  fileprivate var json: JSONValue {
    [
      "version": .string(protocolVersion), "cipher": .string(cipherSuite),
      "group": .string(keyExchangeGroup), "alpn": .string(applicationProtocol),
      "resumed": .bool(isResumed),
    ]
  }
}

extension ClientCertificateDemand {
  /// Which authorities' certificates the server takes, and which one it was shown.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("issuers", .array(acceptableIssuers.map { .string($0.description) }))
    ]
    if let leaf = identity?.certificate { members.append(.init("shown", leaf.json)) }
    return .object(members)
  }
}

extension Certificate {
  fileprivate var json: JSONValue {
    [
      "subject": .string(subject.description), "issuer": .string(issuer.description),
      "notBefore": .string(UnixTime.text(notValidBefore)),
      "notAfter": .string(UnixTime.text(notValidAfter)),
      "sha256": .string(sha256Fingerprint.description),
    ]
  }
}

extension ResourceError {
  fileprivate var json: JSONValue {
    ["name": .string(name), "code": .integer(code.rawValue), "text": .string(underlyingText)]
  }
}
