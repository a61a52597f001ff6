// SPDX-License-Identifier: MIT
// Part of Grille: a proof of identity, or of a decision, that answers a challenge.

public import Security

/// An answer to a challenge, with how long it may be kept.
public struct Credential: Sendable, CustomStringConvertible {
  /// What the credential is.
  public let kind: Kind
  /// How long it is kept.
  public let persistence: Persistence

  /// Makes a credential.
  public init(kind: Kind, persistence: Persistence) {
    self.kind = kind
    self.persistence = persistence
  }

  /// A name and password.
  public init(user: String, password: String, persistence: Persistence) {
    self.init(kind: .password(user: user, password: password), persistence: persistence)
  }

  /// The decision to accept exactly this server trust, for the session.
  public init(trust: ServerTrust, persistence: Persistence = .forSession) {
    self.init(kind: .serverTrust(trust), persistence: persistence)
  }

  /// A client certificate with its private key.
  public init(identity: ClientIdentity, persistence: Persistence = .forSession) {
    self.init(kind: .identity(identity), persistence: persistence)
  }

  /// The Kerberos ticket that the user holds.
  ///
  /// - Parameters:
  ///   - holder: Whom it is made out to.
  ///   - persistence: For how long the server is shown it unasked.
  public init(ticketOf holder: String, persistence: Persistence) {
    self.init(kind: .ticket(holder: holder), persistence: persistence)
  }

  /// The user's name, of a ticket its holder's; nil for other kinds.
  public var user: String? {
    switch kind {
    case .password(let user, _), .ticket(let user): user
    case .serverTrust, .identity: nil
    }
  }

  /// The kind and the persistence, never the secret.
  public var description: String {
    switch kind {
    case .password: "Credential(password, \(persistence))"
    case .serverTrust: "Credential(serverTrust, \(persistence))"
    case .identity: "Credential(identity, \(persistence))"
    case .ticket: "Credential(ticket, \(persistence))"
    }
  }

  /// The proof itself.
  public enum Kind: Sendable {
    /// A name and a password.
    case password(user: String, password: String)
    /// A server trust that is accepted as it was shown.
    case serverTrust(ServerTrust)
    /// A client certificate with its private key.
    case identity(ClientIdentity)
    /// The Kerberos ticket in the user's cache, made out to the holder.
    case ticket(holder: String)
  }

  /// How long a credential is kept.
  public enum Persistence: Hashable, Sendable {
    /// For this load alone.
    case none
    /// Until the program ends.
    case forSession
    /// On disk.
    case permanent
  }
}
