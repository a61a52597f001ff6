// SPDX-License-Identifier: MIT
// Part of Grille: what outlives a page: connections, cookies, credentials, decisions about servers.

internal import Glibc
public import Networking
public import Security
internal import Storage
internal import WebInfra

/// Connections, cookies, credentials and decisions about servers, which outlive a page.
///
/// Web views with the same store share them. A persistent store keeps the decisions of permanent
/// scope on disk; everything else ends with the process. It corresponds to WKWebsiteDataStore.
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
    /// The proxy that requests go through; nil for none, whatever the environment says.
    public var proxy: ProxyConfiguration?
    /// The hosts that are shown the user's Kerberos ticket without a question: names, which stand
    /// for those below them too, address literals, or `*` for all.
    public var ticketHosts: [String] = []
    /// Log-ins of a file that the user has named, for requests of the user's own; nil for none.
    public var netrc: NetrcFile?
    /// Certificates that count as anchors besides the system's.
    public var addedAnchors: [Certificate] = []
    /// Files of certificates (PEM or DER) that count as anchors too, read with the first load; one
    /// that cannot be read ends every secure load with −1200.
    public var addedAnchorFiles: [String] = []
    /// Files of certificates that count as the system's own, read with the first connection; one
    /// that cannot be read ends every secure load with −1200.
    public var trustFiles: [String] = []
    /// SHA-256 of public keys that are never trusted, wherever in a chain they are.
    public var blockedKeys: Set<Fingerprint> = []
    /// Keys of which a host's chain has to hold one.
    public var pinning = PublicKeyPinning()
    /// How far one goes to learn whether a certificate was withdrawn.
    public var revocation = RevocationPolicy()
    /// Which servers a delegate is asked to judge.
    public var serverTrustChallenges = ServerTrustChallenges.always

    /// What a store uses by default.
    public init() {}
  }

  /// The store that web views share unless they are given another.
  public static let `default` = WebsiteDataStore()

  /// A store of its own for private browsing: nothing outlives it, and nobody but the sites that are
  /// visited learns of the visits.
  ///
  /// Issuers are not asked whether a certificate was withdrawn, nor is one fetched that a server has
  /// forgotten to send.
  /// - Parameter networkOptions: How the network is reached.
  /// - Returns: The store.
  public static func nonPersistent(
    networkOptions: NetworkOptions = NetworkOptions()
  ) -> WebsiteDataStore {
    WebsiteDataStore(database: nil, networkOptions, isPrivate: true)
  }

  /// The user agent that requests carry unless the options say otherwise.
  package static let defaultUserAgent = "Mozilla/5.0 (X11; Linux \(machine)) Grille/0.1"

  /// What is known about servers; its methods may be called off the main actor.
  nonisolated let state: StoredState
  nonisolated let anchorFiles: AnchorFiles
  private let options: NetworkOptions
  private let isPrivate: Bool
  private var session: NetworkSession?
  private let problems: Problems

  /// Makes a store with network options of its own, that nothing outlives.
  public convenience init(networkOptions: NetworkOptions = NetworkOptions()) {
    self.init(database: nil, networkOptions)
  }

  /// A store that keeps decisions of permanent scope in a folder of the user's.
  ///
  /// The folder is made when it is needed and has mode 0700, the file in it 0600. Neither is looked
  /// at before the first network load, nor is SQLite loaded. Several programs may use one folder.
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - isWritten: False to read what is there and leave no trace, as a script may want.
  ///   - networkOptions: How the network is reached.
  /// - Returns: The store; two of one folder know of each other's decisions only from the disk.
  public static func persistent(
    in folder: String, isWritten: Bool = true, networkOptions: NetworkOptions = NetworkOptions()
  ) -> WebsiteDataStore {
    WebsiteDataStore(
      database: ProfileDatabase(
        folder: folder, access: isWritten ? .readAndWrite : .readIfPresent), networkOptions)
  }

  private init(
    database: ProfileDatabase?, _ options: NetworkOptions, isPrivate: Bool = false
  ) {
    self.options = options
    self.isPrivate = isPrivate
    anchorFiles = AnchorFiles(options.addedAnchorFiles)
    let problems = Problems()
    self.problems = problems
    state = StoredState(database: database) { problem in
      Task { @MainActor in problems.add(problem) }
    }
  }

  /// Hears, once for each kind, what keeps a persistent store from its file.
  ///
  /// The store works on in memory. Problems that were met before are told at once.
  public var persistenceProblemHandler: ((PersistenceProblem) -> Void)? {
    get { problems.handler }
    set { problems.handler = newValue }
  }

  /// Writes what a persistent store has not written yet; to be called before the process ends.
  ///
  /// Writing happens by itself after each change, except for the times at which decisions were
  /// last used.
  nonisolated public func writePendingChanges() { state.finish() }

  // MARK: - Decisions about servers

  /// Every decision about a server that counts, ordered by host and port.
  ///
  /// Those for one navigation only and confirmations of valid servers are among them; see
  /// `TrustDecision.isException`.
  public var trustDecisions: [TrustDecision] { state.contents.ledger.decisions }

  /// Forgets a decision; connections made under it are not used again.
  public func forget(_ decision: TrustDecision) { state.contents.ledger.forget(decision) }

  /// Forgets every decision.
  public func forgetAllTrustDecisions() { state.forgetAllDecisions() }

  /// Every host that has declared strict transport security, ordered by name.
  public var strictTransportHosts: [StrictTransportHost] {
    state.contents.strictHosts.entries.map(StrictTransportHost.init)
  }

  /// Forgets what a host has declared; it may be visited by plain http until it says so again.
  public func forget(_ host: StrictTransportHost) {
    state.contents.strictHosts.forget(host: host.host)
  }

  /// Forgets what every host has declared.
  public func forgetAllStrictTransportHosts() { state.forgetAllHosts() }

  // MARK: - Client identities

  /// The client identities at hand, in the order in which they came.
  public var identities: [ClientIdentity] { state.contents.identities.identities }

  /// Which servers are shown which identity, or none, ordered by host and port.
  public var identityChoices: [ClientIdentityChoice] { state.contents.identities.choices }

  /// Adds an identity, which takes the place of one with the same certificate.
  /// - Parameters:
  ///   - identity: A certificate with its private key.
  ///   - persistence: With `permanent` a persistent store writes it to its file, the key included.
  public func add(_ identity: ClientIdentity, persistence: Credential.Persistence) {
    switch persistence {
    case .none, .forSession: state.contents.identities.add(identity)
    case .permanent: state.keep(identity)
    }
  }

  /// Forgets an identity and where it was shown; connections made with it are not used again.
  public func remove(_ identity: ClientIdentity) { state.forget(identity) }

  /// Decides what a server is shown, from the next load on.
  /// - Parameters:
  ///   - identity: The identity; nil to show none. It is at hand from now on.
  ///   - host: The host, as in a URL.
  ///   - port: The port.
  ///   - persistence: `permanent` keeps the choice, and the identity with it; any other lasts as
  ///     long as the store.
  public func choose(
    _ identity: ClientIdentity?, forHost host: String, port: UInt16,
    persistence: Credential.Persistence
  ) {
    let isPermanent = persistence == .permanent
    if isPermanent, let identity { state.keep(identity) }
    state.contents.identities.choose(
      identity, forHost: host, port: port, scope: isPermanent ? .permanent : .session,
      at: UnixTime.now())
  }

  /// Forgets a choice: the server's next question is put again.
  public func forget(_ choice: ClientIdentityChoice) { state.contents.identities.forget(choice) }

  /// Forgets every choice for a server: its next question is put again.
  /// - Returns: Whether there was any.
  @discardableResult
  public func forgetIdentityChoices(forHost host: String, port: UInt16) -> Bool {
    state.contents.identities.forgetChoices(forHost: host, port: port)
  }

  // MARK: - Loading

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
    configuration.proxy = options.proxy
    configuration.netrc = options.netrc
    configuration.ticketHosts = options.ticketHosts
    configuration.trust.addedAnchors = options.addedAnchors
    // Secure loads end before they come here if the files cannot be used.
    if case .success(let anchors) = anchorFiles.certificates {
      configuration.trust.addedAnchors += anchors
    }
    configuration.trust.isPublicSuffix = { PublicSuffix.isPublicSuffix($0) }
    configuration.trust.systemFiles = options.trustFiles
    configuration.trust.blockedKeys = options.blockedKeys
    configuration.pinning = options.pinning
    configuration.revocation = options.revocation
    configuration.isPrivate = isPrivate
    let contents = state.contents
    configuration.ledger = contents.ledger
    configuration.hsts = contents.strictHosts
    configuration.identities = contents.identities
    configuration.credentials = contents.credentials
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
    local.standardInputType = configuration.standardInputType
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

/// The problems of a store, kept until somebody wants to hear of them.
private final class Problems {
  private var untold: [PersistenceProblem] = []
  var handler: ((PersistenceProblem) -> Void)? { didSet { tell() } }

  nonisolated init() {}

  func add(_ problem: PersistenceProblem) {
    untold.append(problem)
    tell()
  }

  private func tell() {
    guard let handler else { return }
    let problems = untold
    untold = []
    for problem in problems { handler(problem) }
  }
}

/// Makes the store's network session when the first request goes out.
nonisolated private struct DeferredNetworkLoader: ResourceLoader {
  let store: WebsiteDataStore

  @concurrent
  func load(
    _ request: ResourceRequest, _ context: LoadContext
  ) async throws(ResourceError) -> ResourceLoad {
    // Read here, so that the main actor does not wait for the disk.
    _ = store.state.contents
    if case .failure(let error) = store.anchorFiles.certificates, request.url.isHTTPS {
      throw ResourceError(
        .secureConnectionFailed, cause: .trustStoreUnusable, url: request.url,
        underlyingText: error.path)
    }
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
