// SPDX-License-Identifier: MIT
// Part of Grille: all cookies, who may set them and who gets them.

import Security
import Synchronization
package import WebInfra

/// Keeps cookies in memory by the rules of RFC 6265bis; safe to use from any thread.
public final class CookieStore: Sendable {
  /// How a request came about, as far as cookies care.
  package struct RequestContext: Hashable, Sendable {
    /// Whether the page that caused the request belongs to the same site, or the user caused it.
    package var isSameSite: Bool
    /// Whether the answer becomes the document of a window.
    package var isTopLevelNavigation: Bool
    /// Whether the method changes nothing at the server.
    package var hasSafeMethod: Bool

    /// Describes a request.
    package init(isSameSite: Bool, isTopLevelNavigation: Bool, hasSafeMethod: Bool) {
      self.isSameSite = isSameSite
      self.isTopLevelNavigation = isTopLevelNavigation
      self.hasSafeMethod = hasSafeMethod
    }

    /// Describes a request by who began it.
    package init(_ request: ResourceRequest) {
      isSameSite = request.initiator.map { $0.isSameSite(request.url.origin) } ?? true
      isTopLevelNavigation = request.destination == .document
      hasSafeMethod = request.method.isSafe
    }
  }

  private static let perDomain = 180
  private static let total = 3000
  private static let longestLife: Int64 = 400 * 86_400
  private static let laxGrace: Int64 = 120

  private let cookies = Mutex<[String: [Cookie.Key: Cookie]]>([:])
  private let counter = Atomic<UInt64>(0)
  private let clock: @Sendable () -> Int64

  /// Makes an empty store.
  ///
  /// - Parameter clock: The present moment in seconds since 1970.
  package init(clock: @escaping @Sendable () -> Int64) { self.clock = clock }

  /// Makes an empty store that goes by the system's clock.
  public convenience init() { self.init(clock: UnixTime.now) }

  /// Every cookie that has not expired, in no particular order.
  public var all: [Cookie] {
    let now = clock()
    return cookies.withLock { jar in
      jar.values.flatMap(\.values).filter { !Self.isExpired($0, at: now) }
    }
  }

  /// Forgets every cookie.
  public func removeAll() { cookies.withLock { $0.removeAll() } }

  /// Forgets one cookie.
  public func remove(_ cookie: Cookie) {
    cookies.withLock { jar in
      jar[Self.bucket(cookie.domain)]?[cookie.key] = nil
    }
  }

  // MARK: Sending

