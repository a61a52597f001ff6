// SPDX-License-Identifier: MIT
// Part of Grille: what happens next in a load: attempt, ask, restart, deliver or fail.

import Security
import WebInfra

/// Decides the course of one hop from what happened so far; does nothing itself.
struct TransferStateMachine {
  /// What is known before the first attempt.
  struct Setting {
    var url: WebURL
    var navigationID: UInt64 = 0
    /// Whether somebody answers challenges; if not, default handling is what they would answer.
    var canAsk = false
    /// Whether a certificate's problems may be asked about: never for a part of a page.
    var mayAskAboutTrust = true
    /// Whether a client certificate may be asked for: never for a part of a page.
    var mayAskForIdentity = true
    /// What the server is shown by what was chosen before.
    var identityUse = ClientIdentityUse.undecided
    /// Whether passwords may be asked for: never on behalf of another site's page.
    var mayAskForPassword = true
    /// Where the proxy is that the request goes through; nil if it goes through none.
    var proxy: ProxyConfiguration?
    /// What the proxy has accepted before.
    var proxyAuthorization: AuthorizationUse?
    /// The user name and password of the address.
    var urlCredential: Credential?
    /// A credential known to fit the address, to be sent at once.
    var preemptive: AuthorizationUse?
    /// Finds a kept credential.
    var storedCredential: (ProtectionSpace) -> Credential? = { _ in nil }
    /// Finds whom the user's Kerberos ticket is made out to; nil if there is none.
    var ticketHolder: () -> String? = { nil }
  }

  /// A credential and the offer it answers.
  struct AuthorizationUse: Equatable {
    var offer: AuthenticationOffer
    var user: String
    var password: String
    var persistence: Credential.Persistence
    /// Whether it was sent before anybody asked.
    var isPreemptive = false
  }

  /// What a server or a proxy wants to be told.
  struct Demand {
    var offers: [AuthenticationOffer]
    var response: ResourceResponse
    var isProxy = false
    /// Whether there is an answer that can be shown instead.
    var hasPage = true
  }

  /// A decision to write into the ledger before the next attempt.
  struct TrustAcceptance: Equatable {
    var trust: ServerTrust
    var persistence: Credential.Persistence
  }

  /// A choice of an identity to note before the next attempt.
  struct IdentityAcceptance {
    /// nil to show none.
    var identity: ClientIdentity?
    var persistence: Credential.Persistence
  }

  /// How to try.
  struct Attempt {
    var authorization: AuthorizationUse?
    var proxyAuthorization: AuthorizationUse?
    var acceptance: TrustAcceptance?
    var identityUse = ClientIdentityUse.undecided
    var identityAcceptance: IdentityAcceptance?
    var needsFreshConnection = false
  }

  /// What happened.
  enum Event {
    case start
    /// A head that is no challenge.
    case head
    /// A 401, with the schemes that can be answered.
    case unauthorized([AuthenticationOffer], ResourceResponse)
    /// A 407 of the proxy's, in place of the answer (`hasPage`) or of a tunnel.
    case proxyUnauthorized([AuthenticationOffer], ResourceResponse, hasPage: Bool)
    /// The handshake or the gate refused the server.
    case refused(ServerTrust, from: ServerAddress? = nil)
    /// The server asks for a client certificate, and nothing was chosen.
    case identityWanted(ClientCertificateDemand)
    /// The same, but somebody has chosen since.
    case identityChosenMeanwhile(ClientIdentityUse)
    /// The server did not take what it was shown; `hasPage` if it has said so with a page.
    case identityRefused(ClientCertificateDemand, ResourceError, hasPage: Bool)
    /// The server was refused, but what has been learned since makes it valid.
    case supplemented(ServerTrust)
    /// The server was refused, but somebody has accepted it since.
    case decidedMeanwhile
    /// The pooled connection belongs to no decision.
    case unusableConnection
    case failed(ResourceError)
    case answered(AuthenticationChallengeDisposition)
    /// The navigation has raised too many questions already.
    case questionsExhausted
  }

  /// What to do.
  enum Action {
    case attempt(Attempt)
    case ask(AuthenticationChallenge)
    /// Hand over the head that came last.
    case deliver
    case fail(ResourceError)
  }

  /// The most answers with a credential one hop sends.
  static let maximumRounds = 5
  /// The most server-trust questions one hop asks.
  static let maximumTrustQuestions = 3

  enum Pending {
    case nothing
    case identity(ClientCertificateDemand, IdentityFailure?)
    case trust(ServerTrust)
    case password(Demand, Credential?)
  }

  let setting: Setting
  var pending = Pending.nothing
  var attempt = Attempt()
  /// How often the server has not taken what it was shown.
  var identityFailures = 0
  var rounds = 0
  private var trustQuestions = 0
  private var freshConnections = 0
  private var decidedMeanwhile = 0
  private var supplements = 0
  var failures: [ProtectionSpace.Key: Int] = [:]
  var lastFailed: [ProtectionSpace.Key: Credential] = [:]
  var tried: Set<ProtectionSpace.Key> = []
  var rejectedSchemes: Set<String> = []

  init(_ setting: Setting) { self.setting = setting }

  /// The credential that the last attempt sent; worth keeping when it was accepted.
  var usedAuthorization: AuthorizationUse? { attempt.authorization }
  /// The credential that the last attempt told the proxy.
  var usedProxyAuthorization: AuthorizationUse? { attempt.proxyAuthorization }

