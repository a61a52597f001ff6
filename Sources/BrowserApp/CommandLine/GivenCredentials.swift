// SPDX-License-Identifier: MIT
// Part of Grille: the client certificate and the log-in that the command line names.
import Networking
import Security
import WebInfra
import WebViewKit

/// What the command line gives to show to the target's server, and to no other.
final class GivenCredentials {
  /// Why it cannot be used.
  struct Failure: Error {
    /// The sentence that says so.
    let message: String
    /// What the program ends with.
    let exitCode: ExitCode
  }

  /// Which of several identities a server is shown.
  enum Fit {
    /// This one: no other is accepted.
    case one(ClientIdentity)
    /// There is nothing to choose from: the command line gave none, or not to this server.
    case notGiven
    /// None, or more than one; a sentence that names them.
    case unclear(String)
  }

  /// The files with the identity; nil without any.
  let files: (certificate: String, key: String?)?
  /// Whether the pass phrase of the files is still to be asked for.
  private(set) var isLocked = false
  /// What the user should know, a sentence each.
  private(set) var warnings: [String] = []

  private let showsTicket: Bool
  private let words: Localization
  private let url: WebURL?
  private var identities: [ClientIdentity] = []
  /// The log-in, until it has been used.
  private var logIn: (user: String, password: String)?

