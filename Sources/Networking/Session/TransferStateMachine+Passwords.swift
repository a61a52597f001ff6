// SPDX-License-Identifier: MIT
// Part of Grille: what happens when a server or a proxy wants its client to log in.

import WebInfra

extension TransferStateMachine {
  private func space(for offer: AuthenticationOffer, isProxy: Bool) -> ProtectionSpace {
    if isProxy, let proxy = setting.proxy {
      return ProtectionSpace(proxy: proxy, authenticationMethod: offer.method)
    }
    return ProtectionSpace(
      host: setting.url.hostname, port: setting.url.effectivePort ?? 0,
      scheme: setting.url.scheme, authenticationMethod: offer.method)
  }

  /// Ends with what the server has said; a proxy's words in place of a tunnel are not the server's.
  mutating func giveUp(_ demand: Demand) -> Action {
    pending = .nothing
    if demand.hasPage { return .deliver }
    return .fail(
      ResourceError(
        .userAuthenticationRequired, cause: .proxyAuthenticationRequired, url: setting.url,
        underlyingText: setting.proxy?.address ?? ""))
  }

  mutating func unauthorized(_ demand: Demand) -> Action {
    let isProxy = demand.isProxy
    guard let offer = usableOffer(demand), rounds < Self.maximumRounds else {
      return giveUp(demand)
    }
    let space = space(for: offer, isProxy: isProxy)
    if let used = isProxy ? attempt.proxyAuthorization : attempt.authorization {
      // A new nonce after an old one is no failure, nor is a nonce nobody could know was old.
      let sameSpace = self.space(for: used.offer, isProxy: isProxy).key == space.key
      if sameSpace, offer.isStale || (used.isPreemptive && Self.isNewNonce(used.offer, offer)) {
        return send(
          AuthorizationUse(
            offer: offer, user: used.user, password: used.password, persistence: used.persistence),
          to: demand)
      }
      if sameSpace {
        // There is no other ticket to try.
        if offer == .negotiate { return reject(offer, demand) }
        failures[space.key, default: 0] += 1
        lastFailed[space.key] = Credential(
          user: used.user, password: used.password, persistence: used.persistence)
      }
    }
    if isProxy { attempt.proxyAuthorization = nil } else { attempt.authorization = nil }
    // What stands in the address is for its server, and no ticket.
    let ownCredential = isProxy || offer == .negotiate ? nil : setting.urlCredential
    let hasFailed = failures[space.key, default: 0] > 0
    if !hasFailed, !tried.contains(space.key),
      let credential = ownCredential ?? setting.storedCredential(space),
      let use = Self.use(of: credential, for: offer)
    {
      return send(use, to: demand)
    }
    guard setting.canAsk, setting.mayAskForPassword else { return giveUp(demand) }
    let proposed =
      offer == .negotiate
      ? setting.ticketHolder().map { Credential(ticketOf: $0, persistence: .forSession) }
      : lastFailed[space.key] ?? ownCredential ?? setting.storedCredential(space)
    pending = .password(demand, proposed)
    return .ask(
      AuthenticationChallenge(
        protectionSpace: space, proposedCredential: proposed,
        previousFailureCount: failures[space.key, default: 0], failureResponse: demand.response,
        error: ResourceError(.userAuthenticationRequired, url: setting.url)))
  }

  /// The strongest offer that nobody has rejected; one to show a ticket only if there is one.
  private func usableOffer(_ demand: Demand) -> AuthenticationOffer? {
    demand.offers.first {
      !rejectedSchemes.contains(scheme(of: $0, demand))
        && ($0 != .negotiate || setting.ticketHolder() != nil)
    }
  }

  /// Goes on with the next offer.
  private mutating func reject(_ offer: AuthenticationOffer, _ demand: Demand) -> Action {
    if demand.isProxy { attempt.proxyAuthorization = nil } else { attempt.authorization = nil }
    rejectedSchemes.insert(scheme(of: offer, demand))
    return unauthorized(demand)
  }

  /// What is noted of a scheme that somebody has rejected.
  private func scheme(of offer: AuthenticationOffer, _ demand: Demand) -> String {
    (demand.isProxy ? "proxy " : "") + offer.method.name
  }

  private static func isNewNonce(_ old: AuthenticationOffer, _ new: AuthenticationOffer) -> Bool {
    guard case .digest(let old) = old, case .digest(let new) = new else { return false }
    return old.nonce != new.nonce
  }

  private static func use(of credential: Credential, for offer: AuthenticationOffer)
    -> AuthorizationUse?
  {
    if case .ticket(let holder) = credential.kind, offer == .negotiate {
      return AuthorizationUse(
        offer: offer, user: holder, password: "", persistence: credential.persistence)
    }
    guard case .password(let user, let password) = credential.kind, offer != .negotiate else {
      return nil
    }
    if case .basic = offer, !BasicAuthentication.allows(user: user) { return nil }
    return AuthorizationUse(
      offer: offer, user: user, password: password, persistence: credential.persistence)
  }

  private mutating func send(_ use: AuthorizationUse, to demand: Demand) -> Action {
    rounds += 1
    tried.insert(space(for: use.offer, isProxy: demand.isProxy).key)
    pending = .nothing
    return retry {
      if demand.isProxy { $0.proxyAuthorization = use } else { $0.authorization = use }
    }
  }

  mutating func answerPassword(
    _ demand: Demand, _ proposed: Credential?, _ disposition: AuthenticationChallengeDisposition
  ) -> Action {
    guard let offer = usableOffer(demand) else { return giveUp(demand) }
    switch disposition {
    case .useCredential(.some(let credential)):
      guard let use = Self.use(of: credential, for: offer) else { return giveUp(demand) }
      return send(use, to: demand)
    case .useCredential(nil):
      return giveUp(demand)
    // A ticket is shown to whom the user says, and to nobody by default.
    case .performDefaultHandling where offer == .negotiate:
      return reject(offer, demand)
    case .performDefaultHandling:
      let space = space(for: offer, isProxy: demand.isProxy)
      guard let proposed, failures[space.key, default: 0] == 0,
        let use = Self.use(of: proposed, for: offer)
      else { return giveUp(demand) }
      return send(use, to: demand)
    case .cancelAuthenticationChallenge:
      return cancelled("the request for a password was cancelled")
    case .rejectProtectionSpace:
      return reject(offer, demand)
    }
  }
}
