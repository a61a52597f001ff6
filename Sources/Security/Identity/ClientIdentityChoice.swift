// SPDX-License-Identifier: MIT
// Part of Grille: one remembered answer to the question who one is to a server.

/// Which certificate a server is shown, or that it is shown none.
public struct ClientIdentityChoice: Hashable, Sendable {
  /// How long a choice counts.
  public enum Scope: Hashable, Sendable {
    /// For one navigation and the parts of its page.
    case once(navigation: UInt64)
    /// Until the data store is closed.
    case session
    /// Across sessions.
    case permanent
  }

  /// The host, as in a URL: a name in A-label form or an address literal.
  public let host: String
  /// The port.
  public let port: UInt16
  /// SHA-256 of the certificate to show; nil to show none.
  public let identity: Fingerprint?
  /// How long it counts.
  public let scope: Scope
  /// When it was made, in seconds since 1970.
  public let decisionDate: Int64

  /// Describes a choice, for example one read back from storage.
  public init(
    host: String, port: UInt16, identity: Fingerprint?, scope: Scope, decisionDate: Int64
  ) {
    self.host = host
    self.port = port
    self.identity = identity
    self.scope = scope
    self.decisionDate = decisionDate
  }
}

/// What a connection does when its server asks for a client certificate.
public enum ClientIdentityUse: Sendable {
  /// Nothing is decided: the handshake ends, and somebody is asked.
  case undecided
  /// It goes on without one.
  case none
  /// It shows this one.
  case identity(ClientIdentity)

  /// The identity that is shown.
  public var identity: ClientIdentity? {
    if case .identity(let identity) = self { identity } else { nil }
  }

  /// What tells uses apart: connections of different uses are never shared.
  package var tag: String {
    switch self {
    case .undecided: "undecided"
    case .none: "none"
    case .identity(let identity):
      MessageDigest.hexadecimal(identity.certificate.sha256Fingerprint.bytes)
    }
  }
}
