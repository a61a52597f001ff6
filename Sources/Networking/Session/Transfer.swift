// SPDX-License-Identifier: MIT
// Part of Grille: one request on one easy handle, from its options to its last byte.

import CLibcurl
import Security
import WebInfra

/// A running request; lives and works on the network thread alone.
@safe final class Transfer {
  /// Identifies a transfer within the process.
  typealias ID = Transaction.ID

  /// How an attempt came out, as far as its head.
  enum Outcome: Sendable {
    /// A head arrived, and the body follows in the pipe.
    case head(ResourceResponse)
    /// The handshake or the gate refused the server: somebody has to decide about it.
    case refused(ServerTrust, ServerAddress?)
    /// The server asks for a client certificate, and nobody has chosen one yet.
    case identityWanted(ClientCertificateDemand)
    /// The server did not take the client certificate, or that there was none.
    case identityRefused(ClientCertificateDemand, ResourceError)
    /// The proxy wants a log-in before it makes a tunnel.
    case proxyUnauthorized(ResourceResponse)
    /// A pooled connection turned out to be nobody's; another must be made.
    case unusableConnection
    /// It failed.
    case failed(ResourceError)
  }

  let id: ID
  let request: ResourceRequest
  let easy: CurlEasyHandle
  let pipe: BodyPipe
  let handshake: HandshakeContext?
  private(set) var transaction: Transaction

  private let limits: TransferLimits
  private let refusesPrivateAddresses: Bool
  private let addressSource: ServerAddress.Source
  private let observer: (@Sendable (LoadEvent) -> Void)?
  private var onOutcome: ((Outcome, Transaction) -> Void)?
  private let start: ContinuousClock.Instant
  private var lastProgress: ContinuousClock.Instant
  private var head = ResponseHeadParser()
  /// What the proxy has said about a tunnel, in place of the server.
  private var tunnelHead = ResponseHeadParser()
  private var tunnelHeadSize: Int64 = 0
  private var trailerSize: Int64 = 0
  private let proxy: ProxyConfiguration?
  private var response: ResourceResponse?
  /// An answer that libcurl goes on from to log the connection in.
  private var loginHead: ResponseHeadParser?
  private var phase = LoadPhase.resolving
  private var isPaused = false
  private var hasGateRefused = false
  private var isContentEncoded = false
  /// Our own reason for having made libcurl stop.
  private var ownError: ResourceError?

  /// Prepares a transfer; `onOutcome` is called once, on the network thread.
  init(
    request: ResourceRequest, transaction: Transaction, easy: CurlEasyHandle, pipe: BodyPipe,
    handshake: HandshakeContext?, proxy: ProxyConfiguration? = nil, limits: TransferLimits,
    refusesPrivateAddresses: Bool = false,
    addressSource: ServerAddress.Source = .system, now: ContinuousClock.Instant,
    observer: (@Sendable (LoadEvent) -> Void)?,
    onOutcome: @escaping (Outcome, Transaction) -> Void
  ) {
    id = transaction.id
    self.request = request
    self.transaction = transaction
    self.easy = easy
    self.pipe = pipe
    self.handshake = handshake
    self.proxy = proxy
    self.limits = limits
    self.refusesPrivateAddresses = refusesPrivateAddresses
    self.addressSource = addressSource
    self.observer = observer
    self.onOutcome = onOutcome
    start = now
    lastProgress = now
    installCallbacks()
  }

  private var isConnected: Bool { phase == .waiting || phase == .receiving }

  // MARK: Time-outs

  /// When this transfer must be looked at again; nil if never.
  var nextDeadline: ContinuousClock.Instant? {
    let overall = request.overallTimeout.map { start + $0 }
    if isPaused { return overall }
    let stage =
      isConnected ? lastProgress + request.timeout : start + min(limits.connect, request.timeout)
    return overall.map { min($0, stage) } ?? stage
  }

  /// The error with which to end this transfer when its time is up.
  func overdue(at now: ContinuousClock.Instant) -> ResourceError? {
    guard let nextDeadline, now >= nextDeadline else { return nil }
    if let overall = request.overallTimeout, now >= start + overall {
      return timedOut(.overallTimedOut, "the whole load took longer than \(overall.wholeSeconds)")
    }
    if isConnected {
      return timedOut(.stalled, "nothing arrived for \(request.timeout.wholeSeconds)")
    }
    return timedOut(
      .connectTimedOut,
      "no connection within \(min(limits.connect, request.timeout).wholeSeconds)")
  }

