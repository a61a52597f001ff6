// SPDX-License-Identifier: MIT
// Part of Grille: everything that is known of one request, by tab.
import CellGrid
import Networking
import Security
import WebInfra

/// The text of one tab of the inspection pane.
///
/// Nearly all of it was chosen by a server: each line goes through the sanitiser.
nonisolated struct TransactionText {
  /// What can be looked at.
  enum Tab: Int, CaseIterable, Sendable {
    case summary
    case request
    case response
    case cookies
    case redirects
    case timing
    case tls
    case decision

    /// The tab's name.
    var title: StringKey {
      switch self {
      case .summary: .inspectorTabSummary
      case .request: .inspectorTabRequest
      case .response: .inspectorTabResponse
      case .cookies: .inspectorTabCookies
      case .redirects: .inspectorTabRedirects
      case .timing: .inspectorTabTiming
      case .tls: .inspectorTabTLS
      case .decision: .inspectorTabDecision
      }
    }
  }

  /// What the lines are made from.
  struct Subject {
    var transaction: Transaction
    /// The requests that are shown beside it, among which the hops of a redirect are.
    var all: [Transaction]
    /// The decision by which its server was let through; nil if there is none.
    var decision: TrustDecision?
    /// Whether the values of secret fields are shown.
    var showsSecrets: Bool
  }

  private struct Line {
    var text: DisplayString
    var isHeading = false
  }

  private let subject: Subject
  private let words: Localization
  private var lines: [Line] = []

  private var transaction: Transaction { subject.transaction }
  private var secrets: CurlCommand.Secrets { subject.showsSecrets ? .shown : .hidden }

  /// Makes the lines of a tab.
  init(_ tab: Tab, of subject: Subject, in words: Localization) {
    self.subject = subject
    self.words = words
    switch tab {
    case .summary: addSummary()
    case .request: addRequest()
    case .response: addResponse()
    case .cookies: addCookies()
    case .redirects: addRedirects()
    case .timing: addTiming()
    case .tls: addTLS()
    case .decision: addDecision()
    }
    if lines.isEmpty { add(words.text(.inspectorNothing)) }
  }

  /// Number of lines.
  var count: Int { lines.count }

  /// A line by its number.
  subscript(number: Int) -> DisplayString { lines[number].text }

  /// Whether a line is a heading.
  func isHeading(_ number: Int) -> Bool { lines[number].isHeading }

  /// All lines, for the clipboard and for files.
  var text: String { lines.map { $0.text.text + "\n" }.joined() }

  // MARK: - Lines

  private mutating func add(_ text: String) { lines.append(Line(text: DisplayString(text))) }

  private mutating func addHeading(_ text: String) {
    if !lines.isEmpty { add("") }
    lines.append(Line(text: DisplayString(text), isHeading: true))
  }

  /// A name and what it stands for; nothing without a value.
  private mutating func add(_ key: StringKey, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    add(words.text(.inspectorFact, ["name": words.text(key), "value": value]))
  }

  private mutating func add(_ fields: HTTPHeaderList) {
    for field in fields { add("\(field.name): \(secrets.shown(field.value, of: field.name))") }
  }

  // MARK: - Tabs

  private mutating func addSummary() {
    addHeading("\(transaction.request.method.rawValue) \(transaction.request.url.displayString)")
    if let status = transaction.response?.status {
      add(.inspectorStatus, "\(status.code) \(status.phrase)")
      let reference = StatusCodeReference(words.language)
      if let meaning = reference.meaning(of: status) { add(meaning) }
      if let advice = reference.advice(for: status) { add(advice) }
    }
    if let error = transaction.error {
      add(.inspectorError, "\(error.name) (\(error.code.rawValue))")
      add(ErrorSentence.text(for: error, in: words))
    }
    if !transaction.isFinished { add(words.text(.inspectorRunning)) }
    if transaction.isInternalRedirect { add(words.text(.inspectorInternal)) }
    add(.inspectorType, transaction.response?.mimeType.map(\.description))
    add(.inspectorProtocol, transaction.protocolName)
    add(.inspectorAddress, address)
    add(
      .inspectorWireSize,
      "\(ByteCount.text(transaction.headerSize, words)) + \(ByteCount.text(transaction.wireSize, words))"
    )
    add(.inspectorDecodedSize, ByteCount.text(transaction.decodedSize, words))
    add(.inspectorTime, transaction.timings.finished.map { DurationText.short($0) })
    add(.inspectorStarted, transaction.startText)
    add(.inspectorTrust, transaction.trustOutcome.map(verdict))
    add(
      .inspectorIdentity,
      transaction.response?.clientCertificateDemand?.identity.map { ForeignName.text($0.label) })
  }

  private var address: String? {
    transaction.remoteAddress.map { address in
      let port = transaction.remotePort.map { String($0) } ?? "?"
      return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
  }

  private mutating func addRequest() {
    let url = transaction.request.url
    addHeading("\(transaction.request.method.rawValue) \(url.requestTarget)")
    add(transaction.request.headers)
    guard transaction.request.bodySize > 0 else { return }
    add("")
    add(.inspectorBody, ByteCount.text(transaction.request.bodySize, words))
  }

  private mutating func addResponse() {
    guard let response = transaction.response, let status = response.status else { return }
    let name = transaction.protocolName ?? ""
    addHeading("\(name) \(status.code) \(status.phrase)")
    add(response.headers)
  }

  private mutating func addCookies() {
    let sent = transaction.request.headers.all("cookie").flatMap { $0.split(separator: ";") }
    if !sent.isEmpty {
      addHeading(words.text(.inspectorCookiesSent))
      for cookie in sent { add(shown(cookie: String(cookie))) }
    }
    let received = transaction.response?.headers.all("set-cookie") ?? []
    guard !received.isEmpty else { return }
    addHeading(words.text(.inspectorCookiesReceived))
    for cookie in received { add(shown(cookie: cookie)) }
  }

  /// A cookie, of which the value is a secret and the rest is not.
  private func shown(cookie: String) -> String {
    let cookie = ASCII.trimmingHTTPWhitespace(cookie)
    guard !subject.showsSecrets, let equals = cookie.firstIndex(of: "=") else { return cookie }
    let rest = cookie[equals...].drop { $0 != ";" }
    return cookie[...equals] + CurlCommand.hiddenValue + rest
  }

  /// The hops that led here, and those that this one led to.
  private mutating func addRedirects() {
    let hops = RedirectChain.hops(around: transaction, in: subject.all)
    guard hops.count > 1 || transaction.redirectTarget != nil else { return }
    for (number, hop) in hops.enumerated() {
      let code = hop.response?.status.map { String($0.code) } ?? hop.error?.name ?? "..."
      let mark = hop.id == transaction.id ? "*" : " "
      let request = "\(hop.request.method.rawValue) \(hop.request.url.displayString)"
      add("\(mark)\(number + 1). \(code) \(request)")
    }
    if let target = hops.last?.redirectTarget { add("   -> \(target.displayString)") }
  }

  private mutating func addTiming() {
    let phases = transaction.phases
    guard let end = phases.last.map({ $0.start + $0.length }), end > .zero else { return }
    let width = 30.0
    for (phase, start, length) in phases {
      let first = Int((start / end) * width)
      let last = max(first + 1, Int(((start + length) / end) * width))
      let name = words.text(Self.title(of: phase))
      let time = DurationText.short(length)
      let blanks = max(1, 12 - DisplayString(name).width)
      add(
        name + String(repeating: " ", count: blanks)
          + String(repeating: " ", count: max(0, 7 - time.count)) + time + "  "
          + String(repeating: " ", count: first) + String(repeating: "=", count: last - first))
    }
    add(.inspectorTime, transaction.timings.finished.map { DurationText.short($0) })
    if transaction.isConnectionReused { add(words.text(.inspectorReused)) }
  }

  private static func title(of phase: Transaction.Phase) -> StringKey {
    switch phase {
    case .blocked: .inspectorPhaseBlocked
    case .dns: .inspectorPhaseDNS
    case .connect: .inspectorPhaseConnect
    case .tls: .inspectorPhaseTLS
    case .send: .inspectorPhaseSend
    case .wait: .inspectorPhaseWait
    case .receive: .inspectorPhaseReceive
    }
  }

  private var serverTrust: ServerTrust? {
    transaction.response?.serverTrust ?? transaction.error?.serverTrust
  }

  private mutating func addTLS() {
    guard transaction.tls != nil || serverTrust != nil else { return }
    if let tls = transaction.tls {
      add(.inspectorTLSVersion, tls.protocolVersion)
      add(.inspectorTLSCipher, tls.cipherSuite)
      add(.inspectorTLSGroup, tls.keyExchangeGroup)
      add(.inspectorTLSALPN, tls.applicationProtocol)
    }
    add(.inspectorAddress, address)
    if transaction.isConnectionReused { add(words.text(.inspectorReused)) }
    guard let chain = serverTrust?.certificateChain, !chain.isEmpty else { return }
    addHeading(words.text(.inspectorChain))
    for (number, certificate) in chain.enumerated() {
      add("\(number + 1). \(ForeignName.text(certificate.summary))")
    }
    add(.inspectorFingerprint, chain.first?.sha256Fingerprint.description)
  }

  private mutating func addDecision() {
    guard let outcome = transaction.trustOutcome else { return }
    add(verdict(outcome))
    if let serverTrust {
      for reason in TrustSentence.reasons(for: serverTrust, in: words) { add(reason) }
    }
    guard outcome == .exception, let decision = subject.decision else { return }
    add(words.text(.aboutTrustScope, ["scope": TrustScope.text(decision.scope, in: words)]))
    add(.inspectorDecided, UnixTime.dateText(decision.decisionDate))
  }

  private func verdict(_ outcome: Transaction.TrustOutcome) -> String {
    switch outcome {
    case .valid: words.text(.inspectorTrustValid)
    case .exception: words.text(.inspectorTrustException)
    case .refused: words.text(.inspectorTrustRefused)
    case .blocked: words.text(.inspectorTrustBlocked)
    }
  }
}