  /// Reads what the command line names.
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - target: What is opened.
  ///   - words: The user's language.
  ///   - mayAsk: Whether somebody is there to be asked for what is missing.
  /// - Throws: `Failure`.
  init(
    _ arguments: Arguments, target: Target?, words: Localization, mayAsk: Bool
  ) throws(Failure) {
    self.words = words
    showsTicket = arguments.showsTicket
    url = target?.networkURL
    files = arguments.certificateFile.map { ($0, arguments.keyFile) }
    if let files {
      var passPhrase: SecretBytes?
      if let source = arguments.passPhraseSource {
        passPhrase = try Self.secret(from: source, "--cert-pass-fd", "--cert-pass-file", words)
      }
      do throws(IdentityImportError) {
        take(try Self.read(files, passPhrase))
      } catch {
        if mayAsk, error.problem == .passPhraseNeeded {
          isLocked = true
        } else {
          throw Self.failure(error, of: files.certificate, words)
        }
      }
    }
    guard let user = arguments.user else { return }
    guard url != nil else {
      throw Failure(message: words.text(.usageLogInWithoutHost), exitCode: .usage)
    }
    guard let source = arguments.passwordSource else {
      guard mayAsk else {
        throw Failure(message: words.text(.usagePasswordMissing), exitCode: .usage)
      }
      logIn = (user, "")
      return
    }
    let password = try Self.secret(from: source, "--auth-pass-fd", "--auth-pass-file", words)
    let text = password.withBytes { bytes in
      String(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    guard let text else {
      throw Failure(message: words.text(.usagePasswordNotText), exitCode: .input)
    }
    logIn = (user, text)
  }

  // MARK: - The identity

  /// Takes what was found in the files, once they are open.
  func take(_ found: IdentityImport) {
    isLocked = false
    identities = found.identities.filter(\.keyFitsCertificate)
    let path = files?.certificate ?? ""
    if let warning = IdentityImportSentence.text(for: found.warnings, of: path, in: words) {
      warnings.append(warning)
    }
    let now = UnixTime.now()
    for identity in identities {
      let values = ["name": ForeignName.text(identity.label)]
      if identity.isExpired(at: now) { warnings.append(words.text(.givenExpired, values)) }
      if identity.isNotYetValid(at: now) { warnings.append(words.text(.givenNotYetValid, values)) }
    }
  }

  /// Puts the identities at hand for this run; a single one is what the target's server is shown.
  func prepare(_ store: WebsiteDataStore) {
    for identity in identities { store.add(identity, persistence: .forSession) }
    guard identities.count == 1, let identity = identities.first, let url, url.isHTTPS,
      let port = url.effectivePort
    else { return }
    store.choose(identity, forHost: url.hostname, port: port, persistence: .forSession)
  }

  /// Which identity fits what a server accepts.
  func identity(for space: ProtectionSpace) -> Fit {
    guard case .clientCertificate(let issuers) = space.authenticationMethod, isTarget(space),
      !identities.isEmpty
    else { return .notGiven }
    let fitting = identities.filter { $0.leads(toOneOf: issuers) }
    let now = UnixTime.now()
    let current = fitting.filter { !$0.isExpired(at: now) && !$0.isNotYetValid(at: now) }
    let candidates = current.isEmpty ? fitting : current
    if candidates.count == 1, let only = candidates.first { return .one(only) }
    let named = (candidates.isEmpty ? identities : candidates)
      .map { words.text(.trustQuotedName, ["name": ForeignName.text($0.label)]) }
      .joined(separator: words.text(.trustNameSeparator))
    return .unclear(
      words.text(
        candidates.isEmpty ? .givenNoneFits : .givenSeveralFit,
        ["names": named, "host": HostText(space.host).display, "path": files?.certificate ?? ""]))
  }

  // MARK: - The log-in

  /// The name and password for the first question of the target's server; nil for any other.
  ///
  /// The password is empty if the user is still to be asked for it.
  func takeLogIn(for challenge: AuthenticationChallenge) -> (user: String, password: String)? {
    guard isTarget(challenge.protectionSpace), challenge.previousFailureCount == 0 else {
      return nil
    }
    defer { logIn = nil }
    return logIn
  }

  /// Whether the command line lets a server see the user's ticket.
  func showsTicket(to space: ProtectionSpace) -> Bool { showsTicket && isTarget(space) }

  /// Whether it is the target's origin that asks, not another one it has led to, and no proxy.
  private func isTarget(_ space: ProtectionSpace) -> Bool {
    guard let url, !space.isProxy else { return false }
    return url.scheme == space.scheme && url.hostname == space.host
      && url.effectivePort == space.port
  }

  // MARK: - Reading

  nonisolated static func read(
    _ files: (certificate: String, key: String?), _ passPhrase: borrowing SecretBytes?
  ) throws(IdentityImportError) -> IdentityImport {
    guard let key = files.key else {
      return try IdentityImport(contentsOf: files.certificate, passPhrase: passPhrase)
    }
    return try IdentityImport(
      certificatePath: files.certificate, keyPath: key, passPhrase: passPhrase)
  }

  private static func failure(
    _ error: IdentityImportError, of path: String, _ words: Localization
  ) -> Failure {
    let sentence = IdentityImportSentence.text(for: error, of: path, in: words)
    guard error.problem == .passPhraseNeeded else {
      return Failure(message: sentence, exitCode: .input)
    }
    return Failure(
      message: sentence + " " + words.text(.usagePassPhraseMissing), exitCode: .usage)
  }

  private static func secret(
    from source: SecretSource, _ descriptorOption: String, _ fileOption: String,
    _ words: Localization
  ) throws(Failure) -> SecretBytes {
    do throws(SecretReadingError) {
      return try source.read()
    } catch {
      var values = ["alternative": descriptorOption]
      switch source {
      case .descriptor(let number): values["option"] = "\(descriptorOption) \(number)"
      case .file(let path): values["option"] = "\(fileOption) \(path)"
      }
      let sentence: StringKey
      switch error {
      case .unreadable(let code):
        values["reason"] = IdentityImportSentence.reason(code)
        sentence = .usageSecretUnreadable
      case .notRegularFile: sentence = .usageSecretNotRegularFile
      case .tooLong:
        values["limit"] = String(SecretBytes.maximumPassPhraseLength)
        sentence = .usageSecretTooLong
      }
      throw Failure(message: words.text(sentence, values), exitCode: .input)
    }
  }
}