  /// Takes an event and says what to do.
  mutating func handle(_ event: Event) -> Action {
    switch event {
    case .start:
      attempt.authorization = setting.preemptive
      attempt.proxyAuthorization = setting.proxyAuthorization
      attempt.identityUse = setting.identityUse
      return .attempt(attempt)
    case .head:
      return .deliver
    case .unauthorized(let offers, let response):
      return unauthorized(Demand(offers: offers, response: response))
    case .proxyUnauthorized(let offers, let response, let hasPage):
      return unauthorized(
        Demand(offers: offers, response: response, isProxy: true, hasPage: hasPage))
    case .refused(let trust, let address):
      return refused(trust, address)
    case .identityWanted(let demand):
      return identityWanted(demand)
    case .identityChosenMeanwhile(let use):
      return retry { $0.identityUse = use }
    case .identityRefused(let demand, let error, let hasPage):
      return identityRefused(demand, IdentityFailure(error: error, hasPage: hasPage))
    case .supplemented(let trust):
      supplements += 1
      // Knowledge that does not convince the next handshake is none.
      guard supplements <= 2 else { return .fail(error(for: trust)) }
      return retry { _ in }
    case .decidedMeanwhile:
      decidedMeanwhile += 1
      guard decidedMeanwhile <= Self.maximumTrustQuestions else { return questionsExhausted() }
      return retry { _ in }
    case .unusableConnection:
      freshConnections += 1
      guard freshConnections <= 2 else {
        return .fail(
          ResourceError(
            .secureConnectionFailed, cause: .certificateChanged, url: setting.url,
            underlyingText: "no connection with the certificate that was decided about"))
      }
      return retry { $0.needsFreshConnection = true }
    case .failed(let error):
      return .fail(error)
    case .answered(let disposition):
      return answered(disposition)
    case .questionsExhausted:
      return questionsExhausted()
    }
  }

  mutating func retry(_ change: (inout Attempt) -> Void) -> Action {
    attempt.acceptance = nil
    attempt.identityAcceptance = nil
    change(&attempt)
    return .attempt(attempt)
  }

  func cancelled(_ text: String) -> Action {
    .fail(ResourceError(.cancelled, url: setting.url, underlyingText: text))
  }

  // MARK: Server trust

  private mutating func refused(_ trust: ServerTrust, _ address: ServerAddress?) -> Action {
    guard setting.mayAskAboutTrust || trust.isValid else { return trustByDefault(trust) }
    trustQuestions += 1
    pending = .trust(trust)
    guard trustQuestions <= Self.maximumTrustQuestions else { return questionsExhausted() }
    guard setting.canAsk else { return trustByDefault(trust) }
    return .ask(
      AuthenticationChallenge(
        protectionSpace: ProtectionSpace(
          host: trust.host, port: trust.port, scheme: setting.url.scheme,
          authenticationMethod: .serverTrust(trust)),
        previousFailureCount: trustQuestions - 1, error: error(for: trust),
        serverAddress: address))
  }

  private func error(for trust: ServerTrust) -> ResourceError {
    let code =
      trust.errorCode.map { ResourceError.Code(rawValue: $0) }
      ?? (trust.isValid && supplements > 2 ? .secureConnectionFailed : .cancelled)
    return ResourceError(
      code, url: setting.url, underlyingText: trust.summary, serverTrust: trust)
  }

  private mutating func trustByDefault(_ trust: ServerTrust) -> Action {
    pending = .nothing
    guard trust.isValid else { return .fail(error(for: trust)) }
    return retry { $0.acceptance = TrustAcceptance(trust: trust, persistence: .forSession) }
  }

  private mutating func answerTrust(
    _ trust: ServerTrust, _ disposition: AuthenticationChallengeDisposition
  ) -> Action {
    switch disposition {
    case .performDefaultHandling, .useCredential(nil):
      return trustByDefault(trust)
    case .cancelAuthenticationChallenge:
      return cancelled("the server-trust challenge was cancelled")
    case .rejectProtectionSpace:
      return cancelled("server trust was rejected, and there is no other method")
    case .useCredential(.some(let credential)):
      guard case .serverTrust(let accepted) = credential.kind else { return trustByDefault(trust) }
      // The answer counts for the certificate that was asked about, and for no other.
      guard accepted.leaf == trust.leaf, accepted.port == trust.port else {
        return .fail(error(for: trust))
      }
      guard trust.isAcceptableByDecision else { return .fail(error(for: trust)) }
      pending = .nothing
      return retry {
        $0.acceptance = TrustAcceptance(trust: trust, persistence: credential.persistence)
      }
    }
  }

  private mutating func questionsExhausted() -> Action {
    switch pending {
    case .trust(let trust):
      return .fail(
        ResourceError(
          .serverCertificateUntrusted, cause: .tooManyChallenges, url: setting.url,
          underlyingText: trust.summary, serverTrust: trust))
    case .password(let demand, _): return giveUp(demand)
    case .identity(_, let failure): return giveUp(failure)
    case .nothing: return cancelled("too many challenges")
    }
  }

  private mutating func answered(_ disposition: AuthenticationChallengeDisposition) -> Action {
    switch pending {
    case .trust(let trust): answerTrust(trust, disposition)
    case .password(let demand, let proposed): answerPassword(demand, proposed, disposition)
    case .identity(let demand, let failure): answerIdentity(demand, failure, disposition)
    case .nothing: cancelled("an answer without a question")
    }
  }
}
