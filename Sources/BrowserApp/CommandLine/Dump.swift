// SPDX-License-Identifier: MIT
// Part of Grille: prints a page's text: the document on standard output, the rest on standard error.
import CellGrid
import Glibc
import Layout
import Networking
import Security
import WebInfra
import WebViewKit

/// Loads a page and prints it; asks nothing, and says everything by the exit code.
final class Dump: NavigationDelegate {
  /// What is known of the load.
  private(set) var report: DumpReport
  /// The body of the last answer, if it was kept whole.
  var body: [UInt8]? { isCommitted && report.error == nil ? webView.source : nil }
  /// What became of the printing.
  var outcome: StandardStream.Outcome { writer.outcome }

  private let preferences: Preferences
  private let webView: WebView
  private let writer: DumpWriter
  /// What could not be printed, once that is known.
  private var unsupported: ResourceResponse?
  private var isCommitted = false
  /// Why there is nothing to print, though all went well: the server answered 204 or 205.
  private var noContent: ResourceError?
  /// The client certificate that a server has not accepted.
  private var refusedIdentity: ClientIdentity?
  /// Why no client certificate was chosen, if that has ended the load.
  private var unclearIdentity: String?
  /// Whether the log-in of the command line was sent.
  private(set) var hasLoggedIn = false

  var words: Localization { preferences.words }
  var arguments: Arguments { preferences.arguments }

  /// Columns of a page when neither the command line nor a terminal says how many.
  private static let defaultColumns = 80
  /// The longest wait before a refresh that is not followed: the page is meant to be read.
  private static let longestRefreshDelay = 10

  /// Prepares to print.
  /// - Parameters:
  ///   - url: what is loaded.
  ///   - preferences: the choices in force.
  ///   - configuration: what the web view is made with.
  init(_ url: WebURL, preferences: Preferences, configuration: WebViewConfiguration) {
    self.preferences = preferences
    let arguments = preferences.arguments
    report = DumpReport(url: url)
    report.secrets = arguments.showsSecrets ? .shown : .hidden
    writer = DumpWriter(arguments)
    var configuration = configuration
    configuration.rendersProgressively = false
    configuration.keepsSource = writer.format == .source || arguments.archiveFile != nil
    // A document that is empty is printed as such.
    configuration.pageForEmptyBody = { _ in nil }
    // Refreshes are followed here, one after the other.
    configuration.followsRefresh = false
    let labels = configuration.layoutOptions.labels
    configuration.layoutOptions = .dump
    configuration.layoutOptions.labels = labels
    let needsLinks = arguments.linkPlacement != .none || writer.format == .links
    configuration.layoutOptions.links =
      arguments.numbersLinks ? .numbered : needsLinks ? .collected : .none
    configuration.layoutOptions.spellsOutLinks = arguments.linkPlacement == .inline
    // Colours, and which text is a link's, are known of interactive layouts only.
    configuration.layoutOptions.isInteractive =
      writer.format == .ansi || arguments.linkPlacement == .osc8
    configuration.layoutOptions.wrapsLines = arguments.columns != 0
    configuration.layoutOptions.breaksLongWords = arguments.breaksLongWords
    configuration.layoutOptions.usesASCII = arguments.usesASCII
    var columns = arguments.columns ?? Self.terminalColumns ?? Self.defaultColumns
    if columns > 0 { columns = max(1, columns - 2 * arguments.margin) }
    webView = WebView(
      configuration: configuration,
      viewportSize: CellSize(columns: columns == 0 ? Self.defaultColumns : columns, rows: 24))
    webView.navigationDelegate = self
  }

  /// The width of the terminal the errors go to, if standard output is one.
  private static var terminalColumns: Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Loads the target and prints it.
  /// - Returns: the code the program ends with.
  func run() async -> ExitCode {
    let start = ContinuousClock.now
    report.error = await load()
    report.duration = .now - start
    report.exitCode = exitCode
    report.title = isCommitted ? webView.title : nil
    report.encoding = isCommitted ? webView.sourceEncodingName : nil
    writer.write(report, page: isCommitted ? webView : nil)
    writer.end()
    switch outcome {
    case .closed: return .success
    case .failed:
      Program.complain(words.text(.dumpOutputFailed))
      return .output
    case .written: break
    }
    if let error = report.error { explain(error) } else { explainStatus() }
    if arguments.showsStatus { Program.tell(report.statusLine) }
    return report.exitCode
  }

  /// Loads the target, and again as often as the command line allows it.
  /// - Returns: the error of the last time; nil without one.
  private func load() async -> ResourceError? {
    var retries = 0
    while true {
      let error = await loadOnce()
      guard retries < arguments.retries,
        let pause = RetryDelay.seconds(
          afterRetries: retries, error: error,
          response: isCommitted && error == nil ? webView.response : nil)
      else { return error }
      retries += 1
      Program.complain(
        words.text(
          .dumpRetry, ["address": report.url.displayString, "seconds": String(pause)]))
      try? await Task.sleep(for: .seconds(pause))
    }
  }

  /// Loads the target and follows its refreshes.
  private func loadOnce() async -> ResourceError? {
    var request = preferences.request(for: report.url)
    if arguments.asksForHead { request.method = .head }
    unsupported = nil
    unclearIdentity = nil
    noContent = nil
    var navigation = webView.load(request)
    while true {
      do throws(ResourceError) {
        defer { report.transactions += webView.transactions }
        try await webView.finishedLoading(navigation)
      } catch {
        guard error.cause == .noContent else { return error }
        noContent = error
        return nil
      }
      guard let next = nextRefresh() else { return nil }
      navigation = next
    }
  }

