// SPDX-License-Identifier: MIT
// Part of Grille: credentials kept for the session, and where they may be sent unasked.

import Security
import Synchronization
import WebInfra

/// Keeps accepted names and passwords by protection space; safe to use from any thread.
public final class CredentialStorage: Sendable {
  private struct Entry {
    var credential: Credential
    var offer: AuthenticationOffer
    /// For Basic: the path below which the realm is known to reach.
    var pathPrefix: String
  }

  private struct State {
    var entries: [ProtectionSpace.Key: Entry] = [:]
    /// Counts the uses of each space's nonce, which a server may insist on.
    var responders: [ProtectionSpace.Key: DigestResponder] = [:]
    /// The spaces of the responders, the one made longest ago first.
    var order: [ProtectionSpace.Key] = []

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

  /// Makes an empty storage.
  public convenience init() {
    self.init { MessageDigest.hexadecimal(RandomBytes.generate(count: 16)) }
  }

  /// Makes an empty storage with a source of client nonces.
  init(makeNonce: @escaping @Sendable () -> String) { self.makeNonce = makeNonce }

  /// Forgets everything.
  public func removeAll() { state.withLock { $0 = State() } }

  /// Forgets what is kept for a host, at every port and for every realm.
  /// - Returns: Whether there was anything.
  @discardableResult
  public func remove(forHost host: String) -> Bool {
    state.withLock { state in
      let count = state.entries.count
      state.entries = state.entries.filter { $0.key.host != host }
      state.responders = state.responders.filter { $0.key.host != host }
      state.order.removeAll { $0.host == host }
      return state.entries.count < count
    }
  }

  /// The kept credential of a space.
  public func credential(for space: ProtectionSpace) -> Credential? {
    state.withLock { $0.entries[space.key]?.credential }
  }

  /// Keeps a credential that a server has accepted, unless it is for one load alone.
  func keep(_ use: TransferStateMachine.AuthorizationUse, for url: WebURL) {
    guard use.persistence != .none else { return }
    let key = Self.key(url, use.offer)
    let prefix = BasicAuthentication.pathPrefix(of: url.pathname)
    state.withLock { state in
      let old = state.entries[key]
      var entry = Entry(
        credential: Credential(
          user: use.user, password: use.password, persistence: use.persistence),
        offer: use.offer, pathPrefix: prefix)
      if let old, prefix.hasPrefix(old.pathPrefix) { entry.pathPrefix = old.pathPrefix }
      state.entries[key] = entry
    }
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
        // Digest reaches the whole server unless its domain says otherwise (RFC 7616 §3.3).
        // Not implemented: domain; the password is in nobody's hands who is sent a digest too many.
        case .digest: length = 0
        case .basic:
          guard url.pathname.hasPrefix(entry.pathPrefix) else { continue }
          length = entry.pathPrefix.utf8.count
        }
        if best.map({ length > $0.length }) ?? true { best = (length, entry) }
      }
      guard let entry = best?.entry,
        case .password(let user, let password) = entry.credential.kind
      else { return nil }
      return TransferStateMachine.AuthorizationUse(
        offer: entry.offer, user: user, password: password,
        persistence: entry.credential.persistence, isPreemptive: true)
    }
  }

  /// The `Authorization` value of one request; counts the use of a Digest nonce.
  func authorization(
    _ use: TransferStateMachine.AuthorizationUse, method: HTTPMethod, url: WebURL
  ) -> String? {
    header(use, key: Self.key(url, use.offer), method: method, target: url.requestTarget)
  }

  private func header(
    _ use: TransferStateMachine.AuthorizationUse, key: ProtectionSpace.Key, method: HTTPMethod,
    target: String
  ) -> String? {
    switch use.offer {
    case .basic:
      return BasicAuthentication.header(user: use.user, password: use.password)
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
          clientNonce: clientNonce)
      }
    }
  }

  // MARK: Proxies

  /// Keeps a credential that a proxy has accepted, unless it is for one load alone.
  func keep(_ use: TransferStateMachine.AuthorizationUse, at proxy: ProxyConfiguration) {
    guard use.persistence != .none else { return }
    let key = ProtectionSpace(proxy: proxy, authenticationMethod: use.offer.method).key
    state.withLock { state in
      state.entries[key] = Entry(
        credential: Credential(
          user: use.user, password: use.password, persistence: use.persistence),
        offer: use.offer, pathPrefix: "")
    }
  }

  /// The credential to tell a proxy before it asks, where one is known.
  func preemptiveUse(at proxy: ProxyConfiguration) -> TransferStateMachine.AuthorizationUse? {
    state.withLock { state in
      let entry = state.entries.first { key, _ in
        key.isProxy && key.host == proxy.host && key.port == proxy.port
      }?.value
      guard let entry, case .password(let user, let password) = entry.credential.kind else {
        return nil
      }
      return TransferStateMachine.AuthorizationUse(
        offer: entry.offer, user: user, password: password,
        persistence: entry.credential.persistence, isPreemptive: true)
    }
  }

  /// The `Proxy-Authorization` value of one request.
  func proxyAuthorization(
    _ use: TransferStateMachine.AuthorizationUse, at proxy: ProxyConfiguration,
    method: HTTPMethod, target: String
  ) -> String? {
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