  private func timedOut(_ cause: ResourceError.Cause, _ text: String) -> ResourceError {
    ResourceError(.timedOut, cause: cause, url: request.url, underlyingText: text)
  }

  // MARK: Ends

  /// Goes on after a pause.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    lastProgress = .now
    easy.resume()
  }

  /// Takes libcurl's result.
  func complete(_ code: CURLcode) {
    if code == CURLE_OK { acceptLoginHead() }
    if code == CURLE_OK, response != nil {
      conclude(nil)
    } else if response == nil, ownError == nil, let trust = handshake?.serverTrust,
      handshake?.needsDecision == true
    {
      let isBlocked = !request.destination.isNavigation && !trust.isValid
      transaction.trustOutcome = isBlocked ? .blocked : .refused
      readAddress()
      let address = transaction.remoteAddress.map {
        ServerAddress(address: $0, port: transaction.remotePort ?? 0, source: addressSource)
      }
      conclude(trustError(trust), as: .refused(trust, address))
    } else if response == nil, ownError == nil, let demand = certificateDemand,
      handshake?.needsIdentity == true
    {
      conclude(
        ResourceError(.clientCertificateRequired, url: request.url),
        as: .identityWanted(demand))
    } else if response == nil, ownError == nil, !hasGateRefused, let demand = certificateDemand,
      let error = identityError(for: code)
    {
      conclude(error, as: .identityRefused(demand, error))
    } else if response == nil, ownError == nil, let refusal = proxyRefusal(code) {
      conclude(refusal.error, as: refusal.outcome)
    } else if hasGateRefused {
      let error = ResourceError(
        .secureConnectionFailed, cause: .certificateChanged, url: request.url,
        underlyingText: "the connection was not one a decision was made for")
      conclude(error, as: .unusableConnection)
    } else {
      conclude(ownError ?? error(for: code))
    }
  }

  /// Ends the transfer for a reason of ours.
  func fail(_ error: ResourceError) { conclude(error) }

  private func conclude(_ error: ResourceError?, as outcome: Outcome? = nil) {
    readFacts()
    transaction.timings.finished = .now - start
    transaction.error = error
    transaction.isFinished = true
    observer?(.transaction(transaction))
    if let error {
      pipe.finish(.failure(error))
      deliver(outcome ?? .failed(error))
    } else {
      pipe.finish()
    }
  }

  private func deliver(_ outcome: Outcome) {
    guard let onOutcome else { return }
    self.onOutcome = nil
    onOutcome(outcome, transaction)
  }

  private func error(for code: CURLcode) -> ResourceError {
    let progress: CurlResult.Progress =
      response != nil ? .body : transaction.headerSize > 0 ? .head : .nothing
    if proxy != nil, code == CURLE_COULDNT_CONNECT {
      return ResourceError(
        .cannotConnectToHost, cause: .proxyFailed, url: request.url,
        underlyingText: easy.errorDescription(for: code))
    }
    return CurlResult(code).error(
      url: request.url, text: easy.errorDescription(for: code), progress: progress,
      isContentEncoded: isContentEncoded, trust: handshake?.serverTrust)
  }

  /// What the proxy has against the connection; nil if that was not the reason.
  private func proxyRefusal(_ code: CURLcode) -> (error: ResourceError, outcome: Outcome?)? {
    guard let proxy, !isConnected else { return nil }
    if code == CURLE_PROXY, shim_CURLPX_wants_login(easy.number(CURLINFO_PROXY_ERROR)) != 0 {
      return (loginError(proxy), .proxyUnauthorized(ResourceResponse(url: request.url)))
    }
    let status = tunnelHead.statusCode
    guard status != 0, !(200..<300).contains(status) else { return nil }
    let answer = ResourceResponse(
      url: request.url, status: HTTPStatus(code: status, reason: tunnelHead.reason),
      headers: tunnelHead.fields)
    if status == 407 { return (loginError(proxy), .proxyUnauthorized(answer)) }
    return (
      ResourceError(
        .cannotConnectToHost, cause: .proxyRefused, url: request.url,
        underlyingText: "\(proxy.address): \(status) \(tunnelHead.reason)"), nil
    )
  }

  private func loginError(_ proxy: ProxyConfiguration) -> ResourceError {
    ResourceError(
      .userAuthenticationRequired, cause: .proxyAuthenticationRequired, url: request.url,
      underlyingText: proxy.address)
  }

  /// What the server has said about client certificates on this connection; nil if nothing.
  private var certificateDemand: ClientCertificateDemand? {
    guard let handshake, let asked = handshake.clientCertificateRequest else { return nil }
    return ClientCertificateDemand(
      acceptableIssuers: asked.acceptableIssuers, identity: handshake.identityUse.identity)
  }

  /// The error of a connection that died without an answer after the server had asked for a client
  /// certificate; nil if that was not the reason.
  ///
  /// Servers of TLS 1.3 judge it when the client already takes the connection for good, so that an
  /// alert and a reset race each other.
  private func identityError(for code: CURLcode) -> ResourceError? {
    guard
      [
        CURLE_SSL_CONNECT_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
        CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CLIENTCERT, CURLE_HTTP2, CURLE_HTTP2_STREAM,
      ].contains(code), let handshake,
      // A connection that has served others died for another reason.
      handshake.handshakeWasVerified
    else { return nil }
    let alert = handshake.alerts.last { $0.isReceived && $0.isFatal }
    return ResourceError(
      handshake.identityUse.identity == nil
        ? .clientCertificateRequired : .clientCertificateRejected,
      url: request.url,
      underlyingText: alert.map { "TLS alert \($0.name)" } ?? easy.errorDescription(for: code))
  }

  private func trustError(_ trust: ServerTrust) -> ResourceError {
    ResourceError(
      ResourceError.Code(rawValue: trust.errorCode ?? ResourceError.Code.cancelled.rawValue),
      url: request.url, underlyingText: trust.summary, serverTrust: trust)
  }

  // MARK: What libcurl tells

  private func enter(_ next: LoadPhase) {
    guard phase != next else { return }
    phase = next
    observer?(.phase(next, id))
  }

  func socketWasMade() { enter(.connecting) }

  func configure(sslContext: UnsafeMutableRawPointer) -> Bool {
    enter(.securing)
    guard let handshake else { return false }
    return unsafe TLSConnectionPolicy.configure(sslContext: sslContext, for: handshake)
  }

  /// The second gate: runs before every request, on new and on pooled connections.
  func mayBeSent(address: String?, port: Int32) -> Bool {
    transaction.remoteAddress = address
    transaction.remotePort = UInt16(exactly: port)
    if refusesPrivateAddresses, PrivateAddress.contains(address ?? "") {
      ownError = ResourceError(
        .cannotConnectToHost, url: request.url,
        underlyingText: "a certificate may not lead to the address \(address ?? "")")
      return false
    }
    if let handshake {
      guard let ssl = unsafe easy.ssl,
        unsafe TLSConnectionPolicy.permitsRequest(ofSSL: ssl, for: handshake)
      else {
        hasGateRefused = true
        return false
      }
      transaction.tls = handshake.facts
      transaction.trustOutcome = handshake.serverTrust?.isValid == true ? .valid : .exception
    }
    lastProgress = .now
    enter(.waiting)
    return true
  }

  func requestBodyMoved(_ sent: Int64) {
    if sent > sentSoFar {
      sentSoFar = sent
      lastProgress = .now
    }
  }
  private var sentSoFar: Int64 = 0

  func receive(headerLine line: Span<UInt8>) -> Bool {
    // Nothing is read of trailers, but libcurl keeps them.
    if response != nil { return isWithinLimits(&trailerSize, line.count, fieldCount: 0) }
    // A proxy answers before the gate lets the request through to the server.
    if proxy?.kind == .http, request.url.isHTTPS, !isConnected {
      _ = tunnelHead.feed(line: line)
      return isWithinLimits(&tunnelHeadSize, line.count, fieldCount: tunnelHead.fields.count)
    }
    guard
      isWithinLimits(&transaction.headerSize, line.count, fieldCount: head.fields.count)
    else { return false }
    guard head.feed(line: line) else { return true }
    if isPartOfLogin(head) {
      loginHead = head
      head = ResponseHeadParser()
    } else {
      headIsComplete()
    }
    return true
  }

  /// Adds a line to a size, and ends the transfer if that is too much.
  private func isWithinLimits(_ size: inout Int64, _ added: Int, fieldCount: Int) -> Bool {
    size += Int64(added)
    if size <= limits.headerBytes, fieldCount < limits.headerCount { return true }
    ownError = ResourceError(
      .cannotParseResponse, cause: .headersTooLarge, url: request.url,
      underlyingText: "more than \(limits.headerBytes) bytes or \(limits.headerCount) fields")
    return false
  }

  /// Whether an answer is the server's half of a log-in that libcurl has begun.
  ///
  /// It happens once for each request, so that a second one is an answer.
  private func isPartOfLogin(_ head: ResponseHeadParser) -> Bool {
    loginHead == nil && head.statusCode == 401
      && ChallengeParser.challenges(in: head.fields, field: "www-authenticate").contains {
        $0.scheme == "ntlm" && $0.token68 != nil
      }
  }

  /// Takes the answer for the last one after all: libcurl did not go on.
  private func acceptLoginHead() {
    guard response == nil, let loginHead else { return }
    head = loginHead
    headIsComplete()
  }

  private func headIsComplete() {
    let code = head.statusCode
    // HTTP/2 sends no words, so the registered ones stand in.
    let reason =
      head.version == "h2" ? HTTPStatus.registeredReason(for: code) ?? "" : head.reason
    let response = ResourceResponse(
      url: request.url, status: HTTPStatus(code: code, reason: reason),
      headers: head.fields, protocolName: head.version, serverTrust: handshake?.serverTrust,
      clientCertificateDemand: certificateDemand)
    let coding = head.fields.combined("content-encoding").map(ASCII.lowercased) ?? ""
    isContentEncoded = !coding.isEmpty && coding != "identity"
    self.response = response
    transaction.response = response
    if response.isRedirect, let location = head.fields.first("location") {
      transaction.redirectTarget = WebURL(location, base: request.url)?.withoutCredentials
    }
    transaction.protocolName = head.version
    lastProgress = .now
    readFacts()
    enter(.receiving)
    observer?(.transaction(transaction))
    deliver(.head(response))
  }

  func receive(body bytes: Span<UInt8>) -> TransferProgress {
    acceptLoginHead()
    let decoded = transaction.decodedSize + Int64(bytes.count)
    if isContentEncoded, let error = bombError(decoded: decoded) {
      ownError = error
      return .stop
    }
    guard pipe.write(bytes) else {
      isPaused = true
      return .pause
    }
    transaction.decodedSize = decoded
    lastProgress = .now
    return .goOn
  }

  private func bombError(decoded: Int64) -> ResourceError? {
    if decoded > limits.decodedBytes {
      return ResourceError(
        .dataLengthExceedsMaximum, cause: .bodyTooLarge, url: request.url,
        underlyingText: "the compressed body holds more than \(limits.decodedBytes) bytes")
    }
    guard decoded > limits.ratioFloor else { return nil }
    let received = max(easy.size(CURLINFO_SIZE_DOWNLOAD_T), 1)
    guard decoded / received > limits.ratio else { return nil }
    return ResourceError(
      .dataLengthExceedsMaximum, cause: .decompressionBomb, url: request.url,
      underlyingText: "\(received) bytes grew to more than \(decoded)")
  }

  /// Where the connection leads, for transfers that end before the gate.
  private func readAddress() {
    guard transaction.remoteAddress == nil, let address = easy.text(CURLINFO_PRIMARY_IP),
      !address.isEmpty
    else { return }
    transaction.remoteAddress = address
    transaction.remotePort = UInt16(exactly: easy.number(CURLINFO_PRIMARY_PORT))
  }

  private func readFacts() {
    func moment(_ info: CURLINFO) -> Duration? {
      let value = easy.size(info)
      return value > 0 ? .microseconds(value) : nil
    }
    transaction.timings.nameLookedUp = moment(CURLINFO_NAMELOOKUP_TIME_T)
    transaction.timings.connected = moment(CURLINFO_CONNECT_TIME_T)
    transaction.timings.secured = moment(CURLINFO_APPCONNECT_TIME_T)
    transaction.timings.sent = moment(CURLINFO_PRETRANSFER_TIME_T)
    transaction.timings.firstByte = moment(CURLINFO_STARTTRANSFER_TIME_T)
    transaction.wireSize = easy.size(CURLINFO_SIZE_DOWNLOAD_T)
    transaction.isConnectionReused =
      isConnected && easy.number(CURLINFO_NUM_CONNECTS) == 0
  }
}

/// What the write callback tells libcurl.
enum TransferProgress {
  /// The bytes are taken.
  case goOn
  /// The same bytes are to be offered again after a resume.
  case pause
  /// The transfer ends.
  case stop
}
