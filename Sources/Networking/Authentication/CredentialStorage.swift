// SPDX-License-Identifier: MIT
// Part of Grille: credentials kept for the session, and where they may be sent unasked.

import Security
import Synchronization
import WebInfra

/// Keeps accepted names and passwords by protection space; safe to use from any thread.
public final class CredentialStorage: Sendable {
  private struct Entry {
    var credential: Credential
    /// What it answered; nil if it was read back from storage, and is sent only when it is asked for.
    var offer: AuthenticationOffer?
    /// For Basic: the path below which the realm is known to reach.
    var pathPrefix: String
    /// When it was accepted first, in seconds since 1970.
    var date: Int64

    /// How it is sent unasked; nil if it may not be.
    var preemptiveUse: TransferStateMachine.AuthorizationUse? {
      guard let offer, let user = credential.user else { return nil }
      return TransferStateMachine.AuthorizationUse(
        offer: offer, user: user, password: credential.password ?? "",
        persistence: credential.persistence, isPreemptive: true)
    }

    func description(of key: ProtectionSpace.Key) -> StoredCredential? {
      guard let user = credential.user else { return nil }
      return StoredCredential(
        space: key, user: user, persistence: credential.persistence, date: date)
    }
  }

  private struct State {
    var entries: [ProtectionSpace.Key: Entry] = [:]
    /// Counts the uses of each space's nonce, which a server may insist on.
    var responders: [ProtectionSpace.Key: DigestResponder] = [:]
    /// The spaces of the responders, the one made longest ago first.
    var order: [ProtectionSpace.Key] = []

    mutating func remove(where isGone: (ProtectionSpace.Key) -> Bool) {
      entries = entries.filter { !isGone($0.key) }
      responders = responders.filter { !isGone($0.key) }
      order.removeAll(where: isGone)
    }

    mutating func keep(_ responder: DigestResponder, for key: ProtectionSpace.Key) {
      if responders.updateValue(responder, forKey: key) == nil { order.append(key) }
      // A server may think of new realms for ever.
      if order.count > CredentialStorage.maximumResponders {
        responders[order.removeFirst()] = nil
      }
    }
  }

  /// The most spaces of which the use of a nonce is counted.
  static let maximumResponders = 64

  private let state = Mutex(State())
  private let makeNonce: @Sendable () -> String
  private let didKeep: (@Sendable (StoredCredential, _ password: String) -> Void)?

  /// Makes an empty storage.
  public convenience init() { self.init(didKeepPermanently: nil) }

  /// Makes an empty storage that tells of what is to outlive it.
  ///
  /// - Parameter didKeepPermanently: Called on the loading thread with each credential of permanent
  ///   persistence that a server has accepted, when it is new; the place to write it to storage.
  package convenience init(
    didKeepPermanently: (@Sendable (StoredCredential, _ password: String) -> Void)?
  ) {
    self.init(didKeepPermanently: didKeepPermanently) {
      MessageDigest.hexadecimal(RandomBytes.generate(count: 16))
    }
  }

  /// Makes an empty storage with a source of client nonces.
  init(
    didKeepPermanently: (@Sendable (StoredCredential, _ password: String) -> Void)? = nil,
    makeNonce: @escaping @Sendable () -> String
  ) {
    didKeep = didKeepPermanently
    self.makeNonce = makeNonce
  }

  // MARK: What is kept

  /// What is kept, ordered by host, port and realm; never a password.
  package var credentials: [StoredCredential] {
    state.withLock { state in state.entries.compactMap { $1.description(of: $0) } }
      .sorted(by: StoredCredential.precedes)
  }

  /// Takes over a credential that was read back from storage, unless a newer one is kept.
  package func restore(_ stored: StoredCredential, password: String) {
    state.withLock { state in
      guard state.entries[stored.space] == nil else { return }
      state.entries[stored.space] = Entry(
        credential: Credential(
          user: stored.user, password: password, persistence: stored.persistence),
        offer: nil, pathPrefix: "", date: stored.date)
    }
  }

  /// Forgets what is kept for one space.
  package func remove(_ space: ProtectionSpace.Key) {
    state.withLock { $0.remove { $0 == space } }
  }

  /// Forgets everything.
  public func removeAll() { state.withLock { $0 = State() } }

  /// Forgets what is kept for a host, at every port and for every realm.
  /// - Returns: Whether there was anything.
  @discardableResult
  public func remove(forHost host: String) -> Bool {
    state.withLock { state in
      let count = state.entries.count
      state.remove { $0.host == host }
      return state.entries.count < count
    }
  }

  /// The kept credential of a space.
  public func credential(for space: ProtectionSpace) -> Credential? {
    state.withLock { $0.entries[space.key]?.credential }
  }

  /// Keeps a credential that a server has accepted, unless it is for one load alone.
  func keep(_ use: TransferStateMachine.AuthorizationUse, for url: WebURL) {
    keep(
      use, for: Self.key(url, use.offer),
      below: BasicAuthentication.pathPrefix(of: url.pathname))
  }

