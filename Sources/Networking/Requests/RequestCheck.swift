// SPDX-License-Identifier: MIT
// Part of Grille: what makes a request one that is never sent.

import WebInfra

/// Refuses requests that could split a message or reach a service that is no web server.
enum RequestCheck {
  /// Checks a request for http or https.
  ///
  /// - Throws: −1000 for a malformed one, 103 for a port no browser talks to, −1003 for names that
  ///   are reserved for never having an address.
  static func check(_ request: ResourceRequest) throws(ResourceError) {
    let url = request.url
    guard !url.hostname.isEmpty else {
      throw ResourceError(.badURL, url: url, underlyingText: "the address has no host")
    }
    for part in [url.hostname, url.requestTarget, request.method.rawValue] {
      for byte in part.utf8 where byte <= 0x20 || byte == 0x7F {
        throw ResourceError(
          .badURL, cause: .splitRequest, url: url,
          underlyingText: "a control character or blank in the request line")
      }
    }
    for field in request.headers {
      guard ASCII.isToken(field.name),
        !field.value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
      else {
        throw ResourceError(
          .badURL, cause: .splitRequest, url: url,
          underlyingText: "a line end in a header field")
      }
    }
    if let port = url.port, isBlocked(port) {
      throw ResourceError(
        .cannotUseRestrictedPort, url: url, underlyingText: "port \(port) is not for web pages")
    }
    if isNeverResolved(url.hostname) {
      throw ResourceError(
        .cannotFindHost, url: url, underlyingText: "\(url.hostname) is reserved and has no address")
    }
  }

  // fetch.spec.whatwg.org/#bad-port
  /// Whether the port belongs to a service that may not be talked to by http.
  static func isBlocked(_ port: UInt16) -> Bool { blockedPorts.contains(port) }

  // RFC 6761 §6.4, RFC 7686 §2
  private static func isNeverResolved(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    return name == "invalid" || name.hasSuffix(".invalid") || name == "onion"
      || name.hasSuffix(".onion")
  }

  private static let blockedPorts: Set<UInt16> = [
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
    103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
    512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
    995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
    6669, 6679, 6697, 10080,
  ]
}
