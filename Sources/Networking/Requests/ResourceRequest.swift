// SPDX-License-Identifier: MIT
// Part of Grille: what is asked of a loader.

public import WebInfra

/// One request for a resource, before a loader adds what a browser sends by itself.
public struct ResourceRequest: Sendable {
  /// Where to load from; a user name and password in it become a proposed credential, never a header.
  public var url: WebURL
  /// The method, GET unless set.
  public var method: HTTPMethod
  /// Header fields of the caller's own; they replace the loader's fields of the same name.
  public var headers: HTTPHeaderList
  /// The body, sent again on a redirect that keeps the method; nil when there is none.
  public var body: [UInt8]?
  /// The longest wait without any progress, after which the load fails with −1001.
  public var timeout: Duration
  /// The longest time the whole load may take; nil means no limit.
  public var overallTimeout: Duration?
  /// The document the request comes from, from which the `Referer` field is made.
  public var referrer: WebURL?
  /// The origin of the page that caused the request; nil when the user did (address line, bookmark).
  public var initiator: Origin?
  /// What the answer is for.
  public var destination: Destination
  /// Whether a key press or click of the user caused it, rather than the page by itself.
  public var isUserInitiated: Bool
  /// How stored answers may be used.
  public var cachePolicy: CachePolicy
  /// Whether a redirect has led it to another origin than it was made for.
  var hasLeftOrigin = false

  /// Makes a request; everything but the address has a browser's default.
  public init(
    url: WebURL, method: HTTPMethod = .get, headers: HTTPHeaderList = HTTPHeaderList(),
    body: [UInt8]? = nil, timeout: Duration = .seconds(60), overallTimeout: Duration? = nil,
    referrer: WebURL? = nil, initiator: Origin? = nil, destination: Destination = .document,
    isUserInitiated: Bool = false, cachePolicy: CachePolicy = .useProtocolCachePolicy
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.overallTimeout = overallTimeout
    self.referrer = referrer
    self.initiator = initiator
    self.destination = destination
    self.isUserInitiated = isUserInitiated
    self.cachePolicy = cachePolicy
  }
}

extension ResourceRequest {
  // fetch.spec.whatwg.org/#concept-request-destination
  /// What an answer will be used for; decides `Accept` and which rules apply.
  public enum Destination: String, Hashable, Sendable, CaseIterable {
    /// The document of a window.
    case document
    /// The document of a frame.
    case frame
    /// A CSS style sheet.
    case styleSheet = "style"
    /// An image.
    case image
    /// A script.
    case script
    /// Data fetched by a program, or by the user as a file.
    case other = ""

    /// Whether the answer becomes a document of its own.
    public var isNavigation: Bool { self == .document || self == .frame }
  }

  /// How stored answers may be used for a request.
  public enum CachePolicy: Hashable, Sendable {
    /// As the protocol's own rules say.
    case useProtocolCachePolicy
    /// Never use a stored answer, and tell caches on the way not to either.
    case reloadIgnoringLocalCacheData
    /// Ask the server whether the stored answer is still right.
    case reloadRevalidatingCacheData
    /// Use a stored answer whatever its age, else load.
    case returnCacheDataElseLoad
  }
}