  /// Goes on to where the page refreshes to, and says so.
  private func nextRefresh() -> Navigation? {
    guard preferences.configuration.followsRefresh, let refresh = webView.pendingRefresh,
      refresh.delay <= Self.longestRefreshDelay
    else { return nil }
    Program.complain(
      words.text(
        .dumpRedirected,
        ["address": address, "target": refresh.url.displayString]))
    return webView.followRefresh()
  }

  private var address: String { webView.committedURL?.displayString ?? "" }

  // MARK: - The end

  /// What the program ends with.
  private var exitCode: ExitCode {
    if let error = report.error {
      if unsupported != nil { return .unsupportedContent }
      if unclearIdentity != nil { return .clientCertificate }
      return ExitCode(error, isPartial: isCommitted)
    }
    guard arguments.checksStatus, isCommitted, let response = webView.response,
      let status = response.status
    else { return .success }
    return response.refusesClientCertificate ? .clientCertificate : ExitCode(status: status.code)
  }

  /// Says what the status of the page means.
  private func explainStatus() {
    if let noContent {
      return Program.complain(ErrorSentence.text(for: noContent, in: words))
    }
    guard let response = webView.response, let status = response.status else { return }
    // What led nowhere is not passed over either, such as 304 to a plain request.
    let leadsOn = (300..<400).contains(status.code)
    guard report.exitCode != .success || leadsOn else { return }
    Program.complain(
      words.text(.dumpStatus, ["address": address, "status": "\(status.code) \(status.phrase)"]))
    if response.refusesClientCertificate {
      tellOfIdentity(response.clientCertificateDemand?.identity, host: response.url.hostname)
    } else if report.exitCode == .authentication {
      tellOfLogIn(response)
    }
  }

  /// Says why the load failed.
  private func explain(_ error: ResourceError) {
    if let unsupported {
      let size = unsupported.expectedContentLength.map { ByteCount.text($0, words) } ?? "?"
      return Program.complain(
        words.text(
          .dumpUnsupported,
          [
            "address": unsupported.url.displayString,
            "type": unsupported.mimeType?.essence ?? "?", "size": size,
          ]))
    }
    if let unclearIdentity { return Program.complain(unclearIdentity) }
    for line in ErrorPage(error: error, words: words).lines { Program.complain(line) }
    if let host = error.url?.hostname,
      error.code == .clientCertificateRequired || error.code == .clientCertificateRejected
    {
      tellOfIdentity(refusedIdentity, host: host)
    }
    if error.serverTrust?.result == .recoverableTrustFailure, arguments.trust == nil {
      Program.complain(words.text(.dumpTrustOption))
    }
    if isCommitted { Program.complain(words.text(.dumpPartial, ["address": address])) }
  }

  // MARK: - The course of the load

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    let space = challenge.protectionSpace
    if case .serverTrust(let trust) = space.authenticationMethod { return judge(trust) }
    if case .clientCertificate = space.authenticationMethod {
      if case .identity(let identity)? = challenge.proposedCredential?.kind,
        challenge.previousFailureCount > 0
      {
        refusedIdentity = identity
        return .performDefaultHandling
      }
      switch preferences.given?.identity(for: space) ?? .notGiven {
      case .one(let identity):
        return .useCredential(Credential(identity: identity, persistence: .forSession))
      case .notGiven: return .performDefaultHandling
      case .unclear(let sentence):
        unclearIdentity = sentence
        return .cancelAuthenticationChallenge
      }
    }
    if preferences.given?.showsTicket(to: space) == true {
      return challenge.proposedCredential.map { .useCredential($0) } ?? .rejectProtectionSpace
    }
    guard HTTPAuthenticationPrompt.isFor(challenge),
      let (user, password) = preferences.given?.takeLogIn(for: challenge)
    else { return .performDefaultHandling }
    hasLoggedIn = true
    if !space.receivesCredentialSecurely {
      let warning: StringKey =
        if case .ntlm = space.authenticationMethod { .dumpClearTextNTLM } else { .dumpClearText }
      Program.complain(words.text(warning, ["host": HostText(space.host).display]))
    }
    return .useCredential(Credential(user: user, password: password, persistence: .forSession))
  }

  /// Lets a server pass that could not be verified, where the command line says so and the user could
  /// too; never without a word.
  private func judge(_ trust: ServerTrust) -> AuthenticationChallengeDisposition {
    guard arguments.trust == .once, trust.result == .recoverableTrustFailure else {
      return .performDefaultHandling
    }
    Program.complain(words.text(.dumpTrustedOnce, ["host": HostText(trust.host).display]))
    for reason in TrustSentence.reasons(for: trust, in: words) { Program.complain("- " + reason) }
    return .useCredential(Credential(trust: trust, persistence: .none))
  }

  func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy {
    guard !response.canShowMIMEType, !writer.takesEveryType else { return .allow }
    unsupported = response.response
    return .cancel
  }

  func didStartProvisionalNavigation(_ navigation: Navigation, in webView: WebView) {
    isCommitted = false
  }

  func didCommit(_ navigation: Navigation, in webView: WebView) {
    isCommitted = true
  }
}
