// SPDX-License-Identifier: MIT
// Part of Grille: what happens when a server wants to know who its client is.

import Security
import WebInfra

extension TransferStateMachine {
  /// How a server has shown that it does not take a certificate.
  struct IdentityFailure {
    var error: ResourceError
    /// Whether there is an answer that can be shown instead of the error.
    var hasPage: Bool
  }

  /// The most certificates one hop shows.
  static let maximumIdentityFailures = 5

  mutating func identityWanted(_ demand: ClientCertificateDemand) -> Action {
    guard case .undecided = attempt.identityUse else {
      return .fail(ResourceError(.clientCertificateRequired, url: setting.url))
    }
    guard setting.canAsk, setting.mayAskForIdentity else {
      return retry { $0.identityUse = .none }
    }
    return ask(demand, nil)
  }

  mutating func identityRefused(
    _ demand: ClientCertificateDemand, _ failure: IdentityFailure
  ) -> Action {
    identityFailures += 1
    // Who has chosen before to show none does not want to be asked.
    if case .none = setting.identityUse, demand.identity == nil { return giveUp(failure) }
    guard setting.canAsk, setting.mayAskForIdentity,
      identityFailures <= Self.maximumIdentityFailures
    else { return giveUp(failure) }
    return ask(demand, failure)
  }

  private mutating func ask(
    _ demand: ClientCertificateDemand, _ failure: IdentityFailure?
  ) -> Action {
    pending = .identity(demand, failure)
    return .ask(
      AuthenticationChallenge(
        protectionSpace: ProtectionSpace(
          host: setting.url.hostname, port: setting.url.effectivePort ?? 0,
          scheme: setting.url.scheme,
          authenticationMethod: .clientCertificate(acceptableIssuers: demand.acceptableIssuers)),
        proposedCredential: demand.identity.map { Credential(identity: $0, persistence: .none) },
        previousFailureCount: identityFailures,
        error: failure?.error ?? ResourceError(.clientCertificateRequired, url: setting.url)))
  }

  mutating func answerIdentity(
    _ demand: ClientCertificateDemand, _ failure: IdentityFailure?,
    _ disposition: AuthenticationChallengeDisposition
  ) -> Action {
    switch disposition {
    case .useCredential(.some(let credential)):
      guard case .identity(let identity) = credential.kind, !identity.isLocked else {
        return without(demand, failure)
      }
      return show(identity, credential.persistence)
    // Nobody who is asked again wants to hear the same answer: that would be a loop.
    case .useCredential(nil):
      return without(demand, failure)
    case .performDefaultHandling, .rejectProtectionSpace:
      if let failure { return giveUp(failure) }
      return without(demand, nil)
    case .cancelAuthenticationChallenge:
      pending = .nothing
      return cancelled("the request for a client certificate was cancelled")
    }
  }

  private mutating func without(
    _ demand: ClientCertificateDemand, _ failure: IdentityFailure?
  ) -> Action {
    if let failure, demand.identity == nil { return giveUp(failure) }
    return show(nil, .none)
  }

  private mutating func show(
    _ identity: ClientIdentity?, _ persistence: Credential.Persistence
  ) -> Action {
    pending = .nothing
    return retry {
      $0.identityUse = identity.map { .identity($0) } ?? .none
      $0.identityAcceptance = IdentityAcceptance(identity: identity, persistence: persistence)
    }
  }

  /// Ends the hop with what the server has said.
  mutating func giveUp(_ failure: IdentityFailure?) -> Action {
    pending = .nothing
    guard let failure else {
      return .fail(ResourceError(.clientCertificateRequired, url: setting.url))
    }
    return failure.hasPage ? .deliver : .fail(failure.error)
  }
}