  private func keep(
    _ use: TransferStateMachine.AuthorizationUse, for key: ProtectionSpace.Key,
    below prefix: String
  ) {
    guard use.persistence != .none else { return }
    let credential = use.credential
    let news = state.withLock { state -> StoredCredential? in
      let old = state.entries[key]
      let isKnown = old?.credential.isSame(as: credential) ?? false
      var entry = Entry(
        credential: credential, offer: use.offer, pathPrefix: prefix, date: UnixTime.now())
      if let old {
        if old.offer != nil, prefix.hasPrefix(old.pathPrefix) {
          entry.pathPrefix = old.pathPrefix
        }
        if isKnown { entry.date = old.date }
      }
      state.entries[key] = entry
      return isKnown || credential.persistence != .permanent ? nil : entry.description(of: key)
    }
    if let news { didKeep?(news, use.password) }
  }

  /// The credential to send before being asked, where one is known to fit.
  func preemptiveUse(for url: WebURL) -> TransferStateMachine.AuthorizationUse? {
    let port = url.effectivePort ?? 0
    return state.withLock { state in
      var best: (length: Int, entry: Entry)?
      for (key, entry) in state.entries
      where !key.isProxy && key.host == url.hostname && key.port == port && key.scheme == url.scheme
      {
        let length: Int
        switch entry.offer {
        case nil: continue
        // Digest reaches the whole server unless its domain says otherwise (RFC 7616 §3.3).
        case .digest(let challenge):
          guard let reach = challenge.reach(to: url) else { continue }
          length = reach
        case .ntlm, .negotiate: length = 0
        case .basic:
          guard url.pathname.hasPrefix(entry.pathPrefix) else { continue }
          length = entry.pathPrefix.utf8.count
        }
        if best.map({ length > $0.length }) ?? true { best = (length, entry) }
      }
      return best?.entry.preemptiveUse
    }
  }

  /// The `Authorization` value of one request; counts the use of a Digest nonce.
  func authorization(
    _ use: TransferStateMachine.AuthorizationUse, method: HTTPMethod, url: WebURL
  ) -> AuthorizationValue? {
    header(use, key: Self.key(url, use.offer), method: method, target: url.requestTarget)
  }

  private func header(
    _ use: TransferStateMachine.AuthorizationUse, key: ProtectionSpace.Key, method: HTTPMethod,
    target: String
  ) -> AuthorizationValue? {
    switch use.offer {
    // libcurl makes it.
    case .ntlm, .negotiate: return nil
    case .basic:
      return AuthorizationValue(
        text: BasicAuthentication.header(user: use.user, password: use.password))
    case .digest(let challenge):
      let clientNonce = makeNonce()
      return state.withLock { state in
        var responder = DigestResponder(challenge)
        if let known = state.responders[key], known.challenge.nonce == challenge.nonce {
          responder = known
        }
        defer { state.keep(responder, for: key) }
        return responder.header(
          user: use.user, password: use.password, method: method, target: target,
          clientNonce: clientNonce
        ).map { AuthorizationValue(text: $0, isByteString: challenge.isByteString) }
      }
    }
  }

  // MARK: Proxies

  /// Keeps a credential that a proxy has accepted, unless it is for one load alone.
  func keep(_ use: TransferStateMachine.AuthorizationUse, at proxy: ProxyConfiguration) {
    let space = ProtectionSpace(proxy: proxy, authenticationMethod: use.offer.method)
    keep(use, for: space.key, below: "")
  }

  /// The credential to tell a proxy before it asks, where one is known.
  func preemptiveUse(at proxy: ProxyConfiguration) -> TransferStateMachine.AuthorizationUse? {
    state.withLock { state in
      state.entries.first { key, _ in
        key.isProxy && key.host == proxy.host && key.port == proxy.port
      }?.value.preemptiveUse
    }
  }

  /// The `Proxy-Authorization` value of one request.
  func proxyAuthorization(
    _ use: TransferStateMachine.AuthorizationUse, at proxy: ProxyConfiguration,
    method: HTTPMethod, target: String
  ) -> AuthorizationValue? {
    let space = ProtectionSpace(proxy: proxy, authenticationMethod: use.offer.method)
    return header(use, key: space.key, method: method, target: target)
  }

  private static func key(_ url: WebURL, _ offer: AuthenticationOffer) -> ProtectionSpace.Key {
    ProtectionSpace(
      host: url.hostname, port: url.effectivePort ?? 0, scheme: url.scheme,
      authenticationMethod: offer.method
    ).key
  }
}

extension Credential {
  /// Whether both are the same name and password, kept as long.
  fileprivate func isSame(as other: Credential) -> Bool {
    user == other.user && password == other.password && persistence == other.persistence
  }

  /// The password; nil for other kinds.
  fileprivate var password: String? {
    if case .password(_, let password) = kind { password } else { nil }
  }
}

extension TransferStateMachine.AuthorizationUse {
  /// What is kept of it; a ticket is the system's to keep for longer than a session.
  fileprivate var credential: Credential {
    offer == .negotiate
      ? Credential(ticketOf: user, persistence: .forSession)
      : Credential(user: user, password: password, persistence: persistence)
  }
}

extension StoredCredential {
  /// The order of lists.
  package static func precedes(_ one: StoredCredential, _ two: StoredCredential) -> Bool {
    (one.host, one.port, one.scheme, one.realm ?? "", one.method)
      < (two.host, two.port, two.scheme, two.realm ?? "", two.method)
  }
}