  // RFC 6265bis §5.8.3
  /// The value of `Cookie` for a request; nil when there is nothing to send.
  package func header(for url: WebURL, context: RequestContext) -> String? {
    guard let host = Self.canonicalHost(url) else { return nil }
    let now = clock()
    let path = url.pathname
    let isSecure = Self.isSecure(url)
    var found = cookies.withLock { jar -> [Cookie] in
      let bucket = Self.bucket(host)
      guard let candidates = jar[bucket] else { return [] }
      var found: [Cookie] = []
      for (key, cookie) in candidates {
        if Self.isExpired(cookie, at: now) {
          jar[bucket]?[key] = nil
          continue
        }
        guard
          cookie.isHostOnly ? cookie.domain == host : Self.host(host, matches: cookie.domain),
          Self.path(path, matches: cookie.path),
          isSecure || !cookie.isSecure,
          Self.allows(cookie, in: context, at: now)
        else { continue }
        jar[bucket]?[key]?.lastAccess = now
        found.append(cookie)
      }
      return found
    }
    guard !found.isEmpty else { return nil }
    found.sort {
      ($1.path.utf8.count, $0.order) < ($0.path.utf8.count, $1.order)
    }
    return found.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }
      .joined(separator: "; ")
  }

  private static func allows(_ cookie: Cookie, in context: RequestContext, at now: Int64) -> Bool {
    if context.isSameSite { return true }
    switch cookie.sameSite {
    case .none: return true
    case .strict: return false
    case .lax: return context.isTopLevelNavigation && context.hasSafeMethod
    case .unspecified:
      return context.isTopLevelNavigation
        && (context.hasSafeMethod || now - cookie.creation <= laxGrace)
    }
  }

  // MARK: Setting

  /// Takes every `Set-Cookie` field of an answer.
  package func store(from headers: HTTPHeaderList, url: WebURL, context: RequestContext) {
    for field in headers.all("set-cookie") { store(field, url: url, context: context) }
  }

  // RFC 6265bis §5.7
  /// Takes one `Set-Cookie` value; false if it was refused or only removed a cookie.
  @discardableResult
  package func store(_ field: String, url: WebURL, context: RequestContext) -> Bool {
    guard let parsed = CookieParser.parse(field), let host = Self.canonicalHost(url) else {
      return false
    }
    let now = clock()
    // 3
    let end = parsed.maximumAge.map { $0 <= 0 ? Int64.min : now + $0 } ?? parsed.expires
    let expires = end.map { min($0, now + Self.longestLife) }
    // 5 to 7
    guard let (domain, isHostOnly) = Self.scope(of: parsed, host: host) else { return false }
    let path = parsed.path ?? Self.defaultPath(url.pathname)
    // 9
    let isSecureOrigin = Self.isSecure(url)
    if parsed.isSecure, !isSecureOrigin { return false }
    // 14, 15
    if !context.isSameSite, !context.isTopLevelNavigation, parsed.sameSite != .none { return false }
    // 16
    if parsed.sameSite == .none, !parsed.isSecure { return false }
    // 17, 18
    guard Self.keepsPrefixPromise(parsed, isHostOnly: isHostOnly, path: path) else { return false }

    return cookies.withLock { jar in
      let bucket = Self.bucket(domain)
      // 10
      if !parsed.isSecure, !isSecureOrigin,
        jar[bucket]?.values.contains(where: {
          $0.isSecure && $0.name == parsed.name
            && (Self.host($0.domain, matches: domain) || Self.host(domain, matches: $0.domain))
            && Self.path(path, matches: $0.path)
        }) == true
      {
        return false
      }
      var cookie = Cookie(
        name: parsed.name, value: parsed.value, domain: domain, isHostOnly: isHostOnly, path: path,
        expires: expires, isSecure: parsed.isSecure, isHTTPOnly: parsed.isHTTPOnly,
        sameSite: parsed.sameSite, creation: now, lastAccess: now,
        order: counter.add(1, ordering: .relaxed).newValue)
      // 23
      if let old = jar[bucket]?[cookie.key] {
        cookie = Cookie(
          name: cookie.name, value: cookie.value, domain: domain, isHostOnly: isHostOnly,
          path: path, expires: expires, isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly,
          sameSite: cookie.sameSite, creation: old.creation, lastAccess: now,
          order: old.order)
      }
      if Self.isExpired(cookie, at: now) {
        jar[bucket]?[cookie.key] = nil
        return false
      }
      jar[bucket, default: [:]][cookie.key] = cookie
      Self.evict(from: &jar, bucket: bucket, at: now)
      return true
    }
  }

  /// The domain a cookie is for; nil when the host may not set one for it.
  private static func scope(of cookie: SetCookie, host: String) -> (String, isHostOnly: Bool)? {
    guard var domain = cookie.domain else { return (host, true) }
    // A name with a trailing dot is another name to cookies than the one without.
    guard !domain.hasSuffix("."), !host.hasSuffix(".") else { return nil }
    if !domain.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let ascii = URLHost(domain)?.serialized else { return nil }
      domain = ascii
    }
    if PublicSuffix.isPublicSuffix(domain) { return domain == host ? (host, true) : nil }
    guard Self.host(host, matches: domain) else { return nil }
    return (domain, false)
  }

  // RFC 6265bis §4.1.3
  private static func keepsPrefixPromise(_ cookie: SetCookie, isHostOnly: Bool, path: String)
    -> Bool
  {
    // A nameless cookie is sent as its value alone, so the value may not pass for a name.
    let shown = ASCII.lowercased(cookie.name.isEmpty ? cookie.value : cookie.name)
    if shown.hasPrefix("__secure-") { return !cookie.name.isEmpty && cookie.isSecure }
    if shown.hasPrefix("__host-") {
      return !cookie.name.isEmpty && cookie.isSecure && isHostOnly && cookie.path == "/"
        && path == "/"
    }
    return true
  }

  private static func evict(
    from jar: inout [String: [Cookie.Key: Cookie]], bucket: String, at now: Int64
  ) {
    if let cookies = jar[bucket], cookies.count > perDomain {
      jar[bucket] = cookies.filter { !isExpired($0.value, at: now) }
      dropOldest(in: &jar[bucket, default: [:]], keeping: perDomain)
    }
    guard jar.count > 16, jar.values.reduce(0, { $0 + $1.count }) > total else { return }
    let oldest = jar.min { newest(in: $0.value) < newest(in: $1.value) }
    if let oldest, oldest.key != bucket { jar[oldest.key] = nil }
  }

  private static func dropOldest(in cookies: inout [Cookie.Key: Cookie], keeping limit: Int) {
    while cookies.count > limit {
      // Cookies that are not secure go first.
      let victim = cookies.min {
        ($0.value.isSecure ? 1 : 0, $0.value.lastAccess)
          < ($1.value.isSecure ? 1 : 0, $1.value.lastAccess)
      }
      guard let victim else { return }
      cookies[victim.key] = nil
    }
  }

  private static func newest(in cookies: [Cookie.Key: Cookie]) -> Int64 {
    cookies.values.map(\.lastAccess).max() ?? .min
  }

  // MARK: Matching

  private static func isExpired(_ cookie: Cookie, at now: Int64) -> Bool {
    cookie.expires.map { $0 <= now } ?? false
  }

  /// Cookies are kept by registrable domain, so that one look-up finds all that could match.
  private static func bucket(_ domain: String) -> String {
    PublicSuffix.registrableDomain(of: domain) ?? domain
  }

  private static func canonicalHost(_ url: WebURL) -> String? {
    url.isHTTP && !url.hostname.isEmpty ? url.hostname : nil
  }

  /// Secure cookies also go to this machine itself, which nobody listens to.
  private static func isSecure(_ url: WebURL) -> Bool {
    if url.isHTTPS { return true }
    switch url.host {
    case .domain(let name): return name == "localhost" || name.hasSuffix(".localhost")
    case .ipv4(let address): return address >> 24 == 127
    case .ipv6: return url.hostname == "[::1]"
    case .opaque, .empty, nil: return false
    }
  }

  // RFC 6265bis §5.1.3
  private static func host(_ host: String, matches domain: String) -> Bool {
    if host == domain { return true }
    guard host.hasSuffix("." + domain), let parsed = URLHost(host) else { return false }
    return !parsed.isIPAddress
  }

  // RFC 6265bis §5.1.4
  private static func path(_ path: String, matches cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    if path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/") { return true }
    return path.utf8.dropFirst(cookiePath.utf8.count).first == UInt8(ascii: "/")
  }

  private static func defaultPath(_ path: String) -> String {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      return "/"
    }
    return String(path[..<slash])
  }
}
