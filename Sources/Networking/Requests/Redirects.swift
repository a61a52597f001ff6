// SPDX-License-Identifier: MIT
// Part of Grille: where a redirect leads, and what is sent there.

import WebInfra

/// The rules of redirects, without any loading.
package enum Redirects {
  /// The most redirects one navigation follows.
  package static let maximumHops = 20

  /// The request that follows a response, or nil when the response is no redirect.
  ///
  /// - Parameters:
  ///   - request: The request that was answered.
  ///   - response: Its answer.
  ///   - hops: How many redirects have been followed already.
  ///   - limit: How many may be followed.
  /// - Throws: −1007 over the limit, −1010 for an address that cannot be read, −1002 with the cause
  ///   `unsafeRedirect` for one that is not http or https.
  // fetch.spec.whatwg.org/#http-redirect-fetch
  package static func next(
    after request: ResourceRequest, response: ResourceResponse, hops: Int,
    limit: Int = maximumHops
  ) throws(ResourceError) -> ResourceRequest? {
    guard response.isRedirect, let location = response.headers.first("location") else { return nil }
    // 3, 4
    guard var target = WebURL(location, base: request.url.withoutCredentials) else {
      throw ResourceError(
        .redirectToNonExistentLocation, url: request.url,
        underlyingText: "the redirect's address cannot be read")
    }
    // 6
    guard target.isHTTP, request.url.isHTTP else {
      throw ResourceError(
        .unsupportedURL, cause: .unsafeRedirect, url: target,
        underlyingText: "a redirect from \(request.url.scheme) to \(target.scheme)")
    }
    // 7, 8
    guard hops < limit else {
      throw ResourceError(
        .httpTooManyRedirects, url: target, underlyingText: "more than \(limit) redirects")
    }
    // Deviation: a user name and password that a server puts into an address are never used.
    target = target.withoutCredentials
    if target.fragment == nil, let fragment = request.url.fragment {
      target = target.replacingFragment(fragment)
    }
    var next = request
    next.url = target
    let isSameOrigin = target.origin.isSameOrigin(request.url.origin)
    // 12
    if changesToGet(code: response.status?.code ?? 0, method: request.method) {
      next.method = .get
      next.body = nil
      for name in [
        "content-encoding", "content-language", "content-location", "content-type",
        "content-length",
      ] {
        next.headers.remove(name)
      }
    }
    // 13
    if !isSameOrigin {
      next.hasLeftOrigin = true
      for name in ["authorization", "proxy-authorization", "cookie", "cookie2", "host"] {
        next.headers.remove(name)
      }
      // The origin is told only while every address on the way was of one origin.
      if let initiator = request.initiator, !initiator.isSameOrigin(request.url.origin) {
        next.initiator = .makeOpaque()
      }
    }
    return next
  }

  private static func changesToGet(code: Int, method: HTTPMethod) -> Bool {
    switch code {
    case 301, 302: method == .post
    case 303: method != .get && method != .head
    default: false
    }
  }
}
