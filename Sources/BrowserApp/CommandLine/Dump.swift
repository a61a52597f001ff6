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
  private let preferences: Preferences
  private let webView: WebView
  /// What could not be printed, once that is known.
  private var unsupported: ResourceResponse?
  private var isCommitted = false
  /// The client certificate that a server has not accepted.
  private var refusedIdentity: ClientIdentity?
  /// Why no client certificate was chosen, if that has ended the load.
  private var unclearIdentity: String?
  /// Whether the log-in of the command line was sent.
  private var hasLoggedIn = false

  private var words: Localization { preferences.words }
  private var arguments: Arguments { preferences.arguments }

  /// Columns of a page when neither the command line nor a terminal says how many.
  private static let defaultColumns = 80
  /// The longest wait before a refresh that is not followed: the page is meant to be read.
  private static let longestRefreshDelay = 10

  /// Prepares to print.
  /// - Parameters:
  ///   - preferences: the choices in force.
  ///   - configuration: what the web view is made with.
  init(preferences: Preferences, configuration: WebViewConfiguration) {
    self.preferences = preferences
    var configuration = configuration
    // Refreshes are followed here, one after the other.
    configuration.followsRefresh = false
    let labels = configuration.layoutOptions.labels
    configuration.layoutOptions = .dump
    configuration.layoutOptions.labels = labels
    configuration.layoutOptions.links = preferences.arguments.listsLinks ? .collected : .none
    configuration.layoutOptions.wrapsLines = preferences.arguments.columns != 0
    let columns = preferences.arguments.columns ?? Self.terminalColumns ?? Self.defaultColumns
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

  /// Loads a target and prints it.
  /// - Returns: the code the program ends with.
  func run(_ target: Target) async -> ExitCode {
    guard let url = url(of: target) else { return .usage }
    var navigation = webView.load(preferences.request(for: url))
    while true {
      do throws(ResourceError) {
        try await webView.finishedLoading(navigation)
      } catch {
        return report(error)
      }
      guard let next = nextRefresh() else { break }
      navigation = next
    }
    return finish()
  }

  private func url(of target: Target) -> WebURL? {
    switch target {
    case .standardInput: return FileSystem.standardInput
    case .file(let path): return FileSystem.url(ofPath: path)
    case .address(let address):
      guard let url = WebURL(address) else {
        Program.complain(
          words.text(.targetMalformedAddress, ["text": UserInfo.removed(from: address)]))
        return nil
      }
      return url
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

  /// Prints the page and says what its status means.
  private func finish() -> ExitCode {
    if let code = printPage() { return code }
    guard arguments.checksStatus, let status = webView.response?.status else { return .success }
    let refusesIdentity = webView.response?.refusesClientCertificate == true
    let code = refusesIdentity ? .clientCertificate : ExitCode(status: status.code)
    if code != .success {
      Program.complain(
        words.text(
          .dumpStatus, ["address": address, "status": "\(status.code) \(status.phrase)"]))
    }
    if let response = webView.response {
      if refusesIdentity {
        tellOfIdentity(
          response.clientCertificateDemand?.identity, host: response.url.hostname)
      } else if code == .authentication {
        tellOfLogIn(response)
      }
    }
    return code
  }

  /// Prints what has arrived; the exit code if that failed.
  private func printPage() -> ExitCode? {
    var outcome = StandardStream.Outcome.written
    webView.writeText(listsLinks: arguments.listsLinks) { bytes in
      outcome = StandardStream.output.write(bytes)
      return outcome == .written
    }
    switch outcome {
    case .written: return nil
    case .closed: return .success
    case .failed:
      Program.complain(words.text(.dumpOutputFailed))
      return .output
    }
  }

  /// Says why a load failed; what had arrived by then is printed.
  private func report(_ error: ResourceError) -> ExitCode {
    if let unsupported {
      let size = unsupported.expectedContentLength.map { ByteCount.text($0, words) } ?? "?"
      Program.complain(
        words.text(
          .dumpUnsupported,
          [
            "address": unsupported.url.displayString,
            "type": unsupported.mimeType?.essence ?? "?", "size": size,
          ]))
      return .unsupportedContent
    }
    if let unclearIdentity {
      Program.complain(unclearIdentity)
      return .clientCertificate
    }
    if isCommitted, let code = printPage() { return code }
    for line in ErrorPage(error: error, words: words).lines { Program.complain(line) }
    if let host = error.url?.hostname,
      error.code == .clientCertificateRequired || error.code == .clientCertificateRejected
    {
      tellOfIdentity(refusedIdentity, host: host)
    }
    if isCommitted { Program.complain(words.text(.dumpPartial, ["address": address])) }
    return ExitCode(error, isPartial: isCommitted)
  }

  /// Says whose certificate was the problem, or which option would have given one.
  private func tellOfIdentity(_ identity: ClientIdentity?, host: String) {
    let host = HostText(host).display
    guard let identity else { return Program.complain(words.text(.dumpNoIdentity, ["host": host])) }
    Program.complain(
      words.text(
        .dumpRefusedIdentity,
        ["host": host, "name": ForeignName.text(identity.label), "path": identity.path ?? "?"]))
  }

  /// Says how a server lets one log in, and which option would have done it.
  private func tellOfLogIn(_ response: ResourceResponse) {
    // A server may name as many as it likes.
    let schemes = response.authenticationSchemes.prefix(4).map { scheme in
      let name = BrowserWindow.schemeName(scheme)
      guard let realm = response.authenticationRealm(of: scheme) else { return name }
      return name + " " + words.text(.trustQuotedName, ["name": ForeignName.text(realm)])
    }
    guard !schemes.isEmpty else { return }
    let values = [
      "host": HostText(response.url.hostname).display,
      "schemes": schemes.joined(separator: words.text(.trustNameSeparator)),
    ]
    Program.complain(words.text(.dumpLogInSchemes, values))
    if hasLoggedIn {
      Program.complain(words.text(.dumpLogInRefused, values))
    } else if response.canBeAuthenticated {
      Program.complain(words.text(.dumpLogInOptions))
    }
    guard response.authenticationSchemes.contains("negotiate") else { return }
    Program.complain(
      preferences.arguments.showsTicket
        ? words.text(.ticketPromptNone, values) : words.text(.dumpTicketOption))
  }

  // MARK: - The course of the load

  func respond(
    to challenge: AuthenticationChallenge, in webView: WebView
  ) async -> AuthenticationChallengeDisposition {
    let space = challenge.protectionSpace
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

  func decidePolicy(
    for response: NavigationResponse, in webView: WebView
  ) async -> NavigationResponsePolicy {
    guard !response.canShowMIMEType else { return .allow }
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
