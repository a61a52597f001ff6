// SPDX-License-Identifier: MIT
// Part of Grille: the header fields a browser adds to every request.

import WebInfra

/// Turns a request into exactly the fields that are sent.
package struct RequestPreparation: Sendable {
  /// The value of `User-Agent`.
  package var userAgent: String
  /// The value of `Accept-Language`; empty to send none.
  package var acceptLanguage: String
  /// The value of `Accept-Encoding`: the codings the library decodes.
  package var acceptEncoding: String

  /// Makes a preparation.
  package init(userAgent: String, acceptLanguage: String, acceptEncoding: String) {
    self.userAgent = userAgent
    self.acceptLanguage = acceptLanguage
    self.acceptEncoding = acceptEncoding
  }

  /// The fields for `request`, in the order sent, without `Host` and `Content-Length`.
  ///
  /// Fields of the request's own come in place of those made here; fields that frame the message
  /// are never taken from it.
  func fields(for request: ResourceRequest, cookie: String?, authorization: AuthorizationValue?)
    -> HTTPHeaderList
  {
    var fields = HTTPHeaderList()
    fields.append("User-Agent", userAgent)
    fields.append("Accept", Self.accept(for: request.destination))
    if !acceptLanguage.isEmpty { fields.append("Accept-Language", acceptLanguage) }
    if !acceptEncoding.isEmpty { fields.append("Accept-Encoding", acceptEncoding) }
    if let referrer = ReferrerPolicy.referer(from: request.referrer, to: request.url) {
      fields.append("Referer", referrer)
    }
    if let origin = Self.origin(for: request) { fields.append("Origin", origin) }
    switch request.cachePolicy {
    case .reloadIgnoringLocalCacheData:
      fields.append("Cache-Control", "no-cache")
      fields.append("Pragma", "no-cache")
    case .reloadRevalidatingCacheData: fields.append("Cache-Control", "max-age=0")
    case .useProtocolCachePolicy, .returnCacheDataElseLoad: break
    }
    for field in request.headers where !Self.isFraming(field.name) {
      fields.set(field.name, field.value)
    }
    if let cookie { fields.set("Cookie", cookie) }
    if let authorization {
      fields.set(
        "Authorization", authorization.text, isByteString: authorization.isByteString)
    }
    return fields
  }

  // fetch.spec.whatwg.org/#document-accept-header-value
  private static func accept(for destination: ResourceRequest.Destination) -> String {
    switch destination {
    case .document, .frame: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    case .image: "image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5"
    case .styleSheet: "text/css,*/*;q=0.1"
    case .script, .other: "*/*"
    }
  }

  // fetch.spec.whatwg.org/#append-a-request-origin-header
  private static func origin(for request: ResourceRequest) -> String? {
    guard request.method != .get, request.method != .head, let initiator = request.initiator else {
      return nil
    }
    // Policy strict-origin-when-cross-origin: nothing is told from https to http.
    if initiator.scheme == "https", !request.url.isHTTPS { return "null" }
    return initiator.serialized
  }

  private static func isFraming(_ name: String) -> Bool {
    switch ASCII.lowercased(name) {
    case "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te",
      "trailer", "upgrade", "proxy-connection", "proxy-authorization", "expect", "http2-settings":
      true
    default: false
    }
  }
}

/// How much of the referring address is told: strict-origin-when-cross-origin.
enum ReferrerPolicy {
  // w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
  /// The value of `Referer`; nil to send none.
  static func referer(from referrer: WebURL?, to url: WebURL) -> String? {
    guard let referrer, referrer.isHTTP else { return nil }
    let stripped = referrer.withoutCredentials.withoutFragment
    if stripped.origin.isSameOrigin(url.origin), stripped.href.utf8.count <= 4096 {
      return stripped.href
    }
    if referrer.isHTTPS, !url.isHTTPS { return nil }
    return stripped.origin.serialized + "/"
  }
}
