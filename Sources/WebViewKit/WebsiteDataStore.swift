// SPDX-License-Identifier: MIT
// Part of Grille: what outlives a page: connections, cookies, credentials, decisions about servers.

internal import Glibc
internal import Networking
public import Security
internal import WebInfra

/// Connections, cookies, credentials and decisions about servers, which outlive a page.
///
/// Web views with the same store
/// share them. It corresponds to WKWebsiteDataStore; nothing is kept on disk.
@MainActor
public final class WebsiteDataStore {
  /// Which servers a delegate is asked to judge.
  public enum ServerTrustChallenges: Sendable, Hashable {
    /// Every server, once for each certificate, as URLSession does.
    case always
    /// Those whose certificate does not pass by itself; saves a handshake for all others.
    case onFailure
  }

  /// How a store reaches the network.
  public struct NetworkOptions: Sendable {
    /// The value of the `User-Agent` field, or nil for Grille's own.
    public var userAgent: String?
    /// The value of the `Accept-Language` field.
    public var acceptLanguage = "en"
    /// Addresses to use instead of a look-up, each `HOST:PORT:ADDRESS`.
    public var resolve: [String] = []
    /// Hosts and ports to connect to instead, each `HOST:PORT:HOST:PORT`; names in requests and
    /// certificates stay.
    public var connectTo: [String] = []
    /// Certificates that count as anchors besides the system's.
    public var addedAnchors: [Certificate] = []
    /// SHA-256 of public keys that are never trusted, wherever in a chain they are.
    public var blockedKeys: Set<Fingerprint> = []
    /// Keys of which a host's chain has to hold one.
    public var pinning = PublicKeyPinning()

    /// Which servers a delegate is asked to judge.
    public var serverTrustChallenges = ServerTrustChallenges.always

    /// What a store uses by default.
    public init() {}
  }

  /// The store that web views share unless they are given another.
  public static let `default` = WebsiteDataStore()

  /// A store of its own, that nothing outlives.
  ///
  /// Its network options are the default ones.
  public static func nonPersistent() -> WebsiteDataStore { WebsiteDataStore() }

  /// The user agent that requests carry unless the options say otherwise.
  package static let defaultUserAgent = "Mozilla/5.0 (X11; Linux \(machine)) Grille/0.1"

  private let options: NetworkOptions
  private var session: NetworkSession?

  /// Makes a store with network options of its own.
  public init(networkOptions: NetworkOptions = NetworkOptions()) { options = networkOptions }

  /// The network session; made when it is first asked for, so that a program that shows local
  /// files starts no thread and loads no library.
  package var networkSession: NetworkSession {
    if let session { return session }
    var configuration = NetworkSession.Configuration(
      userAgent: options.userAgent ?? Self.defaultUserAgent)
    configuration.acceptLanguage = options.acceptLanguage
    configuration.challengesValidServers = options.serverTrustChallenges == .always
    configuration.resolve = options.resolve
    configuration.connectTo = options.connectTo
    configuration.trust.addedAnchors = options.addedAnchors
    configuration.trust.blockedKeys = options.blockedKeys
    configuration.pinning = options.pinning
    configuration.trust.isPublicSuffix = { PublicSuffix.isPublicSuffix($0) }
    let made = NetworkSession(configuration)
    session = made
    return made
  }

  /// Lets the session forget what was decided for one navigation only.
  func navigationDidEnd(_ navigation: Navigation) {
    guard let session else { return }
    Task { await session.navigationDidEnd(navigation.id) }
  }

  /// The loader of a web view's requests, by scheme.
  func makeLoader(for configuration: WebViewConfiguration) -> any ResourceLoader {
    var local = LocalLoader.Configuration()
    local.aboutPage = configuration.aboutPage
    local.listingWords = configuration.listingWords
    return SchemeLoader(
      network: DeferredNetworkLoader(store: self), local: LocalLoader(local),
      handlers: configuration.urlSchemeHandlers.mapValues { URLSchemeHandlerLoader(handler: $0) })
  }

  private static let machine: String = {
    var name = utsname()
    guard unsafe uname(&name) == 0 else { return "" }
    return unsafe withUnsafeBytes(of: name.machine) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }()
}

/// Makes the store's network session when the first request goes out.
nonisolated private struct DeferredNetworkLoader: ResourceLoader {
  let store: WebsiteDataStore

  @concurrent
  func load(
    _ request: ResourceRequest, _ context: LoadContext
  ) async throws(ResourceError) -> ResourceLoad {
    let session = await store.networkSession
    return try await session.load(request, context)
  }
}

/// Lets an embedding program's handler answer as a loader.
nonisolated private struct URLSchemeHandlerLoader: ResourceLoader {
  let handler: any URLSchemeHandler

  @concurrent
  func load(
    _ request: ResourceRequest, _ context: LoadContext
  ) async throws(ResourceError) -> ResourceLoad {
    let (type, body) = try await handler.resource(for: request)
    return try await SuppliedDataLoader(data: body, mimeType: type, encodingName: nil)
      .load(request, context)
  }
}
