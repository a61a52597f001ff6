// SPDX-License-Identifier: MIT
// Part of Grille: loads http and https resources; owns the connections.

import CLibcurl
package import Security
import WebInfra

/// Loads one hop of http or https at a time, on the network thread.
///
/// Challenges are asked about between attempts: an attempt that meets an undecided certificate is
/// refused, somebody is asked, and the same request is made again.
package actor NetworkSession: ResourceLoader {
  /// What a session is made with.
  package struct Configuration: Sendable {
    /// The value of `User-Agent`.
    package var userAgent: String
    /// The value of `Accept-Language`; empty to send none.
    package var acceptLanguage = "en-US,en;q=0.5"
    /// Fixed addresses, each "HOST:PORT:ADDRESS".
    package var resolve: [String] = []
    /// Other places to connect to, each "HOST:PORT:HOST:PORT", empty parts matching anything.
    package var connectTo: [String] = []
    /// Bounds on what servers may send.
    package var limits = TransferLimits()
    /// Where certificates are anchored.
    package var trust = TrustEvaluator.Configuration()
    /// The decisions about servers.
    package var ledger = TrustLedger()
    /// Whether valid servers are asked about too.
    package var challengesValidServers = false
    /// The hosts that are never visited by http nor in spite of a problem; nil to know none.
    package var hsts: HSTSStore? = HSTSStore()
    /// Keys of which a host's chain has to hold one.
    package var pinning = PublicKeyPinning()
    /// How far one goes to learn whether a certificate was withdrawn.
    package var revocation = RevocationPolicy()
    /// The cookies; nil to neither send nor take any.
    package var cookies: CookieStore? = CookieStore()
    /// The names and passwords of the session.
    package var credentials = CredentialStorage()
    /// Whether connections are kept apart from those of ordinary sessions.
    package var isPrivate = false
    /// The present moment in seconds since 1970, for certificates.
    package var clock: @Sendable () -> Int64 = UnixTime.now
    /// How long issuers have to answer, before a question is put without them.
    var issuerPatience = Duration.seconds(3)
    /// The proxy that requests go through; nil for none.
    package var proxy: ProxyConfiguration?
    /// Log-ins of a file that the user has named; nil for none.
    package var netrc: NetrcFile?
    /// The identities at hand, and which server is shown which.
    package var identities = IdentityStorage()
    /// What servers' clocks say; shared with the session that fetches for this one.
    var serverClocks = ServerClocks()

    /// Makes a configuration.
    package init(userAgent: String) { self.userAgent = userAgent }
  }

  let configuration: Configuration
  private nonisolated let thread = NetworkThread()
  private let coordinator = ChallengeCoordinator()
  private var evaluator: Result<TrustEvaluator, TrustStoreError>?
  private var examiner: TrustExaminer?
  /// Makes the tags of log-ins those of this session.
  let loginSalt = RandomBytes.generate(count: 16)

  /// Makes a session; libcurl is opened with the first load.
  package init(_ configuration: Configuration) { self.configuration = configuration }

  deinit { thread.stop() }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Opens libcurl ahead of the first load, so that this costs no time then.
  package func prepare() { _ = thread.transfers }

  /// Forgets what was kept for one navigation: its questions and its trust "once".
  package func navigationDidEnd(_ navigationID: UInt64) {
    coordinator.navigationDidEnd(navigationID)
    configuration.ledger.navigationDidEnd(navigationID)
    configuration.identities.navigationDidEnd(navigationID)
  }

  /// The text libcurl describes itself with; nil before it is opened or when it cannot be.
  package func libraryDescription() -> String? {
    guard thread.transfers != nil, let text = unsafe shim_curl_version() else { return nil }
    return unsafe String(cString: text)
  }

  // MARK: Loading

  package func load(_ request: ResourceRequest, _ context: LoadContext)
    async throws(ResourceError) -> ResourceLoad
  {
    try check(request, context)
    if let upgrade = strictUpgrade(request, context) { return upgrade }
    var machine = TransferStateMachine(setting(for: request, context))
    var held: ResourceLoad?
    var action = machine.handle(.start)
    var transactionID = context.transactionID
    while true {
      switch action {
      case .attempt(let attempt):
        held?.body.discard()
        held = nil
        let (outcome, transaction, pipe) = try await run(
          attempt, request, context, transactionID)
        transactionID = .next()
        switch outcome {
        case .head(let response):
          let body = BodyStream(reading: pipe)
          let refusal = try await ClientCertificateRefusal.found(in: response, body)
          held = ResourceLoad(
            response: refusal?.response ?? response, transaction: transaction,
            body: refusal?.body ?? body)
          action = machine.handle(refusal?.event ?? event(for: response))
          if response.status?.code != 401, let used = machine.usedAuthorization {
            configuration.credentials.keep(used, for: request.url)
          }
          if response.status?.code != 407, let used = machine.usedProxyAuthorization,
            let proxy = proxy(for: request)
          {
            configuration.credentials.keep(used, at: proxy)
          }
          learn(from: response)
        case .refused(let trust, let address):
          // A load that ran beside this one may have got the answer in the meantime.
          action =
            isAccepted(trust, context)
            ? machine.handle(.decidedMeanwhile)
            : machine.handle(try await examined(trust, address, request, context))
        case .identityWanted(let demand):
          let use = identityUse(for: request, context)
          if case .undecided = use {
            action = machine.handle(.identityWanted(demand))
          } else {
            action = machine.handle(.identityChosenMeanwhile(use))
          }
        case .identityRefused(let demand, let error):
          action = machine.handle(.identityRefused(demand, error, hasPage: false))
        case .proxyUnauthorized(let answer):
          action = machine.handle(proxyEvent(for: answer, hasPage: false))
        case .unusableConnection: action = machine.handle(.unusableConnection)
        case .failed(let error): action = machine.handle(.failed(error))
        }
      case .ask(let challenge):
        guard let handler = context.challenge else {
          action = machine.handle(.answered(.performDefaultHandling))
          continue
        }
        context.observer?(.phase(.asking, transactionID))
        do {
          let answer = try await coordinator.ask(
            challenge, navigationID: context.navigationID, handler)
          action = machine.handle(answer.map { .answered($0) } ?? .questionsExhausted)
        } catch {
          held?.cancel()
          throw error
        }
      case .deliver:
        guard let load = held else {
          throw ResourceError(.badServerResponse, url: request.url)
        }
        return load
      case .fail(let error):
        held?.cancel()
        throw error
      }
    }
  }

  /// Refuses what is never sent; the refusal is a transaction too.
  private func check(_ request: ResourceRequest, _ context: LoadContext) throws(ResourceError) {
    do throws(ResourceError) {
      guard request.url.isHTTP else {
        throw ResourceError(
          .unsupportedURL, url: request.url,
          underlyingText: "the network cannot load \(request.url.scheme):")
      }
      try RequestCheck.check(request)
    } catch {
      var transaction = Transaction(
        id: context.transactionID, navigationID: context.navigationID,
        request: TransferOptions.sent(request, request.headers))
      transaction.error = error
      transaction.isFinished = true
      context.observer?(.transaction(transaction))
      throw error
    }
  }

  private func setting(for request: ResourceRequest, _ context: LoadContext)
    -> TransferStateMachine.Setting
  {
    var setting = TransferStateMachine.Setting(url: request.url)
    setting.navigationID = context.navigationID
    setting.canAsk = context.challenge != nil
    let isOwn = request.initiator.map { $0.isSameOrigin(request.url.origin) } ?? true
    // A page may not make another site's log-in appear over it.
    setting.mayAskForPassword = isOwn || request.destination == .document
    if request.url.hasCredentials, request.destination.isNavigation {
      setting.urlCredential = Credential(
        user: Self.decoded(request.url.username), password: Self.decoded(request.url.password),
        persistence: .forSession)
    }
    setting.mayAskAboutTrust = request.destination.isNavigation
    setting.mayAskForIdentity = request.destination.isNavigation
    setting.identityUse = identityUse(for: request, context)
    let credentials = configuration.credentials
    setting.proxy = proxy(for: request)
    setting.proxyAuthorization = setting.proxy.flatMap { credentials.preemptiveUse(at: $0) }
    setting.preemptive = credentials.preemptiveUse(for: request.url)
    let netrc = usesNetrc(for: request) ? configuration.netrc : nil
    setting.storedCredential = { space in
      if let kept = credentials.credential(for: space) { return kept }
      // The file names servers, not proxies.
      guard !space.isProxy, let login = netrc?.login(forHost: space.host) else { return nil }
      return Credential(user: login.user, password: login.password, persistence: .forSession)
    }
    return setting
  }

  /// Whether the log-ins of the user's file are for a request.
  ///
  /// The file names no schemes, so that neither a redirect nor a link of another site's page may
  /// choose one for it: it could lead to where anybody reads along.
  private func usesNetrc(for request: ResourceRequest) -> Bool {
    !request.hasLeftOrigin
      && request.initiator.map { $0.isSameOrigin(request.url.origin) } ?? true
  }

  /// What was chosen to be shown to the request's server; nothing on behalf of another site's page.
  private func identityUse(
    for request: ResourceRequest, _ context: LoadContext
  ) -> ClientIdentityUse {
    let use = configuration.identities.use(
      host: request.url.hostname, port: request.url.effectivePort ?? 443,
      navigation: context.navigationID)
    let isForAnotherSite =
      !request.destination.isNavigation
      && request.initiator.map { !$0.isSameOrigin(request.url.origin) } ?? false
    if isForAnotherSite, case .identity = use { return .none }
    return use
  }

  private static func decoded(_ text: String) -> String {
    String(decoding: PercentEncoding.decode(text), as: UTF8.self)
  }

  private func event(for response: ResourceResponse) -> TransferStateMachine.Event {
    if response.status?.code == 407, configuration.proxy != nil {
      return proxyEvent(for: response, hasPage: true)
    }
    guard response.status?.code == 401 else { return .head }
    return .unauthorized(
      AuthenticationOffer.offers(in: response.authenticationChallenges), response)
  }

  private func proxyEvent(
    for response: ResourceResponse, hasPage: Bool
  ) -> TransferStateMachine.Event {
    // A SOCKS proxy has no words for what it wants: a name and a password.
    // Not implemented: NTLM at proxies.
    let offers =
      response.status == nil
      ? [.basic(realm: "")]
      : AuthenticationOffer.offers(in: response.proxyChallenges).filter { $0 != .ntlm }
    return .proxyUnauthorized(offers, response, hasPage: hasPage)
  }

  /// The proxy that a request goes through.
  private func proxy(for request: ResourceRequest) -> ProxyConfiguration? {
    configuration.proxy.flatMap { $0.isUsed(for: request.url) ? $0 : nil }
  }

  // MARK: One attempt

  private func run(
    _ attempt: TransferStateMachine.Attempt, _ request: ResourceRequest, _ context: LoadContext,
    _ id: Transaction.ID
  ) async throws(ResourceError) -> (Transfer.Outcome, Transaction, BodyPipe) {
    if let acceptance = attempt.acceptance {
      configuration.ledger.accept(
        acceptance.trust, scope: scope(acceptance.persistence, context),
        at: configuration.clock())
    }
    if let acceptance = attempt.identityAcceptance {
      configuration.identities.choose(
        acceptance.identity, forHost: request.url.hostname,
        port: request.url.effectivePort ?? 443,
        scope: Self.identityScope(acceptance.persistence, context), at: configuration.clock())
    }
    guard thread.transfers != nil, let easy = CurlEasyHandle() else {
      throw ResourceError(
        .unknown, url: request.url,
        underlyingText: "libcurl cannot be used: \(CurlMultiHandle.loadError)")
    }
    let handshake = try handshake(for: request, context, attempt.identityUse)
    let cookieContext = CookieStore.RequestContext(request)
    let fields = RequestPreparation(
      userAgent: configuration.userAgent, acceptLanguage: configuration.acceptLanguage,
      acceptEncoding: Self.offeredEncodings
    ).fields(
      for: request,
      cookie: configuration.cookies?.header(for: request.url, context: cookieContext),
      authorization: attempt.authorization.flatMap {
        configuration.credentials.authorization($0, method: request.method, url: request.url)
      })
    TransferOptions(
      request: request, fields: fields, configuration: configuration, handshake: handshake,
      partition: partition(for: handshake, context, attempt.proxyAuthorization),
      needsFreshConnection: attempt.needsFreshConnection,
      connectionLogin: attempt.authorization.flatMap { $0.offer == .ntlm ? $0 : nil },
      proxy: proxy(for: request), proxyAuthorization: attempt.proxyAuthorization
    ).apply(to: easy)
    let transaction = Transaction(
      id: id, navigationID: context.navigationID,
      request: TransferOptions.sent(request, fields))
    context.observer?(.transaction(transaction))

    let pipe = BodyPipe()
    let thread = thread
    let (outcome, result) = await withTaskCancellationHandler {
      await start(
        request, transaction, easy, pipe, handshake, context.observer, cookieContext,
        context.refusesPrivateAddresses)
    } onCancel: {
      thread.post(.cancel(id))
    }
    return (outcome, result, pipe)
  }

  /// Hands a prepared handle to libcurl, and waits for its head or its failure.
  ///
  /// A method of its own, so that the work is isolated: a closure that does not name the actor
  /// would run elsewhere.
  private func start(
    _ request: ResourceRequest, _ transaction: Transaction, _ easy: CurlEasyHandle,
    _ pipe: BodyPipe, _ handshake: HandshakeContext?, _ observer: (@Sendable (LoadEvent) -> Void)?,
    _ cookieContext: CookieStore.RequestContext, _ refusesPrivateAddresses: Bool
  ) async -> (Transfer.Outcome, Transaction) {
    await withCheckedContinuation { continuation in
      guard !Task.isCancelled, let transfers = thread.transfers else {
        let error = ResourceError(.cancelled, url: request.url)
        continuation.resume(returning: (.failed(error), transaction))
        return
      }
      let cookies = configuration.cookies
      let transfer = Transfer(
        request: request, transaction: transaction, easy: easy, pipe: pipe, handshake: handshake,
        proxy: proxy(for: request), limits: configuration.limits,
        refusesPrivateAddresses: refusesPrivateAddresses,
        addressSource: proxy(for: request) != nil
          ? .proxy
          : AddressRules(
            resolve: configuration.resolve, connectTo: configuration.connectTo
          ).source(for: request.url), now: .now, observer: observer
      ) { outcome, transaction in
        if case .head(let response) = outcome {
          cookies?.store(from: response.headers, url: request.url, context: cookieContext)
        }
        continuation.resume(returning: (outcome, transaction))
      }
      let (thread, id) = (thread, transaction.id)
      pipe.setWriter(
        onRoom: { thread.post(.resume(id)) }, onCancel: { thread.post(.cancel(id)) })
      transfers.add(transfer)
    }
  }

  private func isAccepted(_ trust: ServerTrust, _ context: LoadContext) -> Bool {
    guard let leaf = trust.leaf else { return false }
    return configuration.ledger.accepts(
      host: trust.host, port: trust.port, leafFingerprint: leaf.sha256Fingerprint,
      reasons: trust.reasons, navigation: context.navigationID, at: configuration.clock())
  }

  private func scope(_ persistence: Credential.Persistence, _ context: LoadContext)
    -> TrustDecision.Scope
  {
    switch persistence {
    case .none: .once(navigation: context.navigationID)
    case .forSession: .session
    case .permanent: .permanent(until: configuration.clock() + 365 * UnixTime.day)
    }
  }

  private static func identityScope(
    _ persistence: Credential.Persistence, _ context: LoadContext
  ) -> ClientIdentityChoice.Scope {
    switch persistence {
    case .none: .once(navigation: context.navigationID)
    case .forSession: .session
    case .permanent: .permanent
    }
  }

  private func handshake(
    for request: ResourceRequest, _ context: LoadContext, _ identityUse: ClientIdentityUse
  ) throws(ResourceError) -> HandshakeContext? {
    guard request.url.isHTTPS else { return nil }
    switch knownEvaluator() {
    case .success(let evaluator):
      return HandshakeContext(
        host: request.url.hostname, port: request.url.effectivePort ?? 443,
        navigation: context.navigationID,
        challengesValidServers: configuration.challengesValidServers && context.challenge != nil,
        requirements: requirements(for: request.url.hostname), identityUse: identityUse,
        evaluator: evaluator, ledger: configuration.ledger, clock: configuration.clock)
    case .failure(let error):
      throw ResourceError(
        .secureConnectionFailed, cause: .trustStoreUnusable, url: request.url,
        underlyingText: error.path)
    }
  }

  /// What the host demands beyond validity.
  private func requirements(for host: String) -> TrustRequirements {
    TrustRequirements(
      isStrictHost: configuration.hsts?.isStrict(host: host, at: configuration.clock()) ?? false,
      pinnedKeys: configuration.pinning.keys(forHost: host),
      demandsRevocationStatus: configuration.revocation.mode == .hard)
  }

  /// Who learns more about refused servers; made when the first one is.
  func knownExaminer(_ policy: RevocationPolicy) -> TrustExaminer? {
    if let examiner { return examiner }
    guard case .success(let evaluator) = knownEvaluator() else { return nil }
    // A session of its own: without cookies, names, passwords and strict hosts, and with
    // connections that no page's request can meet.
    var own = Configuration(userAgent: configuration.userAgent)
    own.acceptLanguage = ""
    own.resolve = configuration.resolve
    own.connectTo = configuration.connectTo
    own.limits = configuration.limits
    own.limits.decodedBytes = Int64(TrustExaminer.listLimit)
    own.hsts = nil
    own.cookies = nil
    own.revocation.fetches = false
    own.clock = configuration.clock
    own.serverClocks = configuration.serverClocks
    let made = TrustExaminer(
      evaluator: evaluator, policy: policy, loader: NetworkSession(own),
      patience: configuration.issuerPatience)
    examiner = made
    return made
  }

  private func knownEvaluator() -> Result<TrustEvaluator, TrustStoreError> {
    let known = evaluator ?? makeEvaluator()
    evaluator = known
    return known
  }

  private func makeEvaluator() -> Result<TrustEvaluator, TrustStoreError> {
    do throws(TrustStoreError) {
      var trust = configuration.trust
      trust.revocationListFiles += configuration.revocation.revocationListFiles
      return .success(try TrustEvaluator(trust))
    } catch {
      return .failure(error)
    }
  }

  /// The content codings this libcurl decodes, best first.
  private static var offeredEncodings: String {
    let features = shim_curl_features()
    var codings: [String] = []
    if features & CURL_VERSION_LIBZ != 0 { codings += ["gzip", "deflate"] }
    if features & CURL_VERSION_BROTLI != 0 { codings.append("br") }
    if features & CURL_VERSION_ZSTD != 0 { codings.append("zstd") }
    return codings.joined(separator: ", ")
  }
}
