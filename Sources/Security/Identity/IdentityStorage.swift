// SPDX-License-Identifier: MIT
// Part of Grille: the identities at hand, and which server is shown which.
import Synchronization

/// The user's identities and the choices between them.
///
/// Safe to use from any thread; no method blocks for longer than a look-up.
public final class IdentityStorage: Sendable {
  private struct Endpoint: Hashable {
    var host: String
    var port: UInt16
  }

  private struct State {
    var identities: [ClientIdentity] = []
    var choices: [Endpoint: [ClientIdentityChoice]] = [:]
    var epoch: UInt64 = 0

    func identity(_ fingerprint: Fingerprint) -> ClientIdentity? {
      identities.first { $0.certificate.sha256Fingerprint == fingerprint }
    }

    mutating func add(_ identity: ClientIdentity) {
      let fingerprint = identity.certificate.sha256Fingerprint
      if let index = identities.firstIndex(where: {
        $0.certificate.sha256Fingerprint == fingerprint
      }) {
        identities[index] = identity
      } else {
        identities.append(identity)
      }
    }

    mutating func insert(_ choice: ClientIdentityChoice) {
      let endpoint = Endpoint(host: choice.host, port: choice.port)
      var known = choices[endpoint] ?? []
      switch choice.scope {
      // What is chosen for one navigation says nothing about the next one.
      case .once: known.removeAll { $0.scope == choice.scope }
      // A choice that is kept waits until the one for this session has ended.
      case .session: known.removeAll { $0.scope != .permanent }
      case .permanent: known.removeAll()
      }
      known.append(choice)
      choices[endpoint] = known
    }

    var allChoices: [ClientIdentityChoice] {
      choices.values.flatMap { $0 }
        .sorted { ($0.host, $0.port, $0.decisionDate) < ($1.host, $1.port, $1.decisionDate) }
    }
  }

  private let state: Mutex<State>
  private let permanentChoicesDidChange: (@Sendable ([ClientIdentityChoice]) -> Void)?

  /// Starts with what was read from storage.
  ///
  /// - Parameters:
  ///   - identities: The identities at hand.
  ///   - choices: The choices of an earlier session; one whose identity is not at hand counts again
  ///     when that has been added.
  ///   - permanentChoicesDidChange: Called on the caller's thread with all permanent choices
  ///     whenever one was made or dropped; the place to write them to storage.
  public init(
    identities: [ClientIdentity] = [], choices: [ClientIdentityChoice] = [],
    permanentChoicesDidChange: (@Sendable ([ClientIdentityChoice]) -> Void)? = nil
  ) {
    var initial = State()
    for identity in identities { initial.add(identity) }
    for choice in choices { initial.insert(choice) }
    state = Mutex(initial)
    self.permanentChoicesDidChange = permanentChoicesDidChange
  }

  // MARK: Identities

  /// The identities at hand, in the order in which they came.
  public var identities: [ClientIdentity] { state.withLock(\.identities) }

  /// Adds an identity, or puts it in the place of the one with the same certificate.
  public func add(_ identity: ClientIdentity) { state.withLock { $0.add(identity) } }

  /// Puts identities in the place of those with the same certificates; connections that have shown
  /// one are not used again.
  package func replace(with identities: [ClientIdentity]) {
    state.withLock { state in
      for identity in identities { state.add(identity) }
      state.epoch += 1
    }
  }

  /// Forgets an identity and every choice of it; connections that have shown it are not used again.
  public func remove(_ fingerprint: Fingerprint) {
    change { state in
      state.identities.removeAll { $0.certificate.sha256Fingerprint == fingerprint }
      for endpoint in state.choices.keys {
        state.choices[endpoint]?.removeAll { $0.identity == fingerprint }
      }
      state.epoch += 1
    }
  }

  // MARK: Choices

  /// Every choice that counts, ordered by host and port.
  public var choices: [ClientIdentityChoice] { state.withLock(\.allChoices) }

  /// Notes what an endpoint is shown from now on; an identity is at hand from now on too.
  ///
  /// - Parameters:
  ///   - identity: The identity to show; nil to show none.
  ///   - host: The URL's host.
  ///   - port: The URL's effective port.
  ///   - scope: How long the choice counts; it replaces those that would count as long.
  ///   - moment: The present, in seconds since 1970.
  public func choose(
    _ identity: ClientIdentity?, forHost host: String, port: UInt16,
    scope: ClientIdentityChoice.Scope, at moment: Int64
  ) {
    change { state in
      if let identity { state.add(identity) }
      state.insert(
        ClientIdentityChoice(
          host: TrustEvaluator.canonicalHost(host), port: port,
          identity: identity?.certificate.sha256Fingerprint, scope: scope, decisionDate: moment))
    }
  }

  /// Forgets a choice: the next load asks again.
  public func forget(_ choice: ClientIdentityChoice) {
    change { state in
      state.choices[Endpoint(host: choice.host, port: choice.port)]?.removeAll { $0 == choice }
      state.epoch += 1
    }
  }

  /// Forgets every choice for an endpoint.
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  public func forgetChoices(forHost host: String, port: UInt16) -> Bool {
    var hadAny = false
    change { state in
      let endpoint = Endpoint(host: TrustEvaluator.canonicalHost(host), port: port)
      hadAny = state.choices.removeValue(forKey: endpoint)?.isEmpty == false
      state.epoch += 1
    }
    return hadAny
  }

  /// Forgets what was chosen for one navigation only, when that navigation has ended.
  package func navigationDidEnd(_ navigation: UInt64) {
    change { state in
      for endpoint in state.choices.keys {
        state.choices[endpoint]?.removeAll { $0.scope == .once(navigation: navigation) }
      }
    }
  }

  /// What a connection to an endpoint does for a navigation.
  package func use(host: String, port: UInt16, navigation: UInt64) -> ClientIdentityUse {
    state.withLock { state in
      let endpoint = Endpoint(host: TrustEvaluator.canonicalHost(host), port: port)
      let choices = state.choices[endpoint] ?? []
      let choice =
        choices.last { $0.scope == .once(navigation: navigation) }
        ?? choices.last { $0.scope == .session } ?? choices.last { $0.scope == .permanent }
      guard let choice else { return .undecided }
      guard let fingerprint = choice.identity else { return .none }
      // One that is locked is asked for, so that somebody can unlock it.
      guard let identity = state.identity(fingerprint), !identity.isLocked else {
        return .undecided
      }
      return .identity(identity)
    }
  }

  /// A number that grows whenever a choice or an identity is withdrawn; part of the partition tag.
  package var epoch: UInt64 { state.withLock(\.epoch) }

  private func change(_ body: (inout State) -> Void) {
    let (before, after) = state.withLock { state in
      let before = state.allChoices.filter { $0.scope == .permanent }
      body(&state)
      return (before, state.allChoices.filter { $0.scope == .permanent })
    }
    if before != after { permanentChoicesDidChange?(after) }
  }
}
